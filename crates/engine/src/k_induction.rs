//! k-induction: if the open properties hold at k consecutive steps, starting anywhere, do they hold
//! at the next? Together with BMC's base case that proves them.
//!
//! References: [1] Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000. [2] Kahsai, Tinelli: PKind, PDMC 2011 (properties are dropped from the
//! joint induction one model at a time).
//!
//! Deviation: no simple-path constraint; on infinite models it is rarely what closes a proof, and a
//! certificate would have to carry it.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step};
use assay_system::{Cone, EngineName, System};
use assay_term::{Pool, TermId};

use crate::board::{Board, LemmaReader};
use crate::engine::{Engine, Progress};
use crate::unroll::{Start, Unroller};

/// A step case that succeeded and waits for its base case.
struct Pending {
    properties: Vec<usize>,
    k: u32,
    prefix: usize,
}

pub struct KInduction {
    system: Arc<System>,
    pool: Pool,
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    open: Vec<usize>,
    k: u32,
    max_k: u32,
    reader: LemmaReader,
    lemmas: Vec<TermId>,
    pending: Option<Pending>,
}

impl KInduction {
    pub fn new(
        system: Arc<System>,
        properties: &[usize],
        oracle: Box<dyn Oracle + Send>,
        max_k: u32,
    ) -> Self {
        let roots: Vec<TermId> = properties
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let cone = Cone::of(&system, &roots);
        KInduction {
            pool: system.pool.clone(),
            unroller: Unroller::new(system.clone(), cone, Start::Anywhere),
            system,
            oracle,
            open: properties.to_vec(),
            k: 1,
            max_k,
            reader: LemmaReader::default(),
            lemmas: Vec::new(),
            pending: None,
        }
    }

    /// Asserts lemmas that are new at all steps. Lemmas about variables outside the cone are of no
    /// use here and are passed over.
    fn take_lemmas(&mut self, board: &Board) -> Result<(), OracleError> {
        let cone = self.unroller.cone();
        let mut new = self.reader.take(board, &mut self.pool);
        new.retain(|&t| self.pool.variables(&[t]).iter().all(|&v| cone.contains(v)));
        for step in 0..self.unroller.steps() {
            assert_at(&self.pool, &mut *self.oracle, &new, Step(step))?;
        }
        self.lemmas.extend(new);
        Ok(())
    }

    /// Posts or drops the pending proof. True if the engine can go on.
    fn settle_pending(&mut self, board: &Board) -> bool {
        let Some(pending) = &self.pending else {
            return true;
        };
        if pending.properties.iter().any(|&p| !board.is_open(p)) {
            // Decided by somebody else meanwhile, perhaps refuted: prove the rest again.
            self.pending = None;
            return true;
        }
        if pending
            .properties
            .iter()
            .any(|&p| board.true_for(p) < pending.k as usize)
        {
            return false;
        }
        let none = self.pool.export(&[]);
        board.proved(
            &self.system,
            &pending.properties,
            pending.prefix,
            &none,
            pending.k as usize,
            EngineName::KInduction,
        );
        self.pending = None;
        true
    }

    /// The largest subset of the open properties that is jointly inductive at the current k;
    /// None if the oracle did not answer.
    fn inductive_subset(
        &mut self,
        effort: Option<Effort>,
    ) -> Result<Option<Vec<usize>>, OracleError> {
        let mut subset = self.open.clone();
        while !subset.is_empty() {
            let terms: Vec<TermId> = subset
                .iter()
                .map(|&p| self.system.properties[p].term)
                .collect();
            let mut assumptions: Vec<Lit> = Vec::new();
            for step in 0..self.k {
                assumptions.extend(self.unroller.literals(
                    &self.pool,
                    &mut *self.oracle,
                    &terms,
                    Step(step),
                )?);
            }
            let last = Step(self.k);
            let holds = self
                .unroller
                .literals(&self.pool, &mut *self.oracle, &terms, last)?;
            let some_fails = self.oracle.fresh()?;
            let mut clause = vec![!some_fails];
            clause.extend(holds.iter().map(|&l| !l));
            self.oracle.clause(&clause)?;
            assumptions.push(some_fails);
            let answer = self.oracle.solve(&assumptions, effort)?;
            match answer {
                Answer::Unsat => {
                    self.oracle.clause(&[!some_fails])?;
                    return Ok(Some(subset));
                }
                Answer::Sat => {
                    let truths = self.oracle.truths(&holds)?;
                    self.oracle.clause(&[!some_fails])?;
                    let mut keep = truths.iter();
                    subset.retain(|_| *keep.next().expect("one truth for each property"));
                }
                Answer::Unknown(_) => {
                    self.oracle.clause(&[!some_fails])?;
                    return Ok(None);
                }
            }
        }
        Ok(Some(subset))
    }
}

impl Engine for KInduction {
    fn name(&self) -> EngineName {
        EngineName::KInduction
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        if !self.settle_pending(board) {
            return Ok(Progress::Waiting);
        }
        self.open.retain(|&p| board.is_open(p));
        if self.open.is_empty() {
            return Ok(Progress::Finished("every property is decided".into()));
        }
        if self.k > self.max_k {
            return Ok(Progress::Finished(format!(
                "not inductive for k up to {}",
                self.max_k
            )));
        }
        self.take_lemmas(board)?;
        while self.unroller.steps() <= self.k {
            let step = self.unroller.add_step(&self.pool, &mut *self.oracle)?;
            assert_at(&self.pool, &mut *self.oracle, &self.lemmas, step)?;
        }
        let prefix = self.reader.seen();
        match self.inductive_subset(effort)? {
            None => {}
            Some(subset) if subset.is_empty() => self.k += 1,
            Some(properties) => {
                self.pending = Some(Pending {
                    properties,
                    k: self.k,
                    prefix,
                });
                if !self.settle_pending(board) {
                    return Ok(Progress::Waiting);
                }
            }
        }
        Ok(Progress::Working)
    }

    fn spent(&self) -> Effort {
        self.oracle.spent()
    }
}

/// Asserts every term at `step`.
pub(crate) fn assert_at(
    pool: &Pool,
    oracle: &mut dyn Oracle,
    terms: &[TermId],
    step: Step,
) -> Result<(), OracleError> {
    for &term in terms {
        let lit = oracle.literal(pool, term, step)?;
        oracle.clause(&[lit])?;
    }
    Ok(())
}
