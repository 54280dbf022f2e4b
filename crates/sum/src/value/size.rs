//! How many elements a set has, before anybody counts them.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// Numbers with more bits than this are kept as powers of two.
const EXACT_BITS: u64 = 256;

#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// Exactly so many, or at most so many for a set that a condition restricts.
    Number(BigUint),
    /// About 2 to this power. Infinity stands for powers that are themselves too large for a floating-point number.
    Power(f64),
    Infinite,
}

impl Size {
    pub fn number(count: usize) -> Size {
        Size::Number(BigUint::from(count))
    }

    /// None where it is too large for a machine word.
    pub fn to_usize(&self) -> Option<usize> {
        match self {
            Size::Number(count) => count.to_usize(),
            Size::Power(_) | Size::Infinite => None,
        }
    }

    pub fn at_most(&self, limit: usize) -> bool {
        self.to_usize().is_some_and(|count| count <= limit)
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Size::Number(count) if count.is_zero())
    }

    /// The logarithm to base 2.
    pub fn bits(&self) -> f64 {
        match self {
            Size::Number(count) if count.is_zero() => f64::NEG_INFINITY,
            Size::Number(count) => match count.to_f64() {
                Some(small) if small.is_finite() => small.log2(),
                _ => count.bits() as f64,
            },
            Size::Power(bits) => *bits,
            Size::Infinite => f64::INFINITY,
        }
    }

    fn of(count: BigUint) -> Size {
        if count.bits() > EXACT_BITS {
            Size::Power(count.bits() as f64 - 1.0)
        } else {
            Size::Number(count)
        }
    }

    #[must_use]
    pub fn plus(&self, other: &Size) -> Size {
        match (self, other) {
            (Size::Number(a), Size::Number(b)) => Size::of(a + b),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            _ => Size::Power(self.bits().max(other.bits())),
        }
    }

    #[must_use]
    pub fn times(&self, other: &Size) -> Size {
        if self.is_zero() || other.is_zero() {
            return Size::number(0);
        }
        match (self, other) {
            (Size::Number(a), Size::Number(b)) => Size::of(a * b),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            _ => Size::Power(self.bits() + other.bits()),
        }
    }

    /// The number of functions from a set of size `exponent` to one of this size.
    #[must_use]
    pub fn to_the(&self, exponent: &Size) -> Size {
        if exponent.is_zero() {
            return Size::number(1);
        }
        if let Size::Number(count) = self
            && (count.is_zero() || count.is_one())
        {
            return self.clone();
        }
        match (self, exponent) {
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Number(base), Size::Number(power)) => {
                let bits = self.bits() * power.to_f64().unwrap_or(f64::INFINITY);
                match power.to_u32() {
                    Some(small) if bits < EXACT_BITS as f64 => Size::of(base.pow(small)),
                    _ => Size::Power(bits),
                }
            }
            (_, other) => Size::Power(self.bits() * other.bits().exp2()),
        }
    }

    /// The number of subsets.
    #[must_use]
    pub fn subsets(&self) -> Size {
        Size::number(2).to_the(self)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Number(count) if count.bits() <= 40 => write!(f, "{count}"),
            Size::Infinite => f.write_str("infinitely many"),
            _ => match self.bits() {
                bits if bits.is_infinite() => f.write_str("more than 2^(10^308)"),
                bits if bits < 1e15 => write!(f, "2^{}", bits.round()),
                bits => write!(f, "2^(2^{})", bits.log2().round()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_towers_are_named_and_not_computed() {
        let twenty = Size::number(20);
        let sets = twenty.subsets();
        assert_eq!(sets.to_string(), "1048576");
        assert_eq!(sets.subsets().to_string(), "2^1048576");
        assert_eq!(sets.subsets().subsets().to_string(), "more than 2^(10^308)");
        assert_eq!(Size::number(60).subsets().subsets().to_string(), "2^(2^60)");
        assert_eq!(Size::number(0).subsets(), Size::number(1));
    }

    #[test]
    fn nothing_times_infinity_is_nothing() {
        assert_eq!(Size::Infinite.times(&Size::number(0)), Size::number(0));
        assert_eq!(Size::number(0).to_the(&Size::Infinite), Size::number(0));
        assert_eq!(Size::Infinite.to_the(&Size::number(0)), Size::number(1));
    }
}
