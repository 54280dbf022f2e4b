//! Whole elements: without their definition, or with one value always. The mutators of a first value apply to `init(x)`, the
//! others to what holds at every step.

use super::OperatorRole::{FirstValue, Removal, StuckAt};
use super::{Change, Context, Operator};
use crate::mutate::edit::open_text;
use crate::mutate::{Edit, ElementKind, Values};
use crate::tree::{Expr, ExprKind};

pub const OPERATORS: &[Operator] = &[
    Operator::on_whole(
        "nondet",
        Removal,
        "an assignment, definition or conjunct is gone: any value may be taken",
        nondet,
    ),
    Operator::on_whole(
        "zero",
        StuckAt,
        "the value is FALSE, 0 or the first one",
        |c| stuck(c, false, false),
    ),
    Operator::on_whole(
        "one",
        StuckAt,
        "the value is TRUE, 1 or the second one",
        |c| stuck(c, true, false),
    ),
    Operator::on_whole(
        "init_zero",
        FirstValue,
        "the first value is FALSE, 0 or the first one",
        |c| stuck(c, false, true),
    ),
    Operator::on_whole(
        "init_one",
        FirstValue,
        "the first value is TRUE, 1 or the second one",
        |c| stuck(c, true, true),
    ),
];

fn nondet(context: &Context<'_>) -> Vec<Change> {
    let element = context.element;
    let root = context.expr(element.root);
    let (at, span, text, edit) = match element.kind {
        ElementKind::Assign(_, target) => {
            let at = context.expr(target).span;
            (at, element.owner, String::new(), Edit::RemoveAssign)
        }
        ElementKind::Define => {
            let values = context.types.values(element.root);
            // An array has no definition of its own, and numbers need a range.
            let array = matches!(root.kind, ExprKind::Array(_));
            let Some(values) = values.filter(|v| !array && !matches!(v, Values::Int(None))) else {
                return vec![];
            };
            let text = open_text(&element.name, values);
            let edit = Edit::OpenDefine(values.clone());
            (element.owner, element.owner, text, edit)
        }
        ElementKind::Conjunct => {
            let whole = Expr {
                kind: ExprKind::Bool(true),
                span: root.span,
            };
            let edit = Edit::Replace(element.root, vec![whole]);
            (root.span, root.span, "TRUE".to_string(), edit)
        }
    };
    vec![Change {
        at,
        span,
        text,
        variant: String::new(),
        edit,
    }]
}

fn stuck(context: &Context<'_>, one: bool, first: bool) -> Vec<Change> {
    let element = context.element;
    let typed = match element.kind {
        ElementKind::Assign(_, target) => target,
        ElementKind::Define => element.root,
        ElementKind::Conjunct => return vec![],
    };
    let root = context.expr(element.root);
    let array = matches!(root.kind, ExprKind::Array(_));
    let values = context.types.values(typed);
    let kind = values.and_then(|values| values.constant(one));
    let Some(kind) =
        kind.filter(|kind| element.kind.is_first() == first && !array && *kind != root.kind)
    else {
        return vec![];
    };
    let at = match element.kind {
        ElementKind::Assign(..) => context.expr(typed).span,
        _ => element.owner,
    };
    let new = Expr {
        kind,
        span: root.span,
    };
    vec![Change {
        at,
        span: root.span,
        text: context.print(std::slice::from_ref(&new)),
        variant: String::new(),
        edit: Edit::Replace(element.root, vec![new]),
    }]
}
