//! Expressions as terms.
//!
//! Truth values, integers and words are terms of their sorts. A value of an enumeration is the index of a literal in a list; which list
//! depends on who reads it, so that comparisons and assignments go into the branches of a choice
//! ([`super::values`]).

use assay_system::VarKind;
use assay_term::{Sort, TermId};

use super::{Lowering, When};
use crate::elaborate::{Base, Convert, DefineIx, Domain, Kind, NodeId, VarIx, possible};
use crate::tree::{BinaryOp, VariableKind};
use crate::values::Value;

/// A scalar as a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lowered {
    Bool(TermId),
    Int(TermId),
    Word(TermId),
    /// The index of one of these.
    Literal(TermId, std::sync::Arc<[Value]>),
}

impl Lowering<'_> {
    pub(super) fn lower(&mut self, node: NodeId, when: When) -> Lowered {
        if let Some(known) = self.known.get(&(node, when)) {
            return known.clone();
        }
        let made = self.make(node, when);
        self.known.insert((node, when), made.clone());
        made
    }

    pub(super) fn truth(&mut self, node: NodeId, when: When) -> TermId {
        match self.lower(node, when) {
            Lowered::Bool(term) => term,
            _ => self.system.pool.bool(false),
        }
    }

    pub(super) fn integer(&mut self, node: NodeId, when: When) -> TermId {
        match self.lower(node, when) {
            Lowered::Int(term) => term,
            Lowered::Literal(index, literals) => {
                let numbers = literals.iter().map(|v| v.as_int().unwrap_or(0));
                let numbers: Vec<TermId> = numbers.map(|n| self.system.pool.int(n)).collect();
                self.by_index(index, &numbers)
            }
            Lowered::Bool(_) | Lowered::Word(_) => self.system.pool.int(0),
        }
    }

    /// One of these terms; the index is within them.
    pub(super) fn by_index(&mut self, index: TermId, terms: &[TermId]) -> TermId {
        let pool = &mut self.system.pool;
        let mut result = *terms.last().expect("an enumeration has literals");
        for (at, term) in terms.iter().enumerate().rev().skip(1) {
            let here = pool.int(at as i64);
            let here = pool.eq(index, here);
            result = pool.ite(here, *term, result);
        }
        result
    }

    pub(super) fn word(&mut self, node: NodeId, when: When) -> TermId {
        match self.lower(node, when) {
            Lowered::Word(term) => term,
            _ => unreachable!("typing says that it is a word"),
        }
    }

    fn make(&mut self, node: NodeId, when: When) -> Lowered {
        let flat = self.flat;
        match &flat.node(node).kind {
            Kind::Value(value) => self.constant(value),
            Kind::Var(var) => self.var(*var, when),
            Kind::Define(define) => self.reference(*define, when),
            Kind::Next(a) => self.lower(*a, When::Next),
            Kind::Not(a) => match self.lower(*a, when) {
                Lowered::Word(a) => Lowered::Word(self.system.pool.bv_not(a)),
                _ => {
                    let a = self.truth(*a, when);
                    Lowered::Bool(self.system.pool.not(a))
                }
            },
            Kind::Negate(a) => match self.lower(*a, when) {
                Lowered::Word(a) => Lowered::Word(self.system.pool.bv_neg(a)),
                _ => {
                    let a = self.integer(*a, when);
                    Lowered::Int(self.system.pool.neg(a))
                }
            },
            Kind::Binary(op, a, b) => self.binary(*op, *a, *b, when),
            Kind::Case(_) | Kind::Conditional(..) | Kind::Element { .. } => {
                self.choice(node, when)
            }
            Kind::Convert(how, a) => self.convert(*how, *a, when),
            Kind::Count(operands) => {
                let (one, zero) = (self.system.pool.int(1), self.system.pool.int(0));
                let mut terms = vec![zero];
                for operand in operands {
                    let here = self.truth(*operand, when);
                    terms.push(self.system.pool.ite(here, one, zero));
                }
                Lowered::Int(self.system.pool.add(terms))
            }
            Kind::Range(..) | Kind::Set(_) => unreachable!("a set is no scalar"),
            _ => unreachable!("temporal formulas are lowered apart"),
        }
    }

    pub(super) fn constant(&mut self, value: &Value) -> Lowered {
        let pool = &mut self.system.pool;
        match value {
            Value::Bool(b) => Lowered::Bool(pool.bool(*b)),
            Value::Int(n) => Lowered::Int(pool.int(*n)),
            Value::Word(w) => Lowered::Word(pool.bits(w.width, w.bits.clone())),
            Value::Symbol(_) => Lowered::Literal(pool.int(0), [value.clone()].into()),
        }
    }

    fn var(&mut self, ix: VarIx, when: When) -> Lowered {
        let term = match when {
            When::Now => self.system.pool.var(self.system_var(ix)),
            When::Next => self.next_of(ix),
            When::First if self.is_wire(ix) => {
                self.copied_vars.insert(ix);
                self.wire_value(ix, When::First)
            }
            When::First => self.system.pool.var(self.system_var(ix)),
        };
        self.of_domain(term, &self.flat.var(ix).domain)
    }

    pub(super) fn of_domain(&self, term: TermId, domain: &Domain) -> Lowered {
        match domain {
            Domain::Bool => Lowered::Bool(term),
            Domain::Range(..) => Lowered::Int(term),
            Domain::Word { .. } => Lowered::Word(term),
            Domain::Literals(all) => Lowered::Literal(term, all.clone()),
        }
    }

    /// A definition is a wire where its value is one of a few literals, or of a sort of its own.
    fn reference(&mut self, define: DefineIx, when: When) -> Lowered {
        let body = self.flat.define(define).body;
        if when != When::Now || self.flat.node(body).reads.next {
            self.copied_defines.insert(define);
            return self.lower(body, when);
        }
        match self.definition(define) {
            Some(low) => low,
            None => self.lower(body, when),
        }
    }

    pub(super) fn definition(&mut self, define: DefineIx) -> Option<Lowered> {
        if let Some(known) = self.defines.get(&define) {
            return known.clone();
        }
        let made = self.new_definition(define);
        self.defines.insert(define, made.clone());
        made
    }

    fn choice(&mut self, node: NodeId, when: When) -> Lowered {
        let ty = self.flat.node(node).ty;
        match ty.base {
            Base::Bool => {
                let term = self.choose(node, when, &mut |this, value| this.truth(value, when));
                Lowered::Bool(term)
            }
            Base::Int => {
                let term = self.choose(node, when, &mut |this, value| this.integer(value, when));
                Lowered::Int(term)
            }
            Base::Word { .. } => {
                let term = self.choose(node, when, &mut |this, value| this.word(value, when));
                Lowered::Word(term)
            }
            Base::Symbol | Base::Mixed => {
                let literals = self.literals(node);
                let term = self.choose(node, when, &mut |this, value| {
                    this.index_in(value, when, &literals)
                });
                Lowered::Literal(term, literals)
            }
        }
    }

    /// A choice between what `of` makes of the values. One of the branches applies: that was checked.
    pub(super) fn choose(
        &mut self,
        node: NodeId,
        when: When,
        of: &mut dyn FnMut(&mut Self, NodeId) -> TermId,
    ) -> TermId {
        let flat = self.flat;
        match &flat.node(node).kind {
            Kind::Conditional(c, a, b) => {
                let condition = self.truth(*c, when);
                let (a, b) = (of(self, *a), of(self, *b));
                self.system.pool.ite(condition, a, b)
            }
            Kind::Case(branches) => {
                let (_, last) = branches.last().expect("a case has branches");
                let mut result = of(self, *last);
                for (condition, value) in branches.iter().rev().skip(1) {
                    let condition = self.truth(*condition, when);
                    let value = of(self, *value);
                    result = self.system.pool.ite(condition, value, result);
                }
                result
            }
            Kind::Element {
                elements,
                low,
                index,
            } => {
                let index = self.integer(*index, when);
                let mut result = of(self, *elements.last().expect("an array has elements"));
                for (at, element) in elements.iter().enumerate().rev().skip(1) {
                    let element = of(self, *element);
                    let here = self.system.pool.int(low + at as i64);
                    let here = self.system.pool.eq(index, here);
                    result = self.system.pool.ite(here, element, result);
                }
                result
            }
            _ => unreachable!("this is no choice"),
        }
    }

    fn convert(&mut self, how: Convert, a: NodeId, when: When) -> Lowered {
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

    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId, when: When) -> Lowered {
        use BinaryOp as O;
        let base = self.flat.node(a).ty.base;
        match (op, base) {
            (O::Equal, _) => Lowered::Bool(self.equal(a, b, when)),
            (O::NotEqual, _) => {
                let same = self.equal(a, b, when);
                Lowered::Bool(self.system.pool.not(same))
            }
            (O::In, _) => Lowered::Bool(self.subset(a, b, when)),
            (_, Base::Bool) => {
                let (a, b) = (self.truth(a, when), self.truth(b, when));
                let pool = &mut self.system.pool;
                Lowered::Bool(match op {
                    O::And => pool.and2(a, b),
                    O::Or => pool.or2(a, b),
                    O::Xor => pool.xor(a, b),
                    O::Implies => pool.implies(a, b),
                    _ => pool.eq(a, b),
                })
            }
            (_, Base::Word { signed, width }) => self.words(op, a, b, when, signed, width),
            _ => self.numbers(op, a, b, when),
        }
    }

    fn numbers(&mut self, op: BinaryOp, left: NodeId, right: NodeId, when: When) -> Lowered {
        use BinaryOp as O;
        let (a, b) = (self.integer(left, when), self.integer(right, when));
        let pool = &mut self.system.pool;
        match op {
            O::Less => Lowered::Bool(pool.lt(a, b)),
            O::LessEqual => Lowered::Bool(pool.le(a, b)),
            O::Greater => Lowered::Bool(pool.gt(a, b)),
            O::GreaterEqual => Lowered::Bool(pool.ge(a, b)),
            O::Add => Lowered::Int(pool.add([a, b])),
            O::Subtract => Lowered::Int(pool.sub(a, b)),
            O::Multiply => Lowered::Int(pool.mul(a, b)),
            _ => {
                let dividend = possible(self.flat, left, &mut self.possible);
                let divisor = possible(self.flat, right, &mut self.possible);
                let natural = dividend.range.is_some_and(|(low, _)| low >= 0);
                let nonzero = !divisor.has_zero();
                Lowered::Int(self.divide(op == O::Divide, a, b, natural, nonzero))
            }
        }
    }

    /// Division towards zero by the division of terms, whose remainder is never negative.
    fn divide(
        &mut self,
        quotient: bool,
        a: TermId,
        b: TermId,
        natural: bool,
        nonzero: bool,
    ) -> TermId {
        let pool = &mut self.system.pool;
        let (zero, one, minus) = (pool.int(0), pool.int(1), pool.int(-1));
        let b = match nonzero {
            true => b,
            // It never is zero where the value counts.
            false => {
                let is_zero = pool.eq(b, zero);
                pool.ite(is_zero, one, b)
            }
        };
        let (div, rest) = (pool.int_div(a, b), pool.int_mod(a, b));
        if natural {
            return if quotient { div } else { rest };
        }
        let above = pool.ge(a, zero);
        let exact = pool.eq(rest, zero);
        let same = pool.or2(above, exact);
        let positive = pool.gt(b, zero);
        let other = match quotient {
            true => {
                let sign = pool.ite(positive, one, minus);
                pool.add([div, sign])
            }
            false => {
                let negated = pool.neg(b);
                let size = pool.ite(positive, b, negated);
                pool.sub(rest, size)
            }
        };
        pool.ite(same, if quotient { div } else { rest }, other)
    }

    fn words(
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
        let less = |pool: &mut assay_term::Pool, a, b| match signed {
            true => pool.bv_slt(a, b),
            false => pool.bv_ult(a, b),
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
        let (result, negative) = match quotient {
            true => (pool.bv_udiv(a, b), pool.xor(below, other)),
            false => (pool.bv_urem(a, b), below),
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

    /// The value in the step after this one.
    pub(super) fn next_of(&mut self, ix: VarIx) -> TermId {
        if let Some(known) = self.nexts.get(&ix) {
            return *known;
        }
        let term = match self.flat.var(ix).kind {
            VariableKind::State if self.is_wire(ix) => {
                self.copied_vars.insert(ix);
                self.wire_value(ix, When::Next)
            }
            VariableKind::State => self.next_state(ix),
            // Inputs have no next value that typing lets through.
            VariableKind::Frozen | VariableKind::Input => self.system.pool.var(self.system_var(ix)),
        };
        self.nexts.insert(ix, term);
        term
    }

    pub(super) fn sort_of(&self, term: TermId) -> Sort {
        self.system.pool.sort(term)
    }

    pub(super) fn state(&mut self, ix: VarIx, init: Option<TermId>, next: TermId) {
        let var = self.system_var(ix);
        self.define(var, VarKind::State { init, next });
    }
}
