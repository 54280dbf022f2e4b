//! A trace as a table: one row for each signal, one column for each step, inputs first.
//!
//! A value that is the same as one step before is a `.`, so that what changed stands out. Signals other than inputs that
//! never change are gathered below the table. A table that is wider than the terminal is cut into blocks of steps; each block
//! starts with full values, so that it can be read by itself.
//!
//! Under the steps of a lasso a row shows what repeats: `[` at the step that is returned to, `]` at the last one.
//!
//! Two traces over the same signals make one table: a cell in which they differ holds both values, as in `OFF|HEAT`.

use assay_system::Role;

use crate::run::run_lines;
use crate::style::{Look, visible, width};
use crate::value::{Plain, show};
use crate::{FunctionTable, Signal, Style, TraceView};

const UNCHANGED: &str = ".";
const INDENT: usize = 2;
const GAP: usize = 2;

/// The table, or the run where the language tells it. Each line ends in a newline. A trace of no steps or signals gives the empty string.
pub fn trace_table(view: &TraceView, style: Style) -> String {
    if let Some(run) = &view.run {
        return run_lines(run, style);
    }
    table_from(view, 0, style)
}

/// The same for a path whose first step has this number.
pub(crate) fn table_from(view: &TraceView, number: usize, style: Style) -> String {
    let rows = view.signals.iter().map(Row::new).collect();
    let shape = Shape {
        length: view.length,
        back: view.back,
        number,
    };
    let mut out = table(rows, shape, &view.functions, style);
    if let (Some(told), false) = (view.told_loop(number), out.is_empty()) {
        paragraph(&mut out, "", &[told], style);
    }
    out
}

/// Both traces in one table. Signals that only one of them has are left out.
pub(crate) fn pair_table(original: &TraceView, mutant: &TraceView, style: Style) -> String {
    let length = original.length.min(mutant.length);
    let twin = |s: &Signal| mutant.signals.iter().find(|t| t.name == s.name);
    let rows = original
        .signals
        .iter()
        .filter_map(|s| twin(s).map(|t| Row::pair(s, t, length)));
    let shape = Shape {
        length,
        back: None,
        number: 0,
    };
    table(rows.collect(), shape, &original.functions, style)
}

/// The steps of an execution.
#[derive(Clone, Copy)]
struct Shape {
    length: usize,
    /// The step that the last one goes back to, counted from 0.
    back: Option<usize>,
    /// What the first step is called.
    number: usize,
}

fn table(rows: Vec<Row>, shape: Shape, functions: &[FunctionTable], style: Style) -> String {
    let length = shape.length;
    let mut out = String::new();
    if length == 0 || rows.is_empty() {
        return out;
    }
    let constant = |r: &Row| {
        let moves = r.changed.iter().skip(1).any(|c| *c);
        length > 1 && r.role != Role::Input && !moves && !r.differs.contains(&true)
    };
    let (still, moving): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(constant);
    let names = moving
        .iter()
        .map(|r| width(&r.name) + 2)
        .chain([4])
        .max()
        .unwrap_or(4);
    let mut first = 0;
    while first < length {
        let room = style.width.saturating_sub(INDENT + names);
        let last = block_end(&moving, first, shape, room);
        if first > 0 {
            out.push('\n');
        }
        let steps = Steps { first, last, shape };
        block(&mut out, &moving, names, steps, style);
        first = last;
    }
    if !still.is_empty() {
        let parts: Vec<String> = still
            .iter()
            .map(|r| format!("{} = {}", r.name, r.cells[0]))
            .collect();
        paragraph(&mut out, "unchanged: ", &parts, style);
    }
    for function in functions {
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

struct Row {
    name: String,
    role: Role,
    cells: Vec<String>,
    /// Against the step before.
    changed: Vec<bool>,
    /// Between two traces.
    differs: Vec<bool>,
}

impl Row {
    fn new(signal: &Signal) -> Row {
        Row::pair(signal, signal, signal.values.len())
    }

    fn pair(signal: &Signal, other: &Signal, length: usize) -> Row {
        let values: Vec<_> = signal.values.iter().zip(&other.values).collect();
        let cell = |n: usize| match values[n] {
            (a, b) if a == b => show(&signal.kind, a),
            (a, b) => format!("{}|{}", show(&signal.kind, a), show(&other.kind, b)),
        };
        Row {
            name: visible(&signal.name),
            role: signal.role,
            cells: (0..length).map(|n| visible(&cell(n))).collect(),
            changed: (0..length)
                .map(|n| n == 0 || values[n] != values[n - 1])
                .collect(),
            differs: (0..length).map(|n| values[n].0 != values[n].1).collect(),
        }
    }

    /// What the table shows at a step of a block that starts at `first`. What differs is always shown.
    fn cell(&self, step: usize, first: usize) -> &str {
        if self.changed[step] || self.differs[step] || step == first {
            &self.cells[step]
        } else {
            UNCHANGED
        }
    }
}

fn column_width(rows: &[Row], step: usize, first: usize, number: usize) -> usize {
    let cells = rows.iter().map(|r| width(r.cell(step, first)));
    let title = (number + step).to_string().len();
    cells.chain([title]).max().unwrap_or(1)
}

/// The first step that no longer fits; a block has at least one step.
fn block_end(rows: &[Row], first: usize, shape: Shape, room: usize) -> usize {
    let mut used = 0;
    for step in first..shape.length {
        used += GAP + column_width(rows, step, first, shape.number);
        if used > room && step > first {
            return step;
        }
    }
    shape.length
}

/// Some of the steps of an execution.
#[derive(Clone, Copy)]
struct Steps {
    first: usize,
    /// Exclusive.
    last: usize,
    /// Of the whole execution.
    shape: Shape,
}

impl Steps {
    /// What the row of the loop shows at a step.
    fn mark(self, step: usize) -> &'static str {
        let Shape { length, back, .. } = self.shape;
        match back {
            Some(back) if step == back && step + 1 == length => "[]",
            Some(back) if step == back => "[",
            Some(_) if step + 1 == length => "]",
            Some(back) if step > back => "-",
            _ => "",
        }
    }
}

fn block(out: &mut String, rows: &[Row], names: usize, steps: Steps, style: Style) {
    let Steps { first, last, shape } = steps;
    let number = shape.number;
    let widths: Vec<usize> = (first..last)
        .map(|step| column_width(rows, step, first, number))
        .collect();
    let mut line = format!("{:INDENT$}{:names$}", "", "step");
    for (step, w) in (first..last).zip(&widths) {
        line.push_str(&format!("{:GAP$}{:>w$}", "", number + step));
    }
    out.push_str(&style.paint(Look::Dim, &line));
    out.push('\n');
    if shape.back.is_some() {
        let mut line = format!("{:INDENT$}{:names$}", "", "loop");
        for (step, w) in (first..last).zip(&widths) {
            line.push_str(&format!("{:GAP$}{:>w$}", "", steps.mark(step)));
        }
        out.push_str(&style.paint(Look::Dim, line.trim_end()));
        out.push('\n');
    }
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
            let painted = match (row.differs[step], row.changed[step]) {
                (true, _) => style.paint(Look::Bad, cell),
                (false, true) => cell.to_string(),
                (false, false) => style.paint(Look::Dim, cell),
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
