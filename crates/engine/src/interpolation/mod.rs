//! Interpolation [1] on finite systems: decides whether a property holds in every reachable state, by
//! over-approximate images that are just precise enough to stay k steps clear of a violation.
//!
//! Q starts as the initial states. A says: one step from Q to s1; B says: from s1 a violation within k
//! steps. If they contradict each other, the interpolant contains every successor of Q and no state that
//! violates the property within k steps; Q grows by it until it grows no more, and then it is an
//! inductive invariant. If they do not, Q is the initial states and the violation is real, or k was too
//! small for the approximation.
//!
//! Deviations from [1]: constraints are assumed at every step, the violation's included; a state that
//! leaves its declared range counts as a violation, because a certificate claims the ranges too. A real
//! violation is reported without its trace: BMC is quicker to find one.
//!
//! Invariant: every state of Q that is not initial is clear of violations for k steps, and Q contains
//! the initial states.
//!
//! [1] K. L. McMillan: Interpolation and SAT-Based Model Checking. CAV 2003.

mod proof;

use std::sync::Arc;

use assay_aig::{Aig, AigLit, Tseitin};
use assay_solver::sat::Solver;
use assay_solver::{Effort, Lit, StopFlag};
use assay_system::{Certificate, System};
use assay_term::{Dag, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::{Model, Reason, certificate_of};
use proof::{Proof, Side};

/// An outcome and what it cost so far, in conflicts and questions.
#[derive(Clone, Debug)]
pub struct InterpolationRun {
    pub outcome: InterpolationOutcome,
    pub spent: Effort,
}

#[derive(Clone, Debug)]
pub enum InterpolationOutcome {
    /// Its k is 1, and it is inductive together with the lemmas that were given, which it does not
    /// repeat.
    Proved(Certificate),
    /// There is a violation after at most so many steps.
    Refuted(usize),
    Unknown(Reason),
}

/// Interpolants that have grown beyond this many nodes are not worth going on with.
const MAX_NODES: usize = 3_000_000;

pub struct Interpolation {
    property: usize,
    model: Arc<Model>,
    stop: StopFlag,
    /// The model's graph, grown by unrollings and interpolants.
    aig: Aig,
    /// A violation here and now, and what lets an execution go on.
    violation: AigLit,
    goes_on: AigLit,
    /// A violation within `bound` steps, now counting as none.
    within: AigLit,
    bound: usize,
    /// Q.
    reached: AigLit,
    /// Decides whether Q grows.
    growth: (Solver, Tseitin),
    /// Whether the initial states are known to be good.
    started: bool,
    spent: Effort,
}

/// How the search ended.
enum End {
    Invariant,
    Refuted,
}

impl Interpolation {
    /// Of `property` in the executions in which Boolean rigid parameters have the values that `fixed`
    /// says. `lemmas` are known to hold in every reachable state, and the terms of `equal` to be equal, two by two.
    pub fn new(
        system: &System,
        property: usize,
        fixed: &[(VarId, bool)],
        lemmas: &[Arc<Dag>],
        equal: &[Arc<Dag>],
        stop: &StopFlag,
    ) -> Result<Self, Reason> {
        let model = Model::of(system, property, fixed, lemmas, equal)?;
        let mut aig = model.aig.clone();
        let fails = aig.and(model.constraint, model.bad);
        let violation = aig.ite(model.inside, fails, AigLit::TRUE);
        let goes_on = aig.and_all([model.constraint, model.known, model.inside]);
        Ok(Interpolation {
            property,
            stop: stop.clone(),
            aig,
            violation,
            goes_on,
            within: violation,
            bound: 0,
            reached: model.init,
            growth: (Solver::new(stop.clone()), Tseitin::new()),
            started: false,
            spent: 0,
            model,
        })
    }

    /// Works until something is found or the budget, which counts from the beginning, is spent. It can be
    /// called again after that.
    pub fn run(&mut self, system: &System, budget: Option<Effort>) -> InterpolationRun {
        let outcome = match self.search(budget) {
            Ok(End::Invariant) => {
                let invariant = (&self.aig, self.reached);
                InterpolationOutcome::Proved(certificate_of(
                    system,
                    &self.model,
                    self.property,
                    invariant,
                ))
            }
            Ok(End::Refuted) => InterpolationOutcome::Refuted(self.bound + 1),
            Err(reason) => InterpolationOutcome::Unknown(reason),
        };
        let spent = self.spent;
        InterpolationRun { outcome, spent }
    }

    fn search(&mut self, budget: Option<Effort>) -> Result<End, Reason> {
        if !self.started {
            if self.meets_violation(budget)? {
                return Ok(End::Refuted);
            }
            self.started = true;
        }
        loop {
            if self.aig.len() > MAX_NODES {
                return Err(Reason::Hopeless("the interpolants grow too large".into()));
            }
            match self.image(budget)? {
                Some(image) if self.contains(image, budget)? => return Ok(End::Invariant),
                Some(image) => self.reached = self.aig.or(self.reached, image),
                None if self.reached == self.model.init => return Ok(End::Refuted),
                None => {
                    self.reached = self.model.init;
                    self.look_further();
                }
            }
        }
    }

    /// One more step to a violation.
    fn look_further(&mut self) {
        let model = &self.model;
        let latches = model.latches.iter().map(|l| (l.current, l.next));
        let next: FxHashMap<AigLit, AigLit> = latches.collect();
        // Inputs of this step; those that were put into the graph for later steps stay.
        let own: FxHashSet<AigLit> = model.inputs.iter().copied().collect();
        let mut fresh: FxHashMap<AigLit, AigLit> = FxHashMap::default();
        let later = self
            .aig
            .substitute(&[self.within], |aig, lit| match next.get(&lit) {
                Some(&function) => function,
                None if own.contains(&lit) => *fresh.entry(lit).or_insert_with(|| aig.input()),
                None => lit,
            });
        let goes_on = self.aig.and(self.goes_on, later[0]);
        self.within = self.aig.or(self.violation, goes_on);
        self.bound += 1;
    }

    /// Whether an initial state violates the property.
    fn meets_violation(&mut self, budget: Option<Effort>) -> Result<bool, Reason> {
        let known = self.aig.or(!self.model.inside, self.model.known);
        let both = self.aig.and_all([self.model.init, known, self.violation]);
        let mut solver = Solver::new(self.stop.clone());
        let lit = Tseitin::new().lit(&self.aig, both, &mut solver);
        ask(&mut solver, &[Lit::from_code(lit)], budget, &mut self.spent)
    }

    /// Whether Q contains these states.
    fn contains(&mut self, states: AigLit, budget: Option<Effort>) -> Result<bool, Reason> {
        let outside = self.aig.and(states, !self.reached);
        let (solver, cnf) = &mut self.growth;
        let lit = cnf.lit(&self.aig, outside, solver);
        let grows = ask(solver, &[Lit::from_code(lit)], budget, &mut self.spent)?;
        Ok(!grows)
    }

    /// A set of states with all successors of Q and none that leads to a violation within `bound` steps;
    /// None if there is no such set.
    fn image(&mut self, budget: Option<Effort>) -> Result<Option<AigLit>, Reason> {
        let proof = Proof::default();
        let mut solver = Solver::with_proof(self.stop.clone(), proof.clone());
        let (mut before, mut after) = (Tseitin::new(), Tseitin::new());
        proof.side(Side::B);
        let within = after.lit(&self.aig, self.within, &mut solver);
        solver.clause(&[Lit::from_code(within)]);
        proof.side(Side::A);
        for fact in [self.reached, self.goes_on] {
            let fact = before.lit(&self.aig, fact, &mut solver);
            solver.clause(&[Lit::from_code(fact)]);
        }
        let mut latch_of: FxHashMap<i32, AigLit> = FxHashMap::default();
        for latch in &self.model.latches {
            if let Some(code) = after.known(latch.current) {
                let next = before.lit(&self.aig, latch.next, &mut solver);
                let (now, next) = (Lit::from_code(code), Lit::from_code(next));
                solver.clause(&[!now, next]);
                solver.clause(&[now, !next]);
                latch_of.insert(code, latch.current);
            }
        }
        if ask(&mut solver, &[], budget, &mut self.spent)? {
            return Ok(None);
        }
        let image = proof.interpolant(&mut self.aig, |code| latch_of[&code]);
        match image {
            Some(image) => Ok(Some(image)),
            None => Err(Reason::Hopeless("a proof could not be followed".into())),
        }
    }
}

/// One question, and its effort.
fn ask(
    solver: &mut Solver,
    assumptions: &[Lit],
    budget: Option<Effort>,
    spent: &mut Effort,
) -> Result<bool, Reason> {
    let limit = match budget {
        Some(budget) if *spent >= budget => return Err(Reason::Budget),
        budget => budget.map(|b| b - *spent),
    };
    let before = solver.conflicts();
    let answer = solver.solve(assumptions, limit);
    *spent += solver.conflicts() - before + 1;
    Reason::of(answer)
}
