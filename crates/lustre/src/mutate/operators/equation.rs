//! Whole equations: removed, replaced by a constant, or only their first value replaced. As in the
//! authors' tool, constants are not given to enumerations and subranges.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::OperatorRole::{FirstValue, Removal, StuckAt};
use super::{LeafChange, Operator};
use crate::model::{Type, Value};

pub const OPERATORS: &[Operator] = &[
    Operator::on_equation(
        "equation_remove",
        Removal,
        "the variable takes any value",
        |_| Some(LeafChange::Free),
    ),
    Operator::on_equation(
        "init_false",
        FirstValue,
        "the first value becomes false",
        |t| boolean(t, false).map(LeafChange::First),
    ),
    Operator::on_equation(
        "init_true",
        FirstValue,
        "the first value becomes true",
        |t| boolean(t, true).map(LeafChange::First),
    ),
    Operator::on_equation("init_5", FirstValue, "the first value becomes 5", |t| {
        number(t, 5).map(LeafChange::First)
    }),
    Operator::on_equation("init_-1", FirstValue, "the first value becomes -1", |t| {
        number(t, -1).map(LeafChange::First)
    }),
    Operator::on_equation("equal_false", StuckAt, "the equation becomes false", |t| {
        boolean(t, false).map(LeafChange::Always)
    }),
    Operator::on_equation("equal_true", StuckAt, "the equation becomes true", |t| {
        boolean(t, true).map(LeafChange::Always)
    }),
    Operator::on_equation("equal_5", StuckAt, "the equation becomes 5", |t| {
        number(t, 5).map(LeafChange::Always)
    }),
    Operator::on_equation("equal_-2", StuckAt, "the equation becomes -2", |t| {
        number(t, -2).map(LeafChange::Always)
    }),
];

fn boolean(ty: &Type, value: bool) -> Option<Value> {
    (*ty == Type::Bool).then_some(Value::Bool(value))
}

fn number(ty: &Type, value: i64) -> Option<Value> {
    match ty {
        Type::Int => Some(Value::Int(BigInt::from(value))),
        Type::Real => Some(Value::Real(BigRational::from_integer(BigInt::from(value)))),
        _ => None,
    }
}
