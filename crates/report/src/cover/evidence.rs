//! Mutants with their evidence: the execution that kills, or original and mutant in one table.

use std::fmt::Write;

use super::places::{Window, change, file_line, look, margin, source_line, why};
use crate::document::{Document, Mutant, NoticeVerdict, Side, Tag, Verdict};
use crate::run::run_lines;
use crate::style::{Look, clipped, one_line, visible};
use crate::table::pair_table;
use crate::{Style, trace_table};

/// Every mutant in the order of the source.
pub(super) fn all(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let (mut file, mut line) = (None, None);
    let number = |m: &Mutant| document.file_number(m.file());
    let mut mutants: Vec<&Mutant> = document.mutants.iter().collect();
    mutants.sort_by_key(|m| (number(m), m.line, m.column));
    for m in mutants {
        if file.replace(number(m)) != Some(number(m)) {
            line = None;
            let name = file_line(document, m, style);
            if !name.is_empty() {
                let _ = write!(out, "\n{name}");
            }
        }
        if line.replace(m.line) != Some(m.line) {
            let text = source_line(document, m, Window::WHOLE, style);
            let _ = write!(out, "\n{text}");
        }
        out.push_str(&change(document, m, Window::WHOLE, style));
        let _ = writeln!(out, "{}{}", margin(style), verdict_line(document, m, style));
        out.push_str(&evidence(document, m, style));
    }
    out
}

/// One mutant by itself: the change, the verdict, what each property says, and the evidence.
pub fn mutant_to_text(document: &Document, m: &Mutant, style: Style) -> String {
    let mut out = String::new();
    let file = visible(document.file_name(m.file()));
    let place = format!("{file}:{}:{}", m.line, m.column);
    let _ = writeln!(
        out,
        "{}  {} of {}",
        style.paint(Look::Bold, &visible(&m.id)),
        visible(&m.operator),
        visible(&m.element)
    );
    let _ = writeln!(out, "{}", style.paint(Look::Dim, &place));
    out.push_str(&source_diff(document, m, style));
    let _ = writeln!(out, "\n{}", verdict_line(document, m, style));
    let names = m
        .notices
        .all
        .iter()
        .map(|n| crate::style::width(&n.property));
    let names = names.max().unwrap_or(0);
    for n in &m.notices.all {
        let look = match n.verdict {
            NoticeVerdict::Killed => Look::Good,
            NoticeVerdict::Survived => Look::Bad,
            NoticeVerdict::Unknown | NoticeVerdict::NotAsked => Look::Open,
        };
        let word = match n.verdict {
            NoticeVerdict::Killed => "kills it",
            NoticeVerdict::Survived => "holds",
            NoticeVerdict::Unknown => "unknown",
            NoticeVerdict::NotAsked => "not asked",
        };
        let how = [n.stage.as_deref(), n.reason.as_deref()];
        let how: Vec<String> = how.into_iter().flatten().map(one_line).collect();
        let how = if how.is_empty() {
            String::new()
        } else {
            format!("  {}", how.join(", "))
        };
        let _ = writeln!(
            out,
            "  {:names$}  {}{how}",
            visible(&n.property),
            style.paint(look, &format!("{word:9}"))
        );
    }
    out.push_str(&evidence(document, m, style));
    if let Some(within) = document.within() {
        let text = format!("all proofs of this run hold within {within}, not beyond");
        let _ = writeln!(out, "{}", style.paint(Look::Dim, &text));
    }
    let by = m.checked.by.as_deref().unwrap_or("nobody");
    let checked = if m.checked.ok {
        format!("evidence checked: {}", one_line(by))
    } else {
        format!("evidence not checked: {}", one_line(by))
    };
    let _ = writeln!(out, "{}", style.paint(Look::Dim, &checked));
    if let Some(opinion) = &document.second_opinion {
        out.push_str(&opinion.to_text(style));
    }
    if let (Verdict::Survived, Some(hash)) = (m.verdict, &m.element_hash) {
        let waiver = format!(
            "\nto accept it, in assay.toml beside the model:\n  [[waiver]]\n  fingerprint = \"{}\"\n  element = \"{}\"\n  \
             reason = \"...\"",
            visible(&m.fingerprint),
            visible(hash)
        );
        let _ = writeln!(out, "{}", style.paint(Look::Dim, &waiver));
    }
    out
}

/// The lines that change, before and after.
pub(crate) fn diff_lines<'a>(document: &'a Document, m: &Mutant) -> (Vec<&'a str>, Vec<String>) {
    let lines: Vec<&str> = (m.span.start.0..=m.span.end.0)
        .map(|l| document.source_line(m.file(), l))
        .collect();
    let first = lines.first().copied().unwrap_or_default();
    let last = lines.last().copied().unwrap_or_default();
    let before = first.chars().take(m.span.start.1.saturating_sub(1));
    let after = last.chars().skip(m.span.end.1.saturating_sub(1));
    let new: String = before.chain(m.replacement.chars()).chain(after).collect();
    let new = new.lines().filter(|l| !l.trim().is_empty());
    (lines, new.map(String::from).collect())
}

fn source_diff(document: &Document, m: &Mutant, style: Style) -> String {
    let (before, after) = diff_lines(document, m);
    let mut out = String::new();
    for line in before {
        let text = format!("- {}", visible(line));
        let _ = writeln!(out, "{}", style.paint(Look::Bad, &text));
    }
    for line in after {
        let text = format!("+ {}", visible(&line));
        let _ = writeln!(out, "{}", style.paint(Look::Good, &text));
    }
    out
}

fn verdict_line(document: &Document, m: &Mutant, style: Style) -> String {
    let mut out = style.paint(look(m.verdict), m.verdict.as_str());
    if !m.killed_by().is_empty() {
        let by: Vec<String> = m.killed_by().iter().map(|p| visible(p)).collect();
        let _ = write!(out, " by {}", by.join(", "));
    }
    if let Some(size) = document.size_of(m) {
        let _ = write!(out, " at {}", visible(&size));
    }
    if let Some(why) = why(m) {
        let _ = write!(out, ": {why}");
    }
    if m.verdict == Verdict::Survived && m.difference.is_some() {
        let _ = write!(out, ", and {}", document.every_property_holds());
    }
    if m.verdict == Verdict::Survived && m.has(Tag::Unasserted) {
        out.push_str("; executions run this code (unasserted)");
    }
    if m.is_unnoticed() {
        out.push_str("; no generated invariant notices it either");
    }
    if let Some(waived) = &m.waived {
        let _ = write!(out, "; waived: {}", waived.told());
    }
    if let Some(under) = &m.subsumed_by {
        let _ = write!(out, "; like {}", visible(under));
    }
    let _ = write!(out, "  {}", style.paint(Look::Dim, &visible(&m.id)));
    out
}

fn evidence(document: &Document, m: &Mutant, style: Style) -> String {
    let mut out = String::new();
    if let Some(d) = &m.difference {
        let _ = writeln!(
            out,
            "  on the same inputs, original|mutant where they differ\n{}",
            pair_table(
                &d.trace.view(&document.signals),
                &d.mutant_trace.view(&document.signals),
                style
            )
            .trim_end()
        );
    }
    if let Some(e) = &m.excluded {
        let (whose, other) = match e.by {
            Side::Mutant => ("the original", "the mutant"),
            Side::Original => ("the mutant", "the original"),
        };
        let _ = writeln!(
            out,
            "  an execution of {whose} that {other} excludes at step {}\n{}",
            e.step,
            trace_table(&e.trace.view(&document.signals), style).trim_end()
        );
    }
    if let Some(passing) = &m.passing {
        let _ = writeln!(out, "  {}", visible(&passing.told()));
        if let Some(run) = &passing.run {
            out.push_str(&run_lines(run, style));
        }
    }
    if let Some(tree) = &m.tree {
        let title = format!(
            "{} fails: {}",
            visible(&tree.property),
            visible(&tree.formula)
        );
        let _ = writeln!(out, "  {}", clipped(&title, style.width.saturating_sub(2)));
        // Each line of the text is made for a terminal already.
        for line in tree.text.lines() {
            let _ = writeln!(out, "{}", visible(line).trim_end());
        }
    }
    if let Some(trace) = &m.trace {
        let _ = writeln!(
            out,
            "{}",
            trace_table(&trace.view(&document.signals), style).trim_end()
        );
    }
    out
}
