//! Specifications on the command line: verdicts with their scope, counterexamples in the words of the specification, and what is refused.

use std::path::PathBuf;
use std::process::{Command, Output};

fn spec(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/sum")
        .join(name)
}

fn assay(words: &[&str], file: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    let (first, rest) = words.split_first().unwrap();
    command
        .arg(first)
        .arg(spec(file))
        .args(rest)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The verdict of a property in the JSON result.
fn verdicts(words: &[&str], file: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = words.iter().copied().chain(["--format", "json"]).collect();
    let output = assay(&words, file);
    let json: serde_json::Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let properties = json["properties"].as_array().unwrap().iter();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    properties
        .map(|p| (text(&p["name"]), text(&p["verdict"])))
        .collect()
}

fn expect(words: &[&str], file: &str, expected: &[(&str, &str)]) {
    let found = verdicts(words, file);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn operations_keep_the_invariant_or_do_not() {
    expect(
        &["check"],
        "library.sum",
        &[
            ("INIT", "proved"),
            ("SSI_INIT", "proved"),
            ("SSI_Add", "violated"),
            ("SSI_Lend", "proved"),
            ("SSI_Borrowers", "proved"),
            ("LOANS.1", "proved"),
            ("LOANS.2", "violated"),
            // A book that is lent can be added again.
            ("SSI(reachable)", "violated"),
        ],
    );
}

#[test]
fn a_counterexample_is_told_in_the_words_of_the_specification() {
    let output = assay(&["check", "--property", "SSI_Add"], "library.sum");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    for line in [
        "loan = {(BOOK",
        "Add{BOOK",
        "shelf' = {",
        "false: forall b : shelf @ b",
        "interpreter",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn every_verdict_names_the_scope_and_no_more_of_it_than_matters() {
    let text = stdout(&assay(&["check", "--property", "SSI_Lend"], "library.sum"));
    assert!(
        text.contains("proved within scope BOOK 2, PERSON 2  SSI_Lend"),
        "{text}"
    );
    let text = stdout(&assay(
        &["check", "--property", "SSI_Lend", "--scope", "BOOK=3"],
        "library.sum",
    ));
    assert!(
        text.contains("proved within scope BOOK 3, PERSON 2  SSI_Lend"),
        "{text}"
    );
    let text = stdout(&assay(
        &["check", "--property", "SSI_down", "--ints", "-1..9"],
        "counter.sum",
    ));
    assert!(
        text.contains("proved within scope ints -1..9  SSI_down"),
        "{text}"
    );
}

/// With integers up to 3 the state after `up` in 3 lies outside of the scope; it violates the invariant all the same, while no
/// execution goes there.
#[test]
fn a_state_outside_of_the_scope_exists_and_is_not_visited() {
    let expected = [
        ("INIT", "proved"),
        ("SSI_INIT", "proved"),
        ("SSI_up", "violated"),
        ("SSI_down", "proved"),
        ("SSI(reachable)", "proved"),
    ];
    expect(&["check", "--ints", "-3..3"], "counter.sum", &expected);
    let mut wider = expected;
    wider[4].1 = "violated";
    expect(&["check", "--ints", "-3..4"], "counter.sum", &wider);
}

#[test]
fn a_random_run_is_told_as_operations() {
    let output = assay(
        &["simulate", "--random", "--steps", "3", "--seed", "1"],
        "counter.sum",
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(
        text.contains("n = 0") && text.contains("op up") && text.contains("n' = 1"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_with_a_scope_is_said() {
    let refused = |words: &[&str], file: &str, expected: &[&str]| {
        let output = assay(words, file);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let text = stderr(&output);
        assert!(expected.iter().all(|part| text.contains(part)), "{text}");
    };
    refused(
        &["check", "--scope", "BOK=2"],
        "library.sum",
        &["Z0402", "there is no given set `BOK`", "there is a `BOOK`"],
    );
    refused(
        &["check", "--const", "size=2"],
        "library.sum",
        &["Z0402", "there is no constant `size`"],
    );
    refused(
        &["check", "--ints", "3..1"],
        "counter.sum",
        &["`3..1` has no integer in it"],
    );
    refused(
        &["check", "--scope", "BOOK=300000"],
        "library.sum",
        &["Z0412", "too large", "600000"],
    );
    refused(&["cover"], "library.sum", &["Z0413", "not supported yet"]);
}
