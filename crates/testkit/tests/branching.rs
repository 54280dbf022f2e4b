//! Labelling of explicit structures, and inputs as states.

use std::sync::Arc;

use assay_system::branching::{Kripke, Outcome, Round, enumerate};
use assay_system::{Claim, Formula, Paths, Replay, Role, Trace, execute, replay, stated};
use assay_term::{Functions, TermId, Value};
use assay_testkit::branching::{formula, structure};
use assay_testkit::{Build, Random, Shape, brute_force, system};

fn boxed(formula: &Formula) -> Box<Formula> {
    Box::new(formula.clone())
}

/// Where a formula holds, with p, q and r as the labels of the states.
fn labels(kripke: &Kripke, atoms: &[(TermId, Vec<bool>)], formula: &Formula) -> Vec<bool> {
    let atom = |term| {
        let found = atoms.iter().find(|(t, _)| *t == term);
        found.expect("an atom").1.clone()
    };
    let labels = kripke.label(formula, atom).expect("a formula of CTL");
    labels.last().expect("at least the formula").holds.clone()
}

#[test]
fn operators_are_what_their_expansions_say() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let states = 1 + random.below(20);
        let system = structure(&mut random, states, 3);
        let found = enumerate(&system, 100).expect("a small system");
        let atoms = ["p", "q", "r"].map(|name| {
            let term = system.named(name);
            (term, found.holds(&system, term).expect("it has values"))
        });
        let terms = atoms.each_ref().map(|(term, _)| *term);
        let p = formula(&mut random, &terms, 2);
        let q = formula(&mut random, &terms, 2);
        let of = |formula: &Formula| labels(&found.kripke, &atoms, formula);
        let not = |f: &Formula| Formula::Not(boxed(f));
        let and = |a: &Formula, b: &Formula| Formula::And(boxed(a), boxed(b));
        let or = |a: &Formula, b: &Formula| Formula::Or(boxed(a), boxed(b));
        let yes = or(&p, &not(&p));
        let fair = Formula::Globally(Paths::Some, boxed(&yes));
        assert_eq!(of(&fair), found.kripke.fair());
        for paths in [Paths::All, Paths::Some] {
            let next = |f: &Formula| Formula::Next(paths, boxed(f));
            let until = Formula::Until(paths, boxed(&p), boxed(&q));
            let ends = match paths {
                Paths::All => or(&q, &not(&fair)),
                _ => and(&q, &fair),
            };
            let expanded = or(&ends, &and(&p, &next(&until)));
            assert_eq!(of(&until), of(&expanded));
            let always = Formula::Globally(paths, boxed(&p));
            let here = match paths {
                Paths::All => or(&p, &not(&fair)),
                _ => p.clone(),
            };
            assert_eq!(of(&always), of(&and(&here, &next(&always))));
            let eventually = Formula::Finally(paths, boxed(&p));
            let as_until = Formula::Until(paths, boxed(&yes), boxed(&p));
            assert_eq!(of(&eventually), of(&as_until));
        }
        // On every path to a q the states before have p, or else q never comes.
        let no_q = Formula::Globally(Paths::Some, boxed(&not(&q)));
        let broken = Formula::Until(
            Paths::Some,
            boxed(&not(&q)),
            boxed(&and(&not(&p), &not(&q))),
        );
        let until = Formula::Until(Paths::All, boxed(&p), boxed(&q));
        assert_eq!(of(&until), of(&and(&not(&no_q), &not(&broken))));
        for labels in found
            .kripke
            .label(&and(&until, &p), |t| of(&Formula::Atom(t)))
            .unwrap()
        {
            assert_eq!(replayed(&labels.rounds, labels.holds.len()), labels.holds);
        }
    }
}

/// The states that have a label after all rounds.
fn replayed(rounds: &[Round], states: usize) -> Vec<bool> {
    let mut has = vec![false; states];
    for round in rounds {
        round.added.iter().for_each(|&s| has[s] = true);
        round.removed.iter().for_each(|&s| has[s] = false);
    }
    has
}

/// 0 -> 1 -> 2 -> 2, and 0 -> 3 where nothing goes on.
#[test]
fn rounds_are_those_of_the_lecture() {
    let mut pool = assay_term::Pool::new();
    let var = pool.declare("p", assay_term::Sort::Bool);
    let p = Formula::Atom(pool.var(var));
    let mut kripke = Kripke {
        next: vec![vec![1, 3], vec![2], vec![2], vec![]],
        initial: vec![0],
        fairness: vec![],
    };
    let rounds = |kripke: &Kripke, formula: &Formula, members: [bool; 4]| {
        let labels = kripke.label(formula, |_| members.to_vec()).unwrap();
        let last = labels.last().unwrap();
        let rounds = last.rounds.iter();
        let rounds = rounds.map(|r| (r.added.clone(), r.removed.clone()));
        (rounds.collect::<Vec<_>>(), kripke.outcome(&last.holds))
    };
    let only_two = [false, false, true, false];
    let (seen, outcome) = rounds(&kripke, &Formula::Finally(Paths::Some, boxed(&p)), only_two);
    assert_eq!(
        seen,
        [(vec![2], vec![]), (vec![1], vec![]), (vec![0], vec![])]
    );
    assert_eq!(outcome, Outcome::Holds);
    let all = [true; 4];
    let (seen, _) = rounds(&kripke, &Formula::Globally(Paths::Some, boxed(&p)), all);
    assert_eq!(seen, [(vec![0, 1, 2, 3], vec![]), (vec![], vec![3])]);
    let (seen, outcome) = rounds(&kripke, &Formula::Globally(Paths::All, boxed(&p)), only_two);
    assert_eq!(seen[0], (vec![2, 3], vec![]), "no path starts in 3");
    assert_eq!(outcome, Outcome::Fails);
    let (seen, _) = rounds(&kripke, &Formula::Finally(Paths::All, boxed(&p)), only_two);
    assert_eq!(seen.last().unwrap(), &(vec![0], vec![]));
    kripke.fairness.push(vec![false, true, false, false]);
    let (_, outcome) = rounds(&kripke, &p, all);
    assert_eq!(outcome, Outcome::NoExecutions);
    assert!(
        kripke
            .label(&Formula::Next(Paths::This, boxed(&p)), |_| all.to_vec())
            .is_none()
    );
}

#[test]
fn inputs_as_states_change_no_execution() {
    let mut random = Random::new(5);
    let shape = Shape {
        escapes: 0,
        ..Shape::GENERAL
    };
    let mut rewritten = 0;
    for _ in 0..400 {
        let mut original = system(&mut random, &shape);
        let term = original.properties[0].term;
        let mut property = original.properties[0].clone();
        property.claim = Claim::Temporal(Formula::Atom(term));
        original.properties.push(property);
        let original = Arc::new(original);
        let with_states = stated(&original);
        if Arc::ptr_eq(&original, &with_states) {
            continue;
        }
        rewritten += 1;
        assert_eq!(brute_force(&original)[0], brute_force(&with_states)[0]);
        let choose = |v: assay_term::VarId, _: usize| match &with_states.var(v).range {
            Some((lo, _)) => Value::Int(lo.clone()),
            None => Value::default_of(with_states.sort(v)),
        };
        let Ok(mut trace): Result<Trace, _> =
            execute(&with_states, 3, Functions::default(), choose)
        else {
            continue;
        };
        for step in &mut trace.steps {
            step.truncate(original.vars.len());
        }
        let replayed: Result<Replay, _> = replay(&original, &trace);
        assert!(replayed.is_ok(), "{replayed:?}");
        let added = with_states.vars.since(original.vars.len());
        for variable in added {
            assert!(variable.name.ends_with("#next") && variable.role == Role::Internal);
        }
    }
    println!("{rewritten} systems have inputs in their claims or constraints");
    assert!(rewritten > 100);
}
