//! Words and arrays by the textbook: a word is a number below 2^width, and each operator is stated in
//! numbers. [`crate::eval`] takes it from here.

use assay_term::{ArrayValue, BigUint, Bits, Op, Value};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// The value of an operator of words or arrays; None if it is none or its arguments are of the wrong
/// sorts.
pub(crate) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    use Value::{Array, Bits as Word};
    Some(match (op, args) {
        (Op::Select, [Array(array), Word(at)]) if at.width() == array.index_width() => {
            array.select(at).into()
        }
        (Op::Store, [Array(array), Word(at), Word(element)])
            if at.width() == array.index_width() && element.width() == array.element_width() =>
        {
            let others = array.exceptions().filter(|(i, _)| i != at);
            let entries = others.chain([(at.clone(), element.clone())]);
            ArrayValue::new(array.index_width(), array.default().clone(), entries).into()
        }
        (Op::ConstArray { index, element }, [Word(a)]) if a.width() == element => {
            ArrayValue::constant(index, a.clone()).into()
        }
        (Op::Concat, [Word(high), Word(low)]) => {
            let value = high.value() * power(low.width()) + low.value();
            Bits::new(high.width().checked_add(low.width())?, value).into()
        }
        (Op::Extract { hi, lo }, [Word(a)]) if lo <= hi && hi < a.width() => {
            let width = hi - lo + 1;
            Bits::new(width, (a.value() / power(lo)) % power(width)).into()
        }
        (_, [Word(a)]) => Bits::new(a.width(), unary(op, a.width(), a.value())?).into(),
        (Op::BvUlt, [Word(a), Word(b)]) if a.width() == b.width() => {
            Value::Bool(a.value() < b.value())
        }
        (_, [Word(a), Word(b)]) if a.width() == b.width() => {
            Bits::new(a.width(), binary(op, a.width(), a.value(), b.value())?).into()
        }
        _ => return None,
    })
}

fn power(exponent: u32) -> BigUint {
    BigUint::one() << exponent as usize
}

fn unary(op: Op, width: u32, a: &BigUint) -> Option<BigUint> {
    Some(match op {
        Op::BvNot => power(width) - 1u32 - a,
        Op::BvNeg => (power(width) - a) % power(width),
        _ => return None,
    })
}

fn binary(op: Op, width: u32, a: &BigUint, b: &BigUint) -> Option<BigUint> {
    let modulus = power(width);
    // A shift by the width or more leaves nothing, as a shift by the width does.
    let places = || b.to_u32().unwrap_or(width).min(width);
    Some(match op {
        Op::BvAnd => by_bits(width, a, b, |x, y| x && y),
        Op::BvXor => by_bits(width, a, b, |x, y| x != y),
        Op::BvAdd => (a + b) % modulus,
        Op::BvMul => (a * b) % modulus,
        Op::BvUdiv if b.is_zero() => modulus - 1u32,
        Op::BvUrem if b.is_zero() => a.clone(),
        Op::BvUdiv => a.div_rem(b).0,
        Op::BvUrem => a.div_rem(b).1,
        Op::BvShl => (a * power(places())) % modulus,
        Op::BvLshr => a / power(places()),
        _ => return None,
    })
}

fn by_bits(width: u32, a: &BigUint, b: &BigUint, f: impl Fn(bool, bool) -> bool) -> BigUint {
    let mut result = BigUint::zero();
    for i in 0..u64::from(width) {
        if f(a.bit(i), b.bit(i)) {
            result.set_bit(i, true);
        }
    }
    result
}
