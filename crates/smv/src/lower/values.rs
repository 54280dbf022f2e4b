//! Comparisons, sets and choices, and values as indices of literals.

use std::sync::Arc;

use assay_system::{Role, Shown, VarKind, Variable};
use assay_term::{Sort, TermId};

use super::expr::Lowered;
use super::{Like, Lowering, When};
use crate::elaborate::{Base, Domain, Kind, NodeId, possible};
use crate::tree::BinaryOp;
use crate::values::Value;

/// What is being chosen, for the names of the inputs that choose.
pub(super) struct Choices {
    name: String,
    count: usize,
    span: assay_source::Span,
    /// What chooses are states, because the choice is that of a wire, which only reads states.
    states: bool,
}

impl Lowering<'_> {
    /// The literals that an expression may be.
    pub(super) fn literals(&mut self, node: NodeId) -> Arc<[Value]> {
        let all = possible(self.flat, node, &mut self.possible);
        match all.values() {
            Some(values) if !values.is_empty() => values.into(),
            _ => {
                // Integers of a wide range among symbols: all of them, in order.
                let (low, high) = all.range.unwrap_or((0, 0));
                let integers = (low..=high).map(Value::Int);
                integers.chain(all.symbols).collect()
            }
        }
    }

    /// A value as a variable of this domain has it. It is in the domain: that was checked.
    pub(super) fn in_domain(&mut self, node: NodeId, when: When, domain: &Domain) -> TermId {
        match domain {
            Domain::Bool => self.truth(node, when),
            Domain::Range(..) => self.integer_of(node, when),
            Domain::Word { .. } => self.word(node, when),
            Domain::Literals(all) => self.index_in(node, when, &all.clone()),
        }
    }

    /// An integer, perhaps among symbols that it never is.
    fn integer_of(&mut self, node: NodeId, when: When) -> TermId {
        match (&self.flat.node(node).kind, self.flat.node(node).ty.base) {
            (_, Base::Int) => self.integer(node, when),
            (Kind::Case(_) | Kind::Conditional(..) | Kind::Element { .. }, _) => {
                self.choose(node, when, &mut |this, value| this.integer_of(value, when))
            }
            _ => self.integer(node, when),
        }
    }

    /// The index of the value in a list of literals.
    pub(super) fn index_in(&mut self, node: NodeId, when: When, literals: &Arc<[Value]>) -> TermId {
        let flat = self.flat;
        let kind = &flat.node(node).kind;
        if matches!(kind, Kind::Case(_) | Kind::Conditional(..) | Kind::Element { .. }) {
            return self.choose(node, when, &mut |this, value| {
                this.index_in(value, when, literals)
            });
        }
        let position = |value: &Value| literals.iter().position(|l| l == value);
        match self.lower(node, when) {
            Lowered::Literal(index, own) if own == *literals => index,
            Lowered::Literal(index, own) => {
                let places = own.iter().map(|v| position(v).unwrap_or(0) as i64);
                let places: Vec<TermId> = places.map(|n| self.system.pool.int(n)).collect();
                self.by_index(index, &places)
            }
            Lowered::Int(term) => {
                let pool = &mut self.system.pool;
                if let Some(assay_term::Value::Int(n)) = pool.as_const(term) {
                    let n = i64::try_from(n.clone()).map(Value::Int);
                    let at = n.ok().and_then(|n| position(&n)).unwrap_or(0);
                    return pool.int(at as i64);
                }
                let numbers = literals.iter().enumerate();
                let numbers = numbers.filter_map(|(at, v)| Some((at, v.as_int()?)));
                let numbers: Vec<(usize, i64)> = numbers.collect();
                let mut result = None;
                for (at, n) in numbers.into_iter().rev() {
                    let at = pool.int(at as i64);
                    let n = pool.int(n);
                    let here = pool.eq(term, n);
                    result = Some(match result {
                        Some(other) => pool.ite(here, at, other),
                        None => at,
                    });
                }
                result.unwrap_or_else(|| pool.int(0))
            }
            Lowered::Bool(_) | Lowered::Word(_) => self.system.pool.int(0),
        }
    }

    pub(super) fn equal(&mut self, a: NodeId, b: NodeId, when: When) -> TermId {
        let (left, right) = (self.flat.node(a).ty.base, self.flat.node(b).ty.base);
        match (left, right) {
            (Base::Bool, _) => {
                let (a, b) = (self.truth(a, when), self.truth(b, when));
                self.system.pool.eq(a, b)
            }
            (Base::Word { .. }, _) => {
                let (a, b) = (self.word(a, when), self.word(b, when));
                self.system.pool.eq(a, b)
            }
            _ => {
                if let Some(value) = self.literal(b, when) {
                    return self.is_literal(a, when, &value);
                }
                if let Some(value) = self.literal(a, when) {
                    return self.is_literal(b, when, &value);
                }
                if (left, right) == (Base::Int, Base::Int) {
                    let (a, b) = (self.integer(a, when), self.integer(b, when));
                    return self.system.pool.eq(a, b);
                }
                let mut all = self.literals(a).to_vec();
                for value in self.literals(b).iter() {
                    if !all.contains(value) {
                        all.push(value.clone());
                    }
                }
                // Where both have the same literals in the same order, no index is translated.
                let own = match self.lower(a, when) {
                    Lowered::Literal(_, own) => own,
                    _ => all.clone().into(),
                };
                let own = if all.iter().all(|v| own.contains(v)) { own } else { all.into() };
                let (a, b) = (self.index_in(a, when, &own), self.index_in(b, when, &own));
                self.system.pool.eq(a, b)
            }
        }
    }

    /// The integer or symbol that an expression is, whatever the variables are.
    fn literal(&mut self, node: NodeId, when: When) -> Option<Value> {
        match &self.flat.node(node).kind {
            Kind::Value(value) => Some(value.clone()),
            Kind::Define(define) => self.literal(self.flat.define(*define).body, when),
            _ => None,
        }
    }

    fn is_literal(&mut self, node: NodeId, when: When, value: &Value) -> TermId {
        let kind = &self.flat.node(node).kind;
        if matches!(kind, Kind::Case(_) | Kind::Conditional(..) | Kind::Element { .. }) {
            return self.choose(node, when, &mut |this, part| {
                this.is_literal(part, when, value)
            });
        }
        let lowered = self.lower(node, when);
        let pool = &mut self.system.pool;
        match (lowered, value) {
            (Lowered::Literal(index, own), _) => match own.iter().position(|v| v == value) {
                Some(at) => {
                    let at = pool.int(at as i64);
                    pool.eq(index, at)
                }
                None => pool.bool(false),
            },
            (Lowered::Int(term), Value::Int(n)) => {
                let n = pool.int(*n);
                pool.eq(term, n)
            }
            _ => pool.bool(false),
        }
    }

    /// Whether all that the left side may be is in the set.
    pub(super) fn subset(&mut self, a: NodeId, set: NodeId, when: When) -> TermId {
        let flat = self.flat;
        if !flat.node(a).ty.set {
            return self.member(a, set, when);
        }
        match &flat.node(a).kind {
            Kind::Set(items) => {
                let all: Vec<TermId> = items.iter().map(|i| self.subset(*i, set, when)).collect();
                self.system.pool.and(all)
            }
            Kind::Binary(BinaryOp::Union, left, right) => {
                let (left, right) = (self.subset(*left, set, when), self.subset(*right, set, when));
                self.system.pool.and2(left, right)
            }
            Kind::Case(_) | Kind::Conditional(..) => {
                self.choose(a, when, &mut |this, part| this.subset(part, set, when))
            }
            Kind::Define(define) => self.subset(flat.define(*define).body, set, when),
            Kind::Next(inner) => self.subset(*inner, set, When::Next),
            Kind::Range(low, high) => {
                let mut all = Vec::new();
                for n in *low..=*high {
                    all.push(self.has(set, when, &Value::Int(n)));
                }
                self.system.pool.and(all)
            }
            _ => self.system.pool.bool(false),
        }
    }

    /// Whether a constant is in the set.
    fn has(&mut self, set: NodeId, when: When, value: &Value) -> TermId {
        let flat = self.flat;
        match &flat.node(set).kind {
            Kind::Range(low, high) => {
                let inside = value.as_int().is_some_and(|n| (*low..=*high).contains(&n));
                self.system.pool.bool(inside)
            }
            Kind::Set(items) => {
                let any: Vec<TermId> = items.iter().map(|i| self.has(*i, when, value)).collect();
                self.system.pool.or(any)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                let (a, b) = (self.has(*a, when, value), self.has(*b, when, value));
                self.system.pool.or2(a, b)
            }
            Kind::Define(define) if flat.node(set).ty.set => {
                self.has(flat.define(*define).body, when, value)
            }
            _ => self.is_literal(set, when, value),
        }
    }

    /// Whether a value is one of those that an expression may choose.
    pub(super) fn member(&mut self, value: NodeId, set: NodeId, when: When) -> TermId {
        let flat = self.flat;
        match &flat.node(set).kind {
            Kind::Range(low, high) if flat.node(value).ty.base != Base::Int => {
                let all = self.literals(value);
                let within = |v: &&Value| v.as_int().is_some_and(|n| (*low..=*high).contains(&n));
                let within: Vec<Value> = all.iter().filter(within).cloned().collect();
                let any = within.iter().map(|v| self.is_literal(value, when, v));
                let any: Vec<TermId> = any.collect();
                self.system.pool.or(any)
            }
            Kind::Range(low, high) => {
                let value = self.integer(value, when);
                let pool = &mut self.system.pool;
                let (low, high) = (pool.int(*low), pool.int(*high));
                let (above, below) = (pool.le(low, value), pool.le(value, high));
                pool.and2(above, below)
            }
            Kind::Set(items) => {
                let any: Vec<TermId> =
                    items.iter().map(|i| self.member(value, *i, when)).collect();
                self.system.pool.or(any)
            }
            Kind::Binary(BinaryOp::Union, a, b) => {
                let (a, b) = (self.member(value, *a, when), self.member(value, *b, when));
                self.system.pool.or2(a, b)
            }
            Kind::Case(_) | Kind::Conditional(..) if flat.node(set).ty.set => {
                self.choose(set, when, &mut |this, part| this.member(value, part, when))
            }
            Kind::Define(define) if flat.node(set).ty.set => {
                self.member(value, flat.define(*define).body, when)
            }
            _ => self.equal(value, set, when),
        }
    }

    /// One of the values that an expression may choose, by an input for each place where there is a choice.
    pub(super) fn pick(
        &mut self,
        node: NodeId,
        when: When,
        domain: &Domain,
        choices: &mut Choices,
    ) -> TermId {
        let flat = self.flat;
        if !flat.node(node).ty.set {
            return self.in_domain(node, when, domain);
        }
        match &flat.node(node).kind {
            Kind::Case(_) | Kind::Conditional(..) => {
                self.choose(node, when, &mut |this, part| {
                    this.pick(part, when, domain, choices)
                })
            }
            Kind::Define(define) => self.pick(flat.define(*define).body, when, domain, choices),
            Kind::Next(inner) => self.pick(*inner, When::Next, domain, choices),
            Kind::Range(low, high) => self.pick_integer((*low, *high), when, domain, choices),
            _ => {
                let mut parts = Vec::new();
                self.alternatives(node, &mut parts);
                let terms = parts.into_iter();
                let terms = terms.map(|part| self.pick(part, when, domain, choices));
                let terms: Vec<TermId> = terms.collect();
                self.pick_term(&terms, when, choices)
            }
        }
    }

    /// The parts of a set that stand next to each other.
    fn alternatives(&self, node: NodeId, parts: &mut Vec<NodeId>) {
        match &self.flat.node(node).kind {
            Kind::Set(items) => items.iter().for_each(|i| self.alternatives(*i, parts)),
            Kind::Binary(BinaryOp::Union, a, b) => {
                self.alternatives(*a, parts);
                self.alternatives(*b, parts);
            }
            _ => parts.push(node),
        }
    }

    fn pick_term(&mut self, terms: &[TermId], when: When, choices: &mut Choices) -> TermId {
        match terms {
            [only] => *only,
            [first, second] => {
                let like = Like::hidden(choices.span);
                let input = self.chooser(choices, when, Sort::Bool, like);
                let pool = &mut self.system.pool;
                // A free truth value is the input itself.
                match (pool.as_bool(*first), pool.as_bool(*second)) {
                    (Some(a), Some(b)) if a != b => input,
                    _ => pool.ite(input, *first, *second),
                }
            }
            _ => {
                let range = (0.into(), (terms.len() - 1).into());
                let like = Like {
                    range: Some(range),
                    ..Like::hidden(choices.span)
                };
                let input = self.chooser(choices, when, Sort::Int, like);
                let pool = &self.system.pool;
                let numbers = terms.iter().enumerate();
                // All values of an enumeration in their order: the input is the index.
                let all = numbers.map(|(at, t)| match pool.as_const(*t) {
                    Some(assay_term::Value::Int(n)) => *n == at.into(),
                    _ => false,
                });
                match all.collect::<Vec<bool>>().contains(&false) {
                    false => input,
                    true => self.by_index(input, terms),
                }
            }
        }
    }

    fn pick_integer(
        &mut self,
        (low, high): (i64, i64),
        when: When,
        domain: &Domain,
        choices: &mut Choices,
    ) -> TermId {
        if let Domain::Literals(all) = domain {
            let places = (low..=high).map(|n| all.iter().position(|v| *v == Value::Int(n)));
            let places: Vec<i64> = places.map(|at| at.unwrap_or(0) as i64).collect();
            let terms: Vec<TermId> =
                places.into_iter().map(|at| self.system.pool.int(at)).collect();
            return self.pick_term(&terms, when, choices);
        }
        if low == high {
            return self.system.pool.int(low);
        }
        let like = Like {
            range: Some((low.into(), high.into())),
            shown: Shown::Plain,
            ..Like::hidden(choices.span)
        };
        self.chooser(choices, when, Sort::Int, like)
    }

    fn chooser(&mut self, choices: &mut Choices, when: When, sort: Sort, like: Like) -> TermId {
        let name = choices.next();
        match choices.states {
            true => self.open_state(name, when, sort, like),
            false => self.input(name, sort, like),
        }
    }

    /// A hidden state with any value in each step.
    pub(super) fn open_state(
        &mut self,
        name: String,
        when: When,
        sort: Sort,
        like: Like,
    ) -> TermId {
        let next = format!("next({name})");
        if let (Some(state), Some(input)) = (self.names.get(&name), self.names.get(&next)) {
            let chosen = if when == When::Next { input } else { state };
            return self.system.pool.var(*chosen);
        }
        let span = like.span;
        let (range, shown) = (like.range.clone(), like.shown.clone());
        let input = self.input(next, sort, like);
        let variable = Variable {
            name,
            kind: VarKind::State { init: None, next: input },
            role: Role::Internal,
            range,
            shown,
            span,
        };
        let kind = variable.kind.clone();
        let state = self.declare(sort, variable);
        self.define(state, kind);
        match when {
            When::Next => input,
            _ => self.system.pool.var(state),
        }
    }
}

impl Choices {
    pub fn of(name: &str, span: assay_source::Span) -> Choices {
        Choices {
            name: name.to_string(),
            count: 0,
            span,
            states: false,
        }
    }

    pub fn of_wire(name: &str, span: assay_source::Span) -> Choices {
        Choices {
            states: true,
            ..Choices::of(name, span)
        }
    }

    fn next(&mut self) -> String {
        self.count += 1;
        format!("{} choice {}", self.name, self.count)
    }
}
