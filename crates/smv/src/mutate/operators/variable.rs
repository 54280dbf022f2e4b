//! Variables: another one of the same type.

use super::{Change, Context, Group, Operator};
use crate::mutate::place::Place;
use crate::tree::ExprKind;

/// Other variables tried for one occurrence.
const MAX_OTHERS: usize = 2;

pub const OPERATORS: &[Operator] = &[Operator::on_part(
    "var_other",
    Group::More,
    "a variable becomes another of its type",
    other,
)];

fn other(context: &Context<'_>, place: &Place) -> Vec<Change> {
    let others = context.types.others(place.id);
    let change = |name: std::sync::Arc<str>| {
        let mut change = context.becomes(place, ExprKind::Name(name.clone()));
        change.variant = name.to_string();
        change
    };
    // A dotted name is more than one expression.
    let plain = others.into_iter().filter(|name| !name.contains(['.', '[']));
    plain.take(MAX_OTHERS).map(change).collect()
}
