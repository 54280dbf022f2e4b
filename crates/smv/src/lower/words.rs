//! Operators of words, and conversions between sorts.

use assay_term::TermId;

use super::expr::Lowered;
use super::{Lowering, When};
use crate::elaborate::{Base, Convert, NodeId};
use crate::tree::BinaryOp;

impl Lowering<'_> {
    pub(super) fn convert(&mut self, how: Convert, a: NodeId, when: When) -> Lowered {
        let base = self.flat.node(a).ty.base;
        let Base::Word { signed, width } = base else {
            return match how {
                Convert::Word1 => {
                    let a = self.truth(a, when);
                    Lowered::Word(self.system.pool.bv_of_bool(a))
                }
                Convert::Bool if base == Base::Int => {
                    let a = self.integer(a, when);
                    let zero = self.system.pool.int(0);
                    let zero = self.system.pool.eq(a, zero);
                    Lowered::Bool(self.system.pool.not(zero))
                }
                Convert::ToInt if base == Base::Bool => {
                    let a = self.truth(a, when);
                    let (one, zero) = (self.system.pool.int(1), self.system.pool.int(0));
                    Lowered::Int(self.system.pool.ite(a, one, zero))
                }
                _ => self.lower(a, when),
            };
        };
        let a = self.word(a, when);
        let pool = &mut self.system.pool;
        match how {
            Convert::Bool => Lowered::Bool(pool.bool_of_bv(a)),
            Convert::Bits(high, low) => Lowered::Word(pool.extract(high, low, a)),
            Convert::Resize(to) if to >= width && signed => {
                Lowered::Word(pool.sign_extend(to - width, a))
            }
            Convert::Resize(to) if to >= width => Lowered::Word(pool.zero_extend(to - width, a)),
            Convert::Resize(to) if signed && to > 1 => {
                let sign = pool.extract(width - 1, width - 1, a);
                let low = pool.extract(to - 2, 0, a);
                Lowered::Word(pool.concat(sign, low))
            }
            Convert::Resize(_) if signed => Lowered::Word(pool.extract(width - 1, width - 1, a)),
            Convert::Resize(to) => Lowered::Word(pool.extract(to - 1, 0, a)),
            Convert::ToInt => {
                let zero = pool.int(0);
                let mut bits = Vec::new();
                for bit in 0..width {
                    let weight = if signed && bit + 1 == width { -1 } else { 1 };
                    let value = pool.int(weight * (1i64 << bit));
                    let here = pool.extract(bit, bit, a);
                    let here = pool.bool_of_bv(here);
                    bits.push(pool.ite(here, value, zero));
                }
                Lowered::Int(pool.add(bits))
            }
            Convert::Signed | Convert::Unsigned | Convert::Word1 => Lowered::Word(a),
        }
    }

    pub(super) fn words(
        &mut self,
        op: BinaryOp,
        left: NodeId,
        right: NodeId,
        when: When,
        signed: bool,
        width: u32,
    ) -> Lowered {
        use BinaryOp as O;
        let a = self.word(left, when);
        if matches!(op, O::ShiftLeft | O::ShiftRight) {
            return Lowered::Word(self.shift(op, a, right, when, signed, width));
        }
        let b = self.word(right, when);
        let pool = &mut self.system.pool;
        let less = |pool: &mut assay_term::Pool, a, b| {
            if signed {
                pool.bv_slt(a, b)
            } else {
                pool.bv_ult(a, b)
            }
        };
        Lowered::Word(match op {
            O::Less => return Lowered::Bool(less(pool, a, b)),
            O::Greater => return Lowered::Bool(less(pool, b, a)),
            O::LessEqual => {
                let above = less(pool, b, a);
                return Lowered::Bool(pool.not(above));
            }
            O::GreaterEqual => {
                let below = less(pool, a, b);
                return Lowered::Bool(pool.not(below));
            }
            O::And => pool.bv_and(a, b),
            O::Or => pool.bv_or(a, b),
            O::Xor => pool.bv_xor(a, b),
            O::Xnor | O::Iff => {
                let differ = pool.bv_xor(a, b);
                pool.bv_not(differ)
            }
            O::Implies => {
                let not = pool.bv_not(a);
                pool.bv_or(not, b)
            }
            O::Add => pool.bv_add(a, b),
            O::Subtract => pool.bv_sub(a, b),
            O::Multiply => pool.bv_mul(a, b),
            O::Concat => pool.concat(a, b),
            _ if signed => self.signed_division(op == O::Divide, a, b, width),
            O::Divide => pool.bv_udiv(a, b),
            _ => pool.bv_urem(a, b),
        })
    }

    /// By the division of the words' sizes. The remainder has the sign of the dividend.
    fn signed_division(&mut self, quotient: bool, a: TermId, b: TermId, width: u32) -> TermId {
        let pool = &mut self.system.pool;
        let mut size = |w: TermId| {
            let sign = pool.extract(width - 1, width - 1, w);
            let negative = pool.bool_of_bv(sign);
            let negated = pool.bv_neg(w);
            (negative, pool.ite(negative, negated, w))
        };
        let ((below, a), (other, b)) = (size(a), size(b));
        let (result, negative) = if quotient {
            (pool.bv_udiv(a, b), pool.xor(below, other))
        } else {
            (pool.bv_urem(a, b), below)
        };
        let negated = pool.bv_neg(result);
        pool.ite(negative, negated, result)
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        a: TermId,
        by: NodeId,
        when: When,
        signed: bool,
        width: u32,
    ) -> TermId {
        let by_sort = self.flat.node(by).ty.base;
        let shifted = |pool: &mut assay_term::Pool, amount: TermId| match op {
            BinaryOp::ShiftLeft => pool.bv_shl(a, amount),
            _ if signed => pool.bv_ashr(a, amount),
            _ => pool.bv_lshr(a, amount),
        };
        let Base::Word { width: from, .. } = by_sort else {
            // One case for each amount; those of the width and above are alike.
            let by = self.integer(by, when);
            let pool = &mut self.system.pool;
            let amount = |pool: &mut assay_term::Pool, n: u32| {
                // The amount `width` itself may not fit into the word: one step after the last but one.
                let most = pool.bits(width, n.min(width.saturating_sub(1)));
                let once = shifted(pool, most);
                if n < width {
                    return once;
                }
                let one = pool.bits(width, 1u32);
                match op {
                    _ if width == 1 && op == BinaryOp::ShiftRight && signed => a,
                    _ if width == 1 => pool.bits(1, 0u32),
                    BinaryOp::ShiftLeft => pool.bv_shl(once, one),
                    _ if signed => pool.bv_ashr(once, one),
                    _ => pool.bv_lshr(once, one),
                }
            };
            let mut result = amount(pool, width);
            for n in (0..width).rev() {
                let here = pool.int(i64::from(n));
                let here = pool.eq(by, here);
                let moved = amount(pool, n);
                result = pool.ite(here, moved, result);
            }
            return result;
        };
        let by = self.word(by, when);
        let pool = &mut self.system.pool;
        if from <= width {
            let by = pool.zero_extend(width - from, by);
            return shifted(pool, by);
        }
        // A wider amount: all is shifted out where its high bits are not zero.
        let high = pool.extract(from - 1, width, by);
        let none = pool.bits(from - width, 0u32);
        let small = pool.eq(high, none);
        let low = pool.extract(width - 1, 0, by);
        let ones = pool.bits(width, (num_bigint::BigUint::from(1u32) << width) - 1u32);
        let low = pool.ite(small, low, ones);
        shifted(pool, low)
    }
}
