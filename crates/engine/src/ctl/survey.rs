//! What people ask about the states of a model: how many there are, where executions end, which states are in a set and how to get there.

use std::sync::Arc;

use assay_solver::StopFlag;
use assay_system::branching::Normal;
use assay_system::{Formula, System, Trace};
use assay_term::{TermId, Value};
use num_bigint::BigUint;

use super::kripke::{Failure, Kripke};
use super::rings::Rings;
use super::{Limits, deeply, not_branching, open, open_reachable, reason};
use crate::symbolic::{Func, Of};

/// Numbers about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Valid states that executions reach, and initial ones among them.
    pub reachable: BigUint,
    pub initial: BigUint,
    /// Those from which a fair execution starts.
    pub fair: BigUint,
    /// Reachable states without a successor.
    pub deadlocks: BigUint,
    /// The greatest number of transitions that a shortest path to a state has.
    pub diameter: usize,
    /// Nodes of the set of reachable states, and the most that there were at a time.
    pub nodes: usize,
    pub peak: usize,
    /// Bits of states.
    pub bits: usize,
}

/// A reachable state without a successor: the last of a shortest execution.
#[derive(Clone, Debug)]
pub struct Deadlock {
    pub trace: Arc<Trace>,
    /// How many such states there are.
    pub count: BigUint,
}

/// Sets of states of a system, for as long as [`explore`] lasts.
pub struct Space<'k, 'a> {
    kripke: &'k mut Kripke<'a>,
    yes: TermId,
}

/// A set of reachable states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States(Func);

impl Space<'_, '_> {
    /// Where a formula of branching time over the atoms given to [`explore`] holds.
    pub fn holding(&mut self, formula: &Formula) -> Of<States> {
        let normal =
            Normal::of(formula, false, self.yes).expect("it is a formula of branching time");
        Ok(States(self.kripke.label(&normal)?.pop().expect("the root")))
    }

    /// The same where a term, which is one of the atoms, holds in these states instead.
    pub fn holding_if(&mut self, formula: &Formula, term: TermId, holds: &States) -> Of<States> {
        let before = self.kripke.replace_atom(term, holds.0.clone());
        let result = self.holding(formula);
        self.kripke.replace_atom(term, before);
        result
    }

    pub fn reachable(&mut self) -> States {
        States(self.kripke.reached.clone())
    }

    pub fn initial(&mut self) -> States {
        States(self.kripke.init.clone())
    }

    pub fn fair(&mut self) -> States {
        States(self.kripke.fair.clone())
    }

    /// States without a successor.
    pub fn deadlocks(&mut self) -> Of<States> {
        self.kripke.deadlocks().map(States)
    }

    pub fn both(&mut self, a: &States, b: &States) -> Of<States> {
        self.kripke.and(&a.0, &b.0).map(States)
    }

    pub fn either(&mut self, a: &States, b: &States) -> Of<States> {
        self.kripke.or(&a.0, &b.0).map(States)
    }

    pub fn without(&mut self, a: &States, b: &States) -> Of<States> {
        self.kripke.minus(&a.0, &b.0).map(States)
    }

    /// The states that follow one of these, and those that lead to one.
    pub fn after(&mut self, a: &States) -> Of<States> {
        self.kripke.after(&a.0).map(States)
    }

    pub fn before(&mut self, a: &States) -> Of<States> {
        self.kripke.before(&a.0).map(States)
    }

    pub fn is_empty(&self, a: &States) -> bool {
        a.0.is_false()
    }

    /// How many states these are, as values of the states that the formulas depend on.
    pub fn count(&self, a: &States) -> BigUint {
        self.kripke.count(&a.0)
    }

    /// A shortest execution that ends in one of them.
    pub fn path_to(&mut self, a: &States) -> Of<Option<Trace>> {
        self.kripke.path_to(&a.0)
    }
}

/// Works with the sets of states of a system. `terms` are Boolean and read states only; formulas are about them. With `whole`, all states
/// count, otherwise those that the terms, constraints and fairness depend on.
pub fn explore<T: Send>(
    system: &System,
    terms: &[TermId],
    whole: bool,
    limits: &Limits,
    stop: &StopFlag,
    work: impl FnOnce(&mut Space<'_, '_>) -> Of<T> + Send,
) -> Result<T, String> {
    let explore = || -> Result<T, Failure> {
        let (mut kripke, yes) = open_reachable(system, terms, whole, limits, stop)?;
        let kripke = &mut kripke;
        Ok(work(&mut Space { kripke, yes })?)
    };
    deeply(|| explore().map_err(|failure| reason(&failure, limits)))
}

/// Of the whole model.
pub fn stats(system: &System, limits: &Limits, stop: &StopFlag) -> Result<Stats, String> {
    explore(system, &[], true, limits, stop, |space| {
        let kripke = &mut *space.kripke;
        let deadlocks = kripke.deadlocks()?;
        let diagrams = &kripke.relation.diagrams;
        Ok(Stats {
            reachable: kripke.count(&kripke.reached),
            initial: kripke.count(&kripke.init),
            fair: kripke.count(&kripke.fair),
            deadlocks: kripke.count(&deadlocks),
            diameter: kripke.depth,
            nodes: diagrams.size(&kripke.reached),
            peak: diagrams.peak(),
            bits: kripke.model.latches.len(),
        })
    })
}

/// A state of the whole model in which executions end; None if there is none.
pub fn deadlock(
    system: &System,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Option<Deadlock>, String> {
    let look = || -> Result<Option<Deadlock>, Failure> {
        let (mut kripke, _) = open(system, &[], true, limits, stop)?;
        // Most models go on from every valid state, which needs no search.
        if kripke.deadlocks()?.is_false() {
            return Ok(None);
        }
        kripke.reach()?;
        kripke.stay_in_reached();
        let deadlocks = kripke.deadlocks()?;
        let trace = kripke.path_to(&deadlocks)?;
        let count = kripke.count(&deadlocks);
        Ok(trace.map(|trace| Deadlock {
            trace: Arc::new(trace),
            count,
        }))
    };
    deeply(|| look().map_err(|failure| reason(&failure, limits)))
}

/// Whether a formula holds in a state: the values of all variables at one step. It need not be reachable; None if it is not valid.
pub fn holds_at(
    system: &System,
    formula: &Formula,
    step: &[Value],
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Option<bool>, String> {
    let evaluate = || -> Result<Option<bool>, Failure> {
        let (mut kripke, yes) = open(system, &formula.atoms(), false, limits, stop)?;
        kripke.work_in(false)?;
        let normal = Normal::of(formula, false, yes).ok_or_else(not_branching)?;
        let set = kripke.label(&normal)?.pop().expect("the root");
        let state = kripke.latches_of(step);
        let contains = |set: &Func| kripke.relation.contains(set, &state, &[]);
        Ok(contains(&kripke.space).then(|| contains(&set)))
    };
    deeply(|| evaluate().map_err(|failure| reason(&failure, limits)))
}

impl Kripke<'_> {
    /// The states without a successor.
    fn deadlocks(&mut self) -> Of<Func> {
        let goes_on = self.before(&self.space.clone())?;
        self.not(&goes_on)
    }

    /// A shortest execution that ends in the set.
    pub(super) fn path_to(&mut self, goal: &Func) -> Of<Option<Trace>> {
        let mut rings = Rings {
            list: vec![goal.clone()],
            all: goal.clone(),
        };
        let starts = loop {
            let last = rings.list.last().expect("the goal").clone();
            if last.is_false() {
                return Ok(None);
            }
            let starts = self.and(&last, &self.init.clone())?;
            if !starts.is_false() {
                break starts;
            }
            let before = self.before(&last)?;
            let ring = self.minus(&before, &rings.all)?;
            rings.all = self.or(&rings.all, &ring)?;
            rings.list.push(ring);
        };
        let first = self.first_step(&starts)?;
        let first = first.expect("an initial state leads to the goal");
        let mut path = vec![self.latches_of(&first)];
        self.walk_in(&mut path, &rings)?;
        self.trace_from_start(&first, &path).map(Some)
    }
}
