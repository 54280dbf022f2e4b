//! Bit-blasting against the evaluator: random terms, every assignment of their variables.

use assay_aig::{Aig, AigLit, Blasted, ClauseSink, Simulator, Tseitin, WORDS, blast};
use assay_term::{
    BigInt, EvalError, Evaluator, Function, Functions, Pool, Sort, TermId, Value, VarId,
};
use assay_testkit::Random;
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Three integers and two Booleans: 8 * 6 * 5 * 4 = 960 assignments.
const RANGES: [(i64, i64); 3] = [(-3, 4), (0, 5), (-6, -2)];

struct World {
    pool: Pool,
    ints: Vec<VarId>,
    bools: Vec<VarId>,
}

fn world() -> World {
    let mut pool = Pool::new();
    let ints = (0..RANGES.len())
        .map(|i| pool.declare(format!("n{i}"), Sort::Int))
        .collect();
    let bools = (0..2)
        .map(|i| pool.declare(format!("b{i}"), Sort::Bool))
        .collect();
    World { pool, ints, bools }
}

/// Grows terms from a tape of choices: each choice adds one term over earlier ones.
fn grow(world: &mut World, tape: &[(u8, u8, u8, u8)]) -> Vec<TermId> {
    let World { pool, ints, bools } = world;
    let mut i: Vec<TermId> = ints.iter().map(|&v| pool.var(v)).collect();
    let mut b: Vec<TermId> = bools.iter().map(|&v| pool.var(v)).collect();
    for &(op, x, y, z) in tape {
        let int = |k: u8| i[i.len() - 1 - k as usize % i.len()];
        let boolean = |k: u8| b[b.len() - 1 - k as usize % b.len()];
        let constant = z as i64 % 15 - 7;
        match op % 16 {
            0 => b.push(pool.not(boolean(x))),
            1 => b.push(pool.and([boolean(x), boolean(y), boolean(z)])),
            2 => b.push(pool.or([boolean(x), boolean(y)])),
            3 => b.push(pool.eq(boolean(x), boolean(y))),
            4 => b.push(pool.ite(boolean(x), boolean(y), boolean(z))),
            5 => b.push(pool.eq(int(x), int(y))),
            6 => b.push(pool.le(int(x), int(y))),
            7 => b.push(pool.lt(int(x), int(y))),
            8 => i.push(pool.ite(boolean(x), int(y), int(z))),
            9 => i.push(pool.add([int(x), int(y), int(z)])),
            10 => i.push(pool.mul(int(x), int(y))),
            11 => {
                let c = pool.int(constant);
                i.push(pool.mul(c, int(x)));
            }
            12 => {
                let c = pool.int(constant);
                i.push(pool.add([int(x), c]));
            }
            13 => {
                let c = pool.int(if constant == 0 { 8 } else { constant });
                i.push(pool.int_div(int(x), c));
                let n = i[i.len() - 2];
                i.push(pool.int_mod(n, c));
            }
            14 => i.push(pool.int_div(int(x), int(y))),
            _ => i.push(pool.int_mod(int(x), int(y))),
        }
    }
    i.into_iter().chain(b).collect()
}

fn assignments() -> Vec<Vec<Value>> {
    let mut all = vec![vec![]];
    for (lo, hi) in RANGES {
        all = all
            .into_iter()
            .flat_map(|a: Vec<Value>| {
                (lo..=hi).map(move |n| {
                    let mut a = a.clone();
                    a.push(Value::int(n));
                    a
                })
            })
            .collect();
    }
    for _ in 0..2 {
        all = all
            .into_iter()
            .flat_map(|a: Vec<Value>| {
                [false, true].map(|v| {
                    let mut a = a.clone();
                    a.push(Value::Bool(v));
                    a
                })
            })
            .collect();
    }
    all
}

fn fresh_vars(aig: &mut Aig, world: &World) -> FxHashMap<VarId, Blasted> {
    let mut vars = FxHashMap::default();
    for (&v, (lo, hi)) in world.ints.iter().zip(RANGES) {
        let range = (BigInt::from(lo), BigInt::from(hi));
        let word = Blasted::fresh(aig, &world.pool, v, Some((&range.0, &range.1)));
        vars.insert(v, word.expect("a finite range"));
    }
    for &v in &world.bools {
        let lit = Blasted::fresh(aig, &world.pool, v, None).expect("a Boolean");
        vars.insert(v, lit);
    }
    vars
}

/// Sets the inputs behind `value` to `truth` under one pattern.
fn patterns(words: &mut FxHashMap<AigLit, u64>, value: &Blasted, truth: &Value, pattern: usize) {
    for (i, &bit) in value.bits().iter().enumerate() {
        if bit.as_constant().is_none() {
            let on = match truth {
                Value::Bool(b) => *b,
                Value::Int(n) => n.bit(i as u64),
                _ => unreachable!(),
            };
            *words.entry(bit).or_default() |= (on as u64) << pattern;
        }
    }
}

struct Clauses {
    vars: i32,
    clauses: Vec<Vec<i32>>,
}

impl ClauseSink for Clauses {
    fn fresh(&mut self) -> i32 {
        self.vars += 1;
        self.vars
    }
    fn clause(&mut self, lits: &[i32]) {
        self.clauses.push(lits.to_vec());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn blasted_terms_have_the_evaluators_values(
        tape in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..14)
    ) {
        let mut world = world();
        let terms = grow(&mut world, &tape);
        let mut aig = Aig::new();
        let vars = fresh_vars(&mut aig, &world);
        let mut cache = FxHashMap::default();
        let blasted: Vec<Option<Blasted>> = terms
            .iter()
            // Products of products of products may be refused for their width.
            .map(|&t| blast(&mut aig, &world.pool, t, &mut cache, &mut |_, v| Ok(vars[&v].clone())).ok())
            .collect();
        let functions = Functions::default();
        for batch in assignments().chunks(64) {
            let mut words = FxHashMap::default();
            for (pattern, a) in batch.iter().enumerate() {
                for (v, value) in &vars {
                    patterns(&mut words, value, &a[v.index()], pattern);
                }
            }
            let mut sim = Simulator::new();
            for (&lit, &word) in &words {
                sim.set(lit, [word; WORDS]);
            }
            sim.run(&aig);
            for (pattern, a) in batch.iter().enumerate() {
                for v in vars.values() {
                    prop_assert!(v.value(|l| sim.bit(l, pattern)) == a[vars.iter().find(|(_, x)| *x == v).unwrap().0.index()]);
                }
                let mut evaluator = Evaluator::new(&world.pool, a, &functions);
                for (&t, b) in terms.iter().zip(&blasted) {
                    let Some(b) = b else { continue };
                    let got = b.value(|l| sim.bit(l, pattern));
                    if let (Blasted::Int(w), Value::Int(n)) = (b, &got) {
                        prop_assert!(w.range().contains(n), "{n} outside {:?}", w.range());
                    }
                    match evaluator.eval(t) {
                        Ok(expected) => prop_assert_eq!(&got, &expected),
                        Err(EvalError::DivisionByZero) => {}
                        Err(other) => prop_assert!(false, "{other}"),
                    }
                }
            }
        }
    }

    #[test]
    fn clauses_define_their_variables(
        tape in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..8),
        seed in any::<u64>(),
    ) {
        let mut world = world();
        let terms = grow(&mut world, &tape);
        let mut aig = Aig::new();
        let vars = fresh_vars(&mut aig, &world);
        let mut cache = FxHashMap::default();
        let mut sink = Clauses { vars: 0, clauses: vec![] };
        let mut cnf = Tseitin::new();
        for &t in &terms {
            let Ok(b) = blast(&mut aig, &world.pool, t, &mut cache, &mut |_, v| Ok(vars[&v].clone())) else {
                continue;
            };
            for &bit in b.bits() {
                let code = cnf.lit(&aig, bit, &mut sink);
                prop_assert_eq!(cnf.known(bit), Some(code));
            }
        }
        let mut sim = Simulator::new();
        let mut random = Random::new(seed);
        for v in vars.values() {
            for &bit in v.bits().iter().filter(|b| b.as_constant().is_none()) {
                sim.set(bit, [random.bits(); WORDS]);
            }
        }
        sim.run(&aig);
        let mut truth = vec![0u64; sink.vars as usize + 1];
        let mut leaves = vec![false; sink.vars as usize + 1];
        for node in 0..aig.len() {
            let lit = AigLit::new(node, false);
            if let Some(code) = cnf.known(lit) {
                truth[code as usize] = sim.get(lit)[0];
                leaves[code as usize] = aig.node(node) == assay_aig::Node::Input;
            }
        }
        let holds = |clause: &Vec<i32>, flipped: i32| {
            clause.iter().fold(0u64, |acc, &l| {
                let mut word = truth[l.unsigned_abs() as usize];
                if (l < 0) != (l.abs() == flipped) {
                    word = !word;
                }
                acc | word
            })
        };
        for clause in &sink.clauses {
            prop_assert_eq!(holds(clause, 0), u64::MAX, "simulation satisfies {:?}", clause);
        }
        for var in 1..=sink.vars {
            if !leaves[var as usize] {
                let all = sink.clauses.iter().fold(u64::MAX, |acc, c| acc & holds(c, var));
                prop_assert_eq!(all, 0, "flipping {} breaks a clause under every pattern", var);
            }
        }
    }
}

#[test]
fn what_is_not_finite_is_refused_by_name() {
    let mut pool = Pool::new();
    let r = pool.declare("speed", Sort::Real);
    let n = pool.declare("count", Sort::Int);
    let f = pool.declare_function(Function {
        name: "sine".into(),
        args: vec![Sort::Int],
        result: Sort::Int,
    });
    let mut aig = Aig::new();
    assert_eq!(
        Blasted::fresh(&mut aig, &pool, n, None)
            .unwrap_err()
            .message,
        "the variable count has no finite range"
    );
    let range = (BigInt::from(0), BigInt::from(3));
    let word = Blasted::fresh(&mut aig, &pool, n, Some((&range.0, &range.1))).unwrap();
    let mut var = |_: &mut Aig, _: VarId| Ok(word.clone());
    let count = pool.var(n);
    let speed = pool.var(r);
    let call = pool.call(f, vec![count]);
    let floor = pool.floor(speed);
    let to_real = pool.to_real(count);
    for (term, expected) in [
        (
            call,
            "a call of sine over count is not finite: its function is uninterpreted",
        ),
        (
            floor,
            "a term Floor over speed is not finite: it reads a real",
        ),
        (
            to_real,
            "a term ToReal over count is not finite: it is real",
        ),
    ] {
        let error = blast(&mut aig, &pool, term, &mut FxHashMap::default(), &mut var);
        assert_eq!(error.unwrap_err().message, expected);
    }
}

#[test]
fn a_word_beyond_the_width_limit_is_refused() {
    let mut pool = Pool::new();
    let n = pool.declare("n", Sort::Int);
    let mut aig = Aig::new();
    let hi = BigInt::from(1) << 400;
    let word = Blasted::fresh(&mut aig, &pool, n, Some((&BigInt::from(0), &hi))).unwrap();
    let x = pool.var(n);
    let square = pool.mul(x, x);
    let fourth = pool.mul(square, square);
    let error = blast(
        &mut aig,
        &pool,
        fourth,
        &mut FxHashMap::default(),
        &mut |_, _| Ok(word.clone()),
    )
    .unwrap_err();
    assert_eq!(
        error.message,
        "a term Mul over n is not finite: it needs more than 1024 bits"
    );
}
