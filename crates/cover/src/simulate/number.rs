//! Machine numbers for simulation: exact where they fit, and known not to fit where they do not.

use assay_term::{BigInt, BigRational, Bits, Op, Sort, Value};

use super::word;

/// A fraction in lowest terms with a positive denominator; integers and Booleans have denominator 1.
/// A word of up to 64 bits is its bits and, in place of the denominator, its width: operators then know
/// the width from their arguments. Wider words and arrays do not fit.
pub type Number = (i64, i64);

pub const FALSE: Number = (0, 1);
pub const TRUE: Number = (1, 1);
/// A value that does not fit. What is computed from it does not fit either.
pub const UNFIT: Number = (0, 0);

pub fn number(value: &Value) -> Number {
    let fraction = |n: &BigInt, d: &BigInt| match (i64::try_from(n), i64::try_from(d)) {
        (Ok(n), Ok(d)) => (n, d),
        _ => UNFIT,
    };
    match value {
        Value::Bool(b) => truth(*b),
        Value::Int(n) => fraction(n, &BigInt::from(1)),
        Value::Real(r) => fraction(r.numer(), r.denom()),
        Value::Bits(bits) => word::number(bits),
        Value::Array(_) => UNFIT,
    }
}

/// The value that a number stands for; None if it does not fit.
pub fn value(number: Number, sort: Sort) -> Option<Value> {
    let (n, d) = (BigInt::from(number.0), BigInt::from(number.1));
    (number != UNFIT).then(|| match sort {
        Sort::Bool => Value::Bool(number != FALSE),
        Sort::Int => Value::Int(n),
        Sort::Real => Value::Real(BigRational::new(n, d)),
        Sort::BitVec(width) => Bits::new(width, number.0 as u64).into(),
        Sort::Array { .. } => unreachable!("arrays do not fit"),
    })
}

pub(super) fn truth(b: bool) -> Number {
    if b { TRUE } else { FALSE }
}

/// The operator on the numbers that `at` gives for its arguments.
pub fn apply(op: Op, args: &[u32], at: impl Fn(u32) -> Number) -> Number {
    if op == Op::Ite {
        return match at(args[0]) {
            UNFIT => UNFIT,
            FALSE => at(args[2]),
            _ => at(args[1]),
        };
    }
    if args.iter().any(|&a| at(a) == UNFIT) {
        return UNFIT;
    }
    fitting(op, args, at).unwrap_or(UNFIT)
}

fn fitting(op: Op, args: &[u32], number: impl Fn(u32) -> Number) -> Option<Number> {
    let at = |i: usize| number(args[i]);
    Some(match op {
        Op::Not => truth(at(0) == FALSE),
        Op::And => truth(args.iter().all(|&a| number(a) != FALSE)),
        Op::Or => truth(args.iter().any(|&a| number(a) != FALSE)),
        Op::Eq => truth(at(0) == at(1)),
        Op::Ite => unreachable!("dealt with before"),
        Op::Le => truth(compare(at(0), at(1)).is_le()),
        Op::Lt => truth(compare(at(0), at(1)).is_lt()),
        Op::Add => {
            let mut sum = at(0);
            for &a in &args[1..] {
                sum = add(sum, number(a))?;
            }
            sum
        }
        Op::Mul => {
            let mut product = at(0);
            for &a in &args[1..] {
                let b = number(a);
                product = reduce(product.0.checked_mul(b.0)?, product.1.checked_mul(b.1)?)?;
            }
            product
        }
        // A guarded division is computed in the branch that is not taken as well: any value does.
        Op::IntDiv => (at(0).0.checked_div_euclid(at(1).0).unwrap_or(0), 1),
        Op::Mod => (at(0).0.checked_rem_euclid(at(1).0).unwrap_or(0), 1),
        Op::RealDiv if at(1).0 == 0 => FALSE,
        Op::RealDiv => reduce(at(0).0.checked_mul(at(1).1)?, at(0).1.checked_mul(at(1).0)?)?,
        Op::ToReal => at(0),
        Op::Floor => (at(0).0.div_euclid(at(0).1), 1),
        Op::BvNot
        | Op::BvAnd
        | Op::BvXor
        | Op::BvNeg
        | Op::BvAdd
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvShl
        | Op::BvLshr
        | Op::BvUlt
        | Op::Concat
        | Op::Extract { .. } => word::apply(op, at)?,
        Op::Select | Op::Store | Op::ConstArray { .. } => return None,
    })
}

fn compare(a: Number, b: Number) -> std::cmp::Ordering {
    let wide = |x: i64, y: i64| i128::from(x) * i128::from(y);
    wide(a.0, b.1).cmp(&wide(b.0, a.1))
}

fn add(a: Number, b: Number) -> Option<Number> {
    if a.1 == 1 && b.1 == 1 {
        return Some((a.0.checked_add(b.0)?, 1));
    }
    let n = a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?;
    reduce(n, a.1.checked_mul(b.1)?)
}

fn reduce(n: i64, d: i64) -> Option<Number> {
    if d == 1 {
        return Some((n, 1));
    }
    let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let g = i64::try_from(a.max(1)).ok()?;
    let (n, d) = (n / g, d / g);
    if d < 0 {
        Some((n.checked_neg()?, d.checked_neg()?))
    } else {
        Some((n, d))
    }
}
