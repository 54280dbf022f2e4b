//! The harness beside its mutants: is there a stronger one next door?

use std::fmt::Write;

use crate::Style;
use crate::document::{Document, Neighbour, Strength};
use crate::style::{Look, clipped, one_line, visible};

/// So many of a class are shown one by one.
const SHOWN: usize = 10;

pub(super) fn section(document: &Document, style: Style) -> String {
    let Some(harness) = &document.harness else {
        return String::new();
    };
    let accept = harness.neighbours.len() + harness.left;
    let accepting = if accept == 1 {
        "mutant of the harness accepts"
    } else {
        "mutants of the harness accept"
    };
    let title = format!("{accept} {accepting} the program");
    let mut out = format!(
        "{}; of the program's own mutants the harness kills {} and {} survive\n",
        style.paint(Look::Bold, &title),
        harness.killed,
        harness.survived,
    );
    if harness.unknown > 0 {
        let _ = writeln!(
            out,
            "{} of them are undecided and not compared",
            harness.unknown
        );
    }
    let stronger = "a stronger harness next door";
    let all: Vec<&Neighbour> = harness.with(Strength::Stronger).collect();
    list(&mut out, document, &all, stronger, style);
    let title = "not needed in the harness: without it the proof and every kill stay";
    let removed = |n: &Neighbour| n.lost.is_empty() && is_removal(document, n);
    let equal = |wanted: bool| {
        let all = harness.with(Strength::Equal);
        all.filter(move |n| removed(n) == wanted)
            .collect::<Vec<_>>()
    };
    list(&mut out, document, &equal(true), title, style);
    list(
        &mut out,
        document,
        &equal(false),
        "as strong as the harness",
        style,
    );
    let vacuous = "without an execution that comes to an assertion";
    let all: Vec<&Neighbour> = harness.with(Strength::Vacuous).collect();
    list(&mut out, document, &all, vacuous, style);
    for (strength, word) in [(Strength::Weaker, "weaker"), (Strength::Open, "undecided")] {
        let count = harness.with(strength).count();
        if count > 0 {
            let _ = writeln!(out, "{word}: {count}");
        }
    }
    if let Some(why) = &harness.cut {
        let _ = writeln!(out, "{} not looked at: {}", harness.left, one_line(why));
    }
    out
}

/// Whether it only lacks something that the harness has: what stands in its place is punctuation.
fn is_removal(document: &Document, neighbour: &Neighbour) -> bool {
    let mutant = document.mutants.iter().find(|m| m.id == neighbour.mutant);
    let is_code = |text: &str| text.chars().any(char::is_alphanumeric);
    mutant.is_some_and(|m| is_code(&m.original) && !is_code(&m.replacement))
}

fn list(out: &mut String, document: &Document, all: &[&Neighbour], title: &str, style: Style) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(out, "{title}: {}", all.len());
    for neighbour in all.iter().take(SHOWN) {
        let mut line = format!("  {}", visible(&neighbour.mutant));
        if let Some(m) = document.mutants.iter().find(|m| m.id == neighbour.mutant) {
            let _ = match m.replacement.as_str() {
                "" => write!(line, "  `{}` removed", one_line(&m.original)),
                new => write!(
                    line,
                    "  `{}` becomes `{}`",
                    one_line(&m.original),
                    one_line(new)
                ),
            };
        }
        if !neighbour.gained.is_empty() {
            let _ = write!(line, "  kills {}", neighbour.gained.join(" "));
        }
        let _ = writeln!(out, "{}", clipped(&line, style.width));
    }
    if all.len() > SHOWN {
        let _ = writeln!(out, "  and {} more: --format json", all.len() - SHOWN);
    }
}
