//! Takes words apart.

use assay_term::{Pool, TermId};

use super::Format;
use super::classify::{is_inf, is_nan, is_zero, sign};
use super::shift::normalise;

/// A word as it is stored, with the bit before the fraction made explicit. Subnormal numbers have the exponent of the smallest normal
/// ones.
pub(super) struct Stored {
    /// The biased exponent, at least 1.
    pub field: TermId,
    /// The bit before the fraction, and the fraction.
    pub significand: TermId,
}

/// From everything but the sign.
pub(super) fn stored(pool: &mut Pool, f: Format, magnitude: TermId) -> Stored {
    let field = pool.extract(f.exponent + f.fraction - 1, f.fraction, magnitude);
    let fraction = pool.extract(f.fraction - 1, 0, magnitude);
    let zero = pool.bits(f.exponent, 0u32);
    let one = pool.bits(f.exponent, 1u32);
    let subnormal = pool.eq(field, zero);
    let field = pool.ite(subnormal, one, field);
    let normal = pool.not(subnormal);
    let hidden = pool.bv_of_bool(normal);
    let significand = pool.concat(hidden, fraction);
    Stored { field, significand }
}

/// A number as `significand / 2^fraction * 2^exponent`, also where the word is subnormal.
pub(super) struct Unpacked {
    pub nan: TermId,
    pub inf: TermId,
    pub zero: TermId,
    pub sign: TermId,
    /// A signed word of [`Format::wide`] bits, without the bias. It means nothing for zeros and NaNs; infinities have the largest one.
    pub exponent: TermId,
    /// The highest bit is set, unless the number is zero: then all are 0.
    pub significand: TermId,
}

pub(super) fn unpack(pool: &mut Pool, f: Format, a: TermId) -> Unpacked {
    let magnitude = f.magnitude(pool, a);
    let Stored { field, significand } = stored(pool, f, magnitude);
    let (significand, distance) = normalise(pool, significand);
    let field = pool.zero_extend(f.wide() - f.exponent, field);
    let distance = pool.zero_extend(f.wide() - pool.width(distance), distance);
    let bias = pool.bits(f.wide(), f.bias());
    let exponent = pool.bv_sub(field, bias);
    let exponent = pool.bv_sub(exponent, distance);
    Unpacked {
        nan: is_nan(pool, f, a),
        inf: is_inf(pool, f, a),
        zero: is_zero(pool, f, a),
        sign: sign(pool, f, a),
        exponent,
        significand,
    }
}
