//! Engines, solvers and stages that fail: the run ends with what the others decide, its evidence is checked, and the result lists the
//! failure.

#![cfg(unix)]

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{Run, assay, file, run, validate, yosys};
use serde_json::Value;

/// A circuit in which every engine on bits can decide the property.
const CIRCUIT: &str = "aag 6 1 2 0 3 1\n2\n4 10\n6 4\n12\n8 7 5\n10 8 2\n12 6 4\n";

/// A model of integers, so that every engine needs a solver process.
const COUNTER: &str = "node m(go: bool) returns (n: int; low, other: bool);\nlet\n  n = 0 -> if go and pre n < 5 then pre n + 1 else pre n;\n  \
     low = n <= 5;\n  other = n >= 0;\n  --%PROPERTY low;\n  --%PROPERTY other;\ntel;\n";

/// One with next to nothing to decide.
const SMALL: &str = "node s(i: int) returns (n: int; low: bool);\nlet\n  n = 0 -> pre n;\n  low = n <= 5;\n  --%PROPERTY low;\ntel;\n";

/// Hands on the first lines of what it reads, each at once.
const FEW_LINES: &str =
    "i=0; while [ $i -lt 20 ] && IFS= read -r line; do printf '%s\\n' \"$line\"; i=$((i+1)); done";

fn parts(document: &Value) -> Vec<&str> {
    let failures = document["failures"].as_array().expect("failures");
    failures.iter().filter_map(|f| f["part"].as_str()).collect()
}

fn failing(parts: &str, args: &[&str]) -> Run {
    let output = assay(args).env("ASSAY_FAIL", parts).output();
    Run::new(output.expect("the program starts"))
}

/// Nothing that looks like a crash was printed.
fn calm(run: &Run) {
    for word in ["thread '", "RUST_BACKTRACE", "stack backtrace"] {
        assert!(!run.stderr.contains(word), "{}", run.stderr);
    }
}

/// The solver at hand that speaks for this program; None where there is none.
fn solver(name: &str) -> Option<PathBuf> {
    let output = run(&["solvers", "--format", "json"]).expect(0).written();
    let all = output["solvers"].as_array().expect("solvers").clone();
    let found = all
        .iter()
        .find(|s| s["name"] == name && s["found"] == true)?;
    found["place"].as_str().map(PathBuf::from)
}

/// A run in which this program stands for Yices.
fn with_yices(program: &str, args: &[&str]) -> Run {
    let output = assay(args).env("ASSAY_YICES", program).output();
    Run::new(output.expect("the program starts"))
}

/// A script that is started in the place of a solver.
fn script(text: &str) -> (tempfile::TempDir, String) {
    use std::os::unix::fs::PermissionsExt;
    let (directory, path) = file("solver", format!("#!/bin/sh\n{text}\n").as_bytes());
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, permissions).expect("the script can be run");
    (directory, path)
}

#[test]
fn an_engine_that_panics_is_listed_and_the_others_decide() {
    let (_directory, path) = file("c.aag", CIRCUIT.as_bytes());
    for more in [&["--deterministic"][..], &["--jobs", "2"]] {
        let args = [&["check", &path, "--format", "json"], more].concat();
        let run = failing("bmc,k-induction", &args).expect(0);
        calm(&run);
        let document = run.json();
        validate(&document);
        assert_eq!(document["properties"][0]["verdict"], "proved");
        assert_eq!(document["properties"][0]["checked"]["ok"], true);
        // In a race others may be done before they had a turn.
        if more == ["--deterministic"] {
            assert_eq!(parts(&document), ["bmc", "k-induction"]);
        }
    }
    let text = failing("bmc", &["check", &path, "--deterministic"]).expect(0);
    calm(&text);
    let warning = "warning[A0101]: bmc failed";
    assert!(text.stdout.contains("bmc failed: panicked") && text.stderr.contains(warning));
}

#[test]
fn all_engines_failing_leaves_the_property_unknown() {
    let (_directory, path) = file("c.aag", CIRCUIT.as_bytes());
    let all = "bmc,k-induction,invariants,ic3,interpolation,bdd,spacer";
    let run = failing(all, &["check", &path, "--format", "json"]).expect(3);
    calm(&run);
    assert_eq!(run.json()["properties"][0]["verdict"], "unknown");
}

#[test]
fn cores_go_on_without_an_engine_that_panics() {
    let (_directory, path) = file("c.aag", CIRCUIT.as_bytes());
    let args = ["core", &path, "--deterministic", "--format", "json"];
    let run = failing("bmc,ic3", &args).expect(0);
    calm(&run);
    let document = run.json();
    validate(&document);
    assert!(parts(&document).contains(&"bmc"));
    let sound = common::run(&args).expect(0).json();
    assert_eq!(document["core"], sound["core"]);
    assert!(sound.get("failures").is_none());
}

/// The verdict of each mutant.
fn verdicts(document: &Value) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_str().expect("text").to_string();
    let mutants = document["mutants"].as_array().expect("mutants").iter();
    mutants
        .map(|m| (text(&m["id"]), text(&m["verdict"])))
        .collect()
}

#[test]
fn a_stage_of_coverage_that_panics_costs_at_most_undecided_mutants() {
    let (_directory, path) = file("m.lus", COUNTER.as_bytes());
    let (_other, circuit) = file("c.aag", CIRCUIT.as_bytes());
    for path in [&path, &circuit] {
        let sound = run(&["cover", path, "--format", "json"]);
        if sound.code == 2 {
            println!("skipped: there is no solver for integers here");
            continue;
        }
        let sound = verdicts(&sound.json());
        let parts = [
            "batch",
            "family",
            "replay",
            "branching",
            "counterexample",
            "induction",
            "prove",
            "explain",
        ];
        for part in parts {
            let run = failing(part, &["cover", path, "--format", "json"]);
            calm(&run);
            let document = run.json();
            let undecided = document["summary"]["unknown"].as_u64().expect("a number");
            assert_eq!(
                run.code,
                if undecided > 0 { 3 } else { 0 },
                "{part}: {}",
                run.stderr
            );
            for ((id, verdict), (_, sound)) in verdicts(&document).iter().zip(&sound) {
                let equivalent = verdict == "survived" && sound == "equivalent";
                let same = verdict == sound || verdict == "unknown" || equivalent;
                assert!(same, "{part}: {id} is {verdict} and not {sound}");
            }
        }
    }
    // In one of the models each of them has something to do.
    for (part, path) in [("batch", &path), ("family", &circuit), ("replay", &circuit)] {
        let document = failing(part, &["cover", path, "--format", "json"]);
        if document.code != 2 {
            assert!(parts(&document.json()).contains(&part), "{part}");
        }
    }
}

#[test]
fn mutants_that_nobody_could_decide_say_what_failed() {
    let (_directory, path) = file("m.lus", COUNTER.as_bytes());
    let run = failing("batch,prove,replay", &["cover", &path, "--format", "json"]);
    if run.code == 2 {
        println!("skipped: there is no solver for integers here");
        return;
    }
    let document = run.expect(3).json();
    let mutants = document["mutants"].as_array().expect("mutants");
    let mut unknown = mutants
        .iter()
        .filter(|m| m["verdict"] == "unknown")
        .peekable();
    assert!(unknown.peek().is_some());
    for mutant in unknown {
        let reason = mutant["reason"].as_str().expect("a reason");
        assert!(reason.contains("failed: panicked"), "{reason}");
    }
}

#[test]
fn a_solver_that_dies_or_answers_nonsense_is_listed_and_the_other_decides() {
    let (Some(yices), Some(_)) = (solver("yices-smt2"), solver("z3")) else {
        println!("skipped: both solvers are needed");
        return;
    };
    let (_directory, path) = file("m.lus", COUNTER.as_bytes());
    let yices = yices.display();
    let scripts = [
        // Dies in the middle: after it has answered a few questions.
        (
            "killed",
            format!("{FEW_LINES} | {yices} \"$@\"; kill -9 $$"),
        ),
        ("ends at once", "exit 1".to_string()),
        (
            "nonsense",
            "while read line; do echo banana; done".to_string(),
        ),
        (
            "broken answer",
            "while read line; do echo ')))((\"'; done".to_string(),
        ),
        (
            "an error",
            "while read line; do echo '(error \"no memory\")'; done".to_string(),
        ),
    ];
    for (what, text) in scripts {
        let (_script, program) = script(&text);
        let run = with_yices(
            &program,
            &["check", &path, "--deterministic", "--format", "json"],
        );
        calm(&run);
        let document = run.expect(0).json();
        validate(&document);
        assert!(parts(&document).contains(&"bmc"), "{what}");
        // Spacer works with z3 and proves what the others cannot.
        for property in document["properties"].as_array().expect("properties") {
            assert_eq!(property["verdict"], "proved", "{what}");
            assert_eq!(property["checked"]["ok"], true, "{what}");
        }
    }
    let (_script, program) = script("while read line; do echo banana; done");
    let (_other, small) = file("s.lus", SMALL.as_bytes());
    for command in ["core", "cover"] {
        let run = with_yices(&program, &[command, &small, "--format", "json"]);
        calm(&run);
        assert!([0, 3].contains(&run.code), "{command}: {}", run.stderr);
        let document = run.json();
        validate(&document);
        assert!(!parts(&document).is_empty(), "{command}");
    }
}

#[test]
fn a_checking_solver_that_answers_nonsense_accepts_nothing() {
    let (_directory, path) = file("m.lus", COUNTER.as_bytes());
    if solver("yices-smt2").is_none() {
        println!("skipped: yices is needed");
        return;
    }
    let (_script, program) = script("while read line; do echo banana; done");
    let mut check = assay(&[
        "check",
        &path,
        "--format",
        "json",
        "--engine",
        "k-induction",
    ]);
    let run = Run::new(check.env("ASSAY_Z3", &program).output().expect("it starts"));
    let document = run.expect(0).json();
    let by = document["properties"][0]["checked"]["by"].as_str();
    assert!(by.is_none_or(|by| !by.contains("z3")), "{by:?}");
}

#[test]
fn a_fifo_with_asynchronous_reset_is_covered_without_a_failure() {
    if !yosys() {
        println!("skipped: yosys is not installed");
        return;
    }
    // The reset is assumed at first, so that lemmas read an input.
    let text = "module queue(input clk, input rst_n, input put, input take, output [2:0] used);\n  reg [2:0] head, tail;\n  \
         assign used = head - tail;\n  wire full = used == 4;\n  wire none = used == 0;\n  \
         always @(posedge clk or negedge rst_n)\n    if (!rst_n) begin head <= 0; tail <= 0; end\n    else begin\n      \
         if (put && !full) head <= head + 1;\n      if (take && !none) tail <= tail + 1;\n    end\n\
         `ifdef FORMAL\n  reg started = 0;\n  always @(posedge clk) started <= 1;\n  always @(*) if (!started) assume (!rst_n);\n  \
         always @(posedge clk) if (rst_n) begin\n    bound: assert (used <= 4);\n    \
         apart: assert (!(full && none));\n    if (started && $past(rst_n) && $past(put && !full && !take)) up: assert (used == $past(used) + 3'd1);\n  \
         end\n`endif\nendmodule\n";
    let (_directory, path) = file("queue.sv", text.as_bytes());
    for command in ["core", "cover"] {
        for more in [&[][..], &["--deterministic"]] {
            let args = [&[command, &path, "--format", "json"], more].concat();
            let document = run(&args).expect(0).json();
            assert!(document.get("failures").is_none(), "{document}");
        }
    }
}

#[test]
fn the_program_says_so_where_a_script_cannot_be_started() {
    let (_directory, path) = file("m.lus", COUNTER.as_bytes());
    let mut check: Command = assay(&["check", &path, "--format", "json"]);
    for name in ["ASSAY_YICES", "ASSAY_Z3", "ASSAY_CVC5"] {
        check.env(name, "/no/such/solver");
    }
    let run = Run::new(check.output().expect("it starts"));
    calm(&run);
    assert!([2, 3].contains(&run.code), "{}", run.stderr);
}
