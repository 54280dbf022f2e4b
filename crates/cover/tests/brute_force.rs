//! The cascade against enumeration: random finite systems, random patches, every property's verdict
//! on every mutant, and equivalence, compared with explicit-state search.

use std::collections::{BTreeSet, HashMap};

use assay_cover::result::{MutantVerdict, Notice, Stage};
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_solver::StopFlag;
use assay_system::{Mutants, Patch, System, VarKind, within};
use assay_term::{Sort, TermId, Value, VarId};
use assay_testkit::mutants::{alone, random_mutants, without_others};
use assay_testkit::{Build, brute_force};

/// Whether original and mutant admit the same at every step that both have reached, and compute the same there: the first
/// difference of two executions is one of the definitions or of the assumptions, on a past that neither excludes.
fn equivalent(mutants: &Mutants, m: usize, patch: &Patch) -> bool {
    let patched = alone(mutants, m);
    let mut probe = without_others(mutants, m);
    // What the mutant's wires are, in terms of what both share.
    let mut copies: HashMap<VarId, TermId> = HashMap::new();
    for wire in patched.wire_order() {
        let VarKind::Wire { def } = patched.var(wire).kind else {
            unreachable!("these are wires");
        };
        let copy = probe.pool.substitute(&[def], |w| copies.get(&w).copied());
        copies.insert(wire, copy[0]);
    }
    let before: Vec<TermId> = probe.constraints.iter().map(|c| c.term).collect();
    let after: Vec<TermId> = patched.constraints.iter().map(|c| c.term).collect();
    let after = probe.pool.substitute(&after, |w| copies.get(&w).copied());
    let (before, after) = (probe.pool.and(before), probe.pool.and(after));
    let mut same: Vec<TermId> = Vec::new();
    for (v, kind) in &patch.vars {
        assert!(matches!(kind, VarKind::Wire { .. }), "patches are of wires");
        let original = probe.pool.var(*v);
        same.push(probe.pool.eq(original, copies[v]));
    }
    let same = probe.pool.and(same);
    let same = probe.pool.implies(before, same);
    let admits = probe.pool.eq(before, after);
    let agree = probe.pool.and2(admits, same);
    let so_far = probe.state("admitted so far", Sort::Bool);
    let yes = probe.pool.bool(true);
    let next = probe.pool.and2(so_far, before);
    probe.set_state(so_far, Some(yes), next);
    probe.constraints.truncate(1);
    if let Some(constraint) = probe.constraints.first_mut() {
        constraint.term = so_far;
    }
    probe.properties.truncate(1);
    probe.properties[0].term = agree;
    brute_force(&probe)[0].is_none()
}

/// The system without the fresh variables of mutants, which come last.
fn original(mutants: &Mutants) -> System {
    let mut system = mutants.system.clone();
    for var in system.var_ids().skip(mutants.fresh_from) {
        let def = Value::default_of(system.sort(var));
        let def = system.pool.constant(def);
        system.vars[var.index()].kind = VarKind::Wire { def };
    }
    system
}

fn options(killers: Killers, skip: &[Stage]) -> CoverOptions {
    let mut options = CoverOptions {
        killers,
        skip: skip.to_vec(),
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

#[test]
fn verdicts_and_killers_are_those_of_enumeration() {
    let stop = StopFlag::new();
    let (mut kills, mut survivors, mut equivalents, mut vacuous) = (0, 0, 0, 0);
    let mut dead = 0;
    for seed in 0..140 {
        let mutants = random_mutants(seed);
        let result = match cover(
            &mutants,
            &[],
            &options(Killers::All, &[]),
            None,
            &stop,
            &|_| {},
        ) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_)) => continue,
            Err(CoverError::DeadEnd(end)) => {
                let longer = |steps| {
                    let claim = within(original(&mutants), steps);
                    brute_force(&claim).pop().flatten().is_some()
                };
                assert!(!longer(end.steps), "seed {seed}: {end:?}");
                assert!(
                    end.steps == 0 || longer(end.steps - 1),
                    "seed {seed}: {end:?}"
                );
                dead += 1;
                continue;
            }
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        for (m, outcome) in result.mutants.iter().enumerate() {
            let mutant = &mutants.mutants[m];
            let patch = mutant.patch().expect("all are valid");
            let truth = brute_force(&alone(&mutants, m));
            let expected: BTreeSet<usize> = (0..result.properties.len())
                .filter(|&i| truth[result.properties[i]].is_some())
                .collect();
            let found: BTreeSet<usize> = outcome.killers().collect();
            let at = format!("seed {seed} mutant {}", mutant.id);
            assert_ne!(
                outcome.verdict,
                MutantVerdict::Unknown,
                "{at}: {:?}",
                outcome.reason
            );
            match outcome.verdict {
                MutantVerdict::Killed => {
                    assert_eq!(found, expected, "{at}");
                    kills += 1;
                }
                MutantVerdict::Survived => {
                    assert!(expected.is_empty(), "{at} is killed by {expected:?}");
                    let notices = &outcome.notices;
                    assert!(notices.iter().all(|n| matches!(n, Notice::Survives { .. })));
                    survivors += 1;
                }
                MutantVerdict::Equivalent => {
                    assert!(expected.is_empty(), "{at} is killed by {expected:?}");
                    assert!(equivalent(&mutants, m, patch), "{at} is not equivalent");
                    equivalents += 1;
                }
                MutantVerdict::Vacuous => {
                    assert!(expected.is_empty(), "{at} is killed by {expected:?}");
                    vacuous += 1;
                }
                other => panic!("{at}: {other:?}"),
            }
        }
    }
    // The sample is worth something only if every kind occurs.
    assert!(
        kills > 80 && survivors > 200,
        "{kills} kills, {survivors} survivors"
    );
    assert!(
        equivalents > 20 && vacuous > 0 && dead > 10,
        "{equivalents} equivalent, {vacuous} vacuous, {dead} dead ends"
    );
}

/// Killed and survived never change sides when a stage is left out; answers only get weaker.
#[test]
fn a_stage_left_out_never_turns_a_verdict_around() {
    let stop = StopFlag::new();
    for seed in 0..25 {
        let mutants = random_mutants(seed);
        let run = |skip: &[Stage]| {
            cover(
                &mutants,
                &[],
                &options(Killers::All, skip),
                None,
                &stop,
                &|_| {},
            )
            .ok()
        };
        let Some(full) = run(&[]) else { continue };
        for stage in Stage::ALL {
            let part = run(&[stage]).expect("the proof does not depend on stages");
            for (a, b) in full.mutants.iter().zip(&part.mutants) {
                let allowed = a.verdict == b.verdict
                    || b.verdict == MutantVerdict::Unknown
                    || (a.verdict == MutantVerdict::Equivalent
                        && b.verdict == MutantVerdict::Survived)
                    || (b.verdict == MutantVerdict::Equivalent
                        && a.verdict == MutantVerdict::Survived);
                assert!(
                    allowed,
                    "seed {seed} without {stage:?}: {:?} {:?}",
                    a.verdict, b.verdict
                );
            }
        }
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let stop = StopFlag::new();
    for seed in 0..25 {
        let mutants = random_mutants(seed);
        let run = |jobs| {
            let options = CoverOptions {
                jobs,
                ..options(Killers::All, &[])
            };
            let result = cover(&mutants, &[], &options, None, &stop, &|_| {}).ok()?;
            let lines: Vec<String> = result
                .mutants
                .iter()
                .map(|r| format!("{:?} {:?} {:?}", r.verdict, r.stage, r.notices))
                .collect();
            Some(lines)
        };
        let one = run(1);
        assert_eq!(one, run(2), "seed {seed}");
        assert_eq!(one, run(8), "seed {seed}");
    }
}

#[test]
fn one_killer_is_a_subset_of_all() {
    let stop = StopFlag::new();
    for seed in 0..25 {
        let mutants = random_mutants(seed);
        let run = |killers| cover(&mutants, &[], &options(killers, &[]), None, &stop, &|_| {}).ok();
        let (Some(all), Some(one)) = (run(Killers::All), run(Killers::One)) else {
            continue;
        };
        for (a, b) in all.mutants.iter().zip(&one.mutants) {
            assert_eq!(a.verdict, b.verdict, "seed {seed}");
            let few: Vec<usize> = b.killers().collect();
            assert!(few.iter().all(|k| a.killers().any(|x| x == *k)));
        }
    }
}
