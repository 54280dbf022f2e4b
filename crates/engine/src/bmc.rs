//! Bounded model checking: is a property false after n steps from the start, for n = 0, 1, 2, ...?
//! Finds shortest counterexamples, proves nothing by itself, and is the base case of k-induction.
//!
//! References: [1] Biere, Cimatti, Clarke, Zhu: Symbolic Model Checking without BDDs, TACAS 1999.
//!
//! All open properties share one unrolling. A property that holds at step n is asserted there, so
//! that later questions start from what is known.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Oracle, OracleError, Step};
use assay_system::{Cone, EngineName, System, Trace, replay};
use assay_term::{Pool, TermId};

use crate::board::Board;
use crate::engine::{Engine, Progress};
use crate::unroll::{Start, Unroller};

pub struct Bmc {
    system: Arc<System>,
    pool: Pool,
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    open: Vec<usize>,
    max_steps: usize,
}

impl Bmc {
    pub fn new(
        system: Arc<System>,
        properties: &[usize],
        oracle: Box<dyn Oracle + Send>,
        max_steps: usize,
    ) -> Self {
        let roots: Vec<TermId> = properties
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let cone = Cone::of(&system, &roots);
        Bmc {
            pool: system.pool.clone(),
            unroller: Unroller::new(system.clone(), cone, Start::Initial),
            system,
            oracle,
            open: properties.to_vec(),
            max_steps,
        }
    }

    /// Settles the step that was laid out last: reports every open property that can fail there and
    /// asserts the others.
    fn settle(
        &mut self,
        board: &Board,
        step: Step,
        effort: Option<Effort>,
    ) -> Result<bool, OracleError> {
        loop {
            self.open.retain(|&p| board.is_open(p));
            if self.open.is_empty() {
                return Ok(true);
            }
            let terms: Vec<TermId> = self
                .open
                .iter()
                .map(|&p| self.system.properties[p].term)
                .collect();
            let holds = self
                .unroller
                .literals(&self.pool, &mut *self.oracle, &terms, step)?;
            let some_fails = self.oracle.fresh()?;
            let mut clause = vec![!some_fails];
            clause.extend(holds.iter().map(|&l| !l));
            self.oracle.clause(&clause)?;
            match self.oracle.solve(&[some_fails], effort)? {
                Answer::Unsat => {
                    self.oracle.clause(&[!some_fails])?;
                    for &l in &holds {
                        self.oracle.clause(&[l])?;
                    }
                    board.set_true_for(&self.open, step.0 as usize + 1);
                    return Ok(true);
                }
                Answer::Sat => {
                    let trace = self
                        .unroller
                        .trace(&self.pool, &mut *self.oracle, step.0 + 1)?;
                    post_counterexample(&self.system, board, &self.open, trace, EngineName::Bmc);
                    if board.stop().is_raised() {
                        return Ok(false);
                    }
                }
                Answer::Unknown(_) => {
                    self.oracle.clause(&[!some_fails])?;
                    return Ok(false);
                }
            }
        }
    }
}

/// Posts a counterexample for each of the open properties that it violates. One that does not replay is no
/// counterexample but a bug.
pub(crate) fn post_counterexample(
    system: &System,
    board: &Board,
    open: &[usize],
    trace: Trace,
    engine: EngineName,
) {
    let replayed = match replay(system, &trace) {
        Ok(replayed) => replayed,
        Err(error) => {
            return board.contradict(format!("a counterexample does not replay: {error}"));
        }
    };
    let violated = open.iter().copied().filter(|&p| replayed.violates(p));
    let violated: Vec<usize> = violated.collect();
    if violated.is_empty() {
        return board.contradict("a counterexample violates nothing when replayed".into());
    }
    let trace = Arc::new(trace);
    for p in violated {
        board.violated(p, trace.clone(), engine);
    }
}

impl Engine for Bmc {
    fn name(&self) -> EngineName {
        EngineName::Bmc
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        self.open.retain(|&p| board.is_open(p));
        if self.open.is_empty() {
            return Ok(Progress::Finished("every property is decided".into()));
        }
        // A step that the budget left unsettled is taken up again.
        let settled = self
            .open
            .iter()
            .map(|&p| board.true_for(p))
            .min()
            .unwrap_or(0);
        let step = if self.unroller.steps() as usize > settled {
            Step(self.unroller.steps() - 1)
        } else if settled >= self.max_steps {
            return Ok(Progress::Finished(format!(
                "no violation within {settled} steps"
            )));
        } else {
            self.unroller.add_step(&self.pool, &mut *self.oracle)?
        };
        self.settle(board, step, effort)?;
        Ok(Progress::Working)
    }

    fn spent(&self) -> Effort {
        self.oracle.spent()
    }
}
