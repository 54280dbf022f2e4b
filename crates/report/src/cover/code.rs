//! What a compiler says of mutants: survivors that it makes the original's code of are probably equivalent.

use std::fmt::Write;

use crate::Style;
use crate::document::{Document, Verdict};
use crate::style::{clipped, visible};

pub(super) fn section(document: &Document, style: Style) -> String {
    if document.same_code.is_empty() {
        return String::new();
    }
    let alike = document.same_code.iter().filter(|s| s.like.is_some());
    let originals = document.same_code.iter().filter(|s| s.like.is_none());
    let survives = |id: &str| {
        let found = document.mutants.iter().find(|m| m.id == id);
        found.is_some_and(|m| m.verdict == Verdict::Survived)
    };
    let survivors = originals.map(|s| &*s.mutant).filter(|id| survives(id));
    let survivors: Vec<String> = survivors.map(visible).collect();
    let mut out = format!(
        "object code (`cc -O2`): {} mutants have that of another mutant; {} survivors have that of the original\n",
        alike.count(),
        survivors.len()
    );
    if !survivors.is_empty() {
        let line = format!("  {}", survivors.join(" "));
        let _ = writeln!(out, "{}", clipped(&line, style.width));
        out.push_str("  they are probably equivalent; undefined behaviour can fool a compiler, so they count as survivors\n");
    }
    out
}
