//! Reads waivers from `assay.toml`. What they do is the report's business.

use std::ops::Range;

use assay_report::Document;
use assay_report::waivers::{Day, Idle, Remark, Waiver, Waives, waive};
use assay_source::Diagnostic;
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::{Config, ConfigError, Opened, Stop};

const FIELDS: &str = "a waiver has a fingerprint, a group or a name, an element and a reason, and may have an author, a date and a day on which it expires";

pub struct Waivers {
    all: Vec<Waiver>,
}

/// One waiver as it is written. Exactly one of the first three is there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Of a mutant.
    fingerprint: Option<String>,
    /// The fingerprint of a mutant in the group.
    group: Option<String>,
    /// Of an element.
    name: Option<String>,
    /// The hash of the element's text.
    element: String,
    reason: Spanned<String>,
    author: Option<String>,
    date: Option<Spanned<Value>>,
    expires: Option<Spanned<Value>>,
}

/// What is wrong, and where in the text.
type Wrong = (&'static str, Range<usize>);

impl Waivers {
    /// The waivers of the configuration.
    pub fn read(opened: &Opened<'_>) -> Result<Waivers, Stop> {
        let all = parse(&opened.config);
        let all = all.map_err(|error| opened.session.refuse_config(&error))?;
        Ok(Waivers { all })
    }

    /// Marks the survivors that are waived. Returns what is to be said about waivers that did nothing.
    pub fn apply(&self, document: &mut Document) -> Vec<Diagnostic> {
        let remarks = waive(document, &self.all);
        remarks.into_iter().map(warning).collect()
    }
}

fn warning(remark: Remark) -> Diagnostic {
    let code = match remark.why {
        Idle::Void => "A0110",
        Idle::Unmatched | Idle::NotNeeded => "A0111",
        Idle::Expired => "A0121",
    };
    let warning = Diagnostic::warning(code, remark.message);
    match remark.help {
        Some(help) => warning.help(help),
        None => warning,
    }
}

fn parse(config: &Config) -> Result<Vec<Waiver>, ConfigError> {
    let entries: Vec<Spanned<Entry>> = config.entries("waiver", FIELDS)?;
    let waivers = entries.into_iter().map(|entry| {
        let whole = entry.span();
        let waiver = entry.into_inner().waiver(whole);
        waiver.map_err(|(why, span)| config.wrong(vec![config.at(span, why).help(FIELDS)]))
    });
    waivers.collect()
}

impl Entry {
    fn waiver(self, whole: Range<usize>) -> Result<Waiver, Wrong> {
        let of = match (self.fingerprint, self.group, self.name) {
            (Some(fingerprint), None, None) => Waives::Mutant(fingerprint),
            (None, Some(fingerprint), None) => Waives::Group(fingerprint),
            (None, None, Some(name)) => Waives::Element(name),
            (None, None, None) => {
                return Err(("a waiver is of a mutant, a group or an element", whole));
            }
            _ => return Err(("a waiver is of one thing only", whole)),
        };
        let reason = self.reason.get_ref();
        // Neither blanks nor dots say anything.
        if !reason.chars().any(char::is_alphanumeric) {
            return Err(("a waiver needs a reason", self.reason.span()));
        }
        Ok(Waiver {
            of,
            element_hash: self.element,
            reason: reason.clone(),
            author: self.author.filter(|a| !a.trim().is_empty()),
            date: self.date.map(day).transpose()?,
            expires: self.expires.map(day).transpose()?,
        })
    }
}

/// A day, with or without quotes.
fn day(value: Spanned<Value>) -> Result<Day, Wrong> {
    let text = match value.get_ref() {
        Value::String(text) => text.clone(),
        Value::Datetime(day) => day.to_string(),
        _ => String::new(),
    };
    Day::new(&text).ok_or(("a day is written as in 2026-11-18", value.span()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Waiver>, String> {
        let config = Config::parse("assay.toml", text.as_bytes()).expect("its tables are right");
        parse(&config).map_err(|error| {
            let [wrong] = error.diagnostics.as_slice() else {
                panic!("one fault");
            };
            let span = wrong.span.expect("every fault has a place");
            let at = error.map.file(span.file).start(span);
            format!("{}:{}: {}", at.line, at.column, wrong.message)
        })
    }

    #[test]
    fn waivers_of_every_kind_are_read() {
        let old = "[[waiver]]\nfingerprint = \"f\"\nelement = \"e\"\nreason = \"so be it\"\n";
        let all = read(&format!(
            "{old}[[waiver]]\ngroup = \"g\"\nelement = \"e\"\nreason = \"it is\"\nauthor = \"Ada\"\ndate = 2026-11-18\nexpires = \"2027-01-01\"\n\
             [[waiver]]\nname = \"lamp\"\nelement = \"e\"\nreason = \"ok\" # why\nauthor = \"\"\ndate = 2026-11-18\n"
        ))
        .expect("they are waivers");
        assert_eq!(all[0].of, Waives::Mutant("f".into()));
        assert_eq!((&all[0].author, &all[0].expires), (&None, &None));
        assert_eq!(all[1].of, Waives::Group("g".into()));
        assert_eq!(all[1].author.as_deref(), Some("Ada"));
        assert_eq!(all[1].date, Day::new("2026-11-18"));
        assert_eq!(all[1].expires, Day::new("2027-01-01"));
        assert_eq!(all[2].of, Waives::Element("lamp".into()));
        assert_eq!(all[2].author, None);
    }

    #[test]
    fn faults_have_a_place() {
        let with = |of: &str, rest: &str| format!("\n[[waiver]]\n{of}\nelement = \"e\"\n{rest}\n");
        for (text, expected) in [
            (with("group = \"g\"", ""), "2:1: missing field `reason`"),
            (
                with("group = \"g\"", "reason = \"...\""),
                "5:10: a waiver needs a reason",
            ),
            (
                with("", "reason = \"r\""),
                "2:1: a waiver is of a mutant, a group or an element",
            ),
            (
                with("group = \"g\"\nname = \"n\"", "reason = \"r\""),
                "2:1: a waiver is of one thing only",
            ),
            (
                with(
                    "name = \"n\"",
                    "reason = \"r\"\nexpires = 2026-11-18T10:00:00Z",
                ),
                "6:11: a day is written as in 2026-11-18",
            ),
            (
                with("name = \"n\"", "reason = \"r\"\nexpires = \"soon\""),
                "6:11: a day is written as in 2026-11-18",
            ),
        ] {
            assert_eq!(read(&text).expect_err(&text), expected, "{text}");
        }
    }
}
