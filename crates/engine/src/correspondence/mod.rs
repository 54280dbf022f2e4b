//! Signal correspondence [1, 2]: latches and gates of a circuit that are constant, equal or opposite in every
//! reachable state.
//!
//! Candidates are what random executions do not tell apart (`simulation.rs`, `classes.rs`). They are proved together
//! by induction: they hold at the start, and where all hold they hold one step later (`frame.rs`). A counterexample
//! splits the classes by simulation, with its neighbourhood, until none is left; what is too hard for a few conflicts
//! leaves its class. What is found is posted as a lemma about the system as it is, so that certificates and cores are
//! about all of it, and the engines on bits merge what is equal when they build their models (`bits/merge.rs`).
//!
//! Deviations from [2]: one step of induction only; constraints, and lemmas that are known, hold at both steps; only
//! what differs after all other merging is said in the lemma, because the rest follows.
//!
//! Left out: inputs, which a trace is chosen by, and so gates that are but an input; what reads an input's value of the
//! next step, for which there is no term; models in which a state can leave its declared range, where a bit says little.
//!
//! Invariant: the equalities that are returned are inductive together, with the lemmas that were given.
//!
//! [1] C. A. J. van Eijk: Sequential Equivalence Checking Based on Structural Similarities. TCAD 2000.
//! [2] A. Mishchenko, M. Case, R. Brayton, S. Jang: Scalable and Scalably-Verifiable Sequential Synthesis. ICCAD 2008.

mod classes;
mod frame;
mod simulation;

use std::sync::Arc;

use assay_aig::{AigLit, Node};
use assay_solver::{Answer, Effort, Stop, StopFlag};
use assay_system::{System, VarKind};
use assay_term::{Dag, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{LatchLit, Model, Reason, pairs, rank};
use classes::Classes;
use frame::{Frame, Prover};
use simulation::Situation;
pub(crate) use simulation::{Random, both, spread};

/// Conflicts for one question.
const CONFLICTS: Effort = 100;
/// Assignments in solvers and nodes of copies after which the search is given up: about half a second.
const WORK: u64 = 5_000_000;
/// Nodes that are simulated in the time of one assignment.
const CHEAP: u64 = 8;

pub struct Correspondence {
    /// One term for each equality.
    pub lemmas: Dag,
    /// The same as pairs of terms, side by side.
    pub equal: Dag,
    pub count: usize,
    pub spent: Effort,
}

/// What corresponds in the part of the system that `property` depends on. `lemmas` are known to hold.
pub fn correspondence(
    system: &System,
    property: usize,
    lemmas: &[Arc<Dag>],
    stop: &StopFlag,
) -> Result<Correspondence, Reason> {
    let model = Model::of(system, property, &[], lemmas, &[])?;
    let mut search = Search::new(system, &model, stop);
    let found = search.run();
    let mut pool = system.pool.clone();
    let terms = pairs(&mut pool, &model, &found);
    let equal = terms.chunks_exact(2).map(|pair| pool.eq(pair[0], pair[1]));
    let equal: Vec<TermId> = equal.collect();
    Ok(Correspondence {
        lemmas: pool.export(&equal),
        equal: pool.export(&terms),
        count: found.len(),
        spent: search.spent,
    })
}

struct Search<'a> {
    model: &'a Model,
    stop: &'a StopFlag,
    /// What may be merged.
    members: Vec<usize>,
    /// All nodes that matter, in an order in which leaders come before what they stand for.
    order: Vec<usize>,
    /// Those of them that initial states, constraints and lemmas read, and all leaves.
    facts: Vec<usize>,
    latch_of: FxHashMap<usize, usize>,
    random: Random,
    spent: Effort,
    work: u64,
}

/// How a round ended.
enum Round {
    /// Every gap is closed; what there was to close in the step that was assumed.
    Stable(Vec<usize>),
    Split,
    GivenUp,
}

impl<'a> Search<'a> {
    fn new(system: &System, model: &'a Model, stop: &'a StopFlag) -> Self {
        let latches = model.latches.iter().enumerate();
        let latch_of: FxHashMap<usize, usize> =
            latches.map(|(i, l)| (l.current.node(), i)).collect();
        let bits = model.bits();
        let aig = &model.aig;
        let mut roots: Vec<AigLit> = vec![model.constraint, model.known, model.init, model.bad];
        roots.extend(model.latches.iter().flat_map(|l| [l.current, l.next]));
        roots.extend(&model.inputs);
        let mut order = aig.cone(&roots);
        order.sort_unstable_by_key(|&n| rank(aig, n));
        let read = aig.cone(&[model.constraint, model.known, model.init]);
        let read: FxHashSet<usize> = read.into_iter().collect();
        let is_leaf = |n: usize| matches!(aig.node(n), Node::Input);
        let facts = order.iter().copied();
        let facts: Vec<usize> = facts.filter(|&n| is_leaf(n) || read.contains(&n)).collect();
        let mut said: FxHashSet<usize> = FxHashSet::default();
        let mut members = Vec::new();
        for &node in &order {
            let (has_term, is_member) = match aig.node(node) {
                Node::False => (true, true),
                Node::Input => {
                    let bit = bits.get(&node);
                    let kind = bit.map(|b| &system.var(b.var).kind);
                    let state = matches!(kind, Some(VarKind::State { .. } | VarKind::Rigid));
                    (bit.is_some(), state)
                }
                Node::And(a, b) => {
                    let both = said.contains(&a.node()) && said.contains(&b.node());
                    (both, both)
                }
            };
            if has_term {
                said.insert(node);
            }
            if is_member {
                members.push(node);
            }
        }
        Search {
            model,
            stop,
            members,
            order,
            facts,
            latch_of,
            random: Random::new(),
            spent: 0,
            work: 0,
        }
    }

    /// Nodes and what they are equal to.
    fn run(&mut self) -> Vec<(AigLit, AigLit)> {
        if self.model.inside != AigLit::TRUE {
            return Vec::new();
        }
        let Some(start) = self.start() else {
            return Vec::new();
        };
        let members = std::mem::take(&mut self.members);
        let (mut classes, work) =
            simulation::explore(self.model, members, &start, &mut self.random);
        self.work += work / CHEAP;
        for round in [Search::base, Search::step] {
            let stable = loop {
                if classes.is_empty() {
                    return Vec::new();
                }
                match round(self, &mut classes) {
                    Round::Stable(gaps) => break gaps,
                    Round::Split => {}
                    Round::GivenUp => return Vec::new(),
                }
            };
            // Of the base case nothing is kept: what holds at the start goes on to the step.
            if !stable.is_empty() {
                let pair = |&node: &usize| {
                    let leader = classes.leader(node).expect("a follower");
                    (AigLit::new(node, false), leader)
                };
                return stable.iter().map(pair).collect();
            }
        }
        Vec::new()
    }

    /// An initial state with inputs that the constraints allow.
    fn start(&mut self) -> Option<Situation> {
        let none = Classes::none(&self.model.aig);
        let mut prover = Prover::new(self.stop);
        let frame = self.begin(&mut prover, &none).0;
        let answer = prover.satisfiable(CONFLICTS);
        self.account(&prover);
        (answer == Answer::Sat).then(|| prover.situation(self.model, &frame))
    }

    fn account(&mut self, prover: &Prover) {
        self.spent += prover.questions + prover.conflicts();
        self.work += prover.work();
    }

    /// A step whose leaves are these, and the same step without any merging: candidates that are still to be proved must
    /// not restrict what the facts admit, so the facts are read there.
    fn lay(
        &self,
        prover: &mut Prover,
        classes: &Classes,
        leaves: &FxHashMap<usize, AigLit>,
    ) -> (Frame, Vec<frame::Gap>) {
        let none = Classes::none(&self.model.aig);
        let leaf = |_: &mut assay_aig::Aig, node: usize| Some(leaves[&node]);
        let (_, gaps) = prover.frame(self.model, &self.order, classes, leaf);
        let (plain, _) = prover.frame(self.model, &self.facts, &none, leaf);
        (plain, gaps)
    }

    fn leaves(&self) -> impl Iterator<Item = usize> + '_ {
        let order = self.order.iter().copied();
        order.filter(|&n| matches!(self.model.aig.node(n), Node::Input))
    }

    /// The first step of an execution, without merging, and what merging would leave open.
    fn begin(&self, prover: &mut Prover, classes: &Classes) -> (Frame, Vec<frame::Gap>) {
        let model = self.model;
        let mut leaves: FxHashMap<usize, AigLit> = FxHashMap::default();
        for node in self.leaves() {
            let value = self.latch_of.get(&node).and_then(|&latch| {
                let pinned = |v: bool| model.pinned.contains(LatchLit::new(latch, v));
                [false, true].into_iter().find(|&v| pinned(v))
            });
            leaves.insert(node, value.map_or_else(|| prover.input(), AigLit::constant));
        }
        let (plain, gaps) = self.lay(prover, classes, &leaves);
        for fact in [model.init, model.constraint, model.known] {
            prover.assert(plain.get(fact));
        }
        (plain, gaps)
    }

    fn base(&mut self, classes: &mut Classes) -> Round {
        let mut prover = Prover::new(self.stop);
        let (frame, gaps) = self.begin(&mut prover, classes);
        let model = self.model;
        let round = self.ask(&mut prover, classes, &gaps, |prover, classes, _| {
            simulation::begin(model, classes, &prover.situation(model, &frame))
        });
        match round {
            Round::Stable(_) => Round::Stable(Vec::new()),
            other => other,
        }
    }

    fn step(&mut self, classes: &mut Classes) -> Round {
        let model = self.model;
        let mut prover = Prover::new(self.stop);
        let (now, assumed) = prover.frame(model, &self.order, classes, |aig, node| {
            classes.leader(node).is_none().then(|| aig.input())
        });
        let mut leaves: FxHashMap<usize, AigLit> = FxHashMap::default();
        for node in self.leaves() {
            let lit = match self.latch_of.get(&node) {
                Some(&latch) => now.get(model.latches[latch].next),
                None => prover.input(),
            };
            leaves.insert(node, lit);
        }
        let (next, gaps) = self.lay(&mut prover, classes, &leaves);
        for gap in &assumed {
            prover.close(gap);
        }
        for frame in [&now, &next] {
            prover.assert(frame.get(model.constraint));
            prover.assert(frame.get(model.known));
        }
        let round = self.ask(&mut prover, classes, &gaps, |prover, classes, random| {
            let from = prover.situation(model, &now);
            let inputs = prover.situation(model, &next).inputs;
            simulation::follow(model, classes, &from, &inputs, random)
        });
        match round {
            Round::Stable(_) => {
                let latches = classes
                    .followers()
                    .filter(|n| self.latch_of.contains_key(n));
                let mut gaps: Vec<usize> = latches.collect();
                gaps.extend(assumed.iter().map(|gap| gap.node));
                Round::Stable(gaps)
            }
            other => other,
        }
    }

    /// Closes all gaps; `split` takes a counterexample and splits classes by it, and says what that cost.
    fn ask(
        &mut self,
        prover: &mut Prover,
        classes: &mut Classes,
        gaps: &[frame::Gap],
        mut split: impl FnMut(&Prover, &mut Classes, &mut Random) -> u64,
    ) -> Round {
        let mut hard: Vec<usize> = Vec::new();
        let mut stable = true;
        let mut given_up = false;
        for gap in gaps {
            // Split off by a counterexample to another gap.
            if classes.leader(gap.node) != Some(gap.leader) {
                continue;
            }
            if self.work + prover.work() > WORK {
                given_up = true;
                break;
            }
            match prover.opens(gap, CONFLICTS) {
                Answer::Unsat => prover.close(gap),
                Answer::Sat => {
                    stable = false;
                    self.work += split(prover, classes, &mut self.random) / CHEAP;
                }
                Answer::Unknown(Stop::Budget) => {
                    stable = false;
                    hard.push(gap.node);
                }
                Answer::Unknown(_) => {
                    given_up = true;
                    break;
                }
            }
        }
        self.account(prover);
        if !hard.is_empty() {
            classes.isolate(&hard);
        }
        match (given_up, stable) {
            (true, _) => Round::GivenUp,
            (false, true) => Round::Stable(Vec::new()),
            (false, false) => Round::Split,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::{Sort, VarId};
    use assay_testkit::Build;

    /// `toggle` changes with an input; `copy` does the same, `negation` the opposite, `stuck` never leaves false;
    /// `reader` reads them all.
    fn example() -> (System, [VarId; 5]) {
        let mut system = System::new();
        let change = system.input("change", Sort::Bool);
        let names = ["toggle", "copy", "negation", "stuck", "reader"];
        let states = names.map(|name| system.state(name, Sort::Bool));
        let [toggle, copy, negation, stuck, reader] = states;
        let pool = &mut system.pool;
        let (no, yes) = (pool.bool(false), pool.bool(true));
        let not_stuck = pool.not(stuck);
        let differs = pool.xor(copy, negation);
        let read = pool.and([differs, not_stuck, toggle]);
        let next = [
            pool.xor(toggle, change),
            pool.xor(copy, change),
            pool.xor(negation, change),
            pool.and([stuck, change]),
            pool.xor(reader, read),
        ];
        let term = pool.or([reader, change, not_stuck]);
        let inits = [no, no, yes, no, no];
        for ((state, next), init) in states.into_iter().zip(next).zip(inits) {
            system.set_state(state, Some(init), next);
        }
        // What is looked at depends on all of them, however it is simplified.
        let some = system.pool.or(states);
        let term = system.pool.and([term, some]);
        system.claim(term);
        let vars = states.map(|state| system.var_of(state));
        (system, vars)
    }

    #[test]
    fn a_copy_a_negation_and_what_is_stuck_are_no_latches() {
        let (system, [toggle, .., reader]) = example();
        let found = correspondence(&system, 0, &[], &StopFlag::new()).expect("finite");
        let equal = [Arc::new(found.equal)];
        let whole = Model::of(&system, 0, &[], &[], &[]).expect("finite");
        assert_eq!(whole.latches.len(), 5);
        let merged = Model::of(&system, 0, &[], &[], &equal).expect("finite");
        let latches: Vec<VarId> = merged.latches.iter().map(|l| l.bit.var).collect();
        assert_eq!(latches, [toggle, reader]);
        assert!(merged.pinned_is_init);
        assert_eq!(merged.pinned.lits().len(), 2);
    }
}
