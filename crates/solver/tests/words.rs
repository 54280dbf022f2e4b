//! Words and arrays in the oracles: random terms mean what the evaluator says, and models can be read.

use assay_solver::sat::SatOracle;
use assay_solver::{
    Answer, Lit, Oracle, SmtOptions, SmtOracle, SolverKind, Step, StopFlag, discover,
    is_beyond_linear,
};
use assay_term::{Evaluator, Functions, Pool, Sort, TermId, Value, VarId};
use assay_testkit::words::{self, grow, numbers, sorts};

/// Variables at step 0 are assumed to have random values; terms then have the evaluator's. `open` is whether an
/// array may have one element everywhere that is not a constant.
fn compare(make: impl Fn() -> Box<dyn Oracle>, rounds: u64, open: bool) {
    for seed in 0..rounds {
        let mut next = numbers(seed);
        let mut pool = Pool::new();
        let vars: Vec<VarId> = sorts().into_iter().map(|s| pool.declare("v", s)).collect();
        let leaves: Vec<TermId> = vars.iter().map(|&v| pool.var(v)).collect();
        let mut byte = || next() as u8;
        let mut tape: Vec<_> = (0..40).map(|_| (byte(), byte(), byte(), byte())).collect();
        tape.retain(|choice| open || !words::is_const_array(choice));
        let terms = grow(&mut pool, &leaves, &tape);
        let mut next = numbers(seed + 1000);
        let values: Vec<Value> = sorts()
            .into_iter()
            .map(|s| words::value(s, &mut next))
            .collect();
        let mut oracle = make();
        for &v in &vars {
            oracle.free(&pool, v, Step(0), None).unwrap();
        }
        let mut held: Vec<Lit> = Vec::new();
        for (&leaf, value) in leaves.iter().zip(&values) {
            let value = pool.constant(value.clone());
            let equation = pool.eq(leaf, value);
            held.push(oracle.literal(&pool, equation, Step(0)).unwrap());
        }
        let meaning = pool.clone();
        let functions = Functions::default();
        let mut evaluator = Evaluator::new(&meaning, &values, &functions);
        let mut equations = Vec::new();
        for &term in &terms {
            let value = pool.constant(evaluator.eval(term).unwrap());
            equations.push(pool.eq(term, value));
        }
        let all = pool.and(equations);
        let all = oracle.literal(&pool, all, Step(0)).unwrap();
        held.push(!all);
        assert_eq!(
            oracle.solve(&held, None),
            Ok(Answer::Unsat),
            "{} {seed}",
            oracle.name()
        );
        *held.last_mut().unwrap() = all;
        assert_eq!(
            oracle.solve(&held, None),
            Ok(Answer::Sat),
            "{} {seed}",
            oracle.name()
        );
        let asked: Vec<(VarId, Step)> = vars.iter().map(|&v| (v, Step(0))).collect();
        assert_eq!(
            oracle.values(&pool, &asked),
            Ok(values),
            "{} {seed}",
            oracle.name()
        );
    }
}

#[test]
fn bits_mean_what_the_evaluator_says() {
    compare(|| Box::new(SatOracle::new(StopFlag::new())), 60, true);
}

#[test]
fn solvers_mean_what_the_evaluator_says() {
    for found in discover() {
        if found.kind == SolverKind::Yices {
            continue;
        }
        compare(
            || {
                let options = SmtOptions {
                    beyond_linear: true,
                    ..SmtOptions::default()
                };
                Box::new(SmtOracle::new(&found, StopFlag::new(), options).unwrap())
            },
            12,
            found.kind == SolverKind::Z3,
        );
    }
}

#[test]
fn words_are_not_for_yices() {
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::BitVec(8));
    let x = pool.var(x);
    let zero = pool.bits(8, 0u32);
    let positive = pool.bv_ult(zero, x);
    assert!(is_beyond_linear(&pool, &[positive]));
    let Some(found) = discover().into_iter().find(|f| f.kind == SolverKind::Yices) else {
        println!("skipped: yices was not found");
        return;
    };
    let mut oracle = SmtOracle::new(&found, StopFlag::new(), SmtOptions::default()).unwrap();
    assert!(oracle.free(&pool, VarId(0), Step(0), None).is_err());
}
