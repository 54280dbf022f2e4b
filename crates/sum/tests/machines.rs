//! Machines of the corpus, and one of our own: on random states in the scope the symbolic lines of the invariant have the truth of the explicit
//! ones, every step that the explicit solver finds satisfies the relation over terms, and a random choice satisfies the relation
//! over terms exactly if it is a step for the explicit evaluator.

use std::sync::Arc;

use assay_source::SourceMap;
use assay_sum::core::{Machine, Program, VarId};
use assay_sum::eval::{Evaluator, Options, Outside};
use assay_sum::lower::symbolic::{Declared, Symbolic, Terms};
use assay_sum::lower::{Formulas, Relation, Style};
use assay_sum::scope::SearchScope;
use assay_sum::solve::{Animator, Oracle, Parts, Question, State};
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::{elaborate, modules};
use assay_sum::value::{Int, Value};
use assay_sum::with_deep_stack;
use assay_system::Random;
use assay_term::{Evaluator as TermEvaluator, Functions, TermId, Value as Term, VarId as PoolVar};
use rustc_hash::FxHashMap;

const OWN: &str = "
module Desk is
  [T]
  KIND ::= short | long
  state
    queue : seq T
    kind : T +-> KIND
    level : T +-> (0 .. 2)
  where
    ran queue subseteq dom kind
    dom level = dom kind
    #queue <= 2
  end
  init
  where
    queue' = <<>>
    kind' = {}
    level' = {}
  end
  op join
    t? : T
    k? : KIND
  where
    pre(t? notin dom kind)
    queue' = queue ^ <<t?>>
    kind' = kind cup {t? |-> k?}
    level' = level cup {t? |-> 0}
  end
  op serve
    t! : T
  where
    pre(queue /= <<>>)
    t! = head(queue)
    queue' = tail(queue)
    kind' = {t!} <<| kind
    level' = {t!} <<| level
  end
  op raise
    t? : T
  where
    pre(t? in dom level)
    level' in T +-> (0 .. 2)
    level'(t?) > level(t?)
    {t?} <<| level' = {t?} <<| level
    changes_only {level}
  end
end Desk
";

fn scope() -> SearchScope {
    SearchScope {
        default_carrier: 2,
        ints: (Int::from(-1i64), Int::from(1i64)),
        sequences: 2,
        ..SearchScope::default()
    }
}

fn options() -> Options {
    Options {
        outside: Outside::Note,
        ..Options::default()
    }
}

#[derive(Default, Debug)]
struct Count {
    machines: usize,
    lines: usize,
    steps: usize,
    choices: usize,
    taken: usize,
}

/// The machine of every module of a text.
fn machines(name: &str, text: &str) -> Vec<(Arc<Program>, Arc<Machine>)> {
    let mut map = SourceMap::new();
    let file = map.add_text(name, text);
    let (spec, faults) = parse_sum(map.file(file));
    assert!(faults.is_empty(), "{name}: {faults:?}");
    let mut found = Vec::new();
    for module in modules(&spec) {
        let options = assay_sum::types::Options {
            module: module.name.map(|name| name.to_string()),
            ..Default::default()
        };
        let program = elaborate(&spec, &options).program;
        if let Some(machine) = program.machine.clone() {
            found.push((Arc::new(program), Arc::new(machine)));
        }
    }
    found
}

/// States in the scope, some of them.
fn states(program: &Arc<Program>, machine: &Machine, random: &mut Random) -> Vec<Vec<Value>> {
    let unknown = machine.state.iter().map(|variable| assay_sum::core::Bound {
        var: variable.var,
        set: variable.set.clone(),
    });
    let question = Question {
        unknown: unknown.collect(),
        fixed: vec![],
        known: vec![],
        predicates: vec![],
        wanted: vec![],
        limit: 4000,
    };
    let mut evaluator = Evaluator::new(program.clone(), scope(), options());
    let mut all = evaluator.answer(&question).expect("states").solutions;
    let mut some = Vec::new();
    while some.len() < 25 && !all.is_empty() {
        some.push(all.swap_remove(random.below(all.len() as u64) as usize));
    }
    some
}

type Assignment = FxHashMap<PoolVar, Term>;

/// Whether terms are true where variables without a value have their least one.
fn all_true(formulas: &Formulas, terms: &[TermId], values: &Assignment) -> bool {
    let mut all = values.clone();
    for leaf in &formulas.leaves {
        all.entry(leaf.var).or_insert_with(|| match &leaf.range {
            Some((low, _)) => Term::Int(low.clone()),
            None => Term::Bool(false),
        });
    }
    let functions = Functions::default();
    let mut evaluator = TermEvaluator::new(&formulas.symbolic.terms.pool, &all, &functions);
    terms.iter().all(|term| evaluator.eval_bool(*term).unwrap())
}

fn any(random: &mut Random, declared: &Declared) -> Assignment {
    let value =
        |random: &mut Random, range: &Option<(assay_term::BigInt, assay_term::BigInt)>| match range
        {
            None => Term::Bool(random.below(2) == 1),
            Some((low, high)) => {
                let size = u64::try_from(high - low + 1i64).unwrap();
                Term::Int(low + random.below(size) as i64)
            }
        };
    declared
        .leaves
        .iter()
        .map(|leaf| (leaf.var, value(random, &leaf.range)))
        .collect()
}

/// Compares what a random choice of inputs and candidates comes to.
fn choose(
    formulas: &Formulas,
    (relation, operation): (&Relation, usize),
    (state, before): (&[Value], &Assignment),
    explicit: &mut Evaluator,
    random: &mut Random,
    count: &mut Count,
) {
    let mut values = before.clone();
    for (_, declared) in relation.inputs.iter().chain(&relation.candidates) {
        values.extend(any(random, declared));
    }
    if !all_true(formulas, &[relation.given], &values) {
        return;
    }
    let functions = Functions::default();
    let pool = &formulas.symbolic.terms.pool;
    let mut terms = TermEvaluator::new(pool, &values, &functions);
    let mut concrete = |sym| Symbolic::concrete(sym, &mut |term| terms.eval(term).unwrap());
    let machine = formulas.machine.clone();
    let mut known: Vec<(VarId, Value)> = machine
        .state
        .iter()
        .map(|v| v.var)
        .zip(state.iter().cloned())
        .collect();
    known.extend(
        relation
            .inputs
            .iter()
            .map(|(var, declared)| (*var, concrete(&declared.sym))),
    );
    known.extend(
        relation
            .after
            .iter()
            .chain(&relation.outputs)
            .map(|(var, sym)| (*var, concrete(sym))),
    );
    let of = &machine.operations[operation];
    let primed = machine.state.iter().map(|v| (v.primed, v.set.clone()));
    let sets: Vec<_> = primed
        .chain(of.outputs.iter().map(|b| (b.var, b.set.clone())))
        .collect();
    for (var, value) in &known {
        explicit.set(*var, value.clone());
    }
    let expected = {
        let predicates = of
            .precondition
            .iter()
            .flatten()
            .chain(of.postcondition.iter().map(|c| &c.predicate));
        let mut all = true;
        for pred in predicates {
            all &= explicit.holds(pred).unwrap();
        }
        all
    };
    let in_sets = sets.iter().all(|(var, set)| {
        let value = known
            .iter()
            .find(|(other, _)| other == var)
            .unwrap()
            .1
            .clone();
        let question = Question {
            unknown: vec![assay_sum::core::Bound {
                var: *var,
                set: set.clone(),
            }],
            fixed: vec![(*var, value)],
            known: vec![],
            predicates: vec![],
            wanted: vec![],
            limit: 1,
        };
        !explicit.answer(&question).unwrap().solutions.is_empty()
    });
    let found = all_true(formulas, &relation.parts(), &values);
    assert_eq!(found, expected && in_sets, "{}: {known:?}", of.name);
    count.choices += 1;
    count.taken += usize::from(found);
}

fn compare(program: &Arc<Program>, machine: &Arc<Machine>, seed: u64, count: &mut Count) {
    let mut random = Random::new(seed);
    let terms = Terms::new(Default::default(), Default::default());
    let symbolic = Symbolic::new(program.clone(), scope(), terms);
    let mut formulas = Formulas::new(symbolic, machine.clone(), Style::Beside);
    let before = formulas.state().unwrap();
    let invariant: Vec<TermId> = formulas
        .invariant(false)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let operations = machine.operations.iter();
    let relations: Vec<Relation> = operations
        .map(|operation| formulas.operation(operation).unwrap())
        .collect();
    let mut explicit = Evaluator::new(program.clone(), scope(), options());
    let mut animator = Animator::new(program.clone(), scope(), options()).unwrap();
    count.machines += 1;
    for state in states(program, machine, &mut random) {
        let mut values = Assignment::default();
        for (declared, value) in before.iter().zip(&state) {
            values.extend(declared.encode(value).expect("a state in the scope"));
        }
        for (line, term) in machine.invariant.iter().zip(&invariant) {
            let known = machine
                .state
                .iter()
                .map(|v| v.var)
                .zip(state.iter().cloned());
            known.for_each(|(var, value)| explicit.set(var, value));
            let expected = explicit.holds(line).unwrap();
            assert_eq!(
                all_true(&formulas, &[*term], &values),
                expected,
                "{}: {state:?}",
                machine.name
            );
            count.lines += 1;
        }
        for (at, relation) in relations.iter().enumerate() {
            let from = State(state.clone().into());
            let steps = animator
                .post_states(at, &from, &[], Parts::PRPO, 20)
                .unwrap()
                .steps;
            for step in steps {
                let mut all = values.clone();
                let operation = &machine.operations[at];
                let inputs = operation.inputs.iter().map(|b| b.var).zip(&step.inputs);
                let outputs = operation.outputs.iter().map(|b| b.var).zip(&step.outputs);
                let after = machine
                    .state
                    .iter()
                    .map(|v| v.primed)
                    .zip(step.after.0.iter());
                let known: FxHashMap<VarId, &Value> = inputs.chain(outputs).chain(after).collect();
                let free = relation.inputs.iter().chain(&relation.candidates);
                let encoded: Option<Vec<_>> = free
                    .map(|(var, declared)| declared.encode(known[var]))
                    .collect();
                // Only what is in the scope can be said by variables.
                let Some(encoded) = encoded else { continue };
                all.extend(encoded.into_iter().flatten());
                assert!(
                    all_true(&formulas, &relation.parts(), &all),
                    "{} from {state:?}: {step:?}",
                    operation.name
                );
                count.steps += 1;
            }
            for _ in 0..6 {
                choose(
                    &formulas,
                    (relation, at),
                    (&state, &values),
                    &mut explicit,
                    &mut random,
                    count,
                );
            }
        }
    }
}

#[test]
fn our_own_machine() {
    let count = with_deep_stack(|| {
        let mut count = Count::default();
        for (program, machine) in machines("desk.sum", OWN) {
            for seed in 0..8 {
                compare(&program, &machine, seed, &mut count);
            }
        }
        count
    });
    assert!(
        count.lines > 500 && count.steps > 500 && count.taken > 50,
        "{count:?}"
    );
}

#[test]
fn machines_of_the_corpus() {
    let Some(folder) = assay_testkit::corpus::folder("sum") else {
        return;
    };
    let files = assay_testkit::corpus::files(&folder, &["sum"]);
    let count = with_deep_stack(|| {
        let mut count = Count::default();
        for (seed, path) in files.iter().enumerate() {
            let text = std::fs::read_to_string(path).expect("a text");
            for (program, machine) in machines(&path.display().to_string(), &text) {
                compare(&program, &machine, seed as u64, &mut count);
            }
        }
        count
    });
    println!("{count:?}");
    assert!(
        count.machines >= 38 && count.lines > 500 && count.steps > 5000,
        "{count:?}"
    );
}
