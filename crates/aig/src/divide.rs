//! Euclidean division of words: n = d*q + r with 0 <= r < |d|. A divisor of zero gives q = r = 0,
//! so that the results stay in their intervals whatever a guarded division computes.

use assay_term::Interval;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::word::ripple_add;
use crate::{Aig, AigLit, Word};

/// Quotient and remainder of integers with 0 <= remainder < |d|.
fn euclid(n: &BigInt, d: &BigInt) -> (BigInt, BigInt) {
    let (q, r) = n.div_mod_floor(d);
    if r.is_negative() {
        (q + 1, r - d)
    } else {
        (q, r)
    }
}

fn quotient_range(n: &Interval, d: &Interval) -> Interval {
    if d.lo == d.hi && !d.lo.is_zero() {
        // Monotone in n for a fixed divisor.
        let (x, y) = (euclid(&n.lo, &d.lo).0, euclid(&n.hi, &d.lo).0);
        return Interval::new(x.clone().min(y.clone()), x.max(y));
    }
    if !d.lo.is_negative() {
        let zero = BigInt::zero();
        return Interval::new(n.lo.clone().min(zero.clone()), n.hi.clone().max(zero));
    }
    // |q| <= |n| for every divisor but zero.
    let bound = n.lo.abs().max(n.hi.abs());
    Interval::new(-&bound, bound)
}

fn remainder_range(n: &Interval, d: &Interval) -> Interval {
    let greatest = d.lo.abs().max(d.hi.abs());
    if greatest.is_zero() {
        return Interval::point(greatest);
    }
    let mut hi: BigInt = greatest - 1;
    if !n.lo.is_negative() {
        hi = hi.min(n.hi.clone());
    }
    Interval::new(BigInt::zero(), hi)
}

impl Word {
    /// Euclidean quotient and remainder.
    pub fn div_mod(&self, aig: &mut Aig, divisor: &Word) -> (Word, Word) {
        let (n, d) = (self.range(), divisor.range());
        let ranges = (quotient_range(n, d), remainder_range(n, d));
        if d.lo == d.hi && d.lo.is_zero() {
            return (Word::constant(d.lo.clone()), Word::constant(d.lo.clone()));
        }
        if !n.lo.is_negative() && (n.hi < d.lo || -&n.hi > d.hi) {
            return (Word::constant(BigInt::zero()), self.clone());
        }
        if d.lo == d.hi && power_of_two(&d.lo.abs()) {
            return self.shift_mask(aig, &d.lo, ranges);
        }
        self.divide(aig, divisor, ranges)
    }

    /// Division by plus or minus a power of two: the shifted and the cut-off bits.
    fn shift_mask(
        &self,
        aig: &mut Aig,
        d: &BigInt,
        (_, remainder): (Interval, Interval),
    ) -> (Word, Word) {
        let shift = (d.abs().bits() - 1) as usize;
        let mut high: Vec<AigLit> = self.bits().iter().skip(shift).copied().collect();
        if high.is_empty() {
            high.push(self.sign());
        }
        let up = d.abs();
        let floor = Interval::new(
            euclid(&self.range().lo, &up).0,
            euclid(&self.range().hi, &up).0,
        );
        let mut quotient = Word::from_bits(high, floor);
        if d.is_negative() {
            quotient = quotient.neg(aig);
        }
        let mut low: Vec<AigLit> = (0..shift).map(|i| self.bit(i)).collect();
        low.push(AigLit::FALSE);
        (quotient, Word::from_bits(low, remainder))
    }

    /// Restoring division of the magnitudes, then the signs.
    fn divide(
        &self,
        aig: &mut Aig,
        divisor: &Word,
        (quotient_range, remainder_range): (Interval, Interval),
    ) -> (Word, Word) {
        let magnitude = divisor.abs(aig);
        let dividend = self.abs(aig);
        let (q, r) = unsigned(aig, &dividend, &magnitude);
        let negative = self.sign();
        let any = aig.or_all(r.bits().iter().copied());
        let round = aig.and(negative, any);
        // A negative dividend with a remainder: one more away from zero, the complement remains.
        let carry = Word::from_bits(
            vec![round, AigLit::FALSE],
            Interval::new(BigInt::zero(), BigInt::one()),
        );
        let q = q.add(aig, &carry);
        let minus_r = r.neg(aig);
        let complement = magnitude.add(aig, &minus_r);
        let r = Word::ite(aig, round, &complement, &r);
        let minus_q = q.neg(aig);
        let flip = aig.xor(negative, divisor.sign());
        let q = Word::ite(aig, flip, &minus_q, &q);
        let zero = divisor.equal(aig, &Word::constant(BigInt::zero()));
        let mut gate = |w: Word, range: Interval| {
            let bits: Vec<AigLit> = w.bits().iter().map(|&b| aig.and(b, !zero)).collect();
            Word::from_bits(bits, range)
        };
        (gate(q, quotient_range), gate(r, remainder_range))
    }
}

fn power_of_two(n: &BigInt) -> bool {
    n.is_positive() && n.trailing_zeros() == Some(n.bits() - 1)
}

/// Long division of non-negative words. Right for divisors above zero.
fn unsigned(aig: &mut Aig, n: &Word, d: &Word) -> (Word, Word) {
    let magnitude = |w: &Word| w.bits()[..w.bits().len() - 1].to_vec();
    let (mut quotient, rest) = long_division(aig, &magnitude(n), d.bits());
    quotient.push(AigLit::FALSE);
    let zero = BigInt::zero();
    let quotient = Word::from_bits(quotient, Interval::new(zero.clone(), n.range().hi.clone()));
    // The remainder keeps the divisor's bits; its exact range is the caller's.
    let hi = d.range().hi.clone().max(zero.clone());
    (quotient, Word::from_bits(rest, Interval::new(zero, hi)))
}

/// Restoring division of unsigned bits, most significant first: a quotient as wide as the dividend
/// and a remainder one bit wider than the divisor. A divisor of zero gives all ones and the dividend
/// where the divisor is as wide as the dividend.
pub(crate) fn long_division(
    aig: &mut Aig,
    n: &[AigLit],
    d: &[AigLit],
) -> (Vec<AigLit>, Vec<AigLit>) {
    let mut inverted: Vec<AigLit> = d.iter().map(|&bit| !bit).collect();
    inverted.push(AigLit::TRUE);
    let mut rest = vec![AigLit::FALSE; inverted.len()];
    let mut quotient = vec![AigLit::FALSE; n.len()];
    for i in (0..n.len()).rev() {
        // rest < d before, so twice it and a bit fit in one bit more.
        rest.rotate_right(1);
        rest[0] = n[i];
        let (difference, no_borrow) = ripple_add(aig, &rest, &inverted, AigLit::TRUE);
        quotient[i] = no_borrow;
        for (r, &x) in rest.iter_mut().zip(&difference) {
            *r = aig.ite(no_borrow, x, *r);
        }
    }
    (quotient, rest)
}
