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

#[test]
fn explain_shows_the_tree_of_the_formula_that_kills() {
    let words = ["explain", "cells.smv", "3:35:nondet"];
    let said = in_directory(&[("cells.smv", CELLS)], &words).expect(0);
    let out = &said.stdout;
    assert!(out.contains("killed by again"), "{out}");
    assert!(out.contains("again fails: EF EG !"), "{out}");
    assert!(out.contains("never holds in the loop"), "{out}");
    assert!(out.contains("so this repeats for ever"), "{out}");
}

/// `low` and `high` cannot both be chosen, and the model says so in three sections.
const CLASH: &str = "\
MODULE main
VAR low : boolean; high : boolean;
ASSIGN init(low) := TRUE;
INIT high
INVAR !(low & high)
TRANS next(low) = low
INVARSPEC NAME one := low | high
";

#[test]
fn a_contradiction_names_the_sections_of_the_text() {
    for command in ["check", "cover"] {
        let said = in_directory(&[("clash.smv", CLASH)], &[command, "clash.smv"]);
        let all = format!("{}{}", said.stdout, said.stderr);
        assert!(
            all.contains("`INVAR#1`") && all.contains("`INIT#1`"),
            "{all}"
        );
        assert!(all.contains("4 | INIT high"), "{all}");
        assert!(!all.contains("so far"), "{all}");
        assert!(!all.contains("TRANS"), "{all}");
    }
    // Later it is a transition that nothing allows.
    let late = CLASH.replace("INIT high", "").replace(
        "TRANS next(low) = low",
        "TRANS next(low) = low & (low -> high)",
    );
    let said = in_directory(&[("late.smv", &late)], &["check", "late.smv"]);
    let all = format!("{}{}", said.stdout, said.stderr);
    assert!(!all.contains("so far"), "{all}");
    assert!(all.contains("`TRANS#1"), "{all}");
}

/// `AG p` has cores where every execution counts; other formulas of branching time have none.
#[test]
fn cores_say_of_which_formulas_they_speak() {
    let model = CELLS.replace(
        "COMPUTE MIN",
        "CTLSPEC NAME low_first := AG (high.value -> TRUE | low.value)\nCOMPUTE MIN",
    );
    let said = in_directory(&[("cells.smv", &model)], &["core", "cells.smv"]).expect(0);
    assert!(
        said.stdout.contains("low_first\n  slice"),
        "{}",
        said.stdout
    );
    assert!(
        said.stderr.contains("there is no core of `again`"),
        "{}",
        said.stderr
    );
    let said = in_directory(&[("cells.smv", CELLS)], &["core", "cells.smv"]).expect(4);
    assert!(said.stdout.contains("cores need proofs"), "{}", said.stdout);
    assert!(
        !said.stdout.contains("no property is proved"),
        "{}",
        said.stdout
    );
}

#[test]
fn covered_states_are_told_in_the_values_of_the_model() {
    let model = "\
MODULE main
VAR mode : {idle, busy, done}; n : 0..5; ok : boolean;
ASSIGN
  init(mode) := idle; init(n) := 2; init(ok) := TRUE;
  next(mode) := case mode = idle : {idle, busy}; mode = busy & n = 4 : done; TRUE : mode; esac;
  next(n) := mode = busy & n < 5 ? n + 1 : n;
  next(ok) := TRUE;
SPEC AG (mode = done -> ok)
";
    let words = ["cover", "ok.smv", "--states", "ok"];
    let said = in_directory(&[("ok.smv", model)], &words).expect(0);
    let told = "covered: mode = done & n = 5 & ok";
    assert!(said.stdout.contains(told), "{}", said.stdout);
}

#[test]
fn a_definition_that_is_removed_is_shown_as_that() {
    let words = ["mutants", "cells.smv", "--format", "json"];
    let said = json(&in_directory(&[("cells.smv", CELLS)], &words).expect(0));
    let mutants = said["mutants"].as_array().expect("a list");
    let removed = |m: &&Value| m["id"].as_str().is_some_and(|id| id == "4:8:nondet");
    let removed = mutants.iter().find(removed).expect("it is offered");
    assert_eq!(removed["original"], "out := value & carry;");
    assert_eq!(removed["replacement"], "");
}

/// The program's JSON on a model, with this exit code.
fn checked(text: &str, more: &[&str], code: i32) -> Value {
    let words = [&["check", "m.smv", "--format", "json"], more].concat();
    json(&in_directory(&[("m.smv", text)], &words).expect(code))
}

fn has_checked(entry: &Value, who: &str) -> bool {
    let by = entry["checked"]["by"].as_str().unwrap_or_default();
    by.split(", ").any(|one| one.starts_with(who))
}

/// Why there are no executions does not matter: contradictory assumptions, executions that all end, or conditions of fairness that no execution
/// meets. The verdict is vacuous, and somebody has checked it.
#[test]
fn no_executions_are_a_verdict_that_is_checked() {
    let count = "MODULE main\nVAR n : 0..3;\n";
    let bodies = [
        "INIT n = 0\nINVAR n > 1\n",
        "INIT n = 0\nINIT n = 1\n",
        "INIT n = 0\nTRANS n < 3 & next(n) = n + 1\n",
        "ASSIGN init(n) := {0, 1}; next(n) := case n < 3 : n + 1; TRUE : 3; esac;\nFAIRNESS n = 1\nFAIRNESS n = 2\n",
        "ASSIGN init(n) := 0; next(n) := 0;\nFAIRNESS n = 1\n",
    ];
    for body in bodies {
        let said = checked(&format!("{count}{body}CTLSPEC AG n < 3\n"), &[], 1);
        let property = &said["properties"][0];
        assert_eq!(property["verdict"], "vacuous", "{body}: {property}");
        assert!(has_checked(property, "cadical"), "{body}: {property}");
    }
}

#[test]
fn a_formula_without_a_state_is_about_the_initial_states() {
    let said = checked(CELLS, &["--formula", "EX EX low.value & !low.value"], 1);
    assert_eq!(said["properties"].as_array().map(Vec::len), Some(1));
    assert_eq!(said["properties"][0]["verdict"], "violated");
    let said = checked(CELLS, &["--formula", "AG EF (low.value & high.value)"], 0);
    let property = &said["properties"][0];
    assert_eq!(property["verdict"], "proved", "{property}");
    assert!(has_checked(property, "cadical"), "{property}");
    // What the engines of invariants decide is replayed, though the model has no such property.
    let said = checked(CELLS, &["--formula", "AG !high.value"], 1);
    let property = &said["properties"][0];
    assert_eq!(property["trace"]["length"], 3, "{property}");
    assert!(has_checked(property, "interpreter"), "{property}");
}

#[test]
fn formulas_at_states_and_lengths_are_checked() {
    let state = ["--formula", "AX low.value", "--at", "low.value = FALSE"];
    let said = checked(CELLS, &state, 0);
    assert!(has_checked(&said["at"][0], "cadical"), "{said}");
    let at = ["--formula", "EX low.value", "--at", "low.value = TRUE"];
    let said = checked(CELLS, &at, 1);
    assert!(has_checked(&said["at"][0], "interpreter"), "{said}");
    let said = checked(CELLS, &[], 0);
    // Four states and three transitions, and the three states before the last one.
    for (at, steps) in [(0, 4), (1, 3)] {
        let length = &said["computed"][at];
        assert_eq!(length["span"]["line"], 8 + at, "{length}");
        assert_eq!(length["trace"]["length"], steps, "{length}");
        assert!(has_checked(length, "cadical"), "{length}");
        assert!(has_checked(length, "tree replayed"), "{length}");
    }
}

/// Where nothing but an unfair path is as long as one likes, no formula says so.
#[test]
fn lengths_that_no_formula_says_are_not_checked() {
    let model = "MODULE main\nVAR n : 0..2;\nASSIGN init(n) := 0; next(n) := {0, 1, 2};\n\
                 FAIRNESS n = 2\nCOMPUTE MAX [ n = 0, n = 2 ]\nCOMPUTE MAX [ n = 0, n = 1 ]\n\
                 COMPUTE MIN [ n = 0, n = 3 ]\n";
    let said = checked(model, &[], 0);
    let of = |at: usize| {
        (
            &said["computed"][at]["value"],
            &said["computed"][at]["checked"]["ok"],
        )
    };
    assert_eq!(
        of(0),
        (&Value::from("infinity"), &Value::from(false)),
        "{said}"
    );
    assert_eq!(
        of(1),
        (&Value::from("infinity"), &Value::from(true)),
        "{said}"
    );
    assert_eq!(
        of(2),
        (&Value::from("infinity"), &Value::from(true)),
        "{said}"
    );
    let said = in_directory(&[("m.smv", model)], &["check", "m.smv"]).expect(0);
    assert!(said.stdout.contains("not checked"), "{}", said.stdout);
}

/// `running` is about the transition that is taken, not about the state. Every process runs again and again, so each counts up; without the
/// fairness of one of them it need not.
#[test]
fn fairness_of_running_is_about_transitions() {
    let model = |fairness: &str| {
        format!(
            "MODULE counter(other)\nVAR n : 0..2;\nASSIGN init(n) := 0; next(n) := case n < 2 : n + 1; TRUE : 0; esac;\n\
             {fairness}MODULE main\nVAR a : process counter(b.n); b : process counter(a.n);\n\
             CTLSPEC AG AF a.n = 1\nCTLSPEC AG EF (a.n = 1 & b.n = 2)\nCTLSPEC EG b.n = 0\n"
        )
    };
    let verdicts = |fairness: &str| -> Vec<String> {
        let said = checked(&model(fairness), &[], 1);
        let properties = said["properties"].as_array().expect("properties").iter();
        properties
            .map(|p| p["verdict"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(
        verdicts("FAIRNESS running\n"),
        ["proved", "proved", "violated"]
    );
    assert_eq!(verdicts(""), ["violated", "proved", "proved"]);
}

#[test]
fn a_search_for_deadlocks_that_is_given_up_is_noted() {
    let words = ["check", "ends.smv", "--bdd-nodes", "12"];
    let said = in_directory(&[("ends.smv", ENDS)], &words).expect(3);
    assert!(said.stderr.contains("A0133"), "{}", said.stderr);
    assert!(said.stderr.contains("12 nodes"), "{}", said.stderr);
}
