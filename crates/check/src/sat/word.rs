//! Integers in the circuit: two's complement, least significant bit first, with the interval that
//! the value lies in. Each result is as wide as its interval needs, so nothing ever wraps.
//!
//! Invariant: `bits.len()` is the width of the interval, and in every assignment that the question
//! admits the value is inside it.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::gates::{Gates, Signal};
use crate::eval::euclidean_quotient;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    bits: Vec<Signal>,
    lo: BigInt,
    hi: BigInt,
}

/// How many bits a two's complement number needs to hold every value from `lo` to `hi`.
fn width(lo: &BigInt, hi: &BigInt) -> usize {
    let needs = |n: &BigInt| {
        let magnitude = if n.is_negative() { !n } else { n.clone() };
        magnitude.bits() as usize + 1
    };
    needs(lo).max(needs(hi))
}

impl Word {
    pub fn constant(n: &BigInt) -> Word {
        let bits = (0..width(n, n)).map(|i| n.bit(i as u64).into()).collect();
        Word {
            bits,
            lo: n.clone(),
            hi: n.clone(),
        }
    }

    /// A new unknown, and the fact that it is in its interval.
    pub fn free(gates: &mut Gates, lo: &BigInt, hi: &BigInt) -> (Word, Signal) {
        let word = Word {
            bits: (0..width(lo, hi)).map(|_| gates.free()).collect(),
            lo: lo.clone(),
            hi: hi.clone(),
        };
        let fact = word.is_within(gates, lo, hi);
        (word, fact)
    }

    fn sign(&self) -> Signal {
        self.bits[self.bits.len() - 1]
    }

    fn bit(&self, i: usize) -> Signal {
        self.bits.get(i).copied().unwrap_or(self.sign())
    }

    /// Two's complement `bits` of a value known to be from `lo` to `hi`.
    fn fit(bits: Vec<Signal>, lo: BigInt, hi: BigInt) -> Word {
        let raw = Word { bits, lo, hi };
        let bits = (0..width(&raw.lo, &raw.hi)).map(|i| raw.bit(i)).collect();
        Word { bits, ..raw }
    }

    pub fn is_within(&self, gates: &mut Gates, lo: &BigInt, hi: &BigInt) -> Signal {
        let above = Word::constant(lo).le(gates, self);
        let below = self.le(gates, &Word::constant(hi));
        gates.and(above, below)
    }

    /// The same value where it is from `lo` to `hi`, in no more bits than that needs; elsewhere
    /// anything, so this is for use under that very assumption.
    pub fn narrowed(&self, lo: &BigInt, hi: &BigInt) -> Word {
        let (lo, hi) = (lo.max(&self.lo).clone(), hi.min(&self.hi).clone());
        if lo > hi {
            return self.clone();
        }
        Word::fit(self.bits.clone(), lo, hi)
    }

    pub fn mux(gates: &mut Gates, condition: Signal, yes: &Word, no: &Word) -> Word {
        let lo = (&yes.lo).min(&no.lo).clone();
        let hi = (&yes.hi).max(&no.hi).clone();
        let bits = (0..width(&lo, &hi))
            .map(|i| gates.mux(condition, yes.bit(i), no.bit(i)))
            .collect();
        Word { bits, lo, hi }
    }

    /// The low `n` bits of a + b + carry.
    fn sum_bits(
        gates: &mut Gates,
        a: &Word,
        b: impl Fn(usize) -> Signal,
        carry: Signal,
        n: usize,
    ) -> Vec<Signal> {
        let mut carry = carry;
        (0..n)
            .map(|i| {
                let (x, y) = (a.bit(i), b(i));
                let half = gates.xor(x, y);
                let sum = gates.xor(half, carry);
                // Equal inputs decide the carry, different ones pass it on.
                carry = gates.mux(half, carry, x);
                sum
            })
            .collect()
    }

    pub fn add(&self, gates: &mut Gates, other: &Word) -> Word {
        let (lo, hi) = (&self.lo + &other.lo, &self.hi + &other.hi);
        let n = width(&lo, &hi);
        let bits = Word::sum_bits(gates, self, |i| other.bit(i), Signal::FALSE, n);
        Word { bits, lo, hi }
    }

    pub fn sub(&self, gates: &mut Gates, other: &Word) -> Word {
        let (lo, hi) = (&self.lo - &other.hi, &self.hi - &other.lo);
        let n = width(&lo, &hi);
        let bits = Word::sum_bits(gates, self, |i| !other.bit(i), Signal::TRUE, n);
        Word { bits, lo, hi }
    }

    fn neg(&self, gates: &mut Gates) -> Word {
        Word::constant(&BigInt::zero()).sub(gates, self)
    }

    /// Shift and add. A negative constant factor is multiplied by its magnitude and negated: its
    /// own two's complement would be mostly ones.
    pub fn mul(&self, gates: &mut Gates, other: &Word) -> Word {
        for (factor, rest) in [(self, other), (other, self)] {
            if factor.lo == factor.hi && factor.lo.is_negative() {
                let magnitude = Word::constant(&-&factor.lo);
                return rest.mul(gates, &magnitude).neg(gates);
            }
        }
        let corners = [
            &self.lo * &other.lo,
            &self.lo * &other.hi,
            &self.hi * &other.lo,
            &self.hi * &other.hi,
        ];
        let lo = corners.iter().min().expect("four corners").clone();
        let hi = corners.iter().max().expect("four corners").clone();
        let n = width(&lo, &hi);
        // Modulo 2^n, which is exact for a result of n bits.
        let mut total = Word {
            bits: vec![Signal::FALSE; n],
            lo,
            hi,
        };
        for i in 0..n {
            let factor = other.bit(i);
            if factor == Signal::FALSE {
                continue;
            }
            let shifted: Vec<Signal> = (0..n)
                .map(|j| match j.checked_sub(i) {
                    Some(j) => gates.and(self.bit(j), factor),
                    None => Signal::FALSE,
                })
                .collect();
            total.bits = Word::sum_bits(gates, &total, |j| shifted[j], Signal::FALSE, n);
        }
        total
    }

    pub fn eq(&self, gates: &mut Gates, other: &Word) -> Signal {
        let n = self.bits.len().max(other.bits.len());
        let mut equal = Signal::TRUE;
        for i in 0..n {
            let differ = gates.xor(self.bit(i), other.bit(i));
            equal = gates.and(equal, !differ);
        }
        equal
    }

    pub fn lt(&self, gates: &mut Gates, other: &Word) -> Signal {
        let n = self.bits.len().max(other.bits.len());
        let mut less = Signal::FALSE;
        for i in 0..n {
            let (a, b) = (self.bit(i), other.bit(i));
            let differ = gates.xor(a, b);
            // The highest difference decides; at the sign the one that is set is the smaller.
            let smaller = if i + 1 == n { a } else { b };
            less = gates.mux(differ, smaller, less);
        }
        less
    }

    pub fn le(&self, gates: &mut Gates, other: &Word) -> Signal {
        !other.lt(gates, self)
    }

    fn abs(&self, gates: &mut Gates) -> Word {
        let negated = self.neg(gates);
        let magnitude = Word::mux(gates, self.sign(), &negated, self);
        let hi = self.lo.abs().max(self.hi.abs());
        Word::fit(magnitude.bits, BigInt::zero(), hi)
    }

    /// Quotient and remainder of numbers that are not negative, bit by bit from the top; anything
    /// if the divisor is zero.
    fn divide_magnitudes(&self, gates: &mut Gates, divisor: &Word) -> (Word, Word) {
        let zero = BigInt::zero();
        let mut remainder = Word::constant(&zero);
        let mut quotient = vec![Signal::FALSE; self.bits.len()];
        let largest: BigInt = (&divisor.hi - 1i32).max(zero.clone());
        for i in (0..self.bits.len() - 1).rev() {
            let mut bits = vec![self.bits[i]];
            bits.extend_from_slice(&remainder.bits);
            let shifted = Word::fit(bits, zero.clone(), &remainder.hi * 2 + 1);
            let fits = divisor.le(gates, &shifted);
            let rest = shifted.sub(gates, divisor);
            let next = Word::mux(gates, fits, &rest, &shifted);
            remainder = Word::fit(next.bits, zero.clone(), largest.clone());
            quotient[i] = fits;
        }
        (Word::fit(quotient, zero, self.hi.clone()), remainder)
    }

    /// Euclidean quotient and remainder, and facts about unknowns that had to be introduced: a
    /// divisor of zero gives arbitrary values of the results' intervals.
    pub fn divide(
        &self,
        gates: &mut Gates,
        divisor: &Word,
        facts: &mut Vec<Signal>,
    ) -> (Word, Word) {
        let one = Word::constant(&BigInt::one());
        let magnitude = divisor.abs(gates);
        let (down, rest) = self.abs(gates).divide_magnitudes(gates, &magnitude);
        let uneven = !rest.eq(gates, &Word::constant(&BigInt::zero()));
        // A negative dividend rounds away from zero and leaves what is missing to the divisor.
        let up = down.add(gates, &one);
        let away = Word::mux(gates, uneven, &up, &down).neg(gates);
        let missing = magnitude.sub(gates, &rest);
        let negative = self.sign();
        let signed = Word::mux(gates, negative, &away, &down);
        let opposite = signed.neg(gates);
        let quotient = Word::mux(gates, divisor.sign(), &opposite, &signed);
        let complement = gates.and(negative, uneven);
        let remainder = Word::mux(gates, complement, &missing, &rest);

        let (lo, hi) = self.quotient_interval(divisor);
        let quotient = Word::fit(quotient.bits, lo, hi);
        let largest = (&magnitude.hi - 1i32).max(BigInt::zero());
        let remainder = Word::fit(remainder.bits, BigInt::zero(), largest);
        if divisor.lo.is_positive() || divisor.hi.is_negative() {
            return (quotient, remainder);
        }
        let by_zero = divisor.eq(gates, &Word::constant(&BigInt::zero()));
        let mut unless_by_zero = |word: &Word| {
            let (any, fact) = Word::free(gates, &word.lo, &word.hi);
            facts.push(fact);
            Word::mux(gates, by_zero, &any, word)
        };
        (unless_by_zero(&quotient), unless_by_zero(&remainder))
    }

    fn quotient_interval(&self, divisor: &Word) -> (BigInt, BigInt) {
        if divisor.lo == divisor.hi && !divisor.lo.is_zero() {
            let ends = [&self.lo, &self.hi].map(|n| euclidean_quotient(n, &divisor.lo));
            let [a, b] = ends;
            return if a <= b { (a, b) } else { (b, a) };
        }
        // |n div d| <= |n| for every d but zero.
        let bound = self.lo.abs().max(self.hi.abs());
        (-&bound, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a word whose bits are all constant, checked against its interval and width.
    fn value(word: &Word) -> i64 {
        let mut value = 0i64;
        for (i, bit) in word.bits.iter().enumerate() {
            let weight = if i + 1 == word.bits.len() { -1 } else { 1 } * (1i64 << i);
            if *bit == Signal::TRUE {
                value += weight;
            } else {
                assert_eq!(*bit, Signal::FALSE);
            }
        }
        assert!(word.lo <= BigInt::from(value) && BigInt::from(value) <= word.hi);
        assert_eq!(word.bits.len(), width(&word.lo, &word.hi));
        value
    }

    /// A constant value in an interval that is wider than the value.
    fn sample(n: i64, lo: i64, hi: i64) -> Word {
        Word::fit(Word::constant(&n.into()).bits, lo.into(), hi.into())
    }

    #[test]
    fn widths_are_tight() {
        for (lo, hi, expected) in [
            (0, 0, 1),
            (-1, 0, 1),
            (0, 1, 2),
            (-2, 1, 2),
            (-2, 2, 3),
            (0, 255, 9),
        ] {
            assert_eq!(width(&lo.into(), &hi.into()), expected, "{lo}..{hi}");
        }
    }

    #[test]
    fn arithmetic_agrees_with_the_machine() {
        let intervals = [(-5, 6), (0, 6), (-5, 0)];
        let mut checked = 0;
        for (alo, ahi) in intervals {
            for (blo, bhi) in intervals {
                for a in alo..=ahi {
                    for b in blo..=bhi {
                        for (x, y) in [
                            (sample(a, alo, ahi), sample(b, blo, bhi)),
                            (sample(a, alo, ahi), sample(b, b, b)),
                        ] {
                            compare(a, b, &x, &y);
                            checked += 1;
                        }
                    }
                }
            }
        }
        assert!(checked > 1000);
    }

    fn compare(a: i64, b: i64, x: &Word, y: &Word) {
        let g = &mut Gates::new();
        assert_eq!(value(&x.add(g, y)), a + b);
        assert_eq!(value(&x.sub(g, y)), a - b);
        assert_eq!(value(&x.mul(g, y)), a * b);
        assert_eq!(x.lt(g, y), (a < b).into());
        assert_eq!(x.le(g, y), (a <= b).into());
        assert_eq!(x.eq(g, y), (a == b).into());
        assert_eq!(value(&Word::mux(g, Signal::TRUE, x, y)), a);
        assert_eq!(value(&Word::mux(g, Signal::FALSE, x, y)), b);
        if b != 0 {
            let (q, r) = x.divide(g, y, &mut Vec::new());
            assert_eq!(
                (value(&q), value(&r)),
                (a.div_euclid(b), a.rem_euclid(b)),
                "{a} div {b}"
            );
        }
        if (0..=3).contains(&a) {
            assert_eq!(value(&x.narrowed(&0.into(), &3.into())), a);
        }
    }

    #[test]
    fn a_divisor_of_zero_leaves_the_result_open() {
        let g = &mut Gates::new();
        let mut facts = Vec::new();
        let (q, _) = sample(5, 0, 6).divide(g, &sample(0, 0, 3), &mut facts);
        assert_eq!(facts.len(), 2);
        assert!(
            q.bits
                .iter()
                .all(|b| *b != Signal::TRUE && *b != Signal::FALSE)
        );
    }
}
