//! Evidence for claims of branching time by hand: everything that makes it no evidence is seen, one after the other.

mod common;

use std::sync::Arc;

use assay_check::{Asked, CheckOutcome, Room};
use assay_system::branching::{
    Branch, BranchPath, Fair, Fixpoint, Goes, PartProof, Ranking, Tree, Unfair, Why,
};
use assay_system::{
    Answer, Claim, EngineName, Evidence, Fairness, Formula, Paths, Property, Question, System,
    Trace, execute, stated,
};
use assay_term::{Functions, Sort, TermId, Value};
use assay_testkit::branching::{Decided, decide};
use assay_testkit::{Build, certificate};
use common::{TIMEOUT, smt_solvers};

const BY: EngineName = EngineName::Bdd;

/// A counter from 0 that goes up to 3 while `go` is true, and stays there.
fn counter() -> System {
    let mut system = System::new();
    let go = system.input("go", Sort::Bool);
    let zero = system.pool.int(0);
    let n = system.state_from("n", (0, 3), Some(zero));
    let pool = &mut system.pool;
    let (one, three) = (pool.int(1), pool.int(3));
    let up = pool.add([n, one]);
    let at_three = pool.eq(n, three);
    let up = pool.ite(at_three, n, up);
    let next = pool.ite(go, up, n);
    system.set_next(n, next);
    system
}

fn is(system: &mut System, value: i64) -> TermId {
    let n = system.named("n");
    let value = system.pool.int(value);
    system.pool.eq(n, value)
}

fn atom(term: TermId) -> Box<Formula> {
    Box::new(Formula::Atom(term))
}

fn fair(system: &mut System, term: TermId) {
    system.fairness.push(Fairness {
        name: format!("f{}", system.fairness.len()),
        term,
        then: None,
        span: None,
    });
}

fn holds(fixpoint: &Fixpoint) -> Answer {
    Answer::Holds {
        evidence: Evidence::Fixpoint(Arc::new(fixpoint.clone())),
        engine: BY,
    }
}

fn fails(tree: &Tree) -> Answer {
    Answer::Fails {
        evidence: Evidence::Tree(Arc::new(tree.clone())),
        engine: BY,
    }
}

fn check(system: &System, claim: &Formula, answer: &Answer) -> CheckOutcome {
    let mut system = system.clone();
    let yes = system.pool.bool(true);
    let mut property = Property::invariant("c", yes);
    property.claim = Claim::Temporal(claim.clone());
    system.properties.push(property);
    let asked = Asked {
        system: &Arc::new(system),
        question: Question::Property(0),
        answer,
    };
    Room::new(Vec::new())
        .check_answers(&[asked], TIMEOUT)
        .remove(0)
}

#[track_caller]
fn accepted(system: &System, claim: &Formula, answer: &Answer) {
    let outcome = check(system, claim, answer);
    assert!(outcome.is_accepted(), "{outcome:?}");
}

#[track_caller]
fn refused(system: &System, claim: &Formula, answer: &Answer, where_: &str, why: &str) {
    match check(system, claim, answer) {
        CheckOutcome::Rejected { obligation, detail } => {
            assert!(obligation.contains(where_), "{obligation}: {detail}");
            assert!(detail.contains(why), "{obligation}: {detail}");
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn certified(system: &System, claim: &Formula) -> Fixpoint {
    match decide(system, claim) {
        Decided::Holds(fixpoint) => {
            accepted(system, claim, &holds(&fixpoint));
            fixpoint
        }
        other => panic!("{other:?}"),
    }
}

/// The certificate with one more term, and the index of that.
fn with_term(system: &System, fixpoint: &Fixpoint, term: TermId) -> (Fixpoint, usize) {
    let mut pool = system.pool.clone();
    let mut terms = pool.import(&fixpoint.terms);
    terms.push(term);
    let mut fixpoint = fixpoint.clone();
    fixpoint.terms = pool.export(&terms);
    (fixpoint, terms.len() - 1)
}

#[test]
fn what_is_no_certificate_is_refused() {
    let mut system = counter();
    let (three, go) = (is(&mut system, 3), system.named("go"));
    let [no, yes] = [false, true].map(|b| system.pool.bool(b));
    let reachable = Formula::Finally(Paths::Some, atom(three));
    let claim = Formula::Globally(Paths::All, Box::new(reachable));
    let good = certified(&system, &claim);
    let formed = "well-formedness";
    let altered = |how: &dyn Fn(&mut Fixpoint)| {
        let mut bad = good.clone();
        how(&mut bad);
        holds(&bad)
    };
    let reaches = good
        .parts
        .iter()
        .position(|p| matches!(p, Some(PartProof::Reaches { .. })));
    let reaches = reaches.expect("EF has a rank");
    let choose = |bad: &mut Fixpoint, var: assay_term::VarId, term: usize| {
        if let Some(PartProof::Reaches { choice, .. }) = &mut bad.parts[reaches] {
            choice.push((var, term));
        }
    };
    let [n_var, go_var] = ["n", "go"].map(|name| system.var_of(system.named(name)));

    let answer = altered(&|bad| bad.execution = None);
    refused(
        &system,
        &claim,
        &answer,
        "some execution",
        "no fair execution",
    );
    let answer = altered(&|bad| bad.parts.push(None));
    refused(&system, &claim, &answer, formed, "does not have");
    let answer = altered(&|bad| bad.parts[0] = bad.parts[reaches].clone());
    refused(&system, &claim, &answer, formed, "no operator");
    let closed = Some(PartProof::Closed { set: 0 });
    let answer = altered(&|bad| bad.parts[reaches] = closed.clone());
    refused(&system, &claim, &answer, formed, "another operator");
    let answer = altered(&|bad| bad.fair.as_mut().unwrap().set = 1000);
    refused(&system, &claim, &answer, formed, "no term 1000");
    let answer = altered(&|bad| bad.fair.as_mut().unwrap().goals.clear());
    refused(
        &system,
        &claim,
        &answer,
        formed,
        "0 choices, and 1 conditions",
    );
    let answer = altered(&|bad| choose(bad, n_var, 0));
    refused(&system, &claim, &answer, formed, "not an input");
    let answer = altered(&|bad| choose(bad, go_var, 0));
    refused(&system, &claim, &answer, formed, "chosen twice");
    let answer = altered(&|bad| choose(bad, assay_term::VarId(99), 0));
    refused(&system, &claim, &answer, formed, "no variable #99");
    let answer = altered(&|bad| {
        if let Some(PartProof::Reaches { choice, .. }) = &mut bad.parts[reaches] {
            choice.clear();
        }
    });
    refused(&system, &claim, &answer, "E[a U b]", "");
    let (bad, _) = with_term(&system, &good, go);
    refused(
        &system,
        &claim,
        &holds(&bad),
        formed,
        "reads go, which is not a state",
    );
    let (mut bad, n) = with_term(&system, &good, system.named("n"));
    bad.fair.as_mut().unwrap().set = n;
    refused(&system, &claim, &holds(&bad), formed, "not Boolean");
    // The root's set is too large, or too small.
    let root = good.parts.len() - 1;
    for (term, why) in [(yes, "A[a R b]"), (no, "the initial states")] {
        let (mut bad, set) = with_term(&system, &good, term);
        bad.parts[reaches] = None;
        bad.parts[root] = Some(PartProof::Closed { set });
        refused(&system, &claim, &holds(&bad), why, "");
    }
}

#[test]
fn a_rank_waits_for_a_condition_that_there_is() {
    let mut system = counter();
    for value in [0, 1, 3] {
        let term = is(&mut system, value);
        fair(&mut system, term);
    }
    // Everything is unfair: no execution goes through 0 and 3 again and again.
    let yes = system.pool.bool(true);
    let claim = Formula::Atom(yes);
    assert!(matches!(decide(&system, &claim), Decided::NoExecutions(_)));
    let fixpoint = Fixpoint {
        terms: system.pool.export(&[yes]),
        fair: None,
        unfair: Some(Unfair {
            set: 0,
            ranking: Ranking {
                rank: vec![],
                waits: vec![0, 0],
            },
        }),
        parts: vec![],
        execution: None,
        example: None,
    };
    refused(&system, &claim, &holds(&fixpoint), "some execution", "");
    // With an execution of another system the check goes on.
    let mut fairer = system.clone();
    fairer.fairness = fairer.fairness.iter().take(1).cloned().collect();
    for (waits, why) in [
        (vec![0, 0], "each waits for a condition"),
        (vec![0], "no fair execution stays"),
    ] {
        let mut bad = certified(&fairer, &claim);
        let (with, set) = with_term(&fairer, &bad, yes);
        bad = with;
        bad.unfair = Some(Unfair {
            set,
            ranking: Ranking {
                rank: vec![],
                waits: waits.iter().map(|_| set).collect(),
            },
        });
        let why = if waits.len() == 1 {
            "each waits for a condition"
        } else {
            why
        };
        refused(&fairer, &claim, &holds(&bad), why, "");
        bad.unfair.as_mut().unwrap().ranking.waits.clear();
        refused(&fairer, &claim, &holds(&bad), "no fair execution stays", "");
    }
}

#[test]
fn what_the_system_does_not_promise_is_not_taken_for_granted() {
    let mut system = counter();
    let three = is(&mut system, 3);
    let claim = Formula::Finally(Paths::Some, atom(three));
    let good = certified(&system, &claim);

    let mut compassionate = system.clone();
    fair(&mut compassionate, three);
    compassionate.fairness = compassionate
        .fairness
        .iter()
        .map(|f| Fairness {
            then: Some(f.term),
            ..f.clone()
        })
        .collect();
    refused(
        &compassionate,
        &claim,
        &holds(&good),
        "well-formedness",
        "compassion",
    );

    // What reads inputs is asked of the system in which inputs are states.
    let mut constrained = system.clone();
    let go = constrained.named("go");
    constrained.assume(go);
    let of_inputs = Formula::Finally(Paths::Some, atom(go));
    for (system, claim) in [(&constrained, &claim), (&system, &of_inputs)] {
        refused(system, claim, &holds(&good), "", "");
        let mut claimed = system.clone();
        let mut property = Property::invariant("c", go);
        property.claim = Claim::Temporal(claim.clone());
        claimed.properties.push(property);
        let Decided::Holds(fixpoint) = decide(&stated(&Arc::new(claimed)), claim) else {
            panic!("it can go")
        };
        accepted(system, claim, &holds(&fixpoint));
    }

    // A state that leaves its range, at the start and later.
    let n = system.var_of(system.named("n"));
    let mut narrow = system.clone();
    narrow.vars[n.index()].range = Some((0.into(), 2.into()));
    let claim = {
        let two = is(&mut narrow, 2);
        Formula::Finally(Paths::Some, atom(two))
    };
    let Decided::Holds(fixpoint) = decide(&narrow, &claim) else {
        panic!("2 is reached")
    };
    refused(
        &narrow,
        &claim,
        &holds(&fixpoint),
        "states in their ranges",
        "",
    );
    let mut elsewhere = system.clone();
    let four = elsewhere.pool.int(4);
    let next = elsewhere.named("n");
    elsewhere.set_state(n, Some(four), next);
    let claim = Formula::Atom(elsewhere.pool.bool(true));
    let mut bad = good.clone();
    bad.parts.clear();
    let values = Arc::new(Trace {
        steps: vec![vec![Value::Bool(false), Value::int(4)]; 2],
        functions: Functions::default(),
    });
    bad.execution = Some((values, 0));
    bad.example = None;
    refused(
        &elsewhere,
        &claim,
        &holds(&bad),
        "replay of the execution",
        "out of its range",
    );
}

fn run(system: &System, go: &[bool]) -> Trace {
    let choose = |_, step: usize| Value::Bool(go[step]);
    execute(system, go.len(), Functions::default(), choose).expect("it can be run")
}

/// One branch at the first state of a trace.
fn branch(part: usize, trace: &Trace, why: Why) -> Branch {
    let state = Trace {
        steps: trace.steps[..1].to_vec(),
        functions: Functions::default(),
    };
    Branch {
        part,
        state: Arc::new(state),
        why,
    }
}

#[test]
fn a_path_has_to_go_on() {
    let mut system = counter();
    let two = is(&mut system, 2);
    let claim = Formula::Globally(Paths::All, Box::new(Formula::Not(atom(two))));
    // The negation is EF n = 2: parts are true, n = 2 and the until.
    let tree = |trace: Trace, until: usize, goes: Goes| Tree {
        branches: vec![branch(
            2,
            &trace.clone(),
            Why::Path(BranchPath {
                trace,
                until: Some(until),
                operands: vec![],
                last: None,
                goes,
            }),
        )],
        sets: None,
    };
    let up = run(&system, &[true, true, false]);
    accepted(&system, &claim, &fails(&tree(up.clone(), 2, Goes::Anyhow)));
    let round = run(&system, &[true, true, false, false]);
    accepted(
        &system,
        &claim,
        &fails(&tree(round.clone(), 2, Goes::Round(2))),
    );
    for (bad, why) in [
        (tree(round.clone(), 2, Goes::Round(1)), "not closed"),
        (
            tree(round.clone(), 2, Goes::Round(3)),
            "not before the last step",
        ),
        (
            tree(round.clone(), 2, Goes::InFair),
            "not in the set of fair states",
        ),
        (tree(round.clone(), 1, Goes::Round(2)), "does not hold"),
        (tree(round.clone(), 7, Goes::Round(2)), "not on the path"),
    ] {
        refused(&system, &claim, &fails(&bad), "replay of branch 0", why);
    }
    // Steps that are none.
    let mut bad = round.clone();
    bad.steps.remove(1);
    refused(
        &system,
        &claim,
        &fails(&tree(bad, 1, Goes::Round(1))),
        "branch 0",
        "n is 2 in the trace",
    );
    // It does not begin at the start.
    let mut bad = round.clone();
    bad.steps.remove(0);
    refused(
        &system,
        &claim,
        &fails(&tree(bad, 1, Goes::Round(1))),
        "the root",
        "n is 1",
    );
    // With a condition of fairness only the loop will do, and only if it has the condition.
    let mut fairer = system.clone();
    fair(&mut fairer, two);
    refused(
        &fairer,
        &claim,
        &fails(&tree(up.clone(), 2, Goes::Anyhow)),
        "branch 0",
        "fairness",
    );
    accepted(
        &fairer,
        &claim,
        &fails(&tree(round.clone(), 2, Goes::Round(2))),
    );
    let mut other = system.clone();
    let three = is(&mut other, 3);
    fair(&mut other, three);
    refused(
        &other,
        &claim,
        &fails(&tree(round, 2, Goes::Round(2))),
        "branch 0",
        "never holds",
    );
    // A path that goes on anyhow needs transitions to keep the ranges.
    let mut narrow = system.clone();
    let n = system.var_of(system.named("n"));
    narrow.vars[n.index()].range = Some((0.into(), 2.into()));
    refused(
        &narrow,
        &claim,
        &fails(&tree(up, 2, Goes::Anyhow)),
        "in their ranges",
        "",
    );
}

#[test]
fn the_root_has_to_be_fair() {
    let mut system = counter();
    let one = is(&mut system, 1);
    let claim = Formula::Atom(one);
    let start = run(&system, &[false]);
    let tree = Tree {
        branches: vec![branch(0, &start, Why::Literal)],
        sets: None,
    };
    accepted(&system, &claim, &fails(&tree));
    let mut fairer = system.clone();
    fair(&mut fairer, one);
    refused(
        &fairer,
        &claim,
        &fails(&tree),
        "the root",
        "nothing shows that a fair execution starts",
    );
    // The set of fair states shows it, and so does an execution.
    let Decided::Fails(with_sets) = decide(&fairer, &claim) else {
        panic!("n is 0 at first")
    };
    accepted(&fairer, &claim, &fails(&with_sets));
    let trace = run(&system, &[true, false, false]);
    let mut sets = Fixpoint::clone(with_sets.sets.as_ref().unwrap());
    (sets.fair, sets.unfair, sets.parts) = (None, None, vec![]);
    sets.execution = Some((Arc::new(trace), 1));
    let with_execution = Tree {
        sets: Some(Arc::new(sets)),
        ..tree.clone()
    };
    accepted(&fairer, &claim, &fails(&with_execution));
    refused(
        &fairer,
        &Formula::Not(Box::new(claim)),
        &fails(&with_execution),
        "branch 0",
        "does not hold",
    );
    let empty = Tree {
        branches: vec![],
        sets: None,
    };
    refused(
        &system,
        &Formula::Atom(one),
        &fails(&empty),
        "the tree",
        "no branches",
    );
}

#[test]
fn what_holds_globally_is_an_invariant() {
    let mut system = counter();
    let (two, small) = {
        let n = system.named("n");
        let three = system.pool.int(3);
        (is(&mut system, 2), system.pool.le(n, three))
    };
    let always = |term| Formula::Globally(Paths::All, atom(term));
    // The claim is property 0, so what it says at every step is property 1.
    let proof = |property| Answer::Holds {
        evidence: Evidence::Certificate(Arc::new(certificate(&system, 1, &[], &[property]))),
        engine: BY,
    };
    accepted(&system, &always(small), &proof(1));
    refused(
        &system,
        &always(small),
        &proof(0),
        "well-formedness",
        "does not name",
    );
    refused(&system, &always(two), &proof(1), "base", "c at every step");
    let not_two = system.clone().pool.not(two);
    let witness = |go: &[bool]| Answer::Fails {
        evidence: Evidence::Trace(Arc::new(run(&system, go))),
        engine: BY,
    };
    let mut with_not = system.clone();
    let term = with_not.pool.not(two);
    assert_eq!(term, not_two);
    let claim = always(term);
    accepted(&with_not, &claim, &witness(&[true, true, false]));
    refused(
        &with_not,
        &claim,
        &witness(&[true, false]),
        "replay",
        "holds at the last step",
    );
    let mut constrained = with_not.clone();
    constrained.assume(not_two);
    refused(
        &constrained,
        &claim,
        &witness(&[true, true, false]),
        "replay",
        "constraints",
    );
    // Other formulas have neither.
    let eventually = Formula::Finally(Paths::Some, atom(two));
    refused(
        &system,
        &eventually,
        &proof(1),
        "kind of evidence",
        "needs sets of states",
    );
    refused(
        &system,
        &eventually,
        &witness(&[true]),
        "kind of evidence",
        "needs a tree",
    );
}

/// A counter without a bound: sets of states are terms of linear arithmetic, and an SMT solver answers.
#[test]
fn sets_of_infinitely_many_states_are_for_smt_solvers() {
    let solvers = smt_solvers();
    if solvers.is_empty() {
        println!("note: skipped without an SMT solver");
        return;
    }
    let mut system = System::new();
    let go = system.input("go", Sort::Bool);
    let zero = system.pool.int(0);
    let n = system.state_from("n", Sort::Int, Some(zero));
    let one = system.pool.int(1);
    let up = system.pool.add([n, one]);
    let next = system.pool.ite(go, up, n);
    system.set_next(n, next);
    let [positive, negative] = [system.pool.le(zero, n), system.pool.lt(n, zero)];
    // AG EX n >= 0, by staying.
    let stays = Formula::Next(Paths::Some, atom(positive));
    let claim = Formula::Globally(Paths::All, Box::new(stays));
    let no = system.pool.bool(false);
    let yes = system.pool.bool(true);
    system.claim(yes);
    system.properties[0].claim = Claim::Temporal(claim.clone());
    let go = system.var_of(go);
    let fixpoint = |set: TermId| Fixpoint {
        terms: system.pool.export(&[set, no]),
        fair: Some(Fair {
            set: 0,
            goals: vec![(vec![], vec![(go, 1)])],
        }),
        unfair: None,
        // False, n >= 0, EX and AG.
        parts: vec![
            None,
            None,
            Some(PartProof::Chosen {
                set: 0,
                choice: vec![(go, 1)],
            }),
            Some(PartProof::Closed { set: 0 }),
        ],
        execution: Some((Arc::new(run(&system, &[false, false])), 0)),
        example: None,
    };
    let shared = Arc::new(system.clone());
    for solver in solvers {
        for (set, right) in [(positive, true), (negative, false), (yes, false)] {
            let answer = holds(&fixpoint(set));
            let asked = Asked {
                system: &shared,
                question: Question::Property(0),
                answer: &answer,
            };
            let room = Room::new(vec![solver.clone()]);
            let outcome = room.check_answers(&[asked], TIMEOUT).remove(0);
            assert_eq!(outcome.is_accepted(), right, "{solver:?}: {outcome:?}");
        }
    }
}
