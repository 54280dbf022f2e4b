//! Witnesses of BTOR2: what is written is read back and replays; what does not fit is refused.

mod btor2_properties;
mod random_words;

use assay_netlist::btor2::{Kind, Model, Run, Witness, read_witness, replay};
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
    assert_eq!(told("sat\nj0\n@0\n.\n"), "the witness names no bad state");
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
        let witness = Witness::of(&model, 0, length, |line, step| value(&model, line, step, seed));
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
