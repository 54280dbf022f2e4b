//! k-induction: if the open properties hold at k consecutive steps, starting anywhere, do they hold
//! at the next? Together with BMC's base case that proves them.
//!
//! References: [1] Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000. [2] Kahsai, Tinelli: PKind, PDMC 2011 (properties are dropped from the
//! joint induction one model at a time).
//!
//! On request the step case is about simple paths only [1], which makes k-induction complete for finite
//! models (`simple_path.rs`). A proof that needs it says so, takes a longer base case, and nothing is built on it. On
//! infinite models it is rarely what closes a proof.
//!
//! Bounded model checking alone ends in the same way: the k at which the step case holds is a *completeness threshold*, a number of steps that need not be
//! exceeded [1]. It is at most the length of the longest path without a repetition.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step};
use assay_system::{Cone, EngineName, System};
use assay_term::{Pool, TermId};

use crate::board::{Board, LemmaReader};
use crate::engine::{Engine, Progress};
use crate::simple_path::SimplePath;
use crate::unroll::{Start, Unroller, within};

/// A step case that succeeded and waits for its base case.
pub(crate) struct Pending {
    pub properties: Vec<usize>,
    pub k: u32,
    /// Lemmas of the board that were used.
    pub prefix: usize,
    /// The step case holds of simple paths only.
    pub simple_path: bool,
}

impl Pending {
    /// Posts the proof, or drops it because something else decided one of the properties. False if the
    /// base case is still to come.
    pub fn settle(&self, board: &Board, system: &System, by: EngineName) -> bool {
        if self.properties.iter().any(|&p| !board.is_open(p)) {
            // Another engine has decided one of them meanwhile, perhaps refuted it: prove the rest again.
            return true;
        }
        let k = self.k as usize;
        let base = k + usize::from(self.simple_path);
        if self.properties.iter().any(|&p| board.true_for(p) < base) {
            return false;
        }
        if self.simple_path {
            board.proved_on_simple_paths(system, &self.properties, self.prefix, k, by);
        } else {
            let none = system.pool.export(&[]);
            board.proved(system, &self.properties, self.prefix, &none, k, by);
        }
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
    simple_path: Option<SimplePath>,
    pending: Option<Pending>,
    /// Whose proofs these are.
    by: EngineName,
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
            simple_path: None,
            pending: None,
            by: EngineName::KInduction,
        }
    }

    /// What looks for the completeness threshold of bounded model checking, on finite models.
    pub fn threshold(
        system: Arc<System>,
        properties: &[usize],
        oracle: Box<dyn Oracle + Send>,
        max_k: u32,
    ) -> Result<Self, OracleError> {
        let engine = KInduction::new(system, properties, oracle, max_k);
        Ok(KInduction {
            by: EngineName::Bmc,
            ..engine.on_simple_paths()?
        })
    }

    /// From now on, step cases are about simple paths only.
    pub fn on_simple_paths(mut self) -> Result<Self, OracleError> {
        let cone = self.unroller.cone();
        let path = SimplePath::new(&self.system, cone, &mut self.pool, &mut *self.oracle)?;
        self.simple_path = Some(path);
        Ok(self)
    }

    /// Asserts lemmas that are new at all steps. Lemmas about variables outside the cone are of no
    /// use here and are passed over. They end the assumption of simple paths: a certificate has the whole prefix
    /// of the board, so its states would be more than what is compared here.
    fn take_lemmas(&mut self, board: &Board) -> Result<(), OracleError> {
        let cone = self.unroller.cone();
        let mut new = self.reader.take(board, &mut self.pool);
        let all = new.len();
        let inside = within(&self.pool, cone, new.iter().copied());
        new.retain(|t| inside.contains(t));
        if new.len() < all {
            self.simple_path = None;
        }
        for step in 0..self.unroller.steps() {
            assert_at(&self.pool, &mut *self.oracle, &new, Step(step))?;
        }
        self.lemmas.extend(new);
        Ok(())
    }

    /// Posts or drops the pending proof. True if the engine can go on.
    fn settle_pending(&mut self, board: &Board) -> bool {
        let settled = match &self.pending {
            Some(pending) => pending.settle(board, &self.system, self.by),
            None => true,
        };
        if settled {
            self.pending = None;
        }
        settled
    }
}

/// Properties whose step case holds.
#[derive(Default)]
pub(crate) struct Inductive {
    pub properties: Vec<usize>,
    /// On simple paths only.
    pub simple_path: bool,
}

/// The largest subset of the properties that is jointly inductive at k, given what the oracle was told
/// of the steps; None if it did not answer.
pub(crate) fn inductive_subset(
    system: &System,
    pool: &Pool,
    oracle: &mut dyn Oracle,
    open: &[usize],
    k: u32,
    mut path: Option<&mut SimplePath>,
    effort: Option<Effort>,
) -> Result<Option<Inductive>, OracleError> {
    let mut subset = open.to_vec();
    let active = path.as_ref().map(|p| p.active());
    while !subset.is_empty() {
        let literals = |oracle: &mut dyn Oracle, step| -> Result<Vec<Lit>, OracleError> {
            let terms = subset.iter().map(|&p| system.properties[p].term);
            terms.map(|t| oracle.literal(pool, t, step)).collect()
        };
        let mut assumptions: Vec<Lit> = active.into_iter().collect();
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
        // The answer is read before the next clause, which makes the solver forget it.
        let simple_path = match (&answer, active) {
            (Answer::Unsat, Some(active)) => oracle.core()?.contains(&active),
            _ => false,
        };
        let truths = match answer {
            Answer::Sat => oracle.truths(&holds)?,
            _ => Vec::new(),
        };
        let told_apart = match (&answer, &mut path) {
            (Answer::Sat, Some(path)) => path.tell_apart(pool, oracle, k)?,
            _ => false,
        };
        oracle.clause(&[!some_fails])?;
        match answer {
            Answer::Unsat => {
                return Ok(Some(Inductive {
                    properties: subset,
                    simple_path,
                }));
            }
            Answer::Unknown(_) => return Ok(None),
            Answer::Sat if told_apart => {}
            Answer::Sat => {
                let mut keep = truths.iter();
                subset.retain(|_| *keep.next().expect("one truth for each property"));
            }
        }
    }
    Ok(Some(Inductive::default()))
}

impl Engine for KInduction {
    fn name(&self) -> EngineName {
        self.by
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
            return Ok(Progress::Finished(match self.by {
                // The search itself says how far it came.
                EngineName::Bmc => String::new(),
                _ => format!("not inductive for k up to {}", self.max_k),
            }));
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
            self.simple_path.as_mut(),
            effort,
        )?;
        match subset {
            None => {}
            Some(subset) if subset.properties.is_empty() => self.k += 1,
            Some(subset) => {
                self.pending = Some(Pending {
                    properties: subset.properties,
                    k: self.k,
                    prefix,
                    simple_path: subset.simple_path,
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
