//! Properties and gates as JUnit test cases, for build servers.
//!
//! A property that holds on the original passes, whatever it kills: its output says how much. Failures are violated properties and
//! gates that did not pass; a property that nobody decided is skipped, with the reason. Survivors are in the suite's output.

use std::fmt::Write;

use super::{change, story};
use crate::cover::gate_line;
use crate::document::{BaselineVerdict, Document, Gate, Mutant, Property};

pub fn cover_to_junit(document: &Document) -> String {
    let violated = |v: &BaselineVerdict| *v == BaselineVerdict::Violated;
    let baseline = &document.baseline;
    let failures = baseline.iter().filter(|p| violated(&p.verdict)).count()
        + document.gates.iter().filter(|g| !g.passed()).count();
    let skipped = baseline
        .iter()
        .filter(|p| p.verdict == BaselineVerdict::Unknown)
        .count();
    let tests = baseline.len() + document.gates.len();
    let counts = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{:.3}\"",
        document.seconds
    );
    let suite = attribute(&document.input.path);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"assay cover\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"{suite}\" {counts}>");
    properties(document, &mut out);
    for p in baseline {
        property(document, p, &suite, &mut out);
    }
    for gate in &document.gates {
        gate_case(gate, &suite, &mut out);
    }
    let _ = writeln!(
        out,
        "    <system-out>{}</system-out>",
        text(&survivors(document))
    );
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// A property of the original as a test case.
fn property(document: &Document, p: &Property, suite: &str, out: &mut String) {
    let name = attribute(&p.name);
    let file = p.span.as_ref().filter(|_| document.has_several_files());
    let class = file.map_or(suite.to_string(), |at| attribute(&at.file));
    let _ = write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"");
    let reason = p.reason.as_deref().unwrap_or("undecided");
    let _ = match p.verdict {
        BaselineVerdict::Proved => {
            let score = document
                .scores
                .iter()
                .flat_map(|s| &s.properties)
                .find(|s| s.name == p.name);
            let kills = score.map(|s| {
                let (killed, asked, alone) = (s.killed, s.asked, s.alone);
                format!("kills {killed} of {asked} mutants, {alone} alone")
            });
            let bounded = p.within.as_ref().map(|_| p.told());
            let said: Vec<String> = bounded.into_iter().chain(kills).collect();
            let said = text(&said.join("; "));
            writeln!(out, "><system-out>{said}</system-out></testcase>")
        }
        BaselineVerdict::Violated => {
            let told = attribute(&format!("{} on the original", p.told()));
            writeln!(
                out,
                "><failure type=\"violated\" message=\"{told}\"/></testcase>"
            )
        }
        BaselineVerdict::Unknown => {
            let why = attribute(&format!("unknown on the original: {reason}"));
            writeln!(out, "><skipped message=\"{why}\"/></testcase>")
        }
    };
}

fn gate_case(gate: &Gate, suite: &str, out: &mut String) {
    let name = match gate {
        Gate::MinScore { .. } => "min-score",
        Gate::NewSurvivors { .. } => "new-survivors",
    };
    let _ = write!(
        out,
        "    <testcase classname=\"{suite}\" name=\"gate: {name}\""
    );
    let line = gate_line(gate);
    let _ = if gate.passed() {
        writeln!(out, "><system-out>{}</system-out></testcase>", text(&line))
    } else {
        writeln!(
            out,
            "><failure type=\"gate\" message=\"{}\"/></testcase>",
            attribute(&line)
        )
    };
}

fn properties(document: &Document, out: &mut String) {
    let counts = &document.summary.counts;
    let score = document.summary.score.map(|s| format!("{s:.2}"));
    let facts = [
        ("score", score.unwrap_or_default()),
        ("mutants", counts.mutants.to_string()),
        ("killed", counts.killed.to_string()),
        ("survived", counts.survived.to_string()),
        ("unknown", counts.unknown.to_string()),
        ("equivalent", counts.equivalent.to_string()),
        ("vacuous", counts.vacuous.to_string()),
        ("invalid", counts.invalid.to_string()),
        ("complete", document.complete.to_string()),
    ];
    out.push_str("    <properties>\n");
    for (name, value) in facts {
        let _ = writeln!(out, "      <property name=\"{name}\" value=\"{value}\"/>");
    }
    out.push_str("    </properties>\n");
}

fn survivors(document: &Document) -> String {
    let mut ranked: Vec<&Mutant> = document
        .mutants
        .iter()
        .filter(|m| m.rank.is_some())
        .collect();
    ranked.sort_by_key(|m| m.rank);
    let mut out = match &document.cut {
        Some(why) => format!("incomplete: {why}\n"),
        None => String::new(),
    };
    if ranked.is_empty() {
        out.push_str("no survivors\n");
    }
    for m in ranked {
        let file = document.named_line(m);
        let file = file.map_or(String::new(), |(file, line)| format!("{file}:{line}: "));
        let _ = writeln!(out, "{file}{}  {}: {}", m.id, change(m), story(document, m));
    }
    out
}

fn text(text: &str) -> String {
    escape(text, false)
}

fn attribute(text: &str) -> String {
    escape(text, true)
}

/// XML 1.0 has no place for most control characters, not even escaped.
fn escape(text: &str, attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' if attribute => {
                let _ = write!(out, "&#{};", u32::from(c));
            }
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            c => out.push(c),
        }
    }
    out
}
