//! Mutants of random programs: the patched system and the interpreter on the changed tree, which share nothing, agree
//! on every variable at every step.

use assay_lustre::interp::{Random, replay};
use assay_lustre::model::{Expr, ExprKind, Node};
use assay_lustre::mutate::{Group, Selection, applied, mutate, operators};
use assay_lustre::testgen::{Shape, program};
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use assay_system::{Change, Stimulus, default_value, open};
use assay_term::{BigInt, BigRational, Sort, Value};

/// How many calls and how many `pre` a node has.
fn numbered(node: &Node) -> (usize, usize) {
    fn count(expr: &Expr, (calls, memories): &mut (usize, usize)) {
        match expr.kind {
            ExprKind::Call(_) | ExprKind::Condact { .. } => *calls += 1,
            ExprKind::Pre(_) => *memories += 1,
            _ => {}
        }
        let mut here = (*calls, *memories);
        expr.for_each_child(|child| count(child, &mut here));
        (*calls, *memories) = here;
    }
    let mut numbers = (0, 0);
    for expr in node.expressions() {
        count(expr, &mut numbers);
    }
    numbers
}

/// Returns how many mutants were compared.
fn compare(shape: Shape, seeds: std::ops::Range<u64>) -> usize {
    let mut compared = 0;
    let all = Selection::parse("all").expect("a group");
    for seed in seeds {
        let mut random = Random::new(seed);
        let text = program(&mut random, shape);
        let mut map = SourceMap::new();
        let id = map.add_text("random.lus", &text);
        let Ok(loaded) = load(map.file(id), Some(Dialect::JKind)) else {
            panic!("{text}");
        };
        let (model, main) = (&loaded.model, loaded.model.mains[0]);
        let Ok(mutated) = mutate(map.file(id), model, main, &all) else {
            panic!("{text}");
        };
        let mutants = &mutated.mutants;
        let vars: Vec<_> = open(&mutants.system).collect();
        for (m, offer) in mutated.offers.iter().enumerate() {
            let (mutant, changed) = (&mutants.mutants[m], applied(model, offer));
            let (Some(patch), Some(changed)) = (mutant.patch(), changed) else {
                continue;
            };
            // What a new `pre` has before the first step is the patch's own business.
            if !mutants.fresh(m).is_empty() {
                continue;
            }
            // Calls and memories are known by their number in the node; and what a `pre` of something temporal
            // has before the first step, both may choose.
            let node = offer.site.node();
            let mut instances = mutated.lowered.instances.iter();
            if instances.any(|i| i.node == node && !i.memories.is_empty()) {
                continue;
            }
            if numbered(model.node(node)) != numbered(changed.node(node)) {
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
            let Ok(mut trace) = stimulus.run(&patch.apply(&mutants.system), 5) else {
                continue;
            };
            for step in &mut trace.steps {
                step.truncate(mutated.lowered.system.vars.len());
            }
            if let Err(error) = replay(&changed, main, &mutated.lowered, &trace) {
                panic!("seed {seed}: {}: {error}\n{text}", mutant.id);
            }
            compared += 1;
        }
    }
    compared
}

#[test]
fn mutants_of_tiny_programs_agree() {
    assert!(compare(Shape::TINY, 0..60) > 500);
}

#[test]
fn mutants_of_full_programs_agree() {
    assert!(compare(Shape::FULL, 0..25) > 500);
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
