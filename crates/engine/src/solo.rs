//! Engines that take one property at a time, from start to end, made to work in rounds: each round
//! tries every open property once under a limit that grows, so that a hard property does not keep
//! the others waiting. Each attempt starts from the lemmas that are on the board at that moment.

use std::sync::Arc;

use assay_solver::{Effort, Found, OracleError, StopFlag};
use assay_system::{Certificate, EngineName, System, Trace, replay};
use assay_term::TermId;

use crate::board::{Board, Lemma};
use crate::engine::{Engine, Progress};
use crate::ic3::{Ic3Outcome, Reason, ic3};
use crate::spacer::{Question, SpacerOutcome, spacer};

/// What one attempt at one property came to.
enum Attempt {
    /// Inductive together with the lemmas that were given.
    Proved(Certificate),
    Violated(Trace),
    /// Refuted without a trace: BMC's to find.
    Refuted,
    Unknown,
    /// Not for this engine, and why.
    Hopeless(String),
}

/// One property to try.
struct Task<'a> {
    system: &'a Arc<System>,
    property: usize,
    lemmas: &'a [Lemma],
    stop: &'a StopFlag,
    budget: Option<Effort>,
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

    /// `rounds`: the schedule needs every attempt to end; in the race a lone property need not make
    /// room for others.
    fn round(
        &mut self,
        board: &Board,
        engine: EngineName,
        rounds: bool,
        mut attempt: impl FnMut(Task<'_>) -> (Attempt, Effort),
    ) -> Result<Progress, OracleError> {
        for property in self.open.clone() {
            if board.stop().is_raised() {
                break;
            }
            if !board.is_open(property) {
                continue;
            }
            let lemmas = board.lemmas_since(0);
            let stop = board.watch(property);
            let limited = rounds || self.open.len() > 1;
            let (result, spent) = attempt(Task {
                system: &self.system,
                property,
                lemmas: &lemmas,
                stop: &stop,
                budget: limited.then_some(self.limit),
            });
            // An attempt that ends before it asks anything is work too, and a budget must end a run of them.
            self.spent += spent.max(1);
            self.post(board, engine, property, lemmas.len(), result);
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

    fn post(
        &mut self,
        board: &Board,
        engine: EngineName,
        property: usize,
        prefix: usize,
        result: Attempt,
    ) {
        match result {
            Attempt::Proved(certificate) => board.proved(
                &self.system,
                &[property],
                prefix,
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
        self.queue
            .round(board, EngineName::Ic3, effort.is_some(), |task| {
                let lemmas: Vec<_> = task.lemmas.iter().map(|l| l.dag.clone()).collect();
                let run = ic3(task.system, task.property, &lemmas, task.stop, task.budget);
                let attempt = match run.outcome {
                    Ic3Outcome::Proved(certificate) => Attempt::Proved(certificate),
                    Ic3Outcome::Violated(trace) => Attempt::Violated(trace),
                    Ic3Outcome::Unknown(Reason::Hopeless(why)) => Attempt::Hopeless(why),
                    Ic3Outcome::Unknown(_) => Attempt::Unknown,
                };
                (attempt, run.spent)
            })
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
        self.queue
            .round(board, EngineName::Spacer, effort.is_some(), |task| {
                let mut pool = task.system.pool.clone();
                let lemmas: Vec<TermId> = task
                    .lemmas
                    .iter()
                    .flat_map(|l| pool.import(&l.dag))
                    .collect();
                let run = spacer(Question {
                    system: task.system,
                    property: task.property,
                    pool: &pool,
                    lemmas: &lemmas,
                    z3,
                    stop: task.stop,
                    budget: task.budget,
                });
                let attempt = match run.outcome {
                    SpacerOutcome::Proved(certificate) => Attempt::Proved(certificate),
                    SpacerOutcome::Refuted => Attempt::Refuted,
                    SpacerOutcome::Unknown(_) => Attempt::Unknown,
                };
                (attempt, run.spent)
            })
    }

    fn spent(&self) -> Effort {
        self.queue.spent
    }
}
