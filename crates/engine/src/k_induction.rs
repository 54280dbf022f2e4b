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
pub(crate) struct Pending {
    pub properties: Vec<usize>,
    pub k: u32,
    /// Lemmas of the board that were used.
    pub prefix: usize,
}

impl Pending {
    /// Posts the proof, or drops it because something else decided one of the properties. False if the
    /// base case is still to come.
    pub fn settle(&self, board: &Board, system: &System, by: EngineName) -> bool {
        if self.properties.iter().any(|&p| !board.is_open(p)) {
            // Decided by somebody else meanwhile, perhaps refuted: prove the rest again.
            return true;
        }
        let shown = |&p: &usize| board.true_for(p) >= self.k as usize;
        if !self.properties.iter().all(shown) {
            return false;
        }
        let none = system.pool.export(&[]);
        let k = self.k as usize;
        board.proved(system, &self.properties, self.prefix, &none, k, by);
        true
    }
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
        let settled = match &self.pending {
            Some(pending) => pending.settle(board, &self.system, EngineName::KInduction),
            None => true,
        };
        if settled {
            self.pending = None;
        }
        settled
    }
}

/// The largest subset of the properties that is jointly inductive at k, given what the oracle was told
/// of the steps; None if it did not answer.
pub(crate) fn inductive_subset(
    system: &System,
    pool: &Pool,
    oracle: &mut dyn Oracle,
    open: &[usize],
    k: u32,
    effort: Option<Effort>,
) -> Result<Option<Vec<usize>>, OracleError> {
    let mut subset = open.to_vec();
    while !subset.is_empty() {
        let literals = |oracle: &mut dyn Oracle, step| -> Result<Vec<Lit>, OracleError> {
            let terms = subset.iter().map(|&p| system.properties[p].term);
            terms.map(|t| oracle.literal(pool, t, step)).collect()
        };
        let mut assumptions: Vec<Lit> = Vec::new();
        for step in 0..k {
            assumptions.extend(literals(oracle, Step(step))?);
        }
        let holds = literals(oracle, Step(k))?;
        let some_fails = oracle.fresh()?;
        let mut clause = vec![!some_fails];
        clause.extend(holds.iter().map(|&l| !l));
        oracle.clause(&clause)?;
        assumptions.push(some_fails);
        let answer = oracle.solve(&assumptions, effort)?;
        let truths = match answer {
            Answer::Sat => oracle.truths(&holds)?,
            _ => Vec::new(),
        };
        oracle.clause(&[!some_fails])?;
        match answer {
            Answer::Unsat => return Ok(Some(subset)),
            Answer::Unknown(_) => return Ok(None),
            Answer::Sat => {
                let mut keep = truths.iter();
                subset.retain(|_| *keep.next().expect("one truth for each property"));
            }
        }
    }
    Ok(Some(subset))
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
        let subset = inductive_subset(
            &self.system,
            &self.pool,
            &mut *self.oracle,
            &self.open,
            self.k,
            effort,
        )?;
        match subset {
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
