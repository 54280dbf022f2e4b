//! If-then-else and condact.

use super::{Context, Group, Operator, Replacement};
use crate::model::{Expr, ExprKind, Type, Value};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression(
        "ifthen",
        Group::Paper,
        "the condition of an if becomes true",
        |_, e| condition(e, true),
    ),
    Operator::on_expression(
        "ifelse",
        Group::Paper,
        "the condition of an if becomes false",
        |_, e| condition(e, false),
    ),
    Operator::on_expression(
        "ifelsethen",
        Group::Paper,
        "then and else change places",
        swap,
    ),
    Operator::on_expression(
        "clock_true",
        Group::More,
        "a condact runs at every step",
        clock,
    ),
];

fn condition(expr: &Expr, value: bool) -> Vec<Replacement> {
    let ExprKind::Ite(c, a, b) = &expr.kind else {
        return vec![];
    };
    let fixed = constant(c, value);
    vec![Replacement {
        expr: Expr {
            kind: ExprKind::Ite(Box::new(fixed), a.clone(), b.clone()),
            ..expr.clone()
        },
        at: expr.op_span,
        span: c.span,
        text: value.to_string(),
        variant: String::new(),
        invalid: None,
    }]
}

fn constant(at: &Expr, value: bool) -> Expr {
    Expr {
        kind: ExprKind::Const(Value::Bool(value)),
        ty: Type::Bool,
        span: at.span,
        op_span: at.span,
    }
}

fn swap(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Ite(c, a, b) = &expr.kind else {
        return vec![];
    };
    let (cond, then, otherwise) = (context.text(c), context.text(a), context.text(b));
    vec![Replacement {
        expr: Expr {
            kind: ExprKind::Ite(c.clone(), b.clone(), a.clone()),
            ..expr.clone()
        },
        at: expr.op_span,
        span: expr.span,
        text: format!("if {cond} then {otherwise} else {then}"),
        variant: String::new(),
        invalid: None,
    }]
}

fn clock(_: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Condact {
        clock,
        call,
        defaults,
    } = &expr.kind
    else {
        return vec![];
    };
    if matches!(clock.kind, ExprKind::Const(_) | ExprKind::NamedConst(_)) {
        return vec![];
    }
    // Not the literal: a condact on a literal true is another construct. `c or not c` keeps it one.
    let always = Expr {
        kind: ExprKind::Binary(
            crate::model::BinaryOp::Or,
            clock.clone(),
            Box::new(Expr {
                kind: ExprKind::Unary(crate::model::UnaryOp::Not, clock.clone()),
                ..(**clock).clone()
            }),
        ),
        ..(**clock).clone()
    };
    vec![Replacement {
        expr: Expr {
            kind: ExprKind::Condact {
                clock: Box::new(always),
                call: call.clone(),
                defaults: defaults.clone(),
            },
            ..expr.clone()
        },
        at: expr.op_span,
        span: clock.span,
        text: "true".into(),
        variant: String::new(),
        invalid: None,
    }]
}
