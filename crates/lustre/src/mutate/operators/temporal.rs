//! `pre` and `->`.

use super::{Context, Group, Operator, Replacement, keep_part};
use crate::model::{Expr, ExprKind};

pub const OPERATORS: &[Operator] = &[
    Operator::on_expression("rm_pre", Group::More, "pre X becomes X", rm_pre),
    Operator::on_expression("arrow2left", Group::More, "X -> Y becomes X", |c, e| {
        side(c, e, true)
    }),
    Operator::on_expression("arrow2right", Group::More, "X -> Y becomes Y", |c, e| {
        side(c, e, false)
    }),
    Operator::on_expression("arrow_swap", Group::More, "X -> Y becomes Y -> X", swap),
];

fn rm_pre(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Pre(a) => vec![keep_part(context, expr, a)],
        _ => vec![],
    }
}

fn side(context: &Context<'_>, expr: &Expr, left: bool) -> Vec<Replacement> {
    match &expr.kind {
        ExprKind::Arrow(a, b) => vec![keep_part(context, expr, if left { a } else { b })],
        _ => vec![],
    }
}

fn swap(context: &Context<'_>, expr: &Expr) -> Vec<Replacement> {
    let ExprKind::Arrow(a, b) = &expr.kind else {
        return vec![];
    };
    vec![Replacement {
        expr: Expr {
            kind: ExprKind::Arrow(b.clone(), a.clone()),
            ..expr.clone()
        },
        at: expr.op_span,
        span: expr.span,
        text: format!("{} -> {}", context.text(b), context.text(a)),
        variant: String::new(),
        invalid: None,
    }]
}
