//! Families against explicit enumeration: every member of a random circuit gets the verdict that a search through all of
//! its states gives, by the sieve alone or with IC3, whatever was learnt about the members before; certificates are
//! about the member and hold in the check room's sense, traces replay.

use std::sync::Arc;

use assay_engine::family::{Family, News, Outcome};
use assay_engine::ic3::{Ic3Outcome, ic3, ic3_under};
use assay_solver::StopFlag;
use assay_system::{System, Trace, VarKind, replay};
use assay_term::{Dag, Pool, Sort, TermId, Value, VarId};
use assay_testkit::{Build, Circuit, Explicit, Random, Shape};

/// What becomes of a latch's next value.
#[derive(Clone, Copy)]
enum Change {
    Free,
    Constant(bool),
}

const CHANGES: [Change; 3] = [
    Change::Free,
    Change::Constant(false),
    Change::Constant(true),
];

/// The circuit with a switch for each change of each latch, and where the latches and inputs of the changes are.
struct Switched {
    system: Arc<System>,
    switches: Vec<VarId>,
}

fn latches(system: &System) -> Vec<VarId> {
    let is_state = |v: &VarId| matches!(system.var(*v).kind, VarKind::State { .. });
    system.var_ids().filter(is_state).collect()
}

fn changed(system: &mut System, change: Change) -> TermId {
    match change {
        Change::Constant(value) => system.pool.bool(value),
        Change::Free => {
            let name = format!("free {}", system.vars.len());
            system.input(&name, Sort::Bool)
        }
    }
}

fn parts(system: &System, latch: VarId) -> (Option<TermId>, TermId) {
    match system.var(latch).kind {
        VarKind::State { init, next } => (init, next),
        _ => unreachable!("it is a state"),
    }
}

fn switched(circuit: &Circuit) -> Switched {
    let mut system = circuit.system();
    let mut switches = Vec::new();
    for latch in latches(&system) {
        for change in CHANGES {
            let name = format!("switch {}", switches.len());
            let switch = system.rigid(&name, Sort::Bool);
            let new = changed(&mut system, change);
            let (init, next) = parts(&system, latch);
            let next = system.pool.ite(switch, new, next);
            system.set_state(latch, init, next);
            switches.push(system.var_of(switch));
        }
    }
    Switched {
        system: Arc::new(system),
        switches,
    }
}

/// The member by itself.
fn member(circuit: &Circuit, number: usize) -> System {
    let mut system = circuit.system();
    let latch = latches(&system)[number / CHANGES.len()];
    let new = changed(&mut system, CHANGES[number % CHANGES.len()]);
    let (init, _) = parts(&system, latch);
    system.set_state(latch, init, new);
    system
}

/// Only those switches that the property depends on: others change nothing.
fn asked(family: &Switched) -> Vec<usize> {
    let system = &family.system;
    let cone = assay_system::Cone::of(system, &[system.properties[0].term]);
    let switches = family.switches.iter().enumerate();
    let seen = switches.filter(|(_, v)| cone.contains(**v));
    seen.map(|(at, _)| at).collect()
}

fn proof_of(circuit: &Circuit) -> Option<Dag> {
    match ic3(&circuit.system(), 0, &[], &StopFlag::new(), None).outcome {
        Ic3Outcome::Proved(certificate) => Some(certificate.lemmas),
        _ => None,
    }
}

fn violates(switched: &Switched, number: usize, trace: &Trace) -> bool {
    let outcome = replay(&switched.system, trace).expect("the trace is an execution");
    let on = |v: VarId| trace.value(0, v) == &Value::Bool(true);
    let only = switched.switches.iter().enumerate();
    let only = only.filter(|(_, v)| on(**v)).all(|(at, _)| at == number);
    only && outcome.violates(0)
}

/// All members in order, each asked twice: with little effort, then with as much as it takes. Every other family begins with
/// the lemmas of the original's proof, the others with nothing.
fn hold_against_all_states(circuit: &Circuit, seed: u64, tally: &mut [usize; 3]) {
    let Some(mut lemmas) = proof_of(circuit) else {
        return;
    };
    if seed % 2 == 1 {
        lemmas = circuit.system().pool.export(&[]);
    }
    let switched = switched(circuit);
    let numbers = asked(&switched);
    if numbers.is_empty() {
        return;
    }
    let switches: Vec<VarId> = numbers.iter().map(|&n| switched.switches[n]).collect();
    let stop = StopFlag::new();
    let mut family = Family::new(&switched.system, 0, &[&lemmas], &switches, &stop).expect("bits");
    for (at, &number) in numbers.iter().enumerate() {
        let alone = member(circuit, number);
        let states = Explicit::new(&alone);
        let violated = states.reach().violation().is_some();
        let sifted = family.sift(at, 1_000_000).expect("no limit is met");
        if let Some(certificate) = sifted {
            assert!(!violated, "seed {seed}, member {number}");
            assert!(states.accepts(&certificate), "seed {seed}");
            tally[0] += 1;
            continue;
        }
        let mut news = News::default();
        let mut outcome = family.search(at, 5, &mut news);
        if matches!(outcome, Outcome::Unknown(_)) {
            family.learn(&news).expect("no limit is met");
            outcome = family.search(at, 1_000_000, &mut news);
        }
        match outcome {
            Outcome::Proved(certificate) => {
                assert!(!violated, "seed {seed}, member {number}");
                assert!(states.accepts(&certificate), "seed {seed}");
                tally[1] += 1;
            }
            Outcome::Violated(trace) => {
                assert!(violated, "seed {seed}, member {number}");
                assert!(violates(&switched, number, &trace), "seed {seed}");
                tally[2] += 1;
            }
            Outcome::Unknown(reason) => panic!("seed {seed}, member {number}: {reason}"),
        }
    }
}

#[test]
fn members_get_the_verdict_that_enumeration_gives() {
    let mut tally = [0; 3];
    for seed in 0..500 {
        let circuit = Circuit::random(&mut Random::new(seed / 2));
        if circuit.latches <= 7 {
            hold_against_all_states(&circuit, seed, &mut tally);
        }
    }
    assert!(tally.iter().all(|&n| n > 40), "{tally:?}");
}

/// Systems with integers, wires and constraints, where some Boolean parameter is the switch.
#[test]
fn a_member_is_the_system_with_its_switch_on() {
    let mut tally = [0; 3];
    for seed in 0..1_000 {
        let system = Arc::new(Shape::GENERAL.system(seed));
        let switch = system.var_ids().find(|&v| {
            matches!(system.var(v).kind, VarKind::Rigid) && system.sort(v) == Sort::Bool
        });
        let Some(switch) = switch else { continue };
        let stop = StopFlag::new();
        let expected = ic3_under(&system, 0, &[(switch, true)], &[], &stop, None).outcome;
        let Ok(mut family) = Family::new(&system, 0, &[], &[switch], &stop) else {
            tally[2] += 1;
            continue;
        };
        match family.search(0, 1_000_000, &mut News::default()) {
            Outcome::Proved(_) => {
                assert!(matches!(expected, Ic3Outcome::Proved(_)), "seed {seed}");
                tally[0] += 1;
            }
            Outcome::Violated(trace) => {
                assert!(matches!(expected, Ic3Outcome::Violated(_)), "seed {seed}");
                let outcome = replay(&system, &trace).expect("the trace is an execution");
                assert!(outcome.violates(0), "seed {seed}");
                assert_eq!(trace.value(0, switch), &Value::Bool(true));
                tally[1] += 1;
            }
            Outcome::Unknown(reason) => panic!("seed {seed}: {reason}"),
        }
    }
    assert!(tally.iter().all(|&n| n > 10), "{tally:?}");
}

/// Wrong candidates cost time and no truth.
#[test]
fn candidates_that_do_not_hold_are_left_out() {
    let mut kept = 0;
    for seed in 0..120 {
        let circuit = Circuit::random(&mut Random::new(seed));
        if circuit.latches > 6 || proof_of(&circuit).is_none() {
            continue;
        }
        let switched = switched(&circuit);
        let mut pool = switched.system.pool.clone();
        let vars = latches(&switched.system).into_iter();
        // Every latch is constant, every two are equal, and every clause of three: mostly wrong, and enough for a random walk.
        let vars: Vec<TermId> = vars.map(|v| pool.var(v)).collect();
        let mut claims = Vec::new();
        for (at, &a) in vars.iter().enumerate() {
            claims.extend([a, pool.not(a)]);
            claims.extend(
                vars[..at]
                    .iter()
                    .map(|&b| pool.eq(a, b))
                    .collect::<Vec<_>>(),
            );
        }
        for (at, &a) in vars.iter().enumerate() {
            for (before, &b) in vars[..at].iter().enumerate() {
                for &c in &vars[..before] {
                    for signs in 0..8 {
                        let lit = |(i, t): (usize, TermId), pool: &mut Pool| match signs >> i & 1 {
                            0 => t,
                            _ => pool.not(t),
                        };
                        let lits = [(0, a), (1, b), (2, c)].map(|l| lit(l, &mut pool));
                        claims.push(pool.or(lits));
                    }
                }
            }
        }
        let claims = pool.export(&claims);
        let numbers = asked(&switched);
        let switches: Vec<VarId> = numbers.iter().map(|&n| switched.switches[n]).collect();
        let stop = StopFlag::new();
        let Ok(mut family) = Family::new(&switched.system, 0, &[&claims], &switches, &stop) else {
            continue;
        };
        for (at, &number) in numbers.iter().enumerate() {
            if let Ok(Some(certificate)) = family.sift(at, 1_000_000) {
                assert!(Explicit::new(&member(&circuit, number)).accepts(&certificate));
                kept += 1;
            }
        }
    }
    assert!(kept > 20, "{kept}");
}
