//! Shifts of significands, in stages of powers of two.

use assay_term::{Pool, TermId};

/// The largest k with `2^k < width`, from which the stages of a shift count down.
fn stages(width: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS - (width - 1).leading_zeros()).rev()
}

/// The word shifted to the left by a constant distance below its width.
fn up(pool: &mut Pool, word: TermId, by: u32) -> TermId {
    let width = pool.width(word);
    let kept = pool.extract(width - 1 - by, 0, word);
    let zeros = pool.bits(by, 0u32);
    pool.concat(kept, zeros)
}

/// Whether bits `hi` to `lo` are all zero.
fn all_zero(pool: &mut Pool, hi: u32, lo: u32, word: TermId) -> TermId {
    let part = pool.extract(hi, lo, word);
    let zero = pool.bits(hi - lo + 1, 0u32);
    pool.eq(part, zero)
}

/// Shifts to the left until the highest bit is set. Gives the word and the distance. A word that is zero stays zero.
pub(super) fn normalise(pool: &mut Pool, word: TermId) -> (TermId, TermId) {
    let width = pool.width(word);
    let (mut word, mut distance) = (word, None);
    for k in stages(width) {
        let by = 1 << k;
        let take = all_zero(pool, width - 1, width - by, word);
        let shifted = up(pool, word, by);
        word = pool.ite(take, shifted, word);
        let bit = pool.bv_of_bool(take);
        distance = Some(match distance {
            Some(higher) => pool.concat(higher, bit),
            None => bit,
        });
    }
    (word, distance.expect("a significand has several bits"))
}

/// As [`normalise`], but by no more than `budget`. Gives the word and what is left of the budget.
///
/// The distance is the smaller one of two numbers, the leading zeros and the budget. Each stage takes one of its bits: it is set if both
/// have it or more.
pub(super) fn normalise_within(pool: &mut Pool, word: TermId, budget: TermId) -> (TermId, TermId) {
    let width = pool.width(word);
    let bits = pool.width(budget);
    let (mut word, mut budget) = (word, budget);
    for k in stages(width) {
        if k >= bits {
            continue;
        }
        let by = 1 << k;
        let zeros = all_zero(pool, width - 1, width - by, word);
        let exhausted = all_zero(pool, bits - 1, k, budget);
        let enough = pool.not(exhausted);
        let take = pool.and2(zeros, enough);
        let shifted = up(pool, word, by);
        word = pool.ite(take, shifted, word);
        let cost = pool.bits(bits, by);
        let rest = pool.bv_sub(budget, cost);
        budget = pool.ite(take, rest, budget);
    }
    (word, budget)
}

/// Shifts to the right. The lowest bit of the result is also set if a bit that is set was shifted out.
pub(super) fn shift_right_sticky(pool: &mut Pool, word: TermId, by: TermId) -> TermId {
    let width = pool.width(word);
    let bits = pool.width(by);
    let mut shifted = word;
    let mut reach = 0;
    for k in stages(width).filter(|&k| k < bits) {
        let distance = 1 << k;
        let kept = pool.extract(width - 1, distance, shifted);
        let kept = pool.zero_extend(distance, kept);
        let exact = all_zero(pool, distance - 1, 0, shifted);
        let moved = mark_inexact(pool, kept, exact);
        let bit = pool.extract(k, k, by);
        let take = pool.bool_of_bv(bit);
        shifted = pool.ite(take, moved, shifted);
        reach = reach.max(k + 1);
    }
    if reach == bits {
        return shifted;
    }
    let near = all_zero(pool, bits - 1, reach, by);
    let zero = pool.bits(width, 0u32);
    let exact = pool.eq(word, zero);
    let gone = mark_inexact(pool, zero, exact);
    pool.ite(near, shifted, gone)
}

/// Sets the lowest bit, unless `exact`.
fn mark_inexact(pool: &mut Pool, word: TermId, exact: TermId) -> TermId {
    let width = pool.width(word);
    let high = pool.extract(width - 1, 1, word);
    let low = pool.extract(0, 0, word);
    let low = pool.bool_of_bv(low);
    let inexact = pool.not(exact);
    let low = pool.or2(low, inexact);
    let low = pool.bv_of_bool(low);
    pool.concat(high, low)
}

/// The highest bits of a word, `width` in all; the lowest of them is also set if one below it is. A shorter word gets zeros below.
pub(super) fn fit(pool: &mut Pool, word: TermId, width: u32) -> TermId {
    let has = pool.width(word);
    if has == width {
        return word;
    }
    if has < width {
        let zeros = pool.bits(width - has, 0u32);
        return pool.concat(word, zeros);
    }
    let high = pool.extract(has - 1, has - width, word);
    let exact = all_zero(pool, has - width - 1, 0, word);
    mark_inexact(pool, high, exact)
}
