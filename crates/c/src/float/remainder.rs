//! The remainder of a division that is truncated, as C's `fmod` has it. It is always exact.
//!
//! A long division without its quotient: one step for each exponent from that of the dividend down to that of the divisor. There are
//! as many steps as exponents differ at most, about 280 for `float` and 2,100 for `double`, so the circuit is large. Squaring
//! powers of two modulo the divisor would take fewer steps, but each needs a product and a division, which is no less.

use assay_term::{Pool, TermId};

use super::Format;
use super::round::{bit, round, select};
use super::shift::{fit, normalise};
use super::unpack::unpack;

/// The sign is that of the dividend. The remainder of an infinity or by zero is the NaN.
pub fn rem(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let dividend = a;
    let (a, b) = (unpack(pool, f, a), unpack(pool, f, b));
    let distance = pool.bv_sub(a.exponent, b.exponent);
    let rest = rest(pool, f, a.significand, b.significand, distance);

    let (significand, lost) = normalise(pool, rest);
    let lost = pool.zero_extend(f.wide() - pool.width(lost), lost);
    let exponent = pool.bv_sub(b.exponent, lost);
    let significand = fit(pool, significand, f.precision() + 2);
    let number = round(pool, f, a.sign, exponent, significand);

    // An infinite divisor has the largest exponent, too.
    let smaller = bit(pool, distance, f.wide() - 1);
    let finite = pool.ite(smaller, dividend, number);
    let nan = pool.or([a.nan, b.nan, a.inf, b.zero]);
    let never = pool.bool(false);
    select(pool, f, nan, never, a.sign, finite)
}

/// `dividend * 2^distance` modulo the divisor, for significands of which the highest bit is set.
fn rest(pool: &mut Pool, f: Format, dividend: TermId, divisor: TermId, distance: TermId) -> TermId {
    let precision = f.precision();
    let farthest = 2 * f.bias() - 1 + f.fraction;
    let divisor = pool.zero_extend(1, divisor);
    let minus_divisor = pool.bv_neg(divisor);
    let zero = pool.bits(1, 0u32);
    let mut rest = pool.zero_extend(1, dividend);
    for left in (0..=farthest).rev() {
        let exponents = pool.bits(f.wide(), left);
        let begun = pool.bv_sle(exponents, distance);
        // The rest is less than twice the divisor, so the difference has a sign bit in a word of this width.
        let difference = pool.bv_add(rest, minus_divisor);
        let short = bit(pool, difference, precision);
        let fits = pool.not(short);
        let kept = pool.ite(fits, difference, rest);
        let kept = pool.extract(precision - 1, 0, kept);
        let next = match left {
            0 => pool.zero_extend(1, kept),
            _ => pool.concat(kept, zero),
        };
        rest = pool.ite(begun, next, rest);
    }
    pool.extract(precision - 1, 0, rest)
}
