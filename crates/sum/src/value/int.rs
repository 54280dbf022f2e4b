//! Integers of any size. Those that fit in 64 bits need no memory of their own.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// Invariant: a number that fits in 64 bits is never in the long form, so that equality of representations is equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Short(i64),
    Long(Arc<BigInt>),
}

impl Int {
    pub const ZERO: Int = Int(Repr::Short(0));
    pub const ONE: Int = Int(Repr::Short(1));

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Short(value) => Some(*value),
            Repr::Long(_) => None,
        }
    }

    pub fn to_usize(&self) -> Option<usize> {
        self.to_i64().and_then(|value| usize::try_from(value).ok())
    }

    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Repr::Short(value) => BigInt::from(*value),
            Repr::Long(value) => BigInt::clone(value),
        }
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Short(value) => *value < 0,
            Repr::Long(value) => value.is_negative(),
        }
    }

    pub fn is_zero(&self) -> bool {
        *self == Int::ZERO
    }

    fn combine(
        &self,
        other: &Int,
        short: impl FnOnce(i64, i64) -> Option<i64>,
        long: impl FnOnce(BigInt, BigInt) -> BigInt,
    ) -> Int {
        if let (Repr::Short(a), Repr::Short(b)) = (&self.0, &other.0)
            && let Some(result) = short(*a, *b)
        {
            return Int(Repr::Short(result));
        }
        Int::from(long(self.to_big(), other.to_big()))
    }

    #[must_use]
    pub fn plus(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_add, |a, b| a + b)
    }

    #[must_use]
    pub fn minus(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_sub, |a, b| a - b)
    }

    #[must_use]
    pub fn times(&self, other: &Int) -> Int {
        self.combine(other, i64::checked_mul, |a, b| a * b)
    }

    #[must_use]
    pub fn negated(&self) -> Int {
        Int::ZERO.minus(self)
    }

    /// Towards minus infinity. None for 0.
    pub fn div_floor(&self, by: &Int) -> Option<Int> {
        let short = |a: i64, b: i64| (a != i64::MIN).then(|| Integer::div_floor(&a, &b));
        (!by.is_zero()).then(|| self.combine(by, short, |a, b| Integer::div_floor(&a, &b)))
    }

    /// With the sign of the divisor. None for 0.
    pub fn mod_floor(&self, by: &Int) -> Option<Int> {
        let short = |a: i64, b: i64| (a != i64::MIN).then(|| Integer::mod_floor(&a, &b));
        (!by.is_zero()).then(|| self.combine(by, short, |a, b| Integer::mod_floor(&a, &b)))
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int(Repr::Short(value))
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Int {
        Int::from(BigInt::from(value))
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        match value.to_i64() {
            Some(short) => Int(Repr::Short(short)),
            None => Int(Repr::Long(Arc::new(value))),
        }
    }
}

impl From<&BigInt> for Int {
    fn from(value: &BigInt) -> Int {
        match value.to_i64() {
            Some(short) => Int(Repr::Short(short)),
            None => Int(Repr::Long(Arc::new(value.clone()))),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Short(a), Repr::Short(b)) => a.cmp(b),
            (Repr::Long(a), Repr::Long(b)) => a.cmp(b),
            (Repr::Short(_), Repr::Long(b)) => BigInt::zero().cmp(b),
            (Repr::Long(a), Repr::Short(_)) => BigInt::cmp(a, &BigInt::zero()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Short(value) => value.fmt(f),
            Repr::Long(value) => value.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_beyond_64_bits_and_shrink_again() {
        let most = Int::from(i64::MAX);
        let more = most.plus(&Int::ONE);
        assert_eq!(more.to_string(), "9223372036854775808");
        assert!(
            more > most
                && Int::from(i64::MIN) < more
                && more.negated() < Int::from(i64::MIN).plus(&Int::ONE)
        );
        assert_eq!(more.minus(&Int::ONE), most);
        assert_eq!(more.negated(), Int::from(i64::MIN));
        assert_eq!(most.times(&most).div_floor(&most), Some(most));
    }

    #[test]
    fn division_rounds_down_and_the_remainder_has_the_sign_of_the_divisor() {
        let (seven, two) = (Int::from(7i64), Int::from(2i64));
        assert_eq!(seven.negated().div_floor(&two), Some(Int::from(-4i64)));
        assert_eq!(seven.negated().mod_floor(&two), Some(Int::ONE));
        assert_eq!(seven.mod_floor(&two.negated()), Some(Int::from(-1i64)));
        assert_eq!(seven.div_floor(&Int::ZERO), None);
        assert_eq!(
            Int::from(i64::MIN)
                .div_floor(&Int::from(-1i64))
                .unwrap()
                .to_string(),
            "9223372036854775808"
        );
    }
}
