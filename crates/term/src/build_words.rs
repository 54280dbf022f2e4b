//! Constructors for words; `build_parts.rs` has those that put words together and take them apart, and arrays. As in `build.rs` each simplifies locally and then interns.
//! The kernel of operators is small: disjunction, subtraction, signed comparison, arithmetic shift
//! and extensions are built from it.
//!
//! Words of one bit are logic: but for variables, selections and extractions each is kept as
//! `ite(c, #b1, #b0)` with a Boolean `c`, so that what a netlist writes as one-bit words is
//! simplified, blasted and printed as the Boolean term it is.

use num_bigint::BigUint;

use crate::{Bits, Op, Pool, Sort, Term, TermId};

impl Pool {
    /// A constant word: the lowest `width` bits of `value`.
    pub fn bits(&mut self, width: u32, value: impl Into<BigUint>) -> TermId {
        self.constant(Bits::new(width, value).into())
    }

    pub(crate) fn word(&mut self, op: Op, args: Vec<TermId>, width: u32) -> TermId {
        self.app(op, args, Sort::BitVec(width))
    }

    pub(crate) fn zero_word(&mut self, width: u32) -> TermId {
        self.constant(Bits::zero(width).into())
    }

    fn ones_word(&mut self, width: u32) -> TermId {
        self.constant(Bits::ones(width).into())
    }

    /// `#b1` where `b` holds, else `#b0`.
    pub fn bv_of_bool(&mut self, b: TermId) -> TermId {
        let (one, zero) = (self.bits(1, 1u32), self.bits(1, 0u32));
        self.ite(b, one, zero)
    }

    /// Whether a word of one bit is `#b1`.
    pub fn bool_of_bv(&mut self, a: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::BitVec(1));
        if let Some(bits) = self.as_bits(a) {
            let truth = bits.is_one();
            return self.bool(truth);
        }
        // The only ite of one-bit words that is ever interned is ite(c, #b1, #b0).
        if let Term::App(Op::Ite, args) = self.get(a) {
            return args[0];
        }
        let one = self.bits(1, 1u32);
        let (x, y) = if a < one { (a, one) } else { (one, a) };
        self.app(Op::Eq, vec![x, y], Sort::Bool)
    }

    /// `ite` of one-bit words, see the head of this file. The condition is not constant and the
    /// branches differ.
    pub(crate) fn ite_bit(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        let truths = (self.bool_of_bv(a), self.bool_of_bv(b));
        if (self.as_bool(truths.0), self.as_bool(truths.1)) != (Some(true), Some(false)) {
            let truth = self.ite(c, truths.0, truths.1);
            return self.bv_of_bool(truth);
        }
        // A bit that is one where it is one.
        if let Term::App(Op::Eq, args) = self.get(c) {
            let (x, y) = (args[0], args[1]);
            if self.sort(x) == Sort::BitVec(1) {
                return if self.as_bits(x).is_some() { y } else { x };
            }
        }
        self.app(Op::Ite, vec![c, a, b], Sort::BitVec(1))
    }

    /// `eq` of two words that are not the same term and not both constant, where it is simpler than
    /// the equation.
    pub(crate) fn eq_words(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.width(a) == 1 {
            let (a, b) = (self.bool_of_bv(a), self.bool_of_bv(b));
            // The equation of a bit with #b1 is what `bool_of_bv` has built.
            return Some(self.eq(a, b));
        }
        let (a, value) = match (self.as_bits(a), self.as_bits(b)) {
            (Some(value), _) => (b, value.clone()),
            (_, Some(value)) => (a, value.clone()),
            _ => return None,
        };
        match self.get(a) {
            Term::App(Op::Concat, args) => {
                let (high, low) = (args[0], args[1]);
                let split = self.width(low);
                let (top, bottom) = (
                    value.extract(value.width() - 1, split),
                    value.extract(split - 1, 0),
                );
                let (top, bottom) = (self.constant(top.into()), self.constant(bottom.into()));
                let (high, low) = (self.eq(high, top), self.eq(low, bottom));
                Some(self.and2(high, low))
            }
            Term::App(Op::Ite, args) => {
                let (c, x, y) = (args[0], args[1], args[2]);
                let (x, y) = (self.as_bits(x)?, self.as_bits(y)?);
                Some(match (*x == value, *y == value) {
                    (true, _) => c,
                    (_, true) => self.not(c),
                    _ => self.bool(false),
                })
            }
            _ => None,
        }
    }

    /// Both arguments as truths, if they are one-bit words.
    fn as_truths(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        debug_assert_eq!(self.sort(a), self.sort(b));
        (self.width(a) == 1).then(|| (self.bool_of_bv(a), self.bool_of_bv(b)))
    }

    /// The constant result of an operator on constant words.
    pub(crate) fn fold_words(
        &mut self,
        a: TermId,
        b: TermId,
        f: impl Fn(&Bits, &Bits) -> Bits,
    ) -> Option<TermId> {
        let folded = f(self.as_bits(a)?, self.as_bits(b)?);
        Some(self.constant(folded.into()))
    }

    /// The arguments of a commutative operator: a constant first, then by age.
    fn commuted(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let constant = |t| self.as_const(t).is_some();
        match (constant(a), constant(b)) {
            (false, true) => (b, a),
            (false, false) if b < a => (b, a),
            _ => (a, b),
        }
    }

    pub fn bv_not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if let Some(bits) = self.as_bits(a) {
            let flipped = bits.not();
            return self.constant(flipped.into());
        }
        if width == 1 {
            let truth = self.bool_of_bv(a);
            let truth = self.not(truth);
            return self.bv_of_bool(truth);
        }
        if let Term::App(Op::BvNot, args) = self.get(a) {
            return args[0];
        }
        self.word(Op::BvNot, vec![a], width)
    }

    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::and) {
            return folded;
        }
        if let Some((a, b)) = self.as_truths(a, b) {
            let both = self.and2(a, b);
            return self.bv_of_bool(both);
        }
        let width = self.width(a);
        let (a, b) = self.commuted(a, b);
        match self.as_bits(a) {
            Some(bits) if bits.is_zero() => return a,
            Some(bits) if bits.is_ones() => return b,
            _ => {}
        }
        if a == b {
            return a;
        }
        if self.are_complements(a, b) {
            return self.zero_word(width);
        }
        self.word(Op::BvAnd, vec![a, b], width)
    }

    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.bv_not(a), self.bv_not(b));
        let neither = self.bv_and(a, b);
        self.bv_not(neither)
    }

    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::xor) {
            return folded;
        }
        if let Some((a, b)) = self.as_truths(a, b) {
            let differ = self.xor(a, b);
            return self.bv_of_bool(differ);
        }
        let width = self.width(a);
        let (a, b) = self.commuted(a, b);
        match self.as_bits(a) {
            Some(bits) if bits.is_zero() => return b,
            Some(bits) if bits.is_ones() => return self.bv_not(b),
            _ => {}
        }
        if a == b {
            return self.zero_word(width);
        }
        if self.are_complements(a, b) {
            return self.ones_word(width);
        }
        self.word(Op::BvXor, vec![a, b], width)
    }

    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        let complements = |x: TermId, y: TermId| matches!(self.get(x), Term::App(Op::BvNot, args) if args[0] == y);
        complements(a, b) || complements(b, a)
    }

    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if let Some(bits) = self.as_bits(a) {
            let negated = bits.neg();
            return self.constant(negated.into());
        }
        if width == 1 {
            return a;
        }
        if let Term::App(Op::BvNeg, args) = self.get(a) {
            return args[0];
        }
        self.word(Op::BvNeg, vec![a], width)
    }

    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::add) {
            return folded;
        }
        let width = self.width(a);
        if width == 1 {
            return self.bv_xor(a, b);
        }
        let (a, b) = self.commuted(a, b);
        if let Some(bits) = self.as_bits(a) {
            if bits.is_zero() {
                return b;
            }
            if let Term::App(Op::BvAdd, args) = self.get(b)
                && self.as_bits(args[0]).is_some()
            {
                let (constant, rest) = (args[0], args[1]);
                let constant = self.bv_add(a, constant);
                return self.bv_add(constant, rest);
            }
        }
        let opposite = |x: TermId, y: TermId| matches!(self.get(x), Term::App(Op::BvNeg, args) if args[0] == y);
        if opposite(a, b) || opposite(b, a) {
            return self.zero_word(width);
        }
        self.word(Op::BvAdd, vec![a, b], width)
    }

    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let minus_b = self.bv_neg(b);
        if a == b {
            return self.zero_word(self.width(a));
        }
        self.bv_add(a, minus_b)
    }

    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::mul) {
            return folded;
        }
        let width = self.width(a);
        if width == 1 {
            return self.bv_and(a, b);
        }
        let (a, b) = self.commuted(a, b);
        match self.as_bits(a) {
            Some(bits) if bits.is_zero() => return a,
            Some(bits) if bits.is_one() => return b,
            Some(bits) if bits.is_ones() => return self.bv_neg(b),
            _ => {}
        }
        self.word(Op::BvMul, vec![a, b], width)
    }

    /// Unsigned division; all ones where the divisor is zero.
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::udiv) {
            return folded;
        }
        if let Some((a, b)) = self.as_truths(a, b) {
            let quotient = self.implies(b, a);
            return self.bv_of_bool(quotient);
        }
        let width = self.width(a);
        if let Some(divisor) = self.as_bits(b) {
            if divisor.is_zero() {
                return self.ones_word(width);
            }
            if let Some(k) = divisor.log2() {
                let quotient = self.extract(width - 1, k, a);
                return self.zero_extend(k, quotient);
            }
        }
        self.word(Op::BvUdiv, vec![a, b], width)
    }

    /// Unsigned remainder; the dividend where the divisor is zero.
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, b, Bits::urem) {
            return folded;
        }
        if let Some((a, b)) = self.as_truths(a, b) {
            let not_b = self.not(b);
            let remainder = self.and2(a, not_b);
            return self.bv_of_bool(remainder);
        }
        let width = self.width(a);
        if let Some(divisor) = self.as_bits(b) {
            if divisor.is_zero() {
                return a;
            }
            match divisor.log2() {
                Some(0) => return self.zero_word(width),
                Some(k) => {
                    let remainder = self.extract(k - 1, 0, a);
                    return self.zero_extend(width - k, remainder);
                }
                None => {}
            }
        }
        self.word(Op::BvUrem, vec![a, b], width)
    }

    /// Shift to the left; zero where the amount is not below the width.
    pub fn bv_shl(&mut self, a: TermId, by: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, by, Bits::shl) {
            return folded;
        }
        let width = self.width(a);
        if let Some(shifted) = self.shift_simplified(a, by, |pool, n| {
            let kept = pool.extract(width - 1 - n, 0, a);
            let zeros = pool.zero_word(n);
            pool.concat(kept, zeros)
        }) {
            return shifted;
        }
        self.word(Op::BvShl, vec![a, by], width)
    }

    /// Shift to the right, zeros come in; zero where the amount is not below the width.
    pub fn bv_lshr(&mut self, a: TermId, by: TermId) -> TermId {
        if let Some(folded) = self.fold_words(a, by, Bits::lshr) {
            return folded;
        }
        let width = self.width(a);
        if let Some(shifted) = self.shift_simplified(a, by, |pool, n| {
            let kept = pool.extract(width - 1, n, a);
            pool.zero_extend(n, kept)
        }) {
            return shifted;
        }
        self.word(Op::BvLshr, vec![a, by], width)
    }

    /// What both shifts have in common; `constant` shifts by 0 < n < width places.
    fn shift_simplified(
        &mut self,
        a: TermId,
        by: TermId,
        constant: impl FnOnce(&mut Pool, u32) -> TermId,
    ) -> Option<TermId> {
        if let Some((a, by)) = self.as_truths(a, by) {
            let stays = self.not(by);
            let bit = self.and2(a, stays);
            return Some(self.bv_of_bool(bit));
        }
        if self.as_bits(a).is_some_and(Bits::is_zero) {
            return Some(a);
        }
        let amount = self.as_bits(by)?;
        let width = self.width(a);
        Some(match Bits::zero(width).distance(amount) {
            None => self.zero_word(width),
            Some(0) => a,
            Some(n) => constant(self, n),
        })
    }

    /// Shift to the right, copies of the sign come in: flipping a negative word before and after
    /// turns them into the zeros of the other shift.
    pub fn bv_ashr(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        let sign = self.extract(width - 1, width - 1, a);
        let signs = self.repeat(width, sign);
        let flipped = self.bv_xor(a, signs);
        let shifted = self.bv_lshr(flipped, by);
        self.bv_xor(shifted, signs)
    }

    /// A bit `times` times.
    pub(crate) fn repeat(&mut self, times: u32, bit: TermId) -> TermId {
        let truth = self.bool_of_bv(bit);
        let (ones, zeros) = (self.ones_word(times), self.zero_word(times));
        self.ite(truth, ones, zeros)
    }

    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((a, b)) = self.as_truths(a, b) {
            let not_a = self.not(a);
            return self.and2(not_a, b);
        }
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(x), Some(y)) => {
                let less = x < y;
                return self.bool(less);
            }
            (Some(x), None) if x.is_zero() => {
                let zero = self.eq(a, b);
                return self.not(zero);
            }
            (Some(x), None) if x.is_ones() => return self.bool(false),
            (None, Some(y)) if y.is_zero() => return self.bool(false),
            (None, Some(y)) if y.is_one() => {
                let zero = self.zero_word(self.width(a));
                return self.eq(a, zero);
            }
            _ if a == b => return self.bool(false),
            _ => {}
        }
        self.app(Op::BvUlt, vec![a, b], Sort::Bool)
    }

    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.bv_ult(b, a);
        self.not(above)
    }

    /// Signed comparison: of the words with their signs flipped, which orders them as unsigned ones.
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.flip_sign(a), self.flip_sign(b));
        self.bv_ult(a, b)
    }

    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.bv_slt(b, a);
        self.not(above)
    }

    fn flip_sign(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let mut sign = BigUint::default();
        sign.set_bit(u64::from(width - 1), true);
        let sign = self.bits(width, sign);
        self.bv_xor(a, sign)
    }
}
