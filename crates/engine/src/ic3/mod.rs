//! IC3 / PDR on finite systems: decides whether a property holds in every reachable state, by
//! strengthening over-approximations of the states reachable in i steps with clauses that are
//! inductive relative to each other.
//!
//! References: [1] A. Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011. [2] N. Eén,
//! A. Mishchenko, R. Brayton: Efficient Implementation of Property Directed Reachability, FMCAD 2011
//! (frames by delta, obligations re-opened at higher levels). [3] H. Chockler, A. Ivrii, A.
//! Matsliah, S. Moran, Z. Nevo: Incremental Formal Verification of Hardware, FMCAD 2011 (lifting by a
//! core). [4] Z. Hassan, A. Bradley, F. Somenzi: Better Generalization in IC3, FMCAD 2013 (CTGs).
//! [5] N. Froleyks, A. Biere: Single Clause Assumption without Activation Literals to Speed-up IC3,
//! FMCAD 2021.
//!
//! Deviations: initial states need not be a cube (a query decides where literals do not); constraints
//! are assumed at every step, the violation's included; leaving a declared range counts as a
//! target next to the property, because a certificate claims the ranges too. As in [1] and unlike [2],
//! the property is part of every frame, so that one that is inductive by itself needs no clause.
//!
//! Files: `circuit` (the model as clauses), `frames`, `obligation`, `query` (what is asked of
//! solvers), `search` (the main loop), `generalize`.

mod circuit;
mod frames;
mod generalize;
mod obligation;
mod query;
mod search;

use std::sync::Arc;

use assay_solver::{Effort, StopFlag};
use assay_system::{Certificate, System, Trace};
use assay_term::{Dag, VarId};

pub use crate::bits::Reason;
use crate::bits::{self, Cube, LatchLit, Model};
pub(crate) use circuit::{Circuit, Laid};
use search::{Found, Search};

/// An outcome and what it cost, in conflicts and questions.
#[derive(Clone, Debug)]
pub struct Ic3Run {
    pub outcome: Ic3Outcome,
    pub spent: Effort,
}

#[derive(Clone, Debug)]
pub enum Ic3Outcome {
    /// Its k is 1, and it is inductive together with the lemmas that were given, which it does not
    /// repeat.
    Proved(Certificate),
    /// The property fails at the last step and nowhere before.
    Violated(Trace),
    Unknown(Reason),
}

/// Decides `property`. `lemmas` are Boolean terms, one or more in each, that are known to hold in
/// every reachable state. The budget counts conflicts and questions.
pub fn ic3(
    system: &System,
    property: usize,
    lemmas: &[Arc<Dag>],
    stop: &StopFlag,
    budget: Option<Effort>,
) -> Ic3Run {
    ic3_under(system, property, &[], lemmas, stop, budget)
}

/// As [`ic3`], of the executions in which Boolean rigid parameters have the values that `fixed`
/// says; the evidence is about these executions only.
pub fn ic3_under(
    system: &System,
    property: usize,
    fixed: &[(VarId, bool)],
    lemmas: &[Arc<Dag>],
    stop: &StopFlag,
    budget: Option<Effort>,
) -> Ic3Run {
    match Ic3::new(system, property, fixed, lemmas, &[], stop) {
        Ok(mut ic3) => ic3.run(system, budget),
        Err(reason) => Ic3Run {
            outcome: Ic3Outcome::Unknown(reason),
            spent: 0,
        },
    }
}

/// The outcome in the terms of the model.
pub(crate) enum Cubes {
    Proved(Vec<Cube>),
    Violated(Trace),
    Unknown(Reason),
}

const LEAVES_RANGE: &str = "a state can leave its declared range";

/// A search that can be taken up again where its budget ended.
pub struct Ic3 {
    property: usize,
    fixed: Vec<(VarId, bool)>,
    model: Arc<Model>,
    search: Search,
}

impl Ic3 {
    /// See [`ic3_under`]. The terms of `equal` are known to be equal in every reachable state, two by two; the
    /// invariant is one together with that.
    pub fn new(
        system: &System,
        property: usize,
        fixed: &[(VarId, bool)],
        lemmas: &[Arc<Dag>],
        equal: &[Arc<Dag>],
        stop: &StopFlag,
    ) -> Result<Ic3, Reason> {
        let model = Model::of(system, property, fixed, lemmas, equal)?;
        Ok(Ic3 {
            property,
            fixed: fixed.to_vec(),
            search: Search::new(Laid::new(model.clone(), stop)),
            model,
        })
    }

    /// A search on a model that is laid out already, of the executions in which rigid parameters have the values `fixed`.
    /// No state of `unreachable` is on one that has not violated the property before; the invariant is one together
    /// with that.
    pub(crate) fn within(
        laid: Laid,
        property: usize,
        fixed: Vec<(VarId, bool)>,
        unreachable: &[Cube],
    ) -> Ic3 {
        let model = laid.model.clone();
        let mut search = Search::new(laid);
        let latches = model.parameters();
        let lits = fixed.iter().filter_map(|(v, value)| {
            let latch = *latches.get(v)?;
            Some(LatchLit::new(latch, *value))
        });
        let lits: Vec<LatchLit> = lits.collect();
        search.queries.confine(&lits, unreachable);
        Ic3 {
            property,
            fixed,
            model,
            search,
        }
    }

    /// Works on; cubes instead of terms. The budget counts what was spent in earlier calls too.
    pub(crate) fn cubes(&mut self, system: &System, budget: Option<Effort>) -> Cubes {
        match self.search.run(budget) {
            Ok(Found::Invariant(cubes)) => Cubes::Proved(cubes),
            Ok(path) => match self.trace(system, path) {
                Some(trace) => Cubes::Violated(trace),
                None => Cubes::Unknown(Reason::Hopeless(LEAVES_RANGE.into())),
            },
            Err(reason) => Cubes::Unknown(reason),
        }
    }

    fn trace(&self, system: &System, found: Found) -> Option<Trace> {
        let Found::Path {
            start,
            inputs,
            one_more,
        } = found
        else {
            return None;
        };
        let path = (&start[..], &inputs[..], one_more);
        bits::trace(system, &self.model, self.property, &self.fixed, path)
    }

    fn spent(&self) -> Effort {
        self.search.queries.spent
    }

    /// What is blocked at the higher levels of a search that goes on: likely to be unreachable.
    pub(crate) fn likely(&self) -> Vec<Cube> {
        let frames = &self.search.frames;
        let level = frames.top().saturating_sub(1).max(1);
        frames.from(level).cloned().collect()
    }

    /// The budget counts what was spent in earlier calls too, and so does what is said to be spent.
    pub fn run(&mut self, system: &System, budget: Option<Effort>) -> Ic3Run {
        let outcome = match self.cubes(system, budget) {
            Cubes::Proved(cubes) => {
                let (model, property) = (&self.model, self.property);
                Ic3Outcome::Proved(bits::certificate(system, model, property, &cubes))
            }
            Cubes::Violated(trace) => Ic3Outcome::Violated(trace),
            Cubes::Unknown(reason) => Ic3Outcome::Unknown(reason),
        };
        Ic3Run {
            outcome,
            spent: self.spent(),
        }
    }
}
