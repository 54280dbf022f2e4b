//! Words of up to 64 bits as machine words; see [`super::number`] for how they are kept.

use assay_term::{Bits, Op};

use super::number::{Number, UNFIT, truth};

pub fn number(bits: &Bits) -> Number {
    match u64::try_from(bits.value()) {
        Ok(value) if bits.width() <= 64 => (value as i64, i64::from(bits.width())),
        _ => UNFIT,
    }
}

/// None if the result is too wide.
pub fn apply(op: Op, at: impl Fn(usize) -> Number) -> Option<Number> {
    let (a, width) = (at(0).0 as u64, at(0).1);
    let b = || at(1).0 as u64;
    let value = match op {
        Op::BvNot => !a,
        Op::BvAnd => a & b(),
        Op::BvXor => a ^ b(),
        Op::BvNeg => a.wrapping_neg(),
        Op::BvAdd => a.wrapping_add(b()),
        Op::BvMul => a.wrapping_mul(b()),
        Op::BvUdiv => a.checked_div(b()).unwrap_or(u64::MAX),
        Op::BvUrem => a.checked_rem(b()).unwrap_or(a),
        Op::BvShl | Op::BvLshr if b() >= width as u64 => 0,
        Op::BvShl => a << b(),
        Op::BvLshr => a >> b(),
        Op::BvUlt => return Some(truth(a < b())),
        Op::Concat => {
            let low = at(1).1;
            let width = width + low;
            return (width <= 64).then(|| (((a << low) | b()) as i64, width));
        }
        Op::Extract { hi, lo } => return Some(cut(a >> lo, i64::from(hi - lo + 1))),
        _ => unreachable!("an operator of words"),
    };
    Some(cut(value, width))
}

fn cut(value: u64, width: i64) -> Number {
    let mask = u64::MAX >> (64 - width);
    ((value & mask) as i64, width)
}
