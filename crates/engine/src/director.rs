//! The director: starts the engines, lets them exchange what they find through the board, and stops
//! them.
//!
//! Two schedules over the same engines. *Race*: a thread for each engine, at most `jobs` of the long
//! ones in a round at a time; verdicts are facts, only which evidence arrives first may differ between runs.
//! *Rounds* (`rounds.rs`): every engine has a turn of fixed effort in each round, and findings are exchanged between the turns only,
//! so the same input gives the same evidence.
//!
//! A system without states has no steps to search: one engine (`combinational.rs`) asks one question about it.
//!
//! Engines that cost a process, or long to get under way, start later than BMC and k-induction: most
//! properties of most models are decided before that, and the processor time is the user's.

mod start;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use assay_solver::{Effort, OracleError, StopFlag};
use assay_system::{EngineName, System, Verdict};
use assay_term::Dag;

use crate::backend::Backend;
use crate::board::Board;
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
    /// On finite models, k-induction may assume that the states of a step case are pairwise different. For whoever
    /// wants a verdict and its evidence, not for who builds on the proof.
    pub simple_path: bool,
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
            simple_path: false,
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

/// Delay before an engine joins the race.
fn head_start(engine: EngineName, kind: Kind) -> Duration {
    Duration::from_millis(match (engine, kind) {
        (EngineName::Bmc | EngineName::KInduction | EngineName::Combinational, _) => 0,
        (EngineName::Ic3, _) => 4,
        (EngineName::Invariants, Kind::Circuit) => 3_000,
        (EngineName::Invariants, Kind::Finite) => 20,
        (EngineName::Invariants, Kind::Infinite) => 30,
        (EngineName::Interpolation | EngineName::Bdd, Kind::Circuit) => 1_000,
        (EngineName::Bdd, _) => 40,
        (EngineName::Interpolation, _) => 60,
        (EngineName::Spacer, _) => 120,
    })
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

/// How an engine ended: its name, its effort, and why it stopped or how it broke.
type End = (EngineName, Effort, Result<String, String>);

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

    fn race(
        mut self,
        engines: Vec<Box<dyn Engine>>,
        jobs: usize,
        kind: Kind,
    ) -> (Self, Vec<(EngineName, Effort)>) {
        let running = AtomicU64::new(engines.len() as u64);
        let tokens = Tokens::new(jobs);
        let ends: Mutex<Vec<End>> = Mutex::default();
        let board = self.board;
        std::thread::scope(|scope| {
            for mut engine in engines {
                let (running, tokens, ends) = (&running, &tokens, &ends);
                scope.spawn(move || {
                    let end = run_engine(&mut *engine, board, tokens, kind);
                    let mut ends = ends.lock().unwrap_or_else(|e| e.into_inner());
                    ends.push((engine.name(), engine.spent(), end));
                    running.fetch_sub(1, Ordering::SeqCst);
                    board.notify();
                });
            }
            loop {
                let done = self.announce();
                let cut = self.watch.over();
                let idle = running.load(Ordering::SeqCst) == 0;
                if let (Some(reason), false) = (cut, done) {
                    self.reasons.push(reason.into());
                }
                if done || cut.is_some() || idle || board.stop().is_raised() {
                    board.raise();
                    break;
                }
                board.wait(Duration::from_millis(20));
            }
        });
        self.announce();
        let mut spent = Vec::new();
        for (name, effort, end) in ends.into_inner().unwrap_or_else(|e| e.into_inner()) {
            spent.push((name, effort));
            match end {
                Ok(reason) if reason.is_empty() => {}
                Ok(reason) => self.reasons.push(format!("{name}: {reason}")),
                Err(error) => self.failures.push((name, error)),
            }
        }
        (self, spent)
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

/// One engine's life in the race: why it ended, or how it broke.
fn run_engine(
    engine: &mut dyn Engine,
    board: &Board,
    tokens: &Tokens,
    kind: Kind,
) -> Result<String, String> {
    let start = Instant::now() + head_start(engine.name(), kind);
    while Instant::now() < start && !board.stop().is_raised() {
        board.wait(start.saturating_duration_since(Instant::now()));
    }
    while !board.stop().is_raised() {
        let progress = {
            // Rounds of BMC and k-induction are short, and the others wait for what they find: they do
            // not queue behind a round of the others, which may last.
            let short = matches!(engine.name(), EngineName::Bmc | EngineName::KInduction);
            let _token = (!short).then(|| tokens.take());
            round(engine, board, None)
        };
        match progress {
            Ok(Progress::Working) => {}
            Ok(Progress::Waiting) => board.wait(Duration::from_millis(5)),
            Ok(Progress::Finished(reason)) => return Ok(reason),
            Err(_) if board.stop().is_raised() => break,
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(String::new())
}

/// Leave to work: at most so many at a time.
struct Tokens {
    free: Mutex<usize>,
    returned: Condvar,
}

impl Tokens {
    fn new(count: usize) -> Self {
        Tokens {
            free: Mutex::new(count.max(1)),
            returned: Condvar::new(),
        }
    }

    fn take(&self) -> Token<'_> {
        let mut free = self.free.lock().unwrap_or_else(|e| e.into_inner());
        while *free == 0 {
            free = self.returned.wait(free).unwrap_or_else(|e| e.into_inner());
        }
        *free -= 1;
        Token(self)
    }
}

struct Token<'a>(&'a Tokens);

impl Drop for Token<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(|e| e.into_inner()) += 1;
        self.0.returned.notify_one();
    }
}
