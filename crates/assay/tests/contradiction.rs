//! Assumptions that contradict each other: everything holds of such a model, and nobody may take comfort from it.

mod common;

use common::{Run, file, run, validate, yosys};
use serde_json::{Value, json};

const AT_ONCE: &str = "node m(a: bool) returns (x: bool; p: bool);\nlet\n  assert true;\n  assert a;\n  assert not a;\n  \
     x = false -> pre a;\n  p = not x;\n  --%PROPERTY p;\ntel;\n";

/// The counter goes up by one at each step and must stay below the limit; `never` fails when the counter is 3.
fn counting(limit: usize) -> String {
    format!(
        "node m(a: bool) returns (n: int; p, never: bool);\nlet\n  n = 0 -> pre n + 1;\n  assert a or not a;\n  \
         assert n < {limit};\n  p = n >= 0;\n  never = n <> 3;\n  --%PROPERTY p;\n  --%PROPERTY never;\ntel;\n"
    )
}

fn on(text: &str, name: &str, args: &[&str]) -> Run {
    let (_directory, path) = file(name, text.as_bytes());
    let mut all = vec![args[0], path.as_str()];
    all.extend(&args[1..]);
    run(&all)
}

fn check(text: &str, name: &str, code: i32) -> Value {
    let document = on(text, name, &["check", "--format", "json"])
        .expect(code)
        .json();
    validate(&document);
    document
}

#[test]
fn check_says_vacuous_and_names_the_assumptions() {
    let document = check(AT_ONCE, "m.lus", 1);
    let p = &document["properties"][0];
    assert_eq!(p["verdict"], "vacuous", "{p}");
    assert_eq!(p["steps"], 0);
    let lines: Vec<&Value> = (0..2)
        .map(|n| &p["assumptions"][n]["span"]["line"])
        .collect();
    assert_eq!(lines, [4, 5]);
    assert_eq!(p["assumptions"].as_array().map(Vec::len), Some(2));
    assert_eq!(p["checked"]["ok"], true, "{p}");
    assert!(
        p["checked"]["by"]
            .as_str()
            .is_some_and(|by| by.contains("lrat"))
    );
    assert_eq!(document["complete"], true);
    let text = on(AT_ONCE, "m.lus", &["check"]).expect(1);
    assert!(text.stdout.contains("vacuous   p"), "{}", text.stdout);
    assert!(text.stdout.contains("1 vacuous in"), "{}", text.stdout);
    assert!(
        text.stderr.contains("m.lus:4:") && text.stderr.contains("assert not a"),
        "{}",
        text.stderr
    );
    on(AT_ONCE, "m.lus", &["check", "--allow-vacuous"]).expect(0);
}

#[test]
fn executions_that_end_later_make_proofs_vacuous_and_violations_stay() {
    for limit in [5, 50, 150] {
        let document = check(&counting(limit), "m.lus", 1);
        let [p, never] = [0, 1].map(|n| &document["properties"][n]);
        assert_eq!(p["verdict"], "vacuous", "{limit}: {p}");
        assert_eq!(p["steps"], limit);
        assert_eq!(p["checked"]["ok"], true, "{p}");
        let names = p["assumptions"].as_array().expect("a list");
        assert_eq!(names.len(), 1, "{p}");
        assert_eq!(names[0]["span"]["line"], 5);
        assert_eq!(never["verdict"], "violated", "{never}");
        assert_eq!(never["trace"]["length"], 4);
        let told = on(&counting(limit), "m.lus", &["check", "--allow-vacuous"]).expect(1);
        let ends = format!("no execution has more than {limit} steps");
        assert!(told.stdout.contains(&ends), "{}", told.stdout);
    }
    // Executions end before the counter is 3.
    let document = check(&counting(2), "m.lus", 1);
    assert_eq!(document["properties"][1]["verdict"], "vacuous");
}

#[test]
fn a_proof_that_needs_more_steps_than_executions_have_is_vacuous() {
    let document = check(&counting(5), "m.lus", 1);
    let certificate = &document["certificates"][0];
    assert_eq!(certificate["k"], 6, "{certificate}");
    let names = json!(["p", "no execution has more than 5 steps"]);
    assert_eq!(certificate["properties"], names);
}

#[test]
fn nothing_can_be_measured_under_contradictory_assumptions() {
    let commands: [&[&str]; 7] = [
        &["cover", "--min-score", "90"],
        &["cover", "--core"],
        &["cover", "--against", "invariants"],
        &["cover", "--format", "json"],
        &["core"],
        &["core", "--all", "--elements", "all"],
        &["explain", "6:7:const"],
    ];
    for (text, step) in [(AT_ONCE.to_string(), 0), (counting(50), 50)] {
        for args in commands {
            if args[0] == "explain" && step > 0 {
                continue;
            }
            let said = on(&text, "m.lus", args).expect(4);
            let what = format!("at step {step}");
            assert!(said.stderr.contains("A0017"), "{args:?}: {}", said.stderr);
            assert!(said.stderr.contains(&what), "{args:?}: {}", said.stderr);
            assert!(said.stdout.is_empty(), "{args:?}: {}", said.stdout);
        }
    }
}

#[test]
fn an_implication_whose_left_side_is_never_true_stays_a_warning() {
    let text = "node m(x: bool) returns (p: bool);\nvar big: bool;\nlet\n  assert x;\n  big = false -> pre big;\n  \
         p = big => not x;\n  --%PROPERTY p;\ntel;\n";
    let document = check(text, "m.lus", 0);
    let p = &document["properties"][0];
    assert_eq!(p["verdict"], "proved", "{p}");
    assert_eq!(p["vacuous"], "its left side big is never true");
}

#[test]
fn constraints_of_circuits_contradict_each_other_too() {
    // A latch that becomes and stays true; the input is constrained to be true and false.
    let aiger = "aag 2 1 1 0 0 1 2\n2\n4 1\n4\n2\n3\n";
    let at_once = "1 sort bitvec 1\n2 input 1 a\n3 constraint 2\n4 constraint -2\n5 bad 2\n";
    // A counter that must stay below 5.
    let later = "1 sort bitvec 8\n2 sort bitvec 1\n3 zero 1\n4 one 1\n5 state 1 n\n6 init 1 5 3\n7 add 1 5 4\n\
         8 next 1 5 7\n9 constd 1 5\n10 ult 2 5 9\n11 constraint 10\n12 eq 2 5 9\n13 bad 12\n";
    for (name, text, steps, count) in [
        ("m.aag", aiger, 0, 2),
        ("m.btor2", at_once, 0, 2),
        ("m.btor2", later, 5, 1),
    ] {
        let document = check(text, name, 1);
        let p = &document["properties"][0];
        assert_eq!(p["verdict"], "vacuous", "{name}: {p}");
        assert_eq!(p["steps"], steps, "{name}");
        assert_eq!(p["assumptions"].as_array().map(Vec::len), Some(count));
        assert_eq!(p["checked"]["ok"], true, "{name}: {p}");
        for command in ["cover", "core"] {
            let said = on(text, name, &[command]).expect(4);
            assert!(said.stderr.contains("A0017"), "{}", said.stderr);
        }
    }
}

#[test]
fn assume_statements_of_verilog_that_contradict_each_other_are_named() {
    if !yosys() {
        println!("skipped: yosys is not installed");
        return;
    }
    let text = "module t(input clk, input en, output reg q);\n  initial q = 0;\n  always @(posedge clk) q <= en;\n  \
         always @(*) assume (en);\n  always @(*) assume (!en);\n  always @(posedge clk) p: assert (q == 0);\nendmodule\n";
    let document = check(text, "t.sv", 1);
    let p = &document["properties"][0];
    assert_eq!(p["verdict"], "vacuous", "{p}");
    let lines: Vec<&Value> = (0..2)
        .map(|n| &p["assumptions"][n]["span"]["line"])
        .collect();
    assert_eq!(lines, [4, 5], "{p}");
    for command in ["cover", "core"] {
        let said = on(text, "t.sv", &[command]).expect(4);
        assert!(said.stderr.contains("t.sv:4:"), "{}", said.stderr);
        assert!(said.stderr.contains("!en"), "{}", said.stderr);
    }
}
