//! Problems without steps: is a property true for all values of the inputs that the constraints admit?
//!
//! A system without states has no steps that differ from each other, so there is nothing to unroll, to generalise or to race for: one
//! solver is asked. First whether any of the open properties can fail; where that question is too hard, about one
//! after the other, so that a hard property does not keep the others waiting. All questions go to one solver, which keeps what
//! it learnt.
//!
//! The evidence is what everybody else gives: a trace, of one step, or a certificate, with k = 1 and no lemmas.
//!
//! Invariant: a property that was proved is asserted, so each answer relies on the constraints and on what follows from them alone.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step, Stop, StopFlag};
use assay_system::{Cone, EngineName, System};
use assay_term::{Pool, TermId};

use crate::backend::Backend;
use crate::bmc::post_counterexample;
use crate::board::Board;
use crate::engine::{Engine, Progress};
use crate::unroll::{Start, Unroller};

/// Effort for the first question about several properties, and for each of them alone. It grows from round to round.
const FIRST: Effort = 20_000;

pub struct Combinational {
    system: Arc<System>,
    pool: Pool,
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    open: Vec<usize>,
    limit: Effort,
    /// Which of the open properties is asked about first in the next round of single questions.
    next: usize,
}

/// What came of one question.
enum Asked {
    /// All that it was about are decided, or one more of them is.
    Decided,
    /// More effort may help.
    TooHard,
    /// More effort does not help, and why.
    GaveUp(String),
    Interrupted,
}

impl Combinational {
    pub fn new(
        system: Arc<System>,
        properties: &[usize],
        backend: &Backend,
        stop: &StopFlag,
    ) -> Result<Self, OracleError> {
        let roots = properties.iter().map(|&p| system.properties[p].term);
        let roots: Vec<TermId> = roots.collect();
        let cone = Cone::of(&system, &roots);
        Ok(Combinational {
            pool: system.pool.clone(),
            unroller: Unroller::new(system.clone(), cone, Start::Initial),
            system,
            oracle: backend.oracle(stop)?,
            open: properties.to_vec(),
            limit: FIRST,
            next: 0,
        })
    }

    /// The only step, with its constraints.
    fn step(&mut self) -> Result<Step, OracleError> {
        if self.unroller.steps() == 0 {
            self.unroller.add_step(&self.pool, &mut *self.oracle)?;
        }
        Ok(Step(0))
    }

    /// Whether one of `properties` can fail.
    fn ask(
        &mut self,
        board: &Board,
        properties: &[usize],
        budget: Option<Effort>,
    ) -> Result<Asked, OracleError> {
        let step = self.step()?;
        let terms = properties.iter().map(|&p| self.system.properties[p].term);
        let terms: Vec<TermId> = terms.collect();
        let holds: Vec<Lit> =
            self.unroller
                .literals(&self.pool, &mut *self.oracle, &terms, step)?;
        let some_fails = self.oracle.fresh()?;
        let mut clause = vec![!some_fails];
        clause.extend(holds.iter().map(|&l| !l));
        self.oracle.clause(&clause)?;
        let asked = match self.oracle.solve(&[some_fails], budget)? {
            Answer::Sat => {
                let trace = self.unroller.trace(&self.pool, &mut *self.oracle, 1)?;
                post_counterexample(&self.system, board, properties, trace, self.name());
                Asked::Decided
            }
            Answer::Unsat => {
                for &l in &holds {
                    self.oracle.clause(&[l])?;
                }
                let none = self.system.pool.export(&[]);
                board.proved(&self.system, properties, 0, &none, 1, self.name());
                Asked::Decided
            }
            Answer::Unknown(Stop::Budget) => Asked::TooHard,
            Answer::Unknown(Stop::GaveUp(why)) => Asked::GaveUp(why),
            Answer::Unknown(Stop::Interrupted) => Asked::Interrupted,
        };
        self.oracle.clause(&[!some_fails])?;
        self.open.retain(|&p| board.is_open(p));
        Ok(asked)
    }

    /// About all open properties at once, until none is open or the question is too hard.
    fn ask_together(
        &mut self,
        board: &Board,
        budget: Option<Effort>,
    ) -> Result<Asked, OracleError> {
        while !self.open.is_empty() {
            let open = self.open.clone();
            match self.ask(board, &open, budget)? {
                Asked::Decided if board.stop().is_raised() => return Ok(Asked::Interrupted),
                Asked::Decided => {}
                other => return Ok(other),
            }
        }
        Ok(Asked::Decided)
    }

    /// About one open property after the other, as long as `effort` lasts. Returns the solver's reason where it gave up on all
    /// that are left.
    fn ask_alone(
        &mut self,
        board: &Board,
        budget: Option<Effort>,
        effort: Option<Effort>,
    ) -> Result<Option<String>, OracleError> {
        let before = self.oracle.spent();
        let first = self.next;
        let turn = (0..self.open.len()).map(|n| self.open[(first + n) % self.open.len()]);
        let mut gave_up = None;
        let mut more_may_help = false;
        for property in turn.collect::<Vec<usize>>() {
            let spent = self.oracle.spent().saturating_sub(before);
            if board.stop().is_raised() || effort.is_some_and(|e| spent >= e) {
                return Ok(None);
            }
            if !board.is_open(property) {
                continue;
            }
            match self.ask(board, &[property], budget)? {
                Asked::Decided => {}
                Asked::GaveUp(why) => {
                    self.next += 1;
                    gave_up = Some(why);
                }
                Asked::TooHard => {
                    self.next += 1;
                    more_may_help = true;
                }
                Asked::Interrupted => return Ok(None),
            }
        }
        Ok(gave_up.filter(|_| !more_may_help))
    }
}

impl Engine for Combinational {
    fn name(&self) -> EngineName {
        EngineName::Combinational
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        let alone = self.open.len() == 1;
        // Outside of the deterministic schedule a single property need not make room for others.
        let budget = effort.or((!alone).then_some(self.limit));
        self.limit = self.limit.saturating_mul(4);
        match self.ask_together(board, budget)? {
            Asked::Decided => {
                return Ok(Progress::Finished("every property is decided".into()));
            }
            Asked::GaveUp(why) if alone => return Ok(Progress::Finished(why)),
            Asked::Interrupted => return Ok(Progress::Working),
            Asked::TooHard | Asked::GaveUp(_) => {}
        }
        if self.open.len() > 1
            && let Some(why) = self.ask_alone(board, budget, effort)?
        {
            return Ok(Progress::Finished(why));
        }
        Ok(Progress::Working)
    }

    fn spent(&self) -> Effort {
        self.oracle.spent()
    }
}
