//! Witnesses of BTOR2: what is written is read back and replays; what does not fit is refused.

mod btor2_properties;
mod random_words;

use assay_netlist::aiger::Options;
use assay_netlist::btor2::{
    Kind, Model, Run, Violated, Witness, lower, read_witness, replay, violates, witness,
};
use assay_system::{Random, execute, replay as replay_system};
use assay_term::{Functions, Sort, Value};
use btor2_properties::{loaded, value};
use proptest::prelude::*;

fn model(text: &str) -> Model {
    loaded(text).model
}

/// Counts enabled steps from a free start; bad at 3; the memory remembers what was written last.
const COUNTER: &str = "\
1 sort bitvec 1
2 sort bitvec 2
3 sort array 1 2
4 input 1 enable
5 state 2 count
6 ones 2
7 inc 2 5
8 ite 2 4 7 5
9 next 2 5 8
10 eq 1 5 6
11 bad 10 full
12 state 3 mem
13 write 3 12 4 5
14 next 3 12 13
15 constraint 4
";

#[test]
fn a_witness_is_written_and_replayed() {
    let model = model(COUNTER);
    let text = "sat\nb0\n#0\n0 01 count@0\n1 [1] 10 mem@0\n@0\n0 1 enable@0\n@1\n0 1 enable@1\n@2\n0 1 enable@2\n.\n";
    let witness = read_witness(&model, text).unwrap();
    assert_eq!(witness.print(&model), text);
    assert_eq!(replay(&model, &witness), Ok(()));
}

#[test]
fn what_is_left_out_is_zero() {
    let model = model(COUNTER);
    let held = "@0\n0 1\n@1\n0 1\n@2\n0 1\n@3\n0 1\n.\n";
    let witness = read_witness(&model, &format!("sat\nb0\n{held}")).unwrap();
    assert_eq!(replay(&model, &witness), Ok(()));
}

#[test]
fn what_does_not_hold_is_told() {
    let model = model(COUNTER);
    let told = |text: &str| replay(&model, &read_witness(&model, text).unwrap()).unwrap_err();
    assert_eq!(
        told("sat\nb0\n#0\n0 11\n@0\n0 0\n.\n"),
        "the constraint of line 15 fails at step 0"
    );
    assert_eq!(
        told("sat\nb0\n#0\n0 01\n@0\n0 1\n.\n"),
        "b0 does not hold at the last step, 0"
    );
    assert_eq!(told("sat\nb1\n@0\n0 1\n.\n"), "there is no bad state 1");
    assert_eq!(told("sat\nb0\n.\n"), "the witness has no steps");
    assert_eq!(
        told("sat\nj0\n@0\n0 1\n.\n"),
        "there is no justice property 0"
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let model = model(COUNTER);
    let told = |text: &str| read_witness(&model, text).unwrap_err();
    assert_eq!(
        told("unsat\n"),
        (1, "`sat` is expected, not `unsat`".into())
    );
    assert_eq!(
        told("sat\nx0\n"),
        (2, "`x0` is no property: `b0` and `j0` are".into())
    );
    assert_eq!(
        told("sat\nb0\n0 1\n"),
        (3, "an assignment comes before the first step".into())
    );
    assert_eq!(
        told("sat\nb0\n@1\n"),
        (3, "step 1 comes where 0 is expected".into())
    );
    assert_eq!(
        told("sat\nb0\n@0\n1 1\n"),
        (4, "there is no input 1".into())
    );
    assert_eq!(
        told("sat\nb0\n@0\n0 11\n"),
        (4, "`11` is no word of 1 bits".into())
    );
    assert_eq!(told("sat\nb0\n#0\n1 11\n"), (4, "`11` is no index".into()));
    assert_eq!(
        told("sat\nb0\n@0\n"),
        (3, "the witness has no end, a line `.`".into())
    );
}

/// Counts enabled steps; an odd one is to come infinitely often, and so is a step that is enabled. The bits of `shift` matter to
/// nothing, and take four laps to repeat.
const TURNS: &str = "\
1 sort bitvec 1
2 sort bitvec 2
3 sort bitvec 4
4 input 1 enable
5 state 2 count
6 zero 2
7 init 2 5 6
8 uext 2 4 1
9 add 2 5 8
10 next 2 5 9
11 slice 1 5 0 0
12 justice 2 11 -11 turns
13 fair 4
14 state 3 shift
15 one 3
16 init 3 14 15
17 slice 1 14 3 3
18 slice 2 14 2 1
19 slice 1 14 0 0
20 concat 2 19 17
21 concat 3 18 20
22 next 3 14 21
";

/// Random executions that violate the justice property: the witness replays on the model, and not before `shift` can
/// have repeated.
#[test]
fn a_loop_is_written_until_all_of_the_state_repeats() {
    let loaded = loaded(TURNS);
    let lowered = lower(&loaded, Options::default());
    let mut found = 0;
    for seed in 1..200u64 {
        let mut random = Random::new(seed);
        let trace = execute(&lowered.system, 12, Functions::default(), |var, _| {
            assert_eq!(lowered.system.sort(var), Sort::Bool);
            Value::Bool(random.below(4) > 1)
        });
        let mut trace = trace.expect("values");
        let fails = replay_system(&lowered.system, &trace).expect("an execution");
        let Some(step) = fails.property_fails[0] else {
            continue;
        };
        found += 1;
        trace.steps.truncate(step + 1);
        assert_eq!(
            violates(&loaded.model, &lowered, &trace, 0),
            Some(Ok(true)),
            "seed {seed}"
        );
        let mut witness = witness(&loaded.model, &lowered, &trace, 0).expect("a short loop");
        let text = witness.print(&loaded.model);
        assert!(text.starts_with("sat\nj0\n#0\n@0\n"), "{text}");
        assert_eq!(read_witness(&loaded.model, &text), Ok(witness.clone()));
        assert_eq!(replay(&loaded.model, &witness), Ok(()), "seed {seed}");
        witness.frames.truncate(3);
        assert!(replay(&loaded.model, &witness).is_err(), "seed {seed}");
    }
    assert!(found > 20, "{found} executions are counterexamples");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Of a random execution: the text reads back to the same witness, and it replays exactly if the execution is a
    /// counterexample.
    #[test]
    fn executions_survive_the_format(
        numbers in prop::collection::vec(any::<u16>(), 60..400),
        seed in any::<u64>(),
    ) {
        let model = model(&random_words::model(&numbers));
        let length = 3;
        let mut run = Run::new(&model);
        for step in 0..length {
            run.step(|line| value(&model, line, step, seed));
        }
        let witness = Witness::of(&model, Violated::Bad(0), length, |line, step| value(&model, line, step, seed));
        let text = witness.print(&model);
        let again = read_witness(&model, &text).map_err(|e| TestCaseError::fail(format!("{e:?}\n{text}")))?;
        let holds = |kind: fn(&Kind) -> Option<_>, step| {
            model.lines.iter().filter_map(|l| kind(&l.kind)).all(|arg| run.holds(step, arg))
        };
        let bad = |kind: &Kind| match kind { Kind::Bad(arg) => Some(*arg), _ => None };
        let held = |kind: &Kind| match kind { Kind::Constraint(arg) => Some(*arg), _ => None };
        let violated = holds(bad, length - 1) && (0..length).all(|step| holds(held, step));
        prop_assert_eq!(replay(&model, &again).is_ok(), violated);
        prop_assert_eq!(replay(&model, &witness).is_ok(), violated);
        let reread = read_witness(&model, &again.print(&model));
        prop_assert_eq!(reread, Ok(again));
    }
}
