//! What a run says when it ends before everything is decided.

mod common;

use common::{file, run};

/// A counter that stays below ten; k-induction proves it, BMC alone never does.
const COUNTER: &str = "node main(tick: bool) returns (n: int);
var ok: bool;
let
  n = 0 -> if tick and pre n < 9 then pre n + 1 else pre n;
  ok = n <= 9;
  --%PROPERTY ok;
  --%MAIN;
tel
";

#[test]
fn an_undecided_proof_of_the_original_is_exit_code_3() {
    let (_directory, path) = file("counter.lus", COUNTER.as_bytes());
    let ended = run(&["cover", &path, "--engine", "bmc", "--max-k", "3"]).expect(3);
    let said = &ended.stderr;
    assert!(
        said.contains("no property is proved on the original"),
        "{said}"
    );
}

#[test]
fn a_sample_that_takes_every_mutant_claims_no_confidence_interval() {
    let (_directory, path) = file("counter.lus", COUNTER.as_bytes());
    let args = ["cover", &path, "--format", "json", "--sample"];
    let all = run(&[&args[..], &["2000"]].concat()).json();
    assert!(all.get("sample").is_none(), "{}", all["sample"]);
    let some = run(&[&args[..], &["3"]].concat()).json();
    assert_eq!(some["sample"]["size"], 3);
    assert!(some["sample"]["of"].as_u64() > Some(3));
}

/// A counter that stops at a bound, which some mutants pass by one: after a hundred thousand steps, where no search and no random execution
/// comes to, and no proof succeeds because there is none.
const DEEP: &str = "node main(tick: bool) returns (n: int);
var ok: bool;
let
  n = 0 -> if tick and pre n < 100000 then pre n + 1 else pre n;
  ok = n <= 100000 and n >= 0;
  --%PROPERTY ok;
  --%MAIN;
tel
";

/// `cover` of the deep counter, with little effort.
fn deep(path: &str, more: &[&str]) -> common::Run {
    let args = [
        "cover",
        path,
        "--format",
        "json",
        "--no-store",
        "--no-explain",
        "--effort",
        "0.05",
    ];
    run(&[&args[..], more].concat())
}

fn range(document: &serde_json::Value) -> [f64; 2] {
    let range = &document["summary"]["score_range"];
    [0, 1].map(|end| range[end].as_f64().expect("a score"))
}

#[test]
fn results_with_undecided_mutants_are_incomplete_and_say_what_raises_the_effort() {
    let (_directory, path) = file("deep.lus", DEEP.as_bytes());
    let document = deep(&path, &[]).expect(3).json();
    assert!(document["summary"]["unknown"].as_u64() > Some(0));
    assert_eq!(document["complete"], false);
    let why = document["cut"].as_str().expect("a reason");
    assert!(why.contains("--effort"), "{why}");
    assert_eq!(document["options"]["effort"], 0.05);
    deep(&path, &["--effort", "0"]).expect(2);
}

#[test]
fn results_without_undecided_mutants_are_complete() {
    let (_directory, path) = file("counter.lus", COUNTER.as_bytes());
    let args = ["cover", &path, "--format", "json", "--no-explain"];
    let whole = run(&args).expect(0).json();
    assert_eq!(whole["summary"]["unknown"], 0);
    assert_eq!(whole["complete"], true);
    assert_eq!(whole["options"]["effort"], 1.0);
}

#[test]
fn a_gate_is_open_where_undecided_mutants_may_change_its_outcome() {
    let (_directory, path) = file("deep.lus", DEEP.as_bytes());
    let gate = |wanted: f64, code: i32| {
        let wanted = format!("{wanted}");
        let document = deep(&path, &["--min-score", &wanted]).expect(code).json();
        assert_eq!(document["complete"], false);
        let [lower, upper] = range(&document);
        assert!(lower < upper, "something is undecided");
        (document["gates"][0].clone(), lower, upper)
    };
    // Reached whatever the undecided ones come to.
    let (passed, lower, upper) = gate(1.0, 0);
    assert_eq!(passed["passed"], true, "{passed}");
    assert_eq!(passed["settled"], true, "{passed}");
    let middle = ((lower + upper) / 2.0).floor();
    let (open, lower, upper) = gate(middle, 3);
    assert!(lower < middle && middle < upper);
    assert_eq!(open["passed"], false, "{open}");
    assert_eq!(open["open"], true, "{open}");
    // Out of reach even if all of them are killed.
    assert!(upper < 100.0, "something survives");
    let (failed, ..) = gate(100.0, 1);
    assert_eq!(failed["passed"], false, "{failed}");
    assert_eq!(failed["settled"], true, "{failed}");
}
