//! Mutation coverage as text for people.
//!
//! The text shows the source line of each survivor with the change under it: a survivor is only useful if a person
//! understands it.

use std::fmt::Write;

use crate::document::{BaselineVerdict, Document, Mutant, Tag, Verdict};
use crate::style::Look;
use crate::{Style, trace_table};

/// `verbose`: every mutant with its evidence; else survivors and what is open.
pub fn cover_to_text(document: &Document, style: Style, verbose: bool) -> String {
    let mut out = String::new();
    let mut shown: Vec<&Mutant> = document
        .mutants
        .iter()
        .filter(|m| {
            verbose
                || matches!(
                    m.verdict,
                    Verdict::Survived | Verdict::Unknown | Verdict::Vacuous
                )
        })
        .collect();
    shown.sort_by_key(|m| (m.line, m.column));
    let mut last_line = 0;
    for m in shown {
        if m.line != last_line {
            let number = format!("{:>5} | ", m.line);
            let _ = writeln!(
                out,
                "\n{}{}",
                style.paint(Look::Dim, &number),
                document.source_line(m.line)
            );
            last_line = m.line;
        }
        out.push_str(&mutant_lines(document, m, style, verbose));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&summary(document, style));
    out
}

fn mutant_lines(document: &Document, m: &Mutant, style: Style, verbose: bool) -> String {
    let look = match m.verdict {
        Verdict::Killed => Look::Good,
        Verdict::Survived => Look::Bad,
        _ => Look::Open,
    };
    let mut out = String::new();
    let (from, width) = match m.start_line == m.line {
        true => (m.start_column, first_line(&m.original).chars().count()),
        false => (m.column, 1),
    };
    let marks = format!("{}{}", " ".repeat(from - 1), "^".repeat(width.max(1)));
    let change = match m.replacement.as_str() {
        "" => "removed".to_string(),
        text => first_line(text),
    };
    let _ = writeln!(
        out,
        "        {} {} {}  {}",
        style.paint(look, &marks),
        style.paint(look, m.verdict.as_str()),
        style.paint(Look::Bold, &change),
        style.paint(Look::Dim, &m.id)
    );
    if let Some(reason) = &m.reason {
        let _ = writeln!(out, "        {reason}");
    }
    if !m.killed_by.is_empty() {
        let _ = writeln!(out, "        killed by {}", m.killed_by.join(", "));
    }
    if let Some(d) = &m.difference {
        let masked = if m.has(Tag::Masked) {
            ", which no output shows"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "        {} differs at step {}{masked}, and no property notices",
            d.observable, d.step
        );
        if verbose {
            let _ = writeln!(
                out,
                "    original\n{}",
                trace_table(&d.trace.view(&document.signals), style).trim_end()
            );
            let _ = writeln!(
                out,
                "    mutant\n{}",
                trace_table(&d.mutant_trace.view(&document.signals), style).trim_end()
            );
        }
    }
    if let (true, Some(trace)) = (verbose, &m.trace) {
        let _ = writeln!(
            out,
            "{}",
            trace_table(&trace.view(&document.signals), style).trim_end()
        );
    }
    out
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.len() < text.len() {
        true => format!("{line} ..."),
        false => line.to_string(),
    }
}

fn summary(document: &Document, style: Style) -> String {
    let mut out = String::new();
    for p in &document.baseline {
        if p.verdict != BaselineVerdict::Proved {
            let verdict = p.verdict.as_str();
            let _ = writeln!(out, "{} is {verdict} on the original and left out", p.name);
        }
    }
    let counts = &document.summary.counts;
    let scored = counts.scored();
    let score = match document.summary.score_range {
        None => "no mutant to score".to_string(),
        Some([lo, hi]) if lo == hi => format!("score {lo:.2} %"),
        Some([lo, hi]) => format!("score {lo:.2} % to {hi:.2} %"),
    };
    let _ = writeln!(
        out,
        "{}  {} of {scored} killed",
        style.paint(Look::Bold, &score),
        counts.killed
    );
    let others = [
        ("survived", counts.survived),
        ("equivalent", counts.equivalent),
        ("vacuous", counts.vacuous),
        ("invalid", counts.invalid),
        ("unknown", counts.unknown),
    ];
    let rest: Vec<String> = others
        .iter()
        .filter(|(_, n)| *n > 0)
        .map(|(w, n)| format!("{n} {w}"))
        .collect();
    if !rest.is_empty() {
        let _ = writeln!(
            out,
            "{} mutants: {} killed, {}",
            counts.mutants,
            counts.killed,
            rest.join(", ")
        );
    }
    for p in document.proved() {
        let kills = document
            .mutants
            .iter()
            .filter(|m| m.killed_by.contains(&p.name))
            .count();
        let _ = writeln!(out, "  {}  {} kills {kills}", bar(kills, scored), p.name);
    }
    let stages: Vec<String> = document
        .stages
        .iter()
        .filter(|s| s.decided > 0)
        .map(|s| format!("{} {}", s.stage, s.decided))
        .collect();
    let _ = writeln!(
        out,
        "decided by {}; proof {:.2} s, all {:.2} s",
        stages.join(", "),
        document.times.proof,
        document.seconds
    );
    if let Some(cut) = &document.cut {
        let _ = writeln!(
            out,
            "{}",
            style.paint(Look::Open, &format!("incomplete: {cut}"))
        );
    }
    out
}

/// Twenty characters.
fn bar(part: usize, whole: usize) -> String {
    let full = (20 * part).checked_div(whole).unwrap_or(0);
    format!("{}{}", "#".repeat(full), ".".repeat(20 - full))
}
