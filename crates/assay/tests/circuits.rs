//! Circuits in AIGER from the command line: evidence for other tools, limits, and flags that are about circuits only.

mod common;

use common::{file, run};

/// The input comes out of the second latch two steps later.
const SHIFT: &str = "aag 3 1 2 0 0 1\n2\n4 2\n6 4\n6\n";
/// The latch keeps its 0.
const STILL: &str = "aag 1 0 1 0 0 1\n2 2\n2\n";

#[test]
fn a_counterexample_is_written_as_a_witness() {
    let (directory, model) = file("shift.aag", SHIFT.as_bytes());
    let out = directory.path().join("evidence");
    let ran = run(&["check", &model, "--witness", &out.display().to_string()]).expect(1);
    assert!(ran.stdout.contains("violated"), "{}", ran.stdout);
    let witness = std::fs::read_to_string(out.join("b0.wit")).expect("a witness");
    // The property, the latches at the start, and three inputs of which the first is 1.
    let lines: Vec<&str> = witness.lines().collect();
    assert_eq!(lines[..4], ["1", "b0", "00", "1"]);
    assert_eq!((lines.len(), lines[6]), (7, "."));
}

#[test]
fn a_proof_is_written_as_a_circuit() {
    let (directory, model) = file("still.aag", STILL.as_bytes());
    let out = directory.path().join("evidence");
    run(&["check", &model, "--witness", &out.display().to_string()]).expect(0);
    let circuit = out.join("b0.aag");
    // It is a circuit that proves its own property.
    let again = run(&["check", &circuit.display().to_string()]).expect(0);
    assert!(again.stdout.contains("proved"), "{}", again.stdout);
}

/// Two latches start at 0 and take turns once one of them is 1; then the input may set both, which is bad.
const CAROUSEL: &str = "aag 6 1 2 0 3 1\n2\n4 13\n6 4\n10\n8 4 2\n10 4 6\n12 7 9\n";

#[test]
fn a_proof_on_simple_paths_says_so() {
    let (directory, model) = file("carousel.aag", CAROUSEL.as_bytes());
    let alone = ["check", &model, "--engine", "k-induction", "--max-k", "20"];
    let ran = run(&alone).expect(3);
    assert!(ran.stdout.contains("unknown"), "{}", ran.stdout);

    let out = directory.path().join("evidence").display().to_string();
    let simple = [&alone[..], &["--simple-path", "--witness", &out]].concat();
    let ran = run(&simple).expect(0);
    assert!(ran.stdout.contains("k = 3, simple path"), "{}", ran.stdout);
    assert!(ran.stderr.contains("A0113"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--simple-path"), "{}", ran.stderr);

    let json = [&simple[..], &["--format", "json"]].concat();
    let document = run(&json).expect(0).json();
    assert_eq!(document["certificates"][0]["simple_path"], true);
    assert_eq!(document["properties"][0]["checked"]["ok"], true);
}

#[test]
fn a_proof_over_several_steps_is_written_as_a_circuit() {
    // A 0 comes through three latches.
    let text = "aag 3 0 3 0 0 1\n2 0\n4 2\n6 4\n6\n";
    let (directory, model) = file("late.aag", text.as_bytes());
    let out = directory.path().join("evidence").display().to_string();
    let ran = run(&[
        "check",
        &model,
        "--engine",
        "k-induction",
        "--witness",
        &out,
    ])
    .expect(0);
    assert!(ran.stdout.contains("k = 3"), "{}", ran.stdout);
    let circuit = directory.path().join("evidence/b0.aag");
    let circuit = circuit.display().to_string();
    let again = run(&["check", &circuit, "--engine", "k-induction"]).expect(0);
    assert!(again.stdout.contains("k = 1"), "{}", again.stdout);
}

#[test]
fn a_model_without_a_format_for_evidence_says_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = directory.path().display().to_string();
    let ran = run(&["check", "examples/crossing.lus", "--witness", &out]).expect(0);
    assert!(ran.stderr.contains("A0113"), "{}", ran.stderr);
}

#[test]
fn a_run_ends_when_it_has_cost_enough() {
    let (_directory, model) = file("still.aag", STILL.as_bytes());
    let words = ["cover", &model, "--budget-ratio", "0", "--format", "json"];
    // It ended as it was asked to.
    let document = run(&words).expect(0).json();
    assert_eq!(document["complete"], false);
    assert_eq!(document["cut"], "0 times the time of the proof is spent");
    assert_eq!(document["summary"]["unknown"], 3);
    let whole = run(&["cover", &model, "--budget-ratio", "1e9", "--format", "json"]).expect(0);
    let document = whole.json();
    assert_eq!(document["complete"], true);
    // Free or stuck at 1 it reaches the bad state; stuck at 0 it is what it was.
    assert_eq!(document["summary"]["killed"], 2);
}

#[test]
fn flags_about_another_language_are_refused() {
    let (_directory, circuit) = file("still.aag", STILL.as_bytes());
    for words in [
        ["cover", "examples/crossing.lus", "--nodes", "gates"],
        ["cover", "examples/crossing.lus", "--reset", "rst=0:1"],
        ["cover", &circuit, "--clock", "clk"],
        ["check", &circuit, "--dialect", "jkind"],
    ] {
        let ran = run(&words).expect(2);
        assert!(ran.stderr.contains("A0014"), "{}", ran.stderr);
    }
    // The part of every language has one option, by the names that each is used to.
    for words in [
        ["cover", "examples/crossing.lus", "--top", "m"],
        ["cover", &circuit, "--module", "m"],
    ] {
        let ran = run(&words).expect(2);
        assert!(ran.stderr.contains("A0002"), "{}", ran.stderr);
    }
}

#[test]
fn an_unknown_language_is_an_error_that_lists_those_there_are() {
    let (_directory, model) = file(
        "model.txt",
        b"node main() returns (x: bool); let x = true; tel;",
    );
    let ran = run(&["check", &model]).expect(2);
    assert!(ran.stderr.contains("error[A0024]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("lustre (.lus)"), "{}", ran.stderr);
    // There is nothing to prove in it, but it is read.
    run(&["check", &model, "--language", "lustre"]).expect(4);
    let ran = run(&["check", &model, "--language", "esterel"]).expect(2);
    assert!(
        ran.stderr.contains("possible values: lustre, aiger"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_broken_circuit_is_told_by_its_place() {
    let (_directory, model) = file("cut.aag", b"aag 3 1 2 0 0 1\n2\n4 2\n");
    let ran = run(&["check", &model]).expect(2);
    assert!(ran.stderr.contains("error[N00"), "{}", ran.stderr);
    assert!(ran.stderr.contains("cut.aag:"), "{}", ran.stderr);
}

/// Certifaiger refuses a witness circuit whose inputs and latches are not numbered without gaps before all gates, as those
/// of this model are not. The symbols say which literals of the model they are.
#[test]
fn witness_circuits_are_numbered_as_certifaiger_wants_them() {
    let model = b"aag 3 1 1 0 1 1\n2\n6 4\n6\n4 2 6\n";
    let (folder, path) = common::file("held.aag", model);
    let witnesses = folder.path().join("witnesses");
    let place = witnesses.to_str().expect("a name");
    run(&["check", &path, "--witness", place]).expect(0);
    let text = std::fs::read_to_string(witnesses.join("b0.aag")).expect("a witness circuit");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("aag 3 1 1 0 "), "{text}");
    assert_eq!(lines[1], "2", "{text}");
    assert!(lines[2].starts_with("4 "), "{text}");
    assert!(
        lines.contains(&"i0 = 2") && lines.contains(&"l0 = 6"),
        "{text}"
    );
}
