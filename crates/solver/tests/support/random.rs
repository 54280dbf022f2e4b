//! Random linear terms over small ranges: an oracle's answers against enumeration.

use assay_solver::{Answer, Lit, Step};
use assay_term::{Evaluator, Functions, Pool, Sort, TermId, Value, VarId};
use assay_testkit::{Arithmetic, Random, Terms};

use super::{Make, int, lit, solve};

const RANGES: [(i64, i64); 2] = [(-3, 3), (0, 4)];

pub fn answers_agree_with_enumeration(make: Make) {
    let mut random = Random::new(2);
    for _ in 0..40 {
        let mut pool = Pool::new();
        let ints: Vec<VarId> = (0..2)
            .map(|i| pool.declare(format!("n{i}"), Sort::Int))
            .collect();
        let bools: Vec<VarId> = (0..2)
            .map(|i| pool.declare(format!("b{i}"), Sort::Bool))
            .collect();
        let mut o = make();
        for (&v, range) in ints.iter().zip(RANGES) {
            int(&mut *o, &pool, v, Step(0), range);
        }
        for &v in &bools {
            o.free(&pool, v, Step(0), None).unwrap();
        }
        let over = Terms {
            arithmetic: Arithmetic::Linear,
            ..Terms::over(&pool, ints.iter().chain(&bools).copied())
        };
        let terms: Vec<TermId> = (0..4)
            .map(|_| over.bool(&mut pool, &mut random, 3))
            .collect();
        let lits: Vec<Lit> = terms
            .iter()
            .map(|&t| lit(&mut *o, &pool, t, Step(0)))
            .collect();
        let all: Vec<VarId> = ints.iter().chain(&bools).copied().collect();
        for signs in 0..16u32 {
            let chosen = |i: usize| signs >> i & 1 == 1;
            let assumptions: Vec<Lit> = lits
                .iter()
                .enumerate()
                .map(|(i, &l)| if chosen(i) { l } else { !l })
                .collect();
            let holds = |values: &Vec<Value>, subset: &[usize]| {
                let functions = Functions::default();
                let mut evaluator = Evaluator::new(&pool, values, &functions);
                subset
                    .iter()
                    .all(|&i| evaluator.eval_bool(terms[i]) == Ok(chosen(i)))
            };
            let satisfiable = |subset: &[usize]| enumerate().iter().any(|v| holds(v, subset));
            match solve(&mut *o, &assumptions) {
                Answer::Sat => {
                    let asked: Vec<(VarId, Step)> = all.iter().map(|&v| (v, Step(0))).collect();
                    let values = o.values(&pool, &asked).unwrap();
                    assert!(enumerate().contains(&values), "{values:?} is in range");
                    assert!(holds(&values, &[0, 1, 2, 3]));
                }
                Answer::Unsat => {
                    let core = o.core().unwrap();
                    let subset: Vec<usize> =
                        (0..4).filter(|&i| core.contains(&assumptions[i])).collect();
                    assert!(
                        !satisfiable(&subset),
                        "the core {subset:?} is contradictory"
                    );
                }
                Answer::Unknown(reason) => panic!("{reason:?}"),
            }
        }
    }
}

fn enumerate() -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for x in RANGES[0].0..=RANGES[0].1 {
        for y in RANGES[1].0..=RANGES[1].1 {
            for b in 0..4 {
                all.push(vec![
                    Value::int(x),
                    Value::int(y),
                    Value::Bool(b & 1 == 1),
                    Value::Bool(b & 2 == 2),
                ]);
            }
        }
    }
    all
}
