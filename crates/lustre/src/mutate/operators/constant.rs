//! Constants. The paper replaces any constant by 1; its authors' tool makes 1 into -1, anything else
//! into 1, and flips Booleans. `const` does as the tool does: a constant that is 1 already would
//! otherwise have no mutant. A named constant is changed where it is used, one use at a time: its declaration is no element.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::{Context, Group, Operator, Replacement};
use crate::model::{Expr, ExprKind, Type, Value};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression(
        "const",
        Group::Paper,
        "a constant becomes 1, 1 becomes -1, a Boolean is flipped",
        to_one,
    ),
    Operator::on_expression("const_inc", Group::More, "a number grows by 1", |c, e| {
        shift(c, e, 1)
    }),
    Operator::on_expression("const_dec", Group::More, "a number shrinks by 1", |c, e| {
        shift(c, e, -1)
    }),
    Operator::on_expression(
        "enum_other",
        Group::More,
        "an enumeration literal becomes the next one",
        next_literal,
    ),
];

fn to_one(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let Some(value) = context.constant(expr) else {
        return vec![];
    };
    let new = match value {
        Value::Bool(b) => Value::Bool(!b),
        Value::Int(n) if n.is_one() => Value::Int(BigInt::from(-1)),
        Value::Int(_) => Value::Int(BigInt::one()),
        Value::Real(r) if r.is_one() => Value::Real(-BigRational::one()),
        Value::Real(_) => Value::Real(BigRational::one()),
        _ => return vec![],
    };
    vec![replaced(context, expr, new)]
}

fn shift(context: &Context<'_>, expr: &Expr, by: i64) -> Vec<Replacement> {
    let Some(value) = context.constant(expr) else {
        return vec![];
    };
    let new = match value {
        Value::Int(n) => Value::Int(n + by),
        Value::Real(r) => Value::Real(r + BigRational::from_integer(by.into())),
        _ => return vec![],
    };
    vec![replaced(context, expr, new)]
}

fn next_literal(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let Some(Value::Enum(id, n)) = context.constant(expr) else {
        return vec![];
    };
    let count = context.model.enumeration(*id).literals.len() as u32;
    if count < 2 {
        return vec![];
    }
    vec![replaced(context, expr, Value::Enum(*id, (n + 1) % count))]
}

fn replaced(context: &Context<'_>, expr: &Expr, value: Value) -> Replacement {
    let text = context.model.show_value(&value);
    // A literal's own type is the range of its value; whether the value fits its place is judged
    // when the patch is made.
    let ty = match (&expr.ty, &value) {
        (Type::Subrange(..), Value::Int(n)) => Type::Subrange(n.clone(), n.clone()),
        (ty, _) => ty.clone(),
    };
    Replacement {
        expr: Expr {
            kind: ExprKind::Const(value),
            ty,
            ..expr.clone()
        },
        at: expr.span,
        span: expr.span,
        text,
        variant: String::new(),
        invalid: None,
    }
}
