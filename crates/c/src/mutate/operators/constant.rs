//! Constants become other ones.

use crate::mutate::context::Context;
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::{Found, int};
use crate::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// What a constant becomes.
#[derive(Clone, Copy, PartialEq)]
enum To {
    Zero,
    One,
    MinusOne,
    OneMore,
    OneLess,
}

pub fn integer(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let ExprKind::Int(literal) = &context.unit.expr(id).kind else {
        return vec![];
    };
    let value = i128::try_from(literal.value).unwrap_or(i128::MAX);
    use To::*;
    replaced(context, id, value, &[Zero, One, MinusOne, OneMore, OneLess])
}

pub fn character(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    match &context.unit.expr(id).kind {
        ExprKind::Char(literal) if literal.units.len() == 1 => {
            let value = i128::from(literal.units[0]);
            replaced(context, id, value, &[To::Zero, To::OneMore, To::OneLess])
        }
        _ => vec![],
    }
}

/// Of several that have one value, the first.
fn replaced(context: &Context<'_>, id: ExprId, value: i128, list: &[To]) -> Vec<Found> {
    let at = context.unit.expr(id).place.first as usize;
    let Some(text) = context.one(at) else {
        return vec![];
    };
    let written = context.slice(text.span);
    let before = context.map.file(text.span.file).text()[..text.span.start as usize].chars();
    let after_minus = before.last() == Some('-');
    let mut values = vec![value];
    let mut found = Vec::new();
    for &to in list {
        let plus = |op| New::Binary(op, Box::new(New::Old(id)), Box::new(int(1)));
        let (becomes, new, replacement, variant) = match to {
            To::Zero => (0, int(0), "0".to_owned(), "0"),
            To::One => (1, int(1), "1".to_owned(), "1"),
            To::MinusOne => {
                let new = New::Unary(UnaryOp::Minus, Box::new(int(1)));
                let enclosed = after_minus || context.is(at + 1, "[");
                let text = if enclosed { "(-1)" } else { "-1" };
                (-1, new, text.to_owned(), "-1")
            }
            To::OneMore => {
                let text = format!("(({written})+1)");
                (value.saturating_add(1), plus(BinaryOp::Add), text, "C+1")
            }
            To::OneLess => {
                let text = format!("(({written})-1)");
                (value - 1, plus(BinaryOp::Sub), text, "C-1")
            }
        };
        if values.contains(&becomes) {
            continue;
        }
        values.push(becomes);
        found.push(Found {
            text,
            at: text.span,
            replacement,
            variant: variant.to_owned(),
            tokens: at..at + 1,
            edits: vec![Edit::Expr(id, new)],
        });
    }
    found
}
