//! Indices are off by one. A constant index is left to `rep_const`.

use crate::mutate::context::Context;
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::{Found, int};
use crate::tree::{BinaryOp, ExprId, ExprKind};

pub fn shift(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let expr = context.unit.expr(id);
    let ExprKind::Index(_, index) = expr.kind else {
        return vec![];
    };
    let (left, right) = (expr.operator.0 as usize, expr.place.end as usize - 1);
    let inner = context.unit.expr(index);
    let binds = match inner.kind {
        ExprKind::Int(_) => return vec![],
        ExprKind::Binary(op, ..) => op.level() >= BinaryOp::Add.level(),
        ExprKind::Assign(..) | ExprKind::Conditional(..) | ExprKind::Comma(..) => false,
        _ => true,
    };
    let Some(text) = context.between(left, right) else {
        return vec![];
    };
    let written = context.slice(text.span);
    let written = if binds || context.is_enclosed(inner.place) {
        written.to_owned()
    } else {
        format!("({written})")
    };
    let found = [BinaryOp::Add, BinaryOp::Sub].map(|op| Found {
        text,
        at: text.span,
        replacement: format!("{written} {} 1", op.as_str()),
        variant: format!("{}1", op.as_str()),
        tokens: left + 1..right,
        edits: vec![Edit::Expr(
            index,
            New::Binary(op, Box::new(New::Old(index)), Box::new(int(1))),
        )],
    });
    found.into()
}
