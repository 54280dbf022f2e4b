//! Constructors for words and arrays. As in `build.rs` each simplifies locally and then interns.
//! The kernel of operators is small: disjunction, subtraction, signed comparison, arithmetic shift
//! and extensions are built from it.
//!
//! Words of one bit are logic: but for variables, selections and extractions each is kept as
//! `ite(c, #b1, #b0)` with a Boolean `c`, so that what a netlist writes as one-bit words is
//! simplified, blasted and printed as the Boolean term it is.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::{ArrayValue, Bits, Op, Pool, Sort, Term, TermId, Value};

impl Pool {
    /// A constant word: the lowest `width` bits of `value`.
    pub fn bits(&mut self, width: u32, value: impl Into<BigUint>) -> TermId {
        self.constant(Bits::new(width, value).into())
    }

    fn word(&mut self, op: Op, args: Vec<TermId>, width: u32) -> TermId {
        self.app(op, args, Sort::BitVec(width))
    }

    fn zero_word(&mut self, width: u32) -> TermId {
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
    fn fold_words(
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
    fn repeat(&mut self, times: u32, bit: TermId) -> TermId {
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

    /// `high` above `low`. Nested to the right, constants that meet are joined, and neighbouring
    /// parts of one word are taken out together.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        if let Some(folded) = self.fold_words(high, low, Bits::concat) {
            return folded;
        }
        let width = self.width(high) + self.width(low);
        match (self.get(high), self.get(low)) {
            (Term::App(Op::Concat, args), _) => {
                let (first, second) = (args[0], args[1]);
                let rest = self.concat(second, low);
                return self.concat(first, rest);
            }
            (Term::Const(_), Term::App(Op::Concat, args)) if self.as_bits(args[0]).is_some() => {
                let (first, rest) = (args[0], args[1]);
                let joined = self.concat(high, first);
                return self.concat(joined, rest);
            }
            (
                Term::App(Op::Extract { hi, lo: middle }, x),
                Term::App(Op::Extract { hi: below, lo }, y),
            ) if x[0] == y[0] && *middle == below + 1 => {
                let (hi, lo, word) = (*hi, *lo, x[0]);
                return self.extract(hi, lo, word);
            }
            _ => {}
        }
        self.word(Op::Concat, vec![high, low], width)
    }

    /// Bits `lo` to `hi` of `a`, both included.
    pub fn extract(&mut self, hi: u32, lo: u32, a: TermId) -> TermId {
        let width = self.width(a);
        debug_assert!(lo <= hi && hi < width, "bits {hi} to {lo} of {width}");
        if (hi, lo) == (width - 1, 0) {
            return a;
        }
        match self.get(a) {
            Term::Const(Value::Bits(bits)) => {
                let part = bits.extract(hi, lo);
                return self.constant(part.into());
            }
            Term::App(Op::Extract { lo: base, .. }, args) => {
                let (base, word) = (*base, args[0]);
                return self.extract(base + hi, base + lo, word);
            }
            Term::App(Op::Concat, args) => {
                let (high, low) = (args[0], args[1]);
                let split = self.width(low);
                if hi < split {
                    return self.extract(hi, lo, low);
                }
                let upper = self.extract(hi - split, lo.saturating_sub(split), high);
                if lo >= split {
                    return upper;
                }
                let lower = self.extract(split - 1, lo, low);
                return self.concat(upper, lower);
            }
            _ => {}
        }
        self.word(Op::Extract { hi, lo }, vec![a], hi - lo + 1)
    }

    /// `by` zeros above `a`.
    pub fn zero_extend(&mut self, by: u32, a: TermId) -> TermId {
        if by == 0 {
            return a;
        }
        let zeros = self.zero_word(by);
        self.concat(zeros, a)
    }

    /// `by` copies of the sign above `a`.
    pub fn sign_extend(&mut self, by: u32, a: TermId) -> TermId {
        if by == 0 {
            return a;
        }
        let top = self.width(a) - 1;
        let sign = self.extract(top, top, a);
        let signs = self.repeat(by, sign);
        self.concat(signs, a)
    }

    fn array_widths(&self, array: TermId) -> (u32, u32) {
        match self.sort(array) {
            Sort::Array { index, element } => (index, element),
            _ => unreachable!("only arrays have an index"),
        }
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (_, element) = self.array_widths(array);
        debug_assert_eq!(self.width(index), self.array_widths(array).0);
        let mut array = array;
        loop {
            match self.get(array) {
                Term::Const(Value::Array(value)) => {
                    let known = match self.as_bits(index) {
                        Some(at) => Some(value.select(at)),
                        None if value.exceptions().len() == 0 => Some(value.default().clone()),
                        None => None,
                    };
                    if let Some(known) = known {
                        return self.constant(known.into());
                    }
                    break;
                }
                Term::App(Op::ConstArray { .. }, args) => return args[0],
                Term::App(Op::Store, args) if args[1] == index => return args[2],
                // Two different constants: this store is somewhere else.
                Term::App(Op::Store, args)
                    if self.as_bits(args[1]).is_some() && self.as_bits(index).is_some() =>
                {
                    array = args[0];
                }
                _ => break,
            }
        }
        self.word(Op::Select, vec![array, index], element)
    }

    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let sort = self.sort(array);
        debug_assert_eq!(
            self.array_widths(array),
            (self.width(index), self.width(value))
        );
        let array = match self.get(array) {
            // Overwritten at once.
            Term::App(Op::Store, args) if args[1] == index => args[0],
            _ => array,
        };
        // What is there already.
        if let Term::App(Op::Select, args) = self.get(value)
            && args[..] == [array, index]
        {
            return array;
        }
        if let (Term::Const(Value::Array(old)), Some(at), Some(element)) =
            (self.get(array), self.as_bits(index), self.as_bits(value))
        {
            let mut new = Arc::clone(old);
            Arc::make_mut(&mut new).store(at, element.clone());
            return self.constant(Value::Array(new));
        }
        self.app(Op::Store, vec![array, index, value], sort)
    }

    /// The array over indices of `index` bits that has `element` everywhere.
    pub fn const_array(&mut self, index: u32, element: TermId) -> TermId {
        if let Some(bits) = self.as_bits(element) {
            let array = ArrayValue::constant(index, bits.clone());
            return self.constant(array.into());
        }
        let width = self.width(element);
        let sort = Sort::Array {
            index,
            element: width,
        };
        let op = Op::ConstArray {
            index,
            element: width,
        };
        self.app(op, vec![element], sort)
    }
}
