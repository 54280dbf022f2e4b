//! Problems without steps: every verdict is that of enumeration, executions have one step, and a certificate is one question.

use std::collections::BTreeSet;

use assay_cover::result::{Evidence, Explanation, MutantVerdict, Notice, Stage};
use assay_cover::{CoverError, CoverOptions, cover};
use assay_solver::StopFlag;
use assay_system::{Claim, Mutants, Property, VarKind};
use assay_term::VarId;
use assay_testkit::mutants::{alone, mutants_of};
use assay_testkit::{Random, Shape, Terms, brute_force};

/// A random system without states, with its mutants; some properties are obligations that are likely to hold.
fn subject(seed: u64) -> Mutants {
    let mut mutants = mutants_of(seed, &Shape::STATELESS);
    let system = &mut mutants.system;
    let terms = Terms::over(&system.pool, (0..mutants.fresh_from as u32).map(VarId));
    let mut random = Random::new(seed ^ 0x57a7);
    for i in 0..2 {
        let a = terms.bool(&mut system.pool, &mut random, 2);
        let b = terms.bool(&mut system.pool, &mut random, 1);
        let either = system.pool.or2(a, b);
        let term = system.pool.implies(b, either);
        let mutated = system.vars.iter().take(mutants.fresh_from).enumerate();
        let wire = mutated
            .filter(|(_, v)| matches!(v.kind, VarKind::Wire { .. }))
            .nth(i);
        let term = match wire {
            // A wire agrees with its own definition, which its mutants break.
            Some((at, variable)) => {
                let VarKind::Wire { def } = variable.kind else {
                    unreachable!("it is a wire");
                };
                let wire = system.pool.var(VarId(at as u32));
                let same = system.pool.eq(wire, def);
                system.pool.and2(term, same)
            }
            None => term,
        };
        system.properties.push(Property {
            claim: Claim::Obligation,
            ..Property::invariant(format!("obligation{i}"), term)
        });
    }
    assert!(system.is_stateless());
    mutants
}

#[test]
fn one_question_decides_a_mutant() {
    let mut options = CoverOptions::default();
    options.proof.deterministic = true;
    let (mut kills, mut survivors, mut by_question) = (0, 0, 0);
    for seed in 0..40 {
        let mutants = subject(seed);
        let stop = StopFlag::new();
        let result = match cover(&mutants, &[], &options, None, &stop, &|_| {}) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => continue,
            Err(error) => panic!("seed {seed}: {error:?}"),
        };
        for report in &result.stages {
            let unused = matches!(report.stage, Stage::Induction | Stage::Prove);
            assert!(!unused || report.decided == 0, "seed {seed}: {report:?}");
        }
        for (m, outcome) in result.mutants.iter().enumerate() {
            let at = format!("seed {seed} mutant {}", mutants.mutants[m].id);
            let truth = brute_force(&alone(&mutants, m));
            let expected: BTreeSet<usize> = (0..result.properties.len())
                .filter(|&i| truth[result.properties[i]].is_some())
                .collect();
            let found: BTreeSet<usize> = outcome.killers().collect();
            assert_eq!(found, expected, "{at}: {:?}", outcome.verdict);
            assert_ne!(outcome.verdict, MutantVerdict::Unknown, "{at}");
            for notice in &outcome.notices {
                match notice.evidence() {
                    Some(Evidence::Trace(t)) => assert_eq!(result.traces[t].length, 1, "{at}"),
                    Some(Evidence::Certificate(c)) => {
                        assert_eq!(result.certificates[c].certificate.k, 1, "{at}");
                    }
                    Some(Evidence::Branching(_)) | None => {}
                }
                if let Notice::Survives { stage, .. } = notice {
                    by_question += usize::from(*stage == Stage::Counterexample);
                }
            }
            if let Explanation::Visible(difference) = &outcome.explanation {
                assert_eq!(difference.step, 0, "{at}");
            }
            match outcome.verdict {
                MutantVerdict::Killed => kills += 1,
                _ => survivors += 1,
            }
        }
    }
    assert!(
        kills > 50 && survivors > 50 && by_question > 25,
        "{kills} kills, {survivors} others, {by_question} properties by one question"
    );
}
