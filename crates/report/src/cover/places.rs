//! Source lines with the changes that survived, or that nobody could decide, underneath.

use std::fmt::Write;

use crate::Style;
use crate::document::{Document, Mutant, Tag, Verdict};
use crate::style::{Look, one_line, plural, visible, width};

/// More places than this are not read in a terminal.
const MOST: usize = 40;
/// The room that line numbers take.
const MARGIN: usize = 5;

/// Survivors that stand for others or for themselves, by rank; then the unknown and the vacuous.
pub fn to_read(document: &Document, style: Style) -> String {
    let mut out = String::new();
    let mut leaders: Vec<&Mutant> = document
        .mutants
        .iter()
        .filter(|m| m.rank.is_some() && m.subsumed_by.is_none())
        .collect();
    leaders.sort_by_key(|m| m.rank);
    if !leaders.is_empty() {
        let all = document.mutants.iter().filter(|m| m.rank.is_some()).count();
        let title = format!("{} that no property notices", plural(all, "change"));
        let folded = match leaders.len() < all {
            true => format!(", {} to read", leaders.len()),
            false => String::new(),
        };
        let _ = writeln!(out, "{}{folded}", style.paint(Look::Bold, &title));
        let shown = leaders.len().min(MOST);
        by_line(document, &leaders[..shown], style, &mut out);
        if shown < leaders.len() {
            let rest = plural(leaders.len() - shown, "more place");
            let _ = writeln!(out, "\n{rest}: --verbose, or --report html=FILE");
        }
        out.push('\n');
    }
    for (verdict, title) in [
        (Verdict::Unknown, "that nobody could decide"),
        (Verdict::Vacuous, "with no execution left"),
    ] {
        let open: Vec<&Mutant> = document
            .mutants
            .iter()
            .filter(|m| m.verdict == verdict)
            .collect();
        if open.is_empty() {
            continue;
        }
        let title = format!("{} {title}", plural(open.len(), "change"));
        let _ = writeln!(out, "{}", style.paint(Look::Bold, &title));
        let shown = open.len().min(MOST);
        by_line(document, &open[..shown], style, &mut out);
        if shown < open.len() {
            let _ = writeln!(out, "\n{} more", open.len() - shown);
        }
        out.push('\n');
    }
    out
}

/// The mutants under their source lines. Lines come in the order of the first of their mutants.
fn by_line(document: &Document, mutants: &[&Mutant], style: Style, out: &mut String) {
    let mut lines: Vec<usize> = Vec::new();
    for m in mutants {
        if !lines.contains(&m.line) {
            lines.push(m.line);
        }
    }
    for line in lines {
        out.push_str(&source_line(document, line, style));
        for m in mutants.iter().filter(|m| m.line == line) {
            out.push_str(&change(document, m, style));
            let _ = writeln!(out, "{}{}", margin(style), said(document, m, style));
        }
    }
}

/// An empty line, then the line with its number.
pub fn source_line(document: &Document, line: usize, style: Style) -> String {
    let number = style.paint(Look::Dim, &format!("{line:>MARGIN$} |"));
    format!("\n{number} {}\n", visible(document.source_line(line)))
}

pub fn margin(style: Style) -> String {
    style.paint(Look::Dim, &format!("{:MARGIN$} | ", ""))
}

/// Marks under what is replaced, and what it becomes.
pub fn change(document: &Document, m: &Mutant, style: Style) -> String {
    let text = document.source_line(m.line);
    let (from, to) = match (m.start_line == m.line, m.end_line == m.line) {
        (true, true) => (m.start_column, m.end_column),
        (true, false) => (m.start_column, width(text) + 1),
        _ => (m.column, m.column + 1),
    };
    // Tabs before the mark keep it where an editor would show it.
    let lead: String = text
        .chars()
        .chain(std::iter::repeat(' '))
        .take(from.saturating_sub(1))
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    let marks = "^".repeat(to.saturating_sub(from).max(1));
    let becomes = match m.replacement.as_str() {
        "" => "removed".to_string(),
        text => one_line(text),
    };
    let look = look(m.verdict);
    format!(
        "{}{lead}{} {}\n",
        margin(style),
        style.paint(look, &marks),
        style.paint(Look::Bold, &becomes)
    )
}

pub fn look(verdict: Verdict) -> Look {
    match verdict {
        Verdict::Killed => Look::Good,
        Verdict::Survived => Look::Bad,
        _ => Look::Open,
    }
}

/// Verdict, what differs or why, what is folded under it, and the id.
fn said(document: &Document, m: &Mutant, style: Style) -> String {
    let verdict = style.paint(look(m.verdict), m.verdict.as_str());
    let why = why(m).map(|w| format!(": {w}")).unwrap_or_default();
    let alike = document
        .mutants
        .iter()
        .filter(|f| f.subsumed_by.as_deref() == Some(&m.id))
        .count();
    let alike = match alike {
        0 => String::new(),
        n => format!(" (and {n} more like it)"),
    };
    let id = style.paint(Look::Dim, &visible(&m.id));
    format!("{verdict}{why}{alike}  {id}")
}

/// What is known about it in half a sentence.
pub fn why(m: &Mutant) -> Option<String> {
    if let Some(d) = &m.difference {
        let masked = if m.has(Tag::Masked) {
            ", which no output shows"
        } else {
            ""
        };
        return Some(format!(
            "{} differs at step {}{masked}",
            visible(&d.observable),
            d.step
        ));
    }
    m.reason.as_deref().map(one_line)
}
