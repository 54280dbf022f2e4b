//! Constants. What is assigned keeps to the values of the variable, because anything else is no model; what is compared may
//! leave them.

use num_bigint::BigUint;

use super::{Change, Context, Group, Operator};
use crate::mutate::place::Place;
use crate::mutate::{Values, literal};
use crate::tree::{ExprKind, LiteralKind, WordLiteral};

pub const OPERATORS: &[Operator] = &[
    Operator::on_part(
        "const",
        Group::Paper,
        "TRUE becomes FALSE, FALSE becomes TRUE",
        flip,
    ),
    Operator::on_part("const_inc", Group::Paper, "a number grows by 1", |c, p| {
        shift(c, p, 1)
    }),
    Operator::on_part(
        "const_dec",
        Group::Paper,
        "a number shrinks by 1",
        |c, p| shift(c, p, -1),
    ),
    Operator::on_part(
        "enum_other",
        Group::Paper,
        "a value of an enumeration becomes the next one",
        next_literal,
    ),
];

/// The last condition of a `case` stays: without it there may be no value.
fn flip(context: &Context<'_>, place: &Place) -> Vec<Change> {
    match context.expr(place.id).kind {
        ExprKind::Bool(true) if place.condition && place.last => vec![],
        ExprKind::Bool(value) => vec![context.becomes(place, ExprKind::Bool(!value))],
        _ => vec![],
    }
}

fn shift(context: &Context<'_>, place: &Place, by: i64) -> Vec<Change> {
    match &context.expr(place.id).kind {
        ExprKind::Int(value) => {
            let value = value + by;
            let fits = match &place.wanted {
                Some(Values::Int(Some((low, high)))) if place.strict => {
                    (*low..=*high).contains(&value)
                }
                // Another value of an enumeration of numbers is for `enum_other`.
                Some(Values::Literals(_)) => false,
                _ => true,
            };
            // A negative number would be an operator with an operand.
            match fits && (0..=i64::from(i32::MAX)).contains(&value) {
                true => vec![context.becomes(place, ExprKind::Int(value))],
                false => vec![],
            }
        }
        ExprKind::Word(word) => vec![context.becomes(place, ExprKind::Word(wrapped(word, by)))],
        _ => vec![],
    }
}

fn wrapped(word: &WordLiteral, by: i64) -> WordLiteral {
    let size = BigUint::from(1_u32) << word.width;
    let value = match by < 0 {
        true => &word.value + &size - 1_u32,
        false => &word.value + 1_u32,
    };
    WordLiteral {
        value: value % size,
        ..word.clone()
    }
}

/// The values are those that the place asks for, or else those of the constant's own enumeration.
fn next_literal(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let own = match &context.expr(place.id).kind {
        ExprKind::Name(name) if context.types.is_literal(place.id) => {
            LiteralKind::Symbol(name.clone())
        }
        ExprKind::Int(value) => LiteralKind::Int(*value),
        _ => return vec![],
    };
    let all = [place.wanted.as_ref(), context.types.values(place.id)];
    let found = all.into_iter().flatten().find_map(|values| match values {
        Values::Literals(all) => Some((all, all.iter().position(|l| *l == own)?)),
        _ => None,
    });
    let Some((all, at)) = found else {
        return vec![];
    };
    let next = &all[(at + 1) % all.len()];
    match literal(next).filter(|_| *next != own) {
        Some(kind) => vec![context.becomes(place, kind)],
        None => vec![],
    }
}
