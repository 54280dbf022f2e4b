//! The director: starts the engines, lets them exchange what they find through the board, and stops
//! them.
//!
//! Two schedules over the same engines. *Race* (`race.rs`): a thread for each engine, at most `jobs` of the long
//! ones in a round at a time; verdicts are facts, only which evidence arrives first may differ between runs.
//! *Rounds* (`rounds.rs`): every engine has a turn of fixed effort in each round, and findings are exchanged between the turns only,
//! so the same input gives the same evidence.
//!
//! A system without states has no steps to search: one engine (`combinational.rs`) asks one question about it.

mod race;
mod start;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_solver::{Effort, OracleError, StopFlag};
use assay_system::{EngineName, System, Verdict};
use assay_term::Dag;

use crate::backend::Backend;
use crate::board::Board;
use crate::ctl;
use crate::engine::{Engine, Progress};
use crate::guard::{fail_if_told, guarded};
use start::Start;

/// What the caller decides.
#[derive(Clone, Debug)]
pub struct Options {
    pub engines: Vec<EngineName>,
    pub jobs: usize,
    /// Rounds instead of the race.
    pub deterministic: bool,
    /// Solver effort in all; implies rounds.
    pub budget: Option<Effort>,
    pub timeout: Option<Duration>,
    pub max_k: u32,
    /// Nodes of decision diagrams at a time, for claims of branching time.
    pub nodes: usize,
    /// On finite models, k-induction may assume that the states of a step case are pairwise different, and bounded model checking alone ends at the
    /// completeness threshold. For whoever wants a verdict and its evidence, not for who builds on the proof.
    pub simple_path: bool,
    /// Claims that something holds in all reachable states, said in branching time, are first looked at with small decision diagrams. For whoever wants
    /// a verdict: the evidence is a set of states, on which nothing is built.
    pub diagrams_first: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engines: EngineName::ALL.to_vec(),
            jobs: std::thread::available_parallelism()
                .map_or(1, |n| n.get())
                .max(2),
            deterministic: false,
            budget: None,
            timeout: None,
            max_k: 1000,
            nodes: ctl::Limits::default().nodes,
            simple_path: false,
            diagrams_first: false,
        }
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// One for each property asked, in the order asked, with the time of its decision.
    pub verdicts: Vec<(usize, Verdict, Duration)>,
    /// Every lemma that was proved, as one list.
    pub lemmas: Dag,
    /// Those of them that say what corresponds.
    pub equalities: Dag,
    pub spent: Vec<(EngineName, Effort)>,
    /// Engines that broke, and how: they cost answers, never truth.
    pub failures: Vec<(EngineName, String)>,
}

impl Outcome {
    /// Nothing was asked of any engine.
    pub fn undecided(properties: &[usize], nothing: Dag) -> Outcome {
        let verdict = |&p: &usize| {
            let verdict = Verdict::Unknown {
                reason: "not asked".into(),
                true_for: 0,
            };
            (p, verdict, Duration::ZERO)
        };
        Outcome {
            verdicts: properties.iter().map(verdict).collect(),
            lemmas: nothing.clone(),
            equalities: nothing,
            spent: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// Evidence clashed: a bug in an engine or a solver. Nothing of the run is to be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction(pub String);

/// What the engines have in front of them, as far as it matters to who goes first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Infinite,
    Finite,
    /// Finite and large. IC3 decides most of what is decided at all, while interpolation, diagrams and
    /// above all templates take long to get under way.
    Circuit,
}

/// Terms beyond which a finite model is taken for a circuit.
const CIRCUIT: usize = 400;

impl Kind {
    fn of(system: &System, backend: &Backend) -> Kind {
        match (backend.is_finite(), system.pool.len() > CIRCUIT) {
            (false, _) => Kind::Infinite,
            (true, false) => Kind::Finite,
            (true, true) => Kind::Circuit,
        }
    }
}

/// One round. An engine that panics is broken like one whose solver died.
pub(crate) fn round(
    engine: &mut dyn Engine,
    board: &Board,
    effort: Option<Effort>,
) -> Result<Progress, OracleError> {
    guarded(|| {
        fail_if_told(engine.name().as_str());
        engine.round(board, effort)
    })
    .unwrap_or_else(|panic| Err(OracleError(panic)))
}

/// Decides `properties` as far as the limits allow. `on_verdict` is told each verdict once, as it
/// comes. Properties whose claims are no invariants stay unknown: [`crate::claims`] decides these.
pub fn decide(
    system: &Arc<System>,
    properties: &[usize],
    advice: &Dag,
    backend: &Backend,
    options: &Options,
    stop: &StopFlag,
    on_verdict: &mut dyn FnMut(usize, &Verdict),
) -> Result<Outcome, Contradiction> {
    let invariants = properties.iter().copied();
    let invariants: Vec<usize> = invariants
        .filter(|&p| system.properties[p].claim.is_invariant())
        .collect();
    let board = Arc::new(Board::new(system, backend.provers(), StopFlag::new()));
    let rounds = options.deterministic || options.budget.is_some() || options.jobs <= 1;
    let mut start = Start {
        system,
        properties: &invariants,
        backend,
        options,
        // In rounds each engine has a board of its own.
        shared: (!rounds).then_some(&board),
        desks: Vec::new(),
        failures: Vec::new(),
    };
    let kind = Kind::of(system, backend);
    if system.is_stateless() {
        start.combinational();
    } else {
        start.advice(advice);
        start.engines(kind);
        start.threshold();
    }
    let Start {
        desks, failures, ..
    } = start;
    let run = Run {
        board: &board,
        watch: Watch::new(&invariants, options.timeout, stop),
        on_verdict,
        failures,
        reasons: Vec::new(),
    };
    let (run, spent) = if rounds {
        run.take_turns(desks, options.budget, options.jobs, kind)
    } else {
        let engines = desks.into_iter().map(|d| d.engine).collect();
        run.race(engines, options.jobs, kind)
    };
    if let Some(text) = board.contradiction() {
        return Err(Contradiction(text));
    }
    Ok(run.outcome(system, properties, spent))
}

/// Time, the outer stop flag, and which verdicts were already announced.
pub(crate) struct Watch {
    pub open: Vec<usize>,
    decided: Vec<(usize, Duration)>,
    started: Instant,
    pub deadline: Option<Instant>,
    pub outer: StopFlag,
}

impl Watch {
    fn new(properties: &[usize], timeout: Option<Duration>, outer: &StopFlag) -> Self {
        let started = Instant::now();
        Watch {
            open: properties.to_vec(),
            decided: Vec::new(),
            started,
            deadline: timeout.map(|t| started + t),
            outer: outer.clone(),
        }
    }

    pub fn over(&self) -> Option<&'static str> {
        if let Some(cause) = self.outer.cause() {
            return Some(cause.as_str());
        }
        self.deadline
            .is_some_and(|d| Instant::now() >= d)
            .then_some("timeout")
    }
}

pub(crate) struct Run<'a> {
    pub board: &'a Board,
    pub watch: Watch,
    on_verdict: &'a mut dyn FnMut(usize, &Verdict),
    pub failures: Vec<(EngineName, String)>,
    /// Why engines stopped by themselves, and why the run was cut short.
    pub reasons: Vec<String>,
}

impl Run<'_> {
    /// Announces new verdicts. True when nothing is open any more.
    pub fn announce(&mut self) -> bool {
        let (board, on_verdict) = (self.board, &mut self.on_verdict);
        let (started, decided) = (self.watch.started, &mut self.watch.decided);
        self.watch.open.retain(|&p| match board.verdict(p) {
            None => true,
            Some(verdict) => {
                decided.push((p, started.elapsed()));
                on_verdict(p, &verdict);
                false
            }
        });
        self.watch.open.is_empty()
    }

    fn outcome(
        self,
        system: &System,
        properties: &[usize],
        mut spent: Vec<(EngineName, Effort)>,
    ) -> Outcome {
        spent.sort();
        let elapsed = self.watch.started.elapsed();
        let reason = match self.reasons.as_slice() {
            [] => "the engines gave up".to_string(),
            reasons => {
                let cut = reasons.iter().find(|r| !r.contains(':'));
                cut.cloned().unwrap_or_else(|| reasons.join("; "))
            }
        };
        let verdicts = properties
            .iter()
            .map(|&p| {
                let when = self
                    .watch
                    .decided
                    .iter()
                    .find(|(q, _)| *q == p)
                    .map(|(_, t)| *t);
                let claim = &system.properties[p].claim;
                let reason = || {
                    if claim.is_invariant() {
                        reason.clone()
                    } else {
                        format!("its claim is {} and not an invariant", claim.as_str())
                    }
                };
                let verdict = self.board.verdict(p).unwrap_or_else(|| Verdict::Unknown {
                    reason: reason(),
                    true_for: self.board.true_for(p),
                });
                (p, verdict, when.unwrap_or(elapsed))
            })
            .collect();
        let mut pool = system.pool.clone();
        let (mut terms, mut equalities) = (Vec::new(), Vec::new());
        for lemma in self.board.lemmas_since(0) {
            let new = pool.import(&lemma.dag);
            if lemma.equal.is_some() {
                equalities.extend(&new);
            }
            terms.extend(new);
        }
        Outcome {
            verdicts,
            lemmas: pool.export(&terms),
            equalities: pool.export(&equalities),
            spent,
            failures: self.failures,
        }
    }
}
