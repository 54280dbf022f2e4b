//! The race: a thread for each engine, at most so many of the long ones in a round at a time.
//!
//! Engines that cost a process, or long to get under way, start later than BMC and k-induction: most
//! properties of most models are decided before that, and the processor time is the user's.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use assay_solver::Effort;
use assay_system::EngineName;

use super::{Kind, Run, round};
use crate::board::Board;
use crate::engine::{Engine, Progress};

/// Delay before an engine joins the race.
fn head_start(engine: EngineName, kind: Kind) -> Duration {
    Duration::from_millis(match (engine, kind) {
        (
            EngineName::Bmc | EngineName::KInduction | EngineName::Combinational | EngineName::Ctl,
            _,
        ) => 0,
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

/// How an engine ended: its name, its effort, and why it stopped or how it broke.
type End = (EngineName, Effort, Result<String, String>);

impl Run<'_> {
    pub(super) fn race(
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
