//! The square root, by restoring digits: for each bit of the root two bits of the radicand are used.

use assay_term::{Pool, TermId};

use super::Format;
use super::division::append;
use super::round::{bit, pack, select};
use super::unpack::unpack;

/// The root of a negative number is the NaN, that of the negative zero is itself.
pub fn sqrt(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let a = unpack(pool, f, a);
    let wide = f.wide();

    // An even exponent is halved. An odd one gives a factor of 2 to the significand first.
    let odd = bit(pool, a.exponent, 0);
    let half = pool.extract(wide - 1, 1, a.exponent);
    let half = pool.sign_extend(1, half);
    let bias = pool.bits(wide, f.bias());
    let biased = pool.bv_add(half, bias);
    let even_radicand = pool.zero_extend(1, a.significand);
    let zero = pool.bits(1, 0u32);
    let odd_radicand = pool.concat(a.significand, zero);
    let radicand = pool.ite(odd, odd_radicand, even_radicand);
    let zeros = pool.bits(f.precision() + 1, 0u32);
    let radicand = pool.concat(radicand, zeros);
    let significand = root(pool, radicand);

    // The root of the smallest number is far from subnormal, and no root overflows.
    let finite = pack(pool, f, a.sign, biased, significand);

    let nonzero = pool.not(a.zero);
    let negative = pool.and2(a.sign, nonzero);
    let nan = pool.or2(a.nan, negative);
    select(pool, f, nan, a.inf, a.sign, finite)
}

/// The root of a word of an even width, with half as many bits, and one more bit below that is set if there is a remainder.
fn root(pool: &mut Pool, radicand: TermId) -> TermId {
    let width = pool.width(radicand);
    let pair = pool.extract(width - 1, width - 2, radicand);
    let zero = pool.bits(2, 0u32);
    let one = pool.bits(2, 1u32);
    let empty = pool.eq(pair, zero);
    let first = pool.not(empty);
    let less = pool.bv_sub(pair, one);
    let mut rest = pool.ite(first, less, pair);
    let mut root = pool.bv_of_bool(first);
    for step in 1..width / 2 {
        // The root has `step` bits, and the rest is at most twice the root: one bit more.
        let low = width - 2 * step - 2;
        let pair = pool.extract(low + 1, low, radicand);
        let rest_and_pair = pool.concat(rest, pair);
        let candidate = pool.zero_extend(1, rest_and_pair);
        // Minus (4 * root + 1): the complement of the root above two ones.
        let padded = pool.zero_extend(2, root);
        let flipped = pool.bv_not(padded);
        let ones = pool.bits(2, 3u32);
        let minus_trial = pool.concat(flipped, ones);
        let difference = pool.bv_add(candidate, minus_trial);
        let short = bit(pool, difference, step + 3);
        let fits = pool.not(short);
        let kept = pool.ite(fits, difference, candidate);
        rest = pool.extract(step + 1, 0, kept);
        root = append(pool, Some(root), fits);
    }
    let none = pool.bits(pool.width(rest), 0u32);
    let exact = pool.eq(rest, none);
    let inexact = pool.not(exact);
    append(pool, Some(root), inexact)
}
