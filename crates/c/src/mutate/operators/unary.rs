//! Operators before an operand are deleted.

use crate::mutate::context::Context;
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::Found;
use crate::syntax::{Keyword, TokenKind};
use crate::tree::{ExprId, ExprKind, UnaryOp};

pub fn delete(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let expr = context.unit.expr(id);
    let ExprKind::Unary(UnaryOp::Not | UnaryOp::BitNot | UnaryOp::Minus, value) = expr.kind else {
        return vec![];
    };
    let at = expr.operator.0 as usize;
    let before = at.checked_sub(1).map(|at| &context.unit.tokens[at].kind);
    // `sizeof` of an operand that starts with a parenthesis would be that of a type.
    let sized = matches!(
        before,
        Some(TokenKind::Keyword(Keyword::Sizeof | Keyword::Alignof))
    );
    let text = context.one(at).filter(|_| !sized);
    let found = text.map(|text| Found {
        text,
        at: text.span,
        replacement: context.fitted(text.span, ""),
        variant: String::new(),
        tokens: at..at + 1,
        edits: vec![Edit::Expr(id, New::Old(value))],
    });
    found.into_iter().collect()
}
