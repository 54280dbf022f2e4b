//! Evidence for claims of branching time: what enumeration shows of random structures is accepted, each obligation that is broken is seen, and
//! damage never makes a wrong claim right.

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_check::{Asked, CheckOutcome, Room};
use assay_system::branching::{Fixpoint, Goes, Rank, Tree, Why};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Fairness, Formula, Paths, Property, Question, System,
    stated,
};
use assay_term::Sort;
use assay_testkit::branching::{Decided, decide, formula, structure};
use assay_testkit::{Build, Random, Shape, Terms, system as random_system};
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

fn no_executions(fixpoint: Fixpoint) -> Answer {
    Answer::NoExecutions {
        fixpoint: Arc::new(fixpoint),
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
            Decided::NoExecutions(fixpoint) => {
                none += 1;
                no_executions(fixpoint)
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

/// Systems with several states, parameters, and claims and constraints that read inputs.
#[test]
fn evidence_about_inputs_is_accepted() {
    let mut random = Random::new(18);
    let shape = Shape {
        escapes: 0,
        states: 1..=2,
        ..Shape::GENERAL
    };
    let (mut decided, mut rewritten) = (0, 0);
    for round in 0..150 {
        let mut system = random_system(&mut random, &shape);
        let terms: Vec<_> = (0..3)
            .map(|_| {
                let over = Terms::over(&system.pool, system.var_ids());
                over.make(&mut system.pool, &mut random, Sort::Bool, 2)
            })
            .collect();
        system.properties = Default::default();
        if random.chance(30) {
            system.fairness.push(Fairness {
                name: "f".into(),
                term: terms[0],
                then: None,
                span: None,
            });
        }
        let claim = formula(&mut random, &terms, 2);
        let system = claimed(system, &claim);
        let with_states = stated(&system);
        rewritten += usize::from(!Arc::ptr_eq(&system, &with_states));
        let answer = match decide(&with_states, &claim) {
            Decided::Holds(fixpoint) => holds(fixpoint),
            Decided::Fails(tree) => fails(tree),
            Decided::NoExecutions(fixpoint) => no_executions(fixpoint),
        };
        decided += 1;
        let outcome = check(&system, &answer);
        assert!(
            outcome.is_accepted(),
            "round {round}: {claim:?}: {outcome:?}"
        );
    }
    println!("{decided} decided, {rewritten} with inputs as states");
    assert!(decided > 60 && rewritten > 60);
}

/// An input that is a part of how an execution begins, and of its first step: x and y begin with it, and x takes its next value from it.
#[test]
fn the_first_state_is_tied_to_the_first_step() {
    let mut system = System::new();
    let i = system.input("i", Sort::Bool);
    let x = system.state_from("x", Sort::Bool, Some(i));
    let y = system.state_from("y", Sort::Bool, Some(i));
    system.set_next(x, i);
    let differ = system.pool.xor(x, y);
    // The first step keeps x, which later ones need not.
    let claim = Formula::Next(Paths::Some, Box::new(Formula::Atom(differ)));
    let system = claimed(system, &claim);
    let with_states = stated(&system);
    assert!(!Arc::ptr_eq(&system, &with_states));
    let Decided::Fails(tree) = decide(&with_states, &claim) else {
        panic!("x and y are the same after one step")
    };
    assert!(check(&system, &fails(tree)).is_accepted());
    // As if the first transition could choose again.
    let Decided::Holds(fixpoint) = decide(&system, &claim) else {
        panic!("it can be another")
    };
    assert!(!check(&system, &holds(fixpoint)).is_accepted());
}

/// A structure with another successor of one state, without a constraint or a condition, or with another label.
fn changed(system: &System, random: &mut Random, states: usize) -> System {
    let mut other = system.clone();
    let n = other.named("n");
    match random.below(4) {
        0 if !other.constraints.is_empty() => other.constraints.clear(),
        1 if !other.fairness.is_empty() => {
            other.fairness = other.fairness.iter().skip(1).cloned().collect();
        }
        _ => {
            let [from, to] = [0, 1].map(|_| other.pool.int(random.below(states) as i64));
            let var = other.var_of(n);
            let assay_system::VarKind::State { next, .. } = other.var(var).kind else {
                panic!("n is a state")
            };
            let here = other.pool.eq(n, from);
            let next = other.pool.ite(here, to, next);
            other.set_next(n, next);
        }
    }
    other
}

/// Every reference to a Boolean term, and every rank.
fn visit(
    fixpoint: &mut Fixpoint,
    set: &mut dyn FnMut(&mut usize),
    rank: &mut dyn FnMut(&mut Rank),
) {
    use assay_system::branching::PartProof::{Chosen, Closed, Inevitable, Reaches, Stays};
    if let Some(fair) = &mut fixpoint.fair {
        set(&mut fair.set);
        fair.goals.iter_mut().for_each(|(r, _)| rank(r));
    }
    if let Some(unfair) = &mut fixpoint.unfair {
        set(&mut unfair.set);
        rank(&mut unfair.ranking.rank);
        rank(&mut unfair.ranking.waits);
    }
    for part in fixpoint.parts.iter_mut().flatten() {
        match part {
            Closed { set: s } | Chosen { set: s, .. } => set(s),
            Reaches {
                set: s, rank: r, ..
            } => {
                set(s);
                rank(r);
            }
            Inevitable { set: s, ranking } => {
                set(s);
                rank(&mut ranking.rank);
                rank(&mut ranking.waits);
            }
            Stays { set: s, goals } => {
                set(s);
                goals.iter_mut().for_each(|(r, _)| rank(r));
            }
        }
    }
}

/// One small change of a certificate.
fn damage(fixpoint: &Fixpoint, system: &System, random: &mut Random) -> Fixpoint {
    let mut damaged = fixpoint.clone();
    let count = damaged.terms.len();
    match random.below(6) {
        // A set becomes larger or smaller: another Boolean term, or its negation.
        0..=2 => {
            let mut pool = system.pool.clone();
            let mut terms = pool.import(&damaged.terms);
            let mut slots = 0;
            visit(&mut damaged, &mut |_| slots += 1, &mut |_| {});
            let (target, other, how) = (
                random.below(slots.max(1)),
                random.below(count.max(1)),
                random.below(3),
            );
            let mut at = 0;
            visit(
                &mut damaged,
                &mut |set| {
                    let (old, new) = (terms[*set], terms[other]);
                    if at == target && pool.sort(new) == assay_term::Sort::Bool {
                        let new = match how {
                            0 => pool.or2(old, new),
                            1 => pool.and2(old, new),
                            _ => pool.not(old),
                        };
                        terms.push(new);
                        *set = terms.len() - 1;
                    }
                    at += 1;
                },
                &mut |_| {},
            );
            damaged.terms = pool.export(&terms);
        }
        3 => {
            let mut ranks = 0;
            visit(&mut damaged, &mut |_| {}, &mut |_| ranks += 1);
            let (target, mut at) = (random.below(ranks.max(1)), 0);
            let how = random.below(2);
            visit(&mut damaged, &mut |_| {}, &mut |rank| {
                if at == target {
                    match how {
                        0 => drop(rank.pop()),
                        _ => rank.reverse(),
                    }
                }
                at += 1;
            });
        }
        4 => {
            if let Some((_, back)) = &mut damaged.execution {
                *back = random.below(*back + 3);
            }
        }
        _ if damaged.parts.is_empty() => damaged.unfair = None,
        _ => {
            let part = random.below(damaged.parts.len());
            let other = random.below(damaged.parts.len());
            damaged.parts[part] = damaged.parts[other].clone();
        }
    }
    damaged
}

fn damage_tree(tree: &Tree, system: &System, random: &mut Random) -> Tree {
    let mut damaged = tree.clone();
    let count = damaged.branches.len();
    if random.chance(30)
        && let Some(sets) = &damaged.sets
    {
        damaged.sets = Some(Arc::new(damage(sets, system, random)));
        return damaged;
    }
    let other = random.below(count);
    let state = damaged.branches[other].state.clone();
    let branch = &mut damaged.branches[random.below(count)];
    match (random.below(4), &mut branch.why) {
        (0, _) => branch.state = state,
        (1, _) => branch.part = random.below(branch.part + 2),
        (_, Why::Path(path)) => match random.below(5) {
            0 => path.until = path.until.map(|until| until.saturating_sub(1)),
            1 => {
                path.goes = random
                    .below(3)
                    .checked_sub(1)
                    .map_or(Goes::InFair, Goes::Round)
            }
            2 => path.operands.reverse(),
            3 => {
                let (at, step) = (
                    random.below(path.trace.len()),
                    random.below(path.trace.len()),
                );
                path.trace.steps[at] = path.trace.steps[step].clone();
            }
            _ => path.last = path.last.map(|_| other),
        },
        (2, Why::Both(a, _)) => *a = other,
        (_, Why::Both(_, b)) => *b = other,
        (_, Why::One(a)) => *a = other,
        (_, why) => *why = Why::InSet,
    }
    damaged
}

/// Evidence for a claim that is right of a structure nearly the same, and right evidence with damage, and both.
#[test]
fn wrong_claims_are_never_accepted() {
    let mut random = Random::new(17);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let (mut wrong, mut harmless) = (0, 0);
    for round in 0..2500 {
        let states = 2 + random.below(6);
        let system = structure(&mut random, states, 3);
        let claim = formula(&mut random, &atoms(&system), 2);
        let other = changed(&system, &mut random, states);
        let truth = decide(&system, &claim);
        let answer = match decide(&other, &claim) {
            Decided::Holds(fixpoint) => holds(fixpoint),
            Decided::Fails(tree) => fails(tree),
            Decided::NoExecutions(fixpoint) => no_executions(fixpoint),
        };
        let right = |answer: &Answer| {
            matches!(
                (&truth, answer),
                (Decided::Holds(_), Answer::Holds { .. })
                    | (Decided::Fails(_), Answer::Fails { .. })
                    | (Decided::NoExecutions(_), Answer::NoExecutions { .. })
            )
        };
        let system = claimed(system, &claim);
        let mut answers = vec![answer.clone()];
        for _ in 0..3 {
            answers.push(match &answer {
                Answer::Holds {
                    evidence: Evidence::Fixpoint(fixpoint),
                    ..
                } => holds(damage(fixpoint, &system, &mut random)),
                Answer::Fails {
                    evidence: Evidence::Tree(tree),
                    ..
                } => fails(damage_tree(tree, &system, &mut random)),
                Answer::NoExecutions { fixpoint, .. } => {
                    no_executions(damage(fixpoint, &system, &mut random))
                }
                _ => unreachable!("nothing else is given"),
            });
        }
        for answer in answers {
            match check(&system, &answer) {
                CheckOutcome::Accepted { .. } => {
                    assert!(right(&answer), "round {round}: {claim:?}: {answer:?}");
                    harmless += 1;
                }
                CheckOutcome::Rejected { obligation, .. } => {
                    wrong += usize::from(!right(&answer));
                    let kind = obligation.trim_end_matches(|c: char| c.is_ascii_digit());
                    let kind = kind.split_once(", ").map_or(kind, |(_, kind)| kind);
                    *refused.entry(kind.to_string()).or_default() += 1;
                }
                CheckOutcome::Inconclusive { reason } => panic!("round {round}: {reason}"),
            }
        }
    }
    println!("{wrong} wrong ones refused, {harmless} right ones accepted: {refused:#?}");
    assert!(wrong > 500 && harmless > 500);
    for kind in [
        "AX",
        "EX",
        "E[a U b]",
        "A[a U b]",
        "E[a R b]",
        "A[a R b]",
        "A[a U b]: no fair execution stays",
        "from fair states towards condition ",
        "transitions from unfair states lead to such",
        "unfair states: no fair execution stays",
        "the formula holds in the initial states",
        "well-formedness",
        "replay of the execution",
        "replay of branch ",
        "replay of the root",
    ] {
        assert!(refused.contains_key(kind), "nothing was refused by {kind}");
    }
}
