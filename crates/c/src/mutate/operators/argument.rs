//! Arguments change places.

use assay_source::Span;

use crate::mutate::context::{Context, range};
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::{Found, Text};
use crate::tree::{ExprId, ExprKind};

pub fn swap(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let expr = context.unit.expr(id);
    let ExprKind::Call(callee, arguments) = &expr.kind else {
        return vec![];
    };
    // The tokens beside the arguments: a parenthesis, the commas, a parenthesis.
    let mut beside = vec![expr.operator.0 as usize];
    for argument in arguments {
        let (_, mut end) = range(context.unit.expr(*argument).place);
        let last = expr.place.end as usize - 1;
        while end < last && context.is(end, ")") {
            end += 1;
        }
        beside.push(end);
    }
    let found = (1..arguments.len()).filter_map(|at| {
        let (left, right) = (
            context.between(beside[at - 1], beside[at])?,
            context.between(beside[at], beside[at + 1])?,
        );
        let written = (context.slice(left.span), context.slice(right.span));
        if written.0 == written.1 || left.span.end > right.span.start {
            return None;
        }
        let gap = Span::new(
            left.span.file,
            left.span.end as usize,
            right.span.start as usize,
        );
        let mut swapped = arguments.clone();
        swapped.swap(at - 1, at);
        Some(Found {
            text: Text {
                span: left.span.to(right.span),
                ..left
            },
            at: left.span,
            replacement: format!("{}{}{}", written.1, context.slice(gap), written.0),
            variant: String::new(),
            tokens: beside[at - 1] + 1..beside[at + 1],
            edits: vec![Edit::Expr(id, New::Kind(ExprKind::Call(*callee, swapped)))],
        })
    });
    found.collect()
}
