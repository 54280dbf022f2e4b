//! Rounds significands and puts words together.

use assay_term::{Pool, TermId};

use super::Format;
use super::shift::shift_right_sticky;

/// Rounds `significand / 2^(its width - 1) * 2^exponent` to a word. The exponent is signed and has no bias, at least
/// [`Format::wide`] bits. The highest bit of the significand is set unless all are zero, and it has at least two bits
/// more than fit; the lowest one stands for everything below.
pub(super) fn round(
    pool: &mut Pool,
    f: Format,
    sign: TermId,
    exponent: TermId,
    significand: TermId,
) -> TermId {
    let wide = pool.width(exponent);
    let bias = pool.bits(wide, f.bias());
    let one = pool.bits(wide, 1u32);
    let biased = pool.bv_add(exponent, bias);
    let small = pool.bv_slt(biased, one);
    let missing = pool.bv_sub(one, biased);
    let shifted = shift_right_sticky(pool, significand, missing);
    let significand = pool.ite(small, shifted, significand);
    let biased = pool.ite(small, one, biased);
    pack(pool, f, sign, biased, significand)
}

/// As [`round`], for a biased exponent that is an unsigned word of more bits than the field and at least 1. The highest bit of the
/// significand may be 0 only if the exponent is 1, or if the significand is zero.
pub(super) fn pack(
    pool: &mut Pool,
    f: Format,
    sign: TermId,
    biased: TermId,
    significand: TermId,
) -> TermId {
    let (wide, width) = (pool.width(biased), pool.width(significand));
    let guard = width - f.precision() - 1;
    let hidden = bit(pool, significand, width - 1);
    let fraction = pool.extract(width - 2, guard + 1, significand);

    // A number without its first bit is subnormal, which the field 0 says.
    let field = pool.extract(f.exponent - 1, 0, biased);
    let zero = pool.bits(f.exponent, 0u32);
    let field = pool.ite(hidden, field, zero);
    let truncated = pool.concat(field, fraction);

    // The carry goes through the fraction into the field: to the next exponent, to the smallest normal number, or to infinity.
    let half = bit(pool, significand, guard);
    let odd = bit(pool, significand, guard + 1);
    let rest = pool.extract(guard - 1, 0, significand);
    let none = pool.bits(guard, 0u32);
    let exact = pool.eq(rest, none);
    let above_half = pool.not(exact);
    let not_down = pool.or2(above_half, odd);
    let up = pool.and2(half, not_down);
    let up = pool.bv_of_bool(up);
    let carry = pool.zero_extend(f.exponent + f.fraction - 1, up);
    let rounded = pool.bv_add(truncated, carry);

    let top = pool.bits(wide, f.top());
    let high = pool.bv_ule(top, biased);
    let overflow = pool.and2(hidden, high);
    let infinite = f.infinite_magnitude(pool);
    let magnitude = pool.ite(overflow, infinite, rounded);
    signed(pool, sign, magnitude)
}

/// The result of an operation: the NaN, an infinity, or what was computed for finite numbers.
pub(super) fn select(
    pool: &mut Pool,
    f: Format,
    nan: TermId,
    inf: TermId,
    sign: TermId,
    finite: TermId,
) -> TermId {
    let infinite = f.infinite_magnitude(pool);
    let infinite = signed(pool, sign, infinite);
    let number = pool.ite(inf, infinite, finite);
    let quiet = f.nan(pool);
    pool.ite(nan, quiet, number)
}

/// A magnitude with a sign.
pub(super) fn signed(pool: &mut Pool, sign: TermId, magnitude: TermId) -> TermId {
    let sign = pool.bv_of_bool(sign);
    pool.concat(sign, magnitude)
}

/// Whether a bit is set.
pub(super) fn bit(pool: &mut Pool, word: TermId, at: u32) -> TermId {
    let bit = pool.extract(at, at, word);
    pool.bool_of_bv(bit)
}
