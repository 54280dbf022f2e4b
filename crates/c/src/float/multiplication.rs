//! Multiplication: the exact product of the significands, rounded once.

use assay_term::{BigUint, Op, Pool, Term, TermId};

use super::Format;
use super::classify::is_nan;
use super::round::{bit, round, select};
use super::shift::fit;
use super::unpack::unpack;

pub fn mul(pool: &mut Pool, f: Format, a: TermId, b: TermId) -> TermId {
    let one = pool.bits(f.width(), BigUint::from(f.bias()) << f.fraction);
    if b == one {
        return quiet(pool, f, a);
    }
    if a == one {
        return quiet(pool, f, b);
    }
    let (a, b) = (unpack(pool, f, a), unpack(pool, f, b));
    let precision = f.precision();
    let left = pool.zero_extend(precision, a.significand);
    let right = pool.zero_extend(precision, b.significand);
    let product = pool.bv_mul(left, right);

    // Between 1 and 4: the first or the second bit is set.
    let sum = pool.bv_add(a.exponent, b.exponent);
    let one = pool.bits(f.wide(), 1u32);
    let next = pool.bv_add(sum, one);
    let large = bit(pool, product, 2 * precision - 1);
    let exponent = pool.ite(large, next, sum);
    let low = pool.extract(2 * precision - 2, 0, product);
    let zero = pool.bits(1, 0u32);
    let shifted = pool.concat(low, zero);
    let significand = pool.ite(large, product, shifted);
    let significand = fit(pool, significand, precision + 2);

    let sign = pool.xor(a.sign, b.sign);
    let finite = round(pool, f, sign, exponent, significand);

    let inf = pool.or2(a.inf, b.inf);
    let zero = pool.or2(a.zero, b.zero);
    let undefined = pool.and2(inf, zero);
    let nan = pool.or([a.nan, b.nan, undefined]);
    select(pool, f, nan, inf, sign, finite)
}

/// A number times one: itself, but any NaN becomes the one that operations give. Of such a number it is the number itself, so that many
/// operations in a row are one.
fn quiet(pool: &mut Pool, f: Format, a: TermId) -> TermId {
    let nan = f.nan(pool);
    if let Term::App(Op::Ite, args) = pool.get(a) {
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        if then == nan && is_nan(pool, f, otherwise) == condition {
            return a;
        }
    }
    let undefined = is_nan(pool, f, a);
    pool.ite(undefined, nan, a)
}
