//! Nothing stands on an engine's word: who checks what, and that another solver does than the one that proved it.

mod common;

use common::{Run, assay, file, run, validate};
use serde_json::Value;

/// One property holds, the other fails at once; `z` is needed for neither.
const TWO: &str = "node m(x: bool) returns (y, z, p, q: bool);
let
  y = false -> pre y or x;
  z = x and y;
  p = true -> (pre y => y);
  q = y or not x;
  --%PROPERTY p;
  --%PROPERTY q;
tel;
";

const HOLDS: &str = "node m(x: bool) returns (y, z, p: bool);
let
  y = false -> pre y or x;
  z = x and y;
  p = true -> (pre y => y);
  --%PROPERTY p;
tel;
";

/// A product of variables is not for Yices: z3 proves it.
const SQUARES: &str = "node m(x: int) returns (s: int; p: bool);
let
  s = (0 -> pre s) + x * x;
  p = s >= 0;
  --%PROPERTY p;
tel;
";

const SUMS: &str = "node m(up: bool) returns (n: int; p: bool);
let
  n = 0 -> if up then pre n + 2 else pre n;
  p = n >= 0;
  --%PROPERTY p;
tel;
";

/// The same with these solvers not there.
fn without(solvers: &[&str], args: &[&str]) -> Run {
    let mut command = assay(args);
    for solver in solvers {
        command.env(solver, "");
    }
    Run::new(command.output().expect("the program starts"))
}

/// Who checked each property of the original and each survivor that has a certificate.
fn checkers(document: &Value) -> Vec<String> {
    let baseline = document["baseline"].as_array().expect("a list").iter();
    let mutants = document["mutants"].as_array().expect("a list").iter();
    let proved = mutants.filter(|m| m["verdict"] == "survived");
    let checked: Vec<&Value> = baseline.chain(proved).map(|x| &x["checked"]).collect();
    assert!(checked.len() > 1, "{document}");
    let by = checked.into_iter().map(|checked| {
        assert_eq!(checked["ok"], true, "{checked}");
        checked["by"].as_str().expect("a text").to_string()
    });
    by.collect()
}

#[test]
fn the_original_is_checked_and_names_its_evidence() {
    let (_dir, path) = file("two.lus", TWO.as_bytes());
    let document = run(&["cover", &path, "--format", "json"]).expect(1).json();
    validate(&document);
    let [p, q] = &document["baseline"].as_array().expect("a list")[..] else {
        panic!("two properties: {document}");
    };
    assert_eq!(p["checked"]["ok"], true, "{p}");
    let certificates = document["certificates"].as_array().expect("a list");
    assert!(
        certificates.iter().any(|c| c["id"] == p["certificate"]),
        "{p}"
    );
    assert_eq!(q["verdict"], "violated");
    assert_eq!(q["checked"]["by"], "trace replayed", "{q}");
    let args = ["cover", &path, "--format", "json", "--no-certify"];
    let document = run(&args).expect(1).json();
    let [p, q] = &document["baseline"].as_array().expect("a list")[..] else {
        panic!("two properties: {document}");
    };
    assert_eq!(p["checked"]["ok"], false, "{p}");
    assert_eq!(q["checked"]["ok"], true, "{q}");
}

#[test]
fn the_cores_of_cover_are_confirmed() {
    let (_dir, path) = file("holds.lus", HOLDS.as_bytes());
    let args = ["cover", &path, "--format", "json"];
    let document = run(&args).expect(0).json();
    validate(&document);
    assert_eq!(document["core"]["checked"]["ok"], true, "{document}");
    let document = run(&[&args[..], &["--no-certify"]].concat())
        .expect(0)
        .json();
    assert_eq!(document["core"]["checked"]["ok"], false, "{document}");
}

#[test]
fn what_z3_proved_and_z3_checked_is_marked() {
    let (_dir, path) = file("squares.lus", SQUARES.as_bytes());
    // Yices is there, and can neither prove nor check it.
    let args = ["cover", &path, "--format", "json", "--no-explain"];
    let document = without(&["ASSAY_CVC5"], &args).json();
    let by = checkers(&document);
    assert!(by[0].contains("z3 (same-solver"), "{by:?}");
    // Mutants that are finite without the product are for CaDiCaL.
    let marked = |by: &String| by.contains("same-solver") || !by.contains("z3");
    assert!(by.iter().all(marked), "{by:?}");
    let document = without(&["ASSAY_CVC5"], &["check", &path, "--format", "json"]).json();
    let by = &document["properties"][0]["checked"]["by"];
    assert!(by.as_str().expect("a text").contains("same-solver"), "{by}");
}

#[test]
fn what_yices_proved_z3_checks() {
    let (_dir, path) = file("sums.lus", SUMS.as_bytes());
    let args = [
        "cover",
        &path,
        "--format",
        "json",
        "--engine",
        "k-induction",
    ];
    let document = without(&["ASSAY_CVC5"], &args).json();
    let by = checkers(&document);
    assert_eq!(by[0], "z3");
    assert!(!by.iter().any(|by| by.contains("same-solver")), "{by:?}");
}

#[test]
fn what_spacer_proved_z3_does_not_check() {
    let (_dir, path) = file("sums.lus", SUMS.as_bytes());
    let args = ["cover", &path, "--format", "json", "--engine", "spacer"];
    let document = without(&["ASSAY_CVC5"], &args).json();
    assert_eq!(document["baseline"][0]["checked"]["by"], "yices-smt2");
    let args = ["check", &path, "--format", "json", "--engine", "spacer"];
    let document = without(&["ASSAY_CVC5"], &args).json();
    assert_eq!(document["properties"][0]["checked"]["by"], "yices-smt2");
}

#[test]
fn who_proved_it_is_remembered_between_runs() {
    let (dir, path) = file("sums.lus", SUMS.as_bytes());
    let store = dir.path().join("store");
    let store = store.to_str().expect("UTF-8");
    let args = [
        "cover", &path, "--format", "json", "--engine", "spacer", "--store", store,
    ];
    let checked_by = |document: &Value| document["baseline"][0]["checked"]["by"].clone();
    let first = without(&["ASSAY_CVC5"], &args).json();
    assert_eq!(checked_by(&first), "yices-smt2");
    let second = without(&["ASSAY_CVC5"], &args).json();
    assert_eq!(checked_by(&second), "yices-smt2");
    // Only the solver that proved it is left.
    let third = without(&["ASSAY_CVC5", "ASSAY_YICES"], &args).json();
    let by = checked_by(&third);
    assert!(by.as_str().expect("a text").contains("same-solver"), "{by}");
}
