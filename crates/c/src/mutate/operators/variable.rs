//! A local becomes another one. The text of a macro is left alone: it belongs to no function.

use crate::mutate::context::Context;
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::Found;
use crate::mutate::locals::meant;
use crate::syntax::Origin;
use crate::tree::{ExprId, ExprKind};

/// More would drown the other mutants: a function with twenty integers has hundreds of uses.
const MOST: usize = 4;

pub fn replace(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let expr = context.unit.expr(id);
    let at = expr.place.first as usize;
    let (ExprKind::Name(name), Some(function)) = (&expr.kind, context.function(at)) else {
        return vec![];
    };
    let locals = &function.locals;
    let (Some(text), Some(used)) = (context.one(at), meant(locals, name, at)) else {
        return vec![];
    };
    let origin = |token: usize| context.unit.tokens[token].origin;
    if context.is_called(id) || origin(at) == Origin::Body {
        return vec![];
    }
    let others = locals.iter().filter(|other| {
        // What a macro declares is not seen by who reads the text.
        let seen = origin(other.token) == Origin::Direct;
        seen && other.name != &**name
            && other.has_type_of(used)
            && meant(locals, other.name, at).is_some_and(|local| std::ptr::eq(local, *other))
    });
    let found = others.take(MOST).map(|other| Found {
        text,
        at: text.span,
        replacement: other.name.to_owned(),
        variant: other.name.to_owned(),
        tokens: at..at + 1,
        edits: vec![Edit::Expr(id, New::Kind(ExprKind::Name(other.name.into())))],
    });
    found.collect()
}
