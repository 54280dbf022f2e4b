//! Blasted words and arrays against the evaluator: random terms of every operator, random assignments.

use assay_aig::{Aig, AigLit, Blasted, MAX_EXPANDED, Simulator, WORDS, blast, expanded_bits};
use assay_term::{Evaluator, Functions, Pool, Sort, TermId, Value, VarId};
use assay_testkit::words::{self, Choice, grow, sorts};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Sets the inputs behind `blasted` under one pattern so that it has this value.
fn set(words: &mut FxHashMap<AigLit, u64>, blasted: &Blasted, value: &Value, pattern: usize) {
    let bit = |i: usize| match value {
        Value::Bool(b) => *b,
        Value::Bits(bits) => bits.bit(i as u32),
        Value::Array(array) => {
            let width = array.element_width() as usize;
            let at = assay_term::Bits::new(array.index_width(), i / width);
            array.select(&at).bit((i % width) as u32)
        }
        Value::Int(_) | Value::Real(_) => unreachable!("no numbers here"),
    };
    for (i, &lit) in blasted.bits().iter().enumerate() {
        *words.entry(lit).or_default() |= u64::from(bit(i)) << pattern;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn blasted_words_have_the_evaluators_values(
        tape in prop::collection::vec(any::<Choice>(), 1..40),
        seed in any::<u64>(),
    ) {
        let mut next = words::numbers(seed);
        let mut pool = Pool::new();
        let vars: Vec<VarId> = sorts().into_iter().map(|s| pool.declare("v", s)).collect();
        let leaves: Vec<TermId> = vars.iter().map(|&v| pool.var(v)).collect();
        let terms = grow(&mut pool, &leaves, &tape);
        let mut aig = Aig::new();
        let fresh: Vec<Blasted> = vars
            .iter()
            .map(|&v| Blasted::fresh(&mut aig, &pool, v, None).unwrap())
            .collect();
        let mut cache = FxHashMap::default();
        let mut var = |_: &mut Aig, v: VarId| Ok(fresh[v.index()].clone());
        let blasted: Vec<Blasted> = terms
            .iter()
            .map(|&t| blast(&mut aig, &pool, t, &mut cache, &mut var).unwrap())
            .collect();
        let assignments: Vec<Vec<Value>> = (0..16)
            .map(|_| sorts().into_iter().map(|s| words::value(s, &mut next)).collect())
            .collect();
        let mut inputs = FxHashMap::default();
        for (pattern, values) in assignments.iter().enumerate() {
            for (blasted, value) in fresh.iter().zip(values) {
                set(&mut inputs, blasted, value, pattern);
            }
        }
        let mut simulator = Simulator::new();
        for (&lit, &word) in &inputs {
            simulator.set(lit, [word; WORDS]);
        }
        simulator.run(&aig);
        let functions = Functions::default();
        for (pattern, values) in assignments.iter().enumerate() {
            let mut evaluator = Evaluator::new(&pool, values, &functions);
            for (&term, blasted) in terms.iter().zip(&blasted) {
                let got = blasted.value(|lit| simulator.bit(lit, pattern));
                prop_assert_eq!(got, evaluator.eval(term).unwrap(), "{}", pool.text(term));
            }
        }
    }
}

#[test]
fn a_subtraction_is_one_adder() {
    let size = |subtract: bool| {
        let mut pool = Pool::new();
        let (a, b) = (
            pool.declare("a", Sort::BitVec(32)),
            pool.declare("b", Sort::BitVec(32)),
        );
        let (x, y) = (pool.var(a), pool.var(b));
        let term = if subtract {
            pool.bv_sub(x, y)
        } else {
            pool.bv_add(x, y)
        };
        let mut aig = Aig::new();
        let fresh = [a, b].map(|v| Blasted::fresh(&mut aig, &pool, v, None).unwrap());
        let mut var = |_: &mut Aig, v: VarId| Ok(fresh[v.index()].clone());
        let sum = blast(&mut aig, &pool, term, &mut FxHashMap::default(), &mut var).unwrap();
        aig.cone(sum.bits()).len()
    };
    assert!(size(true) <= size(false) + 4);
}

#[test]
fn what_is_too_large_is_refused_by_name() {
    let mut pool = Pool::new();
    let sort = |index, element| Sort::Array { index, element };
    assert_eq!(expanded_bits(sort(13, 8)), Some(MAX_EXPANDED));
    assert_eq!(expanded_bits(sort(13, 9)), None);
    assert_eq!(expanded_bits(sort(4_000_000_000, 1)), None);
    let m = pool.declare("m", sort(32, 8));
    let wide = pool.declare("wide", Sort::BitVec(2000));
    let mut aig = Aig::new();
    let error = Blasted::fresh(&mut aig, &pool, m, None).unwrap_err();
    assert_eq!(error.message, "the variable m needs more than 65536 bits");
    let word = Blasted::fresh(&mut aig, &pool, wide, None).unwrap();
    let x = pool.var(wide);
    let square = pool.bv_mul(x, x);
    let mut var = |_: &mut Aig, _: VarId| Ok(word.clone());
    let error = blast(&mut aig, &pool, square, &mut FxHashMap::default(), &mut var).unwrap_err();
    assert_eq!(
        error.message,
        "a term BvMul over wide is not finite: it multiplies or divides more than 1024 bits"
    );
}
