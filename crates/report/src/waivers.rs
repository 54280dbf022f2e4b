//! Survivors that somebody has accepted.
//!
//! A waiver is about a mutant, about the group of survivors that a mutant is in, or about an element. It also has a hash of the element's text, and is void as
//! soon as the element reads otherwise: what was accepted then may be wrong now. It says why, and may say who accepted it, when, and until when. A
//! waived survivor leaves the list of survivors and the gate for new ones; it stays in the score, because no property has learnt to notice
//! it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Document;
use crate::document::{Mutant, Verdict, Waived};

/// What a waiver accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waives {
    /// The mutant with this fingerprint.
    Mutant(String),
    /// All survivors in the group of the mutant with this fingerprint.
    Group(String),
    /// All survivors of the element of this name.
    Element(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiver {
    pub of: Waives,
    /// The hash of the element's text when the waiver was written.
    pub element_hash: String,
    pub reason: String,
    pub author: Option<String>,
    pub date: Option<Day>,
    /// The last day on which it holds.
    pub expires: Option<Day>,
}

/// A day of the calendar, as ISO 8601 writes it: `2026-11-18`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(String);

impl Day {
    /// None if there is no such day.
    pub fn new(text: &str) -> Option<Day> {
        let plain = text.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
        if text.len() != 10 || !plain {
            return None;
        }
        let number = |range: std::ops::Range<usize>| text[range].parse::<u32>().ok();
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=days).contains(&day).then(|| Day(text.to_string()))
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Day, String> {
        Day::new(&text).ok_or_else(|| format!("`{text}` is no day"))
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.0
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a waiver did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The text of the element has changed since.
    Void,
    /// What it is about is not there.
    Unmatched,
    /// What it is about does not survive.
    NotNeeded,
    Expired,
}

/// What is to be said about a waiver that did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub why: Idle,
    pub message: String,
    pub help: Option<String>,
}

/// Marks the survivors that are waived on the day of the run. Returns what is to be said about waivers that did nothing.
pub fn waive(document: &mut Document, waivers: &[Waiver]) -> Vec<Remark> {
    for m in &mut document.mutants {
        m.waived = None;
    }
    // Groups as they are without waivers: these take survivors out of them.
    document.derive();
    let today = document
        .run
        .as_ref()
        .and_then(|r| Day::new(r.date.get(..10)?));
    let mut remarks = Vec::new();
    let mut accepted: Vec<(usize, Waived)> = Vec::new();
    for waiver in waivers {
        match waiver.accepts(document, today.as_ref()) {
            Ok(mutants) => accepted.extend(mutants.into_iter().map(|m| (m, waiver.mark()))),
            Err(remark) => remarks.push(remark),
        }
    }
    for (m, waived) in accepted {
        document.mutants[m].waived.get_or_insert(waived);
    }
    document.derive();
    remarks
}

impl Waiver {
    /// What it is about, as a sentence goes on after "the waiver of".
    fn about(&self) -> String {
        match &self.of {
            Waives::Mutant(fingerprint) => fingerprint.clone(),
            Waives::Group(fingerprint) => format!("the group of {fingerprint}"),
            Waives::Element(name) => format!("element {name}"),
        }
    }

    fn mark(&self) -> Waived {
        Waived {
            reason: self.reason.clone(),
            author: self.author.clone(),
            date: self.date.clone(),
            expires: self.expires.clone(),
        }
    }

    /// The mutants that it accepts, by their places.
    fn accepts(&self, document: &Document, today: Option<&Day>) -> Result<Vec<usize>, Remark> {
        let remark = |why, message: String| Remark {
            why,
            message,
            help: None,
        };
        let about = self.about();
        if let (Some(last), Some(today)) = (&self.expires, today)
            && last < today
        {
            let message = format!("the waiver of {about} has expired: it held until {last}");
            return Err(Remark {
                help: Some("if the reason still holds, set another day".into()),
                ..remark(Idle::Expired, message)
            });
        }
        let candidates = self.candidates(document);
        let Some(first) = candidates.first().map(|&m| &document.mutants[m]) else {
            let nothing = match self.of {
                Waives::Element(_) => "matches no element with mutants",
                Waives::Mutant(_) | Waives::Group(_) => "matches no mutant",
            };
            return Err(remark(
                Idle::Unmatched,
                format!("the waiver of {about} {nothing}"),
            ));
        };
        let named = match &self.of {
            Waives::Mutant(_) => first.id.clone(),
            Waives::Group(_) => format!("the group of {}", first.id),
            Waives::Element(_) => about,
        };
        let survive = |m: &usize| document.mutants[*m].verdict == Verdict::Survived;
        let survivors: Vec<usize> = candidates.iter().copied().filter(survive).collect();
        if survivors.is_empty() {
            let why = match self.of {
                Waives::Element(_) => "none of its mutants survives".to_string(),
                Waives::Mutant(_) | Waives::Group(_) => {
                    format!("the mutant is {}", first.verdict.as_str())
                }
            };
            let message = format!("the waiver of {named} is not needed: {why}");
            return Err(remark(Idle::NotNeeded, message));
        }
        let hash = |m: usize| document.mutants[m].element_hash.as_deref();
        let same = |m: &usize| hash(*m) == Some(self.element_hash.as_str());
        let accepted: Vec<usize> = survivors.iter().copied().filter(same).collect();
        if accepted.is_empty() {
            let message = format!(
                "the waiver of {named} is void: the text of {} has changed since it was written",
                first.element
            );
            let now = hash(survivors[0]).unwrap_or_default();
            return Err(Remark {
                help: Some(format!(
                    "if the reason still holds, set element = \"{now}\""
                )),
                ..remark(Idle::Void, message)
            });
        }
        Ok(accepted)
    }

    /// The mutants that it is about, whatever became of them; the one that it names first.
    fn candidates(&self, document: &Document) -> Vec<usize> {
        let all = document.mutants.iter().enumerate();
        let named = |fingerprint: &str| {
            let mut all = all.clone();
            all.find(|(_, m)| m.fingerprint == fingerprint)
        };
        match &self.of {
            Waives::Mutant(fingerprint) => {
                named(fingerprint).map(|(at, _)| at).into_iter().collect()
            }
            Waives::Group(fingerprint) => {
                let Some((at, member)) = named(fingerprint) else {
                    return vec![];
                };
                if member.verdict != Verdict::Survived {
                    return vec![at];
                }
                let leader = leader(member);
                let others = all.filter(|(i, m)| {
                    *i != at && m.verdict == Verdict::Survived && self::leader(m) == leader
                });
                std::iter::once(at).chain(others.map(|(i, _)| i)).collect()
            }
            Waives::Element(name) => {
                let of = all.filter(|(_, m)| m.element == *name);
                of.map(|(i, _)| i).collect()
            }
        }
    }
}

/// The id of the mutant that stands for its group.
fn leader(m: &Mutant) -> &str {
    m.subsumed_by.as_deref().unwrap_or(&m.id)
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn days_are_those_of_the_calendar() {
        for day in ["2026-11-18", "2024-02-29", "2000-02-29", "0001-12-31"] {
            assert_eq!(Day::new(day).expect(day).to_string(), day);
        }
        for none in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-1-1",
            "26-11-18",
            "2026/11/18",
            "2026-11-18T00",
            "2026-11-1é",
            "",
        ] {
            assert_eq!(Day::new(none), None, "{none}");
        }
        assert!(Day::new("2026-11-18") < Day::new("2027-01-01"));
    }
}
