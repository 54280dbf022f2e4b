//! Formats of floating-point words.

use assay_term::{BigUint, Pool, TermId};

/// How many bits the exponent and the fraction have. The sign is one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    pub exponent: u32,
    pub fraction: u32,
}

impl Format {
    pub const FLOAT: Format = Format {
        exponent: 8,
        fraction: 23,
    };

    pub const DOUBLE: Format = Format {
        exponent: 11,
        fraction: 52,
    };

    /// The bits of a word.
    pub fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// The bits of a significand: the fraction and the bit before it, which is not in the word.
    pub fn precision(self) -> u32 {
        self.fraction + 1
    }

    /// What is added to an exponent before it goes into a word.
    pub fn bias(self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent field of infinities and NaNs.
    pub(super) fn top(self) -> u32 {
        (1 << self.exponent) - 1
    }

    /// The bits of a signed word that holds the exponents of products and quotients, with and without the bias. The smallest
    /// exponents are those of subnormal numbers, below `-bias` by up to the length of the fraction.
    pub(super) fn wide(self) -> u32 {
        let reach = 3 * self.bias() + 2 * self.fraction + 4;
        u32::BITS - reach.leading_zeros() + 1
    }

    /// The NaN that operations give: quiet, positive, without a payload.
    pub fn nan(self, pool: &mut Pool) -> TermId {
        let quiet = BigUint::from(1u32) << (self.fraction - 1);
        let field = BigUint::from(self.top()) << self.fraction;
        pool.bits(self.width(), field + quiet)
    }

    /// Infinity without its sign.
    pub(super) fn infinite_magnitude(self, pool: &mut Pool) -> TermId {
        let field = BigUint::from(self.top()) << self.fraction;
        pool.bits(self.exponent + self.fraction, field)
    }

    /// Everything but the sign. As unsigned words, magnitudes have the order of the numbers.
    pub(super) fn magnitude(self, pool: &mut Pool, a: TermId) -> TermId {
        pool.extract(self.width() - 2, 0, a)
    }

    /// The biased exponent.
    pub(super) fn field(self, pool: &mut Pool, a: TermId) -> TermId {
        pool.extract(self.width() - 2, self.fraction, a)
    }
}
