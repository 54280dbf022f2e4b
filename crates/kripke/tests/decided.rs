//! The fixpoints of the engine against the labelling of explicit states, on random structures and their mutants; everything that shows an
//! answer passes the check.

mod common;

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, CheckOutcome, Room};
use assay_engine::ctl::{Decision, Limits, decide};
use assay_kripke::lower;
use assay_solver::StopFlag;
use assay_system::branching::{Outcome, enumerate};
use assay_system::{Answer, Claim, EngineName, Evidence, Question, System, VarKind, stated};
use assay_testkit::Random;
use common::{accepted, random};

/// Decides every claim of CTL in both ways, and counts the outcomes.
fn compare(system: System, seen: &mut [usize; 3]) {
    let original = Arc::new(system);
    let system = stated(&original);
    let is_asked = |p: &usize| matches!(system.properties[*p].claim, Claim::Temporal(_));
    let asked: Vec<usize> = (0..system.properties.len()).filter(is_asked).collect();
    let found = enumerate(&system, 4096).expect("a small system");
    let decisions = decide(&system, &asked, &Limits::default(), &StopFlag::default());
    for (&p, decision) in asked.iter().zip(decisions) {
        let Claim::Temporal(formula) = &system.properties[p].claim else {
            unreachable!("only these are asked")
        };
        let atom = |term| found.holds(&system, term).expect("terms have values");
        let labels = found.kripke.label(formula, atom).expect("a formula of CTL");
        let truth = found.kripke.outcome(&labels.last().unwrap().holds);
        seen[truth as usize] += 1;
        let engine = EngineName::Bdd;
        let answer = match (decision, truth) {
            (Decision::NoExecutions(fixpoint), Outcome::NoExecutions) => {
                Answer::NoExecutions { fixpoint, engine }
            }
            (Decision::Holds(fixpoint), Outcome::Holds) => Answer::Holds {
                evidence: Evidence::Fixpoint(fixpoint),
                engine,
            },
            (Decision::Fails(tree), Outcome::Fails) => Answer::Fails {
                evidence: Evidence::Tree(tree),
                engine,
            },
            (decision, truth) => panic!("{formula:?}: {decision:?}, but {truth:?}"),
        };
        let asked = Asked {
            system: &original,
            question: Question::Property(p),
            answer: &answer,
        };
        let room = Room::new(Vec::new());
        let outcome = room
            .check_answers(&[asked], Duration::from_secs(60))
            .remove(0);
        assert!(
            matches!(outcome, CheckOutcome::Accepted { .. }),
            "{formula:?}: {outcome:?}"
        );
    }
}

#[test]
fn structures_are_decided() {
    let mut choices = Random::new(41);
    let mut seen = [0; 3];
    for _ in 0..120 {
        compare(lower(&accepted(&random(&mut choices))).system, &mut seen);
    }
    println!("{seen:?} hold, fail, have no executions");
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}

#[test]
fn structures_with_a_free_label_are_decided() {
    let mut choices = Random::new(42);
    let mut seen = [0; 3];
    for _ in 0..40 {
        let lowered = lower(&accepted(&random(&mut choices)));
        let mut system = lowered.system.clone();
        let (label, _) = choices.pick(&lowered.labels);
        let free = assay_system::Variable {
            name: "free".into(),
            kind: VarKind::Input,
            ..system.var(label).clone()
        };
        let free = system.add_var(system.sort(label), free);
        let def = system.pool.var(free);
        system.vars[label.index()].kind = VarKind::Wire { def };
        compare(system, &mut seen);
    }
    println!("{seen:?} hold, fail, have no executions");
    assert!(seen.iter().all(|n| *n > 5), "{seen:?}");
}
