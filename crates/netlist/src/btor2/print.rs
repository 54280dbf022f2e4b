//! Writes a tree as BTOR2. Reading what was written gives the same tree.

use std::fmt::Write;

use super::{Arg, Kind, Line, Literal, Model};

pub fn print(model: &Model) -> String {
    let mut out = String::new();
    for line in &model.lines {
        write(&mut out, model, line);
        out.push('\n');
    }
    out
}

fn write(out: &mut String, model: &Model, line: &Line) {
    let id = |line: super::LineId| model.line(line).id;
    let arg = |arg: &Arg| {
        let sign = if arg.inverted { "-" } else { "" };
        format!("{sign}{}", id(arg.line))
    };
    let mut words: Vec<String> = vec![line.id.to_string(), keyword(&line.kind).into()];
    words.extend(line.sort.map(|sort| id(sort).to_string()));
    match &line.kind {
        Kind::SortBits(width) => words.extend(["bitvec".into(), width.to_string()]),
        Kind::SortArray { index, element } => words.extend([
            "array".into(),
            id(*index).to_string(),
            id(*element).to_string(),
        ]),
        Kind::Constant(Literal::Binary(d) | Literal::Decimal(d) | Literal::Hex(d)) => {
            words.push(d.clone());
        }
        Kind::Init { state, .. } | Kind::Next { state, .. } => words.push(id(*state).to_string()),
        Kind::Justice(args) => words.push(args.len().to_string()),
        _ => {}
    }
    words.extend(line.kind.args().iter().map(arg));
    match line.kind {
        Kind::Extend { by, .. } => words.push(by.to_string()),
        Kind::Slice { upper, lower, .. } => {
            words.extend([upper.to_string(), lower.to_string()]);
        }
        _ => {}
    }
    words.extend(line.symbol.clone());
    out.push_str(&words.join(" "));
    if let Some(comment) = &line.comment {
        let _ = write!(out, " ; {comment}");
    }
}

/// The word after the id.
pub(crate) fn keyword(kind: &Kind) -> &'static str {
    match kind {
        Kind::SortBits(_) | Kind::SortArray { .. } => "sort",
        Kind::Input => "input",
        Kind::State => "state",
        Kind::Constant(Literal::One) => "one",
        Kind::Constant(Literal::Ones) => "ones",
        Kind::Constant(Literal::Zero) => "zero",
        Kind::Constant(Literal::Binary(_)) => "const",
        Kind::Constant(Literal::Decimal(_)) => "constd",
        Kind::Constant(Literal::Hex(_)) => "consth",
        Kind::Op(op, _) => op.name(),
        Kind::Extend { signed: true, .. } => "sext",
        Kind::Extend { signed: false, .. } => "uext",
        Kind::Slice { .. } => "slice",
        Kind::Init { .. } => "init",
        Kind::Next { .. } => "next",
        Kind::Bad(_) => "bad",
        Kind::Constraint(_) => "constraint",
        Kind::Fair(_) => "fair",
        Kind::Output(_) => "output",
        Kind::Justice(_) => "justice",
    }
}
