//! Comparisons.

use super::{Group, Operator};
use crate::tree::BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part("eq2neq", Group::Paper, "= becomes !=", |c, p| {
        c.swap_operator(p, Equal, NotEqual)
    }),
    Operator::on_part("neq2eq", Group::Paper, "!= becomes =", |c, p| {
        c.swap_operator(p, NotEqual, Equal)
    }),
    Operator::on_part("g2ge", Group::Paper, "> becomes >=", |c, p| {
        c.swap_operator(p, Greater, GreaterEqual)
    }),
    Operator::on_part("ge2g", Group::Paper, ">= becomes >", |c, p| {
        c.swap_operator(p, GreaterEqual, Greater)
    }),
    Operator::on_part("l2le", Group::Paper, "< becomes <=", |c, p| {
        c.swap_operator(p, Less, LessEqual)
    }),
    Operator::on_part("le2l", Group::Paper, "<= becomes <", |c, p| {
        c.swap_operator(p, LessEqual, Less)
    }),
    Operator::on_part("g2l", Group::More, "> becomes <", |c, p| {
        c.swap_operator(p, Greater, Less)
    }),
    Operator::on_part("l2g", Group::More, "< becomes >", |c, p| {
        c.swap_operator(p, Less, Greater)
    }),
    Operator::on_part("ge2le", Group::More, ">= becomes <=", |c, p| {
        c.swap_operator(p, GreaterEqual, LessEqual)
    }),
    Operator::on_part("le2ge", Group::More, "<= becomes >=", |c, p| {
        c.swap_operator(p, LessEqual, GreaterEqual)
    }),
];
