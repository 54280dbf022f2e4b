//! If-then-else and condact.

use super::{Context, Group, Operator, Replacement};
use crate::model::{BinaryOp, Call, Expr, ExprKind, Model, NodeId, Type, UnaryOp, Value};

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
        |context, e| clock(context, e, true),
    ),
    Operator::on_expression(
        "clock_false",
        Group::More,
        "a condact never runs",
        |context, e| clock(context, e, false),
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

fn clock(context: &Context<'_>, expr: &Expr, runs: bool) -> Vec<Replacement> {
    let ExprKind::Condact {
        clock,
        call,
        defaults,
    } = &expr.kind
    else {
        return vec![];
    };
    let becomes = match (context.always(clock), runs) {
        (true, true) => return vec![],
        (true, false) => match never(context, expr, call, defaults) {
            Some(becomes) => becomes,
            None => return vec![],
        },
        // A condact whose clock is the literal `true` would be a plain call. With `c or not c` it stays a condact.
        (false, _) => Expr {
            kind: ExprKind::Condact {
                clock: Box::new(forced(clock, runs)),
                call: call.clone(),
                defaults: defaults.clone(),
            },
            ..expr.clone()
        },
    };
    vec![Replacement {
        expr: becomes,
        at: expr.op_span,
        span: clock.span,
        text: runs.to_string(),
        variant: String::new(),
        invalid: None,
    }]
}

/// `c or not c`, or `c and not c`.
fn forced(clock: &Expr, value: bool) -> Expr {
    let op = if value { BinaryOp::Or } else { BinaryOp::And };
    let opposite = Expr {
        kind: ExprKind::Unary(UnaryOp::Not, Box::new(clock.clone())),
        ..clock.clone()
    };
    Expr {
        kind: ExprKind::Binary(op, Box::new(clock.clone()), Box::new(opposite)),
        ..clock.clone()
    }
}

/// What replaces a condact on a literal `true` so that its node never runs: the defaults. They have to be constants, because a
/// condact takes its defaults in the first step only. There is no replacement where the node has assertions or properties: they
/// would still be there, although a node that never runs has none.
fn never(context: &Context<'_>, expr: &Expr, call: &Call, defaults: &[Expr]) -> Option<Expr> {
    let constant = defaults.iter().all(|d| context.constant(d).is_some());
    if !constant || says_something(context.model, call.node) {
        return None;
    }
    Some(match defaults {
        [one] => one.clone(),
        several => Expr {
            kind: ExprKind::Tuple(several.to_vec()),
            ..expr.clone()
        },
    })
}

/// Whether a node, or one that it calls, has an assertion or a property.
fn says_something(model: &Model, node: NodeId) -> bool {
    let here = model.node(node);
    let mut says = !here.assertions.is_empty() || !here.properties.is_empty();
    for expr in here.expressions() {
        expr.walk(&mut |e| {
            if let ExprKind::Call(call) | ExprKind::Condact { call, .. } = &e.kind {
                says = says || says_something(model, call.node);
            }
        });
    }
    says
}
