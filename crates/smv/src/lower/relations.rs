//! `INIT`, `TRANS`, `INVAR`, and assignments that choose within a step.

use assay_source::Span;
use assay_system::{
    ClauseWhen, Constraint, ConstraintKind as Assumed, Role, Shown, VarKind, Variable,
};
use assay_term::{Sort, TermId, VarId};

use super::{Like, Lowering, Made, Origin, When};
use crate::elaborate::{Kind, NodeId, VarIx, possible};
use crate::tree::{AssignKind, BinaryOp, ConstraintKind, VariableKind};

/// The state that says whether `INIT` and `TRANS` have held so far.
pub const VALID: &str = "valid so far";

/// A conjunct of `INIT` or `TRANS`: when it counts, its section, its number there, and its term.
type Clause = (ClauseWhen, usize, usize, TermId);

/// A conjunct that stays, or nothing where a mutant has fewer than the original.
type Conjunct = Option<NodeId>;

impl Lowering<'_> {
    /// Conjuncts `next(x) = e` that are the only ones to say something about the next value of `x`, and a value of `x` always.
    pub(super) fn find_functions(&mut self) {
        self.conjuncts = vec![1; self.flat.constraints.len()];
        for at in 0..self.flat.constraints.len() {
            self.conjuncts[at] = self.conjuncts_of(at).len();
            if self.flat.constraints[at].kind != ConstraintKind::Trans {
                continue;
            }
            for (number, conjunct) in self.conjuncts_of(at).into_iter().enumerate() {
                if let Some((var, _)) = conjunct.and_then(|c| self.as_function(c)) {
                    self.functions.entry(var).or_insert((at, number));
                }
            }
        }
    }

    /// As many as the original has.
    fn conjuncts_of(&self, at: usize) -> Vec<Conjunct> {
        let whole = self.flat.constraints[at].node;
        let own = self.flat.conjuncts(whole);
        let wanted = self
            .base
            .and_then(|(base, _)| base.conjuncts.get(at).copied());
        match wanted {
            Some(wanted) if wanted != own.len() => {
                let rest = std::iter::repeat_n(None, wanted - 1);
                std::iter::once(Some(whole)).chain(rest).collect()
            }
            _ => own.into_iter().map(Some).collect(),
        }
    }

    fn as_function(&mut self, conjunct: NodeId) -> Option<(VarIx, NodeId)> {
        let flat = self.flat;
        let Kind::Binary(BinaryOp::Equal | BinaryOp::Iff | BinaryOp::In, left, value) =
            flat.node(conjunct).kind
        else {
            return None;
        };
        let Kind::Next(inner) = flat.node(left).kind else {
            return None;
        };
        let Kind::Var(var) = flat.node(inner).kind else {
            return None;
        };
        let own = flat.var(var);
        let assigned = [AssignKind::Next, AssignKind::Current];
        let free = own.kind == VariableKind::State
            && assigned
                .iter()
                .all(|kind| !self.assigns.contains_key(&(var, *kind)));
        let node = flat.node(value);
        let fits = possible(flat, value, &mut self.possible).within(&own.domain);
        (free && fits && !node.ty.set && !node.reads.next).then_some((var, value))
    }

    /// The next value of a variable by such a conjunct.
    pub(super) fn function_of(&mut self, ix: VarIx) -> Option<TermId> {
        let (at, number) = *self.functions.get(&ix)?;
        let conjunct = self.conjuncts_of(at)[number]?;
        let (_, value) = self.as_function(conjunct)?;
        let (name, span) = (self.name(at, number), self.flat.node(conjunct).span);
        let domain = &self.flat.var(ix).domain;
        let wire = self.function_wire(name, domain, value, span);
        self.conjunct_element(at, number, wire, span);
        self.next_wires.insert(wire);
        Some(self.system.pool.var(wire))
    }

    fn name(&self, at: usize, number: usize) -> String {
        let name = &self.flat.constraints[at].names.instance;
        match self.conjuncts[at] {
            1 => name.clone(),
            _ => format!("{name}.{}", number + 1),
        }
    }

    /// The section, or of several conjuncts this one.
    fn place(&self, at: usize, number: usize) -> Span {
        match self.conjuncts_of(at)[number] {
            Some(node) if self.conjuncts[at] > 1 => self.flat.node(node).span,
            _ => self.flat.constraints[at].span,
        }
    }

    fn conjunct_element(&mut self, at: usize, number: usize, var: VarId, span: Span) {
        let name = &self.flat.constraints[at].names.element;
        let element = match self.conjuncts[at] {
            1 => name.clone(),
            _ => format!("{name}.{}", number + 1),
        };
        self.elements.push(Made {
            element,
            instance: self.name(at, number),
            var,
            owner: (self.flat.constraints[at].span, number),
            span,
            origin: Origin::Other,
        });
    }

    pub(super) fn define_relations(&mut self) {
        self.assume_choices();
        let mut clauses = Vec::new();
        let mut related = false;
        for at in 0..self.flat.constraints.len() {
            let kind = self.flat.constraints[at].kind;
            related |= kind != ConstraintKind::Invar;
            for (number, conjunct) in self.conjuncts_of(at).into_iter().enumerate() {
                if kind == ConstraintKind::Init {
                    if let Some(conjunct) = conjunct {
                        let term = self.truth(conjunct, When::First);
                        clauses.push((ClauseWhen::First, at, number, term));
                    }
                    continue;
                }
                if self.functions.values().any(|place| *place == (at, number)) {
                    continue;
                }
                let wire = self.conjunct(at, number, conjunct);
                match kind {
                    ConstraintKind::Trans => {
                        let term = self.system.pool.var(wire);
                        clauses.push((ClauseWhen::Moves, at, number, term));
                    }
                    _ => self.assume(wire, self.place(at, number)),
                }
            }
        }
        if related {
            self.assume_valid(&clauses);
        }
    }

    /// `x := {a, b}`: the variable is open, and its value is one of these.
    fn assume_choices(&mut self) {
        for assign in &self.flat.assigns {
            if let Some(relation) = assign.relation.filter(|_| !self.is_wire(assign.var)) {
                let def = self.truth(relation, When::Now);
                let name = format!("{} choice", assign.names.instance);
                let wire = self.wire(name, Sort::Bool, def, Like::hidden(assign.span));
                self.elements.push(Made {
                    element: assign.names.element.clone(),
                    instance: assign.names.instance.clone(),
                    var: wire,
                    owner: (assign.span, 0),
                    span: assign.span,
                    origin: Origin::Other,
                });
                self.assume(wire, assign.span);
            }
        }
    }

    fn conjunct(&mut self, at: usize, number: usize, conjunct: Conjunct) -> VarId {
        let (def, span) = match conjunct {
            Some(node) => (self.truth(node, When::Now), self.flat.node(node).span),
            None => (self.system.pool.bool(true), self.flat.constraints[at].span),
        };
        let name = self.name(at, number);
        let wire = self.wire(name, Sort::Bool, def, Like::hidden(span));
        self.conjunct_element(at, number, wire, span);
        wire
    }

    fn assume(&mut self, wire: VarId, span: Span) {
        if self.base.is_some() {
            // The original assumes it already.
            return;
        }
        let term = self.system.pool.var(wire);
        self.system.constraints.push(Constraint {
            name: self.system.var(wire).name.clone(),
            term,
            kind: Assumed::Assertion,
            span: Some(span),
        });
    }

    fn assume_valid(&mut self, clauses: &[Clause]) {
        let pool = &mut self.system.pool;
        let mut all = |when: ClauseWhen| {
            let terms = clauses.iter().filter(|c| c.0 == when).map(|c| c.3);
            pool.and(terms.collect::<Vec<TermId>>())
        };
        let (init, next) = (all(ClauseWhen::First), all(ClauseWhen::Moves));
        let kind = VarKind::State {
            init: Some(init),
            next,
        };
        let span = self.flat.constraints[0].span;
        let valid = self.declare(
            Sort::Bool,
            Variable {
                name: VALID.into(),
                kind: kind.clone(),
                role: Role::Internal,
                range: None,
                shown: Shown::Plain,
                span: None,
            },
        );
        self.define(valid, kind);
        self.assume(valid, span);
        self.name_clauses(valid, clauses);
    }

    /// What the state that is assumed stands for, in the words of the text.
    fn name_clauses(&mut self, valid: VarId, clauses: &[Clause]) {
        if self.base.is_some() {
            return;
        }
        let of = self.system.pool.var(valid);
        for &(when, at, number, term) in clauses {
            self.system.clauses.push(assay_system::Clause {
                of,
                name: self.name(at, number),
                term,
                when,
                span: Some(self.place(at, number)),
            });
        }
    }
}
