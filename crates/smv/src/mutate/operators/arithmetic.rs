//! Arithmetic and shifts.

use super::{Group, Operator};
use crate::tree::BinaryOp::{Add, Divide, Modulo, Multiply, ShiftLeft, ShiftRight, Subtract};
use crate::tree::{ExprKind, UnaryOp};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part("plus2minus", Group::Paper, "+ becomes -", |c, p| {
        c.swap_operator(p, Add, Subtract)
    }),
    Operator::on_part("minus2plus", Group::Paper, "binary - becomes +", |c, p| {
        c.swap_operator(p, Subtract, Add)
    }),
    Operator::on_part("mul2plus", Group::More, "* becomes +", |c, p| {
        c.swap_operator(p, Multiply, Add)
    }),
    Operator::on_part("div2mul", Group::More, "/ becomes *", |c, p| {
        c.swap_operator(p, Divide, Multiply)
    }),
    Operator::on_part("mod2div", Group::More, "mod becomes /", |c, p| {
        c.swap_operator(p, Modulo, Divide)
    }),
    Operator::on_part("shl2shr", Group::More, "<< becomes >>", |c, p| {
        c.swap_operator(p, ShiftLeft, ShiftRight)
    }),
    Operator::on_part("shr2shl", Group::More, ">> becomes <<", |c, p| {
        c.swap_operator(p, ShiftRight, ShiftLeft)
    }),
    Operator::on_part("rm_minus", Group::Paper, "-X becomes X", |c, p| {
        match c.expr(p.id).kind {
            ExprKind::Unary(UnaryOp::Minus, operand) => vec![c.keep_part(p, operand)],
            _ => vec![],
        }
    }),
];
