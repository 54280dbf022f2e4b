//! Random BTOR2 models: written and read they stay the same, and their lowering does at every step what the
//! interpreter of the tree does, at every node, for every choice of elements.

mod btor2_properties;
mod random_words;

use assay_netlist::aiger::{Cut, Nodes, Options};
use assay_netlist::btor2::{LineId, Op, Sort, lower, print};
use assay_system::execute;
use assay_term::{Bits, Evaluator, Functions, Value};
use btor2_properties::{LENGTH, agree, loaded, reading_is_sound, value};
use proptest::prelude::*;

/// Every operator on words of up to three bits, on all arguments.
#[test]
fn operators_agree_on_all_small_words() {
    for width in 1..=3u32 {
        let mut text = format!(
            "1 sort bitvec 1\n2 sort bitvec {width}\n3 sort bitvec {}\n4 input 2\n5 input 2\n",
            2 * width
        );
        for (i, op) in Op::ALL.iter().enumerate() {
            let sorts = vec![Sort::Bits(width); op.arity()];
            let sort = match op.result(&sorts) {
                Ok(Sort::Bits(1)) if width > 1 => 1,
                Ok(Sort::Bits(w)) if w == width => 2,
                Ok(_) => 3,
                // Arrays and, beyond one bit, logic.
                Err(_) => continue,
            };
            let args = ["4", "4 5", "4 5 -5"][op.arity() - 1];
            text += &format!("{} {} {sort} {args}\n", 10 + i, op.name());
        }
        let loaded = loaded(&text);
        let lowered = lower(&loaded, Options::default());
        let values = 1u32 << width;
        let choose = |line: LineId, step: usize| {
            let which = match loaded.model.line(line).id {
                4 => step as u32 / values,
                _ => step as u32 % values,
            };
            Bits::new(width, which).into()
        };
        agree(&loaded, &lowered, (values * values) as usize, choose);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lowering_agrees_with_the_interpreter(
        numbers in prop::collection::vec(any::<u16>(), 60..900),
        seed in any::<u64>(),
    ) {
        let loaded = loaded(&random_words::model(&numbers));
        for nodes in [Nodes::Registers, Nodes::Gates, Nodes::All] {
            for cut in [Cut::Next, Cut::Output] {
                let lowered = lower(&loaded, Options { nodes, cut });
                agree(&loaded, &lowered, LENGTH, |line, step| value(&loaded.model, line, step, seed));
            }
        }
    }

    #[test]
    fn writing_keeps_the_tree(numbers in prop::collection::vec(any::<u16>(), 60..900)) {
        let first = loaded(&random_words::model(&numbers)).model;
        let again = loaded(&print(&first)).model;
        prop_assert_eq!(first, again);
    }

    #[test]
    fn any_text_is_read_to_an_end(text in "([0-9 ;a-z-]|\n){0,200}") {
        reading_is_sound(&text, print);
    }
}

/// What the fuzzer starts from, with liveness among it: its own claims hold of that.
#[test]
fn the_fuzzers_seeds_are_sound() {
    for text in [
        include_str!("../../../fuzz/seeds/btor2/counter.btor2"),
        include_str!("../../../fuzz/seeds/btor2/memory.btor2"),
        include_str!("../../../fuzz/seeds/btor2/negated.btor2"),
        include_str!("../../../fuzz/seeds/btor2/operators.btor2"),
    ] {
        assert!(text.contains("sort"), "a seed is a model");
        reading_is_sound(text, print);
    }
}

/// A justice property is violated where the execution comes back with all its conditions seen, and only there.
#[test]
fn justice_is_a_loop() {
    let text = "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 2\n4 state 2 count\n5 init 2 4 3\n6 inc 2 4\n\
                7 next 2 4 6\n8 redand 1 4\n9 fair 8\n10 input 1 go\n11 justice 1 10 goes\n";
    let loaded = loaded(text);
    let lowered = lower(&loaded, Options::default());
    let system = &lowered.system;
    let save = lowered.justice.expect("a justice property").save;
    let goes = |at: usize| {
        let trace = execute(system, 6, Functions::default(), |var, step| {
            Value::Bool(match var {
                var if var == save => step == 0,
                _ => step == at,
            })
        })
        .unwrap();
        let holds = |step: usize| {
            let mut evaluator = Evaluator::new(&system.pool, &trace.steps[step], &trace.functions);
            evaluator.eval(system.properties[0].term).unwrap() == Value::Bool(true)
        };
        (0..6).map(holds).collect::<Vec<bool>>()
    };
    assert_eq!(system.properties[0].name, "goes");
    assert_eq!(loaded.model.line(lowered.claims[0]).id, 11);
    // The counter is back where it was saved at step 4.
    assert_eq!(goes(2), [true, true, true, true, false, true]);
    assert_eq!(goes(5), [true; 6]);
}
