//! The simulator against exact execution, on mutants of random programs.

use assay_lustre::interp::Random;
use assay_lustre::mutate::{Selection, mutate};
use assay_lustre::testgen::{Shape, program};
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use assay_system::{Mutants, Stimulus, replay};

use super::Simulator;
use crate::stimuli;

pub(crate) fn random_mutants(seed: u64) -> Mutants {
    let text = program(&mut Random::new(seed), Shape::TINY);
    let mut map = SourceMap::new();
    let id = map.add_text("random.lus", &text);
    let Ok(loaded) = load(map.file(id), Some(Dialect::JKind)) else {
        panic!("{text}");
    };
    let main = loaded.model.mains[0];
    let all = Selection::parse("all").expect("a group");
    match mutate(map.file(id), &loaded.model, main, &all) {
        Ok(mutated) => mutated.mutants,
        Err(_) => panic!("{text}"),
    }
}

/// What a mutant violates on an execution, exactly: property and first step, before any constraint fails.
fn exactly(mutants: &Mutants, m: usize, stimulus: &Stimulus) -> Option<Vec<(usize, usize)>> {
    let patched = mutants.mutants[m].patch()?.apply(&mutants.system);
    let trace = stimulus.run(&patched, stimulus.len()).ok()?;
    let outcome = replay(&patched, &trace).ok()?;
    let end = outcome.constraint_fails.iter().flatten().min();
    let fails = outcome.property_fails.iter().enumerate();
    Some(
        fails
            .filter_map(|(p, step)| step.map(|s| (p, s)))
            .filter(|(_, step)| end.is_none_or(|e| step < e))
            .collect(),
    )
}

#[test]
fn what_is_simulated_is_what_happens() {
    let (mut compared, mut differing) = (0, 0);
    for seed in 0..40 {
        let mutants = random_mutants(seed);
        let properties: Vec<usize> = (0..mutants.system.properties.len()).collect();
        let simulator = Simulator::new(&mutants, &properties);
        let mut scratch = simulator.scratch();
        for stimulus in stimuli::random(&mutants.system).iter().take(3) {
            let everyone: Vec<usize> = (0..mutants.mutants.len()).collect();
            let base = simulator.base(stimulus, &simulator.scope(&everyone));
            let original = stimulus.run(&mutants.system, stimulus.len());
            for m in 0..mutants.mutants.len() {
                let Some(exact) = exactly(&mutants, m, stimulus) else {
                    continue;
                };
                let plan = simulator.plan(m);
                let mut hits = simulator.run(&plan, &base, &mut scratch);
                let alone = simulator.base(stimulus, &simulator.scope(&[m]));
                assert_eq!(simulator.run(&plan, &alone, &mut scratch), hits);
                // What fails on the original as well is not the mutant's doing, and is not asked for.
                let failed = |p: usize| {
                    original.as_ref().is_ok_and(|t| {
                        replay(&mutants.system, t).is_ok_and(|r| r.property_fails[p].is_some())
                    })
                };
                let mut exact: Vec<(usize, usize)> = exact;
                exact.retain(|(p, _)| !failed(*p));
                hits.retain(|(p, _)| !failed(*p));
                hits.sort_unstable();
                assert_eq!(hits, exact, "seed {seed}, mutant {}", mutants.mutants[m].id);
                compared += 1;
                differing += usize::from(!exact.is_empty());
            }
        }
    }
    assert!(compared > 1000 && differing > 50, "{compared} {differing}");
}

#[test]
fn words_are_computed_exactly() {
    use assay_term::{Evaluator, Functions, Op, Pool, Sort, Term, TermId, Value};
    use assay_testkit::words::{self, Choice, grow, sorts};
    use rustc_hash::FxHashMap;

    use super::number::{Number, apply, number, value};

    let mut random = Random::new(5);
    let mut products = 0;
    for _ in 0..200 {
        let mut pool = Pool::new();
        let vars: Vec<_> = sorts().into_iter().map(|s| pool.declare("v", s)).collect();
        let leaves: Vec<TermId> = vars.iter().map(|&v| pool.var(v)).collect();
        let mut byte = || random.below(256) as u8;
        let tape: Vec<Choice> = (0..40).map(|_| (byte(), byte(), byte(), byte())).collect();
        let terms = grow(&mut pool, &leaves, &tape);
        let mut next = || random.below(1 << 30);
        let sorts = sorts().into_iter();
        let values: Vec<Value> = sorts.map(|s| words::value(s, &mut next)).collect();
        let functions = Functions::default();
        let mut evaluator = Evaluator::new(&pool, &values, &functions);
        let mut numbers: FxHashMap<u32, Number> = FxHashMap::default();
        for id in pool.below(&terms) {
            let computed = match pool.get(id) {
                Term::Const(value) => number(value),
                Term::Var(v) => number(&values[v.index()]),
                Term::App(op, args) => {
                    let args: Vec<u32> = args.iter().map(|a| a.index() as u32).collect();
                    apply(*op, &args, |a| numbers[&a])
                }
                Term::Call(..) => unreachable!("no functions here"),
            };
            numbers.insert(id.index() as u32, computed);
            match value(computed, pool.sort(id)) {
                Some(value) => {
                    assert_eq!(value, evaluator.eval(id).unwrap(), "{}", pool.text(id));
                    products += usize::from(matches!(pool.get(id), Term::App(Op::BvMul, _)));
                }
                None => {
                    // Something below it is too wide.
                    let unfit = |t: TermId| match pool.sort(t) {
                        Sort::BitVec(width) => width > 64,
                        sort => matches!(sort, Sort::Array { .. }),
                    };
                    assert!(
                        pool.below(&[id]).into_iter().any(unfit),
                        "{}",
                        pool.text(id)
                    );
                }
            }
        }
    }
    assert!(products > 100, "{products} products");
}
