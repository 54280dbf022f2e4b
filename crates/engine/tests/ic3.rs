//! IC3 against explicit enumeration on random small systems: verdicts, certificates and traces; and
//! on a few systems whose size enumeration does not reach.

use std::sync::Arc;

use assay_engine::ic3::{Ic3Outcome, Reason, ic3, ic3_under};
use assay_solver::StopFlag;
use assay_system::{Certificate, System, VarKind, replay};
use assay_term::{Dag, Sort, Value};
use assay_testkit::{Build, Explicit, Shape, frozen};

fn run(system: &System) -> Ic3Outcome {
    ic3(system, 0, &[], &StopFlag::new(), None).outcome
}

/// The outcome agrees with enumeration, and its evidence holds.
fn check(system: &System, outcome: &Ic3Outcome, seed: u64) {
    // What is outside the cone may leave its range: the property does not depend on it.
    let frozen = frozen(system);
    let states = Explicit::new(&frozen);
    let reached = states.reach();
    match outcome {
        Ic3Outcome::Proved(certificate) => {
            assert_eq!(reached.violation(), None, "seed {seed}");
            assert_eq!(certificate.k, 1);
            assert!(!reached.escapes, "seed {seed}");
            assert!(states.accepts(certificate), "seed {seed}");
        }
        Ic3Outcome::Violated(trace) => {
            assert!(reached.violation().is_some(), "seed {seed}");
            let outcome = replay(system, trace).expect("the trace is an execution");
            assert!(outcome.violates(0), "seed {seed}");
            assert_eq!(outcome.property_fails[0], Some(trace.len() - 1));
        }
        Ic3Outcome::Unknown(reason) => {
            // No trace replays once a range is left, inside the cone or outside.
            let escapes = reached.escapes || Explicit::new(system).reach().escapes;
            assert!(escapes, "seed {seed}: {reason}");
            assert!(matches!(reason, Reason::Hopeless(_)));
        }
    }
}

#[test]
fn random_systems_get_the_verdict_that_enumeration_gives() {
    let mut counts = [0; 3];
    for seed in 0..400 {
        let system = Shape::GENERAL.system(seed);
        let outcome = run(&system);
        counts[match outcome {
            Ic3Outcome::Proved(_) => 0,
            Ic3Outcome::Violated(_) => 1,
            Ic3Outcome::Unknown(_) => 2,
        }] += 1;
        check(&system, &outcome, seed);
    }
    assert!(
        counts[0] > 50 && counts[1] > 50 && counts[2] > 0,
        "{counts:?}"
    );
}

#[test]
fn fixed_parameters_are_as_if_constant() {
    let mut settled = 0;
    for seed in 0..150 {
        let system = Shape::GENERAL.system(seed);
        let rigid = system.var_ids().find(|&v| {
            matches!(system.var(v).kind, VarKind::Rigid) && system.sort(v) == Sort::Bool
        });
        let Some(rigid) = rigid else { continue };
        for value in [false, true] {
            let run = ic3_under(&system, 0, &[(rigid, value)], &[], &StopFlag::new(), None);
            let outcome = run.outcome;
            // The same system with the parameter constrained says the same.
            let mut constrained = system.clone();
            let var = constrained.pool.var(rigid);
            let constant = constrained.pool.bool(value);
            let equal = constrained.pool.eq(var, constant);
            constrained.assume(equal);
            if let Ic3Outcome::Violated(trace) = &outcome {
                assert_eq!(trace.value(0, rigid), &Value::Bool(value));
            }
            check(&constrained, &outcome, seed);
            settled += 1;
        }
    }
    assert!(settled > 50, "{settled}");
}

#[test]
fn lemmas_are_believed_and_not_repeated() {
    // A counter modulo 16 of which the property sees only that it is not 9; that it is even is given.
    let mut system = System::new();
    let x = system.state("x", (0, 15));
    let (zero, two, nine, sixteen) = {
        let p = &mut system.pool;
        (p.int(0), p.int(2), p.int(9), p.int(16))
    };
    let sum = system.pool.add([x, two]);
    let next = system.pool.int_mod(sum, sixteen);
    system.set_state(x, Some(zero), next);
    let equal = system.pool.eq(x, nine);
    let property = system.pool.not(equal);
    system.claim(property);
    let rest = system.pool.int_mod(x, two);
    let even = system.pool.eq(rest, zero);
    let lemma = Arc::new(system.pool.export(&[even]));
    let foreign = system.input("other", Sort::Bool);
    let foreign = Arc::new(system.pool.export(&[foreign]));
    let lemmas = [lemma.clone(), foreign];
    let run = ic3(&system, 0, &lemmas, &StopFlag::new(), None);
    let Ic3Outcome::Proved(certificate) = run.outcome else {
        panic!("the lemma alone implies the property");
    };
    assert!(certificate.lemmas.is_empty());
    let together = Certificate {
        lemmas: Dag::clone(&lemma),
        ..certificate
    };
    assert!(Explicit::new(&system).accepts(&together));
}

#[test]
fn initial_values_remember_their_inputs() {
    // s starts as the input u and is 0 afterwards: s = 5 only where u = 5.
    let mut system = System::new();
    let u = system.input("u", (0, 5));
    let s = system.state("s", (0, 5));
    let (zero, five) = (system.pool.int(0), system.pool.int(5));
    system.set_state(s, Some(u), zero);
    let (s5, u5) = (system.pool.eq(s, five), system.pool.eq(u, five));
    let property = system.pool.implies(s5, u5);
    system.claim(property);
    let outcome = run(&system);
    assert!(matches!(outcome, Ic3Outcome::Proved(_)));
    check(&system, &outcome, 0);
}

#[test]
fn what_is_not_finite_is_hopeless() {
    let mut system = System::new();
    let n = system.input("n", Sort::Int);
    let zero = system.pool.int(0);
    let property = system.pool.le(zero, n);
    system.claim(property);
    let Ic3Outcome::Unknown(reason) = run(&system) else {
        panic!("an unbounded integer was blasted");
    };
    assert_eq!(
        reason,
        Reason::Hopeless("the variable n has no finite range".into())
    );
}

/// Two counters of `bits` bits that step together; their top bits agree because all bits do.
fn twins(bits: u32) -> System {
    let mut system = System::new();
    let hi = (1i64 << bits) - 1;
    let go = system.input("go", (0, 1));
    let (a, b) = (system.state("a", (0, hi)), system.state("b", (0, hi)));
    let (one, zero, modulus) = {
        let p = &mut system.pool;
        (p.int(1), p.int(0), p.int(hi + 1))
    };
    let on = system.pool.eq(go, one);
    for c in [a, b] {
        let sum = system.pool.add([c, one]);
        let stepped = system.pool.int_mod(sum, modulus);
        let next = system.pool.ite(on, stepped, c);
        system.set_state(c, Some(zero), next);
    }
    let half = system.pool.int((hi + 1) / 2);
    let (top_a, top_b) = (system.pool.int_div(a, half), system.pool.int_div(b, half));
    let property = system.pool.eq(top_a, top_b);
    system.claim(property);
    system
}

#[test]
fn twin_counters_agree() {
    let system = twins(7);
    assert!(matches!(run(&system), Ic3Outcome::Proved(_)));
}

#[test]
fn a_budget_and_a_flag_end_the_search() {
    let system = twins(7);
    let run = ic3(&system, 0, &[], &StopFlag::new(), Some(5));
    assert!(matches!(run.outcome, Ic3Outcome::Unknown(Reason::Budget)));
    assert!(run.spent >= 5, "{}", run.spent);
    let stop = StopFlag::new();
    stop.raise();
    let outcome = ic3(&system, 0, &[], &stop, None).outcome;
    assert!(matches!(outcome, Ic3Outcome::Unknown(Reason::Interrupted)));
}

#[test]
fn an_answer_says_what_it_cost() {
    let system = twins(7);
    let free = ic3(&system, 0, &[], &StopFlag::new(), None);
    assert!(free.spent > 0);
    // As much as it took is enough; the questions are the same.
    let limited = ic3(&system, 0, &[], &StopFlag::new(), Some(free.spent));
    assert!(matches!(limited.outcome, Ic3Outcome::Proved(_)));
    assert_eq!(limited.spent, free.spent);
}

/// A token in a ring of `n` places; two opposite places never have it at once.
#[test]
fn a_token_ring_has_one_token() {
    let n = 30;
    let mut system = System::new();
    let places: Vec<_> = (0..n)
        .map(|i| system.state(&format!("t{i}"), Sort::Bool))
        .collect();
    let go = system.input("go", Sort::Bool);
    for i in 0..n {
        let before = places[(i + n - 1) % n];
        let next = system.pool.ite(go, before, places[i]);
        let init = system.pool.bool(i == 0);
        system.set_state(places[i], Some(init), next);
    }
    let both = system.pool.and([places[0], places[n / 2]]);
    let property = system.pool.not(both);
    system.claim(property);
    assert!(matches!(run(&system), Ic3Outcome::Proved(_)));
}

#[test]
fn a_deep_counterexample_is_found() {
    // A counter that reaches 40 after 40 steps and not before.
    let mut system = System::new();
    let x = system.state("x", (0, 63));
    let (zero, one, forty, modulus) = {
        let p = &mut system.pool;
        (p.int(0), p.int(1), p.int(40), p.int(64))
    };
    let sum = system.pool.add([x, one]);
    let next = system.pool.int_mod(sum, modulus);
    system.set_state(x, Some(zero), next);
    let equal = system.pool.eq(x, forty);
    let property = system.pool.not(equal);
    system.claim(property);
    let Ic3Outcome::Violated(trace) = run(&system) else {
        panic!("the counter reaches 40");
    };
    assert_eq!(trace.len(), 41);
    assert_eq!(trace.value(40, system.var_of(x)), &Value::int(40));
}
