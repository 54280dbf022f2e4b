//! Arithmetic on words. It says what the wrapped result is and what was wrong; whether that is a failure is for others to decide.

use super::value::{mask, number};
use crate::program::BinaryOp;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The exact result does not fit.
    Overflow,
    DivisionByZero,
    NegativeDistance,
    LargeDistance,
    NegativeShifted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub value: u128,
    pub trouble: Option<Trouble>,
}

impl Outcome {
    fn fine(value: u128) -> Outcome {
        Outcome {
            value,
            trouble: None,
        }
    }
}

/// `+ - * / % & ^ |` on two words of one type.
pub fn arithmetic(op: BinaryOp, bits: u32, signed: bool, a: u128, b: u128) -> Outcome {
    match op {
        BinaryOp::BitAnd => return Outcome::fine(a & b),
        BinaryOp::BitXor => return Outcome::fine(a ^ b),
        BinaryOp::BitOr => return Outcome::fine(a | b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => {
            return Outcome {
                value: 0,
                trouble: Some(Trouble::DivisionByZero),
            };
        }
        _ => {}
    }
    let (wrapped, overflow) = if signed {
        let (x, y) = (number(a, bits, true), number(b, bits, true));
        let (value, over) = match op {
            BinaryOp::Add => x.overflowing_add(y),
            BinaryOp::Sub => x.overflowing_sub(y),
            BinaryOp::Mul => x.overflowing_mul(y),
            BinaryOp::Div => x.overflowing_div(y),
            // The remainder of the smallest number by -1 is 0, but the division overflows.
            _ => (x.wrapping_rem(y), y == -1 && a == 1 << (bits - 1)),
        };
        (
            value as u128,
            over || number(mask(value as u128, bits), bits, true) != value,
        )
    } else {
        let (value, over) = match op {
            BinaryOp::Add => a.overflowing_add(b),
            BinaryOp::Sub => a.overflowing_sub(b),
            BinaryOp::Mul => a.overflowing_mul(b),
            BinaryOp::Div => (a / b, false),
            _ => (a % b, false),
        };
        (value, over || mask(value, bits) != value)
    };
    Outcome {
        value: mask(wrapped, bits),
        trouble: overflow.then_some(Trouble::Overflow),
    }
}

/// `<<` and `>>`. A distance that is too large (a negative one counts as large) shifts everything out.
pub fn shift(left: bool, (bits, signed): (u32, bool), a: u128, distance: i128) -> Outcome {
    let large = distance < 0 || distance >= i128::from(bits);
    let x = number(a, bits, signed);
    let value = if large {
        if !left && signed && x < 0 {
            mask(u128::MAX, bits)
        } else {
            0
        }
    } else if left {
        mask(a << distance, bits)
    } else if signed {
        mask((x >> distance) as u128, bits)
    } else {
        a >> distance
    };
    let trouble = if distance < 0 {
        Some(Trouble::NegativeDistance)
    } else if large {
        Some(Trouble::LargeDistance)
    } else if left && signed && x < 0 {
        Some(Trouble::NegativeShifted)
    } else if left && signed && a.leading_zeros() - (128 - bits) <= distance as u32 && a != 0 {
        Some(Trouble::Overflow)
    } else {
        None
    };
    Outcome { value, trouble }
}

/// Three-way comparison of two words.
pub fn compare(bits: u32, signed: bool, a: u128, b: u128) -> std::cmp::Ordering {
    if signed {
        number(a, bits, true).cmp(&number(b, bits, true))
    } else {
        a.cmp(&b)
    }
}

/// The integer part of a floating value as a word, and whether it fits. What does not fit is cut to its low bits, NaN is 0.
pub fn truncate(value: f64, bits: u32, signed: bool) -> (u128, bool) {
    let whole = value.trunc();
    let top = 2f64.powi(bits as i32 - i32::from(signed));
    let least = if signed { -top } else { 0.0 };
    let fits = whole >= least && whole < top;
    let word = if whole >= 2f64.powi(127) {
        whole as u128
    } else {
        whole as i128 as u128
    };
    (mask(word, bits), fits)
}

pub fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bits_agree_with_exact_arithmetic() {
        let ops = [
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::Div,
            BinaryOp::Rem,
        ];
        for (a, b) in (0..256u128).flat_map(|a| (0..256u128).map(move |b| (a, b))) {
            for signed in [false, true] {
                let (x, y) = (number(a, 8, signed), number(b, 8, signed));
                for op in ops {
                    let exact = match op {
                        BinaryOp::Add => Some(x + y),
                        BinaryOp::Sub => Some(x - y),
                        BinaryOp::Mul => Some(x * y),
                        BinaryOp::Div => x.checked_div(y),
                        _ => x.checked_rem(y),
                    };
                    let outcome = arithmetic(op, 8, signed, a, b);
                    let Some(exact) = exact else {
                        assert_eq!(outcome.trouble, Some(Trouble::DivisionByZero));
                        continue;
                    };
                    assert_eq!(outcome.value, mask(exact as u128, 8), "{a} {op:?} {b}");
                    let divides = op == BinaryOp::Rem && signed && (x, y) == (-128, -1);
                    let fits = number(outcome.value, 8, signed) == exact && !divides;
                    assert_eq!(outcome.trouble.is_none(), fits, "{a} {op:?} {b}");
                }
            }
        }
    }

    #[test]
    fn shifts_of_eight_bits() {
        for (a, d) in (0..256u128).flat_map(|a| (-2..12i128).map(move |d| (a, d))) {
            let x = number(a, 8, true);
            let left = shift(true, (8, true), a, d);
            let expected = match d {
                ..0 => Some(Trouble::NegativeDistance),
                8.. => Some(Trouble::LargeDistance),
                _ if x < 0 => Some(Trouble::NegativeShifted),
                _ if x << d > 127 => Some(Trouble::Overflow),
                _ => None,
            };
            assert_eq!(left.trouble, expected, "{x} << {d}");
            if (0..8).contains(&d) {
                assert_eq!(left.value, mask((x << d) as u128, 8));
                assert_eq!(
                    shift(false, (8, true), a, d).value,
                    mask((x >> d) as u128, 8)
                );
                assert_eq!(shift(false, (8, false), a, d).value, a >> d);
            }
        }
    }

    #[test]
    fn floats_become_integers() {
        assert_eq!(truncate(-3.9, 32, true), (0xffff_fffd, true));
        assert_eq!(truncate(255.9, 8, false), (255, true));
        assert!(!truncate(256.0, 8, false).1);
        assert!(!truncate(f64::NAN, 32, true).1);
        assert_eq!(truncate(-128.0, 8, true), (0x80, true));
        assert_eq!(truncate(2f64.powi(127), 128, false), (1 << 127, true));
    }
}
