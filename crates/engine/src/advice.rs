//! Advice: lemmas from an earlier run, offered again. They are candidates like any others: only what
//! is inductive on this system, together, is posted.
//!
//! References: [1] Flanagan, Leino: Houdini, FME 2001.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step, StopFlag};
use assay_system::{Cone, EngineName, System};
use assay_term::{Dag, Pool, TermId};

use crate::backend::{Backend, infinite};
use crate::board::{Board, Lemma};
use crate::engine::{Engine, Progress};
use crate::prune::variables_of;
use crate::unroll::{Start, Unroller};

/// Up to this k an offered set is tried; the lemmas of one run rarely need more.
const MAX_K: u32 = 4;

pub struct Advice {
    system: Arc<System>,
    pool: Pool,
    offered: Vec<TermId>,
    base: Box<dyn Oracle + Send>,
    step: Box<dyn Oracle + Send>,
}

impl Advice {
    pub fn new(
        system: Arc<System>,
        offered: &Dag,
        backend: &Backend,
        stop: &StopFlag,
    ) -> Result<Self, OracleError> {
        let mut pool = system.pool.clone();
        let mut offered = pool.import(offered);
        // Beyond the properties a variable may have no bounds, and bits are not enough for it.
        let is_finite = |terms: &[TermId]| {
            let read = variables_of(&pool, terms);
            infinite(&system, &Cone::of(&system, &read), &read).is_none()
        };
        if backend.is_finite() && !is_finite(&offered) {
            offered.retain(|&t| is_finite(&[t]));
        }
        let (base, step) = (backend.oracle(stop)?, backend.oracle(stop)?);
        Ok(Advice {
            system,
            pool,
            offered,
            base,
            step,
        })
    }

    /// Drops what fails at the first `k` steps; None if stopped.
    fn holding_at_start(
        &mut self,
        unroller: &mut Unroller,
        k: u32,
        mut set: Vec<TermId>,
    ) -> Result<Option<Vec<TermId>>, OracleError> {
        while unroller.steps() < k {
            let step = unroller.add_step(&self.pool, &mut *self.base)?;
            match filter(&self.pool, &mut *self.base, set, &[], step)? {
                Some(rest) => set = rest,
                None => return Ok(None),
            }
        }
        Ok(Some(set))
    }
}

/// Removes from `set` what can fail at `last` when the whole set holds at `before`.
fn filter(
    pool: &Pool,
    oracle: &mut dyn Oracle,
    mut set: Vec<TermId>,
    before: &[Step],
    last: Step,
) -> Result<Option<Vec<TermId>>, OracleError> {
    while !set.is_empty() {
        let mut assumptions: Vec<Lit> = Vec::new();
        for &s in before {
            for &t in &set {
                assumptions.push(oracle.literal(pool, t, s)?);
            }
        }
        let holds: Vec<Lit> = set
            .iter()
            .map(|&t| oracle.literal(pool, t, last))
            .collect::<Result<_, _>>()?;
        let some_fails = oracle.fresh()?;
        let mut clause = vec![!some_fails];
        clause.extend(holds.iter().map(|&l| !l));
        oracle.clause(&clause)?;
        assumptions.push(some_fails);
        match oracle.solve(&assumptions, None)? {
            Answer::Unsat => break,
            Answer::Unknown(_) => return Ok(None),
            Answer::Sat => {
                let truths = oracle.truths(&holds)?;
                let mut keep = truths.iter();
                set.retain(|_| *keep.next().expect("one truth for each lemma"));
            }
        }
    }
    Ok(Some(set))
}

impl Engine for Advice {
    fn name(&self) -> EngineName {
        EngineName::Invariants
    }

    fn round(&mut self, board: &Board, _effort: Option<Effort>) -> Result<Progress, OracleError> {
        let stopped = Ok(Progress::Finished(
            "stopped while checking the advice".into(),
        ));
        let cone = Cone::of(&self.system, &variables_of(&self.pool, &self.offered));
        let mut start = Unroller::new(self.system.clone(), cone.clone(), Start::Initial);
        let mut anywhere = Unroller::new(self.system.clone(), cone, Start::Anywhere);
        let mut set = std::mem::take(&mut self.offered);
        for k in 1..=MAX_K {
            match self.holding_at_start(&mut start, k, set)? {
                Some(rest) => set = rest,
                None => return stopped,
            }
            while anywhere.steps() <= k {
                anywhere.add_step(&self.pool, &mut *self.step)?;
            }
            let before: Vec<Step> = (0..k).map(Step).collect();
            let inductive = filter(&self.pool, &mut *self.step, set.clone(), &before, Step(k))?;
            let Some(inductive) = inductive else {
                return stopped;
            };
            let lemma = |&t: &TermId| Lemma {
                dag: Arc::new(self.pool.export(&[t])),
                equal: None,
                k: k as usize,
                by: EngineName::Invariants,
            };
            board.post_lemmas(inductive.iter().map(lemma).collect());
            for &t in &inductive {
                for s in 0..=k {
                    let lit = self.step.literal(&self.pool, t, Step(s))?;
                    self.step.clause(&[lit])?;
                }
            }
            set.retain(|t| !inductive.contains(t));
            if set.is_empty() {
                break;
            }
        }
        Ok(Progress::Finished("the advice is checked".into()))
    }

    fn spent(&self) -> Effort {
        self.base.spent() + self.step.spent()
    }
}
