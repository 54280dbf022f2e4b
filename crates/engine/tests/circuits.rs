//! Every engine that works on bits against the explicit states of random circuits of up to 12 latches;
//! what they say is proved by the check room. And interpolation and decision diagrams on random small
//! systems with numbers, ranges, constraints and parameters, against enumeration.

mod enumerate;
mod gates;
mod generate;

use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Checker, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::bdd::{Bdd, BddOutcome};
use assay_engine::director::{Options, decide};
use assay_engine::interpolation::{Interpolation, InterpolationOutcome};
use assay_solver::StopFlag;
use assay_system::{
    Certificate, Cone, Constraint, ConstraintKind, EngineName, Property, Role, Shown, System,
    Trace, VarKind, Variable, Verdict, replay,
};
use assay_term::Sort;
use enumerate::States;
use gates::Circuit;
use generate::{Random, build};

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

/// The system in which what the property does not depend on stays as it is: such states may leave
/// their ranges, and the engines do not look at them.
fn frozen(system: &System) -> System {
    let cone = Cone::of(system, &[system.properties[0].term]);
    let mut frozen = system.clone();
    for v in system.var_ids().filter(|&v| !cone.contains(v)) {
        if matches!(system.var(v).kind, VarKind::State { .. }) {
            let keep = frozen.pool.var(v);
            build::set_state(&mut frozen, v, None, keep);
        }
    }
    frozen
}

fn is_counterexample(system: &System, trace: &Trace) -> bool {
    replay(system, trace).is_ok_and(|outcome| outcome.violates(0))
}

#[test]
fn numbers_ranges_constraints_and_parameters_are_seen_through() {
    let stop = StopFlag::new();
    let (mut proved, mut refuted) = (0, 0);
    for seed in 0..150 {
        let system = generate::system(&mut Random::new(seed));
        let frozen = frozen(&system);
        let states = States::of(&frozen);
        let reached = states.reach();
        let mut interpolation =
            Interpolation::new(&system, 0, &[], &[], &[], &stop).expect("a finite system");
        match interpolation.run(&system, None).outcome {
            InterpolationOutcome::Proved(certificate) => {
                assert!(
                    reached.violation.is_none() && !reached.escapes,
                    "seed {seed}"
                );
                states.check(&certificate, seed);
                proved += 1;
            }
            InterpolationOutcome::Refuted(_) => {
                assert!(
                    reached.violation.is_some() || reached.escapes,
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
                    reached.violation.is_none() && !reached.escapes,
                    "seed {seed}"
                );
                states.check(&certificate, seed);
            }
            BddOutcome::Violated(trace) => {
                assert!(reached.violation.is_some(), "seed {seed}");
                assert!(is_counterexample(&system, &trace), "seed {seed}");
            }
            BddOutcome::Unknown(reason) => {
                let escapes = reached.escapes || States::of(&system).reach().escapes;
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
    let [started, seen, input] = ["started", "seen", "input"].map(|name| {
        let variable = Variable {
            name: name.into(),
            kind: VarKind::Input,
            role: Role::Local,
            range: None,
            shown: Shown::Plain,
            span: None,
        };
        system.add_var(Sort::Bool, variable)
    });
    let pool = &mut system.pool;
    let [was, saw, now] = [started, seen, input].map(|v| pool.var(v));
    let (no, yes) = (pool.bool(false), pool.bool(true));
    let quiet = pool.not(now);
    let lemma = pool.or([was, quiet]);
    let next = pool.or([saw, now]);
    let unseen = pool.not(saw);
    let claim = pool.or([was, unseen]);
    for (var, next) in [(started, yes), (seen, next)] {
        let init = Some(no);
        system.vars[var.index()].kind = VarKind::State { init, next };
    }
    system.constraints.push(Constraint {
        name: "quiet at first".into(),
        term: lemma,
        kind: ConstraintKind::Assertion,
        span: None,
    });
    system.properties.push(Property::invariant("p", claim));
    let lemmas = [Arc::new(system.pool.export(&[lemma]))];
    let stop = StopFlag::new();
    let mut bdd = Bdd::new(&system, 0, &lemmas, &[], &stop).expect("small");
    match bdd.run(&system, None).outcome {
        BddOutcome::Proved(certificate) => assert!(accepted(&system, &certificate)),
        other => panic!("{other:?}"),
    }
}
