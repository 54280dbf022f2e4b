//! Values by type: defaults, reading from text, and the way to and from the scalars of traces.

use std::ops::RangeInclusive;

use assay_term::Value as Scalar;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::model::{Model, Type, Value};

/// False, zero, the lower bound, the first literal; in records and arrays of each part.
pub fn default_value(model: &Model, ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(false),
        Type::Int => Value::Int(BigInt::ZERO),
        Type::Real => Value::Real(BigRational::zero()),
        Type::Subrange(low, _) => Value::Int(low.clone()),
        Type::Enum(id) => Value::Enum(*id, 0),
        Type::Record(id) => {
            let fields = model.record(*id).fields.iter();
            Value::Record(*id, fields.map(|f| default_value(model, &f.ty)).collect())
        }
        Type::Array(element, n) => Value::Array(vec![default_value(model, element); *n]),
        Type::Tuple(types) => Value::Tuple(types.iter().map(|t| default_value(model, t)).collect()),
    }
}

/// Whether an integer outside of a subrange stands for the lower bound, as [`crate::lower`] has it for functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clamp {
    Yes,
    No,
}

/// Puts a value together from scalars in the order of its parts. `None` if the scalars do not fit the type.
pub(super) fn assemble(
    model: &Model,
    ty: &Type,
    clamp: Clamp,
    scalars: &mut dyn Iterator<Item = Scalar>,
) -> Option<Value> {
    match ty {
        Type::Record(id) => {
            let fields = model.record(*id).fields.iter();
            let parts = fields.map(|f| assemble(model, &f.ty, clamp, scalars));
            Some(Value::Record(*id, parts.collect::<Option<_>>()?))
        }
        Type::Array(element, n) => {
            let parts = (0..*n).map(|_| assemble(model, element, clamp, scalars));
            Some(Value::Array(parts.collect::<Option<_>>()?))
        }
        Type::Tuple(types) => {
            let parts = types.iter().map(|t| assemble(model, t, clamp, scalars));
            Some(Value::Tuple(parts.collect::<Option<_>>()?))
        }
        Type::Bool => scalars.next()?.as_bool().map(Value::Bool),
        Type::Real => scalars.next()?.as_real().cloned().map(Value::Real),
        Type::Int => scalars.next()?.as_int().cloned().map(Value::Int),
        Type::Subrange(low, high) => {
            let n = scalars.next()?.as_int()?.clone();
            let inside = clamp == Clamp::No || (*low <= n && n <= *high);
            Some(Value::Int(if inside { n } else { low.clone() }))
        }
        Type::Enum(id) => {
            let count = model.enumeration(*id).literals.len();
            let n = scalars.next()?.as_int()?.to_usize();
            let literal = n.filter(|n| *n < count).unwrap_or(0);
            Some(Value::Enum(*id, literal as u32))
        }
    }
}

/// The scalars of a value, in the order of its parts.
pub(super) fn take_apart(value: &Value, scalars: &mut Vec<Scalar>) {
    match value {
        Value::Bool(b) => scalars.push(Scalar::Bool(*b)),
        Value::Int(n) => scalars.push(Scalar::Int(n.clone())),
        Value::Real(r) => scalars.push(Scalar::Real(r.clone())),
        Value::Enum(_, literal) => scalars.push(Scalar::int(i64::from(*literal))),
        Value::Record(_, parts) | Value::Array(parts) | Value::Tuple(parts) => {
            for part in parts {
                take_apart(part, scalars);
            }
        }
    }
}

/// The scalars of a type with their names: `r.f`, `a[2]`.
pub(super) fn leaf_names(model: &Model, name: &str, ty: &Type) -> Vec<(String, Type)> {
    match ty {
        Type::Record(id) => {
            let fields = model.record(*id).fields.iter();
            fields
                .flat_map(|f| leaf_names(model, &format!("{name}.{}", f.name), &f.ty))
                .collect()
        }
        Type::Array(element, n) => (0..*n)
            .flat_map(|i| leaf_names(model, &format!("{name}[{i}]"), element))
            .collect(),
        _ => vec![(name.to_owned(), ty.clone())],
    }
}

/// Reads a scalar: `true`, `false`, `1`, `0`; an integer; a decimal or a fraction; the name of a literal.
pub fn parse_value(model: &Model, ty: &Type, text: &str) -> Result<Value, String> {
    let text = text.trim();
    match ty {
        Type::Bool => match text {
            "true" | "1" => Ok(Value::Bool(true)),
            "false" | "0" => Ok(Value::Bool(false)),
            _ => Err(format!("`{text}` is neither true nor false")),
        },
        Type::Int => parse_int(text).map(Value::Int),
        Type::Subrange(low, high) => {
            let n = parse_int(text)?;
            let range: RangeInclusive<&BigInt> = low..=high;
            if range.contains(&&n) {
                Ok(Value::Int(n))
            } else {
                Err(format!("{n} is not between {low} and {high}"))
            }
        }
        Type::Real => parse_real(text)
            .map(Value::Real)
            .ok_or_else(|| format!("`{text}` is not a number")),
        Type::Enum(id) => {
            let declared = model.enumeration(*id);
            let literal = declared.literals.iter().position(|l| *l.name == *text);
            match literal {
                Some(n) => Ok(Value::Enum(*id, n as u32)),
                None => Err(format!("`{text}` is not a value of {}", declared.name)),
            }
        }
        Type::Record(_) | Type::Array(..) | Type::Tuple(_) => {
            Err("records and arrays are given by their parts".to_owned())
        }
    }
}

fn parse_int(text: &str) -> Result<BigInt, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not an integer"))
}

/// `3`, `-0.25`, `7/2`.
fn parse_real(text: &str) -> Option<BigRational> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator: BigInt = denominator.trim().parse().ok()?;
        let numerator: BigInt = numerator.trim().parse().ok()?;
        return (!denominator.is_zero()).then(|| BigRational::new(numerator, denominator));
    }
    let Some((whole, fraction)) = text.split_once('.') else {
        return text.parse().ok().map(BigRational::from_integer);
    };
    if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let scale = num_traits::pow(BigInt::from(10), fraction.len());
    Some(BigRational::new(digits, scale))
}
