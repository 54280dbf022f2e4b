//! Conditions of statements become their negations.

use crate::mutate::context::Context;
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::Found;
use crate::tree::{StmtId, StmtKind, UnaryOp};

pub fn negate(context: &Context<'_>, id: StmtId) -> Vec<Found> {
    let (condition, in_for) = match context.unit.stmt(id).kind {
        StmtKind::If { condition, .. }
        | StmtKind::While { condition, .. }
        | StmtKind::DoWhile { condition, .. } => (condition, false),
        StmtKind::For {
            condition: Some(condition),
            ..
        } => (condition, true),
        _ => return vec![],
    };
    let (first, end) = context.enclosed(context.unit.expr(condition).place);
    // The tokens beside the condition: the parentheses of the statement, or the semicolons of a `for`.
    let (left, right) = if in_for {
        (first - 1, end)
    } else {
        (first, end - 1)
    };
    let Some(text) = context.between(left, right) else {
        return vec![];
    };
    let new = New::Unary(UnaryOp::Not, Box::new(New::Old(condition)));
    vec![Found {
        text,
        at: text.span,
        replacement: format!("!({})", context.slice(text.span)),
        variant: String::new(),
        tokens: left + 1..right,
        edits: vec![Edit::Expr(condition, new)],
    }]
}
