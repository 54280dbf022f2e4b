//! What kind of number a word is, and the operations on the sign alone.
//!
//! [`neg`] and [`abs`] change the sign bit and nothing else, also of a NaN, as the standard wants it.

use assay_term::{Pool, TermId};

use super::Format;

/// Whether the sign bit is set, also of zeros and NaNs.
pub fn sign(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let top = f.width() - 1;
    let bit = pool.extract(top, top, a);
    pool.bool_of_bv(bit)
}

pub fn is_nan(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let magnitude = f.magnitude(pool, a);
    let infinite = f.infinite_magnitude(pool);
    pool.bv_ult(infinite, magnitude)
}

pub fn is_inf(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let magnitude = f.magnitude(pool, a);
    let infinite = f.infinite_magnitude(pool);
    pool.eq(magnitude, infinite)
}

pub fn is_zero(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let magnitude = f.magnitude(pool, a);
    let zero = pool.bits(f.width() - 1, 0u32);
    pool.eq(magnitude, zero)
}

/// Neither zero, nor subnormal, infinite or a NaN.
pub fn is_normal(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let field = f.field(pool, a);
    let lowest = pool.bits(f.exponent, 0u32);
    let highest = pool.bits(f.exponent, f.top());
    let is_lowest = pool.eq(field, lowest);
    let is_highest = pool.eq(field, highest);
    let neither = pool.or2(is_lowest, is_highest);
    pool.not(neither)
}

/// Not zero, but below the smallest normal number.
pub fn is_subnormal(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let field = f.field(pool, a);
    let lowest = pool.bits(f.exponent, 0u32);
    let is_lowest = pool.eq(field, lowest);
    let zero = is_zero(pool, f, a);
    let nonzero = pool.not(zero);
    pool.and2(is_lowest, nonzero)
}

pub fn neg(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let top = f.width() - 1;
    let bit = pool.extract(top, top, a);
    let flipped = pool.bv_not(bit);
    let magnitude = f.magnitude(pool, a);
    pool.concat(flipped, magnitude)
}

pub fn abs(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let magnitude = f.magnitude(pool, a);
    pool.zero_extend(1, magnitude)
}
