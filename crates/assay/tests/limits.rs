//! What a run says when it ends before everything is decided.

mod common;

use common::{file, run, validate};

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

/// Whether a number ever comes back to itself is for others to find out.
const HARD: &str = "node m(start: int) returns (x, first: int; hard: bool);
let
  assert start > 4;
  first = start -> pre first;
  x = start -> if pre x mod 2 = 0 then pre x div 2 else 3 * pre x + 1;
  hard = true -> x <> first;
  --%PROPERTY hard;
tel;
";

/// Programs that read JSON get a document in which nothing is decided; the text is the message alone.
#[test]
fn an_undecided_proof_of_the_original_leaves_a_result_in_which_every_mutant_is_undecided() {
    let (directory, counter) = file("counter.lus", COUNTER.as_bytes());
    let (_other, hard) = file("hard.lus", HARD.as_bytes());
    let page = directory.path().join("page.html");
    let report = format!("html={}", page.display());
    let limits: [(&str, &[&str]); 4] = [
        (&counter, &["--engine", "bmc", "--max-k", "3"]),
        (&counter, &["--engine", "bmc", "--max-k", "3", "--core"]),
        (&hard, &["--timeout", "0.2"]),
        (&hard, &["--timeout", "0.001", "--min-score", "50"]),
    ];
    for (path, more) in limits {
        let text = run(&[&["cover", path, "--no-store"], more].concat()).expect(3);
        assert_eq!(text.stdout, "", "{more:?}");
        let args = ["cover", path, "--no-store", "--format", "json"];
        let ended = run(&[&args[..], &["--report", &report], more].concat()).expect(3);
        assert!(ended.stderr.contains("nothing to measure"), "{more:?}");
        let document = ended.written();
        validate(&document);
        assert_eq!(document["complete"], false, "{more:?}");
        let cut = document["cut"].as_str().expect("a reason");
        assert!(cut.contains("no property is proved on the original ("));
        assert_eq!(document["baseline"][0]["verdict"], "unknown", "{more:?}");
        assert!(document["baseline"][0]["reason"].is_string(), "{more:?}");
        let mutants = document["mutants"].as_array().expect("mutants");
        assert!(!mutants.is_empty(), "{more:?}");
        for mutant in mutants {
            assert_eq!(mutant["verdict"], "unknown", "{mutant}");
            assert_eq!(mutant["reason"], cut, "{mutant}");
        }
        assert_eq!(document["summary"]["unknown"], mutants.len());
        if more.contains(&"--min-score") {
            assert_eq!(document["gates"][0]["open"], true, "{}", document["gates"]);
        }
        assert!(page.is_file(), "{more:?}");
        std::fs::remove_file(&page).expect("it is ours");
    }
}

#[test]
fn cores_of_an_undecided_proof_are_exit_code_3() {
    let (_directory, path) = file("counter.lus", COUNTER.as_bytes());
    run(&["core", &path, "--engine", "bmc", "--max-k", "3"]).expect(3);
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
