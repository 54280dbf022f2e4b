//! Constructors. Each simplifies locally (constants, neutral and absorbing arguments, idempotence,
//! double negation) and then interns. The evaluator is the judge: simplification never changes a
//! value, which a property test checks against an unsimplified tree.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::{FuncId, Op, Pool, Sort, Term, TermId, Value, VarId};

impl Pool {
    pub(crate) fn app(&mut self, op: Op, args: Vec<TermId>, sort: Sort) -> TermId {
        self.intern_sorted(Term::App(op, args.into_boxed_slice()), sort)
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::Bool);
        if let Some(b) = self.as_bool(a) {
            return self.bool(!b);
        }
        if let Some(inner) = self.as_not(a) {
            return inner;
        }
        self.app(Op::Not, vec![a], Sort::Bool)
    }

    pub fn and(&mut self, args: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(Op::And, args, true, true)
    }

    /// A conjunction of two that stays one of two: its arguments are not flattened, so that n gates of a netlist are
    /// n terms of two arguments each, however they are chained and shared.
    pub fn gate(&mut self, a: TermId, b: TermId) -> TermId {
        self.junction(Op::And, [a, b], true, false)
    }

    pub fn or(&mut self, args: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(Op::Or, args, false, true)
    }

    /// And (neutral true) and Or (neutral false): flattens where asked, drops neutrals and repeats, and
    /// answers the absorbing value when it or a complementary pair occurs. The order of arguments is kept.
    fn junction(
        &mut self,
        op: Op,
        args: impl IntoIterator<Item = TermId>,
        neutral: bool,
        flatten: bool,
    ) -> TermId {
        let mut flat: Vec<TermId> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for arg in args {
            debug_assert_eq!(self.sort(arg), Sort::Bool);
            let parts: Vec<TermId> = match self.get(arg) {
                Term::App(o, inner) if flatten && *o == op => inner.to_vec(),
                _ => vec![arg],
            };
            for part in parts {
                match self.as_bool(part) {
                    Some(b) if b == neutral => continue,
                    Some(b) => return self.bool(b),
                    None => {}
                }
                if seen.insert(part) {
                    flat.push(part);
                }
            }
        }
        let clash = |&part: &TermId| self.as_not(part).is_some_and(|inner| seen.contains(&inner));
        if flat.iter().any(clash) {
            return self.bool(!neutral);
        }
        match flat.len() {
            0 => self.bool(neutral),
            1 => flat[0],
            _ => self.app(op, flat, Sort::Bool),
        }
    }

    pub fn and2(&mut self, a: TermId, b: TermId) -> TermId {
        self.and([a, b])
    }

    pub fn or2(&mut self, a: TermId, b: TermId) -> TermId {
        self.or([a, b])
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.bool(true);
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let same = x == y;
            return self.bool(same);
        }
        if self.sort(a) == Sort::Bool {
            if let Some(value) = self.as_bool(a) {
                return if value { b } else { self.not(b) };
            }
            if let Some(value) = self.as_bool(b) {
                return if value { a } else { self.not(a) };
            }
            if self.as_not(a) == Some(b) || self.as_not(b) == Some(a) {
                return self.bool(false);
            }
        }
        if matches!(self.sort(a), Sort::BitVec(_))
            && let Some(simpler) = self.eq_words(a, b)
        {
            return simpler;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.app(Op::Eq, vec![a, b], Sort::Bool)
    }

    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(c), Sort::Bool);
        debug_assert_eq!(self.sort(a), self.sort(b));
        if let Some(value) = self.as_bool(c) {
            return if value { a } else { b };
        }
        if a == b {
            return a;
        }
        if self.sort(a) == Sort::BitVec(1) {
            return self.ite_bit(c, a, b);
        }
        if let Some(inner) = self.as_not(c) {
            return self.ite(inner, b, a);
        }
        if self.sort(a) == Sort::Bool {
            match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), _) => return self.or([c, b]),
                (Some(false), _) => {
                    let not_c = self.not(c);
                    return self.and([not_c, b]);
                }
                (_, Some(true)) => {
                    let not_c = self.not(c);
                    return self.or([not_c, a]);
                }
                (_, Some(false)) => return self.and([c, a]),
                _ => {}
            }
        }
        let sort = self.sort(a);
        self.app(Op::Ite, vec![c, a, b], sort)
    }

    /// Sum; nested sums are flattened and constants gathered at the end.
    pub fn add(&mut self, args: impl IntoIterator<Item = TermId>) -> TermId {
        let mut rest: Vec<TermId> = Vec::new();
        let mut constant: Option<Value> = None;
        let mut sort = None;
        for arg in args {
            sort.get_or_insert(self.sort(arg));
            debug_assert_eq!(sort, Some(self.sort(arg)));
            let parts: Vec<TermId> = match self.get(arg) {
                Term::App(Op::Add, inner) => inner.to_vec(),
                _ => vec![arg],
            };
            for part in parts {
                match self.as_const(part) {
                    Some(value) => {
                        constant = Some(match (constant, value) {
                            (None, v) => v.clone(),
                            (Some(Value::Int(x)), Value::Int(y)) => Value::Int(x + y),
                            (Some(Value::Real(x)), Value::Real(y)) => Value::Real(x + y),
                            _ => unreachable!("sums are well sorted"),
                        });
                    }
                    None => rest.push(part),
                }
            }
        }
        let sort = sort.expect("a sum has at least one argument");
        match constant {
            Some(value) if rest.is_empty() || !is_zero(&value) => {
                let id = self.constant(value);
                rest.push(id);
            }
            _ => {}
        }
        match rest.len() {
            0 => self.constant(Value::default_of(sort)),
            1 => rest[0],
            _ => self.app(Op::Add, rest, sort),
        }
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        let minus_one = match self.sort(a) {
            Sort::Int => self.int(-1),
            Sort::Real => self.real(BigRational::from_integer(BigInt::from(-1))),
            _ => unreachable!("negation is arithmetic"),
        };
        self.mul(minus_one, a)
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.constant(Value::default_of(self.sort(a)));
        }
        let minus_b = self.neg(b);
        self.add([a, minus_b])
    }

    /// Product of two; a constant factor moves to the front and is distributed over nothing.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let sort = self.sort(a);
        let (a, b) = match (self.as_const(a), self.as_const(b)) {
            (Some(Value::Int(x)), Some(Value::Int(y))) => {
                let product = x * y;
                return self.int(product);
            }
            (Some(Value::Real(x)), Some(Value::Real(y))) => {
                let product = x * y;
                return self.real(product);
            }
            (None, Some(_)) => (b, a),
            (None, None) if b < a => (b, a),
            _ => (a, b),
        };
        if let Some(value) = self.as_const(a).cloned() {
            if is_zero(&value) {
                return a;
            }
            if is_one(&value) {
                return b;
            }
            if let Term::App(Op::Mul, inner) = self.get(b)
                && self.as_const(inner[0]).is_some()
            {
                let (factor, rest) = (inner[0], inner[1]);
                let factor = self.mul(a, factor);
                return self.mul(factor, rest);
            }
        }
        self.app(Op::Mul, vec![a, b], sort)
    }

    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::Le, a, b, |o| o != std::cmp::Ordering::Greater)
    }

    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.compare(Op::Lt, a, b, |o| o == std::cmp::Ordering::Less)
    }

    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    fn compare(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        holds: impl Fn(std::cmp::Ordering) -> bool,
    ) -> TermId {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.bool(holds(std::cmp::Ordering::Equal));
        }
        let order = match (self.as_const(a), self.as_const(b)) {
            (Some(Value::Int(x)), Some(Value::Int(y))) => Some(x.cmp(y)),
            (Some(Value::Real(x)), Some(Value::Real(y))) => Some(x.cmp(y)),
            _ => None,
        };
        match order {
            Some(order) => self.bool(holds(order)),
            None => self.app(op, vec![a, b], Sort::Bool),
        }
    }

    /// Euclidean division. A divisor of zero has no value here: whoever builds a division whose
    /// divisor may be zero guards it.
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(Value::Int(d)) = self.as_const(b) {
            if d.is_one() {
                return a;
            }
            if let Some(Value::Int(n)) = self.as_const(a)
                && !d.is_zero()
            {
                let quotient = euclid(n, d).0;
                return self.int(quotient);
            }
        }
        self.app(Op::IntDiv, vec![a, b], Sort::Int)
    }

    /// Euclidean remainder; see [`Pool::int_div`] for a divisor of zero.
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(Value::Int(d)) = self.as_const(b) {
            if d.abs().is_one() {
                return self.int(0);
            }
            if let Some(Value::Int(n)) = self.as_const(a)
                && !d.is_zero()
            {
                let remainder = euclid(n, d).1;
                return self.int(remainder);
            }
        }
        self.app(Op::Mod, vec![a, b], Sort::Int)
    }

    /// Real division; by a constant it becomes a multiplication.
    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(Value::Real(d)) = self.as_const(b)
            && !d.is_zero()
        {
            let inverse = d.recip();
            let inverse = self.real(inverse);
            return self.mul(inverse, a);
        }
        self.app(Op::RealDiv, vec![a, b], Sort::Real)
    }

    pub fn to_real(&mut self, a: TermId) -> TermId {
        if let Some(Value::Int(n)) = self.as_const(a) {
            let r = BigRational::from_integer(n.clone());
            return self.real(r);
        }
        self.app(Op::ToReal, vec![a], Sort::Real)
    }

    pub fn floor(&mut self, a: TermId) -> TermId {
        if let Some(Value::Real(r)) = self.as_const(a) {
            let n = r.floor().to_integer();
            return self.int(n);
        }
        if let Term::App(Op::ToReal, args) = self.get(a) {
            return args[0];
        }
        self.app(Op::Floor, vec![a], Sort::Int)
    }

    pub fn call(&mut self, function: FuncId, args: Vec<TermId>) -> TermId {
        let sort = self.function(function).result;
        debug_assert!(
            self.function(function).args.iter().eq(args
                .iter()
                .map(|&a| self.sort(a))
                .collect::<Vec<_>>()
                .iter())
        );
        self.intern_sorted(Term::Call(function, args.into_boxed_slice()), sort)
    }

    /// Builds an application from already simplified arguments; what substitution and import use.
    pub fn apply(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::Not => self.not(args[0]),
            // What was not flattened was meant so.
            Op::And => self.junction(op, args.iter().copied(), true, false),
            Op::Or => self.junction(op, args.iter().copied(), false, false),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Add => self.add(args.iter().copied()),
            Op::Mul => self.mul(args[0], args[1]),
            Op::Le => self.le(args[0], args[1]),
            Op::Lt => self.lt(args[0], args[1]),
            Op::IntDiv => self.int_div(args[0], args[1]),
            Op::Mod => self.int_mod(args[0], args[1]),
            Op::RealDiv => self.real_div(args[0], args[1]),
            Op::ToReal => self.to_real(args[0]),
            Op::Floor => self.floor(args[0]),
            Op::BvNot => self.bv_not(args[0]),
            Op::BvAnd => self.bv_and(args[0], args[1]),
            Op::BvXor => self.bv_xor(args[0], args[1]),
            Op::BvNeg => self.bv_neg(args[0]),
            Op::BvAdd => self.bv_add(args[0], args[1]),
            Op::BvMul => self.bv_mul(args[0], args[1]),
            Op::BvUdiv => self.bv_udiv(args[0], args[1]),
            Op::BvUrem => self.bv_urem(args[0], args[1]),
            Op::BvShl => self.bv_shl(args[0], args[1]),
            Op::BvLshr => self.bv_lshr(args[0], args[1]),
            Op::BvUlt => self.bv_ult(args[0], args[1]),
            Op::Concat => self.concat(args[0], args[1]),
            Op::Extract { hi, lo } => self.extract(hi, lo, args[0]),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::ConstArray { index, .. } => self.const_array(index, args[0]),
        }
    }

    /// Replaces variables by terms, simplifying on the way up.
    pub fn substitute(
        &mut self,
        roots: &[TermId],
        mut replacement: impl FnMut(VarId) -> Option<TermId>,
    ) -> Vec<TermId> {
        let mut image: rustc_hash::FxHashMap<TermId, TermId> = rustc_hash::FxHashMap::default();
        for id in self.below(roots) {
            let new = match self.get(id).clone() {
                Term::Const(_) => id,
                Term::Var(v) => replacement(v).unwrap_or(id),
                Term::App(op, args) => {
                    let args: Vec<TermId> = args.iter().map(|a| image[a]).collect();
                    self.apply(op, &args)
                }
                Term::Call(f, args) => {
                    let args: Vec<TermId> = args.iter().map(|a| image[a]).collect();
                    self.call(f, args)
                }
            };
            image.insert(id, new);
        }
        roots.iter().map(|r| image[r]).collect()
    }
}

/// Quotient and remainder with 0 <= remainder < |d|.
pub(crate) fn euclid(n: &BigInt, d: &BigInt) -> (BigInt, BigInt) {
    let (q, r) = n.div_mod_floor(d);
    // With a negative divisor the floored remainder is in (d, 0]; shift it up.
    if r.is_negative() {
        (q + 1, r - d)
    } else {
        (q, r)
    }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.is_zero(),
        Value::Real(r) => r.is_zero(),
        _ => false,
    }
}

fn is_one(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.is_one(),
        Value::Real(r) => r.is_one(),
        _ => false,
    }
}
