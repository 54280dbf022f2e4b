//! Conversion between formats.

use assay_term::{Pool, TermId};

use super::Format;
use super::round::{pack, round, select};
use super::shift::fit;
use super::unpack::unpack;

/// The nearest number of another format. A NaN becomes the canonical one, also if the formats are the same.
pub fn convert(pool: &mut Pool, from: Format, to: Format, a: TermId) -> TermId {
    let a = unpack(pool, from, a);
    let wide = from.wide().max(to.wide());
    let exponent = pool.sign_extend(wide - from.wide(), a.exponent);
    let width = from.precision().max(to.precision() + 2);
    let significand = fit(pool, a.significand, width);
    // The smallest number of the one format may be a normal one of the other.
    let finite = if to.bias() > from.bias() + from.fraction {
        let bias = pool.bits(wide, to.bias());
        let biased = pool.bv_add(exponent, bias);
        pack(pool, to, a.sign, biased, significand)
    } else {
        round(pool, to, a.sign, exponent, significand)
    };
    select(pool, to, a.nan, a.inf, a.sign, finite)
}
