//! Engines that take one property at a time, from start to end, made to work in rounds: each round
//! tries every open property once under a limit that grows, so that a hard property does not keep
//! the others waiting.

use std::sync::Arc;

use assay_solver::{Effort, Found, OracleError, StopFlag};
use assay_system::{Certificate, EngineName, System, Trace, replay};

use crate::board::Board;
use crate::engine::{Engine, Progress};
use crate::ic3::{Ic3Outcome, ic3};
use crate::spacer::{SpacerOutcome, spacer};

/// What one attempt at one property came to.
enum Attempt {
    Proved(Certificate),
    Violated(Trace),
    /// Refuted, but without a trace: BMC's to find.
    Refuted,
    Unknown,
    /// Not for this engine.
    Hopeless(String),
}

/// The open properties and the growing limit, shared by both engines.
struct Queue {
    system: Arc<System>,
    open: Vec<usize>,
    limit: Effort,
    spent: Effort,
    hopeless: Option<String>,
}

impl Queue {
    fn new(system: Arc<System>, properties: &[usize], limit: Effort) -> Self {
        Queue {
            system,
            open: properties.to_vec(),
            limit,
            spent: 0,
            hopeless: None,
        }
    }

    fn round(
        &mut self,
        board: &Board,
        engine: EngineName,
        mut attempt: impl FnMut(&Arc<System>, usize, usize, &StopFlag, Effort) -> (Attempt, Effort),
    ) -> Result<Progress, OracleError> {
        for property in self.open.clone() {
            if board.stop().is_raised() {
                break;
            }
            if !board.is_open(property) {
                continue;
            }
            let stop = board.watch(property);
            let (result, spent) =
                attempt(&self.system, property, self.open.len(), &stop, self.limit);
            self.spent += spent;
            match result {
                Attempt::Proved(certificate) => board.proved(
                    &self.system,
                    &[property],
                    0,
                    &certificate.lemmas,
                    certificate.k,
                    engine,
                ),
                Attempt::Violated(trace) => match replay(&self.system, &trace) {
                    Ok(outcome) if outcome.violates(property) => {
                        board.violated(property, Arc::new(trace), engine)
                    }
                    Ok(_) => board.contradict(format!(
                        "a counterexample of {engine} violates nothing when replayed"
                    )),
                    Err(error) => board.contradict(format!(
                        "a counterexample of {engine} does not replay: {error}"
                    )),
                },
                Attempt::Refuted => self.open.retain(|&p| p != property),
                Attempt::Unknown => {}
                Attempt::Hopeless(reason) => {
                    self.open.retain(|&p| p != property);
                    self.hopeless = Some(reason);
                }
            }
        }
        self.open.retain(|&p| board.is_open(p));
        self.limit = self.limit.saturating_mul(4);
        if self.open.is_empty() {
            let reason = self.hopeless.clone();
            return Ok(Progress::Finished(
                reason.unwrap_or_else(|| "nothing left to do".into()),
            ));
        }
        Ok(Progress::Working)
    }
}

/// IC3 on finite systems.
pub struct Ic3Engine {
    queue: Queue,
}

impl Ic3Engine {
    pub fn new(system: Arc<System>, properties: &[usize]) -> Self {
        Ic3Engine {
            queue: Queue::new(system, properties, 20_000),
        }
    }
}

impl Engine for Ic3Engine {
    fn name(&self) -> EngineName {
        EngineName::Ic3
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        self.queue.round(
            board,
            EngineName::Ic3,
            |system, property, open, stop, limit| {
                // A lone property need not make room for others.
                let budget = (open > 1 || effort.is_some()).then_some(limit);
                match ic3(system, property, &[], stop, budget) {
                    Ic3Outcome::Proved(certificate) => (Attempt::Proved(certificate), limit),
                    Ic3Outcome::Violated(trace) => (Attempt::Violated(trace), limit),
                    Ic3Outcome::Unknown(_) => (Attempt::Unknown, limit),
                }
            },
        )
    }

    fn spent(&self) -> Effort {
        self.queue.spent
    }
}

/// Spacer on systems with numbers.
pub struct SpacerEngine {
    queue: Queue,
    z3: Found,
}

impl SpacerEngine {
    pub fn new(system: Arc<System>, properties: &[usize], z3: Found) -> Self {
        let queue = Queue::new(system, properties, 4_000_000);
        SpacerEngine { queue, z3 }
    }
}

impl Engine for SpacerEngine {
    fn name(&self) -> EngineName {
        EngineName::Spacer
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        let z3 = &self.z3;
        self.queue.round(
            board,
            EngineName::Spacer,
            |system, property, open, stop, limit| {
                let budget = (open > 1 || effort.is_some()).then_some(limit);
                match spacer(system, property, &[], z3, stop, budget) {
                    SpacerOutcome::Proved(certificate) => (Attempt::Proved(certificate), limit),
                    SpacerOutcome::Refuted => (Attempt::Refuted, limit),
                    SpacerOutcome::Unknown(_) => (Attempt::Unknown, limit),
                }
            },
        )
    }

    fn spent(&self) -> Effort {
        self.queue.spent
    }
}
