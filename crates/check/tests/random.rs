//! Random small finite systems, with random lemmas, against brute force: a certificate is accepted
//! exactly if its obligations hold for every execution there is, and a trace exactly if the other
//! replay agrees.

mod common;

use assay_check::{CheckOutcome, check_certificate, check_trace};
use assay_system::{Certificate, Provers, Trace, VarKind, replay};
use assay_term::{Functions, Sort, TermId, Value};
use assay_testkit::{Build, Explicit, Random, Values, certificate};
use common::grow::{strengthen, system};
use common::{lrat, smt, smt_solvers};

#[test]
fn certificates_are_accepted_exactly_if_brute_force_agrees() {
    let (accepted, rejected, telling, _) = compare(20260729, 800, false);
    assert!(accepted >= 60 && rejected >= 60 && telling >= 60);
}

#[test]
fn certificates_on_simple_paths_are_accepted_exactly_if_brute_force_agrees() {
    let (accepted, rejected, telling, flagged) = compare(1729, 800, true);
    assert!(accepted >= 60 && rejected >= 60 && telling >= 60 && flagged >= 3);
}

/// How many certificates were accepted, how many not, how many accepted ones had lemmas about states, and how many the
/// flag alone made acceptable.
fn compare(seed: u64, rounds: usize, simple_path: bool) -> (usize, usize, usize, usize) {
    let mut random = Random::new(seed);
    let (mut accepted, mut rejected, mut telling, mut flagged) = (0, 0, 0, 0);
    for round in 0..rounds {
        let (mut b, mut lemmas) = system(&mut random);
        let k = 1 + random.below(3);
        let mut properties = random.pick(&[&[0][..], &[1], &[0, 1]]);
        if round % 2 == 0 {
            lemmas = strengthen(&mut b, &mut random);
            properties = &[0];
        } else if simple_path {
            // Random lemmas are false mostly; of a lone property the flag may be what it needs.
            lemmas.clear();
        }
        let certificate = Certificate {
            simple_path,
            provers: Provers::none(),
            ..certificate(&b, k, &lemmas, properties)
        };
        let explicit = Explicit::new(&b);
        let claimed = properties.iter().map(|p| b.properties[*p].term);
        let terms: Vec<TermId> = claimed.chain(lemmas.iter().copied()).collect();
        let invariant = explicit.invariant(terms);
        let outcome = check_certificate(&b, &certificate, &lrat());
        match &outcome {
            CheckOutcome::Accepted { .. } => {
                accepted += 1;
                telling += usize::from(round % 2 == 0 && !lemmas.is_empty());
                for &p in properties {
                    let property = b.properties[p].term;
                    assert!(explicit.is_true(property), "round {round}: property {p}");
                }
            }
            CheckOutcome::Rejected { .. } => rejected += 1,
            CheckOutcome::Inconclusive { reason } => panic!("round {round}: {reason}"),
        }
        let plain = invariant.is_inductive(k);
        let expected = if simple_path {
            invariant.is_inductive_on_simple_paths(k)
        } else {
            plain
        };
        assert_eq!(
            outcome.is_accepted(),
            expected,
            "round {round}, k = {k}: {outcome:?}"
        );
        flagged += usize::from(expected && !plain);
    }
    println!(
        "{accepted} accepted ({telling} with lemmas about states, {flagged} by the flag), {rejected} rejected"
    );
    (accepted, rejected, telling, flagged)
}

#[test]
fn smt_solvers_agree_with_the_proofs() {
    let solvers = smt_solvers();
    if solvers.is_empty() {
        println!("note: skipped without an SMT solver");
        return;
    }
    let mut random = Random::new(77);
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..40 {
        let (b, lemmas) = system(&mut random);
        let certificate = certificate(&b, 1 + random.below(2), &lemmas, &[round % 2]);
        let expected = check_certificate(&b, &certificate, &lrat()).is_accepted();
        for solver in &solvers {
            match check_certificate(&b, &certificate, &smt(solver)) {
                CheckOutcome::Accepted { .. } => assert!(expected, "round {round}: {solver:?}"),
                CheckOutcome::Rejected { .. } => assert!(!expected, "round {round}: {solver:?}"),
                // Yices refuses divisors and products that are not constant.
                CheckOutcome::Inconclusive { reason } => {
                    assert!(solver.name.starts_with("yices"), "round {round}: {reason}");
                    continue;
                }
            }
            if expected {
                accepted += 1;
            } else {
                rejected += 1;
            }
        }
    }
    println!("{accepted} accepted, {rejected} rejected");
    assert!(accepted > 0 && rejected > 0);
}

/// A random execution, of the given length.
fn execution(explicit: &Explicit, random: &mut Random, length: usize) -> Vec<Values> {
    let first = explicit.first();
    let mut steps = vec![first[random.below(first.len())].clone()];
    while steps.len() < length {
        let followers = explicit.after(&steps[steps.len() - 1..]);
        steps.push(followers[random.below(followers.len())].clone());
    }
    steps
}

#[test]
fn traces_are_accepted_exactly_if_the_other_replay_agrees() {
    let mut random = Random::new(4711);
    let (mut accepted, mut rejected, mut changed) = (0, 0, 0);
    for _ in 0..1500 {
        let (b, _) = system(&mut random);
        let explicit = Explicit::new(&b);
        let length = 1 + random.below(4);
        let mut trace = Trace {
            steps: execution(&explicit, &mut random, length),
            functions: Functions::default(),
        };
        if random.below(3) == 0 {
            let (step, var) = (random.below(length), random.below(b.vars.len()));
            let value = &mut trace.steps[step][var];
            *value = match value {
                Value::Bool(x) => Value::Bool(!*x),
                ref other => Value::Int(other.as_int().unwrap() + random.pick(&[-1, 1])),
            };
            changed += 1;
        }
        let expected = replay(&b, &trace).is_ok_and(|replay| {
            let last = &trace.steps[length - 1];
            replay.violates(0) && !explicit.holds(last, b.properties[0].term)
        });
        let outcome = check_trace(&b, &trace, 0);
        assert_eq!(outcome.is_ok(), expected, "{outcome:?}");
        if expected {
            accepted += 1;
        } else {
            rejected += 1;
        }
    }
    println!("{accepted} accepted, {rejected} rejected, {changed} changed");
    assert!(accepted >= 100 && rejected >= 100 && changed >= 300);
}

#[test]
fn a_certificate_of_one_system_does_not_fit_its_mutants() {
    let mut random = Random::new(31337);
    let (mut fits, mut misfits) = (0, 0);
    for _ in 0..300 {
        let (mut b, _) = system(&mut random);
        let lemmas = strengthen(&mut b, &mut random);
        let certificate = certificate(&b, 1, &lemmas, &[0]);
        if !check_certificate(&b, &certificate, &lrat()).is_accepted() {
            continue;
        }
        // The mutant: the first Boolean state runs the other way round.
        let flipped = b.var_ids().find_map(|v| match b.var(v).kind {
            VarKind::State { next, .. } if b.sort(v) == Sort::Bool => Some((v, next)),
            _ => None,
        });
        let Some((state, next)) = flipped else {
            continue;
        };
        let inverted = b.pool.not(next);
        b.set_next(state, inverted);
        let explicit = Explicit::new(&b);
        let property = b.properties[0].term;
        let accepted = check_certificate(&b, &certificate, &lrat()).is_accepted();
        if accepted {
            assert!(explicit.is_true(property));
            fits += 1;
        } else {
            misfits += 1;
        }
    }
    println!("{fits} fit, {misfits} do not");
    assert!(fits > 0 && misfits > 0);
}
