//! Choices: one of several values, by an input for each place where there is a choice.

use assay_system::{Role, Shown, VarKind, Variable};
use assay_term::{Sort, TermId};

use super::{Like, Lowering, When};
use crate::elaborate::{Domain, Kind, NodeId};
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
            Kind::Case(_) | Kind::Conditional(..) => self.choose(node, when, &mut |this, part| {
                this.pick(part, when, domain, choices)
            }),
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
                if !all.collect::<Vec<bool>>().contains(&false) {
                    input
                } else {
                    self.by_index(input, terms)
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
            let terms: Vec<TermId> = places
                .into_iter()
                .map(|at| self.system.pool.int(at))
                .collect();
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
        if choices.states {
            self.open_state(name, when, sort, like)
        } else {
            self.input(name, sort, like)
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
            kind: VarKind::State {
                init: None,
                next: input,
            },
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
