//! The sieve: which of many candidates are inductive on a member of a family, together with the property.
//!
//! The greatest inductive subset, as Houdini [1] finds it, without asking again what is known. Each candidate has a
//! *support*: what a proof of its step needed, other candidates and switches that are off. A member whose switch is not
//! among them has that proof too, as long as the candidates of the support stay. So of a member only those candidates are
//! asked about whose support its own switch breaks, and then those that lost something that they rely on.
//!
//! A question is confined to the cone of its candidate first, with the candidates that speak of that cone; only where
//! the answer is no, all candidates and the property are taken in.
//!
//! What is kept is inductive together with the property: it holds on every execution up to and including the first
//! violation. That is enough for a proof that ends with the property, and for IC3, which looks for a first violation.
//!
//! [1] C. Flanagan, K. R. M. Leino: Houdini, an Annotation Assistant for ESC/Java. FME 2001.

mod patterns;

use std::collections::VecDeque;
use std::sync::Arc;

use assay_aig::{AigLit, Simulator};
use assay_solver::cdcl::Cdcl;
use assay_solver::{Effort, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{Cube, LatchLit, Model, Reason};
use crate::correspondence::Random;
use crate::ic3::{Circuit, Laid};

/// With more candidates than this to ask about, a random walk goes first: it refutes many of them without a solver.
const WALK_FOR: usize = 64;

/// What a proof that a candidate holds after every step needed.
#[derive(Clone, Debug, Default)]
struct Support {
    candidates: Vec<usize>,
    /// Those that have to be off.
    switches: Vec<usize>,
}

/// What a candidate says of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// It is in none of the cube's states.
    Not(Cube),
    /// It satisfies this claim of the model.
    Claim(usize),
}

#[derive(Clone)]
struct Entry {
    candidate: Candidate,
    /// Assumed where the candidate holds now.
    holds: Lit,
    /// The candidate fails after a step.
    fails: Vec<Lit>,
    /// What it reads now.
    reads: Vec<Lit>,
    /// The switches that have to be off for it to hold of initial states; None if it was not seen to.
    start: Option<Vec<usize>>,
    /// On the original; None if no proof was found.
    support: Option<Support>,
}

/// The candidates that are kept for one member.
pub struct Kept {
    alive: Vec<bool>,
    /// Where the member's own proofs differ.
    own: FxHashMap<usize, Support>,
}

impl Kept {
    pub fn holds(&self, at: usize) -> bool {
        self.alive[at]
    }
}

#[derive(Clone)]
pub struct Sieve {
    model: Arc<Model>,
    circuit: Circuit,
    step: Cdcl,
    start: Cdcl,
    now: Vec<Lit>,
    next: Vec<Lit>,
    /// By switch: the literal that is true if it is on, and its number by variable.
    switches: Vec<Lit>,
    switch_of: FxHashMap<i32, usize>,
    /// Part of every question.
    facts: Vec<Lit>,
    /// The switches that have to be off for the property to hold of initial states; None if it was not seen to.
    good_start: Option<Vec<usize>>,
    /// The property fails after a step.
    bad: [Lit; 2],
    bad_support: Option<Support>,
    /// How many candidates there were when the original was asked about it.
    bad_asked: Option<usize>,
    entries: Vec<Entry>,
    known: FxHashSet<Candidate>,
    /// By candidate: those whose support on the original has it.
    dependents: Vec<Vec<usize>>,
    switch_latches: Vec<usize>,
    simulator: Simulator,
    random: Random,
    spent: Effort,
    limit: Option<Effort>,
}

impl Sieve {
    /// `switches` are latches; a member has one of them on, the original none.
    pub fn new(laid: &Laid, switches: &[usize]) -> Sieve {
        let (now, next) = laid.latches();
        let (model, circuit) = (laid.model.clone(), laid.circuit.clone());
        let (mut step, mut start) = (laid.plain.clone(), laid.plain.clone());
        let constraint = circuit.lit(model.constraint);
        if model.constraint != AigLit::TRUE {
            step.clause(&[constraint]);
            start.clause(&[constraint]);
        }
        step.clause(&[circuit.lit(!model.bad)]);
        start.clause(&[circuit.lit(model.init)]);
        // Ranges that no state leaves.
        for cube in &model.unreachable {
            let outside = cube.lits().iter().map(|l| !signed(&now, *l));
            step.clause(&outside.collect::<Vec<Lit>>());
        }
        let known = circuit.lit(model.known_otherwise);
        step.clause(&[known]);
        let switch_latches = switches.to_vec();
        let switches: Vec<Lit> = switches.iter().map(|&latch| now[latch]).collect();
        let numbers = switches.iter().enumerate();
        let facts = [
            (model.constraint, constraint),
            (model.known_otherwise, known),
        ];
        let facts = facts.into_iter().filter(|(f, _)| *f != AigLit::TRUE);
        let facts = facts.map(|(_, lit)| lit).collect();
        Sieve {
            switch_of: numbers.map(|(i, l)| (l.code(), i)).collect(),
            switches,
            facts,
            bad: [model.bad_next, model.known_next].map(|l| circuit.lit(l)),
            good_start: None,
            bad_support: None,
            bad_asked: None,
            step,
            start,
            now,
            next,
            entries: Vec::new(),
            known: FxHashSet::default(),
            dependents: Vec::new(),
            switch_latches,
            simulator: Simulator::new(),
            random: Random::new(),
            spent: 0,
            limit: None,
            model,
            circuit,
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn candidate(&self, at: usize) -> &Candidate {
        &self.entries[at].candidate
    }

    /// From now on at most this effort is spent.
    pub fn allow(&mut self, effort: Effort) {
        self.limit = Some(self.spent + effort);
    }

    /// Adds candidates that are new. They need not hold in any state.
    pub fn add(&mut self, candidates: impl IntoIterator<Item = Candidate>) -> Result<(), Reason> {
        let first = self.entries.len();
        for candidate in candidates {
            if self.known.insert(candidate.clone()) {
                self.enter(candidate);
            }
        }
        for at in first..self.entries.len() {
            self.entries[at].start = self.starts(None, at)?;
        }
        // A candidate that fails in an initial state of the original is not relied on.
        let alive: Vec<bool> = self.entries.iter().map(|e| e.start.is_some()).collect();
        for at in (first..self.entries.len()).filter(|&at| alive[at]) {
            let support = self.follows(None, at, &alive)?;
            for &other in support.iter().flat_map(|s| &s.candidates) {
                self.dependents[other].push(at);
            }
            self.entries[at].support = support;
        }
        Ok(())
    }

    fn enter(&mut self, candidate: Candidate) {
        let holds = self.step.fresh();
        let lit = |lits: &[Lit], l: &LatchLit| signed(lits, *l);
        let (fails, reads) = match &candidate {
            Candidate::Not(cube) => {
                let lits: Vec<Lit> = cube.lits().iter().map(|l| lit(&self.now, l)).collect();
                let mut clause = vec![!holds];
                clause.extend(lits.iter().map(|&l| !l));
                self.step.clause(&clause);
                let fails = cube.lits().iter().map(|l| lit(&self.next, l)).collect();
                (fails, lits.iter().map(|l| l.abs()).collect())
            }
            Candidate::Claim(at) => {
                let claim = &self.model.claims[*at];
                let now = self.circuit.lit(claim.now);
                self.step.clause(&[!holds, now]);
                (vec![self.circuit.lit(!claim.next)], vec![now.abs()])
            }
        };
        self.entries.push(Entry {
            candidate,
            holds,
            fails,
            reads,
            start: None,
            support: None,
        });
        self.dependents.push(Vec::new());
    }

    /// The switches of the cone that was asked for last, as the member has them.
    fn switched(&self, member: Option<usize>) -> Vec<Lit> {
        let circuit = &self.circuit;
        let switches = self.switches.iter().enumerate();
        let switches = switches.filter(|(_, l)| circuit.in_cone(**l));
        switches
            .map(|(at, &l)| if member == Some(at) { l } else { !l })
            .collect()
    }

    /// Those of the switches that had to be off.
    fn off(&self, solver: &Cdcl, switched: &[Lit]) -> Vec<usize> {
        let failed = switched.iter().filter(|l| solver.failed(**l));
        failed.map(|l| self.switch_of[&l.abs().code()]).collect()
    }

    fn ask(&mut self, start: bool, domain: &[Lit], assumptions: &[Lit]) -> Result<bool, Reason> {
        let budget = match self.limit {
            Some(limit) if self.spent >= limit => return Err(Reason::Budget),
            limit => limit.map(|l| l - self.spent),
        };
        let solver = if start {
            &mut self.start
        } else {
            &mut self.step
        };
        let before = solver.conflicts();
        let answer = solver.solve_within(domain, assumptions, &[], budget);
        self.spent += solver.conflicts() - before + 1;
        Reason::of(answer)
    }

    /// The switches that have to be off for a candidate to hold of the member's initial states.
    fn starts(&mut self, member: Option<usize>, at: usize) -> Result<Option<Vec<usize>>, Reason> {
        let goal = match &self.entries[at].candidate {
            Candidate::Not(cube) => {
                let pinned = &self.model.pinned;
                let mut lits = cube.lits().iter();
                if lits.any(|l| pinned.contains(LatchLit::new(l.latch(), !l.value()))) {
                    return Ok(Some(vec![]));
                }
                if self.model.pinned_is_init {
                    return Ok(None);
                }
                cube.lits().iter().map(|&l| signed(&self.now, l)).collect()
            }
            Candidate::Claim(claim) => {
                let now = self.model.claims[*claim].now;
                vec![self.circuit.lit(!now)]
            }
        };
        self.never_starts(member, goal)
    }

    /// The switches that have to be off for no initial state of the member to satisfy all these literals.
    fn never_starts(
        &mut self,
        member: Option<usize>,
        goal: Vec<Lit>,
    ) -> Result<Option<Vec<usize>>, Reason> {
        let mut roots: Vec<Lit> = goal.clone();
        roots.extend(&self.facts);
        roots.push(self.circuit.lit(self.model.init));
        let domain = self.circuit.cone(&roots);
        let switched = self.switched(member);
        let mut assumptions = switched.clone();
        assumptions.extend(goal);
        let is_reached = self.ask(true, &domain, &assumptions)?;
        Ok((!is_reached).then(|| self.off(&self.start, &switched)))
    }

    /// Why a candidate holds after every step of the member, if it does. If not, a step on which it fails can be read.
    fn follows(
        &mut self,
        member: Option<usize>,
        at: usize,
        alive: &[bool],
    ) -> Result<Option<Support>, Reason> {
        let fails = self.entries[at].fails.clone();
        let narrow = self.unreachable(member, &fails, alive, false)?;
        match narrow {
            Some(support) => Ok(Some(support)),
            None => self.unreachable(member, &fails, alive, true),
        }
    }

    /// Why these literals cannot all be true at the end of a step that begins where all that is alive holds. `wide`: with
    /// the property, and with what is said beyond the cone.
    fn unreachable(
        &mut self,
        member: Option<usize>,
        goal: &[Lit],
        alive: &[bool],
        wide: bool,
    ) -> Result<Option<Support>, Reason> {
        let mut roots: Vec<Lit> = goal.to_vec();
        roots.extend(&self.facts);
        if wide {
            roots.push(self.circuit.lit(self.model.bad));
            let entries = self.entries.iter().zip(alive);
            let entries = entries.filter(|(_, alive)| **alive);
            roots.extend(entries.flat_map(|(e, _)| &e.reads));
        }
        let domain = self.circuit.cone(&roots);
        let switched = self.switched(member);
        let circuit = &self.circuit;
        let speaks = |e: &Entry| e.reads.iter().all(|&l| circuit.in_cone(l));
        let said: Vec<usize> = (0..self.entries.len())
            .filter(|&i| alive[i] && speaks(&self.entries[i]))
            .collect();
        let mut assumptions = switched.clone();
        assumptions.extend(goal);
        assumptions.extend(said.iter().map(|&i| self.entries[i].holds));
        if self.ask(false, &domain, &assumptions)? {
            return Ok(None);
        }
        let failed = |&i: &usize| self.step.failed(self.entries[i].holds);
        Ok(Some(Support {
            switches: self.off(&self.step, &switched),
            candidates: said.into_iter().filter(failed).collect(),
        }))
    }

    /// The candidates that are inductive on the member, together with the property.
    pub fn sift(&mut self, member: usize) -> Result<Kept, Reason> {
        let count = self.entries.len();
        let mut kept = Kept {
            alive: vec![true; count],
            own: FxHashMap::default(),
        };
        let breaks = |switches: &[usize]| switches.contains(&member);
        let mut open: VecDeque<usize> = VecDeque::new();
        let mut dead: Vec<usize> = Vec::new();
        let unsupported = |e: &&Entry| e.support.as_ref().is_none_or(|s| breaks(&s.switches));
        let refuted = if self.entries.iter().filter(unsupported).count() > WALK_FOR {
            self.refuted(member)
        } else {
            vec![false; count]
        };
        for (at, refuted) in refuted.into_iter().enumerate() {
            let starts = match &self.entries[at].start {
                _ if refuted => false,
                Some(switches) if !breaks(switches) => true,
                _ => self.starts(Some(member), at)?.is_some(),
            };
            if !starts {
                kept.alive[at] = false;
                dead.push(at);
                continue;
            }
            let entry = &self.entries[at];
            if entry.support.as_ref().is_none_or(|s| breaks(&s.switches)) {
                open.push_back(at);
            }
        }
        let mut waiting: Vec<bool> = vec![false; count];
        open.iter().for_each(|&at| waiting[at] = true);
        loop {
            for gone in std::mem::take(&mut dead) {
                let others = self.dependents[gone].iter();
                let others = others.filter(|at| !kept.own.contains_key(at));
                let own = kept.own.iter();
                let own = own.filter(|(_, s)| s.candidates.contains(&gone));
                let mut lost: Vec<usize> = others.copied().chain(own.map(|(&at, _)| at)).collect();
                lost.sort_unstable();
                for at in lost {
                    if kept.alive[at] && !std::mem::replace(&mut waiting[at], true) {
                        open.push_back(at);
                    }
                }
            }
            let Some(at) = open.pop_front() else {
                return Ok(kept);
            };
            waiting[at] = false;
            if !kept.alive[at] {
                continue;
            }
            match self.follows(Some(member), at, &kept.alive)? {
                Some(support) => {
                    kept.own.insert(at, support);
                }
                None => {
                    dead = self.fail_alike(member, &kept.alive);
                    // Dropped even if the patterns do not refute it, so that the search ends.
                    if !dead.contains(&at) {
                        dead.push(at);
                    }
                    dead.iter().for_each(|&gone| kept.alive[gone] = false);
                }
            }
        }
    }

    /// Why the property follows from what is kept, if it does: candidates that are inductive with it.
    pub fn proof(&mut self, member: usize, kept: &Kept) -> Result<Option<Vec<usize>>, Reason> {
        let Some(support) = self.property(member, &kept.alive)? else {
            return Ok(None);
        };
        let mut needed = vec![false; self.entries.len()];
        let mut stack = support.candidates;
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut needed[at], true) {
                let own = kept.own.get(&at).or(self.entries[at].support.as_ref());
                stack.extend(own.into_iter().flat_map(|s| &s.candidates));
            }
        }
        Ok(Some((0..needed.len()).filter(|&at| needed[at]).collect()))
    }

    /// Whether the property follows from all candidates at once, inductive or not. If not, it does from no part of them.
    pub fn may_prove(&mut self, member: usize) -> Result<bool, Reason> {
        let alive = vec![true; self.entries.len()];
        Ok(self.property(member, &alive)?.is_some())
    }

    /// Whether no initial state of the member violates the property.
    fn starts_well(&mut self, member: usize) -> Result<bool, Reason> {
        let bad = self.circuit.lit(self.model.bad);
        if self.good_start.is_none() {
            self.good_start = self.never_starts(None, vec![bad])?;
        }
        match &self.good_start {
            Some(off) if !off.contains(&member) => Ok(true),
            _ => Ok(self.never_starts(Some(member), vec![bad])?.is_some()),
        }
    }

    /// Why the property holds of the member after a step from where it holds with all that is alive; None as well if it does not
    /// hold at the start.
    fn property(&mut self, member: usize, alive: &[bool]) -> Result<Option<Support>, Reason> {
        if !self.starts_well(member)? {
            return Ok(None);
        }
        let count = self.entries.len();
        if self.bad_support.is_none() && self.bad_asked != Some(count) {
            let alive: Vec<bool> = self.entries.iter().map(|e| e.start.is_some()).collect();
            self.bad_support = self.unreachable(None, &self.bad.clone(), &alive, true)?;
            self.bad_asked = Some(count);
        }
        if let Some(known) = &self.bad_support
            && !known.switches.contains(&member)
            && known.candidates.iter().all(|&at| alive[at])
        {
            return Ok(Some(known.clone()));
        }
        self.unreachable(Some(member), &self.bad.clone(), alive, true)
    }
}

fn signed(lits: &[Lit], lit: LatchLit) -> Lit {
    let positive = lits[lit.latch()];
    if lit.value() { positive } else { !positive }
}
