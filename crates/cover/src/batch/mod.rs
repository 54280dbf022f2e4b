//! A batch: one combined system with its two solver instances, one that starts in the initial
//! states and one that starts anywhere. Every question names a member by its code; nothing is
//! asserted for one mutant that would not hold for all.
//!
//! Constraints are guarded by one literal for each step, which implies those of the steps before it:
//! a question about step n is asked under the constraints of steps 0 to n.

mod alike;
mod group;
mod repair;

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step, Stop, StopFlag};
use assay_system::{Certificate, Cone, Provers, Stimulus, System};
use assay_term::{Pool, TermId};

use crate::claims;
use crate::combined::Combined;
pub use group::{Group, Inquiry, Which};
pub use repair::Repaired;

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub enum Who {
    Original,
    /// By position.
    Member(usize),
}

/// An answer to "can one of these fail?".
#[derive(Clone, Debug)]
enum CanFail {
    No,
    /// A model is there to be read.
    Yes,
    Unknown(String),
}

/// One unrolling with its oracle.
pub struct Side {
    pub oracle: Box<dyn Oracle + Send>,
    pub unroller: Unroller,
    /// For each step a literal that implies its constraints and those of the steps before.
    pub guards: Vec<Lit>,
}

impl Side {
    pub fn reach(&mut self, system: &System, pool: &Pool, step: u32) -> Result<(), OracleError> {
        while self.unroller.steps() <= step {
            let at = self.unroller.add_bare_step(pool, &mut *self.oracle)?;
            let guard = self.oracle.fresh()?;
            if let Some(&before) = self.guards.last() {
                self.oracle.clause(&[!guard, before])?;
            }
            for constraint in &system.constraints {
                let holds = self.oracle.literal(pool, constraint.term, at)?;
                self.oracle.clause(&[!guard, holds])?;
            }
            self.guards.push(guard);
        }
        Ok(())
    }
}

/// The two unrollings; each is there once it was asked about.
#[derive(Default)]
struct Sides {
    base: Option<Side>,
    step: Option<Side>,
}

impl Sides {
    fn slot(&mut self, start: Start) -> &mut Option<Side> {
        match start {
            Start::Initial => &mut self.base,
            Start::Anywhere => &mut self.step,
        }
    }

    /// After [`Batch::reach`].
    fn at(&mut self, start: Start) -> &mut Side {
        self.slot(start).as_mut().expect("it is laid out")
    }
}

pub struct Batch {
    pub combined: Combined,
    backend: Backend,
    stop: StopFlag,
    pool: Pool,
    /// What is laid out: everything that the properties about all executions and the original's lemmas depend on.
    cone: Cone,
    lemmas: Vec<TermId>,
    sides: Sides,
    budget: Option<Effort>,
}

impl Batch {
    /// `lemmas` are the original's, as a DAG over its variables.
    pub fn new(
        mut combined: Combined,
        backend: Backend,
        lemmas: &assay_term::Dag,
        stop: &StopFlag,
        budget: Option<Effort>,
    ) -> Batch {
        let system = Arc::make_mut(&mut combined.system);
        let lemmas = system.pool.import(lemmas);
        let mut roots: Vec<TermId> = claims::invariants(system).collect();
        roots.extend(&lemmas);
        let cone = Cone::of(system, &roots);
        let pool = system.pool.clone();
        let stop = stop.clone();
        Batch {
            combined,
            backend,
            stop,
            pool,
            cone,
            lemmas,
            sides: Sides::default(),
            budget,
        }
    }

    pub fn lemmas(&self) -> &[TermId] {
        &self.lemmas
    }

    pub fn certificate(&self, lemmas: &[TermId], properties: &[usize], k: u32) -> Certificate {
        Certificate {
            k: k as usize,
            lemmas: self.pool.export(lemmas),
            properties: properties.to_vec(),
            simple_path: false,
            provers: self.provers(),
        }
    }

    /// Whose answers stand behind what is proved here.
    pub fn provers(&self) -> Provers {
        self.backend.provers()
    }

    /// More lemmas to try on the members: they need not hold of any. Returns whether some are new.
    pub fn add_lemmas(&mut self, lemmas: &assay_term::Dag) -> bool {
        let before = self.lemmas.len();
        for term in self.pool.import(lemmas) {
            let vars = self.pool.variables(&[term]);
            let laid_out = vars.iter().all(|&v| self.cone.contains(v));
            if laid_out && !self.lemmas.contains(&term) {
                self.lemmas.push(term);
            }
        }
        self.lemmas.len() > before
    }

    pub fn is_finite(&self) -> bool {
        self.backend.is_finite()
    }

    /// How many solver instances it has started.
    pub fn instances(&self) -> usize {
        usize::from(self.sides.base.is_some()) + usize::from(self.sides.step.is_some())
    }

    /// How hard the last question about executions from the start was, in conflicts.
    pub fn conflicts(&mut self) -> Effort {
        let base = self.sides.base.as_mut();
        base.map_or(0, |side| side.oracle.last_effort())
    }

    /// The effort of all questions about executions from the start so far.
    pub fn spent(&self) -> Effort {
        let base = self.sides.base.as_ref();
        base.map_or(0, |side| side.oracle.spent())
    }

    /// Looks for a violation of some of `open` at step `depth` of the member.
    pub fn kill(
        &mut self,
        position: usize,
        open: &[usize],
        depth: u32,
    ) -> Result<Kill, OracleError> {
        let terms: Vec<TermId> = open
            .iter()
            .map(|&p| self.combined.system.properties[p].term)
            .collect();
        match self.can_fail(Start::Initial, Who::Member(position), &terms, &[], depth)? {
            CanFail::No => Ok(Kill::None),
            CanFail::Unknown(why) => Ok(Kill::Unknown(why)),
            CanFail::Yes => {
                let stimulus = self.stimulus(Start::Initial, Who::Member(position), depth + 1)?;
                Ok(Kill::By(stimulus))
            }
        }
    }

    /// How many steps the longest execution has, up to `depth`, and what drives it; None if the solver
    /// did not say.
    pub fn longest(&mut self, who: Who, depth: u32) -> Option<(u32, Option<Stimulus>)> {
        let no = self.pool.bool(false);
        // Most have all steps; those that do not mostly end soon.
        let mut reached = (0, None);
        for steps in [depth].into_iter().chain(1..depth) {
            match self.can_fail(Start::Initial, who, &[no], &[], steps - 1) {
                Ok(CanFail::Yes) => {
                    reached = (steps, Some(self.stimulus(Start::Initial, who, steps).ok()?));
                    if steps == depth {
                        break;
                    }
                }
                Ok(CanFail::No) if steps == depth => {}
                Ok(CanFail::No) => break,
                Ok(CanFail::Unknown(_)) | Err(_) => return None,
            }
        }
        Some(reached)
    }

    /// What drives the execution just found: from an initial state, or from the state that it names.
    fn stimulus(&mut self, start: Start, who: Who, length: u32) -> Result<Stimulus, OracleError> {
        let Batch {
            combined,
            pool,
            sides,
            ..
        } = self;
        let side = sides.at(start);
        let keep = |v| match who {
            Who::Original => combined.is_original(v),
            Who::Member(position) => combined.belongs(position, v),
        };
        side.unroller
            .stimulus(pool, &mut *side.oracle, length, keep)
    }

    /// The largest subset of the original's lemmas and of `open` that is k-inductive on the member:
    /// the kept lemmas and the kept properties. Err says why the solver did not answer.
    ///
    /// Initiation is asked again, at all of the first k steps: a mutant may change the first step.
    pub fn inductive(
        &mut self,
        position: usize,
        open: &[usize],
        k: u32,
    ) -> Result<Result<Inductive, String>, OracleError> {
        let system = self.combined.system.clone();
        let mut kept: Vec<Claim> = open
            .iter()
            .map(|&p| (system.properties[p].term, Some(p)))
            .chain(self.lemmas.iter().map(|&l| (l, None)))
            .collect();
        for step in 0..k {
            if let Err(why) = self.filter(Start::Initial, position, &mut kept, step)? {
                return Ok(Err(why));
            }
        }
        if let Err(why) = self.filter(Start::Anywhere, position, &mut kept, k)? {
            return Ok(Err(why));
        }
        let properties = kept.iter().filter_map(|(_, p)| *p).collect();
        let lemmas = kept
            .iter()
            .filter(|(_, p)| p.is_none())
            .map(|(t, _)| *t)
            .collect();
        Ok(Ok((lemmas, properties)))
    }

    /// Removes what can fail at `step` until nothing can or no property is left. Starting anywhere, all of it holds at the
    /// steps before.
    fn filter(
        &mut self,
        start: Start,
        position: usize,
        kept: &mut Vec<Claim>,
        step: u32,
    ) -> Result<Result<(), String>, OracleError> {
        while kept.iter().any(|(_, p)| p.is_some()) {
            let terms: Vec<TermId> = kept.iter().map(|(t, _)| *t).collect();
            let assumed: &[TermId] = match start {
                Start::Anywhere => &terms,
                Start::Initial => &[],
            };
            match self.can_fail(start, Who::Member(position), &terms, assumed, step)? {
                CanFail::No => break,
                CanFail::Unknown(why) => return Ok(Err(why)),
                CanFail::Yes => {
                    let truths = self.truths(start, &terms, step)?;
                    let mut truth = truths.iter();
                    kept.retain(|_| *truth.next().expect("one truth for each term"));
                }
            }
        }
        Ok(Ok(()))
    }

    fn truths(
        &mut self,
        start: Start,
        terms: &[TermId],
        step: u32,
    ) -> Result<Vec<bool>, OracleError> {
        let side = self.sides.at(start);
        let lits = side
            .unroller
            .literals(&self.pool, &mut *side.oracle, terms, Step(step))?;
        side.oracle.truths(&lits)
    }

    /// Sees to it that the steps up to `last` are laid out.
    fn reach(&mut self, start: Start, last: u32) -> Result<(), OracleError> {
        let system = &self.combined.system;
        let slot = self.sides.slot(start);
        if slot.is_none() {
            *slot = Some(Side {
                oracle: self.backend.oracle(&self.stop)?,
                unroller: Unroller::new(system.clone(), self.cone.clone(), start),
                guards: Vec::new(),
            });
        }
        let side = slot.as_mut().expect("just made");
        side.reach(system, &self.pool, last)
    }

    /// What has to be assumed to ask about step `last` of a member's executions.
    fn member_at(&mut self, start: Start, who: Who, last: u32) -> Result<Vec<Lit>, OracleError> {
        self.reach(start, last)?;
        let Batch {
            combined,
            pool,
            sides,
            ..
        } = self;
        let side = sides.at(start);
        let mut assumptions: Vec<Lit> = Vec::new();
        let code = match who {
            Who::Original => combined.bits.iter().map(|&b| (b, false)).collect(),
            Who::Member(position) => combined.code(position),
        };
        for (bit, value) in code {
            if side.unroller.cone().contains(bit) {
                let lit = side.oracle.literal(pool, pool.var(bit), Step(0))?;
                assumptions.push(if value { lit } else { !lit });
            }
        }
        assumptions.push(side.guards[last as usize]);
        Ok(assumptions)
    }

    /// Whether some of `terms` can be false at step `last` of the member, where `hypotheses` hold at
    /// all earlier steps.
    fn can_fail(
        &mut self,
        start: Start,
        who: Who,
        terms: &[TermId],
        hypotheses: &[TermId],
        last: u32,
    ) -> Result<CanFail, OracleError> {
        let mut assumptions = self.member_at(start, who, last)?;
        let Batch {
            pool,
            sides,
            budget,
            ..
        } = self;
        let side = sides.at(start);
        for s in 0..last {
            for &h in hypotheses {
                assumptions.push(side.oracle.literal(pool, h, Step(s))?);
            }
        }
        let some_fails = side.oracle.fresh()?;
        let mut clause = vec![!some_fails];
        for &t in terms {
            clause.push(!side.oracle.literal(pool, t, Step(last))?);
        }
        side.oracle.clause(&clause)?;
        assumptions.push(some_fails);
        Ok(match side.oracle.solve(&assumptions, *budget)? {
            Answer::Unsat => {
                side.oracle.clause(&[!some_fails])?;
                CanFail::No
            }
            Answer::Sat => CanFail::Yes,
            Answer::Unknown(stop) => CanFail::Unknown(describe(stop)),
        })
    }
}

/// A lemma, or a property with its number.
type Claim = (TermId, Option<usize>);

/// Lemmas and properties that are inductive together.
pub type Inductive = (Vec<TermId>, Vec<usize>);

/// What a search for a violation at one step came to.
#[derive(Debug)]
pub enum Kill {
    None,
    /// Some of them fail on the execution of the patched system that this drives.
    By(Stimulus),
    Unknown(String),
}

pub fn describe(stop: Stop) -> String {
    match stop {
        Stop::Interrupted => "the run was cut short".into(),
        Stop::Budget => "the budget for one question is spent".into(),
        Stop::GaveUp(why) => why,
    }
}
