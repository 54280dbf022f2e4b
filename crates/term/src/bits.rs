//! Words of a fixed width and their operations, the reference that everything else is held against:
//! constructors fold constants with it and the evaluator computes with it. Semantics are those of
//! SMT-LIB's FixedSizeBitVectors, which has a value for every argument: dividing by zero gives all
//! ones, the remainder by zero is the dividend, and a shift by the width or more shifts everything
//! out.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// A word: `value < 2^width`, `width >= 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    width: u32,
    value: BigUint,
}

impl Bits {
    /// The lowest `width` bits of `value`.
    pub fn new(width: u32, value: impl Into<BigUint>) -> Self {
        assert!(width >= 1, "a word has at least one bit");
        let mut value = value.into();
        if value.bits() > u64::from(width) {
            value &= ones(width);
        }
        Bits { width, value }
    }

    pub fn zero(width: u32) -> Self {
        Bits::new(width, BigUint::zero())
    }

    pub fn ones(width: u32) -> Self {
        Bits::new(width, ones(width))
    }

    /// The word whose bits are these, the lowest first.
    pub fn from_bits(bits: &[bool]) -> Self {
        let mut value = BigUint::zero();
        for (i, &bit) in bits.iter().enumerate() {
            if bit {
                value.set_bit(i as u64, true);
            }
        }
        Bits::new(bits.len() as u32, value)
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// As an unsigned number.
    pub fn value(&self) -> &BigUint {
        &self.value
    }

    pub fn bit(&self, i: u32) -> bool {
        self.value.bit(u64::from(i))
    }

    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    pub fn is_one(&self) -> bool {
        self.value.is_one()
    }

    pub(crate) fn is_ones(&self) -> bool {
        self.value.count_ones() == u64::from(self.width)
    }

    /// The k of a word that is 2^k.
    pub(crate) fn log2(&self) -> Option<u32> {
        (self.value.count_ones() == 1).then(|| (self.value.bits() - 1) as u32)
    }

    pub(crate) fn not(&self) -> Bits {
        Bits::new(self.width, ones(self.width) ^ &self.value)
    }

    pub(crate) fn and(&self, other: &Bits) -> Bits {
        Bits::new(self.width, &self.value & &other.value)
    }

    pub(crate) fn xor(&self, other: &Bits) -> Bits {
        Bits::new(self.width, &self.value ^ &other.value)
    }

    pub(crate) fn neg(&self) -> Bits {
        Bits::new(
            self.width,
            (BigUint::one() << self.width as usize) - &self.value,
        )
    }

    pub(crate) fn add(&self, other: &Bits) -> Bits {
        Bits::new(self.width, &self.value + &other.value)
    }

    pub(crate) fn mul(&self, other: &Bits) -> Bits {
        Bits::new(self.width, &self.value * &other.value)
    }

    pub(crate) fn udiv(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        Bits::new(self.width, &self.value / &other.value)
    }

    pub(crate) fn urem(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return self.clone();
        }
        Bits::new(self.width, &self.value % &other.value)
    }

    pub(crate) fn shl(&self, by: &Bits) -> Bits {
        match self.distance(by) {
            Some(n) => Bits::new(self.width, &self.value << n as usize),
            None => Bits::zero(self.width),
        }
    }

    pub(crate) fn lshr(&self, by: &Bits) -> Bits {
        match self.distance(by) {
            Some(n) => Bits::new(self.width, &self.value >> n as usize),
            None => Bits::zero(self.width),
        }
    }

    /// By how many places, None if that leaves nothing.
    pub(crate) fn distance(&self, by: &Bits) -> Option<u32> {
        by.value.to_u32().filter(|&n| n < self.width)
    }

    pub(crate) fn concat(&self, low: &Bits) -> Bits {
        Bits::new(
            self.width + low.width,
            (&self.value << low.width as usize) | &low.value,
        )
    }

    pub(crate) fn extract(&self, hi: u32, lo: u32) -> Bits {
        Bits::new(hi - lo + 1, &self.value >> lo as usize)
    }
}

fn ones(width: u32) -> BigUint {
    (BigUint::one() << width as usize) - 1u32
}

/// As a hardware engineer reads it: up to four bits in binary, `0b101`, wider ones in hexadecimal
/// with all digits, `0x2a`.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width <= 4 {
            write!(f, "0b{:0>1$b}", self.value, self.width as usize)
        } else {
            let digits = self.width.div_ceil(4) as usize;
            write!(f, "0x{:0>1$x}", self.value, digits)
        }
    }
}
