//! Division, by restoring digits: in each step the divisor is subtracted if it fits, which gives one bit of the quotient.
//!
//! Division by a constant power of two is multiplication by its reciprocal, which is exact and needs no division.
//! Otherwise the steps are as long as a significand. A division of words would need twice the length, and a second one for the remainder.

use assay_term::{BigUint, Pool, TermId};

use super::Format;
use super::multiplication::mul;
use super::round::{bit, round, select};
use super::unpack::unpack;

pub fn div(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    if let Some(reciprocal) = reciprocal(pool, f, b) {
        return mul(pool, f, a, reciprocal);
    }
    let (a, b) = (unpack(pool, f, a), unpack(pool, f, b));
    let quotient = quotient(pool, f, a.significand, b.significand);

    // Between 1/2 and 2: the first or the second bit is set.
    let width = pool.width(quotient);
    let difference = pool.bv_sub(a.exponent, b.exponent);
    let one = pool.bits(f.wide(), 1u32);
    let previous = pool.bv_sub(difference, one);
    let large = bit(pool, quotient, width - 1);
    let exponent = pool.ite(large, difference, previous);
    let low = pool.extract(width - 2, 0, quotient);
    let zero = pool.bits(1, 0u32);
    let shifted = pool.concat(low, zero);
    let significand = pool.ite(large, quotient, shifted);

    let sign = pool.xor(a.sign, b.sign);
    let finite = round(pool, f, sign, exponent, significand);

    let infinities = pool.and2(a.inf, b.inf);
    let zeros = pool.and2(a.zero, b.zero);
    let nan = pool.or([a.nan, b.nan, infinities, zeros]);
    let inf = pool.or2(a.inf, b.zero);
    let number = select(pool, f, nan, inf, sign, finite);
    let sign = pool.bv_of_bool(sign);
    let nothing = pool.bits(f.width() - 1, 0u32);
    let nothing = pool.concat(sign, nothing);
    let not_nan = pool.not(nan);
    let vanishes = pool.and([b.inf, not_nan]);
    pool.ite(vanishes, nothing, number)
}

/// The reciprocal of a constant, if both are normal powers of two.
fn reciprocal(pool: &mut Pool, f: Format, a: TermId) -> Option<TermId> {
    let word = pool.as_bits(a)?.value().clone();
    let fraction = BigUint::from(1u32) << f.fraction;
    let sign = &word >> (f.width() - 1) << (f.width() - 1);
    let field = u32::try_from((&word - &sign) / &fraction).ok()?;
    // Exponents that are opposite to each other have fields that sum up to twice the bias.
    let opposite = (2 * f.bias()).checked_sub(field)?;
    let power = (&word % &fraction).bits() == 0;
    let normal = |field: u32| field > 0 && field < f.top();
    (power && normal(field) && normal(opposite))
        .then(|| pool.bits(f.width(), sign + opposite * fraction))
}

/// The quotient of two significands with `precision + 2` bits, one of them before the point, and one more bit below that is set if
/// there is a remainder.
fn quotient(pool: &mut Pool, f: Format, dividend: TermId, divisor: TermId) -> TermId {
    let precision = f.precision();
    let mut rest = pool.zero_extend(1, dividend);
    let divisor = pool.zero_extend(1, divisor);
    let minus_divisor = pool.bv_neg(divisor);
    let zero = pool.bits(1, 0u32);
    let mut bits = None;
    for _ in 0..precision + 2 {
        // The rest is less than twice the divisor, so the difference has a sign bit in a word of this width.
        let difference = pool.bv_add(rest, minus_divisor);
        let short = bit(pool, difference, precision);
        let fits = pool.not(short);
        let kept = pool.ite(fits, difference, rest);
        let kept = pool.extract(precision - 1, 0, kept);
        rest = pool.concat(kept, zero);
        bits = Some(append(pool, bits, fits));
    }
    let none = pool.bits(precision + 1, 0u32);
    let exact = pool.eq(rest, none);
    let inexact = pool.not(exact);
    append(pool, bits, inexact)
}

/// A word with one more bit below.
pub(super) fn append(pool: &mut Pool, word: Option<TermId>, bit: TermId) -> TermId {
    let bit = pool.bv_of_bool(bit);
    match word {
        Some(word) => pool.concat(word, bit),
        None => bit,
    }
}
