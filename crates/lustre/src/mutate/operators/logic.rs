//! Boolean connectives.

use super::{Context, Group, Operator, Replacement, keep_part, swap_operator};
use crate::model::{BinaryOp, Expr, ExprKind, UnaryOp};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression("or2xor", Group::Paper, "or becomes xor", |_, e| {
        swap_operator(e, BinaryOp::Or, BinaryOp::Xor, "xor")
    }),
    Operator::on_expression("xor2implies", Group::Paper, "xor becomes =>", |_, e| {
        swap_operator(e, BinaryOp::Xor, BinaryOp::Implies, "=>")
    }),
    Operator::on_expression("implies2and", Group::Paper, "=> becomes and", |_, e| {
        swap_operator(e, BinaryOp::Implies, BinaryOp::And, "and")
    }),
    Operator::on_expression("and2or", Group::Paper, "and becomes or", |_, e| {
        swap_operator(e, BinaryOp::And, BinaryOp::Or, "or")
    }),
    Operator::on_expression("or2left", Group::Paper, "X or Y becomes X", |c, e| {
        side(c, e, BinaryOp::Or, true)
    }),
    Operator::on_expression("or2right", Group::Paper, "X or Y becomes Y", |c, e| {
        side(c, e, BinaryOp::Or, false)
    }),
    Operator::on_expression("and2left", Group::Paper, "X and Y becomes X", |c, e| {
        side(c, e, BinaryOp::And, true)
    }),
    Operator::on_expression("and2right", Group::Paper, "X and Y becomes Y", |c, e| {
        side(c, e, BinaryOp::And, false)
    }),
    Operator::on_expression("rm_not", Group::Paper, "not X becomes X", rm_not),
    Operator::on_expression("xor2or", Group::More, "xor becomes or", |_, e| {
        swap_operator(e, BinaryOp::Xor, BinaryOp::Or, "or")
    }),
    Operator::on_expression("and2xor", Group::More, "and becomes xor", |_, e| {
        swap_operator(e, BinaryOp::And, BinaryOp::Xor, "xor")
    }),
    Operator::on_expression("implies2left", Group::More, "X => Y becomes X", |c, e| {
        side(c, e, BinaryOp::Implies, true)
    }),
    Operator::on_expression("implies2right", Group::More, "X => Y becomes Y", |c, e| {
        side(c, e, BinaryOp::Implies, false)
    }),
];

fn side(context: &Context<'_>, expr: &Expr, op: BinaryOp, left: bool) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Binary(o, a, b) if *o == op => {
            vec![keep_part(context, expr, if left { a } else { b })]
        }
        _ => vec![],
    }
}

fn rm_not(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, a) => vec![keep_part(context, expr, a)],
        _ => vec![],
    }
}
