//! What each size of the model killed, from which size on nothing new is killed, and mutants by their strength.

use std::fmt::Write;

use super::tables::{Column, render};
use crate::Style;
use crate::document::{BaselineVerdict, Document, Mutant, Size, Verdict};
use crate::style::{plural, visible, wrapped};

/// A row for each size, and what they come to.
pub(super) fn table(document: &Document, style: Style) -> String {
    let rows: Vec<&Size> = document.sizes.iter().collect();
    let Some(first) = rows.first() else {
        return String::new();
    };
    let mut columns = vec![
        Column::new(&visible(&first.name), &rows, |s| s.size.to_string()),
        Column::new("original", &rows, |s| s.original.as_str().to_string()).aligned_left(),
        Column::new("asked", &rows, |s| s.counts.mutants.to_string()),
        Column::new("killed", &rows, |s| s.counts.killed.to_string()),
        Column::new("survived", &rows, |s| s.counts.survived.to_string()),
        Column::new("equivalent", &rows, |s| s.counts.equivalent.to_string()),
        Column::new("unknown", &rows, |s| s.counts.unknown.to_string()),
        Column::new("terms", &rows, |s| s.terms.to_string()),
    ];
    if rows.iter().any(|s| s.effort.is_some()) {
        let effort = |s: &Size| s.effort.map(|e| format!("{} + {}", e.original, e.mutants));
        columns.push(Column::new("effort", &rows, |s| {
            effort(s).unwrap_or_default()
        }));
    }
    columns.push(Column::new("seconds", &rows, |s| {
        format!("{:.2}", s.seconds)
    }));
    let mut out = render(&columns, style);
    let killing = rows.iter().filter(|s| !s.reasons.is_empty());
    let texts = killing.map(|s| format!("{}: kills by {}", s.told(), reasons(s)));
    for text in texts.chain([stability(document)]).chain(doubt(document)) {
        for line in wrapped(&text, style.width) {
            let _ = writeln!(out, "{}", visible(&line));
        }
    }
    out
}

/// `bounds 3, unwinding 1`
pub(crate) fn reasons(size: &Size) -> String {
    let reasons = size.reasons.iter();
    let reasons: Vec<String> = reasons.map(|(class, n)| format!("{class} {n}")).collect();
    reasons.join(", ")
}

/// What is known of the size from which on nothing new is killed.
pub(crate) fn stability(document: &Document) -> String {
    let Some(last) = document.sizes.last() else {
        return String::new();
    };
    let name = &last.name;
    match document.stable {
        Some(Some(stable)) if stable == last.size => {
            format!("stable at {name}={stable}: no mutant is left that a larger size could kill")
        }
        Some(Some(stable)) => format!(
            "stable at {name}={stable}: {name}={} kills nothing new",
            last.size
        ),
        _ => format!(
            "no stable size was found up to {name}={}: a larger one may kill more",
            last.size
        ),
    }
}

/// What is to be said of kills at sizes at which the original is not proved.
pub(crate) fn doubt(document: &Document) -> Option<String> {
    let unproved = |s: &&Size| s.original == BaselineVerdict::Unknown;
    let sizes: Vec<String> = document
        .sizes
        .iter()
        .filter(unproved)
        .map(Size::told)
        .collect();
    (!sizes.is_empty()).then(|| {
        format!(
            "at {} the original is not proved as a whole: kills there are of limited confidence",
            sizes.join(", ")
        )
    })
}

/// Every mutant that a property could notice, the strongest first: survivors, then what only a large size kills, then what took the solver
/// most, then what few properties kill.
pub fn strength_to_text(document: &Document, style: Style) -> String {
    let counts = |m: &&Mutant| {
        matches!(
            m.verdict,
            Verdict::Survived | Verdict::Unknown | Verdict::Killed
        )
    };
    let mut rows: Vec<&Mutant> = document.mutants.iter().filter(counts).collect();
    rows.sort_by_key(|m| {
        let strongest_first = std::cmp::Reverse((m.verdict != Verdict::Killed, m.size, m.effort));
        (strongest_first, m.killed_by().len())
    });
    if rows.is_empty() {
        return String::new();
    }
    let number = |n: Option<u64>| n.map_or("?".to_string(), |n| n.to_string());
    let mut columns =
        vec![Column::new("verdict", &rows, |m| m.verdict.as_str().to_string()).aligned_left()];
    if let Some(size) = document.sizes.first() {
        columns.push(Column::new(&visible(&size.name), &rows, |m| number(m.size)));
    }
    columns.push(Column::new("effort", &rows, |m| number(m.effort)));
    let ratio = |m: &Mutant| {
        document
            .strength(m)
            .map_or("?".to_string(), |r| format!("{r:.2}"))
    };
    columns.push(Column::new("of the original's", &rows, |m| ratio(m)));
    columns.push(Column::new("mutant", &rows, |m| visible(&m.id)).aligned_left());
    columns.push(Column::new("killed by", &rows, killers).aligned_left());
    render(&columns, style)
}

/// The first checks that kill it, and how many more do.
fn killers(m: &Mutant) -> String {
    const FEW: usize = 2;
    let all = m.killed_by();
    let shown: Vec<String> = all.iter().take(FEW).map(|p| visible(p)).collect();
    match all.len().saturating_sub(FEW) {
        0 => shown.join(", "),
        more => format!("{} and {}", shown.join(", "), plural(more, "more check")),
    }
}
