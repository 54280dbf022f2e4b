//! What each line is in the source, so that changes of it can be written in Verilog: a [`Phrase`] for each line that has a
//! place. yosys says it by the names of cells: `$procmux$7` is what an `if` or a `case` chooses, `$procmux$7_CMP0` the
//! question whether a branch is taken; every other one is an operator of an expression.

use assay_source::Span;
use assay_term::{Bits, Value};

use super::Files;
use super::named::Named;
use super::phrase::{Node, Phrase, literal};
use crate::btor2::{Kind, LineId, Model, Op, is_operator};

/// By line.
pub(super) fn phrases(
    model: &Model,
    named: &Named,
    places: &[Option<Span>],
    files: &Files,
) -> Vec<Option<Phrase>> {
    let names = &named.names;
    let targets = targets(model, names);
    let conditional = conditional(model);
    let phrase = |line: LineId| {
        let span = places[line.index()]?;
        let file = files.file(span.file)?;
        let (node, instance) = node(model, line, named, &targets, &conditional)?;
        Some(Phrase {
            text: file.slice(span).to_string(),
            node,
            instance,
            alone: alone(file.text(), span),
        })
    };
    model.ids().map(phrase).collect()
}

/// What the line is, and the instance that it belongs to.
fn node(
    model: &Model,
    line: LineId,
    named: &Named,
    targets: &[Option<String>],
    conditional: &[bool],
) -> Option<(Node, String)> {
    let kind = &model.line(line).kind;
    if *kind == Kind::State {
        let name = named.element(line)?.to_string();
        let instance = name
            .rsplit_once('.')
            .map_or("", |(path, _)| path)
            .to_string();
        if named.is_memory(model, line) {
            return Some((Node::Memory(name), instance));
        }
        // A register with an asynchronous reset is set in two ways at least.
        let conditional = conditional[line.index()] || named.seen_elsewhere[line.index()];
        return Some((Node::Register { name, conditional }, instance));
    }
    if !is_operator(kind) {
        return None;
    }
    let symbol = model.line(line).symbol.as_deref().unwrap_or("");
    let (instance, cell) = match symbol
        .strip_prefix("$flatten\\")
        .and_then(|s| s.split_once(".$"))
    {
        Some((path, cell)) => (path.replace('\\', ""), cell),
        None => (String::new(), symbol.trim_start_matches('$')),
    };
    let chosen = || targets[line.index()].clone().unwrap_or_else(|| "it".into());
    let node = match cell.split_once("procmux$") {
        Some((_, number)) if number.contains('_') => Node::Branch(label(model, kind)),
        Some(_) => Node::Choice(chosen()),
        None if cell.starts_with("auto$") => Node::Choice(chosen()),
        None => Node::Operator,
    };
    Some((node, instance))
}

/// By line: whether it is a register and an `if` or a `case` decides what it gets.
fn conditional(model: &Model) -> Vec<bool> {
    let mut conditional = vec![false; model.lines.len()];
    for line in model.ids() {
        if let Kind::Next { state, value } = model.line(line).kind {
            let symbol = model.line(value.line).symbol.as_deref();
            conditional[state.index()] = symbol.is_some_and(|s| s.contains("$procmux$"));
        }
    }
    conditional
}

/// What a branch of a `case` is compared with.
fn label(model: &Model, kind: &Kind) -> String {
    let constant = |line: LineId| match &model.line(line).kind {
        Kind::Constant(literal) => {
            let width = model.width(line)?;
            Some(Bits::new(width, literal.value(width).ok()?))
        }
        _ => None,
    };
    let value = match kind {
        Kind::Op(Op::Eq, args) => args.iter().find_map(|a| constant(a.line)),
        // A comparison with zero asks whether any bit is set.
        Kind::Op(Op::Not, args) => match &model.line(args[0].line).kind {
            Kind::Op(Op::RedOr, word) => model.width(word[0].line).map(Bits::zero),
            _ => None,
        },
        _ => None,
    };
    value.map_or("a branch".into(), |bits| literal(&Value::Bits(bits)))
}

/// By line: the register, output or wire that a choice is made for.
fn targets(model: &Model, names: &[Option<String>]) -> Vec<Option<String>> {
    let mut targets: Vec<Option<String>> = vec![None; model.lines.len()];
    for line in model.ids() {
        let symbol = model.line(line).symbol.as_deref();
        let (name, value) = match model.line(line).kind {
            Kind::Next { state, value } => (names[state.index()].as_deref(), value.line),
            Kind::Output(arg) | Kind::Extend { by: 0, arg, .. } => {
                (symbol.filter(|s| !s.starts_with('$')), arg.line)
            }
            _ => continue,
        };
        let Some(name) = name else {
            continue;
        };
        let mut open = vec![value];
        while let Some(at) = open.pop() {
            if let Kind::Op(Op::Ite, args) = &model.line(at).kind
                && targets[at.index()].is_none()
            {
                targets[at.index()] = Some(name.to_string());
                open.extend(args[1..].iter().map(|a| a.line));
            }
        }
    }
    targets
}

/// Whether a text stands between brackets, or by itself on one side of an assignment.
fn alone(text: &str, span: Span) -> bool {
    let before = text[..span.start as usize].trim_end().chars().next_back();
    let after = text[span.end as usize..].trim_start().chars().next();
    before.is_none_or(|c| "=([{,?:;".contains(c)) && after.is_none_or(|c| ")]},?:;".contains(c))
}
