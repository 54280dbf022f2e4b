//! Elements with the killed-by matrix and the cores, operators with their bars, and stages.

use std::collections::HashMap;
use std::fmt::Write;

use crate::Style;
use crate::document::{Counts, Document, Element, Target};
use crate::style::{Look, plural, visible, width};

/// A larger matrix is for the page, not for the terminal.
const MOST_PROPERTIES: usize = 12;
const MOST_ELEMENTS: usize = 40;

/// Rows are elements: killed of scored, slice, core and MUST where they are known, and how many of the element's mutants
/// each property kills.
pub(super) fn elements(document: &Document, style: Style) -> String {
    let rows: Vec<&Element> = document
        .elements
        .iter()
        .filter(|e| e.counts.mutants > 0)
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    if rows.len() > MOST_ELEMENTS {
        return in_numbers(&rows);
    }
    let properties: Vec<&str> = document.proved().map(|p| p.name.as_str()).collect();
    let matrix = properties.len() <= MOST_PROPERTIES;
    let mut columns = vec![Column::new("element", &rows, |e| visible(&e.name)).aligned_left()];
    columns.push(Column::new("killed", &rows, |e| share(&e.counts)));
    type Flag = fn(&Element) -> Option<bool>;
    let flags: [(&str, Flag); 5] = [
        ("slice", |e| Some(e.slice)),
        ("core", |e| e.core),
        ("must", |e| e.must),
        ("may", |e| e.may),
        ("inv", |e| e.invariants),
    ];
    for (title, flag) in flags {
        if rows.iter().any(|e| flag(e).is_some()) {
            columns.push(Column::new(title, &rows, |e| yes_or_no(flag(e))));
        }
    }
    if matrix {
        let kills = kills(document);
        for (i, &p) in properties.iter().enumerate() {
            let count = |e: &Element| match kills.get(&(e.name.as_str(), p)) {
                None => ".".to_string(),
                Some(n) => n.to_string(),
            };
            columns.push(Column::new(&letter(i), &rows, count));
        }
    }
    let mut out = render(&columns, style);
    if matrix {
        let legend = properties.iter().enumerate();
        let legend: Vec<String> = legend
            .map(|(i, p)| format!("{} {}", letter(i), visible(p)))
            .collect();
        let _ = writeln!(
            out,
            "{}",
            style.paint(Look::Dim, &format!("  kills by {}", legend.join(", ")))
        );
    }
    out
}

fn in_numbers(rows: &[&Element]) -> String {
    let of = |wanted: &dyn Fn(&Element) -> bool| rows.iter().filter(|e| wanted(e)).count();
    let mut parts = vec![format!("{} in the slice", of(&|e| e.slice))];
    let known = |flag: &dyn Fn(&Element) -> Option<bool>| rows.iter().any(|e| flag(e).is_some());
    if known(&|e| e.core) {
        parts.push(format!("{} in the core", of(&|e| e.core == Some(true))));
    }
    if known(&|e| e.must) {
        parts.push(format!("{} in MUST", of(&|e| e.must == Some(true))));
    }
    let unnoticed = of(&|e| e.counts.killed == 0 && e.counts.scored() > 0);
    parts.push(format!("{unnoticed} of which no mutant is killed"));
    format!(
        "{}: {}; the matrix is in --report html=FILE\n",
        plural(rows.len(), "element"),
        parts.join(", ")
    )
}

/// How many mutants of an element a property kills.
fn kills(document: &Document) -> HashMap<(&str, &str), usize> {
    let mut kills = HashMap::new();
    for m in document
        .mutants
        .iter()
        .filter(|m| m.target == Target::Element)
    {
        for p in m.killed_by() {
            *kills.entry((m.element.as_str(), p.as_str())).or_default() += 1;
        }
    }
    kills
}

/// `A` to `L`.
fn letter(index: usize) -> String {
    char::from(b'A' + (index % 26) as u8).to_string()
}

fn share(counts: &Counts) -> String {
    format!("{}/{}", counts.killed, counts.scored())
}

fn yes_or_no(flag: Option<bool>) -> String {
    match flag {
        None => "?",
        Some(true) => "yes",
        Some(false) => "-",
    }
    .to_string()
}

/// A bar for each operator, the worst last.
pub(super) fn operators(document: &Document, style: Style) -> String {
    let Some(scores) = &document.scores else {
        return String::new();
    };
    let mut rows: Vec<_> = scores
        .operators
        .iter()
        .filter(|o| o.counts.scored() > 0)
        .collect();
    rows.sort_by(|a, b| {
        (b.counts.killed * a.counts.scored()).cmp(&(a.counts.killed * b.counts.scored()))
    });
    if rows.is_empty() {
        return String::new();
    }
    let columns = [
        Column::new("operator", &rows, |o| visible(&o.name)).aligned_left(),
        Column::new("killed", &rows, |o| share(&o.counts)),
        Column::new("", &rows, |o| bar(o.counts.killed, o.counts.scored())),
    ];
    render(&columns, style)
}

/// A stage that decided nothing is shown where somebody waited for it, in seconds.
const WAITED: f64 = 0.5;

pub(super) fn stages(document: &Document, style: Style) -> String {
    let rows: Vec<_> = document
        .stages
        .iter()
        .filter(|s| s.decided > 0 || s.seconds >= WAITED)
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let columns = [
        Column::new("stage", &rows, |s| visible(&s.stage)).aligned_left(),
        Column::new("decided", &rows, |s| s.decided.to_string()),
        Column::new("seconds", &rows, |s| format!("{:.2}", s.seconds)),
    ];
    let times = document.times;
    format!(
        "{}{}\n",
        render(&columns, style),
        style.paint(
            Look::Dim,
            &format!(
                "  proof {:.2} s, differences {:.2} s, check of the evidence {:.2} s, all {:.2} s",
                times.proof, times.explain, times.check, document.seconds
            )
        )
    )
}

/// Twenty characters. A part that is neither nothing nor all looks like neither.
pub(super) fn bar(part: usize, whole: usize) -> String {
    const LENGTH: usize = 20;
    let full = match (LENGTH * part).checked_div(whole) {
        None => 0,
        Some(0) if part > 0 => 1,
        Some(n) => n,
    };
    format!("{}{}", "#".repeat(full), ".".repeat(LENGTH - full))
}

pub(super) struct Column {
    title: String,
    cells: Vec<String>,
    left: bool,
}

impl Column {
    pub(super) fn new<T>(title: &str, rows: &[&T], cell: impl Fn(&T) -> String) -> Column {
        Column {
            title: title.to_string(),
            cells: rows.iter().map(|r| cell(r)).collect(),
            left: false,
        }
    }

    pub(super) fn aligned_left(self) -> Column {
        Column { left: true, ..self }
    }

    fn padded(&self, text: &str) -> String {
        let most = self.cells.iter().map(|c| width(c)).max().unwrap_or(0);
        let pad = " ".repeat(most.max(width(&self.title)) - width(text));
        if self.left {
            format!("{text}{pad}")
        } else {
            format!("{pad}{text}")
        }
    }
}

pub(super) fn render(columns: &[Column], style: Style) -> String {
    let line = |texts: Vec<String>| format!("  {}", texts.join("  ")).trim_end().to_string();
    let titles = line(columns.iter().map(|c| c.padded(&c.title)).collect());
    let mut out = format!("{}\n", style.paint(Look::Dim, &titles));
    let rows = columns.first().map_or(0, |c| c.cells.len());
    for row in 0..rows {
        let cells = columns.iter().map(|c| c.padded(&c.cells[row])).collect();
        let _ = writeln!(out, "{}", line(cells));
    }
    out
}
