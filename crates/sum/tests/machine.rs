//! Steps of a machine: a set of integers, from its first state to the full set, and why an operation is not enabled.

use std::sync::Arc;

use assay_source::{FileId, SourceFile};
use assay_sum::eval::{Options, Outside};
use assay_sum::scope::SearchScope;
use assay_sum::solve::{Animator, Blame, Parts, Rest, State};
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::{self, elaborate};
use assay_sum::value::Value;

const INT_SET: &str = "module IntSet is
  maxsize == 10
  state
    intset : power int
  where
    #intset <= maxsize
  end
  init
  where
    intset' = {}
  end
  op add
    x? : int
  where
    pre(x? notin intset and #intset < maxsize)
    intset' = intset cup {x?}
  end
  op grow
    x? : int
  where
    x? notin intset
    intset' = intset cup {x?}
    #intset' < 2
  end
  op size
    size! : nat
  where
    size! = #intset
    changes_only {}
  end
  op lose
  where
    intset' subseteq intset
    #intset' = #intset - 1
  end
end IntSet
";

fn animator() -> Animator {
    let (spec, _) = parse_sum(&SourceFile::new(FileId(0), "intset.sum", INT_SET));
    let elaboration = elaborate(&spec, &types::Options::default());
    assert!(!elaboration.has_errors(), "{:?}", elaboration.diagnostics);
    let options = Options {
        outside: Outside::Note,
        ..Options::default()
    };
    Animator::new(
        Arc::new(elaboration.program),
        SearchScope::default(),
        options,
    )
    .unwrap()
}

fn set(elements: impl IntoIterator<Item = i64>) -> State {
    State([Value::set(elements.into_iter().map(Value::int).collect())].into())
}

/// The only state after an operation with an input.
fn after(animator: &mut Animator, operation: &str, state: &State, input: i64) -> State {
    let index = animator.operation(operation).unwrap();
    let var = animator.machine().operations[index].inputs[0].var;
    let steps = animator
        .post_states(index, state, &[(var, Value::int(input))], Parts::M, 2)
        .unwrap();
    assert_eq!((steps.steps.len(), steps.rest), (1, Rest::None));
    steps.steps[0].after.clone()
}

#[test]
fn a_set_is_filled_and_then_no_input_is_enabled() {
    let mut animator = animator();
    let initial = animator.initial_states(Parts::M, 2).unwrap();
    assert_eq!(initial.steps.len(), 1);
    let mut state = initial.steps[0].after.clone();
    assert_eq!(state, set([]));
    let add = animator.operation("add").unwrap();
    for input in 1..=10 {
        let enabled = animator.enabled(add, &state, &[], 100).unwrap();
        assert_eq!(enabled.inputs.len() as i64, 65 - (input - 1));
        state = after(&mut animator, "add", &state, input);
    }
    assert_eq!(state, set(1..=10));
    assert_eq!(
        animator
            .enabled(add, &state, &[], 100)
            .unwrap()
            .inputs
            .len(),
        0
    );
    // Arithmetic and membership do not ask the scope.
    assert_eq!(
        after(&mut animator, "add", &set([]), 1_000_000),
        set([1_000_000])
    );
}

#[test]
fn several_post_states_are_given_up_to_the_limit() {
    let mut animator = animator();
    let lose = animator.operation("lose").unwrap();
    let all = animator
        .post_states(lose, &set(1..=5), &[], Parts::M, 100)
        .unwrap();
    assert_eq!((all.steps.len(), all.rest), (5, Rest::None));
    let some = animator
        .post_states(lose, &set(1..=5), &[], Parts::M, 2)
        .unwrap();
    assert_eq!((some.steps.len(), some.rest), (2, Rest::Limit));
    let size = animator.operation("size").unwrap();
    let steps = animator
        .post_states(size, &set(1..=3), &[], Parts::M, 2)
        .unwrap();
    assert_eq!(steps.steps[0].outputs, [Value::int(3)]);
    assert_eq!(steps.steps[0].after, set(1..=3));
}

#[test]
fn why_not_names_the_false_conjuncts_or_those_that_have_no_post_state_together() {
    let mut animator = animator();
    let add = animator.operation("add").unwrap();
    let input = animator.machine().operations[add].inputs[0].var;
    match animator
        .why_not(add, &set(1..=10), &[(input, Value::int(3))])
        .unwrap()
    {
        Blame::False(conjuncts) => {
            assert_eq!(conjuncts.len(), 2);
            assert!(conjuncts[0].1.contains(&(input, Value::int(3))));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(
        animator
            .why_not(add, &set([]), &[(input, Value::int(3))])
            .unwrap(),
        Blame::Nothing
    ));
    let grow = animator.operation("grow").unwrap();
    let input = animator.machine().operations[grow].inputs[0].var;
    match animator
        .why_not(grow, &set([1]), &[(input, Value::int(3))])
        .unwrap()
    {
        Blame::Together(conjuncts) => assert_eq!(conjuncts.len(), 2),
        other => panic!("{other:?}"),
    }
}
