//! Comparisons. A NaN is not equal to, below or above anything; the two zeros are equal.

use assay_term::{Pool, TermId};

use super::Format;
use super::classify::{is_nan, is_zero, sign};

/// Whether neither is a NaN, and whether both are zeros.
fn ordered(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> (TermId, TermId) {
    let (nan_a, nan_b) = (is_nan(pool, f, a), is_nan(pool, f, b));
    let nan = pool.or2(nan_a, nan_b);
    let (zero_a, zero_b) = (is_zero(pool, f, a), is_zero(pool, f, b));
    (pool.not(nan), pool.and2(zero_a, zero_b))
}

pub fn eq(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let (ordered, zeros) = ordered(pool, f, a, b);
    let same = pool.eq(a, b);
    let equal = pool.or2(same, zeros);
    pool.and2(ordered, equal)
}

pub fn lt(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let (ordered, zeros) = ordered(pool, f, a, b);
    let below = below(pool, f, a, b);
    let not_zeros = pool.not(zeros);
    pool.and([ordered, not_zeros, below])
}

pub fn le(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let (ordered, zeros) = ordered(pool, f, a, b);
    let above = below(pool, f, b, a);
    let not_above = pool.not(above);
    let at_most = pool.or2(zeros, not_above);
    pool.and2(ordered, at_most)
}

/// The order of words by sign and magnitude, in which the negative zero is below the other one.
fn below(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let (sign_a, sign_b) = (sign(pool, f, a), sign(pool, f, b));
    let (size_a, size_b) = (f.magnitude(pool, a), f.magnitude(pool, b));
    let smaller = pool.bv_ult(size_a, size_b);
    let larger = pool.bv_ult(size_b, size_a);
    let same_sign = pool.eq(sign_a, sign_b);
    let by_size = pool.ite(sign_a, larger, smaller);
    pool.ite(same_sign, by_size, sign_a)
}
