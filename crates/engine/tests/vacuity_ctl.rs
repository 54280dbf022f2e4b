//! Which parts of formulas matter: against explicit labelling of every formula with a constant in the place of one part.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Asked, CheckOutcome, Room};
use assay_engine::ctl::{Idle, Limits, idle_parts, vacuity};
use assay_solver::StopFlag;
use assay_system::branching::{Outcome, enumerate};
use assay_system::{Answer, Claim, EngineName, Evidence, Formula, Property, Question, System};
use assay_term::TermId;
use assay_testkit::branching::{formula, structure};
use assay_testkit::{Build, Random};

fn outcome(system: &System, formula: &Formula) -> Outcome {
    let enumerated = enumerate(system, 4096).expect("a small system");
    let atom = |term| enumerated.holds(system, term).expect("a value");
    let labels = enumerated.kripke.label(formula, atom).expect("CTL");
    let holds = &labels.last().expect("the formula").holds;
    enumerated.kripke.outcome(holds)
}

/// The formula with a constant at each place in turn that has one polarity and is no constant: whether that is true of the leaf. Negations count with
/// what they negate.
fn leaves(
    formula: &Formula,
    negated: bool,
    yes: TermId,
    rebuild: &dyn Fn(Formula) -> Formula,
    out: &mut Vec<Formula>,
) {
    let boxed = |f: Formula| Box::new(f);
    match formula {
        Formula::Atom(_) => {
            let always = Formula::Atom(yes);
            out.push(rebuild(if negated {
                always
            } else {
                Formula::Not(boxed(always))
            }));
        }
        Formula::Not(a) => {
            leaves(a, !negated, yes, &|f| rebuild(Formula::Not(boxed(f))), out);
        }
        Formula::And(a, b) => {
            leaves(
                a,
                negated,
                yes,
                &|f| rebuild(Formula::And(boxed(f), b.clone())),
                out,
            );
            leaves(
                b,
                negated,
                yes,
                &|f| rebuild(Formula::And(a.clone(), boxed(f))),
                out,
            );
        }
        Formula::Or(a, b) => {
            leaves(
                a,
                negated,
                yes,
                &|f| rebuild(Formula::Or(boxed(f), b.clone())),
                out,
            );
            leaves(
                b,
                negated,
                yes,
                &|f| rebuild(Formula::Or(a.clone(), boxed(f))),
                out,
            );
        }
        Formula::Iff(..) => {
            let always = Formula::Atom(yes);
            out.push(rebuild(if negated {
                always
            } else {
                Formula::Not(boxed(always))
            }));
        }
        Formula::Next(q, a) => leaves(
            a,
            negated,
            yes,
            &|f| rebuild(Formula::Next(*q, boxed(f))),
            out,
        ),
        Formula::Finally(q, a) => {
            leaves(
                a,
                negated,
                yes,
                &|f| rebuild(Formula::Finally(*q, boxed(f))),
                out,
            );
        }
        Formula::Globally(q, a) => {
            leaves(
                a,
                negated,
                yes,
                &|f| rebuild(Formula::Globally(*q, boxed(f))),
                out,
            );
        }
        Formula::Until(q, a, b) => {
            leaves(
                a,
                negated,
                yes,
                &|f| rebuild(Formula::Until(*q, boxed(f), b.clone())),
                out,
            );
            leaves(
                b,
                negated,
                yes,
                &|f| rebuild(Formula::Until(*q, a.clone(), boxed(f))),
                out,
            );
        }
    }
}

/// The system with a formula as its property.
fn claiming(system: &System, claim: &Formula) -> System {
    let mut system = system.clone();
    let yes = system.pool.bool(true);
    system.properties.push(Property {
        claim: Claim::Temporal(claim.clone()),
        ..Property::invariant("c", yes)
    });
    system
}

/// The check room accepts what is said of a formula.
fn accepted(system: &System, claim: &Formula, answer: Answer) -> bool {
    let system = claiming(system, claim);
    let asked = Asked {
        system: &Arc::new(system),
        question: Question::Property(0),
        answer: &answer,
    };
    let outcome = Room::new(vec![]).check_answers(&[asked], Duration::from_secs(60));
    matches!(outcome[..], [CheckOutcome::Accepted { .. }])
}

#[test]
fn what_does_not_matter_is_what_labelling_says() {
    let (mut idle, mut witnesses, mut sharp) = (0, 0, 0);
    for seed in 0..250 {
        let mut random = Random::new(seed ^ 0x7ac);
        let states = 2 + random.below(6);
        let mut system = structure(&mut random, states, 2);
        let yes = system.pool.bool(true);
        let atoms: Vec<TermId> = ["p", "q", "r"].map(|name| system.named(name)).to_vec();
        let formula = formula(&mut random, &atoms, 3);
        let found = vacuity(&system, &formula, &Limits::default(), &StopFlag::new());
        let found = found.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let Some(found) = found else {
            assert_ne!(outcome(&system, &formula), Outcome::Holds, "seed {seed}");
            continue;
        };
        assert_eq!(outcome(&system, &formula), Outcome::Holds, "seed {seed}");
        let claims = claiming(&system, &formula);
        let first = idle_parts(&claims, &[0], &Limits::default(), &StopFlag::new());
        let instead = |idle: &Idle| idle.instead.clone();
        let first: Vec<Formula> = first.iter().map(|(_, idle)| instead(idle)).collect();
        let expected: Vec<Formula> = found.idle.first().map(instead).into_iter().collect();
        assert_eq!(first, expected, "seed {seed}");
        for part in &found.idle {
            assert_eq!(
                outcome(&system, &part.instead),
                Outcome::Holds,
                "seed {seed}"
            );
            let answer = Answer::Holds {
                evidence: Evidence::Fixpoint(part.proof.clone()),
                engine: EngineName::Ctl,
            };
            assert!(accepted(&system, &part.instead, answer), "seed {seed}");
            idle += 1;
        }
        let mut all = Vec::new();
        if !matches!(formula, Formula::Atom(_) | Formula::Iff(..)) {
            leaves(&formula, false, yes, &|f| f, &mut all);
        }
        let matters = |f: &Formula| outcome(&system, f) == Outcome::Fails;
        let any = all.iter().any(|f| !matters(f));
        assert_eq!(!found.idle.is_empty(), any, "seed {seed}: {formula:?}");
        sharp += usize::from(!any);
        if let Some(witness) = &found.witness {
            assert_eq!(
                outcome(&system, &witness.instead),
                Outcome::Fails,
                "seed {seed}"
            );
            let answer = Answer::Fails {
                evidence: Evidence::Tree(witness.tree.clone()),
                engine: EngineName::Ctl,
            };
            assert!(accepted(&system, &witness.instead, answer), "seed {seed}");
            witnesses += 1;
        }
    }
    println!("{idle} idle parts, {witnesses} witnesses, {sharp} formulas without idle parts");
    assert!(idle > 50 && witnesses > 30 && sharp > 10);
}
