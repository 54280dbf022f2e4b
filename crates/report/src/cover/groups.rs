//! Mutants that somebody has to look at, in groups: survivors under their source lines, and what is undecided or vacuous by reason.

use std::fmt::Write;

use super::places::{Window, beside_margin, change, file_line, look, margin, source_line};
use super::sentence::{of_group, property};
use crate::Style;
use crate::document::{Document, Mutant, Verdict};
use crate::style::{Look, clipped, one_line, plural, visible, wrapped};

/// More groups than this are not read in a terminal.
const MOST: usize = 10;

/// Survivors with those that are folded under them, the best rank first.
pub(crate) fn of_survivors(document: &Document) -> Vec<Vec<&Mutant>> {
    let ranked = document.mutants.iter().filter(|m| m.rank.is_some());
    let (leaders, folded): (Vec<_>, Vec<_>) = ranked.partition(|m| m.subsumed_by.is_none());
    let mut groups: Vec<Vec<&Mutant>> = leaders.into_iter().map(|m| vec![m]).collect();
    groups.sort_by_key(|g| g[0].rank);
    let at: std::collections::HashMap<&str, usize> = groups
        .iter()
        .enumerate()
        .map(|(i, g)| (g[0].id.as_str(), i))
        .collect();
    for m in folded {
        if let Some(&i) = m.subsumed_by.as_deref().and_then(|under| at.get(under)) {
            groups[i].push(m);
        }
    }
    groups
}

/// The first groups of survivors, each with its place and one sentence.
pub(super) fn survivors(document: &Document, style: Style) -> String {
    let groups = of_survivors(document);
    let all: usize = groups.iter().map(Vec::len).sum();
    if all == 0 {
        return String::new();
    }
    let mut title = plural(all, "surviving mutant");
    if groups.len() < all {
        let _ = write!(title, " in {}", plural(groups.len(), "group"));
    }
    let within = document
        .within()
        .map(|w| format!("within {w}, not beyond\n"));
    let each = if all == 1 { "it" } else { "each of them" };
    let mut out = format!(
        "{}: every {} holds on {each}\n{}",
        style.paint(Look::Bold, &title),
        property(document),
        within.unwrap_or_default()
    );
    for group in groups.iter().take(MOST) {
        let (m, sentence) = of_group(document, group);
        let window = Window::around(document, m, style);
        let file = file_line(document, m, style);
        let line = source_line(document, m, window, style);
        let change = change(document, m, window, style);
        let _ = write!(out, "\n{file}{line}{change}");
        let id = id_and_more(m, group.len());
        let text = match sentence {
            Some(sentence) => format!("{id}: {sentence}"),
            None => id,
        };
        for line in wrapped(&text, beside_margin(style)) {
            let _ = writeln!(out, "{}{line}", margin(style));
        }
    }
    if groups.len() > MOST {
        let rest = plural(groups.len() - MOST, "more group");
        let _ = writeln!(out, "\n{rest}: --verbose, or --report html=FILE");
    }
    out
}

fn id_and_more(m: &Mutant, members: usize) -> String {
    match members {
        0 | 1 => visible(&m.id),
        n => format!("{} and {} more", visible(&m.id), n - 1),
    }
}

/// What could not be decided, and mutants without executions: one line for each reason.
pub(super) fn open(document: &Document, style: Style) -> String {
    let mut out = String::new();
    for (verdict, noun) in [
        (Verdict::Unknown, "undecided mutant"),
        (Verdict::Vacuous, "vacuous mutant"),
    ] {
        let mut reasons: Vec<(&str, Vec<&Mutant>)> = Vec::new();
        for m in document.mutants.iter().filter(|m| m.verdict == verdict) {
            let reason = m.reason.as_deref().unwrap_or_default();
            match reasons.iter_mut().find(|(r, _)| *r == reason) {
                Some((_, those)) => those.push(m),
                None => reasons.push((reason, vec![m])),
            }
        }
        if reasons.is_empty() {
            continue;
        }
        // The most frequent first; of equal ones the one that comes first in the model.
        reasons.sort_by_key(|(_, those)| std::cmp::Reverse(those.len()));
        let all = reasons.iter().map(|(_, those)| those.len()).sum();
        let _ = writeln!(out, "{}", style.paint(look(verdict), &plural(all, noun)));
        for (reason, those) in reasons.iter().take(MOST) {
            let line = format!(
                "  {}: {}",
                id_and_more(those[0], those.len()),
                one_line(reason)
            );
            let _ = writeln!(out, "{}", clipped(&line, style.width));
        }
        if reasons.len() > MOST {
            let _ = writeln!(out, "  {}", plural(reasons.len() - MOST, "more reason"));
        }
    }
    out
}
