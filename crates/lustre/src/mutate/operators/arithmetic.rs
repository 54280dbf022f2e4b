//! Arithmetic.

use super::{Context, Group, Operator, Replacement, keep_part, swap_operator};
use crate::model::BinaryOp::{Add, Div, Mul, Sub};
use crate::model::{Expr, ExprKind, UnaryOp};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression("plus2minus", Group::Paper, "+ becomes -", |_, e| {
        swap_operator(e, Add, Sub, "-")
    }),
    Operator::on_expression("minus2plus", Group::Paper, "binary - becomes +", |_, e| {
        swap_operator(e, Sub, Add, "+")
    }),
    Operator::on_expression("rm_minus", Group::Paper, "-X becomes X", rm_minus),
    Operator::on_expression("mul2plus", Group::More, "* becomes +", |_, e| {
        swap_operator(e, Mul, Add, "+")
    }),
    Operator::on_expression("div2mul", Group::More, "/ becomes *", |_, e| {
        swap_operator(e, Div, Mul, "*")
    }),
];

fn rm_minus(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, a) => vec![keep_part(context, expr, a)],
        _ => vec![],
    }
}
