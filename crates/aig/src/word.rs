//! Integers as two's complement words that know their interval, and the linear operations on them.
//!
//! Invariant: a word has exactly the bits that its interval needs, sign included; where the sign is
//! known it is a constant and costs nothing. Under every assignment that the caller admits the value
//! lies in the interval, so results computed at the width of the result's interval never wrap.

use assay_term::Interval;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::{Aig, AigLit};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    bits: Vec<AigLit>,
    range: Interval,
}

/// Bits of the shortest two's complement representation of `n`, sign included.
fn bits_of(n: &BigInt) -> usize {
    let magnitude = if n.is_negative() { -n - 1 } else { n.clone() };
    magnitude.bits() as usize + 1
}

/// Bit `i` of the infinite two's complement representation.
fn bit_of(n: &BigInt, i: usize) -> bool {
    n.bit(i as u64)
}

impl Word {
    /// How many bits, sign included, all values of `range` fit in.
    pub fn width_of(range: &Interval) -> usize {
        bits_of(&range.lo).max(bits_of(&range.hi))
    }

    pub fn constant(n: BigInt) -> Word {
        let width = bits_of(&n);
        Word {
            bits: (0..width)
                .map(|i| AigLit::constant(bit_of(&n, i)))
                .collect(),
            range: Interval::point(n),
        }
    }

    /// A word of new inputs. Its value can leave `range` within its width: whoever makes it assumes
    /// [`Word::within`].
    pub fn fresh(aig: &mut Aig, range: Interval) -> Word {
        if range.lo == range.hi {
            return Word::constant(range.lo);
        }
        let width = Self::width_of(&range);
        let mut bits: Vec<AigLit> = (0..width - 1).map(|_| aig.input()).collect();
        bits.push(if !range.lo.is_negative() {
            AigLit::FALSE
        } else if range.hi.is_negative() {
            AigLit::TRUE
        } else {
            aig.input()
        });
        Word { bits, range }
    }

    /// `bits` sign-extended or cut to what `range` needs. The caller knows that the value they
    /// stand for lies in `range`.
    pub fn from_bits(mut bits: Vec<AigLit>, range: Interval) -> Word {
        let width = Self::width_of(&range);
        let sign = if !range.lo.is_negative() {
            AigLit::FALSE
        } else if range.hi.is_negative() {
            AigLit::TRUE
        } else {
            bits.get(width - 1)
                .or(bits.last())
                .copied()
                .unwrap_or(AigLit::FALSE)
        };
        let fill = bits.last().copied().unwrap_or(AigLit::FALSE);
        bits.resize(width, fill);
        bits[width - 1] = sign;
        Word { bits, range }
    }

    /// The same value with no more bits than a promise (it lies from `lo` to `hi`) makes necessary.
    pub fn within_promise(&self, lo: &BigInt, hi: &BigInt) -> Word {
        let lo = lo.max(&self.range.lo).clone();
        let hi = hi.min(&self.range.hi).clone();
        if lo > hi {
            // Nothing can keep the promise; the word stays as it is.
            return self.clone();
        }
        Word::from_bits(self.bits.clone(), Interval::new(lo, hi))
    }

    /// Least significant first; the last one is the sign.
    pub fn bits(&self) -> &[AigLit] {
        &self.bits
    }

    pub fn range(&self) -> &Interval {
        &self.range
    }

    pub fn sign(&self) -> AigLit {
        *self.bits.last().expect("a word has a sign bit")
    }

    /// Bit `i` after sign extension.
    pub fn bit(&self, i: usize) -> AigLit {
        self.bits.get(i).copied().unwrap_or_else(|| self.sign())
    }

    fn extended(&self, width: usize) -> Vec<AigLit> {
        (0..width).map(|i| self.bit(i)).collect()
    }

    /// The value, given the truth of the bits.
    pub fn value(&self, mut truth: impl FnMut(AigLit) -> bool) -> BigInt {
        let mut value = BigInt::zero();
        for (i, &bit) in self.bits.iter().enumerate() {
            if truth(bit) {
                let weight = BigInt::one() << i;
                if i + 1 == self.bits.len() {
                    value -= weight;
                } else {
                    value += weight;
                }
            }
        }
        value
    }

    pub fn add(&self, aig: &mut Aig, other: &Word) -> Word {
        let range = Interval::new(
            &self.range.lo + &other.range.lo,
            &self.range.hi + &other.range.hi,
        );
        let width = Self::width_of(&range);
        let (a, b) = (self.extended(width), other.extended(width));
        let (sum, _) = ripple_add(aig, &a, &b, AigLit::FALSE);
        Word::from_bits(sum, range)
    }

    pub fn neg(&self, aig: &mut Aig) -> Word {
        let range = Interval::new(-&self.range.hi, -&self.range.lo);
        let width = Self::width_of(&range).max(self.bits.len());
        let inverted: Vec<AigLit> = self.extended(width).iter().map(|&b| !b).collect();
        let zero = vec![AigLit::FALSE; width];
        let (bits, _) = ripple_add(aig, &zero, &inverted, AigLit::TRUE);
        Word::from_bits(bits, range)
    }

    pub fn mul(&self, aig: &mut Aig, other: &Word) -> Word {
        // One row for each bit of the narrower factor; a constant makes most rows vanish.
        let rows_of = |w: &Word| {
            let open = w.bits.iter().filter(|b| b.as_constant().is_none()).count();
            (open, w.bits.len())
        };
        let (a, b) = if rows_of(self) < rows_of(other) {
            (other, self)
        } else {
            (self, other)
        };
        let corners = [
            &a.range.lo * &b.range.lo,
            &a.range.lo * &b.range.hi,
            &a.range.hi * &b.range.lo,
            &a.range.hi * &b.range.hi,
        ];
        let lo = corners.iter().min().expect("four corners").clone();
        let hi = corners.iter().max().expect("four corners").clone();
        let range = Interval::new(lo, hi);
        let width = Self::width_of(&range);
        let factor = a.extended(width);
        let shifted = |i: usize| -> Vec<AigLit> {
            std::iter::repeat_n(AigLit::FALSE, i)
                .chain(factor.iter().copied())
                .take(width)
                .collect()
        };
        let mut sum = vec![AigLit::FALSE; width];
        let sign_row = b.bits.len() - 1;
        for (i, &bit) in b.bits.iter().enumerate() {
            if bit == AigLit::FALSE || i >= width {
                continue;
            }
            let row: Vec<AigLit> = shifted(i).into_iter().map(|x| aig.and(x, bit)).collect();
            // The sign bit has negative weight: that row is subtracted.
            sum = if i == sign_row {
                let inverted: Vec<AigLit> = row.iter().map(|&x| !x).collect();
                ripple_add(aig, &sum, &inverted, AigLit::TRUE).0
            } else {
                ripple_add(aig, &sum, &row, AigLit::FALSE).0
            };
        }
        Word::from_bits(sum, range)
    }

    pub fn ite(aig: &mut Aig, c: AigLit, t: &Word, e: &Word) -> Word {
        match c.as_constant() {
            Some(true) => return t.clone(),
            Some(false) => return e.clone(),
            None => {}
        }
        let range = t.range.hull(&e.range);
        let bits = (0..Self::width_of(&range))
            .map(|i| aig.ite(c, t.bit(i), e.bit(i)))
            .collect();
        Word::from_bits(bits, range)
    }

    pub fn equal(&self, aig: &mut Aig, other: &Word) -> AigLit {
        if self.range.hi < other.range.lo || other.range.hi < self.range.lo {
            return AigLit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        let same: Vec<AigLit> = (0..width)
            .map(|i| aig.iff(self.bit(i), other.bit(i)))
            .collect();
        aig.and_all(same)
    }

    pub fn lt(&self, aig: &mut Aig, other: &Word) -> AigLit {
        if self.range.hi < other.range.lo {
            return AigLit::TRUE;
        }
        if self.range.lo >= other.range.hi {
            return AigLit::FALSE;
        }
        let width = self.bits.len().max(other.bits.len());
        let mut less = AigLit::FALSE;
        for i in 0..width {
            let (a, b) = (self.bit(i), other.bit(i));
            let differ = aig.xor(a, b);
            // At the sign bit the greater bit is the smaller number.
            let decided = if i + 1 == width { a } else { b };
            less = aig.ite(differ, decided, less);
        }
        less
    }

    pub fn le(&self, aig: &mut Aig, other: &Word) -> AigLit {
        !other.lt(aig, self)
    }

    /// Whether the value that the bits stand for lies in `range`; the word's own interval is not
    /// trusted.
    pub fn within(&self, aig: &mut Aig, range: &Interval) -> AigLit {
        let width = self.bits.len();
        let any = Word {
            bits: self.bits.clone(),
            range: Interval::new(
                -(BigInt::one() << (width - 1)),
                (BigInt::one() << (width - 1)) - 1,
            ),
        };
        let lo = Word::constant(range.lo.clone()).le(aig, &any);
        let hi = any.le(aig, &Word::constant(range.hi.clone()));
        aig.and(lo, hi)
    }

    /// The absolute value.
    pub fn abs(&self, aig: &mut Aig) -> Word {
        if !self.range.lo.is_negative() {
            return self.clone();
        }
        let negated = self.neg(aig);
        if self.range.hi.is_negative() {
            return negated;
        }
        let chosen = Word::ite(aig, self.sign(), &negated, self);
        let hi = self.range.hi.clone().max(-&self.range.lo);
        Word::from_bits(chosen.bits, Interval::new(BigInt::zero(), hi))
    }
}

/// Sum and carry out of two equally wide bit vectors.
pub(crate) fn ripple_add(
    aig: &mut Aig,
    a: &[AigLit],
    b: &[AigLit],
    carry_in: AigLit,
) -> (Vec<AigLit>, AigLit) {
    debug_assert_eq!(a.len(), b.len());
    let mut carry = carry_in;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = aig.xor(x, y);
        sum.push(aig.xor(half, carry));
        let generate = aig.and(x, y);
        let propagate = aig.and(half, carry);
        carry = aig.or(generate, propagate);
    }
    (sum, carry)
}
