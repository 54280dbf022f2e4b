//! Operators as terms.
//!
//! A node of one bit is a Boolean term, a wider one a word, an array an array of words: control logic then looks the
//! same whether it comes from BTOR2 or from AIGER. Division is that of SMT-LIB, as the format says; rotation is by the
//! second argument modulo the width; overflow of a signed division is the smallest number divided by minus one.
//!
//! The number of terms that a line becomes is at most logarithmic in its width, and logic on bits keeps to two
//! arguments, so that chains of it are not flattened at every link.

use assay_term::{Pool, Sort, TermId};
use num_bigint::BigUint;
use num_traits::One;

use super::Op;

/// A term as a word: one bit for a Boolean one.
pub fn word(pool: &mut Pool, term: TermId) -> TermId {
    match pool.sort(term) {
        Sort::Bool => pool.bv_of_bool(term),
        _ => term,
    }
}

/// A term as a node has it: Boolean if it is a word of one bit.
pub fn natural(pool: &mut Pool, term: TermId) -> TermId {
    match pool.sort(term) {
        Sort::BitVec(1) => pool.bool_of_bv(term),
        _ => term,
    }
}

/// The constant of this width, as a node has it.
pub fn constant(pool: &mut Pool, width: u32, value: BigUint) -> TermId {
    match width {
        1 => pool.bool(value.bit(0)),
        _ => pool.bits(width, value),
    }
}

/// All bits turned over.
pub fn complement(pool: &mut Pool, term: TermId) -> TermId {
    match pool.sort(term) {
        Sort::Bool => pool.not(term),
        _ => pool.bv_not(term),
    }
}

/// An operator on nodes, their number and sorts being right.
pub fn apply(pool: &mut Pool, op: Op, args: &[TermId]) -> TermId {
    if args.iter().all(|&a| pool.sort(a) == Sort::Bool)
        && let Some(term) = on_bits(pool, op, args)
    {
        return term;
    }
    match op {
        Op::Eq => return pool.eq(args[0], args[1]),
        Op::Neq => {
            let same = pool.eq(args[0], args[1]);
            return pool.not(same);
        }
        Op::Ite => return pool.ite(args[0], args[1], args[2]),
        _ => {}
    }
    let words: Vec<TermId> = args.iter().map(|&a| word(pool, a)).collect();
    let term = on_words(pool, op, &words);
    natural(pool, term)
}

/// What is plain logic on single bits.
fn on_bits(pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId> {
    let (a, b) = (args[0], *args.last()?);
    Some(match op {
        // On one bit adding, subtracting and being different are the same.
        Op::Not | Op::Inc | Op::Dec => pool.not(a),
        Op::Neg | Op::RedAnd | Op::RedOr | Op::RedXor => a,
        Op::And | Op::Mul => pool.gate(a, b),
        Op::Nor => neither(pool, a, b),
        Op::Or => {
            let none = neither(pool, a, b);
            pool.not(none)
        }
        Op::Nand => {
            let both = pool.gate(a, b);
            pool.not(both)
        }
        Op::Xor | Op::Neq | Op::Add | Op::Sub => pool.xor(a, b),
        Op::Xnor | Op::Iff | Op::Eq => pool.eq(a, b),
        Op::Ult | Op::Usubo => less(pool, a, b),
        Op::Ugt => less(pool, b, a),
        Op::Implies | Op::Ulte => {
            let less = less(pool, b, a);
            pool.not(less)
        }
        Op::Ugte => {
            let less = less(pool, a, b);
            pool.not(less)
        }
        Op::Ite => pool.ite(a, args[1], b),
        _ => return None,
    })
}

fn neither(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let (a, b) = (pool.not(a), pool.not(b));
    pool.gate(a, b)
}

/// On single bits, `a < b`: `a` is false and `b` is true.
fn less(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let a = pool.not(a);
    pool.gate(a, b)
}

fn on_words(pool: &mut Pool, op: Op, args: &[TermId]) -> TermId {
    let (a, b) = (args[0], args[args.len() - 1]);
    match op {
        Op::Not => pool.bv_not(a),
        Op::Neg => pool.bv_neg(a),
        Op::Inc | Op::Dec => {
            let one = pool.bits(width(pool, a), 1u32);
            match op {
                Op::Inc => pool.bv_add(a, one),
                _ => pool.bv_sub(a, one),
            }
        }
        Op::RedAnd => {
            let ones = super::ones(width(pool, a));
            let ones = pool.bits(width(pool, a), ones);
            pool.eq(a, ones)
        }
        Op::RedOr => not_zero(pool, a),
        Op::RedXor => parity(pool, a),
        Op::And => pool.bv_and(a, b),
        Op::Or => pool.bv_or(a, b),
        Op::Xor => pool.bv_xor(a, b),
        Op::Nand => {
            let and = pool.bv_and(a, b);
            pool.bv_not(and)
        }
        Op::Nor => {
            let or = pool.bv_or(a, b);
            pool.bv_not(or)
        }
        Op::Xnor => {
            let xor = pool.bv_xor(a, b);
            pool.bv_not(xor)
        }
        Op::Ult => pool.bv_ult(a, b),
        Op::Ulte => pool.bv_ule(a, b),
        Op::Ugt => pool.bv_ult(b, a),
        Op::Ugte => pool.bv_ule(b, a),
        Op::Slt => pool.bv_slt(a, b),
        Op::Slte => pool.bv_sle(a, b),
        Op::Sgt => pool.bv_slt(b, a),
        Op::Sgte => pool.bv_sle(b, a),
        Op::Rol => rotate(pool, a, b, true),
        Op::Ror => rotate(pool, a, b, false),
        Op::Sll => pool.bv_shl(a, b),
        Op::Srl => pool.bv_lshr(a, b),
        Op::Sra => pool.bv_ashr(a, b),
        Op::Add => pool.bv_add(a, b),
        Op::Sub => pool.bv_sub(a, b),
        Op::Mul => pool.bv_mul(a, b),
        Op::Udiv => pool.bv_udiv(a, b),
        Op::Urem => pool.bv_urem(a, b),
        Op::Sdiv => signed_quotient(pool, a, b),
        Op::Srem => signed_remainder(pool, a, b),
        Op::Smod => signed_modulus(pool, a, b),
        Op::Uaddo | Op::Saddo | Op::Usubo | Op::Ssubo | Op::Umulo | Op::Smulo | Op::Sdivo => {
            overflows(pool, op, a, b)
        }
        Op::Concat => pool.concat(a, b),
        Op::Read => pool.select(a, b),
        Op::Write => pool.store(a, args[1], b),
        Op::Iff | Op::Implies | Op::Eq | Op::Neq | Op::Ite => {
            unreachable!("`{}` is not an operator on words", op.name())
        }
    }
}

fn width(pool: &Pool, term: TermId) -> u32 {
    match pool.sort(term) {
        Sort::BitVec(width) => width,
        sort => unreachable!("{sort:?} is no word"),
    }
}

fn not_zero(pool: &mut Pool, a: TermId) -> TermId {
    let zero = pool.bits(width(pool, a), 0u32);
    let none = pool.eq(a, zero);
    pool.not(none)
}

/// The highest bit.
fn sign(pool: &mut Pool, a: TermId) -> TermId {
    let top = width(pool, a) - 1;
    let bit = pool.extract(top, top, a);
    pool.bool_of_bv(bit)
}

/// Combines the two halves of a word bit by bit, and again the halves of the result, until one bit is left.
fn parity(pool: &mut Pool, mut a: TermId) -> TermId {
    loop {
        let width = width(pool, a);
        if width == 1 {
            return a;
        }
        let half = width.div_ceil(2);
        let low = pool.extract(half - 1, 0, a);
        let high = pool.extract(width - 1, half, a);
        let high = pool.zero_extend(2 * half - width, high);
        a = pool.bv_xor(high, low);
    }
}

fn rotate(pool: &mut Pool, a: TermId, by: TermId, left: bool) -> TermId {
    // Every width fits into as many bits.
    let size = pool.bits(width(pool, a), width(pool, a));
    let by = pool.bv_urem(by, size);
    let back = pool.bv_sub(size, by);
    let (up, down) = if left { (by, back) } else { (back, by) };
    let high = pool.bv_shl(a, up);
    let low = pool.bv_lshr(a, down);
    pool.bv_or(high, low)
}

/// The size of a signed number, and whether it is negative.
fn magnitude(pool: &mut Pool, a: TermId) -> (TermId, TermId) {
    let negative = sign(pool, a);
    let opposite = pool.bv_neg(a);
    (pool.ite(negative, opposite, a), negative)
}

fn signed_quotient(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let ((a, below), (b, beneath)) = (magnitude(pool, a), magnitude(pool, b));
    let quotient = pool.bv_udiv(a, b);
    let opposite = pool.bv_neg(quotient);
    let signs_differ = pool.xor(below, beneath);
    pool.ite(signs_differ, opposite, quotient)
}

/// With the sign of the dividend.
fn signed_remainder(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let ((a, below), (b, _)) = (magnitude(pool, a), magnitude(pool, b));
    let remainder = pool.bv_urem(a, b);
    let opposite = pool.bv_neg(remainder);
    pool.ite(below, opposite, remainder)
}

/// With the sign of the divisor.
fn signed_modulus(pool: &mut Pool, a: TermId, b: TermId) -> TermId {
    let remainder = signed_remainder(pool, a, b);
    let (below, beneath) = (sign(pool, a), sign(pool, b));
    let signs_differ = pool.xor(below, beneath);
    let some = not_zero(pool, remainder);
    let moved = pool.bv_add(remainder, b);
    let adjust = pool.gate(signs_differ, some);
    pool.ite(adjust, moved, remainder)
}

/// Whether an operation overflows: the exact result, computed with enough bits, differs from the one that is cut to the width.
fn overflows(pool: &mut Pool, op: Op, a: TermId, b: TermId) -> TermId {
    let w = width(pool, a);
    if op == Op::Sdivo {
        let least = pool.bits(w, BigUint::one() << (w - 1));
        let ones = pool.bits(w, super::ones(w));
        let (at_least, minus_one) = (pool.eq(a, least), pool.eq(b, ones));
        return pool.gate(at_least, minus_one);
    }
    if op == Op::Usubo {
        return pool.bv_ult(a, b);
    }
    let signed = matches!(op, Op::Saddo | Op::Ssubo | Op::Smulo);
    let by = match op {
        Op::Umulo | Op::Smulo => w,
        _ => 1,
    };
    let mut wide = |term| {
        if signed {
            pool.sign_extend(by, term)
        } else {
            pool.zero_extend(by, term)
        }
    };
    let (a, b) = (wide(a), wide(b));
    let exact = match op {
        Op::Uaddo | Op::Saddo => pool.bv_add(a, b),
        Op::Ssubo => pool.bv_sub(a, b),
        _ => pool.bv_mul(a, b),
    };
    let kept = pool.extract(w - 1, 0, exact);
    let again = if signed {
        pool.sign_extend(by, kept)
    } else {
        pool.zero_extend(by, kept)
    };
    let same = pool.eq(exact, again);
    pool.not(same)
}
