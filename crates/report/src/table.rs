//! A trace as a table: one row for each signal, one column for each step, inputs first.
//!
//! A value that is the same as one step before is a `.`, so that what changed stands out. Signals other than inputs that
//! never change are gathered below the table. A table that is wider than the terminal is cut into blocks of steps; each block
//! starts with full values, so that it can be read by itself.

use assay_system::Role;

use crate::style::Look;
use crate::value::{Plain, show};
use crate::{Signal, Style, TraceView};

const UNCHANGED: &str = ".";
const INDENT: usize = 2;
const GAP: usize = 2;

/// The table, each line ending in a newline. A trace of no steps or signals gives the empty string.
pub fn trace_table(view: &TraceView, style: Style) -> String {
    let mut out = String::new();
    if view.length == 0 || view.signals.is_empty() {
        return out;
    }
    let constant = |s: &Signal| {
        view.length > 1 && s.role != Role::Input && s.values.windows(2).all(|w| w[0] == w[1])
    };
    let (still, moving): (Vec<&Signal>, Vec<&Signal>) =
        view.signals.iter().partition(|s| constant(s));
    let rows: Vec<Row> = moving.iter().map(|s| Row::new(s)).collect();
    let names = rows
        .iter()
        .map(|r| width(r.name) + 2)
        .chain([4])
        .max()
        .unwrap_or(4);
    let mut first = 0;
    while first < view.length {
        let last = block_end(
            &rows,
            first,
            view.length,
            style.width.saturating_sub(INDENT + names),
        );
        if first > 0 {
            out.push('\n');
        }
        block(&mut out, &rows, names, first, last, style);
        first = last;
    }
    if !still.is_empty() {
        let parts: Vec<String> = still
            .iter()
            .map(|s| format!("{} = {}", s.name, show(&s.kind, &s.values[0])))
            .collect();
        paragraph(&mut out, "unchanged: ", &parts, style);
    }
    for function in &view.functions {
        let parts: Vec<String> = function
            .rows
            .iter()
            .map(|(args, value)| {
                let args: Vec<String> = args.iter().map(|a| Plain(a).to_string()).collect();
                format!("{}({}) = {}", function.name, args.join(", "), Plain(value))
            })
            .collect();
        paragraph(&mut out, "where ", &parts, style);
    }
    out
}

struct Row<'a> {
    name: &'a str,
    role: Role,
    cells: Vec<String>,
    changed: Vec<bool>,
}

impl<'a> Row<'a> {
    fn new(signal: &'a Signal) -> Row<'a> {
        Row {
            name: &signal.name,
            role: signal.role,
            cells: signal
                .values
                .iter()
                .map(|v| show(&signal.kind, v))
                .collect(),
            changed: (0..signal.values.len())
                .map(|n| n == 0 || signal.values[n] != signal.values[n - 1])
                .collect(),
        }
    }

    /// What the table shows at a step of a block that starts at `first`.
    fn cell(&self, step: usize, first: usize) -> &str {
        if self.changed[step] || step == first {
            &self.cells[step]
        } else {
            UNCHANGED
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn column_width(rows: &[Row], step: usize, first: usize) -> usize {
    let cells = rows.iter().map(|r| width(r.cell(step, first)));
    cells.chain([step.to_string().len()]).max().unwrap_or(1)
}

/// The first step that no longer fits; a block has at least one step.
fn block_end(rows: &[Row], first: usize, length: usize, room: usize) -> usize {
    let mut used = 0;
    for step in first..length {
        used += GAP + column_width(rows, step, first);
        if used > room && step > first {
            return step;
        }
    }
    length
}

fn block(out: &mut String, rows: &[Row], names: usize, first: usize, last: usize, style: Style) {
    let widths: Vec<usize> = (first..last)
        .map(|step| column_width(rows, step, first))
        .collect();
    let mut line = format!("{:INDENT$}{:names$}", "", "step");
    for (step, w) in (first..last).zip(&widths) {
        line.push_str(&format!("{:GAP$}{step:>w$}", ""));
    }
    out.push_str(&style.paint(Look::Dim, &line));
    out.push('\n');
    let mut role = None;
    for row in rows {
        if role != Some(row.role) {
            role = Some(row.role);
            let title = match row.role {
                Role::Input => "inputs",
                Role::Output => "outputs",
                Role::Local => "locals",
                Role::Internal => "internal",
            };
            out.push_str(&format!(
                "{:INDENT$}{}\n",
                "",
                style.paint(Look::Dim, title)
            ));
        }
        out.push_str(&format!("{:INDENT$}  {:w$}", "", row.name, w = names - 2));
        for (step, w) in (first..last).zip(&widths) {
            let cell = row.cell(step, first);
            let pad = w - width(cell);
            let painted = match row.changed[step] {
                true => cell.to_string(),
                false => style.paint(Look::Dim, cell),
            };
            out.push_str(&format!("{:GAP$}{:pad$}{painted}", "", ""));
        }
        out.push('\n');
    }
}

/// Comma-separated parts after a lead, wrapped to the width.
fn paragraph(out: &mut String, lead: &str, parts: &[String], style: Style) {
    let mut line = format!("{:INDENT$}{lead}", "");
    let mut empty = true;
    for (i, part) in parts.iter().enumerate() {
        let comma = if i + 1 < parts.len() { "," } else { "" };
        if !empty && width(&line) + width(part) + 2 > style.width {
            out.push_str(&style.paint(Look::Dim, &line));
            out.push('\n');
            line = format!("{:w$}", "", w = INDENT + width(lead));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(part);
        line.push_str(comma);
        empty = false;
    }
    out.push_str(&style.paint(Look::Dim, &line));
    out.push('\n');
}
