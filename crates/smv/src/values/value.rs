//! What an expression may come to.

use std::sync::Arc;

use num_bigint::BigUint;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Symbol(Arc<str>),
    Word(WordValue),
}

/// Bits as a number without sign, below `2^width`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WordValue {
    pub signed: bool,
    pub width: u32,
    pub bits: BigUint,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Failure {
    /// No branch of a `case` applies.
    NoBranch,
    ByZero,
    /// The index of an array.
    OutOfBounds,
    /// A number has more than 63 bits.
    TooLarge,
    /// The elaborated tree is not what typing promises.
    Untyped,
}

impl Value {
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }
}

/// As the language writes it.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(true) => f.write_str("TRUE"),
            Value::Bool(false) => f.write_str("FALSE"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Symbol(name) => f.write_str(name),
            Value::Word(word) => {
                let sign = if word.signed { 's' } else { 'u' };
                write!(f, "0{sign}d{}_{}", word.width, word.bits)
            }
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Failure::NoBranch => "no branch of a `case` applies",
            Failure::ByZero => "a divisor is zero",
            Failure::OutOfBounds => "an index is outside of its array",
            Failure::TooLarge => "a number is too large",
            Failure::Untyped => "an expression has a value of another type",
        })
    }
}
