//! What the engines say of random finite systems is what enumeration says, alone and together, in the
//! race and in rounds.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide};
use assay_solver::{SolverKind, StopFlag, discover};
use assay_system::{EngineName, Property, System, Verdict, replay};
use assay_term::{Pool, Sort};
use assay_testkit::{Build, Shape, brute_force};

const SYSTEMS: u64 = 150;

/// Decides every property and compares; returns how many were decided.
fn compare(seed: u64, system: &Arc<System>, options: &Options) -> (usize, usize) {
    let truth = brute_force(system);
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(system, &all, &[]).expect("a finite system needs no SMT solver");
    assert!(backend.is_finite());
    let none = Pool::new().export(&[]);
    let outcome = decide(
        system,
        &all,
        &none,
        &backend,
        options,
        &StopFlag::new(),
        &mut |_, _| {},
    )
    .expect("no contradiction");
    assert_eq!(outcome.failures, vec![], "seed {seed}");
    let mut decided = 0;
    for (p, verdict, _) in &outcome.verdicts {
        match verdict {
            Verdict::Proved { .. } => assert_eq!(truth[*p], None, "seed {seed} property {p}"),
            Verdict::Violated { trace, engine } => {
                let shortest = truth[*p].expect("violated only if it can be");
                assert!(replay(system, trace).expect("an execution").violates(*p));
                assert!(trace.len() >= shortest, "seed {seed} property {p}");
                if *engine == EngineName::Bmc {
                    assert_eq!(trace.len(), shortest, "BMC finds the shortest, seed {seed}");
                }
            }
            Verdict::Unknown { .. } => continue,
        }
        decided += 1;
    }
    (decided, all.len())
}

fn run(engines: &[EngineName], deterministic: bool) -> (usize, usize) {
    let options = Options {
        engines: engines.to_vec(),
        deterministic,
        max_k: 60,
        ..Options::default()
    };
    let mut sum = (0, 0);
    for seed in 0..SYSTEMS {
        let system = Arc::new(Shape::TYPED.system(seed));
        let (decided, all) = compare(seed, &system, &options);
        sum = (sum.0 + decided, sum.1 + all);
    }
    sum
}

#[test]
fn bmc_refutes_exactly_what_is_false() {
    let violated: usize = (0..SYSTEMS)
        .map(|s| {
            brute_force(&Shape::TYPED.system(s))
                .iter()
                .flatten()
                .count()
        })
        .sum();
    let (decided, all) = run(&[EngineName::Bmc], true);
    assert_eq!(decided, violated);
    assert!(
        violated > 50 && violated + 50 < all,
        "the systems are a fair mix"
    );
}

#[test]
fn k_induction_with_invariants_is_never_wrong() {
    let (decided, all) = run(&[EngineName::KInduction, EngineName::Invariants], true);
    assert!(decided * 10 > all * 8, "{decided} of {all}");
}

#[test]
fn the_portfolio_decides_everything() {
    for deterministic in [true, false] {
        let (decided, all) = run(&EngineName::ALL, deterministic);
        assert_eq!(decided, all);
    }
}

#[test]
fn rounds_give_the_same_evidence_with_any_number_of_jobs() {
    let none = Pool::new().export(&[]);
    for seed in 0..20 {
        let system = Arc::new(Shape::TYPED.system(seed));
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let backend = Backend::choose(&system, &all, &[]).expect("finite");
        let once = |jobs: usize| {
            let options = Options {
                deterministic: true,
                max_k: 40,
                jobs,
                ..Options::default()
            };
            let stop = StopFlag::new();
            let outcome = decide(
                &system,
                &all,
                &none,
                &backend,
                &options,
                &stop,
                &mut |_, _| {},
            )
            .expect("no contradiction");
            let verdicts: Vec<String> = outcome
                .verdicts
                .iter()
                .map(|(p, v, _)| format!("{p} {v:?}"))
                .collect();
            (verdicts, outcome.lemmas, outcome.spent)
        };
        let first = once(1);
        for jobs in [1, 2, 8] {
            assert_eq!(first, once(jobs), "seed {seed}, {jobs} jobs");
        }
    }
}

/// A property that IC3 settles while it builds its model costs something too.
#[test]
fn an_attempt_that_ends_at_once_counts() {
    // With a state, or it would be a problem without steps.
    let mut system = counter();
    let term = system.pool.bool(true);
    system.properties = vec![Property::invariant("trivial", term)].into();
    let system = Arc::new(system);
    let options = Options {
        engines: vec![EngineName::Ic3],
        deterministic: true,
        ..Options::default()
    };
    let backend = Backend::choose(&system, &[0], &[]).expect("finite");
    let outcome = decide(
        &system,
        &[0],
        &Pool::new().export(&[]),
        &backend,
        &options,
        &StopFlag::new(),
        &mut |_, _| {},
    )
    .expect("no contradiction");
    let verdict = &outcome.verdicts[0].1;
    assert!(matches!(verdict, Verdict::Proved { .. }), "{verdict:?}");
    let spent = outcome.spent.iter().find(|(e, _)| *e == EngineName::Ic3);
    assert!(spent.is_some_and(|(_, effort)| *effort > 0), "{spent:?}");
}

/// An unbounded counter from 0 on: it is never negative, and it is 3 after three steps.
fn counter() -> System {
    let mut system = System::new();
    let n = system.state("n", Sort::Int);
    let pool = &mut system.pool;
    let (zero, one, three) = (pool.int(0), pool.int(1), pool.int(3));
    let next = pool.add([n, one]);
    system.set_state(n, Some(zero), next);
    let claims = [system.pool.le(zero, n), system.pool.lt(n, three)];
    for term in claims {
        system.claim(term);
    }
    system
}

/// The engines over numbers, with each SMT solver as the only one.
#[test]
fn every_smt_solver_serves_the_engines() {
    let system = Arc::new(counter());
    let found = discover();
    for kind in SolverKind::ALL {
        let only: Vec<_> = found.iter().filter(|f| f.kind == kind).cloned().collect();
        if only.is_empty() {
            println!("skipped: {kind} was not found");
            continue;
        }
        let backend = Backend::choose(&system, &[0, 1], &only).expect("a solver is there");
        assert_eq!(backend.solver().map(|s| s.kind), Some(kind));
        let outcome = decide(
            &system,
            &[0, 1],
            &Pool::new().export(&[]),
            &backend,
            &Options::default(),
            &StopFlag::new(),
            &mut |_, _| {},
        )
        .expect("no contradiction");
        let [(_, proved, _), (_, violated, _)] = &outcome.verdicts[..] else {
            panic!("two properties");
        };
        assert!(matches!(proved, Verdict::Proved { .. }), "{kind}");
        let Verdict::Violated { trace, .. } = violated else {
            panic!("{kind}: {violated:?}");
        };
        assert_eq!(trace.len(), 4, "{kind}");
    }
}
