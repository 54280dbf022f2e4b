//! Formulas of branching time: every verdict of the cascade against the labelling of explicit structures, on random systems with deadlocks
//! and fairness.

use std::collections::BTreeSet;

use assay_cover::result::{
    Baseline, Branching, BranchingOf, Checked, CoverResult, Evidence, MutantVerdict, Notice, Stage,
};
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_solver::StopFlag;
use assay_system::branching::{Outcome, enumerate};
use assay_system::{
    Claim, Fairness, Formula, Mutants, Property, System, VarKind, inputs_as_states, is_stated,
    not_stated,
};
use assay_term::{TermId, VarId};
use assay_testkit::branching::formula;
use assay_testkit::mutants::{alone, mutants_of, original};
use assay_testkit::{Random, Shape, Terms, brute_force};

/// States and choices of inputs.
const LIMIT: usize = 20_000;

/// Random mutants of a system with formulas beside its invariants, if `mixed`. Some systems have formulas, constraints and fairness about states
/// alone, or about states and wires.
fn subject(seed: u64, mixed: bool) -> Mutants {
    let shape = Shape {
        states: 1..=3,
        inputs: 0..=2,
        ranges: &[(0, 2), (0, 1)],
        ..Shape::TYPED
    };
    let mut mutants = mutants_of(seed, &shape);
    let mut random = Random::new(seed ^ 0xc71);
    let system = &mut mutants.system;
    let kind = random.below(3);
    let of_states = kind > 0;
    let known = (0..mutants.fresh_from as u32).map(VarId);
    let known = known.filter(|v| match system.var(*v).kind {
        VarKind::State { .. } => true,
        VarKind::Wire { .. } => kind < 2,
        _ => kind == 0,
    });
    let known: Vec<VarId> = known.collect();
    let terms = Terms::over(&system.pool, known);
    if of_states {
        for at in 0..system.constraints.len() {
            system.constraints[at].term = terms.bool(&mut system.pool, &mut random, 2);
        }
    }
    for at in 0..random.below(3) {
        let term = terms.bool(&mut system.pool, &mut random, 2);
        system.fairness.push(Fairness {
            name: format!("f{at}"),
            term,
            then: None,
            span: None,
        });
    }
    if !mixed {
        system.properties.truncate(0);
    }
    let atoms: Vec<TermId> = (0..3)
        .map(|_| terms.bool(&mut system.pool, &mut random, 1))
        .collect();
    let yes = system.pool.bool(true);
    for at in 0..4 {
        let claim = Claim::Temporal(formula(&mut random, &atoms, 3));
        system.properties.push(Property {
            claim,
            ..Property::invariant(format!("formula{at}"), yes)
        });
    }
    mutants
}

/// What each property comes to; None for one that is no formula. All inputs are states if the original needs that, otherwise those from `fresh` on which
/// claims read; None if they read others too.
fn outcomes(system: &System, all: bool, fresh: usize) -> Option<Vec<Option<Outcome>>> {
    let is_input = |v: &VarId| system.var(*v).kind == VarKind::Input;
    let inputs: Vec<VarId> = if all {
        system.var_ids().filter(is_input).collect()
    } else {
        not_stated(system)
    };
    if !all && inputs.iter().any(|v| v.index() < fresh) {
        return None;
    }
    let system = &inputs_as_states(system, &inputs);
    let enumerated = enumerate(system, LIMIT).ok()?;
    let of = |formula: &Formula| {
        let labels = enumerated
            .kripke
            .label(formula, |t| enumerated.holds(system, t).expect("a value"));
        let labels = labels.expect("a formula of CTL");
        enumerated
            .kripke
            .outcome(&labels.last().expect("the formula").holds)
    };
    let properties = system.properties.iter().map(|p| match &p.claim {
        Claim::Temporal(formula) => Some(of(formula)),
        _ => None,
    });
    Some(properties.collect())
}

fn options(killers: Killers) -> CoverOptions {
    let mut options = CoverOptions {
        killers,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    options
}

fn run(mutants: &Mutants, options: &CoverOptions) -> Option<CoverResult> {
    match cover(mutants, &[], options, None, &StopFlag::new(), &|_| {}) {
        Ok(result) => Some(result),
        Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => None,
        Err(error) => panic!("{error:?}"),
    }
}

/// What is counted, so that the test notices when it tests nothing.
#[derive(Debug, Default)]
struct Seen {
    baselines: usize,
    kills: usize,
    survivors: usize,
    lifeless: usize,
    batches: usize,
    refused: usize,
    freed: usize,
    /// Formulas of originals without executions.
    dead: usize,
}

fn compare(seed: u64, mixed: bool, seen: &mut Seen) {
    let mutants = subject(seed, mixed);
    let all = !is_stated(&mutants.system);
    let fresh = mutants.fresh_from;
    let Some(truth) = outcomes(&original(&mutants), all, fresh) else {
        return;
    };
    let Some(result) = run(&mutants, &options(Killers::All)) else {
        return;
    };
    let invariants = brute_force(&original(&mutants));
    for (p, baseline) in result.baseline.iter().enumerate() {
        let at = format!("seed {seed} property {p}: {baseline:?}");
        match truth[p] {
            Some(Outcome::Holds) => assert!(baseline.is_met(), "{at}"),
            Some(Outcome::Fails) => assert!(matches!(baseline, Baseline::Violated { .. }), "{at}"),
            Some(Outcome::NoExecutions) => {
                let Baseline::NoExecutions { checked } = baseline else {
                    panic!("{at}");
                };
                assert!(matches!(checked, Checked::Yes(_)), "{at}");
                seen.dead += 1;
            }
            None => assert_eq!(baseline.is_met(), invariants[p].is_none(), "{at}"),
        }
    }
    seen.baselines += 1;
    for stored in &result.branching {
        assert!(
            matches!(stored.checked, Checked::Yes(_)),
            "seed {seed}: {stored:?}"
        );
        if let (BranchingOf::Several { chosen, .. }, Branching::Holds { .. }) =
            (&stored.about, &stored.shows)
        {
            seen.batches += usize::from(chosen.len() > 1);
        }
    }
    for (m, found) in result.mutants.iter().enumerate() {
        let at = format!("seed {seed} mutant {}", mutants.mutants[m].id);
        let patched = alone(&mutants, m);
        let Some(truth) = outcomes(&patched, all, fresh) else {
            if found.verdict == MutantVerdict::Unknown {
                let reason = found.reason.as_deref().unwrap_or_default();
                assert!(reason.contains("the input"), "{at}: {reason}");
                seen.refused += 1;
            }
            continue;
        };
        seen.freed += usize::from(!all && !is_stated(&patched));
        let violated = brute_force(&patched);
        let fails = |p: usize| match truth[p] {
            Some(outcome) => outcome == Outcome::Fails,
            None => violated[p].is_some(),
        };
        let expected: BTreeSet<usize> = (0..result.properties.len())
            .filter(|&i| fails(result.properties[i]))
            .collect();
        let killers: BTreeSet<usize> = found.killers().collect();
        assert_ne!(
            found.verdict,
            MutantVerdict::Unknown,
            "{at}: {:?}",
            found.reason
        );
        if found.verdict != MutantVerdict::Equivalent || !expected.is_empty() {
            assert_eq!(killers, expected, "{at}: {:?}", found.verdict);
        }
        let is_killed = found.verdict == MutantVerdict::Killed;
        assert_eq!(is_killed, !expected.is_empty(), "{at}: {:?}", found.verdict);
        let formulas = || result.properties.iter().filter_map(|&p| truth[p]);
        let lifeless = formulas().any(|o| o == Outcome::NoExecutions);
        if lifeless && !is_killed {
            assert_eq!(found.verdict, MutantVerdict::Vacuous, "{at}: {found:?}");
            seen.lifeless += 1;
        }
        for notice in &found.notices {
            if let Notice::Kills {
                evidence: Evidence::Branching(number),
                ..
            } = notice
            {
                let stored = &result.branching[*number];
                assert_eq!(stored.about, BranchingOf::Mutant(m), "{at}");
                assert!(matches!(stored.shows, Branching::Fails { .. }), "{at}");
                seen.kills += 1;
            }
            if let Notice::Survives {
                evidence: Evidence::Branching(_),
                stage: Stage::Branching,
            } = notice
            {
                seen.survivors += 1;
            }
        }
    }
}

#[test]
fn verdicts_are_those_of_explicit_labelling() {
    let mut seen = Seen::default();
    for seed in 0..100 {
        compare(seed, seed % 2 == 0, &mut seen);
    }
    println!("{seen:?}");
    let Seen {
        baselines,
        kills,
        survivors,
        lifeless,
        batches,
        refused,
        freed,
        dead,
    } = seen;
    assert!(dead > 0, "few cases");
    assert!(baselines > 20 && kills > 30 && survivors > 60, "few cases");
    assert!(
        lifeless > 5 && batches > 10 && refused + freed > 4,
        "few cases"
    );
}

fn lines(result: &CoverResult) -> Vec<String> {
    let mutants = result.mutants.iter();
    mutants
        .map(|r| {
            format!(
                "{:?} {:?} {:?} {:?}",
                r.verdict, r.stage, r.notices, r.fairness
            )
        })
        .collect()
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    for seed in 100..110 {
        let mutants = subject(seed, seed % 2 == 0);
        let of = |jobs| {
            let options = CoverOptions {
                jobs,
                ..options(Killers::One)
            };
            run(&mutants, &options).map(|r| lines(&r))
        };
        assert_eq!(of(1), of(8), "seed {seed}");
    }
}

/// A batch that is too large is halved; what is too large alone is unknown, with the reason.
#[test]
fn a_full_table_of_nodes_is_a_reason() {
    let mut open = 0;
    for seed in 0..12 {
        let mutants = subject(seed, false);
        let Some(whole) = run(&mutants, &options(Killers::All)) else {
            continue;
        };
        for nodes in [300, 1_000, 4_000] {
            let options = CoverOptions {
                nodes,
                ..options(Killers::All)
            };
            let Some(result) = run(&mutants, &options) else {
                continue;
            };
            for (few, many) in result.mutants.iter().zip(&whole.mutants) {
                if few.verdict == MutantVerdict::Unknown {
                    let reason = few.reason.as_deref().unwrap_or_default();
                    assert!(reason.contains("nodes"), "seed {seed}: {reason}");
                    open += 1;
                } else if result.properties == whole.properties {
                    assert_eq!(few.verdict, many.verdict, "seed {seed}");
                }
            }
        }
    }
    assert!(open > 0, "nothing was too large");
}
