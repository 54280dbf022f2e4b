//! The operators on values. Integers divide towards zero (`-7 / 2 = -3`, `-7 mod 2 = -1`), words wrap.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::value::WordValue;
use super::{Failure, Value};
use crate::elaborate::Convert;
use crate::tree::BinaryOp;

type Result = std::result::Result<Value, Failure>;

pub(crate) fn not(a: &Value) -> Result {
    match a {
        Value::Bool(b) => Ok(Value::Bool(!b)),
        Value::Word(w) => Ok(word(w, ones(w.width) - &w.bits)),
        _ => Err(Failure::Untyped),
    }
}

pub(crate) fn negate(a: &Value) -> Result {
    match a {
        Value::Int(n) => n.checked_neg().map(Value::Int).ok_or(Failure::TooLarge),
        Value::Word(w) => Ok(wrapped(w, -BigInt::from(w.bits.clone()))),
        _ => Err(Failure::Untyped),
    }
}

pub(crate) fn count(operands: &[Value]) -> Result {
    let truths = operands.iter().filter(|v| **v == Value::Bool(true));
    Ok(Value::Int(truths.count() as i64))
}

/// Of two scalars. Sets and ranges are not values.
pub(crate) fn binary(op: BinaryOp, a: &Value, b: &Value) -> Result {
    use BinaryOp as O;
    match (op, a, b) {
        (O::Equal, ..) => Ok(Value::Bool(a == b)),
        (O::NotEqual, ..) => Ok(Value::Bool(a != b)),
        (_, Value::Bool(a), Value::Bool(b)) => boolean(op, *a, *b).map(Value::Bool),
        (_, Value::Int(a), Value::Int(b)) => integer(op, *a, *b),
        (O::ShiftLeft | O::ShiftRight, Value::Word(a), b) => shift(op, a, b),
        (_, Value::Word(a), Value::Word(b)) => words(op, a, b),
        _ => Err(Failure::Untyped),
    }
}

fn boolean(op: BinaryOp, a: bool, b: bool) -> std::result::Result<bool, Failure> {
    Ok(match op {
        BinaryOp::And => a && b,
        BinaryOp::Or => a || b,
        BinaryOp::Xor => a != b,
        BinaryOp::Xnor | BinaryOp::Iff => a == b,
        BinaryOp::Implies => !a || b,
        _ => return Err(Failure::Untyped),
    })
}

fn integer(op: BinaryOp, a: i64, b: i64) -> Result {
    let number = match op {
        BinaryOp::Less => return Ok(Value::Bool(a < b)),
        BinaryOp::LessEqual => return Ok(Value::Bool(a <= b)),
        BinaryOp::Greater => return Ok(Value::Bool(a > b)),
        BinaryOp::GreaterEqual => return Ok(Value::Bool(a >= b)),
        BinaryOp::Divide | BinaryOp::Modulo if b == 0 => return Err(Failure::ByZero),
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide => a.checked_div(b),
        BinaryOp::Modulo => a.checked_rem(b),
        _ => return Err(Failure::Untyped),
    };
    number.map(Value::Int).ok_or(Failure::TooLarge)
}

fn words(op: BinaryOp, a: &WordValue, b: &WordValue) -> Result {
    use BinaryOp as O;
    if op == O::Concat {
        return Ok(Value::Word(WordValue {
            signed: false,
            width: a.width + b.width,
            bits: (&a.bits << b.width) | &b.bits,
        }));
    }
    if (a.signed, a.width) != (b.signed, b.width) {
        return Err(Failure::Untyped);
    }
    let (x, y) = (number(a), number(b));
    let inverted = |w: &WordValue| ones(w.width) - &w.bits;
    Ok(match op {
        O::Less => Value::Bool(x < y),
        O::LessEqual => Value::Bool(x <= y),
        O::Greater => Value::Bool(x > y),
        O::GreaterEqual => Value::Bool(x >= y),
        O::And => word(a, &a.bits & &b.bits),
        O::Or => word(a, &a.bits | &b.bits),
        O::Xor => word(a, &a.bits ^ &b.bits),
        O::Xnor | O::Iff => word(a, ones(a.width) - (&a.bits ^ &b.bits)),
        O::Implies => word(a, inverted(a) | &b.bits),
        O::Add => wrapped(a, x + y),
        O::Subtract => wrapped(a, x - y),
        O::Multiply => wrapped(a, x * y),
        O::Divide | O::Modulo if y.is_zero() => return Err(Failure::ByZero),
        O::Divide => wrapped(a, x / y),
        O::Modulo => wrapped(a, x % y),
        _ => return Err(Failure::Untyped),
    })
}

fn shift(op: BinaryOp, a: &WordValue, by: &Value) -> Result {
    let by = match by {
        Value::Int(n) => u32::try_from(*n).map_err(|_| Failure::OutOfBounds)?,
        Value::Word(w) => w.bits.to_u32().unwrap_or(u32::MAX),
        _ => return Err(Failure::Untyped),
    };
    let by = by.min(a.width);
    Ok(match op {
        BinaryOp::ShiftLeft => wrapped(a, BigInt::from(&a.bits << by)),
        // Of a signed word the sign comes in from the left.
        _ => wrapped(a, number(a) >> by),
    })
}

pub(crate) fn convert(how: Convert, a: &Value) -> Result {
    let bit = |b: bool| WordValue {
        signed: false,
        width: 1,
        bits: BigUint::from(u8::from(b)),
    };
    Ok(match (how, a) {
        (Convert::Bool, Value::Word(w)) => Value::Bool(!w.bits.is_zero()),
        (Convert::Bool, Value::Int(n)) => Value::Bool(*n != 0),
        (Convert::Bool, Value::Bool(_)) => a.clone(),
        (Convert::Word1, Value::Bool(b)) => Value::Word(bit(*b)),
        (Convert::Signed | Convert::Unsigned, Value::Word(w)) => Value::Word(WordValue {
            signed: how == Convert::Signed,
            ..w.clone()
        }),
        (Convert::ToInt, Value::Word(w)) => {
            Value::Int(number(w).to_i64().ok_or(Failure::TooLarge)?)
        }
        (Convert::ToInt, Value::Int(_)) => a.clone(),
        (Convert::ToInt, Value::Bool(b)) => Value::Int(i64::from(*b)),
        (Convert::Bits(high, low), Value::Word(w)) => {
            let width = high - low + 1;
            Value::Word(WordValue {
                signed: false,
                width,
                bits: (&w.bits >> low) & ones(width),
            })
        }
        (Convert::Resize(width), Value::Word(w)) => resized(w, width),
        _ => return Err(Failure::Untyped),
    })
}

/// A narrower signed word keeps its sign bit and the low bits, an unsigned one the low bits.
fn resized(w: &WordValue, width: u32) -> Value {
    let like = WordValue { width, ..w.clone() };
    if width >= w.width || !w.signed {
        return wrapped(&like, number(w));
    }
    let sign = (&w.bits >> (w.width - 1)) << (width - 1);
    let low = &w.bits & ones(width - 1);
    word(&like, sign | low)
}

fn ones(width: u32) -> BigUint {
    (BigUint::one() << width) - 1u32
}

fn word(like: &WordValue, bits: BigUint) -> Value {
    Value::Word(WordValue {
        bits,
        ..like.clone()
    })
}

/// The number that the word stands for.
fn number(w: &WordValue) -> BigInt {
    let bits = BigInt::from(w.bits.clone());
    if w.signed && (&w.bits >> (w.width - 1)).is_one() {
        bits - (BigInt::one() << w.width)
    } else {
        bits
    }
}

fn wrapped(like: &WordValue, number: BigInt) -> Value {
    let modulus = BigInt::one() << like.width;
    let mut rest = number % &modulus;
    if rest.is_negative() {
        rest += modulus;
    }
    word(like, rest.magnitude().clone())
}
