//! Engines that panic are one engine less, whatever the schedule.

use std::sync::atomic::{AtomicBool, Ordering};

use assay_term::Sort;
use assay_testkit::Build;

use super::*;
use crate::rounds::Desk;

/// `on` is true from the start and stays so.
fn system() -> Arc<System> {
    let mut system = System::new();
    let on = system.state("on", Sort::Bool);
    let yes = system.pool.bool(true);
    system.set_state(on, Some(yes), on);
    system.claim(on);
    Arc::new(system)
}

/// Panics in its first round.
struct Panics(Arc<AtomicBool>);

impl Engine for Panics {
    fn name(&self) -> EngineName {
        EngineName::Bdd
    }

    fn round(&mut self, _: &Board, _: Option<Effort>) -> Result<Progress, OracleError> {
        self.0.store(true, Ordering::SeqCst);
        panic!("a set that is none");
    }

    fn spent(&self) -> Effort {
        0
    }
}

/// Another engine that waits until this has happened.
struct After(Arc<AtomicBool>, Box<dyn Engine>);

impl Engine for After {
    fn name(&self) -> EngineName {
        self.1.name()
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        if self.0.load(Ordering::SeqCst) {
            self.1.round(board, effort)
        } else {
            Ok(Progress::Waiting)
        }
    }

    fn spent(&self) -> Effort {
        self.1.spent()
    }
}

fn start<'a>(
    system: &'a Arc<System>,
    backend: &'a Backend,
    options: &'a Options,
    board: &'a Arc<Board>,
) -> Start<'a> {
    Start {
        system,
        properties: &[0],
        backend,
        options,
        shared: Some(board),
        desks: Vec::new(),
        failures: Vec::new(),
    }
}

#[test]
fn an_engine_that_panics_is_one_engine_less() {
    let system = system();
    let backend = Backend::choose(&system, &[0], &[]).expect("a finite system");
    let stop = StopFlag::new();
    let options = Options {
        engines: vec![EngineName::Bmc, EngineName::KInduction],
        ..Options::default()
    };
    for race in [false, true] {
        let place = || Arc::new(Board::new(&system, backend.provers(), StopFlag::new()));
        let board = place();
        let failed = Arc::new(AtomicBool::new(false));
        let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Panics(failed.clone()))];
        let mut start = start(&system, &backend, &options, &board);
        start.engines(Kind::Finite);
        for desk in start.desks {
            engines.push(Box::new(After(failed.clone(), desk.engine)));
        }
        let run = Run {
            board: &board,
            watch: Watch::new(&[0], None, &stop),
            on_verdict: &mut |_, _| {},
            failures: Vec::new(),
            reasons: Vec::new(),
        };
        let (run, spent) = if race {
            run.race(engines, 2, Kind::Finite)
        } else {
            let desks = engines.into_iter();
            let desks = desks.map(|engine| Desk::new(engine, place(), false));
            run.take_turns(desks.collect(), None, 2, Kind::Finite)
        };
        let outcome = run.outcome(&system, &[0], spent);
        assert!(matches!(outcome.verdicts[0].1, Verdict::Proved { .. }));
        let [(EngineName::Bdd, why)] = outcome.failures.as_slice() else {
            panic!("{:?}", outcome.failures);
        };
        assert!(why.ends_with("a set that is none"), "{why}");
    }
}

#[test]
fn an_engine_that_panics_while_it_is_made_is_an_error() {
    let system = system();
    let backend = Backend::choose(&system, &[0], &[]).expect("a finite system");
    let board = Arc::new(Board::new(&system, backend.provers(), StopFlag::new()));
    let options = Options::default();
    let mut start = start(&system, &backend, &options, &board);
    start.add(EngineName::Bdd, false, |_, _| panic!("no memory"));
    assert!(start.desks.is_empty());
    let [(EngineName::Bdd, why)] = start.failures.as_slice() else {
        panic!("{:?}", start.failures);
    };
    assert!(why.ends_with("no memory"), "{why}");
}
