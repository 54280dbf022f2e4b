//! The check room's circuit, evaluator and SMT text against the evaluator of the term room: random terms of
//! every operator of words and arrays, under constraints that give the variables random values.

mod common;

use assay_check::{CheckOutcome, check_certificate, check_trace};
use assay_system::{System, Trace};
use assay_term::{Bits, Evaluator, Functions, TermId, Value};
use assay_testkit::words::{self, Choice, grow, sorts};
use assay_testkit::{Build, Random, certificate};
use common::{lrat, smt, smt_solvers};

/// A system whose inputs are held to `values`, with the property that every term has the value that the
/// evaluator says, and the property that one of them has another. A step of its execution is returned too. `open` is
/// whether an array may have one element everywhere that is not a constant.
fn system(random: &mut Random, length: usize, open: bool) -> (System, Vec<Value>) {
    let mut b = System::new();
    let mut leaves: Vec<TermId> = Vec::new();
    for (i, sort) in sorts().into_iter().enumerate() {
        leaves.push(b.input(&format!("v{i}"), sort));
    }
    let mut tape: Vec<Choice> = (0..length)
        .map(|_| {
            let mut byte = || random.below(256) as u8;
            (byte(), byte(), byte(), byte())
        })
        .collect();
    tape.retain(|choice| open || !words::is_const_array(choice));
    let mut next = || random.below(1 << 30) as u64;
    let values: Vec<Value> = sorts()
        .into_iter()
        .map(|s| words::value(s, &mut next))
        .collect();
    for (&leaf, value) in leaves.iter().zip(&values) {
        let value = b.pool.constant(value.clone());
        let held = b.pool.eq(leaf, value);
        b.assume(held);
    }
    let terms = grow(&mut b.pool, &leaves, &tape);
    let pool = b.pool.clone();
    let functions = Functions::default();
    let mut evaluator = Evaluator::new(&pool, &values, &functions);
    let mut equations: Vec<TermId> = Vec::new();
    for &term in &terms {
        let value = b.pool.constant(evaluator.eval(term).unwrap());
        equations.push(b.pool.eq(term, value));
    }
    let all = b.pool.and(equations);
    b.claim(all);
    let last = *terms.last().expect("leaves are terms");
    let wrong = match evaluator.eval(last).unwrap() {
        Value::Bool(b) => Value::Bool(!b),
        Value::Bits(bits) => Bits::new(bits.width(), bits.value() + 1u32).into(),
        other => panic!("the last term is {other}"),
    };
    let wrong = b.pool.constant(wrong);
    let wrong = b.pool.eq(last, wrong);
    b.claim(wrong);
    (b, values)
}

#[test]
fn terms_have_the_evaluators_values() {
    let mut random = Random::new(11);
    let solvers = smt_solvers();
    for round in 0..40 {
        // One process for each question: a few rounds show the text. cvc5 wants constants in constant arrays.
        let by_solvers = round % 8 == 0;
        let (b, values) = system(&mut random, 4 + round, !by_solvers);
        let claims = [certificate(&b, 1, &[], &[0]), certificate(&b, 1, &[], &[1])];
        let [right, wrong] = claims;
        let outcome = check_certificate(&b, &right, &lrat());
        assert!(outcome.is_accepted(), "round {round}: {outcome:?}");
        let outcome = check_certificate(&b, &wrong, &lrat());
        assert!(
            matches!(outcome, CheckOutcome::Rejected { .. }),
            "round {round}: {outcome:?}"
        );
        let trace = Trace {
            steps: vec![values],
            functions: Functions::default(),
        };
        assert!(check_trace(&b, &trace, 0).is_err(), "round {round}");
        assert!(check_trace(&b, &trace, 1).is_ok(), "round {round}");
        if by_solvers {
            for solver in solvers.iter().filter(|s| !s.name.starts_with("yices")) {
                let outcome = check_certificate(&b, &right, &smt(solver));
                assert!(
                    outcome.is_accepted(),
                    "round {round}, {}: {outcome:?}",
                    solver.name
                );
                let outcome = check_certificate(&b, &wrong, &smt(solver));
                assert!(!outcome.is_accepted(), "round {round}, {}", solver.name);
            }
        }
    }
}

#[test]
fn ill_sorted_lemmas_about_words_are_refused() {
    use assay_term::{Op, Pool, Sort, VarId};
    // The lemma is well sorted in a pool where x is wider: a certificate of another system.
    let mut other = Pool::new();
    let x = other.declare("x", Sort::BitVec(9));
    assert_eq!(x, VarId(0));
    let x = other.var(x);
    let high = other.extract(8, 8, x);
    let lemma = other.bool_of_bv(high);
    assert!(matches!(
        other.get(high),
        assay_term::Term::App(Op::Extract { .. }, _)
    ));
    let mut b = System::new();
    let x = b.input("x", Sort::BitVec(8));
    let same = b.pool.eq(x, x);
    b.claim(same);
    let mut certificate = certificate(&b, 1, &[], &[0]);
    certificate.lemmas = other.export(&[lemma]);
    let outcome = check_certificate(&b, &certificate, &lrat());
    assert!(!outcome.is_accepted(), "{outcome:?}");
}
