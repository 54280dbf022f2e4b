//! What users ask of models in branching time: properties from side files, states in numbers, a formula at a state, labels, lengths of
//! paths, and coverage of formulas.

mod common;

use common::{assay, run};
use serde_json::Value;

const CELLS: &str = "\
MODULE cell(carry)
VAR value : boolean;
ASSIGN init(value) := FALSE; next(value) := value xor carry;
DEFINE out := value & carry;
MODULE main
VAR low : cell(TRUE); high : cell(low.out);
CTLSPEC NAME again := AG AF (low.value & high.value)
COMPUTE MIN [ !low.value & !high.value, low.value & high.value ]
COMPUTE MAX [ !low.value & !high.value, low.value & high.value ]
";

/// A way that ends: from 2 on there is no transition.
const ENDS: &str = "\
MODULE main
VAR n : 0..3;
INIT n = 0
TRANS n < 2 & (next(n) = n + 1 | next(n) = 0)
CTLSPEC AG n < 3
";

fn in_directory(files: &[(&str, &str)], words: &[&str]) -> common::Run {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).expect("it can be written");
    }
    let mut process = assay(words);
    let process = process.current_dir(directory.path());
    common::Run::new(process.output().expect("the program starts"))
}

fn json(run: &common::Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

#[test]
fn states_are_counted_and_paths_are_measured() {
    let words = ["check", "cells.smv", "--stats", "--format", "json"];
    let said = json(&in_directory(&[("cells.smv", CELLS)], &words).expect(0));
    let stats = &said["stats"][0];
    assert_eq!(stats["reachable"], 4, "{stats}");
    assert_eq!(stats["initial"], 1, "{stats}");
    assert_eq!(stats["diameter"], 3, "{stats}");
    let computed: Vec<&Value> = said["computed"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    let values: Vec<&Value> = computed.iter().map(|c| &c["value"]).collect();
    assert_eq!(values, [3, 3]);
    let text = computed[0]["text"].as_str().expect("a text");
    assert!(text.starts_with("MIN [ !low.value"), "{text}");
}

#[test]
fn a_model_that_only_measures_paths_needs_no_claim() {
    let model = "MODULE main\nVAR x : boolean;\nINIT !x\nCOMPUTE MIN [ !x, x ]\n";
    let said = in_directory(&[("x.smv", model)], &["check", "x.smv", "--format", "json"]);
    let said = json(&said.expect(0));
    assert_eq!(said["computed"][0]["value"], 1, "{said}");
}

#[test]
fn a_formula_is_asked_about_at_a_state() {
    let at = |formula: &str, state: &str, code: i32| {
        let words = ["check", "cells.smv", "--formula", formula, "--at", state];
        in_directory(&[("cells.smv", CELLS)], &words).expect(code);
    };
    let both = "low.value = TRUE, high.value = TRUE";
    at("EX (!low.value & !high.value)", both, 0);
    at("AX low.value", both, 1);
    // It holds in one of these states, and fails in the other.
    at("AX high.value", "low.value = FALSE", 3);
    at("AX no.such", both, 2);
}

#[test]
fn labels_are_shown_round_by_round() {
    let words = [
        "check",
        "cells.smv",
        "--show-labels",
        "--formula",
        "EF high.value",
        "--format",
        "json",
    ];
    let said = json(&in_directory(&[("cells.smv", CELLS)], &words).expect(0));
    let labels = &said["labels"][0];
    let parts = labels["parts"].as_array().expect("parts of the formula");
    let whole = parts.last().expect("the formula itself");
    assert_eq!(whole["holds"].as_array().map(Vec::len), Some(4));
    // Two states have it at once, and one more in each of two rounds.
    let rounds = whole["rounds"].as_array().expect("rounds");
    let added: Vec<usize> = rounds
        .iter()
        .map(|r| r["added"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(added.iter().sum::<usize>(), 4, "{added:?}");
    assert!(added.len() >= 3, "{added:?}");
}

#[test]
fn other_languages_take_properties_from_a_side_file() {
    let model =
        "node Flip(set: bool) returns (on: bool);\nlet\n  on = set -> set or pre on;\ntel;\n";
    let spec = "-- the model has none itself\nstays: CTLSPEC AG (on -> AG on);\n\
                off: CTLSPEC AF on;\nsame: INVARSPEC set -> on;\n";
    let files = [("flip.lus", model), ("flip.spec", spec)];
    let words = [
        "check",
        "flip.lus",
        "--spec",
        "flip.spec",
        "--format",
        "json",
    ];
    let said = json(&in_directory(&files, &words).expect(1));
    let verdicts: Vec<(&str, &str)> = said["properties"]
        .as_array()
        .expect("properties")
        .iter()
        .map(|p| (p["name"].as_str().unwrap(), p["verdict"].as_str().unwrap()))
        .collect();
    let expected = [("stays", "proved"), ("off", "violated"), ("same", "proved")];
    assert_eq!(verdicts, expected);
    let wrong = [files[0], ("flip.spec", "p: CTLSPEC AG onn;\n")];
    let said = in_directory(&wrong, &words).expect(2).stderr;
    assert!(said.contains("flip.spec:1:15"), "{said}");
    let missing = ["check", "flip.lus", "--spec", "none.spec"];
    let said = in_directory(&files, &missing).expect(2).stderr;
    assert!(said.contains("none.spec"), "{said}");
}

#[test]
fn deadlocks_are_reported() {
    let said = in_directory(&[("ends.smv", ENDS)], &["check", "ends.smv"]).expect(0);
    assert!(said.stderr.contains("A0132"), "{}", said.stderr);
    assert!(said.stderr.contains("n = 2"), "{}", said.stderr);
}

#[test]
fn few_nodes_leave_formulas_open_with_the_reason() {
    let words = [
        "check",
        "examples/smv/mutual_exclusion.smv",
        "--bdd-nodes",
        "20",
    ];
    let said = run(&words).expect(3);
    assert!(said.stdout.contains("nodes"), "{}", said.stdout);
}

#[test]
fn mutants_are_killed_by_formulas() {
    let words = ["cover", "cells.smv", "--format", "json"];
    let said = json(&in_directory(&[("cells.smv", CELLS)], &words).expect(0));
    let summary = &said["summary"];
    let count = |key: &str| summary[key].as_u64().expect("a number");
    assert!(count("killed") > 0, "{summary}");
    assert_eq!(count("unknown"), 0, "{summary}");
    let killed = said["mutants"].as_array().expect("mutants").iter();
    for mutant in killed.filter(|m| m["verdict"] == "killed") {
        assert!(!mutant["tree"].is_null(), "{mutant}");
    }
}
