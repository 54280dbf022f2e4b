//! Operators on numbers and pointers, each with its checks.

use assay_source::Span;
use assay_term::TermId;

use super::exec::Exec;
use super::layout::Cell;
use super::value::{OFFSET_BITS, Pointer, Value};
use super::{Done, unsupported};
use crate::checks::Class;
use crate::float;
use crate::program::{BinaryOp, Site, Type, TypeId};

/// Where an operation stands.
#[derive(Clone, Copy)]
pub struct Here {
    pub site: Site,
    pub span: Span,
}

impl Exec<'_> {
    /// `ty` is that of the operands; of a shift, that of the left one.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        a: &Value,
        b: &Value,
        right: TypeId,
        here: Here,
    ) -> Done<Value> {
        if let Some(format) = self.format(ty) {
            return self.float_binary(op, format, a, b, here);
        }
        if matches!(self.program.types.get(ty), Type::Float(_)) {
            return Err(unsupported("`long double`", here.span));
        }
        if matches!(self.program.types.get(ty), Type::Pointer(_)) {
            return self.pointer_comparison(op, a, b, here);
        }
        let (x, y) = (self.word(a), self.word(b));
        let (bits, signed) = self.word_of(ty);
        Ok(match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                Value::Word(self.sum_or_product(op, x, y, bits, signed, here))
            }
            BinaryOp::Div | BinaryOp::Rem => {
                Value::Word(self.quotient(op, x, y, bits, signed, here))
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let (_, right_signed) = self.word_of(right);
                Value::Word(self.shift(op, x, y, (bits, signed), right_signed, here))
            }
            BinaryOp::BitAnd => Value::Word(self.pool.bv_and(x, y)),
            BinaryOp::BitOr => Value::Word(self.pool.bv_or(x, y)),
            BinaryOp::BitXor => Value::Word(self.pool.bv_xor(x, y)),
            comparison => {
                let truth = self.comparison(comparison, x, y, signed);
                Value::Word(self.number(truth, 32))
            }
        })
    }

    fn comparison(&mut self, op: BinaryOp, x: TermId, y: TermId, signed: bool) -> TermId {
        let truth = match (op, signed) {
            (BinaryOp::Eq, _) => self.pool.eq(x, y),
            (BinaryOp::Ne, _) => {
                let same = self.pool.eq(x, y);
                self.pool.not(same)
            }
            (BinaryOp::Lt, true) => self.pool.bv_slt(x, y),
            (BinaryOp::Lt, false) => self.pool.bv_ult(x, y),
            (BinaryOp::Gt, true) => self.pool.bv_slt(y, x),
            (BinaryOp::Gt, false) => self.pool.bv_ult(y, x),
            (BinaryOp::Le, true) => self.pool.bv_sle(x, y),
            (BinaryOp::Le, false) => self.pool.bv_ule(x, y),
            (_, true) => self.pool.bv_sle(y, x),
            (_, false) => self.pool.bv_ule(y, x),
        };
        self.settled(truth)
    }

    fn top(&mut self, word: TermId) -> TermId {
        let top = self.pool.width(word) - 1;
        let bit = self.pool.extract(top, top, word);
        self.pool.bool_of_bv(bit)
    }

    fn sum_or_product(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        bits: u32,
        signed: bool,
        here: Here,
    ) -> TermId {
        let result = match op {
            BinaryOp::Add => self.pool.bv_add(x, y),
            BinaryOp::Sub => self.pool.bv_sub(x, y),
            _ => self.pool.bv_mul(x, y),
        };
        let checked = if signed {
            self.checks_at(here.site).signed_overflow
        } else {
            self.checks_at(here.site).unsigned_overflow
        };
        if checked {
            let overflows = self.overflows(op, x, y, result, bits, signed);
            let holds = self.pool.not(overflows);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "an arithmetic operation overflows",
                holds,
            );
        }
        result
    }

    /// Whether the exact result does not fit.
    pub fn overflows(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        result: TermId,
        bits: u32,
        signed: bool,
    ) -> TermId {
        match (op, signed) {
            (BinaryOp::Mul, _) => {
                if signed && (self.small(x, bits) && self.small(y, bits)) {
                    return self.pool.bool(false);
                }
                self.product_overflows(x, y, bits, signed)
            }
            (_, true) => {
                let (sx, sy, sr) = (self.top(x), self.top(y), self.top(result));
                let differ = self.pool.xor(sx, sy);
                let flips = self.pool.xor(sx, sr);
                if op == BinaryOp::Add {
                    let alike = self.pool.not(differ);
                    self.pool.gate(alike, flips)
                } else {
                    self.pool.gate(differ, flips)
                }
            }
            (BinaryOp::Add, false) => self.pool.bv_ult(result, x),
            (_, false) => self.pool.bv_ult(x, y),
        }
    }

    /// Whether the exact product does not fit. Its length follows from the highest bits of both factors but for one bit, so one
    /// more bit than fits is computed, and not twice as many [Gok, Schulte, Arnold: Integer multipliers with overflow detection. IEEE
    /// Transactions on Computers 55 (8), 2006].
    fn product_overflows(&mut self, x: TermId, y: TermId, bits: u32, signed: bool) -> TermId {
        let (wide_x, wide_y) = (
            self.resized(x, signed, bits + 1),
            self.resized(y, signed, bits + 1),
        );
        let product = self.pool.bv_mul(wide_x, wide_y);
        let beyond = self.top(product);
        let mut overflows = if signed {
            let last = self.pool.extract(bits - 1, bits - 1, product);
            let last = self.pool.bool_of_bv(last);
            self.pool.xor(beyond, last)
        } else {
            beyond
        };
        // Without their signs: all bits above the highest one that counts are zero.
        let (x, y) = if signed {
            (self.unsigned_bits(x), self.unsigned_bits(y))
        } else {
            (x, y)
        };
        let last = if signed { bits - 2 } else { bits - 1 };
        let mut above = self.pool.bool(false);
        for at in 1..=last {
            let from = last + 1 - at;
            let own = self.pool.extract(from, from, x);
            let own = self.pool.bool_of_bv(own);
            above = super::guard::either(self.pool, above, own);
            let other = self.pool.extract(at, at, y);
            let other = self.pool.bool_of_bv(other);
            let both = self.pool.gate(above, other);
            overflows = super::guard::either(self.pool, overflows, both);
        }
        overflows
    }

    /// A number with its bits flipped if it is negative.
    fn unsigned_bits(&mut self, word: TermId) -> TermId {
        let negative = self.top(word);
        let flipped = self.pool.bv_not(word);
        self.pool.ite(negative, flipped, word)
    }

    /// Whether all values of a word are so near to zero that a product of two such words fits.
    fn small(&mut self, word: TermId, bits: u32) -> bool {
        let half = 1u128 << (bits / 2 - 1);
        let all = super::sets::mask(bits);
        let set = self.sets.of(self.pool, word);
        set.is_some_and(|set| set.iter().all(|&v| v < half || v > all - half))
    }

    fn quotient(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        bits: u32,
        signed: bool,
        here: Here,
    ) -> TermId {
        let zero = self.pool.bits(bits, 0u32);
        let by_zero = self.equal(y, zero);
        let defined = self.pool.not(by_zero);
        if self.checks_at(here.site).division {
            self.check(
                Class::Division,
                here.site,
                here.span,
                "a division by zero",
                defined,
            );
        }
        if signed && self.checks_at(here.site).signed_overflow {
            let least = self.pool.bits(bits, 1u128 << (bits - 1));
            let minus_one = self.pool.bits(bits, super::sets::mask(bits));
            let (a, b) = (self.equal(x, least), self.equal(y, minus_one));
            let overflow = self.pool.gate(a, b);
            let holds = self.pool.not(overflow);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "a division overflows",
                holds,
            );
        }
        let result = if signed {
            self.signed_quotient(op, x, y)
        } else if op == BinaryOp::Div {
            self.pool.bv_udiv(x, y)
        } else {
            self.pool.bv_urem(x, y)
        };
        self.or_invalid(defined, result, bits, here)
    }

    /// A result where it is defined, else any value.
    fn or_invalid(&mut self, defined: TermId, result: TermId, bits: u32, here: Here) -> TermId {
        if self.pool.as_bool(defined) == Some(true) {
            return result;
        }
        let cell = Cell {
            offset: 0,
            size: u64::from(bits) / 8,
            pointer: false,
        };
        let invalid = self.invalid(here.site, here.span, cell);
        let invalid = self.word(&invalid);
        self.pool.ite(defined, result, invalid)
    }

    /// Division towards zero; the remainder has the sign of the dividend.
    fn signed_quotient(&mut self, op: BinaryOp, x: TermId, y: TermId) -> TermId {
        let (sx, sy) = (self.top(x), self.top(y));
        let (minus_x, minus_y) = (self.pool.bv_neg(x), self.pool.bv_neg(y));
        let (ax, ay) = (self.pool.ite(sx, minus_x, x), self.pool.ite(sy, minus_y, y));
        if op == BinaryOp::Div {
            let quotient = self.pool.bv_udiv(ax, ay);
            let negative = self.pool.xor(sx, sy);
            let minus = self.pool.bv_neg(quotient);
            self.pool.ite(negative, minus, quotient)
        } else {
            let remainder = self.pool.bv_urem(ax, ay);
            let minus = self.pool.bv_neg(remainder);
            self.pool.ite(sx, minus, remainder)
        }
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        (bits, signed): (u32, bool),
        right_signed: bool,
        here: Here,
    ) -> TermId {
        let distance_bits = self.pool.width(y);
        let width = self.pool.bits(distance_bits, bits);
        let mut defined = self.pool.bv_ult(y, width);
        if right_signed {
            let negative = self.top(y);
            let natural = self.pool.not(negative);
            defined = self.pool.gate(natural, defined);
        }
        let defined = self.settled(defined);
        let left = op == BinaryOp::Shl;
        let mut holds = defined;
        if left && signed {
            let negative = self.top(x);
            let natural = self.pool.not(negative);
            holds = self.pool.gate(holds, natural);
        }
        if self.checks_at(here.site).shift {
            self.check(
                Class::Shift,
                here.site,
                here.span,
                "a shift is undefined",
                holds,
            );
        }
        let by = self.distance(y, bits, distance_bits);
        let result = if left {
            self.pool.bv_shl(x, by)
        } else if signed {
            self.pool.bv_ashr(x, by)
        } else {
            self.pool.bv_lshr(x, by)
        };
        if left && signed && self.checks_at(here.site).signed_overflow {
            let back = self.pool.bv_ashr(result, by);
            let same = self.equal(back, x);
            // What is undefined for another reason is no overflow.
            let undefined = self.pool.not(holds);
            let holds = super::guard::either(self.pool, undefined, same);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "a shift overflows",
                holds,
            );
        }
        result
    }

    /// A distance as wide as what is shifted; one that is too large stays too large.
    fn distance(&mut self, y: TermId, bits: u32, distance_bits: u32) -> TermId {
        if distance_bits <= bits {
            return self.pool.zero_extend(bits - distance_bits, y);
        }
        let width = self.pool.bits(distance_bits, bits);
        let small = self.pool.bv_ult(y, width);
        let low = self.pool.extract(bits - 1, 0, y);
        let ones = self.pool.bits(bits, super::sets::mask(bits));
        self.pool.ite(small, low, ones)
    }

    /// `-x` for a number.
    pub fn negated(&mut self, value: &Value, ty: TypeId, here: Here) -> Done<Value> {
        let word = self.word(value);
        if let Some(format) = self.format(ty) {
            return Ok(Value::Word(float::neg(self.pool, format, word)));
        }
        let (bits, signed) = self.word_of(ty);
        if signed && self.checks_at(here.site).signed_overflow {
            let least = self.pool.bits(bits, 1u128 << (bits - 1));
            let overflow = self.equal(word, least);
            let holds = self.pool.not(overflow);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "a negation overflows",
                holds,
            );
        } else if !signed && self.checks_at(here.site).unsigned_overflow {
            let zero = self.pool.bits(bits, 0u32);
            let holds = self.equal(word, zero);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "the negation of an unsigned number that is not zero overflows",
                holds,
            );
        }
        Ok(Value::Word(self.pool.bv_neg(word)))
    }

    fn float_binary(
        &mut self,
        op: BinaryOp,
        format: float::Format,
        a: &Value,
        b: &Value,
        here: Here,
    ) -> Done<Value> {
        let (x, y) = (self.word(a), self.word(b));
        let truth = match op {
            BinaryOp::Add => return Ok(Value::Word(float::add(self.pool, format, x, y))),
            BinaryOp::Sub => return Ok(Value::Word(float::sub(self.pool, format, x, y))),
            BinaryOp::Mul => return Ok(Value::Word(float::mul(self.pool, format, x, y))),
            BinaryOp::Div => return Ok(Value::Word(float::div(self.pool, format, x, y))),
            BinaryOp::Eq => float::eq(self.pool, format, x, y),
            BinaryOp::Ne => {
                let same = float::eq(self.pool, format, x, y);
                self.pool.not(same)
            }
            BinaryOp::Lt => float::lt(self.pool, format, x, y),
            BinaryOp::Gt => float::lt(self.pool, format, y, x),
            BinaryOp::Le => float::le(self.pool, format, x, y),
            BinaryOp::Ge => float::le(self.pool, format, y, x),
            _ => return Err(unsupported("this operator on a floating number", here.span)),
        };
        Ok(Value::Word(self.number(truth, 32)))
    }

    fn pointer_comparison(
        &mut self,
        op: BinaryOp,
        a: &Value,
        b: &Value,
        here: Here,
    ) -> Done<Value> {
        let (p, q) = (self.pointer(a), self.pointer(b));
        let truth = match op {
            BinaryOp::Eq => self.same_pointer(p, q),
            BinaryOp::Ne => {
                let same = self.same_pointer(p, q);
                self.pool.not(same)
            }
            order => {
                self.same_object(p, q, here);
                let (x, y) = (self.encoded(p), self.encoded(q));
                self.comparison(order, x, y, false)
            }
        };
        Ok(Value::Word(self.number(truth, 32)))
    }

    /// Whether two pointers point into one object. What compares or subtracts them needs that, and neither may be outside of it; just
    /// behind its end is allowed.
    fn same_object(&mut self, p: Pointer, q: Pointer, here: Here) -> TermId {
        let same = self.equal(p.object, q.object);
        if self.checks_at(here.site).pointer {
            let (first, second) = (self.valid_bytes(p, 0), self.valid_bytes(q, 0));
            let inside = self.pool.gate(first, second);
            let holds = self.pool.gate(same, inside);
            self.check(
                Class::Pointer,
                here.site,
                here.span,
                "two pointers do not point into one object",
                holds,
            );
        }
        same
    }

    /// A pointer moved by elements.
    pub fn pointer_add(
        &mut self,
        pointer: &Value,
        to: TypeId,
        (index, signed): (&Value, bool),
        minus: bool,
        here: Here,
    ) -> Done<Value> {
        let pointer = self.pointer(pointer);
        let size = self.size_term(to, here.span)?;
        let index = self.word(index);
        let mut by = self.scaled(index, signed, size);
        if minus {
            by = self.pool.bv_neg(by);
        }
        let moved = Pointer {
            object: pointer.object,
            offset: self.pool.bv_add(pointer.offset, by),
        };
        if self.checks_at(here.site).pointer_overflow {
            let wide = 2 * OFFSET_BITS;
            let (count, each) = (
                self.resized(index, signed, wide),
                self.resized(size, false, wide),
            );
            let exact = self.pool.bv_mul(count, each);
            let start = self.resized(pointer.offset, true, wide);
            let exact = if minus {
                self.pool.bv_sub(start, exact)
            } else {
                self.pool.bv_add(start, exact)
            };
            let kept = self.resized(moved.offset, true, wide);
            let fits = self.equal(exact, kept);
            self.check(
                Class::Overflow,
                here.site,
                here.span,
                "a pointer moves too far",
                fits,
            );
        }
        Ok(Value::Pointer(moved))
    }

    /// The distance of two pointers in elements.
    pub fn pointer_sub(
        &mut self,
        a: &Value,
        b: &Value,
        to: TypeId,
        result: TypeId,
        here: Here,
    ) -> Done<Value> {
        let (p, q) = (self.pointer(a), self.pointer(b));
        let same = self.same_object(p, q, here);
        let bytes = self.pool.bv_sub(p.offset, q.offset);
        let size = self.program.types.size(to).unwrap_or(1).max(1);
        let size = self.pool.bits(OFFSET_BITS, size);
        let count = self.signed_quotient(BinaryOp::Div, bytes, size);
        let (bits, _) = self.word_of(result);
        let count = self.resized(count, true, bits);
        Ok(Value::Word(self.or_invalid(same, count, bits, here)))
    }
}
