//! Logical operators and negation.

use super::{Change, Context, Group, Operator};
use crate::mutate::Values;
use crate::mutate::place::Place;
use crate::tree::BinaryOp::{And, Iff, Implies, Or, Xnor, Xor};
use crate::tree::{BinaryOp, ExprKind, UnaryOp};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part("and2or", Group::Paper, "& becomes |", |c, p| {
        c.swap_operator(p, And, Or)
    }),
    Operator::on_part("or2and", Group::Paper, "| becomes &", |c, p| {
        c.swap_operator(p, Or, And)
    }),
    Operator::on_part("or2xor", Group::More, "| becomes xor", |c, p| {
        c.swap_operator(p, Or, Xor)
    }),
    Operator::on_part("xor2xnor", Group::Paper, "xor becomes xnor", |c, p| {
        c.swap_operator(p, Xor, Xnor)
    }),
    Operator::on_part("xnor2xor", Group::Paper, "xnor becomes xor", |c, p| {
        c.swap_operator(p, Xnor, Xor)
    }),
    Operator::on_part("implies2and", Group::Paper, "-> becomes &", |c, p| {
        c.swap_operator(p, Implies, And)
    }),
    Operator::on_part("implies2iff", Group::More, "-> becomes <->", |c, p| {
        c.swap_operator(p, Implies, Iff)
    }),
    Operator::on_part("iff2implies", Group::More, "<-> becomes ->", |c, p| {
        c.swap_operator(p, Iff, Implies)
    }),
    Operator::on_part("iff2xor", Group::Paper, "<-> becomes xor", |c, p| {
        c.swap_operator(p, Iff, Xor)
    }),
    Operator::on_part("and2left", Group::Paper, "X & Y becomes X", |c, p| {
        side(c, p, And, true)
    }),
    Operator::on_part("and2right", Group::Paper, "X & Y becomes Y", |c, p| {
        side(c, p, And, false)
    }),
    Operator::on_part("or2left", Group::Paper, "X | Y becomes X", |c, p| {
        side(c, p, Or, true)
    }),
    Operator::on_part("or2right", Group::Paper, "X | Y becomes Y", |c, p| {
        side(c, p, Or, false)
    }),
    Operator::on_part("implies2right", Group::More, "X -> Y becomes Y", |c, p| {
        side(c, p, Implies, false)
    }),
    Operator::on_part("rm_not", Group::Paper, "!X becomes X", rm_not),
    Operator::on_part(
        "negate",
        Group::More,
        "a Boolean variable or definition is negated",
        negate,
    ),
];

fn side(context: &Context<'_>, place: &Place, from: BinaryOp, left: bool) -> Vec<Change> {
    match context.expr(place.id).kind {
        ExprKind::Binary(op, a, b) if op == from => {
            vec![context.keep_part(place, if left { a } else { b })]
        }
        _ => vec![],
    }
}

fn rm_not(context: &Context<'_>, place: &Place) -> Vec<Change> {
    match context.expr(place.id).kind {
        ExprKind::Unary(UnaryOp::Not, operand) => vec![context.keep_part(place, operand)],
        _ => vec![],
    }
}

/// Where a name is all of a condition, `cond_neg` negates it, and behind `!` it is `rm_not`.
fn negate(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let kind = &context.expr(place.id).kind;
    let named = matches!(
        kind,
        ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..)
    );
    let boolean = context.types.values(place.id) == Some(&Values::Bool);
    if !named || !boolean || place.condition || place.negated || context.types.is_literal(place.id)
    {
        return vec![];
    }
    vec![negated(context, place)]
}

/// `!X` in the place of `X`.
pub(super) fn negated(context: &Context<'_>, place: &Place) -> Change {
    let operand = context.expr(place.id).kind.clone();
    let not = ExprKind::Unary(UnaryOp::Not, context.next_id());
    context.becomes_all(place, vec![operand, not])
}
