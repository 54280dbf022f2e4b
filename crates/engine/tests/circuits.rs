//! Every engine that works on bits against the explicit states of random circuits of up to 12 latches;
//! what they say is proved by the check room. And interpolation and decision diagrams on random small
//! systems with numbers, ranges, constraints and parameters, against enumeration.

mod enumerate;
mod generate;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use assay_check::{CheckOutcome, Checker, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::bdd::{Bdd, BddOutcome};
use assay_engine::director::{Options, decide};
use assay_engine::interpolation::{Interpolation, InterpolationOutcome};
use assay_solver::StopFlag;
use assay_system::{Certificate, Cone, EngineName, System, Trace, VarKind, Verdict, replay};
use assay_term::TermId;
use enumerate::States;
use generate::{Random, build};

/// An and of two signals, each perhaps inverted; a signal is twice its number plus one if inverted.
/// Signal 0 is false, then come latches, inputs and gates.
struct Circuit {
    latches: usize,
    inputs: usize,
    gates: Vec<(usize, usize)>,
    next: Vec<usize>,
    starts_true: Vec<bool>,
    bad: usize,
    constraint: usize,
}

impl Circuit {
    fn random(random: &mut Random) -> Circuit {
        let latches = 2 + random.below(11);
        let inputs = random.below(4);
        let mut signals = 1 + latches + inputs;
        let mut gates = Vec::new();
        for _ in 0..latches * 3 {
            let mut pick = || 2 * (1 + random.below(signals - 1)) + random.below(2);
            gates.push((pick(), pick()));
            signals += 1;
        }
        // Recent signals are functions of more latches. Every other latch changes or stays, as those of
        // counters do, so that there are deep states.
        let mut next = Vec::new();
        for latch in 0..latches {
            let mut pick = || 2 * (signals - 1 - random.below(signals / 2)) + random.below(2);
            let (changes, now) = (pick(), 2 * (1 + latch));
            if random.below(2) == 0 {
                next.push(changes);
                continue;
            }
            gates.extend([(changes, now), (changes ^ 1, now ^ 1)]);
            gates.push((2 * signals + 1, 2 * signals + 3));
            next.push(2 * (signals + 2));
            signals += 3;
        }
        let mut pick = || 2 * (signals - 1 - random.below(signals / 2)) + random.below(2);
        let (x, y, z) = (pick(), pick(), pick());
        gates.extend([(x, y), (2 * signals, z)]);
        let bad = 2 * (signals + 1);
        let some = pick();
        let constraint = if random.below(4) == 0 { some } else { 1 };
        Circuit {
            latches,
            inputs,
            gates,
            next,
            starts_true: (0..latches).map(|_| random.below(4) == 0).collect(),
            bad,
            constraint,
        }
    }

    fn system(&self) -> System {
        let mut system = System::new();
        let latches: Vec<_> = (0..self.latches)
            .map(|i| build::state(&mut system, &format!("l{i}"), None))
            .collect();
        let inputs = (0..self.inputs).map(|i| build::input(&mut system, &format!("i{i}"), None));
        let inputs: Vec<_> = inputs.collect();
        let mut signals: Vec<TermId> = vec![system.pool.bool(false)];
        signals.extend(latches.iter().chain(&inputs).map(|&v| system.pool.var(v)));
        let of = |system: &mut System, signals: &[TermId], signal: usize| {
            let term = signals[signal / 2];
            if signal % 2 == 1 {
                system.pool.not(term)
            } else {
                term
            }
        };
        for &(a, b) in &self.gates {
            let (a, b) = (of(&mut system, &signals, a), of(&mut system, &signals, b));
            signals.push(system.pool.gate(a, b));
        }
        for (i, &latch) in latches.iter().enumerate() {
            let init = system.pool.bool(self.starts_true[i]);
            let next = of(&mut system, &signals, self.next[i]);
            build::set_state(&mut system, latch, Some(init), next);
        }
        let good = of(&mut system, &signals, self.bad ^ 1);
        build::property(&mut system, good);
        if self.constraint != 1 {
            let constraint = of(&mut system, &signals, self.constraint);
            generate::constrain(&mut system, constraint);
        }
        system
    }

    /// Steps before the nearest violation.
    fn violation(&self) -> Option<usize> {
        let start = (0..self.latches).filter(|&i| self.starts_true[i]);
        let start: usize = start.map(|i| 1 << i).sum();
        let mut seen = vec![false; 1 << self.latches];
        let mut queue = VecDeque::from([(start, 0)]);
        seen[start] = true;
        while let Some((state, depth)) = queue.pop_front() {
            for inputs in 0..1 << self.inputs {
                let mut values = vec![false];
                values.extend((0..self.latches).map(|i| state >> i & 1 == 1));
                values.extend((0..self.inputs).map(|i| inputs >> i & 1 == 1));
                let get = |values: &[bool], s: usize| values[s / 2] != (s % 2 == 1);
                for &(a, b) in &self.gates {
                    values.push(get(&values, a) && get(&values, b));
                }
                if !get(&values, self.constraint) {
                    continue;
                }
                if get(&values, self.bad) {
                    return Some(depth);
                }
                let next = self.next.iter().enumerate();
                let next = next.filter(|(_, s)| get(&values, **s));
                let next: usize = next.map(|(i, _)| 1 << i).sum();
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back((next, depth + 1));
                }
            }
        }
        None
    }
}

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
            Interpolation::new(&system, 0, &[], &[], &stop).expect("a finite system");
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
        let mut bdd = Bdd::new(&system, 0, &[], &stop).expect("a small system");
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
        let mut search =
            Interpolation::new(system, 0, &[], &[], &StopFlag::new()).expect("a finite system");
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
