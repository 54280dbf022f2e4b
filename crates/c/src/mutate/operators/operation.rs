//! An operator becomes another one of its kind.
//!
//! The operands stay what they are. Where the new operator binds more or less strongly than the old one, the text gets parentheses.

use assay_source::Span;

use crate::mutate::context::{Context, range};
use crate::mutate::edit::{Edit, New};
use crate::mutate::found::{Found, Text};
use crate::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};

const ARITHMETIC: &[BinaryOp] = &[
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
];
const RELATIONS: &[BinaryOp] = &[
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
    BinaryOp::Eq,
    BinaryOp::Ne,
];
const LOGIC: &[BinaryOp] = &[BinaryOp::And, BinaryOp::Or];
const BITS: &[BinaryOp] = &[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor];
const SHIFTS: &[BinaryOp] = &[BinaryOp::Shl, BinaryOp::Shr];

/// Text that gets parentheses is copied. In a sum of thousands of terms each operator would copy half of it.
const LONGEST: usize = 1000;

pub fn paper(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let mut found = crement(context, id);
    for class in [ARITHMETIC, RELATIONS, LOGIC] {
        found.extend(within(context, id, class));
    }
    found
}

pub fn bits(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    within(context, id, BITS)
}

pub fn shifts(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    within(context, id, SHIFTS)
}

/// `++` and `--`.
fn crement(context: &Context<'_>, id: ExprId) -> Vec<Found> {
    let ExprKind::Unary(op, value) = context.unit.expr(id).kind else {
        return vec![];
    };
    let (other, text) = match op {
        UnaryOp::PreIncrement => (UnaryOp::PreDecrement, "--"),
        UnaryOp::PreDecrement => (UnaryOp::PreIncrement, "++"),
        UnaryOp::PostIncrement => (UnaryOp::PostDecrement, "--"),
        UnaryOp::PostDecrement => (UnaryOp::PostIncrement, "++"),
        _ => return vec![],
    };
    let kind = ExprKind::Unary(other, value);
    token(context, id, text, kind).into_iter().collect()
}

fn within(context: &Context<'_>, id: ExprId, class: &[BinaryOp]) -> Vec<Found> {
    let (old, assigns, a, b) = match context.unit.expr(id).kind {
        ExprKind::Binary(op, a, b) => (op, false, a, b),
        ExprKind::Assign(Some(op), a, b) => (op, true, a, b),
        _ => return vec![],
    };
    if !class.contains(&old) {
        return vec![];
    }
    let others = class.iter().copied().filter(|&other| other != old);
    let found = others.filter_map(|other| {
        if assigns {
            let kind = ExprKind::Assign(Some(other), a, b);
            token(context, id, &format!("{}=", other.as_str()), kind)
        } else {
            binary(context, id, other, a, b)
        }
    });
    found.collect()
}

/// Only the token of the operator changes.
fn token(context: &Context<'_>, id: ExprId, becomes: &str, kind: ExprKind) -> Option<Found> {
    let at = context.unit.expr(id).operator.0 as usize;
    let text = context.one(at)?;
    Some(Found {
        text,
        at: text.span,
        replacement: context.fitted(text.span, becomes),
        variant: becomes.to_owned(),
        tokens: at..at + 1,
        edits: vec![Edit::Expr(id, New::Kind(kind))],
    })
}

fn binary(
    context: &Context<'_>,
    id: ExprId,
    other: BinaryOp,
    a: ExprId,
    b: ExprId,
) -> Option<Found> {
    let expr = context.unit.expr(id);
    let kind = ExprKind::Binary(other, a, b);
    let level = other.level();
    let left = context.bare(a).is_some_and(|op| op.level() < level);
    let right = context.bare(b).is_some_and(|op| op.level() <= level);
    let outside = match context.parent(id) {
        Some(_) if context.is_enclosed(expr.place) => false,
        Some((op, true)) => level < op.level(),
        Some((op, false)) => level <= op.level(),
        None => false,
    };
    if !left && !right && !outside {
        return token(context, id, other.as_str(), kind);
    }
    let (first, end) = range(expr.place);
    let whole = context
        .text(first, end)
        .filter(|text| text.span.len() <= LONGEST)?;
    let sign = context.one(expr.operator.0 as usize)?.span;
    let operand = |id: ExprId| {
        let (first, end) = range(context.unit.expr(id).place);
        context.text(first, end)
    };
    let mut inserted = Vec::new();
    for (needed, id) in [(left, a), (right, b)] {
        if needed {
            let span = operand(id)?.span;
            inserted.extend([(span.start, "("), (span.end, ")")]);
        }
    }
    let mut replacement = with_parentheses(context, whole, sign, other.as_str(), &inserted)?;
    if outside {
        replacement = format!("({replacement})");
    }
    Some(Found {
        text: whole,
        at: sign,
        replacement,
        variant: other.as_str().to_owned(),
        tokens: first..end,
        edits: vec![Edit::Expr(id, New::Kind(kind))],
    })
}

/// The text with another operator, and with the signs that are inserted at places of the file. None if they are not in the text in order.
fn with_parentheses(
    context: &Context<'_>,
    whole: Text,
    sign: Span,
    becomes: &str,
    inserted: &[(u32, &str)],
) -> Option<String> {
    let mut changes: Vec<(u32, u32, &str)> = inserted.iter().map(|&(at, s)| (at, at, s)).collect();
    let place = changes.partition_point(|change| change.1 <= sign.start);
    changes.insert(place, (sign.start, sign.end, becomes));
    let mut text = String::new();
    let mut at = whole.span.start;
    for (start, end, new) in changes {
        if start < at || end > whole.span.end || sign.file != whole.span.file {
            return None;
        }
        text.push_str(context.slice(Span::new(sign.file, at as usize, start as usize)));
        text.push_str(new);
        at = end;
    }
    let rest = Span::new(sign.file, at as usize, whole.span.end as usize);
    Some(text + context.slice(rest))
}
