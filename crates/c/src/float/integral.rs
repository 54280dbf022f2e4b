//! Rounding to integers that stay floating-point numbers. The sign is kept, also that of a result zero.
//!
//! The word without its sign is itself a number in which the bits after the point are the lowest ones. They are cut off, and a
//! carry into the bit before the point is added. The carry goes through the fraction into the exponent where it has to.

use assay_term::{BigUint, Pool, TermId};

use super::Format;
use super::classify::{is_nan, sign};
use super::round::signed;

#[derive(Clone, Copy)]
enum Mode {
    Down,
    Up,
    ToZero,
    /// To the nearest integer, ties away from zero.
    Away,
    /// To the nearest integer, ties to even.
    Even,
}

pub fn floor(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    integral(pool, f, a, Mode::Down)
}

pub fn ceil(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    integral(pool, f, a, Mode::Up)
}

pub fn trunc(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    integral(pool, f, a, Mode::ToZero)
}

/// Ties are rounded away from zero, as C's `round` does.
pub fn round(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    integral(pool, f, a, Mode::Away)
}

/// Ties are rounded to even, as C's `rint` and `nearbyint` do at first.
pub fn rint(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    integral(pool, f, a, Mode::Even)
}

/// What is cut off, and what is kept.
struct Cut {
    /// Something is cut off.
    inexact: TermId,
    /// At least one half is cut off.
    half: TermId,
    /// More than one half is cut off.
    above: TermId,
    /// What is kept is odd.
    odd: TermId,
}

fn integral(pool: &mut Pool, f: Format, a: TermId, mode: Mode) -> TermId {
    let width = f.width() - 1;
    let negative = sign(pool, f, a);
    let size = f.magnitude(pool, a);
    let field = f.field(pool, a);

    let bias = pool.bits(f.exponent, f.bias());
    let integer_from = pool.bits(f.exponent, f.bias() + f.fraction);
    let small = pool.bv_ult(field, bias);
    let has_fraction = pool.bv_ult(field, integer_from);

    // Below 1: the result is 0 or 1.
    let zero = pool.bits(width, 0u32);
    let is_zero = pool.eq(size, zero);
    let half = pool.bits(width, BigUint::from(f.bias() - 1) << f.fraction);
    let nothing = pool.bool(false);
    let cut = Cut {
        inexact: pool.not(is_zero),
        half: pool.bv_ule(half, size),
        above: pool.bv_ult(half, size),
        odd: nothing,
    };
    let up = carries(pool, mode, negative, &cut);
    let one = pool.bits(width, BigUint::from(f.bias()) << f.fraction);
    let of_small = pool.ite(up, one, zero);

    // From 1 on: as many bits as the exponent leaves are behind the point.
    let after_point = pool.bv_sub(integer_from, field);
    let distance = pool.zero_extend(width - f.exponent, after_point);
    let unit_zero = pool.bits(width, 1u32);
    let unit = pool.bv_shl(unit_zero, distance);
    let mask = pool.bv_sub(unit, unit_zero);
    let lost = pool.bv_and(size, mask);
    let shifted_half = pool.extract(width - 1, 1, unit);
    let half = pool.zero_extend(1, shifted_half);
    let last = pool.bv_and(size, unit);
    let last_zero = pool.eq(last, zero);
    let exact = pool.eq(lost, zero);
    let cut = Cut {
        inexact: pool.not(exact),
        half: pool.bv_ule(half, lost),
        above: pool.bv_ult(half, lost),
        odd: pool.not(last_zero),
    };
    let up = carries(pool, mode, negative, &cut);
    let outside = pool.bv_not(mask);
    let kept = pool.bv_and(size, outside);
    let carry = pool.ite(up, unit, zero);
    let of_large = pool.bv_add(kept, carry);

    let rounded = pool.ite(small, of_small, of_large);
    let size = pool.ite(has_fraction, rounded, size);
    let number = signed(pool, negative, size);
    let nan = is_nan(pool, f, a);
    let quiet = f.nan(pool);
    pool.ite(nan, quiet, number)
}

/// Whether the magnitude is rounded up.
fn carries(pool: &mut Pool, mode: Mode, negative: TermId, cut: &Cut) -> TermId {
    match mode {
        Mode::Down => pool.and2(cut.inexact, negative),
        Mode::Up => {
            let positive = pool.not(negative);
            pool.and2(cut.inexact, positive)
        }
        Mode::ToZero => pool.bool(false),
        Mode::Away => cut.half,
        Mode::Even => {
            let tie_up = pool.and2(cut.half, cut.odd);
            pool.or2(cut.above, tie_up)
        }
    }
}
