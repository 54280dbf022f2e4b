//! Addition and subtraction.
//!
//! The smaller magnitude is shifted to the exponent of the larger one. Three bits below the fraction are enough to round
//! correctly: if more than one of them is needed after a subtraction, the numbers were so close that nothing was shifted out.
//! A sum that is subnormal is exact, so the shift to the left just stops at the smallest exponent.

use assay_term::{Pool, TermId};

use super::Format;
use super::classify::{is_inf, is_nan, neg, sign};
use super::round::{pack, select};
use super::shift::{normalise_within, shift_right_sticky};
use super::unpack::stored;

/// Bits below the fraction.
const EXTRA: u32 = 3;

pub fn sub(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let minus_b = neg(pool, f, b);
    add(pool, f, a, minus_b)
}

pub fn add(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let (size_a, size_b) = (f.magnitude(pool, a), f.magnitude(pool, b));
    let (sign_a, sign_b) = (sign(pool, f, a), sign(pool, f, b));
    let swap = pool.bv_ult(size_a, size_b);
    let large = pool.ite(swap, size_b, size_a);
    let small = pool.ite(swap, size_a, size_b);
    let sign_large = pool.ite(swap, sign_b, sign_a);
    let differ = pool.xor(sign_a, sign_b);

    let large = stored(pool, f, large);
    let small = stored(pool, f, small);
    let distance = pool.bv_sub(large.field, small.field);
    let high = extended(pool, large.significand);
    let low = extended(pool, small.significand);
    let low = shift_right_sticky(pool, low, distance);
    let sum = sum_or_difference(pool, high, low, differ);

    // The highest bit of the sum is that of a carry, so it counts twice the first bit of the larger number.
    let budget = pool.zero_extend(1, large.field);
    let (significand, rest) = normalise_within(pool, sum, budget);
    let one = pool.bits(f.exponent + 1, 1u32);
    let biased = pool.bv_add(rest, one);

    // A difference of equal numbers is the positive zero.
    let zero = pool.bits(pool.width(sum), 0u32);
    let vanished = pool.eq(sum, zero);
    let cancelled = pool.and2(vanished, differ);
    let kept = pool.not(cancelled);
    let sign = pool.and2(sign_large, kept);
    let finite = pack(pool, f, sign, biased, significand);

    let (nan_a, nan_b) = (is_nan(pool, f, a), is_nan(pool, f, b));
    let (inf_a, inf_b) = (is_inf(pool, f, a), is_inf(pool, f, b));
    let opposite = pool.and([inf_a, inf_b, differ]);
    let nan = pool.or([nan_a, nan_b, opposite]);
    let inf = pool.or2(inf_a, inf_b);
    select(pool, f, nan, inf, sign_large, finite)
}

/// With room for a carry above and the extra bits below.
fn extended(pool: &mut Pool, significand: TermId) -> TermId {
    let zeros = pool.bits(EXTRA, 0u32);
    let word = pool.concat(significand, zeros);
    pool.zero_extend(1, word)
}

/// `high + low`, or `high - low` where `subtract`, by one adder: one more bit below carries the 1 of the two's complement.
fn sum_or_difference(pool: &mut Pool, high: TermId, low: TermId, subtract: TermId) -> TermId {
    let width = pool.width(high);
    let flipped = pool.bv_not(low);
    let low = pool.ite(subtract, flipped, low);
    let one = pool.bits(1, 1u32);
    let carry = pool.bv_of_bool(subtract);
    let high = pool.concat(high, one);
    let low = pool.concat(low, carry);
    let sum = pool.bv_add(high, low);
    pool.extract(width, 1, sum)
}
