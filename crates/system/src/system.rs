//! The system itself: variables, constraints, properties and elements.

use assay_source::Span;
use assay_term::{BigInt, Interval, Intervals, Pool, Sort, Term, TermId, VarId};

use crate::{Goal, List, Property, Table, Within};

/// How a variable gets its value at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarKind {
    /// Any value of its sort and range, anew at each step.
    Input,
    /// At step 0 the value of `init` (arbitrary within its range if None), at step n+1 the value
    /// that `next` has at step n. `init` may read inputs, rigid parameters and constants of step 0,
    /// and states whose init does not lead back to it.
    State { init: Option<TermId>, next: TermId },
    /// The value of `def` at the same step. Definitions are acyclic.
    Wire { def: TermId },
    /// Any value, the same at every step of one execution.
    Rigid,
}

/// What a variable is to the person who wrote the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Input,
    Output,
    Local,
    /// Introduced by lowering; not shown in traces.
    Internal,
}

/// How a variable's values are shown; the sort alone does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    Plain,
    /// Value n is the n-th literal.
    Enum(std::sync::Arc<[String]>),
}

#[derive(Clone, Debug)]
pub struct Variable {
    /// Unique in the system: `x`, `node~0.x`, `r.field`, `a[2]`.
    pub name: String,
    pub kind: VarKind,
    pub role: Role,
    /// For Int: the inclusive range its type promises. Assumed of inputs and of states without an
    /// initial value at step 0; every other variable keeps it because typing says so, and the
    /// certificate checker proves that again.
    pub range: Option<(BigInt, BigInt)>,
    pub shown: Shown,
    pub span: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    /// An assertion that a person wrote.
    Assertion,
}

/// Assumed at every step.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub name: String,
    pub term: TermId,
    pub kind: ConstraintKind,
    pub span: Option<Span>,
}

/// A part of a constraint that stands for several: a language keeps in one state whether its relations have held so far. It is named
/// where the constraint alone would say nothing to a reader.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The term of the constraint.
    pub of: TermId,
    pub name: String,
    pub term: TermId,
    pub when: ClauseWhen,
    pub span: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseWhen {
    /// At step 0.
    First,
    /// At every step that another one follows.
    Moves,
}

/// A condition on infinite executions, for claims of branching and linear time.
#[derive(Clone, Debug)]
pub struct Fairness {
    pub name: String,
    /// It holds infinitely often.
    pub term: TermId,
    /// Compassion: it need not, and if it does, then so does this.
    pub then: Option<TermId>,
    pub span: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementKind {
    /// One left-hand leaf of an equation.
    Equation,
    /// The binding of a formal parameter at a call.
    Argument,
}

/// One occurrence of an element after inlining.
#[derive(Clone, Debug)]
pub struct Instance {
    /// `x` in the main node, `node~0.x` in a called one.
    pub name: String,
    /// The wire whose definition is the element.
    pub var: VarId,
}

/// What a person wrote and cores, slices and mutants talk about.
#[derive(Clone, Debug)]
pub struct Element {
    /// Without instance numbers: `x`, `node.x`, `r.field`.
    pub name: String,
    pub kind: ElementKind,
    pub instances: Vec<Instance>,
    pub span: Option<Span>,
    /// Whether the model's own `--%IVC` list (or the like) names it; true where there is no list.
    pub listed: bool,
}

/// A clone shares everything until it changes: see [`crate::Table`].
#[derive(Clone, Debug, Default)]
pub struct System {
    pub pool: Pool,
    /// Indexed by [`VarId`]: exactly the variables the pool declares.
    pub vars: Table<Variable>,
    pub constraints: List<Constraint>,
    /// What some of the constraints stand for.
    pub clauses: List<Clause>,
    /// What temporal claims assume of infinite executions. Other claims ignore it.
    pub fairness: List<Fairness>,
    pub properties: List<Property>,
    pub goals: List<Goal>,
    pub elements: List<Element>,
    /// Within what anything that is proved of this system holds of the model.
    pub within: Within,
}

impl System {
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a variable in the pool and describes it here, in one step so that the two stay
    /// aligned.
    pub fn add_var(&mut self, sort: Sort, variable: Variable) -> VarId {
        let id = self.pool.declare(variable.name.clone(), sort);
        debug_assert_eq!(id.index(), self.vars.len());
        self.vars.push(variable);
        id
    }

    pub fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.index()]
    }

    pub fn sort(&self, id: VarId) -> Sort {
        self.pool.var_sort(id)
    }

    pub fn var_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.vars.len() as u32).map(VarId)
    }

    pub fn find(&self, name: &str) -> Option<VarId> {
        self.vars
            .iter()
            .position(|v| v.name == name)
            .map(|i| VarId(i as u32))
    }

    /// Whether it has no states: all its steps are alike, and what holds in one step holds always.
    pub fn is_stateless(&self) -> bool {
        !self
            .vars
            .iter()
            .any(|v| matches!(v.kind, VarKind::State { .. }))
    }

    /// The terms that a variable's value is computed from.
    pub fn defining_terms(&self, id: VarId) -> Vec<TermId> {
        match &self.var(id).kind {
            VarKind::Input | VarKind::Rigid => vec![],
            VarKind::State { init, next } => init.iter().copied().chain([*next]).collect(),
            VarKind::Wire { def } => vec![*def],
        }
    }

    /// Wires in an order in which each comes after the wires it reads. Panics on a cycle, which
    /// front ends exclude.
    pub fn wire_order(&self) -> Vec<VarId> {
        self.definition_order(self.var_ids(), |v| match self.var(v).kind {
            VarKind::Wire { def } => Some(def),
            _ => None,
        })
    }

    /// Of `vars` and what they lead to, those with a definition, each after those that its definition reads. Each
    /// term is visited once, however many definitions share it. Panics on a cycle.
    pub(crate) fn definition_order(
        &self,
        vars: impl IntoIterator<Item = VarId>,
        definition: impl Fn(VarId) -> Option<TermId>,
    ) -> Vec<VarId> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut mark = vec![Mark::New; self.pool.len()];
        let mut order = Vec::new();
        let mut stack = Vec::new();
        for start in vars {
            stack.push((self.pool.var(start), false));
            while let Some((term, leaving)) = stack.pop() {
                let var = match self.pool.get(term) {
                    Term::Var(v) => Some(*v),
                    _ => None,
                };
                if leaving {
                    mark[term.index()] = Mark::Done;
                    order.extend(var.filter(|v| definition(*v).is_some()));
                    continue;
                }
                match mark[term.index()] {
                    Mark::Done => continue,
                    // What is open lies on the path from the start to here.
                    Mark::Open => panic!("cyclic definition of {}", self.pool.text(term)),
                    Mark::New => mark[term.index()] = Mark::Open,
                }
                stack.push((term, true));
                let reads = var.and_then(&definition);
                let args = self.pool.get(term).args().iter().rev();
                stack.extend(args.copied().chain(reads).map(|t| (t, false)));
            }
        }
        order
    }

    /// Finite ranges of all integer variables that have one: from types, and for wires from their
    /// definitions.
    pub fn intervals(&self) -> Intervals {
        let mut intervals = Intervals::new();
        for id in self.var_ids() {
            if let Some((lo, hi)) = &self.var(id).range {
                intervals.set(id, Interval::new(lo.clone(), hi.clone()));
            }
        }
        for id in self.wire_order() {
            if let VarKind::Wire { def } = self.var(id).kind
                && self.sort(id) == Sort::Int
                && intervals.of_var(id).is_none()
                && let Some(range) = intervals.of(&self.pool, def)
            {
                intervals.set(id, range);
            }
        }
        intervals
    }
}
