//! The SMT-LIB back end with every solver that is there: meaning of terms (against the evaluator),
//! cores, models, functions, stopping, restarting, budgets and errors.

use std::time::Duration;

use assay_solver::{
    Answer, Found, Lit, Oracle, SmtOptions, SmtOracle, SolverKind, Step, Stop, StopFlag, discover,
    is_beyond_linear,
};
use assay_term::{
    BigInt, BigRational, Evaluator, FuncId, Function, Functions, Pool, Sort, TermId, Value, VarId,
};
use proptest::prelude::*;

fn solvers() -> Vec<Found> {
    let found = discover();
    if found.is_empty() {
        println!("skipped: no SMT solver was found");
    }
    found
}

fn oracle(found: &Found) -> SmtOracle {
    SmtOracle::new(found, StopFlag::new(), SmtOptions::default()).unwrap()
}

#[test]
fn steps_definitions_and_rigid_variables() {
    for found in solvers() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        let p = pool.declare("p", Sort::Int);
        let (x_term, p_term) = (pool.var(x), pool.var(p));
        let next = pool.add([x_term, p_term]);
        let mut o = oracle(&found);
        o.free(&pool, p, Step::RIGID, Some((&2.into(), &4.into())))
            .unwrap();
        o.free(&pool, x, Step(0), Some((&0.into(), &0.into())))
            .unwrap();
        for step in 0..3 {
            o.define(&pool, x, Step(step + 1), next, Step(step))
                .unwrap();
        }
        let nine = pool.int(9);
        let is_nine = pool.eq(x_term, nine);
        let goal = o.literal(&pool, is_nine, Step(3)).unwrap();
        assert_eq!(o.solve(&[goal], None), Ok(Answer::Sat), "{}", o.name());
        let asked = [(x, Step(0)), (x, Step(2)), (x, Step(3)), (p, Step(1))];
        let values = o.values(&pool, &asked).unwrap();
        assert_eq!(values, [0, 6, 9, 3].map(Value::int));
        assert_eq!(o.truths(&[goal, !goal]), Ok(vec![true, false]));
        let seven = pool.int(7);
        let is_seven = pool.eq(x_term, seven);
        let goal = o.literal(&pool, is_seven, Step(3)).unwrap();
        assert_eq!(o.solve(&[goal], None), Ok(Answer::Unsat));
        assert_eq!(o.solve(&[!goal], None), Ok(Answer::Sat));
        assert!(o.spent() >= 3);
    }
}

#[test]
fn a_core_holds_the_clashing_assumptions_in_order() {
    for found in solvers() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Real);
        let b = pool.declare("b", Sort::Bool);
        let x_term = pool.var(x);
        let zero = pool.real(BigRational::from_integer(0.into()));
        let one = pool.real(BigRational::from_integer(1.into()));
        let (high, low) = (pool.lt(one, x_term), pool.lt(x_term, zero));
        let yes = pool.bool(true);
        let mut o = oracle(&found);
        o.free(&pool, x, Step(0), None).unwrap();
        o.free(&pool, b, Step(0), None).unwrap();
        let high = o.literal(&pool, high, Step(0)).unwrap();
        let low = o.literal(&pool, low, Step(0)).unwrap();
        let b = o.literal(&pool, pool.var(b), Step(0)).unwrap();
        let yes = o.literal(&pool, yes, Step(0)).unwrap();
        let free = o.fresh().unwrap();
        let all = [b, low, free, yes, high, b];
        assert_eq!(o.solve(&all, None), Ok(Answer::Unsat));
        assert_eq!(o.core(), Ok(vec![low, high]));
        assert_eq!(o.core(), Ok(vec![low, high]), "asked again");
        assert_eq!(o.solve(&[free, b, !free], None), Ok(Answer::Unsat));
        assert_eq!(o.core(), Ok(vec![free, !free]));
        assert_eq!(o.solve(&[!yes], None), Ok(Answer::Unsat));
        assert_eq!(o.core(), Ok(vec![!yes]));
        o.clause(&[!free, high]).unwrap();
        o.clause(&[!b, low]).unwrap();
        assert_eq!(o.solve(&[yes, b, free], None), Ok(Answer::Unsat));
        assert_eq!(o.core(), Ok(vec![b, free]));
        assert_eq!(o.solve(&[b], None), Ok(Answer::Sat));
        assert_eq!(
            o.truths(&[b, low, high, free]),
            Ok(vec![true, true, false, false])
        );
        assert!(o.core().is_err());
        o.clause(&[]).unwrap();
        assert_eq!(o.solve(&[b], None), Ok(Answer::Unsat));
        assert_eq!(o.core(), Ok(vec![]));
        assert!(o.truths(&[b]).is_err());
    }
}

#[test]
fn functions_are_read_at_their_calls() {
    for found in solvers() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        let f = pool.declare_function(Function {
            name: "f".into(),
            args: vec![Sort::Int, Sort::Real],
            result: Sort::Int,
        });
        let x_term = pool.var(x);
        let as_real = pool.to_real(x_term);
        let call = pool.call(f, vec![x_term, as_real]);
        let again = pool.call(f, vec![call, as_real]);
        let five = pool.int(5);
        let goal = pool.eq(again, five);
        let different = pool.lt(call, x_term);
        let goal = pool.and([goal, different]);
        let mut o = oracle(&found);
        for step in [Step(0), Step(1)] {
            o.free(&pool, x, step, None).unwrap();
            let lit = o.literal(&pool, goal, step).unwrap();
            o.clause(&[lit]).unwrap();
        }
        assert_eq!(o.solve(&[], None), Ok(Answer::Sat));
        let functions = o.functions(&pool).unwrap();
        for step in [Step(0), Step(1)] {
            let values = o.values(&pool, &[(x, step)]).unwrap();
            let holds = Evaluator::new(&pool, &values, &functions).eval_bool(goal);
            assert_eq!(holds, Ok(true), "{functions:?}");
        }
    }
}

/// n + 1 pigeons in n holes, under the returned assumption: hard for every clause learner.
fn pigeons(o: &mut SmtOracle, n: usize) -> Lit {
    let on = o.fresh().unwrap();
    let sits: Vec<Vec<Lit>> = (0..=n)
        .map(|_| (0..n).map(|_| o.fresh().unwrap()).collect())
        .collect();
    for pigeon in &sits {
        let clause: Vec<Lit> = [!on].into_iter().chain(pigeon.iter().copied()).collect();
        o.clause(&clause).unwrap();
    }
    for (i, one) in sits.iter().enumerate() {
        for other in &sits[..i] {
            for (&a, &b) in one.iter().zip(other) {
                o.clause(&[!on, !a, !b]).unwrap();
            }
        }
    }
    on
}

#[test]
fn a_stopped_solver_is_interrupted_and_says_so_again() {
    for found in solvers() {
        let stop = StopFlag::new();
        let mut o = SmtOracle::new(&found, stop.clone(), SmtOptions::default()).unwrap();
        let on = pigeons(&mut o, 40);
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
        });
        let interrupted = Ok(Answer::Unknown(Stop::Interrupted));
        assert_eq!(o.solve(&[on], None), interrupted, "{}", o.name());
        raiser.join().unwrap();
        assert_eq!(o.solve(&[!on], None), interrupted);
    }
}

#[test]
fn after_losing_patience_the_solver_starts_again() {
    for found in solvers() {
        let options = SmtOptions {
            patience: Some(Duration::from_secs(1)),
            ..SmtOptions::default()
        };
        let mut o = SmtOracle::new(&found, StopFlag::new(), options).unwrap();
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        o.free(&pool, x, Step(0), Some((&3.into(), &3.into())))
            .unwrap();
        let on = pigeons(&mut o, 14);
        let gave_up = Answer::Unknown(Stop::GaveUp("timeout".into()));
        assert_eq!(o.solve(&[on], None), Ok(gave_up), "{}", o.name());
        assert_eq!(o.solve(&[!on], None), Ok(Answer::Sat));
        assert_eq!(o.values(&pool, &[(x, Step(0))]), Ok(vec![Value::int(3)]));
        let x_term = pool.var(x);
        let four = pool.int(4);
        let goal = pool.eq(x_term, four);
        let goal = o.literal(&pool, goal, Step(0)).unwrap();
        assert_eq!(o.solve(&[goal, !on], None), Ok(Answer::Unsat));
        // A core need not be minimal: cvc5 may name the other assumption too.
        let core = o.core().unwrap();
        assert!(core.contains(&goal), "{}: {core:?}", o.name());
    }
}

#[test]
fn budgets_end_a_question_and_not_the_oracle() {
    for found in solvers() {
        let mut o = oracle(&found);
        let on = pigeons(&mut o, 12);
        let budget = if found.kind == SolverKind::Z3 {
            50_000
        } else {
            0
        };
        let spent = Ok(Answer::Unknown(Stop::Budget));
        assert_eq!(o.solve(&[on], Some(budget)), spent, "{}", o.name());
        assert_eq!(o.solve(&[!on], None), Ok(Answer::Sat));
        assert_eq!(o.solve(&[!on], Some(1_000_000)), Ok(Answer::Sat));
    }
}

#[test]
fn misuse_is_an_error() {
    for found in solvers() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::Int);
        let (x_term, zero) = (pool.var(x), pool.int(0));
        let square = pool.mul(x_term, x_term);
        let nonlinear = pool.eq(square, zero);
        let linear = pool.eq(x_term, zero);
        assert!(is_beyond_linear(&pool, &[nonlinear]) && !is_beyond_linear(&pool, &[linear]));
        let mut o = oracle(&found);
        assert!(o.literal(&pool, linear, Step(0)).is_err());
        o.free(&pool, x, Step(0), None).unwrap();
        assert!(o.free(&pool, x, Step(0), None).is_err());
        assert!(o.values(&pool, &[(x, Step(0))]).is_err());
        let taken = o.literal(&pool, nonlinear, Step(0)).is_ok();
        assert_eq!(taken, found.kind.takes_beyond_linear());
        let options = SmtOptions {
            beyond_linear: true,
            ..SmtOptions::default()
        };
        let made = SmtOracle::new(&found, StopFlag::new(), options);
        assert_eq!(made.is_ok(), found.kind.takes_beyond_linear());
        assert_eq!(o.solve(&[], None), Ok(Answer::Sat));
        let late = o.literal(&pool, linear, Step(0)).unwrap();
        assert!(o.truths(&[late]).is_err(), "newer than the model");
        assert_eq!(o.solve(&[late], None), Ok(Answer::Sat));
    }
}

/// Random terms over two Booleans, two integers and two reals; every choice is a (selector,
/// argument, argument, argument). `linear` avoids what Yices refuses.
fn grow(pool: &mut Pool, choices: &[(u8, u8, u8, u8)], linear: bool) -> Vec<TermId> {
    let mut by_sort: [Vec<TermId>; 3] = Default::default();
    for v in 0..6 {
        by_sort[v as usize / 2].push(pool.var(VarId(v)));
    }
    let [bools, ints, reals] = &mut by_sort;
    for &(op, i, j, k) in choices {
        let pick = |from: &[TermId], n: u8| from[n as usize % from.len()];
        let (a, b, c) = (pick(bools, i), pick(bools, j), pick(bools, k));
        let (m, n) = (pick(ints, i), pick(ints, j));
        let (r, s) = (pick(reals, i), pick(reals, j));
        let small = pool.int(i64::from(k) - 100);
        let half = BigRational::new(BigInt::from(i64::from(k) - 100), 2.into());
        let half = pool.real(half);
        let divisor = pool.int(if k % 2 == 0 { 3 } else { -4 });
        match op % 17 {
            0 => bools.push(pool.not(a)),
            1 => bools.push(pool.and([a, b, c])),
            2 => bools.push(pool.or([a, b, c])),
            3 => bools.push(pool.eq(a, b)),
            4 => bools.push(pool.eq(m, n)),
            5 => bools.push(pool.le(r, s)),
            6 => bools.push(pool.lt(m, n)),
            7 => bools.push(pool.ite(a, b, c)),
            8 => ints.push(pool.add([m, n, small])),
            9 => ints.push(pool.mul(small, n)),
            10 => ints.push(pool.int_div(m, divisor)),
            11 => ints.push(pool.int_mod(m, divisor)),
            12 => ints.push(pool.floor(r)),
            13 => ints.push(pool.ite(a, m, n)),
            14 => reals.push(pool.to_real(m)),
            15 => reals.push(pool.add([r, s, half])),
            _ if linear => reals.push(pool.mul(half, s)),
            _ => reals.push(pool.mul(r, s)),
        }
    }
    by_sort.concat()
}

fn check_against_evaluator(
    found: &Found,
    choices: &[(u8, u8, u8, u8)],
    inputs: &[(bool, bool, i8, i8, i8, i8)],
) -> Result<(), TestCaseError> {
    let mut pool = Pool::new();
    for (name, sort) in ["a", "b", "m", "n", "r", "s"].iter().zip([
        Sort::Bool,
        Sort::Bool,
        Sort::Int,
        Sort::Int,
        Sort::Real,
        Sort::Real,
    ]) {
        pool.declare(*name, sort);
    }
    let terms = grow(&mut pool, choices, found.kind == SolverKind::Yices);
    // One variable for each term, so that its value can be asked for.
    let shown: Vec<VarId> = terms
        .iter()
        .map(|&t| pool.declare("shown", pool.sort(t)))
        .collect();
    let mut o = oracle(found);
    let mut asked = Vec::new();
    let mut expected = Vec::new();
    for (step, &(a, b, m, n, r, s)) in inputs.iter().enumerate() {
        let step = Step(step as u32);
        let real = |x: i8| Value::Real(BigRational::new(BigInt::from(x), 3.into()));
        let values = vec![
            Value::Bool(a),
            Value::Bool(b),
            Value::int(m.into()),
            Value::int(n.into()),
            real(r),
            real(s),
        ];
        for (v, value) in values.iter().enumerate() {
            let v = VarId(v as u32);
            o.free(&pool, v, step, None).unwrap();
            let constant = pool.constant(value.clone());
            let equal = pool.eq(pool.var(v), constant);
            let lit = o.literal(&pool, equal, step).unwrap();
            o.clause(&[lit]).unwrap();
        }
        let functions = Functions::default();
        for (&term, &var) in terms.iter().zip(&shown) {
            o.define(&pool, var, step, term, step).unwrap();
            asked.push((var, step));
            expected.push(
                Evaluator::new(&pool, &values, &functions)
                    .eval(term)
                    .unwrap(),
            );
        }
    }
    prop_assert_eq!(o.solve(&[], None), Ok(Answer::Sat));
    prop_assert_eq!(o.values(&pool, &asked).unwrap(), expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_solver_means_what_the_evaluator_means(
        choices in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 0..60),
        inputs in prop::collection::vec(any::<(bool, bool, i8, i8, i8, i8)>(), 1..3),
    ) {
        for found in discover() {
            check_against_evaluator(&found, &choices, &inputs)?;
        }
    }
}

#[test]
fn the_unused_function_has_an_empty_table() {
    for found in solvers() {
        let mut pool = Pool::new();
        let f = pool.declare_function(Function {
            name: "f".into(),
            args: vec![Sort::Int],
            result: Sort::Int,
        });
        assert_eq!(f, FuncId(0));
        let mut o = oracle(&found);
        assert_eq!(o.solve(&[], None), Ok(Answer::Sat));
        assert_eq!(o.functions(&pool), Ok(Functions::default()));
    }
}
