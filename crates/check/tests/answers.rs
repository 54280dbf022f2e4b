//! Each kind of evidence is accepted where it shows what the answer says, and refused where it is changed, misplaced or about something
//! else.

mod common;

use std::sync::Arc;

use assay_check::{Asked, CheckOutcome, Execution, Room, check_certificate};
use assay_system::liveness::{Justice, add_justice};
use assay_system::{
    Answer, Certificate, Claim, Class, EngineName, Evidence, Goal, Patch, Question, Stimulus,
    System, Trace, execute,
};
use assay_term::{Functions, Sort, TermId, Value, VarId};
use common::{Builder, TIMEOUT};

const BY: EngineName = EngineName::Bmc;

/// A counter from 0 to 4 that goes up when `go` is true and back to 2 after 4. The claims: it is at most 4 (0), it can be 4 (1), it
/// can be 6 (2), it is not both 3 and `go` infinitely often (3, justice). The goals: it is 3 (0), it is 5 (1).
fn system() -> Arc<System> {
    let mut b = Builder::default();
    let go = b.input("go", Sort::Bool, None);
    let zero = b.pool().int(0);
    let n = b.state("n", Sort::Int, Some((0, 7)), Some(zero));
    let (one, two, four) = (b.pool().int(1), b.pool().int(2), b.pool().int(4));
    let up = b.pool().add([n, one]);
    let (at_four, small) = (b.pool().eq(n, four), b.pool().le(n, four));
    let up = b.pool().ite(at_four, two, up);
    let next = b.pool().ite(go, up, n);
    b.next(n, next);
    let at = |b: &mut Builder, value: i64| {
        let value = b.pool().int(value);
        b.pool().eq(n, value)
    };
    let (three, five, six) = (at(&mut b, 3), at(&mut b, 5), at(&mut b, 6));
    b.property(small);
    b.property(at_four);
    b.property(six);
    let mut system = b.system;
    for p in [1, 2] {
        system.properties[p].claim = Claim::Reachable;
    }
    let justice = Justice {
        name: "j".into(),
        conditions: vec![three],
        span: None,
    };
    add_justice(&mut system, &[justice], &[go]);
    for (name, term) in [("at 3", three), ("at 5", five)] {
        system.goals.push(Goal {
            name: name.into(),
            term,
            class: Class::new("branch"),
            span: None,
        });
    }
    Arc::new(system)
}

/// The execution with these values of `go`, in which the state is saved at step `save`.
fn run(system: &System, go: &[bool], save: Option<usize>) -> Arc<Trace> {
    let (go_var, save_var) = (common::var(system, "go"), common::var(system, "save"));
    let choose = |v: VarId, step: usize| {
        Value::Bool(match v {
            _ if v == go_var => go[step],
            _ if v == save_var => save == Some(step),
            _ => unreachable!("nothing else is open"),
        })
    };
    Arc::new(execute(system, go.len(), Functions::default(), choose).expect("it can be run"))
}

/// Some lemmas that hold of n, and the properties that they are to prove.
fn certificate(system: &System, properties: &[usize]) -> Arc<Certificate> {
    let mut pool = system.pool.clone();
    let n = pool.var(common::var(system, "n"));
    let four = pool.int(4);
    let small = pool.le(n, four);
    let b = Builder {
        system: System {
            pool,
            ..System::new()
        },
    };
    Arc::new(b.certificate(1, &[small], properties))
}

fn holds(evidence: Evidence) -> Answer {
    Answer::Holds {
        evidence,
        engine: BY,
    }
}

fn fails(evidence: Evidence) -> Answer {
    Answer::Fails {
        evidence,
        engine: BY,
    }
}

fn check(system: &Arc<System>, question: Question, answer: &Answer) -> CheckOutcome {
    let asked = Asked {
        system,
        question,
        answer,
    };
    Room::new(Vec::new())
        .check_answers(&[asked], TIMEOUT)
        .remove(0)
}

#[track_caller]
fn refused(system: &Arc<System>, question: Question, answer: &Answer, why: &str) {
    match check(system, question, answer) {
        CheckOutcome::Rejected { detail, .. } => assert!(detail.contains(why), "{detail}"),
        other => panic!("{other:?}"),
    }
}

const P: [Question; 4] = [
    Question::Property(0),
    Question::Property(1),
    Question::Property(2),
    Question::Property(3),
];
const G: [Question; 2] = [Question::Goal(0), Question::Goal(1)];

#[test]
fn each_kind_of_evidence_is_accepted_in_its_place() {
    let system = system();
    let go = [true; 5];
    let never = |q: Question| {
        q.negation(&system)
            .expect("it asks for something reachable")
    };
    let together = [0, never(P[2]), never(G[1])];
    let shared = certificate(&system, &together);
    // From 2 at step 2 over 4 back to 2 at step 5.
    let trace = run(&system, &[true; 6], Some(2));
    let lasso = Evidence::Lasso { trace, back: 2 };
    let answers = [
        (P[0], holds(Evidence::Certificate(shared.clone()))),
        (P[1], holds(Evidence::Trace(run(&system, &go, None)))),
        (P[2], fails(Evidence::Certificate(shared.clone()))),
        (P[3], fails(lasso)),
        (G[0], holds(Evidence::Trace(run(&system, &go[1..], None)))),
        (G[1], fails(Evidence::Certificate(shared))),
    ];
    let asked: Vec<Asked<'_>> = answers
        .iter()
        .map(|(question, answer)| Asked {
            system: &system,
            question: *question,
            answer,
        })
        .collect();
    let outcomes = Room::new(Vec::new()).check_answers(&asked, TIMEOUT);
    assert!(
        outcomes.iter().all(CheckOutcome::is_accepted),
        "{outcomes:?}"
    );
}

#[test]
fn traces_that_do_not_show_it_are_refused() {
    let system = system();
    let at_three = Evidence::Trace(run(&system, &[true; 4], None));
    refused(&system, P[1], &holds(at_three.clone()), "p1 is not reached");
    refused(
        &system,
        G[1],
        &holds(at_three.clone()),
        "at 5 is not reached",
    );
    refused(
        &system,
        P[0],
        &fails(at_three.clone()),
        "the property p0 holds",
    );
    let mut trace = Trace::clone(&run(&system, &[true; 5], None));
    trace.steps[4][common::var(&system, "n").index()] = Value::int(6);
    let wrong = Evidence::Trace(Arc::new(trace));
    refused(&system, P[2], &holds(wrong), "n is 6 in the trace");
    let empty = Evidence::Trace(Arc::default());
    refused(&system, G[0], &holds(empty), "no steps");
}

#[test]
fn lassos_that_do_not_go_round_are_refused() {
    let system = system();
    let lasso = |go: &[bool], save: usize, back: usize| {
        fails(Evidence::Lasso {
            trace: run(&system, go, Some(save)),
            back,
        })
    };
    let accepted = |answer: &Answer| check(&system, P[3], answer).is_accepted();
    assert!(accepted(&lasso(&[true; 6], 2, 2)));
    // One step may be a loop, but not one in which nothing that is wanted happens.
    refused(&system, P[3], &lasso(&[false; 2], 0, 0), "never holds");
    refused(
        &system,
        P[3],
        &lasso(&[true, true, true, false, false], 3, 3),
        "never holds",
    );
    refused(
        &system,
        P[3],
        &lasso(&[true; 6], 2, 1),
        "n has another value",
    );
    refused(
        &system,
        P[3],
        &lasso(&[true; 5], 2, 2),
        "n has another value",
    );
    refused(
        &system,
        P[3],
        &lasso(&[true; 6], 2, 5),
        "is not before the last",
    );
    refused(
        &system,
        P[3],
        &lasso(&[true; 6], 2, 9),
        "is not before the last",
    );
    // The room looks at the conditions and not at the translation: where the state was saved does not matter to it.
    assert!(accepted(&lasso(&[true; 6], 0, 2)));
}

#[test]
fn certificates_of_something_else_are_refused() {
    let system = system();
    let never = |q: Question| {
        q.negation(&system)
            .expect("it asks for something reachable")
    };
    let of = |properties: &[usize]| Evidence::Certificate(certificate(&system, properties));
    refused(&system, P[2], &fails(of(&[0])), "does not name");
    refused(&system, P[1], &fails(of(&[never(P[2])])), "does not name");
    let outcome = check(&system, P[1], &fails(of(&[never(P[1])])));
    assert!(
        matches!(outcome, CheckOutcome::Rejected { .. }),
        "{outcome:?}"
    );
    refused(
        &system,
        P[1],
        &fails(of(&[never(P[1]), 1])),
        "invariants only",
    );
    refused(
        &system,
        P[1],
        &fails(of(&[99, never(P[1])])),
        "no property number 99",
    );
}

#[test]
fn evidence_of_another_kind_is_refused() {
    let system = system();
    let trace = run(&system, &[true; 6], Some(2));
    let certificate = Evidence::Certificate(certificate(&system, &[0, 1, 2, 3]));
    let lasso = Evidence::Lasso {
        trace: trace.clone(),
        back: 2,
    };
    let trace = Evidence::Trace(trace);
    for (question, answer, wanted) in [
        (
            P[0],
            holds(trace.clone()),
            "needs a certificate, and a trace",
        ),
        (
            P[0],
            fails(certificate.clone()),
            "needs a trace, and a certificate",
        ),
        (
            P[1],
            holds(certificate.clone()),
            "needs a trace, and a certificate",
        ),
        (
            P[1],
            fails(lasso.clone()),
            "needs a certificate, and a lasso",
        ),
        (P[3], fails(trace), "needs a lasso, and a trace"),
        (
            P[3],
            holds(lasso.clone()),
            "needs a certificate, and a lasso",
        ),
        (G[0], holds(lasso), "needs a trace, and a lasso"),
        (
            Question::Goal(2),
            holds(certificate.clone()),
            "no such question",
        ),
        (
            Question::Property(4),
            holds(certificate),
            "no such question",
        ),
    ] {
        refused(&system, question, &answer, wanted);
    }
}

#[test]
fn open_answers_are_not_checked() {
    let system = system();
    let open = Answer::Open {
        reason: "timeout".into(),
        true_for: 3,
    };
    let outcome = check(&system, P[0], &open);
    assert!(matches!(outcome, CheckOutcome::Inconclusive { reason } if reason.contains("timeout")));
}

#[test]
fn a_patch_of_a_property_changes_what_is_violated() {
    let system = system();
    let go = run(&system, &[true; 3], None);
    let stimulus = Stimulus::of(&system, &go, |_| true);
    let mut pool = system.pool.clone();
    let n = pool.var(common::var(&system, "n"));
    let one = pool.int(1);
    let term: TermId = pool.le(n, one);
    let mut grown = System::clone(&system);
    grown.pool = pool;
    let patch = Patch {
        properties: vec![(0, term)],
        ..Patch::default()
    };
    assert!(Execution::new(&grown, &stimulus, 3).violates(0).is_err());
    assert_eq!(
        Execution::patched(&grown, &patch, &stimulus, 3).violates(0),
        Ok(())
    );
    assert!(
        Execution::patched(&grown, &patch, &stimulus, 2)
            .violates(0)
            .is_err()
    );
    let reachable = Execution::new(&grown, &stimulus, 3).violates(1);
    assert!(reachable.is_err_and(|e| e.to_string().contains("reachable")));
}

#[test]
fn certificates_of_systems_without_states_are_accepted_exactly_if_they_hold() {
    for bits in 0u8..16 {
        let mut b = Builder::default();
        let (a, c) = (
            b.input("a", Sort::Bool, None),
            b.rigid("c", Sort::Bool, None),
        );
        let both = b.pool().and2(a, c);
        let wire = b.wire("both", both, None);
        let rows = [(false, false), (false, true), (true, false), (true, true)];
        let mut truth = Vec::new();
        let mut holds = true;
        for (n, (x, y)) in rows.into_iter().enumerate() {
            let (left, right) = (b.pool().bool(x), b.pool().bool(y));
            let here = [b.pool().eq(a, left), b.pool().eq(c, right)];
            let here = b.pool().and(here);
            let is_true = bits >> n & 1 == 1;
            if is_true {
                truth.push(here);
            }
            // Assumed: not both.
            holds &= is_true || x && y;
        }
        let property = b.pool().or(truth);
        let neither = b.pool().not(wire);
        b.constraint(neither);
        b.property(property);
        for k in 1..3 {
            let certificate = b.certificate(k, &[], &[0]);
            let mut checkers = vec![common::lrat()];
            checkers.extend(common::smt_solvers().iter().map(common::smt));
            for checker in checkers {
                let outcome = check_certificate(&b.system, &certificate, &checker);
                assert_eq!(outcome.is_accepted(), holds, "{bits:04b}: {outcome:?}");
            }
        }
    }
}
