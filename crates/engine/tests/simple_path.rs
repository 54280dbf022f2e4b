//! k-induction on simple paths: complete on finite systems, never wrong, flagged where it was needed, and not built on.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Checker, check_certificate};
use assay_engine::backend::Backend;
use assay_engine::director::{Options, Outcome, decide};
use assay_engine::prune::{prune, shrink};
use assay_solver::StopFlag;
use assay_system::{Certificate, EngineName, Provers, System, Verdict};
use assay_term::{Dag, Sort, TermId};
use assay_testkit::{Build, Shape, brute_force};

const LRAT: Checker = Checker::Lrat {
    timeout: Duration::from_secs(60),
};

fn run(system: &Arc<System>, advice: &Dag, max_k: u32, simple_path: bool) -> (Outcome, Backend) {
    run_alone(EngineName::KInduction, system, advice, max_k, simple_path)
}

fn run_alone(
    engine: EngineName,
    system: &Arc<System>,
    advice: &Dag,
    max_k: u32,
    simple_path: bool,
) -> (Outcome, Backend) {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(system, &all, &[]).expect("finite");
    let options = Options {
        engines: vec![engine],
        deterministic: true,
        max_k,
        simple_path,
        ..Options::default()
    };
    let stop = StopFlag::new();
    let outcome = decide(
        system,
        &all,
        advice,
        &backend,
        &options,
        &stop,
        &mut |_, _| {},
    );
    (outcome.expect("no contradiction"), backend)
}

fn proof(outcome: &Outcome, at: usize) -> &Arc<Certificate> {
    match &outcome.verdicts[at].1 {
        Verdict::Proved { certificate, .. } => certificate,
        other => panic!("{other:?}"),
    }
}

fn nothing() -> Dag {
    System::new().pool.export(&[])
}

/// From 00 nowhere; 01 and 10 alternate, and 10 may go to 11, which is bad. Beside it a state that comes and goes.
fn carousel() -> (System, TermId) {
    let mut system = System::new();
    let s = &mut system;
    let (off, tick) = (s.input("off", Sort::Bool), s.input("tick", Sort::Bool));
    let [x, y, z] = ["x", "y", "z"].map(|name| s.state(name, Sort::Bool));
    let no = Some(s.pool.bool(false));
    let leave = s.pool.and2(x, off);
    let next = s.pool.or2(y, leave);
    s.set_state(x, no, next);
    s.set_state(y, no, x);
    s.set_state(z, no, tick);
    let both = s.pool.and2(x, y);
    let good = s.pool.not(both);
    s.claim(good);
    (system, z)
}

#[test]
fn what_no_k_proves_is_proved_on_simple_paths() {
    let system = Arc::new(carousel().0);
    let (plain, _) = run(&system, &nothing(), 30, false);
    assert!(matches!(plain.verdicts[0].1, Verdict::Unknown { .. }));

    let (outcome, backend) = run(&system, &nothing(), 30, true);
    let certificate = proof(&outcome, 0);
    assert_eq!((certificate.k, certificate.simple_path), (3, true));
    assert!(check_certificate(&system, certificate, &LRAT).is_accepted());
    assert!(outcome.lemmas.is_empty(), "nobody builds on it");

    let shrunk = shrink(&system, certificate, &backend, &StopFlag::new());
    assert_eq!(shrunk, *certificate);
    let forged = Certificate {
        simple_path: false,
        provers: Provers::none(),
        ..(**certificate).clone()
    };
    assert!(!check_certificate(&system, &forged, &LRAT).is_accepted());
}

/// Bounded model checking alone ends at the length that need not be exceeded.
#[test]
fn bounded_model_checking_ends_at_the_completeness_threshold() {
    let system = Arc::new(carousel().0);
    let bmc =
        |max_k, threshold| run_alone(EngineName::Bmc, &system, &nothing(), max_k, threshold).0;
    let ended = bmc(30, true);
    let Verdict::Proved {
        certificate,
        engine,
    } = &ended.verdicts[0].1
    else {
        panic!("{ended:?}");
    };
    assert_eq!(*engine, EngineName::Bmc);
    assert_eq!((certificate.k, certificate.simple_path), (3, true));
    assert!(check_certificate(&system, certificate, &LRAT).is_accepted());
    for (max_k, threshold) in [(30, false), (2, true)] {
        let open = bmc(max_k, threshold);
        let Verdict::Unknown { reason, .. } = &open.verdicts[0].1 else {
            panic!("{open:?}");
        };
        let steps = max_k + 1;
        assert_eq!(*reason, format!("bmc: no violation within {steps} steps"));
    }
}

#[test]
fn a_proof_that_does_not_need_simple_paths_does_not_claim_them() {
    let mut system = carousel().0;
    // y follows x: if x was false, y is. Inductive with k = 1.
    let s = &mut system;
    let (w, x, y) = (s.state("w", Sort::Bool), s.named("x"), s.named("y"));
    let no = s.pool.bool(false);
    s.set_state(w, Some(no), x);
    let same = s.pool.eq(w, y);
    s.properties.clear();
    s.claim(same);
    let system = Arc::new(system);
    let (outcome, _) = run(&system, &nothing(), 30, true);
    let certificate = proof(&outcome, 0);
    assert_eq!((certificate.k, certificate.simple_path), (1, false));
}

/// With a lemma that forbids the carousel, what is left is plainly inductive, and pruning says so.
#[test]
fn pruning_finds_out_that_simple_paths_are_not_needed() {
    let mut system = carousel().0;
    let [x, y] = ["x", "y"].map(|n| system.find(n).expect("declared"));
    let (x, y) = (system.pool.var(x), system.pool.var(y));
    let (no_x, no_y) = (system.pool.not(x), system.pool.not(y));
    let lemmas = system.pool.export(&[no_x, no_y]);
    let system = Arc::new(system);
    let certificate = Certificate {
        k: 3,
        lemmas,
        properties: vec![0],
        simple_path: true,
        provers: Provers::none(),
    };
    assert!(check_certificate(&system, &certificate, &LRAT).is_accepted());
    let backend = Backend::choose(&system, &[0], &[]).expect("finite");
    let mut oracle = backend.oracle(&StopFlag::new()).expect("a solver");
    let pruned = prune(&system, &certificate, &mut *oracle, usize::MAX).expect("an answer");
    assert_eq!((pruned.k, pruned.simple_path), (1, false));
    assert!(check_certificate(&system, &pruned, &LRAT).is_accepted());
}

/// A lemma about what the property does not read would make more states different to whoever checks the proof: there is
/// no such proof then, and none that the check room refuses.
#[test]
fn a_lemma_from_outside_ends_simple_paths() {
    let (mut system, z) = carousel();
    let s = &mut system;
    let (tick, twin) = (s.named("tick"), s.state("twin", Sort::Bool));
    let no = s.pool.bool(false);
    s.set_state(twin, Some(no), tick);
    let same = s.pool.eq(z, twin);
    let advice = s.pool.export(&[same]);
    let system = Arc::new(system);
    let (outcome, _) = run(&system, &advice, 12, true);
    assert!(!outcome.lemmas.is_empty(), "the advice is good");
    match &outcome.verdicts[0].1 {
        Verdict::Unknown { .. } => {}
        Verdict::Proved { certificate, .. } => {
            assert!(check_certificate(&system, certificate, &LRAT).is_accepted());
        }
        other => panic!("{other:?}"),
    }
}

/// Runs the engine on random systems; returns how many proofs were on simple paths, and how many properties there were.
fn decide_random_systems(engine: EngineName, seeds: u64) -> (usize, usize) {
    let (mut flagged, mut properties) = (0, 0);
    for seed in 0..seeds {
        let system = Arc::new(Shape::TYPED.system(seed));
        let truth = brute_force(&system);
        let (outcome, _) = run_alone(engine, &system, &nothing(), 200, true);
        assert_eq!(outcome.failures, vec![], "seed {seed}");
        for (p, verdict, _) in &outcome.verdicts {
            properties += 1;
            match verdict {
                Verdict::Proved { certificate, .. } => {
                    assert_eq!(truth[*p], None, "seed {seed} property {p}");
                    let checked = check_certificate(&system, certificate, &LRAT);
                    assert!(checked.is_accepted(), "seed {seed}: {checked:?}");
                    flagged += usize::from(certificate.simple_path);
                    // The threshold comes with whatever core the solver finds first, which may name them without need.
                    if certificate.simple_path && engine == EngineName::KInduction {
                        let forged = Certificate {
                            simple_path: false,
                            provers: Provers::none(),
                            ..(**certificate).clone()
                        };
                        let checked = check_certificate(&system, &forged, &LRAT);
                        assert!(!checked.is_accepted(), "seed {seed}: it was needed");
                    }
                }
                Verdict::Violated { trace, .. } => {
                    assert_eq!(truth[*p], Some(trace.len()), "seed {seed} property {p}");
                }
                Verdict::Unknown { reason, .. } => panic!("seed {seed} property {p}: {reason}"),
            }
        }
    }
    (flagged, properties)
}

#[test]
fn simple_paths_decide_every_random_system() {
    let (flagged, properties) = decide_random_systems(EngineName::KInduction, 500);
    assert!(flagged >= 4, "{flagged} of {properties}");
}

#[test]
fn bounded_model_checking_decides_every_random_system() {
    let (flagged, properties) = decide_random_systems(EngineName::Bmc, 250);
    assert!(flagged >= 2, "{flagged} of {properties}");
}
