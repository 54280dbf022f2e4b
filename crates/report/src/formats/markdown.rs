//! A summary for a pull request: the score, the gates, a table of properties, and the survivors with the changed lines.
//!
//! Everything from the model stands in code spans or fenced blocks that its own text cannot end.

use std::fmt::Write;

use crate::cover::{diff_lines, doubt, gate_line, reasons, stability};
use crate::document::{BaselineVerdict, Document, Mutant};
use crate::style::{one_line, plural, visible};

/// More survivors than this belong into the HTML report.
const MOST: usize = 20;

pub fn cover_to_markdown(document: &Document) -> String {
    let counts = &document.summary.counts;
    let score = match document.summary.score_range {
        None => "nothing to score".to_string(),
        Some([lo, hi]) if lo == hi => format!("{lo:.2} %"),
        Some([lo, hi]) => format!("{lo:.2} % to {hi:.2} %"),
    };
    let mut out = format!(
        "## Mutation coverage of {}{}: {score}\n\n",
        code(&document.input.path),
        document.more_files()
    );
    if !document.complete {
        let why = document.cut.as_deref().unwrap_or("cut short");
        let _ = writeln!(out, "**Incomplete:** {}\n", code(why));
    }
    let _ = writeln!(
        out,
        "{} of {} killed; {} survived, {} unknown, {} equivalent, {} vacuous, {} invalid.\n",
        counts.killed,
        counts.scored(),
        counts.survived,
        counts.unknown,
        counts.equivalent,
        counts.vacuous,
        counts.invalid
    );
    for gate in &document.gates {
        let mark = match gate.word() {
            "passed" => "✅",
            "open" => "❔",
            _ => "❌",
        };
        let _ = writeln!(out, "- {mark} {}", code(&gate_line(gate)));
    }
    if !document.gates.is_empty() {
        out.push('\n');
    }
    sizes(document, &mut out);
    properties(document, &mut out);
    survivors(document, &mut out);
    out
}

fn sizes(document: &Document, out: &mut String) {
    let Some(first) = document.sizes.first() else {
        return;
    };
    let name = code(&first.name).replace('|', "\\|");
    let _ = writeln!(
        out,
        "| {name} | original | asked | killed | by | survived | equivalent | unknown | seconds |"
    );
    out.push_str("|---:|---|---:|---:|---|---:|---:|---:|---:|\n");
    for s in &document.sizes {
        let by = match reasons(s) {
            none if none.is_empty() => "–".to_string(),
            some => code(&some).replace('|', "\\|"),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {by} | {} | {} | {} | {:.2} |",
            s.size,
            s.original.as_str(),
            s.counts.mutants,
            s.counts.killed,
            s.counts.survived,
            s.counts.equivalent,
            s.counts.unknown,
            s.seconds
        );
    }
    let told = [stability(document)].into_iter().chain(doubt(document));
    for text in told {
        let _ = writeln!(out, "\n{}.", code(&text));
    }
    out.push('\n');
}

fn properties(document: &Document, out: &mut String) {
    if document.baseline.is_empty() {
        return;
    }
    out.push_str("| property | on the original | kills | alone |\n|---|---|---:|---:|\n");
    for p in &document.baseline {
        let score = document
            .scores
            .iter()
            .flat_map(|s| &s.properties)
            .find(|s| s.name == p.name && p.verdict == BaselineVerdict::Proved);
        let (kills, alone) = match score {
            Some(s) => (s.killed.to_string(), s.alone.to_string()),
            None => ("–".into(), "–".into()),
        };
        // The words are ours; what a proof holds within is the user's.
        let told = match &p.within {
            None => p.verdict.as_str().to_string(),
            Some(within) => format!(
                "{} within {}",
                p.verdict.as_str(),
                code(&within.to_string())
            ),
        };
        // A bar ends a cell even inside a code span.
        let name = code(&p.name).replace('|', "\\|");
        let _ = writeln!(
            out,
            "| {name} | {} | {kills} | {alone} |",
            told.replace('|', "\\|")
        );
    }
    out.push('\n');
}

fn survivors(document: &Document, out: &mut String) {
    let mut leaders: Vec<&Mutant> = document
        .mutants
        .iter()
        .filter(|m| m.rank.is_some() && m.subsumed_by.is_none())
        .collect();
    leaders.sort_by_key(|m| m.rank);
    if leaders.is_empty() {
        out.push_str("No mutant survived.\n");
    } else {
        let all = document.mutants.iter().filter(|m| m.rank.is_some()).count();
        let _ = writeln!(out, "### {}\n", plural(all, "surviving mutant"));
        if let Some(within) = document.within() {
            let _ = writeln!(
                out,
                "Every proved property holds on them within {}.\n",
                code(&within)
            );
        }
    }
    for m in leaders.iter().take(MOST) {
        let alike = document
            .mutants
            .iter()
            .filter(|f| f.subsumed_by.as_deref() == Some(&m.id))
            .count();
        let alike = match alike {
            0 => String::new(),
            n => format!(", and {n} more like it"),
        };
        let why = match (&m.difference, &m.reason) {
            (Some(d), _) => format!("{} differs at step {}", code(&d.observable), d.step),
            (None, Some(reason)) => code(reason),
            (None, None) => "no difference was looked for".to_string(),
        };
        let file = place(document, m);
        let _ = writeln!(out, "{file}{}: {why}{alike}\n", code(&m.id));
        let (before, after) = diff_lines(document, m);
        let lines = before.iter().map(|l| format!("- {}", visible(l)));
        let lines: Vec<String> = lines
            .chain(after.iter().map(|l| format!("+ {}", visible(l))))
            .collect();
        let fence = "`".repeat(longest_run(&lines.join("\n")).max(2) + 1);
        let _ = writeln!(out, "{fence}diff\n{}\n{fence}\n", lines.join("\n"));
    }
    if leaders.len() > MOST {
        let _ = writeln!(out, "{} more.\n", plural(leaders.len() - MOST, "group"));
    }
    let waived = document.mutants.iter().filter_map(|m| {
        let waived = m.waived.as_ref()?;
        let file = place(document, m);
        Some(format!(
            "- {file}{}: {}\n",
            code(&m.id),
            code(&waived.told())
        ))
    });
    let waived: String = waived.collect();
    if !waived.is_empty() {
        let _ = write!(out, "### Waived, still in the score\n\n{waived}");
    }
}

/// The file and the line, where the id does not say them.
fn place(document: &Document, m: &Mutant) -> String {
    let named = document.named_line(m);
    named.map_or(String::new(), |(file, line)| {
        format!("{}, line {line}: ", code(file))
    })
}

/// A code span that its content cannot end.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return "` `".to_string();
    }
    let ticks = "`".repeat(longest_run(&text) + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_hold_what_they_are_given() {
        assert_eq!(code("a | b"), "`a | b`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("```"), "```` ``` ````");
    }
}
