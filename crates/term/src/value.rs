//! The values that variables and terms take.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use crate::{ArrayValue, Bits, Sort};

/// A value of one of the sorts. Integers are mathematical integers, reals are rationals.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    Bits(Bits),
    Array(Arc<ArrayValue>),
}

impl Value {
    pub fn int(n: i64) -> Self {
        Value::Int(BigInt::from(n))
    }

    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bits(bits) => Sort::BitVec(bits.width()),
            Value::Array(array) => array.sort(),
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    pub fn as_real(&self) -> Option<&BigRational> {
        match self {
            Value::Real(r) => Some(r),
            _ => None,
        }
    }

    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value a variable has where nothing constrains it: false, zero, zero everywhere.
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(BigInt::default()),
            Sort::Real => Value::Real(BigRational::from_integer(BigInt::default())),
            Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { index, element } => {
                ArrayValue::constant(index, Bits::zero(element)).into()
            }
        }
    }
}

impl From<Bits> for Value {
    fn from(bits: Bits) -> Self {
        Value::Bits(bits)
    }
}

impl From<ArrayValue> for Value {
    fn from(array: ArrayValue) -> Self {
        Value::Array(Arc::new(array))
    }
}

/// `true`, `-3`, `7/2`; a whole real is shown as `2.0` so that it is not taken for an integer. Words
/// and arrays show themselves.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Real(r) if r.denom().is_one() => write!(f, "{}.0", r.numer()),
            Value::Real(r) => write!(f, "{}/{}", r.numer(), r.denom()),
            Value::Bits(bits) => write!(f, "{bits}"),
            Value::Array(array) => write!(f, "{array}"),
        }
    }
}
