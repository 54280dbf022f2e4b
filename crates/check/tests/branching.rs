//! Evidence for claims of branching time: what enumeration shows of random structures is accepted, each obligation that is broken is seen, and
//! damage never makes a wrong claim right.

mod common;

use std::sync::Arc;

use assay_check::{Asked, CheckOutcome, Room};
use assay_system::branching::{Fixpoint, PartProof, Tree};
use assay_system::{Answer, Claim, EngineName, Evidence, Formula, Property, Question, System};
use assay_testkit::branching::{Decided, decide, formula, structure};
use assay_testkit::{Build, Random};
use common::TIMEOUT;

const BY: EngineName = EngineName::Bdd;

fn holds(fixpoint: Fixpoint) -> Answer {
    Answer::Holds {
        evidence: Evidence::Fixpoint(Arc::new(fixpoint)),
        engine: BY,
    }
}

fn fails(tree: Tree) -> Answer {
    Answer::Fails {
        evidence: Evidence::Tree(Arc::new(tree)),
        engine: BY,
    }
}

fn claimed(mut system: System, formula: &Formula) -> Arc<System> {
    let yes = system.pool.bool(true);
    let mut property = Property::invariant("c", yes);
    property.claim = Claim::Temporal(formula.clone());
    system.properties.push(property);
    Arc::new(system)
}

fn check(system: &Arc<System>, answer: &Answer) -> CheckOutcome {
    let asked = Asked {
        system,
        question: Question::Property(0),
        answer,
    };
    Room::new(Vec::new())
        .check_answers(&[asked], TIMEOUT)
        .remove(0)
}

fn atoms(system: &System) -> Vec<assay_term::TermId> {
    ["p", "q", "r"].map(|name| system.named(name)).to_vec()
}

#[test]
fn evidence_of_enumeration_is_accepted() {
    let mut random = Random::new(16);
    let (mut yes, mut no, mut none) = (0, 0, 0);
    for round in 0..400 {
        let states = 1 + random.below(8);
        let system = structure(&mut random, states, 3);
        let claim = formula(&mut random, &atoms(&system), 3);
        let answer = match decide(&system, &claim) {
            Decided::Holds(fixpoint) => {
                yes += 1;
                holds(fixpoint)
            }
            Decided::Fails(tree) => {
                no += 1;
                fails(tree)
            }
            Decided::NoExecutions => {
                none += 1;
                continue;
            }
        };
        let outcome = check(&claimed(system, &claim), &answer);
        assert!(
            outcome.is_accepted(),
            "round {round}: {claim:?}: {outcome:?}"
        );
    }
    println!("{yes} hold, {no} fail, {none} have no executions");
    assert!(yes > 50 && no > 50 && none > 10);
}
