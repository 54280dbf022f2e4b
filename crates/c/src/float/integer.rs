//! Conversion from and to integers.

use assay_term::{BigUint, Pool, TermId};

use super::Format;
use super::classify::sign;
use super::round::{bit, pack};
use super::shift::{fit, normalise};
use super::unpack::{Stored, stored};

/// The number nearest to a signed word.
pub fn from_signed(pool: &mut Pool, f: Format, word: TermId) -> TermId {
    let width = pool.width(word);
    let negative = bit(pool, word, width - 1);
    let minus = pool.bv_neg(word);
    let size = pool.ite(negative, minus, word);
    from_magnitude(pool, f, negative, size)
}

/// The number nearest to an unsigned word.
pub fn from_unsigned(pool: &mut Pool, f: Format, word: TermId) -> TermId {
    let positive = pool.bool(false);
    from_magnitude(pool, f, positive, word)
}

fn from_magnitude(pool: &mut Pool, f: Format, sign: TermId, size: TermId) -> TermId {
    let size = match pool.width(size) {
        1 => pool.zero_extend(1, size),
        _ => size,
    };
    let width = pool.width(size);
    let (significand, distance) = normalise(pool, size);
    let highest = f.bias() + width - 1;
    let wide = f.wide().max(u32::BITS - highest.leading_zeros());
    let highest = pool.bits(wide, highest);
    let distance = pool.zero_extend(wide - pool.width(distance), distance);
    let biased = pool.bv_sub(highest, distance);
    let significand = fit(pool, significand, f.precision() + 2);
    pack(pool, f, sign, biased, significand)
}

/// The signed word of this width for a number, truncated toward zero. What is out of range, infinite or a NaN gives the word
/// in which only the highest bit is set, as the processors of the x86 family give it for their own widths. See [`fits_signed`].
pub fn to_signed(pool: &mut Pool, f: Format, a: TermId, width: u32) -> TermId {
    let negative = sign(pool, f, a);
    let size = truncated(pool, f, a, width);
    let minus = pool.bv_neg(size);
    let word = pool.ite(negative, minus, size);
    let fits = fits_signed(pool, f, a, width);
    let outside = highest_bit(pool, width);
    pool.ite(fits, word, outside)
}

/// The unsigned word of this width for a number, truncated toward zero. What is out of range gives the same word as in
/// [`to_signed`]. See [`fits_unsigned`].
pub fn to_unsigned(pool: &mut Pool, f: Format, a: TermId, width: u32) -> TermId {
    let word = truncated(pool, f, a, width);
    let fits = fits_unsigned(pool, f, a, width);
    let outside = highest_bit(pool, width);
    pool.ite(fits, word, outside)
}

/// Whether the truncated number is a signed word of this width.
pub fn fits_signed(pool: &mut Pool, f: Format, a: TermId, width: u32) -> TermId {
    let inside = below_power(pool, f, a, width - 1);
    let negative = sign(pool, f, a);
    let near = below_power(pool, f, a, width);
    let size = truncated(pool, f, a, width);
    let lowest = highest_bit(pool, width);
    let is_lowest = pool.eq(size, lowest);
    let at_lowest = pool.and([negative, near, is_lowest]);
    pool.or2(inside, at_lowest)
}

/// Whether the truncated number is an unsigned word of this width.
pub fn fits_unsigned(pool: &mut Pool, f: Format, a: TermId, width: u32) -> TermId {
    let negative = sign(pool, f, a);
    let not_large = below_power(pool, f, a, width);
    let vanishes = below_power(pool, f, a, 0);
    pool.ite(negative, vanishes, not_large)
}

/// Whether a number without its sign is below `2^power`.
fn below_power(pool: &mut Pool, f: Format, a: TermId, power: u32) -> TermId {
    let field = f.field(pool, a);
    let bound = pool.bits(f.exponent, f.top().min(f.bias() + power));
    pool.bv_ult(field, bound)
}

/// The integer part without its sign, for numbers below `2^width`.
fn truncated(pool: &mut Pool, f: Format, a: TermId, width: u32) -> TermId {
    let magnitude = f.magnitude(pool, a);
    let Stored { field, significand } = stored(pool, f, magnitude);
    let long = width + f.precision();
    let bias = pool.bits(f.exponent, f.bias());
    let exponent = pool.bv_sub(field, bias);
    let distance = pool.zero_extend(long - f.exponent, exponent);
    let point = pool.zero_extend(width, significand);
    let shifted = pool.bv_shl(point, distance);
    let integer = pool.extract(f.fraction + width - 1, f.fraction, shifted);
    let small = below_power(pool, f, a, 0);
    let zero = pool.bits(width, 0u32);
    pool.ite(small, zero, integer)
}

fn highest_bit(pool: &mut Pool, width: u32) -> TermId {
    pool.bits(width, BigUint::from(1u32) << (width - 1))
}
