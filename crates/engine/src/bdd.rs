//! Reachability by decision diagrams: decides whether a property holds in every reachable state
//! by computing these states, ring by ring from the initial ones ([`crate::symbolic`] has the diagrams).
//!
//! For small circuits only. The reachable states themselves are the invariant; a violation's path is picked backwards through the
//! rings.
//!
//! Deviations: constraints are assumed at every step, the violation's included; leaving a declared
//! range counts as a violation.

use std::sync::Arc;

use assay_aig::{Aig, AigLit};
use assay_solver::{Effort, StopFlag};
use assay_system::{Certificate, System, Trace};
use assay_term::Dag;
use oxidd::bcdd::BCDDFunction;
use oxidd::error::OutOfMemory;
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, Function, Manager};
use rustc_hash::FxHashMap;

use crate::bits::{Model, Reason, certificate_of, trace};
use crate::symbolic::{Machine, Relation};

/// An outcome and what it cost so far, in thousands of nodes and images.
#[derive(Clone, Debug)]
pub struct BddRun {
    pub outcome: BddOutcome,
    pub spent: Effort,
}

#[derive(Clone, Debug)]
pub enum BddOutcome {
    /// Its k is 1, and it is inductive together with the lemmas that were given.
    Proved(Certificate),
    /// The property fails at the last step and nowhere before.
    Violated(Trace),
    Unknown(Reason),
}

/// More variables than this are not tried.
const MAX_VARS: usize = 250;

pub struct Bdd {
    property: usize,
    model: Arc<Model>,
    stop: StopFlag,
    relation: Relation,
    /// Steps that violate the property.
    violation: BCDDFunction,
    /// What was new at each step from the initial states.
    rings: Vec<BCDDFunction>,
    reached: BCDDFunction,
    spent: Effort,
}

enum Found {
    Invariant,
    Path(Vec<(Vec<bool>, Vec<bool>)>),
}

/// Why a computation ended.
enum Trouble {
    Full,
    Given(Reason),
}

impl From<OutOfMemory> for Trouble {
    fn from(_: OutOfMemory) -> Trouble {
        Trouble::Full
    }
}

/// What a search begins with.
struct Start {
    relation: Relation,
    init: BCDDFunction,
    violation: BCDDFunction,
}

impl Start {
    fn new(model: &Model) -> AllocResult<Start> {
        let mut aig = model.aig.clone();
        let fails = aig.and(model.constraint, model.bad);
        let violation = aig.ite(model.inside, fails, AigLit::TRUE);
        let goes_on = aig.and_all([model.constraint, model.known, model.inside]);
        let known = aig.or(!model.inside, model.known);
        let init = aig.and(model.init, known);
        let latches = model.latches.iter().map(|l| (l.current, l.next));
        let machine = Machine {
            aig: &aig,
            latches: latches.collect(),
            inputs: &model.inputs,
            goes_on,
            first: vec![model.bad, model.constraint, model.known, model.inside],
        };
        let (relation, functions) = Relation::new(&machine, &[violation, init])?;
        let [violation, init] = functions.as_slice() else {
            unreachable!("one for each function");
        };
        Ok(Start {
            // Lemmas may read inputs; a state is initial if they hold with some of them.
            init: relation.states_of(init)?,
            violation: violation.clone(),
            relation,
        })
    }
}

fn full() -> Reason {
    Reason::Hopeless("the decision diagrams grow too large".into())
}

impl Bdd {
    /// `lemmas` are known to hold in every reachable state, and the terms of `equal` to be equal, two by two.
    pub fn new(
        system: &System,
        property: usize,
        lemmas: &[Arc<Dag>],
        equal: &[Arc<Dag>],
        stop: &StopFlag,
    ) -> Result<Self, Reason> {
        let model = Model::of(system, property, &[], lemmas, equal)?;
        if model.latches.len() + model.inputs.len() > MAX_VARS {
            return Err(Reason::Hopeless(
                "too many latches and inputs for decision diagrams".into(),
            ));
        }
        let Start {
            relation,
            init,
            violation,
        } = Start::new(&model).map_err(|_| full())?;
        Ok(Bdd {
            property,
            stop: stop.clone(),
            rings: vec![init.clone()],
            reached: init,
            relation,
            violation,
            spent: 0,
            model,
        })
    }

    /// Works until something is found or the budget, which counts from the beginning, is spent. It can be
    /// called again after that.
    pub fn run(&mut self, system: &System, budget: Option<Effort>) -> BddRun {
        let outcome = match self.search(budget) {
            Ok(Found::Invariant) => {
                let mut aig = self.model.aig.clone();
                let invariant = self.function(&mut aig);
                let (model, property) = (&self.model, self.property);
                let invariant = (&aig, invariant);
                BddOutcome::Proved(certificate_of(system, model, property, invariant))
            }
            Ok(Found::Path(path)) => {
                let start = path[0].0.clone();
                let inputs: Vec<Vec<bool>> = path.into_iter().map(|(_, inputs)| inputs).collect();
                let path = (&start[..], &inputs[..], false);
                match trace(system, &self.model, self.property, &[], path) {
                    Some(trace) => BddOutcome::Violated(trace),
                    None => BddOutcome::Unknown(Reason::Hopeless(
                        "a state can leave its declared range".into(),
                    )),
                }
            }
            Err(Trouble::Full) => BddOutcome::Unknown(full()),
            Err(Trouble::Given(reason)) => BddOutcome::Unknown(reason),
        };
        let spent = self.spent;
        BddRun { outcome, spent }
    }

    fn search(&mut self, budget: Option<Effort>) -> Result<Found, Trouble> {
        loop {
            if self.stop.is_raised() {
                return Err(Trouble::Given(Reason::Interrupted));
            }
            if budget.is_some_and(|b| self.spent >= b) {
                return Err(Trouble::Given(Reason::Budget));
            }
            let ring = self.rings.last().expect("the initial states").clone();
            let violates = ring.and(&self.violation)?;
            if violates.satisfiable() {
                return Ok(Found::Path(self.path(violates)?));
            }
            let image = self.relation.image(&ring)?;
            let new = image.and(&self.reached.not()?)?;
            let nodes = self.reached.node_count() + new.node_count();
            self.spent += 1 + nodes as Effort / 1000;
            if !new.satisfiable() {
                return Ok(Found::Invariant);
            }
            self.reached = self.reached.or(&new)?;
            self.rings.push(new);
        }
    }

    /// A path through the rings to a violation in the last of them.
    fn path(&self, violates: BCDDFunction) -> AllocResult<Vec<(Vec<bool>, Vec<bool>)>> {
        let mut path = vec![self.relation.pick(&violates)];
        for ring in self.rings.iter().rev().skip(1) {
            let (after, _) = path.last().expect("it has the violation");
            let before = self.relation.leading_to(after)?;
            path.push(self.relation.pick(&ring.and(&before)?));
        }
        path.reverse();
        Ok(path)
    }

    /// The reachable states as a function of the latches.
    // What is mutable in a function is its manager, which the hash does not look at.
    #[allow(clippy::mutable_key_type)]
    fn function(&self, aig: &mut Aig) -> AigLit {
        let mut known: FxHashMap<BCDDFunction, AigLit> = FxHashMap::default();
        let mut stack = vec![self.reached.clone()];
        while let Some(f) = stack.pop() {
            if known.contains_key(&f) {
                continue;
            }
            let Some((yes, no)) = f.cofactors() else {
                known.insert(f.clone(), AigLit::constant(f.valid()));
                continue;
            };
            match (known.get(&yes), known.get(&no)) {
                (Some(&yes), Some(&no)) => {
                    let level = f.with_manager_shared(|m, e| m.get_node(e).level());
                    let latch = self.relation.latch_at(level);
                    let current = self.model.latches[latch].current;
                    let lit = aig.ite(current, yes, no);
                    known.insert(f, lit);
                }
                _ => stack.extend([f, yes, no]),
            }
        }
        known[&self.reached]
    }
}
