//! Mutants of random programs: the patched system and the interpreter on the changed tree, which share nothing, agree
//! on every variable at every step, on every assertion, and on which properties fail at the last step.

use std::sync::Arc;

use assay_lustre::interp::Random;
use assay_lustre::mutate::{Group, Selection, mutate, operators};
use assay_lustre::testgen::{Shape, program};
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use assay_system::{Change, Replayer, Stimulus, System, Trace, default_value, open};
use assay_term::{BigInt, BigRational, Evaluator, Sort, Value};

/// Replays a trace of the patched system, shown without the fresh variables of mutants, and compares what the two say of every
/// range, assertion and property.
fn verdicts_agree(replayer: &dyn Replayer, patched: &System, trace: &Trace, shown: &Trace) {
    let mut admitted = true;
    for (values, shown) in trace.steps.iter().zip(&shown.steps) {
        let mut here = Evaluator::new(&patched.pool, values, &trace.functions);
        let mut constraints = patched.constraints.iter();
        admitted &= constraints.all(|c| here.eval_bool(c.term) == Ok(true));
        for (variable, value) in patched.vars.iter().zip(shown) {
            if let (Some((lo, hi)), Value::Int(n)) = (&variable.range, value) {
                assert!(lo <= n && n <= hi, "{} is {n}", variable.name);
            }
        }
    }
    let last = trace.steps.last().expect("it has steps");
    for (p, property) in patched.properties.iter().enumerate() {
        let holds = Evaluator::new(&patched.pool, last, &trace.functions).eval_bool(property.term);
        match replayer.replay(shown, p) {
            Ok(replayed) => {
                assert!(admitted, "an assertion fails in the system only");
                assert_eq!(Ok(!replayed.violated), holds, "{}", property.name);
            }
            Err(why) => assert!(!admitted, "{why}"),
        }
    }
}

/// Returns how many mutants were compared, and of how many of them the evaluator compared a property.
fn compare(shape: Shape, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut compared, mut by_evaluator) = (0, 0);
    let all = Selection::parse("all").expect("a group");
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = program(&mut random, shape);
        let mut map = SourceMap::new();
        let id = map.add_text("random.lus", &text);
        let Ok(loaded) = load(map.file(id), Some(Dialect::JKind)) else {
            panic!("{text}");
        };
        let (model, main) = (Arc::new(loaded.model.clone()), loaded.model.mains[0]);
        let Ok(mutated) = mutate(map.file(id), &model, main, &all) else {
            panic!("{text}");
        };
        let (mutants, replayer) = mutated.with_replayer(model);
        let vars: Vec<_> = open(&mutants.system).collect();
        for (m, mutant) in mutants.mutants.iter().enumerate() {
            let (Some(patch), Some(changed)) = (mutant.patch(), replayer.changed(&mutant.id))
            else {
                continue;
            };
            // A fresh `pre` has a value of its own before the first step, which a trace of the original does not have.
            if !mutants.fresh(m).is_empty() {
                continue;
            }
            let mut value = |v: &assay_term::VarId| match mutants.system.sort(*v) {
                Sort::Bool => Value::Bool(random.below(2) == 1),
                Sort::Int if mutants.system.var(*v).range.is_none() => {
                    Value::Int(BigInt::from(random.below(7)) - 3)
                }
                Sort::Real => Value::Real(BigRational::from_integer(random.below(5).into())),
                _ => default_value(&mutants.system, *v),
            };
            let stimulus = Stimulus {
                steps: (0..5)
                    .map(|_| vars.iter().map(&mut value).collect())
                    .collect(),
                vars: vars.clone(),
                functions: Default::default(),
            };
            let patched = patch.apply(&mutants.system);
            let Ok(trace) = stimulus.run(&patched, 5) else {
                continue;
            };
            let mut shown = trace.clone();
            for step in &mut shown.steps {
                step.truncate(mutants.fresh_from);
            }
            if let Err(error) = changed.run(&shown) {
                panic!("seed {seed}: {}: {error}\n{text}", mutant.id);
            }
            verdicts_agree(&changed, &patched, &trace, &shown);
            compared += 1;
            let who = changed.replay(&shown, 0).map(|replayed| replayed.by);
            by_evaluator += usize::from(who == Ok("evaluator"));
        }
        let original = stimulus_of_defaults(replayer.system());
        verdicts_agree(&replayer, replayer.system(), &original, &original);
    }
    (compared, by_evaluator)
}

/// An execution of three steps with a default for everything that is open.
fn stimulus_of_defaults(system: &System) -> Trace {
    let vars: Vec<_> = open(system).collect();
    let step: Vec<Value> = vars.iter().map(|v| default_value(system, *v)).collect();
    let stimulus = Stimulus {
        steps: vec![step; 3],
        vars,
        functions: Default::default(),
    };
    stimulus.run(system, 3).expect("divisions are guarded")
}

#[test]
fn mutants_of_tiny_programs_agree() {
    let (compared, by_evaluator) = compare(Shape::TINY, 0..60);
    assert!(compared > 500 && by_evaluator > 100, "{compared}");
}

#[test]
fn mutants_of_full_programs_agree() {
    let (compared, _) = compare(Shape::FULL, 0..25);
    assert!(compared > 500, "{compared}");
}

/// Why the mutants of a model are invalid, by their ids.
fn invalid(text: &str) -> Vec<(String, String)> {
    let mut map = SourceMap::new();
    let id = map.add_text("model.lus", text);
    let Ok(loaded) = load(map.file(id), Some(Dialect::JKind)) else {
        panic!("the model is right");
    };
    let all = Selection::parse("all").expect("a group");
    let Ok(mutated) = mutate(map.file(id), &loaded.model, loaded.model.mains[0], &all) else {
        panic!("the model is right");
    };
    let mutants = mutated.mutants.mutants.into_iter();
    let invalid = mutants.filter_map(|m| match m.change {
        Change::Invalid(why) => Some((m.id, why)),
        Change::Patch(_) | Change::Unmade(_) => None,
    });
    invalid.collect()
}

/// A function's result has no interval. That must not hide a constant beside it that is out of range.
#[test]
fn a_constant_out_of_range_is_noticed_beside_a_function() {
    let text = "type small = subrange [0, 2] of int;\nfunction f(x : int) returns (y : small);\n\
        node top(i : int) returns (s : small; ok : bool);\nlet\n  s = 2 -> f(i);\n  ok = s <= 2;\n  \
        --%PROPERTY ok;\ntel;\n";
    let found = invalid(text);
    let inc = found.iter().find(|(id, _)| id == "5:7:const_inc");
    let why = inc.map(|(_, why)| why.as_str());
    assert_eq!(why, Some("s may leave its range 0 to 2"), "{found:?}");
    assert!(!found.iter().any(|(id, _)| id == "5:7:const_dec"));
}

/// A value under `pre` is remembered in a state that only the mutant has. It keeps the range of its type too.
#[test]
fn a_constant_out_of_range_is_noticed_under_pre() {
    let text = "type small = subrange [0, 2] of int;\nnode top(i : small) returns (s : small; ok : bool);\n\
        let\n  s = pre (i -> 2);\n  ok = s <= 2;\n  --%PROPERTY ok;\ntel;\n";
    let found = invalid(text);
    let inc = found.iter().find(|(id, _)| id == "4:17:const_inc");
    let why = inc.map(|(_, why)| why.as_str());
    let expected = "a value under `pre` may leave its range 0 to 2";
    assert_eq!(why, Some(expected), "{found:?}");
    assert!(!found.iter().any(|(id, _)| id == "4:17:const_dec"));
}

/// Every operator has something to change here; a new operator shows up in the list.
const EVERYTHING: &str = "\
type color = enum { RED, GREEN };
const limit : int = 3;
node count(reset : bool; by : int) returns (n : int);
let
  n = 0 -> if reset then 0 else pre n + by;
tel;
node least(p, q : int) returns (l : int);
let
  l = if p < q then p else q;
tel;
node top(a, b : bool; i, j : int; r : real; c : color) returns (ok, x : bool; k : int; s : real);
var e : bool; d : color; m : int;
let
  x = (a or b) and not (a xor b);
  e = (a => b) = (i < j) or i <= 2 and j > 1 or i >= j or i <> limit;
  k = count(x, i - 1) * 2 + (if a then -i else j div 2);
  m = condact(a, count(b, 1), 5) + least(i, j) + condact(true, count(a, 2), 7);
  s = r / 2.0;
  d = if e then RED else c;
  assert i < 10 and true;
  ok = x => (a or b) and m + k = k + m and (d = RED or d = GREEN);
  --%PROPERTY ok;
tel;
";

#[test]
fn the_mutants_of_a_model() {
    let mut map = SourceMap::new();
    let id = map.add_text("everything.lus", EVERYTHING);
    let Ok(loaded) = load(map.file(id), Some(Dialect::JKind)) else {
        panic!("the model is right");
    };
    let main = loaded.model.mains[0];
    for group in [Group::Paper, Group::More] {
        let selection = Selection::parse(group.as_str()).expect("a group");
        let Ok(mutated) = mutate(map.file(id), &loaded.model, main, &selection) else {
            panic!("the model is right");
        };
        let mut list = String::new();
        for m in &mutated.mutants.mutants {
            let verdict = match &m.change {
                Change::Patch(_) => String::new(),
                Change::Invalid(why) => format!("  invalid: {why}"),
                Change::Unmade(why) => panic!("nothing ends the making of mutants here: {why}"),
            };
            let change = format!("{} -> {}", m.original, m.replacement);
            list += &format!("{:28} {:8} {change}{verdict}\n", m.id, m.element);
        }
        insta::assert_snapshot!(format!("mutants_{}", group.as_str()), list);
        let without = operators()
            .filter(|o| o.group == group)
            .filter(|o| !mutated.mutants.mutants.iter().any(|m| m.operator == o.name))
            .map(|o| o.name)
            .collect::<Vec<_>>();
        assert!(without.is_empty(), "nothing to change for {without:?}");
    }
}
