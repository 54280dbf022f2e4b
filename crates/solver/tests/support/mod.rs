//! What every oracle must do, whatever is behind it.
//!
//! Every variable here has a sort and a range that finite back ends accept. The judge of models is
//! the evaluator; the judge of "unsatisfiable" is enumeration.

mod random;

use assay_solver::{Answer, Lit, Oracle, Step};
use assay_term::{BigInt, Evaluator, Functions, Pool, Sort, TermId, Value, VarId};

type Make<'a> = &'a dyn Fn() -> Box<dyn Oracle>;

/// Runs the whole suite on oracles from `make`.
pub fn conformance(make: impl Fn() -> Box<dyn Oracle>) {
    let make: Make = &make;
    models_satisfy_what_was_asserted(make);
    ranges_are_assumed(make);
    cores_suffice_and_keep_the_order(make);
    definitions_are_other_names(make);
    rigid_variables_are_one_at_all_steps(make);
    selectors_switch_clauses(make);
    the_empty_clause_ends_it(make);
    questions_leave_nothing_behind(make);
    division_is_euclidean(make);
    what_was_not_introduced_is_refused(make);
    models_and_cores_need_their_answer(make);
    oracles_have_a_name(make);
    random::answers_agree_with_enumeration(make);
}

fn int(oracle: &mut dyn Oracle, pool: &Pool, v: VarId, step: Step, (lo, hi): (i64, i64)) {
    let (lo, hi) = (BigInt::from(lo), BigInt::from(hi));
    oracle.free(pool, v, step, Some((&lo, &hi))).unwrap();
}

fn lit(oracle: &mut dyn Oracle, pool: &Pool, term: TermId, step: Step) -> Lit {
    oracle.literal(pool, term, step).unwrap()
}

fn solve(oracle: &mut dyn Oracle, assumptions: &[Lit]) -> Answer {
    oracle.solve(assumptions, None).unwrap()
}

fn models_satisfy_what_was_asserted(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let (x, y) = (pool.declare("x", Sort::Int), pool.declare("y", Sort::Int));
    let b = pool.declare("b", Sort::Bool);
    let step = Step(3);
    int(&mut *o, &pool, x, step, (-20, 20));
    int(&mut *o, &pool, y, step, (-20, 20));
    o.free(&pool, b, step, None).unwrap();
    let (tx, ty, tb) = (pool.var(x), pool.var(y), pool.var(b));
    let three = pool.int(3);
    let product = pool.mul(three, tx);
    let sum = pool.add([product, ty]);
    let eleven = pool.int(11);
    let equation = pool.eq(sum, eleven);
    let order = pool.lt(ty, tx);
    let sides = pool.xor(tb, order);
    let small = pool.lt(tx, three);
    for term in [equation, sides, small] {
        let l = lit(&mut *o, &pool, term, step);
        o.clause(&[l]).unwrap();
    }
    let ordered = lit(&mut *o, &pool, order, step);
    assert_eq!(solve(&mut *o, &[]), Answer::Sat);
    let values = o.values(&pool, &[(x, step), (y, step), (b, step)]).unwrap();
    let functions = o.functions(&pool).unwrap();
    let mut evaluator = Evaluator::new(&pool, &values, &functions);
    for term in [equation, sides, small] {
        assert_eq!(evaluator.eval_bool(term), Ok(true));
    }
    let truth = evaluator.eval_bool(order).unwrap();
    assert_eq!(o.truths(&[ordered, !ordered]).unwrap(), vec![truth, !truth]);
}

fn ranges_are_assumed(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::Int);
    int(&mut *o, &pool, x, Step(0), (-2, 5));
    let tx = pool.var(x);
    for (n, answer) in [
        (-3, Answer::Unsat),
        (-2, Answer::Sat),
        (5, Answer::Sat),
        (6, Answer::Unsat),
    ] {
        let n = pool.int(n);
        let equal = pool.eq(tx, n);
        let l = lit(&mut *o, &pool, equal, Step(0));
        assert_eq!(solve(&mut *o, &[l]), answer);
    }
}

fn cores_suffice_and_keep_the_order(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::Int);
    int(&mut *o, &pool, x, Step(0), (0, 100));
    let tx = pool.var(x);
    let mut bound = |n: i64, upper: bool| {
        let n = pool.int(n);
        let term = if upper {
            pool.le(tx, n)
        } else {
            pool.ge(tx, n)
        };
        lit(&mut *o, &pool, term, Step(0))
    };
    let (le50, ge60, le70, ge10) = (
        bound(50, true),
        bound(60, false),
        bound(70, true),
        bound(10, false),
    );
    let assumptions = [le70, ge60, ge10, le50];
    assert_eq!(solve(&mut *o, &assumptions), Answer::Unsat);
    let core = o.core().unwrap();
    assert!(core.contains(&le50) && core.contains(&ge60));
    let mut position = assumptions.iter();
    assert!(core.iter().all(|l| position.any(|a| a == l)));
    assert_eq!(solve(&mut *o, &core), Answer::Unsat);
    assert_eq!(solve(&mut *o, &[le70, ge60, ge10]), Answer::Sat);
    // An assumption and its negation clash on their own.
    assert_eq!(solve(&mut *o, &[le70, ge10, !le70]), Answer::Unsat);
    let core = o.core().unwrap();
    assert!(core.contains(&le70) && core.contains(&!le70));
}

fn definitions_are_other_names(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let (x, odd) = (
        pool.declare("x", Sort::Int),
        pool.declare("odd", Sort::Bool),
    );
    let tx = pool.var(x);
    let (one, two) = (pool.int(1), pool.int(2));
    let next = pool.add([tx, one]);
    let rest = pool.int_mod(tx, two);
    let is_odd = pool.eq(rest, one);
    int(&mut *o, &pool, x, Step(0), (0, 3));
    for n in 0..5 {
        if n > 0 {
            o.define(&pool, x, Step(n), next, Step(n - 1)).unwrap();
        }
        o.define(&pool, odd, Step(n), is_odd, Step(n)).unwrap();
    }
    let t_odd = pool.var(odd);
    let (first, last) = (
        lit(&mut *o, &pool, t_odd, Step(0)),
        lit(&mut *o, &pool, t_odd, Step(4)),
    );
    assert_eq!(solve(&mut *o, &[first, !last]), Answer::Unsat);
    let seven = pool.int(7);
    let at_seven = pool.eq(tx, seven);
    let end = lit(&mut *o, &pool, at_seven, Step(4));
    assert_eq!(solve(&mut *o, &[end]), Answer::Sat);
    let asked: Vec<(VarId, Step)> = (0..5)
        .map(|n| (x, Step(n)))
        .chain([(odd, Step(2))])
        .collect();
    let expected: Vec<Value> = (3..8).map(Value::int).chain([Value::Bool(true)]).collect();
    assert_eq!(o.values(&pool, &asked).unwrap(), expected);
}

fn rigid_variables_are_one_at_all_steps(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let (p, b) = (pool.declare("p", Sort::Bool), pool.declare("b", Sort::Bool));
    o.free(&pool, p, Step::RIGID, None).unwrap();
    o.free(&pool, b, Step(0), None).unwrap();
    o.free(&pool, b, Step(1), None).unwrap();
    let (tp, tb) = (pool.var(p), pool.var(b));
    let same = pool.eq(tp, tb);
    for n in 0..2 {
        let l = lit(&mut *o, &pool, same, Step(n));
        o.clause(&[l]).unwrap();
    }
    let (b0, b1) = (
        lit(&mut *o, &pool, tb, Step(0)),
        lit(&mut *o, &pool, tb, Step(1)),
    );
    assert_eq!(solve(&mut *o, &[b0, !b1]), Answer::Unsat);
    assert_eq!(solve(&mut *o, &[b0]), Answer::Sat);
    assert_eq!(
        o.values(&pool, &[(p, Step::RIGID), (b, Step(1))]).unwrap(),
        vec![Value::Bool(true), Value::Bool(true)]
    );
}

fn selectors_switch_clauses(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let x = pool.declare("x", Sort::Int);
    int(&mut *o, &pool, x, Step(0), (0, 9));
    let tx = pool.var(x);
    let (two, seven) = (pool.int(2), pool.int(7));
    let (low, high) = (pool.le(tx, two), pool.ge(tx, seven));
    let (low, high) = (
        lit(&mut *o, &pool, low, Step(0)),
        lit(&mut *o, &pool, high, Step(0)),
    );
    let (s, t) = (o.fresh().unwrap(), o.fresh().unwrap());
    o.clause(&[!s, low]).unwrap();
    o.clause(&[!t, high]).unwrap();
    assert_eq!(solve(&mut *o, &[s]), Answer::Sat);
    assert_eq!(o.truths(&[low]).unwrap(), vec![true]);
    assert_eq!(solve(&mut *o, &[t]), Answer::Sat);
    assert_eq!(o.truths(&[high]).unwrap(), vec![true]);
    assert_eq!(solve(&mut *o, &[s, t]), Answer::Unsat);
    assert_eq!(o.core().unwrap(), vec![s, t]);
    o.clause(&[s, t]).unwrap();
    assert_eq!(solve(&mut *o, &[!s]), Answer::Sat);
    assert_eq!(o.truths(&[t, high]).unwrap(), vec![true, true]);
}

fn the_empty_clause_ends_it(make: Make) {
    let mut o = make();
    let l = o.fresh().unwrap();
    assert_eq!(solve(&mut *o, &[l]), Answer::Sat);
    o.clause(&[]).unwrap();
    assert_eq!(solve(&mut *o, &[l]), Answer::Unsat);
    assert_eq!(o.core().unwrap(), vec![]);
    assert_eq!(solve(&mut *o, &[]), Answer::Unsat);
}

fn questions_leave_nothing_behind(make: Make) {
    let mut o = make();
    let (a, b) = (o.fresh().unwrap(), o.fresh().unwrap());
    o.clause(&[a, b]).unwrap();
    assert_eq!(solve(&mut *o, &[!a, !b]), Answer::Unsat);
    assert_eq!(solve(&mut *o, &[!a]), Answer::Sat);
    assert_eq!(o.truths(&[a, b]).unwrap(), vec![false, true]);
    assert_eq!(solve(&mut *o, &[!b]), Answer::Sat);
    assert_eq!(o.truths(&[a, b]).unwrap(), vec![true, false]);
}

fn division_is_euclidean(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let (x, q, r) = (
        pool.declare("x", Sort::Int),
        pool.declare("q", Sort::Int),
        pool.declare("r", Sort::Int),
    );
    int(&mut *o, &pool, x, Step(0), (-9, 9));
    let tx = pool.var(x);
    for (i, d) in [2i64, 3, -3, 4, 7, -5].into_iter().enumerate() {
        let step = Step(i as u32 + 1);
        let divisor = pool.int(d);
        let (quotient, remainder) = (pool.int_div(tx, divisor), pool.int_mod(tx, divisor));
        o.define(&pool, q, step, quotient, Step(0)).unwrap();
        o.define(&pool, r, step, remainder, Step(0)).unwrap();
        for n in [-9i64, -7, -1, 0, 5, 9] {
            let value = pool.int(n);
            let equal = pool.eq(tx, value);
            let l = lit(&mut *o, &pool, equal, Step(0));
            assert_eq!(solve(&mut *o, &[l]), Answer::Sat);
            assert_eq!(
                o.values(&pool, &[(q, step), (r, step)]).unwrap(),
                vec![Value::int(n.div_euclid(d)), Value::int(n.rem_euclid(d))],
                "{n} by {d}"
            );
        }
    }
}

fn what_was_not_introduced_is_refused(make: Make) {
    let mut o = make();
    let mut pool = Pool::new();
    let b = pool.declare("b", Sort::Bool);
    o.free(&pool, b, Step(0), None).unwrap();
    let tb = pool.var(b);
    assert!(o.literal(&pool, tb, Step(0)).is_ok());
    assert!(o.literal(&pool, tb, Step(1)).is_err());
    assert!(o.free(&pool, b, Step(0), None).is_err());
}

fn models_and_cores_need_their_answer(make: Make) {
    let mut o = make();
    let a = o.fresh().unwrap();
    o.clause(&[a]).unwrap();
    assert!(o.truths(&[a]).is_err());
    assert_eq!(solve(&mut *o, &[]), Answer::Sat);
    assert!(o.core().is_err());
    assert_eq!(solve(&mut *o, &[!a]), Answer::Unsat);
    assert!(o.truths(&[a]).is_err());
    assert_eq!(o.core().unwrap(), vec![!a]);
}

fn oracles_have_a_name(make: Make) {
    let mut o = make();
    assert!(!o.name().is_empty());
    let before = o.spent();
    solve(&mut *o, &[]);
    assert!(o.spent() >= before);
    assert_eq!(o.functions(&Pool::new()).unwrap(), Functions::default());
}
