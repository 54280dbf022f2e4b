//! Choices of a value, and the step of a variable.

use super::{Change, Context, Group, MAX_ITEMS, Operator};
use crate::mutate::place::Place;
use crate::tree::{BinaryOp, ExprKind};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part(
        "set_drop",
        Group::Paper,
        "an element of a set is gone",
        set_drop,
    ),
    Operator::on_part("union2left", Group::Paper, "X union Y becomes X", |c, p| {
        union(c, p, true)
    }),
    Operator::on_part(
        "union2right",
        Group::Paper,
        "X union Y becomes Y",
        |c, p| union(c, p, false),
    ),
    Operator::on_part(
        "next_drop",
        Group::Paper,
        "the next value becomes the present one",
        |c, p| match c.expr(p.id).kind {
            ExprKind::Next(operand) => vec![c.keep_part(p, operand)],
            _ => vec![],
        },
    ),
];

fn set_drop(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let ExprKind::Set(items) = &context.expr(place.id).kind else {
        return vec![];
    };
    if !(2..=MAX_ITEMS).contains(&items.len()) {
        return vec![];
    }
    let drop = |at: usize| {
        let mut others = items.clone();
        let item = context.expr(others.remove(at)).span;
        let kind = match others.as_slice() {
            [one] => context.expr(*one).kind.clone(),
            _ => ExprKind::Set(others),
        };
        let mut change = context.becomes(place, kind);
        change.at = item;
        change.variant = format!("{}", at + 1);
        change
    };
    (0..items.len()).map(drop).collect()
}

fn union(context: &Context<'_>, place: &Place, left: bool) -> Vec<Change> {
    match context.expr(place.id).kind {
        ExprKind::Binary(BinaryOp::Union, a, b) => {
            vec![context.keep_part(place, if left { a } else { b })]
        }
        _ => vec![],
    }
}
