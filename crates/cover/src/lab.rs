//! A laboratory: one combined system with its two solver instances, one that starts in the initial
//! states and one that starts anywhere. Every question names a member by its code; nothing is
//! asserted for one mutant that would not hold for all.
//!
//! Constraints are guarded by one literal for each step, which implies those of the steps before it:
//! a question about step n is asked under the constraints of steps 0 to n.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step, Stop, StopFlag};
use assay_system::{Cone, Stimulus, System};
use assay_term::{Pool, TermId};

use crate::combined::Combined;

/// Of whom a question is asked.
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
struct Side {
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    guards: Vec<Lit>,
}

impl Side {
    fn reach(&mut self, system: &System, pool: &Pool, step: u32) -> Result<(), OracleError> {
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

pub struct Lab {
    pub combined: Combined,
    backend: Backend,
    stop: StopFlag,
    pool: Pool,
    lemmas: Vec<TermId>,
    base: Option<Side>,
    step: Option<Side>,
    budget: Option<Effort>,
}

impl Lab {
    /// `lemmas` are the original's, as a DAG over its variables.
    pub fn new(
        mut combined: Combined,
        backend: Backend,
        lemmas: &assay_term::Dag,
        stop: &StopFlag,
        budget: Option<Effort>,
    ) -> Lab {
        let system = Arc::make_mut(&mut combined.system);
        let lemmas = system.pool.import(lemmas);
        let pool = system.pool.clone();
        let stop = stop.clone();
        Lab {
            combined,
            backend,
            stop,
            pool,
            lemmas,
            base: None,
            step: None,
            budget,
        }
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// How many solver instances it has started.
    pub fn instances(&self) -> usize {
        usize::from(self.base.is_some()) + usize::from(self.step.is_some())
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
                let side = self.base.as_mut().expect("it was asked");
                let keep = |v| self.combined.belongs(position, v);
                let oracle = &mut *side.oracle;
                let stimulus = side
                    .unroller
                    .stimulus(&self.pool, oracle, depth + 1, keep)?;
                Ok(Kill::By(stimulus))
            }
        }
    }

    /// The number of steps of the longest execution, up to `depth`; None if the solver did not say.
    pub fn last_step(&mut self, who: Who, depth: u32) -> Option<u32> {
        // Executions of n + 1 steps begin with ones of n steps: ask for the longest first.
        for steps in (1..=depth).rev() {
            match self.lives(who, steps - 1) {
                Ok(Some(true)) => return Some(steps),
                Ok(Some(false)) => {}
                _ => return None,
            }
        }
        Some(0)
    }

    /// Whether there is an execution that reaches this step.
    fn lives(&mut self, who: Who, step: u32) -> Result<Option<bool>, OracleError> {
        let no = self.pool.bool(false);
        Ok(
            match self.can_fail(Start::Initial, who, &[no], &[], step)? {
                CanFail::Yes => Some(true),
                CanFail::No => Some(false),
                CanFail::Unknown(_) => None,
            },
        )
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
        let mut kept: Vec<(TermId, Option<usize>)> = open
            .iter()
            .map(|&p| (system.properties[p].term, Some(p)))
            .chain(self.lemmas.iter().map(|&l| (l, None)))
            .collect();
        for step in 0..k {
            if let Err(why) = self.filter(Start::Initial, position, &mut kept, false, step)? {
                return Ok(Err(why));
            }
        }
        if let Err(why) = self.filter(Start::Anywhere, position, &mut kept, true, k)? {
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

    /// Removes what can fail at `step` until nothing can. Stops early when no property is left.
    fn filter(
        &mut self,
        start: Start,
        position: usize,
        kept: &mut Vec<(TermId, Option<usize>)>,
        hypotheses: bool,
        step: u32,
    ) -> Result<Result<(), String>, OracleError> {
        while kept.iter().any(|(_, p)| p.is_some()) {
            let terms: Vec<TermId> = kept.iter().map(|(t, _)| *t).collect();
            let assumed: &[TermId] = if hypotheses { &terms } else { &[] };
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
        let side = match start {
            Start::Initial => &mut self.base,
            Start::Anywhere => &mut self.step,
        };
        let side = side.as_mut().expect("it was asked");
        let lits = side
            .unroller
            .literals(&self.pool, &mut *side.oracle, terms, Step(step))?;
        side.oracle.truths(&lits)
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
        let Lab {
            combined,
            backend,
            stop,
            pool,
            lemmas,
            base,
            step,
            budget,
        } = self;
        let system = &combined.system;
        let slot = match start {
            Start::Initial => base,
            Start::Anywhere => step,
        };
        if slot.is_none() {
            let mut roots: Vec<TermId> = system.properties.iter().map(|p| p.term).collect();
            roots.extend(lemmas.iter());
            let cone = Cone::of(system, &roots);
            *slot = Some(Side {
                oracle: backend.oracle(stop)?,
                unroller: Unroller::new(system.clone(), cone, start),
                guards: Vec::new(),
            });
        }
        let side = slot.as_mut().expect("just made");
        side.reach(system, pool, last)?;
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
        Stop::Interrupted => "interrupted".into(),
        Stop::Budget => "the budget for one question is spent".into(),
        Stop::GaveUp(why) => why,
    }
}
