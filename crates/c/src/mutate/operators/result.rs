//! Functions return other values. A constant is left to `rep_const`.

use crate::mutate::context::{Context, range};
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::{Found, int};
use crate::tree::{ExprKind, StmtId, StmtKind, UnaryOp};

pub fn replace(context: &Context<'_>, id: StmtId) -> Vec<Found> {
    let stmt = context.unit.stmt(id);
    let StmtKind::Return(Some(value)) = stmt.kind else {
        return vec![];
    };
    let constant = match &context.unit.expr(value).kind {
        ExprKind::Int(_) => true,
        ExprKind::Unary(UnaryOp::Minus, of) => {
            matches!(context.unit.expr(*of).kind, ExprKind::Int(_))
        }
        _ => false,
    };
    let (first, end) = range(stmt.place);
    let text = context.between(first, end - 1);
    let Some(text) = text.filter(|_| !constant) else {
        return vec![];
    };
    // A pointer may be null, but it is no small number.
    let pointer = context.function(first).is_some_and(|f| f.returns_pointer);
    let minus = || New::Unary(UnaryOp::Minus, Box::new(int(1)));
    let mut values = vec![("0", int(0))];
    if !pointer {
        values.extend([("1", int(1)), ("-1", minus())]);
    }
    let found = values.into_iter().map(|(written, new)| Found {
        text,
        at: text.span,
        replacement: context.fitted(text.span, written),
        variant: written.to_owned(),
        tokens: first + 1..end - 1,
        edits: vec![Edit::Expr(value, new)],
    });
    found.collect()
}
