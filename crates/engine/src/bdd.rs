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
use rustc_hash::FxHashMap;

use crate::bits::{Model, Reason, certificate_of, trace};
use crate::symbolic::{self, Func, Machine, Of, Relation};

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
const MAX_VARS: usize = 1_000;

/// Nodes that there may be at a time.
const NODES: usize = 1 << 20;

pub struct Bdd {
    property: usize,
    model: Arc<Model>,
    stop: StopFlag,
    relation: Relation,
    /// Steps that violate the property.
    violation: Func,
    /// What was new at each step from the initial states.
    rings: Vec<Func>,
    reached: Func,
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

impl From<symbolic::Trouble> for Trouble {
    fn from(trouble: symbolic::Trouble) -> Trouble {
        match trouble {
            symbolic::Trouble::Full => Trouble::Full,
            symbolic::Trouble::Stopped => Trouble::Given(Reason::Interrupted),
        }
    }
}

impl From<Trouble> for Reason {
    fn from(trouble: Trouble) -> Reason {
        match trouble {
            Trouble::Full => Reason::Hopeless("the decision diagrams grow too large".into()),
            Trouble::Given(reason) => reason,
        }
    }
}

/// What a search begins with.
struct Start {
    relation: Relation,
    init: Func,
    violation: Func,
}

impl Start {
    fn new(model: &Model, stop: &StopFlag) -> Of<Start> {
        let mut aig = model.aig.clone();
        let fails = aig.and(model.constraint, model.bad);
        let violation = aig.ite(model.inside, fails, AigLit::TRUE);
        let known = aig.or(!model.inside, model.known);
        let init = aig.and(model.init, known);
        let latches = model.latches.iter().map(|l| (l.current, l.next));
        let machine = Machine {
            aig: &aig,
            latches: latches.collect(),
            inputs: &model.inputs,
            goes_on: vec![model.constraint, model.known, model.inside],
            first: vec![model.bad],
            of_variable: model.variables_of_bits(),
        };
        let (mut relation, functions) = Relation::new(&machine, &[violation, init], NODES, stop)?;
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
        } = Start::new(&model, stop).map_err(|trouble| Reason::from(Trouble::from(trouble)))?;
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
            Err(trouble) => BddOutcome::Unknown(trouble.into()),
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
            let violates = self.relation.diagrams.and(&ring, &self.violation)?;
            if !violates.is_false() {
                return Ok(Found::Path(self.path(violates)?));
            }
            let image = self.relation.image(&ring)?;
            let diagrams = &mut self.relation.diagrams;
            let new = diagrams.minus(&image, &self.reached)?;
            let nodes = diagrams.size(&self.reached) + diagrams.size(&new);
            self.spent += 1 + nodes as Effort / 1000;
            if new.is_false() {
                return Ok(Found::Invariant);
            }
            self.reached = diagrams.or(&self.reached, &new)?;
            self.rings.push(new);
        }
    }

    /// A path through the rings to a violation in the last of them.
    fn path(&mut self, violates: Func) -> Of<Vec<(Vec<bool>, Vec<bool>)>> {
        let member = |relation: &Relation, set: &Func| {
            let found = relation.pick(set);
            found.expect("each ring has a state that leads to the next one")
        };
        let mut path = vec![member(&self.relation, &violates)];
        for ring in self.rings.iter().rev().skip(1) {
            let (after, _) = path.last().expect("it has the violation");
            let before = self.relation.leading_to(after)?;
            let both = self.relation.diagrams.and(ring, &before)?;
            path.push(member(&self.relation, &both));
        }
        path.reverse();
        Ok(path)
    }

    /// The reachable states as a function of the latches.
    fn function(&self, aig: &mut Aig) -> AigLit {
        let relation = &self.relation;
        let mut known: FxHashMap<u32, AigLit> = FxHashMap::default();
        relation.diagrams.fold(
            &self.reached,
            &mut known,
            &mut AigLit::constant,
            &mut |var, &yes, &no| {
                let latch = relation.latch_of(var);
                let latch = latch.expect("sets of states read latches only");
                aig.ite(self.model.latches[latch].current, yes, no)
            },
        )
    }
}
