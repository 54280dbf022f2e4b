//! Comparisons.

use super::{Group, Operator, swap_operator};
use crate::model::BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression("eq2neq", Group::Paper, "= becomes <>", |_, e| {
        swap_operator(e, Eq, Ne, "<>")
    }),
    Operator::on_expression("neq2eq", Group::Paper, "<> becomes =", |_, e| {
        swap_operator(e, Ne, Eq, "=")
    }),
    Operator::on_expression("g2ge", Group::Paper, "> becomes >=", |_, e| {
        swap_operator(e, Gt, Ge, ">=")
    }),
    Operator::on_expression("ge2g", Group::Paper, ">= becomes >", |_, e| {
        swap_operator(e, Ge, Gt, ">")
    }),
    Operator::on_expression("l2le", Group::Paper, "< becomes <=", |_, e| {
        swap_operator(e, Lt, Le, "<=")
    }),
    Operator::on_expression("le2l", Group::Paper, "<= becomes <", |_, e| {
        swap_operator(e, Le, Lt, "<")
    }),
    Operator::on_expression("g2l", Group::Paper, "> becomes <", |_, e| {
        swap_operator(e, Gt, Lt, "<")
    }),
    Operator::on_expression("l2g", Group::Paper, "< becomes >", |_, e| {
        swap_operator(e, Lt, Gt, ">")
    }),
    Operator::on_expression("ge2le", Group::Paper, ">= becomes <=", |_, e| {
        swap_operator(e, Ge, Le, "<=")
    }),
    Operator::on_expression("le2ge", Group::Paper, "<= becomes >=", |_, e| {
        swap_operator(e, Le, Ge, ">=")
    }),
];
