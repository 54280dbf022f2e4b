//! Which states a formula covers: symbolically for all states at once against the definition, state by state on explicit structures.

use assay_engine::ctl::{Limits, Uncoverable, coverage, flipped};
use assay_solver::StopFlag;
use assay_system::branching::{Outcome, enumerate};
use assay_system::{Formula, Paths, System, Trace};
use assay_term::{TermId, VarId};
use assay_testkit::branching::{formula, structure};
use assay_testkit::{Build, Random};

const LIMIT: usize = 4096;

/// What the definition says: for each reachable state whether it is covered.
fn naive(system: &System, formula: &Formula, signal: VarId) -> Result<Vec<bool>, Outcome> {
    let mut system = system.clone();
    let flips: Vec<(TermId, TermId)> = formula
        .atoms()
        .into_iter()
        .map(|atom| (atom, flipped(&mut system, atom, signal)))
        .collect();
    let enumerated = enumerate(&system, LIMIT).expect("a small system");
    let kripke = &enumerated.kripke;
    let holds = |term| enumerated.holds(&system, term).expect("a value");
    let outcome = |at: Option<usize>| {
        let atom = |term: TermId| {
            let mut members = holds(term);
            if let Some(at) = at {
                let flip = flips.iter().find(|(atom, _)| *atom == term);
                members[at] = holds(flip.expect("an atom").1)[at];
            }
            members
        };
        let labels = kripke.label(formula, atom).expect("a formula of CTL");
        kripke.outcome(&labels.last().expect("the formula").holds)
    };
    match outcome(None) {
        Outcome::Holds => Ok((0..kripke.next.len())
            .map(|at| outcome(Some(at)) == Outcome::Fails)
            .collect()),
        other => Err(other),
    }
}

/// The number of the last state of a trace.
fn last(trace: &Trace, n: VarId) -> String {
    let step = trace.len() - 1;
    format!("{:?}", trace.value(step, n))
}

#[test]
fn covered_states_are_those_whose_flip_is_noticed() {
    let (mut compared, mut some, mut recursions) = (0, 0, 0);
    for seed in 0..1200 {
        let mut random = Random::new(seed);
        let states = 2 + random.below(7);
        let system = structure(&mut random, states, 2);
        let atoms: Vec<TermId> = ["p", "q", "r"].map(|name| system.named(name)).to_vec();
        let formula = formula(&mut random, &atoms, 3);
        let signal = system.var_of(atoms[random.below(2)]);
        let found = coverage(
            &system,
            &formula,
            signal,
            &Limits::default(),
            &StopFlag::new(),
        );
        let expected = match naive(&system, &formula, signal) {
            Ok(expected) => expected,
            Err(Outcome::Fails) => {
                assert_eq!(found.err(), Some(Uncoverable::Fails), "seed {seed}");
                continue;
            }
            Err(_) => {
                assert_eq!(found.err(), Some(Uncoverable::NoExecutions), "seed {seed}");
                continue;
            }
        };
        let found = found.unwrap_or_else(|why| panic!("seed {seed}: {why:?}"));
        let covered = expected.iter().filter(|c| **c).count();
        assert_eq!(found.reachable, expected.len().into(), "seed {seed}");
        assert_eq!(found.covered, covered.into(), "seed {seed}: {formula:?}");
        compared += 1;
        some += usize::from(covered > 0);
        recursions += usize::from(found.recursion.is_ok());
        let enumerated = enumerate(&system, LIMIT).expect("a small system");
        let n = system.find("n").expect("the state");
        let is = |trace: &Trace, wanted: bool| {
            let state = last(trace, n);
            let same = |s: &usize| format!("{:?}", enumerated.states[*s][n.index()]) == state;
            let at = (0..expected.len()).find(same).expect("a reachable state");
            assert_eq!(expected[at], wanted, "seed {seed}: {state}");
        };
        let shown = found.uncovered.len();
        assert_eq!(shown, (expected.len() - covered).min(3), "seed {seed}");
        found.uncovered.iter().for_each(|trace| is(trace, false));
        assert_eq!(found.example.is_some(), covered > 0, "seed {seed}");
        found.example.iter().for_each(|trace| is(trace, true));
    }
    println!("{compared} compared, {some} cover something, {recursions} are in the subset");
    assert!(compared > 100 && some > 40 && recursions > 20);
}

/// A formula of the part of CTL that the recursion knows, over terms that are plain.
fn universal(system: &mut System, random: &mut Random, atoms: &[TermId], depth: usize) -> Formula {
    let plain = |system: &mut System, random: &mut Random| {
        let (a, b) = (random.pick(atoms), random.pick(atoms));
        Formula::Atom(match random.below(3) {
            0 => a,
            1 => system.pool.or2(a, b),
            _ => system.pool.not(a),
        })
    };
    if depth == 0 {
        return plain(system, random);
    }
    let kind = random.below(6);
    let a = Box::new(universal(system, random, atoms, depth - 1));
    match kind {
        0 => Formula::Next(Paths::All, a),
        1 => Formula::Globally(Paths::All, a),
        2 => Formula::Finally(Paths::All, a),
        3 => Formula::Or(Box::new(plain(system, random)), a),
        4 => Formula::And(a, Box::new(universal(system, random, atoms, depth - 1))),
        _ => {
            let b = Box::new(universal(system, random, atoms, depth - 1));
            Formula::Until(Paths::All, a, b)
        }
    }
}

fn is_plain(formula: &Formula) -> bool {
    match formula {
        Formula::Atom(_) => true,
        Formula::And(a, b) | Formula::Or(a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// The transformed formula of Hoskote and others: the atoms that `marked` makes are those whose signal is observed.
fn transformed(formula: &Formula, marked: &mut dyn FnMut(TermId) -> TermId) -> Formula {
    let boxed = Box::new;
    match formula {
        Formula::Atom(term) => Formula::Atom(marked(*term)),
        Formula::Next(q, a) => Formula::Next(*q, boxed(transformed(a, marked))),
        Formula::Globally(q, a) => Formula::Globally(*q, boxed(transformed(a, marked))),
        Formula::And(a, b) => {
            Formula::And(boxed(transformed(a, marked)), boxed(transformed(b, marked)))
        }
        Formula::Or(a, b) if is_plain(b) => {
            // Without temporal operators it is one term.
            Formula::Or(boxed(transformed(a, marked)), boxed(transformed(b, marked)))
        }
        Formula::Or(a, b) => Formula::Or(a.clone(), boxed(transformed(b, marked))),
        Formula::Finally(q, b) => {
            let waits = Formula::Not(b.clone());
            Formula::Until(*q, boxed(waits), boxed(transformed(b, marked)))
        }
        Formula::Until(q, a, b) => {
            let first = Formula::Until(*q, boxed(transformed(a, marked)), b.clone());
            let waits = Formula::And(a.clone(), boxed(Formula::Not(b.clone())));
            let second = Formula::Until(*q, boxed(waits), boxed(transformed(b, marked)));
            Formula::And(boxed(first), boxed(second))
        }
        Formula::Not(_) | Formula::Iff(..) => unreachable!("negations are in terms"),
    }
}

#[test]
fn the_recursion_is_the_definition_for_the_transformed_formula() {
    let (mut compared, mut some, mut more) = (0, 0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed ^ 0x40c);
        let states = 2 + random.below(7);
        let mut system = structure(&mut random, states, 2);
        let atoms: Vec<TermId> = ["p", "q", "r"].map(|name| system.named(name)).to_vec();
        let formula = universal(&mut system, &mut random, &atoms, 3);
        let signal = system.var_of(atoms[0]);
        let found = coverage(
            &system,
            &formula,
            signal,
            &Limits::default(),
            &StopFlag::new(),
        );
        let Ok(found) = found else {
            continue;
        };
        let mut flips: Vec<(TermId, TermId)> = Vec::new();
        let transformed = transformed(&formula, &mut |atom| {
            let other = flipped(&mut system, atom, signal);
            let name = format!("observed {}", flips.len());
            let marked = system.wire(&name, atom);
            flips.push((marked, other));
            marked
        });
        let enumerated = enumerate(&system, LIMIT).expect("a small system");
        let kripke = &enumerated.kripke;
        let holds = |term| enumerated.holds(&system, term).expect("a value");
        let is_covered = |at: &usize| {
            let atom = |term: TermId| {
                let mut members = holds(term);
                if let Some((_, other)) = flips.iter().find(|(marked, _)| *marked == term) {
                    members[*at] = holds(*other)[*at];
                }
                members
            };
            let labels = kripke.label(&transformed, atom).expect("a formula of CTL");
            let outcome = kripke.outcome(&labels.last().expect("the formula").holds);
            outcome == Outcome::Fails
        };
        let covered = (0..kripke.next.len()).filter(is_covered).count();
        assert_eq!(
            found.recursion,
            Ok(covered.into()),
            "seed {seed}: {formula:?}"
        );
        compared += 1;
        some += usize::from(covered > 0);
        more += usize::from(found.covered < covered.into());
    }
    println!(
        "{compared} compared, {some} cover something, {more} more than without transformation"
    );
    assert!(compared > 200 && some > 50 && more > 0);
}

/// The counter of two bits, and formulas whose coverage can be worked out by hand.
fn counter() -> (System, [TermId; 2]) {
    let mut system = System::new();
    let low = system.state("low", assay_term::Sort::Bool);
    let high = system.state("high", assay_term::Sort::Bool);
    let no = system.pool.bool(false);
    let next_low = system.pool.not(low);
    let next_high = system.pool.xor(low, high);
    system.set_state(low, Some(no), next_low);
    system.set_state(high, Some(no), next_high);
    (system, [low, high])
}

fn always(body: Formula) -> Formula {
    Formula::Globally(Paths::All, Box::new(body))
}

#[test]
fn both_definitions_on_a_counter() {
    let (mut system, [low, high]) = counter();
    let seen = system.pool.and2(low, high);
    let seen = system.wire("seen", seen);
    let signal = system.var_of(seen);
    let measured = |system: &System, formula: &Formula| {
        let found = coverage(
            system,
            formula,
            signal,
            &Limits::default(),
            &StopFlag::new(),
        );
        let found = found.expect("it holds");
        let recursion = found.recursion.map(|n| n.to_string());
        (
            found.covered.to_string(),
            found.reachable.to_string(),
            recursion,
        )
    };
    // "seen" once: in the state 3 it is asked for; elsewhere nothing notices that it is true too early.
    let atom = Box::new(Formula::Atom(seen));
    let eventually = Formula::Finally(Paths::All, atom.clone());
    let four = "4".to_string();
    let expected = ("1".to_string(), four.clone(), Ok("1".to_string()));
    assert_eq!(measured(&system, &eventually), expected);
    // "seen" exactly in the state 3: every state is covered.
    let both = system.pool.and2(low, high);
    let exactly = system.pool.eq(seen, both);
    let exactly = always(Formula::Atom(exactly));
    let (covered, _, recursion) = measured(&system, &exactly);
    // What "seen" is compared with is not flipped.
    assert_eq!((covered, recursion), (four.clone(), Ok(four)));
    // Outside of the subset.
    let possible = always(Formula::Finally(Paths::Some, atom));
    let (covered, _, recursion) = measured(&system, &possible);
    assert_eq!(covered, "1");
    assert_eq!(
        recursion,
        Err("it asks for the existence of executions".into())
    );
}
