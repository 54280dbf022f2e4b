//! Types of declarations.

use assay_source::Span;

use super::Domain;
use crate::tree::{Literal, LiteralKind};
use crate::values::Value;

/// Words are at most this wide.
const MAX_WIDTH: i64 = 65_535;

pub(super) fn constant_width(bits: i64) -> Option<u32> {
    (1..=MAX_WIDTH).contains(&bits).then_some(bits as u32)
}

/// Values without order are a range where they are integers that follow one another.
pub(super) fn domain_of_literals(literals: &[Literal]) -> Result<Domain, (Span, String)> {
    let mut values: Vec<Value> = Vec::with_capacity(literals.len());
    for literal in literals {
        let value = match &literal.kind {
            LiteralKind::Symbol(name) => Value::Symbol(name.clone()),
            LiteralKind::Int(n) => Value::Int(*n),
            LiteralKind::Bool(b) => Value::Bool(*b),
        };
        if values.contains(&value) {
            let message = format!("`{value}` occurs twice in the enumeration");
            return Err((literal.span, message));
        }
        values.push(value);
    }
    if values.len() == 2 && values.iter().all(|v| v.as_bool().is_some()) {
        return Ok(Domain::Bool);
    }
    if let Some(at) = values.iter().position(|v| v.as_bool().is_some()) {
        let message = "a truth value in an enumeration with other values".to_string();
        return Err((literals[at].span, message));
    }
    let numbers: Option<Vec<i64>> = values.iter().map(Value::as_int).collect();
    if let Some(mut numbers) = numbers {
        numbers.sort_unstable();
        if let (Some(&low), Some(&high)) = (numbers.first(), numbers.last())
            && high - low + 1 == numbers.len() as i64
        {
            return Ok(Domain::Range(low, high));
        }
    }
    Ok(Domain::Literals(values.into()))
}

/// Whether an operator is about several steps.
pub(super) fn is_temporal(op: crate::tree::BinaryOp) -> bool {
    use crate::tree::BinaryOp as O;
    matches!(
        op,
        O::Until | O::Releases | O::Since | O::Triggered | O::WeakUntil | O::Abort
    ) || is_psl(op)
}

fn is_psl(op: crate::tree::BinaryOp) -> bool {
    use crate::tree::BinaryOp as O;
    matches!(
        op,
        O::PslUntil
            | O::PslUntilStrong
            | O::PslUntilOverlap
            | O::PslUntilStrongOverlap
            | O::PslBefore
            | O::PslBeforeStrong
            | O::PslBeforeOverlap
            | O::PslBeforeStrongOverlap
    )
}
