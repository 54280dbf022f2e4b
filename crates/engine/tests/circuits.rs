//! Every engine that works on bits against the explicit states of random circuits of up to 12 latches;
//! what they say is proved by the check room. And interpolation and decision diagrams on random small
//! systems with numbers, ranges, constraints and parameters, against enumeration.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Checker, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::bdd::{Bdd, BddOutcome};
use assay_engine::director::{Options, decide};
use assay_engine::interpolation::{Interpolation, InterpolationOutcome};
use assay_solver::StopFlag;
use assay_system::{Certificate, EngineName, System, Trace, Verdict, replay};
use assay_term::Sort;
use assay_testkit::{Build, Circuit, Explicit, Random, Shape, frozen};

fn accepted(system: &System, certificate: &Certificate) -> bool {
    let timeout = Duration::from_secs(600);
    let outcome = check_certificate(system, certificate, &Checker::Lrat { timeout });
    matches!(outcome, CheckOutcome::Accepted { .. })
}

fn verdict(system: &Arc<System>, engine: EngineName) -> Verdict {
    let backend = Backend::choose(system, &[0], &[]).expect("a finite system");
    let options = Options {
        engines: vec![engine],
        deterministic: true,
        max_k: 40,
        ..Options::default()
    };
    let nothing = system.pool.export(&[]);
    let stop = StopFlag::new();
    let outcome = decide(
        system,
        &[0],
        &nothing,
        &backend,
        &options,
        &stop,
        &mut |_, _| {},
    );
    let mut outcome = outcome.expect("no contradiction");
    assert_eq!(outcome.failures, [], "{engine}");
    outcome.verdicts.remove(0).1
}

#[test]
fn every_engine_says_what_explicit_states_say() {
    let engines = [
        EngineName::Bmc,
        EngineName::KInduction,
        EngineName::Ic3,
        EngineName::Interpolation,
        EngineName::Bdd,
    ];
    let (mut safe, mut deep) = (0, 0);
    for seed in 0..100 {
        let circuit = Circuit::random(&mut Random::new(seed));
        let system = Arc::new(circuit.system());
        let expected = circuit.violation();
        safe += usize::from(expected.is_none());
        deep += usize::from(expected > Some(1));
        for engine in engines {
            match verdict(&system, engine) {
                Verdict::Proved { certificate, .. } => {
                    assert_eq!(expected, None, "seed {seed}: {engine}");
                    assert!(accepted(&system, &certificate), "seed {seed}: {engine}");
                }
                Verdict::Violated { trace, .. } => {
                    let shortest = expected.map(|steps| steps + 1);
                    assert!(shortest <= Some(trace.len()), "seed {seed}: {engine}");
                    if matches!(engine, EngineName::Bmc | EngineName::Bdd) {
                        assert_eq!(shortest, Some(trace.len()), "seed {seed}: {engine}");
                    }
                    assert_eq!(
                        check_trace(&system, &trace, 0).ok(),
                        Some(()),
                        "seed {seed}"
                    );
                }
                Verdict::Unknown { reason, .. } => {
                    let may = matches!(engine, EngineName::Bmc | EngineName::KInduction);
                    assert!(may && expected.is_none(), "seed {seed}: {engine}: {reason}");
                }
            }
        }
    }
    assert!(safe > 10 && deep > 10, "{safe} safe, {deep} deep");
}

fn is_counterexample(system: &System, trace: &Trace) -> bool {
    replay(system, trace).is_ok_and(|outcome| outcome.violates(0))
}

#[test]
fn numbers_ranges_constraints_and_parameters_are_seen_through() {
    let stop = StopFlag::new();
    let (mut proved, mut refuted) = (0, 0);
    for seed in 0..150 {
        let system = Shape::GENERAL.system(seed);
        let frozen = frozen(&system);
        let states = Explicit::new(&frozen);
        let reached = states.reach();
        let mut interpolation =
            Interpolation::new(&system, 0, &[], &[], &[], &stop).expect("a finite system");
        match interpolation.run(&system, None).outcome {
            InterpolationOutcome::Proved(certificate) => {
                assert!(
                    reached.violation().is_none() && !reached.escapes,
                    "seed {seed}"
                );
                assert!(states.accepts(&certificate), "seed {seed}");
                proved += 1;
            }
            InterpolationOutcome::Refuted(_) => {
                assert!(
                    reached.violation().is_some() || reached.escapes,
                    "seed {seed}"
                );
                refuted += 1;
            }
            InterpolationOutcome::Unknown(reason) => panic!("seed {seed}: {reason}"),
        }
        let mut bdd = Bdd::new(&system, 0, &[], &[], &stop).expect("a small system");
        match bdd.run(&system, None).outcome {
            BddOutcome::Proved(certificate) => {
                assert!(
                    reached.violation().is_none() && !reached.escapes,
                    "seed {seed}"
                );
                assert!(states.accepts(&certificate), "seed {seed}");
            }
            BddOutcome::Violated(trace) => {
                assert!(reached.violation().is_some(), "seed {seed}");
                assert!(is_counterexample(&system, &trace), "seed {seed}");
            }
            BddOutcome::Unknown(reason) => {
                let escapes = reached.escapes || Explicit::new(&system).reach().escapes;
                assert!(escapes, "seed {seed}: {reason}");
            }
        }
    }
    assert!(proved > 30 && refuted > 30, "{proved} and {refuted}");
}

#[test]
fn a_budget_ends_a_search_that_goes_on_where_it_was() {
    let circuits = (0..40).map(|seed| Circuit::random(&mut Random::new(seed)));
    let safe: Vec<System> = circuits
        .filter(|c| c.violation().is_none())
        .map(|c| c.system())
        .collect();
    let mut stopped = 0;
    for system in &safe {
        let mut search = Interpolation::new(system, 0, &[], &[], &[], &StopFlag::new())
            .expect("a finite system");
        let mut budget = 2;
        loop {
            let run = search.run(system, Some(budget));
            match run.outcome {
                InterpolationOutcome::Proved(certificate) => {
                    assert!(accepted(system, &certificate));
                    break;
                }
                InterpolationOutcome::Unknown(_) => stopped += 1,
                InterpolationOutcome::Refuted(_) => panic!("the circuit is safe"),
            }
            budget = 2 * run.spent + 1;
        }
    }
    assert!(stopped > 5, "{stopped}");
}

#[test]
fn diagrams_take_lemmas_that_read_inputs() {
    // An input must be false in the first step, which a lemma says as well; what was seen of it is remembered.
    let mut system = System::new();
    let started = system.state("started", Sort::Bool);
    let seen = system.state("seen", Sort::Bool);
    let input = system.input("input", Sort::Bool);
    let pool = &mut system.pool;
    let (no, yes) = (pool.bool(false), pool.bool(true));
    let quiet = pool.not(input);
    let lemma = pool.or([started, quiet]);
    let next = pool.or([seen, input]);
    let unseen = pool.not(seen);
    let claim = pool.or([started, unseen]);
    system.set_state(started, Some(no), yes);
    system.set_state(seen, Some(no), next);
    system.assume(lemma);
    system.claim(claim);
    let lemmas = [Arc::new(system.pool.export(&[lemma]))];
    let stop = StopFlag::new();
    let mut bdd = Bdd::new(&system, 0, &lemmas, &[], &stop).expect("small");
    match bdd.run(&system, None).outcome {
        BddOutcome::Proved(certificate) => assert!(accepted(&system, &certificate)),
        other => panic!("{other:?}"),
    }
}
