//! What users see of executions of C: readable runs, executions that no check notices, what assumptions hide, and code that no execution
//! runs.

mod common;

use common::{Run, run};
use serde_json::Value;

const WINDOW: [&str; 2] = [
    "crates/assay/tests/c/window_harness.c",
    "crates/assay/tests/c/window.c",
];
const WRONG: &str = "crates/assay/tests/c/wrong.c";

fn with<'a>(command: &'a str, more: &[&'a str]) -> Run {
    let words: Vec<&str> = [&[command][..], &WINDOW, more].concat();
    run(&words)
}

/// The lines of a run: line of the source, kind, and what happens.
fn lines(run: &Value) -> Vec<(u64, String, String)> {
    let of = |line: &Value| {
        let text = |field: &str| line[field].as_str().unwrap_or_default().to_string();
        let at = line["span"]["line"].as_u64().unwrap_or(0);
        (at, text("kind"), text("text"))
    };
    run["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(of)
        .collect()
}

#[test]
fn a_counterexample_is_told_line_by_line() {
    let json = run(&["check", WRONG, "--format", "json"]).expect(1).json();
    let properties = json["properties"].as_array().expect("properties");
    let violated = properties.iter().find(|p| p["verdict"] == "violated");
    let told = lines(&violated.expect("one is violated")["trace"]["run"]);
    let expected = [
        (10, "input", "nondet_int() -> 1; at = 1"),
        (11, "branch", "at == 1 is true"),
        (12, "call", "half(4)"),
        (5, "return", "returns 2"),
        (12, "assign", "a[1] = 7"),
        (
            13,
            "failure",
            "fails (assertion): the second is 4, where a[1] = 7",
        ),
    ];
    let expected: Vec<(u64, String, String)> = expected
        .iter()
        .map(|(at, kind, text)| (*at, kind.to_string(), text.to_string()))
        .collect();
    assert!(told.ends_with(&expected), "{told:#?}");
    let text = run(&["check", WRONG]).expect(1).stdout;
    assert!(text.contains("wrong.c:12"), "{text}");
    assert!(text.contains("a[at] = half(a[at]) + 5;"), "{text}");
    assert!(text.contains("where a[1] = 7"), "{text}");
}

#[test]
fn assertions_that_no_execution_reaches_are_named_with_what_keeps_it_away() {
    let found = run(&["check", "crates/assay/tests/c/never.c"]).expect(0);
    let warning = &found.stderr[found.stderr.find("A0125").expect("a warning")..];
    assert!(warning.contains("main.assertion.2"), "{warning}");
    // The first two assumptions keep nothing away: the third contradicts the branch that it stands in.
    assert!(
        warning.contains("this assumption excludes every execution"),
        "{warning}"
    );
    assert!(
        warning.contains("11 |     __CPROVER_assume(a > 12);"),
        "{warning}"
    );
    assert!(!warning.contains("main.assertion.1"), "{warning}");
    assert!(
        found.stdout.contains("no execution comes to it"),
        "{}",
        found.stdout
    );
}

#[test]
fn assumptions_that_contradict_each_other_are_vacuous() {
    let file = "crates/assay/tests/c/contradiction.c";
    let json = run(&["check", file, "--format", "json"]).expect(1).json();
    let all = json["properties"].as_array().expect("properties");
    let assertion = all.iter().find(|p| p["name"] == "main.assertion.1");
    let assertion = assertion.expect("the assertion");
    assert_eq!(assertion["verdict"], "vacuous");
    assert_eq!(assertion["checked"]["ok"], true);
    run(&["check", file, "--allow-vacuous"]).expect(0);
    let cover = run(&["cover", file]).expect(4);
    assert!(
        cover.stderr.contains("the assumptions leave no execution"),
        "{}",
        cover.stderr
    );
}

#[test]
fn an_assumption_behind_the_code_under_test_is_named_with_what_it_excludes() {
    let found = with("check", &[]).expect(0);
    let warnings: Vec<&str> = found.stderr.split("A0126").skip(1).collect();
    assert_eq!(warnings.len(), 2, "{}", found.stderr);
    assert!(
        warnings[0].contains("window_harness.c:16"),
        "{}",
        warnings[0]
    );
    assert!(
        warnings[1].contains("window_harness.c:17"),
        "{}",
        warnings[1]
    );
    assert!(warnings[1].contains("best = 1"), "{}", warnings[1]);
}

/// The mutant on this line with this replacement.
fn mutant(line: u64, replacement: &str) -> String {
    let json = with("mutants", &["--mutators", "all", "--format", "json"])
        .expect(0)
        .json();
    let all = json["mutants"].as_array().expect("mutants");
    let found = all
        .iter()
        .find(|m| m["line"] == line && m["replacement"] == replacement);
    let found = found.unwrap_or_else(|| panic!("{line} {replacement}: {all:#?}"));
    found["id"].as_str().expect("an id").to_string()
}

#[test]
fn code_that_no_execution_runs_is_told_from_code_that_nobody_looks_at() {
    let unreached = mutant(13, "*");
    let json = with("explain", &[&unreached, "--format", "json"])
        .expect(0)
        .json();
    assert_eq!(json["mutants"][0]["verdict"], "survived");
    assert_eq!(json["mutants"][0]["tags"][0], "unreached");
    let passing = &json["mutants"][0]["passing"];
    assert_eq!(passing["verdict"], "none");
    assert_eq!(passing["checked"]["ok"], true);
    let unasserted = mutant(8, "0");
    let json = with("explain", &[&unasserted, "--format", "json"]).json();
    assert_ne!(json["mutants"][0]["tags"][0], "unreached");
}

/// A label decides where a `switch` goes on, also where what it labels is not run.
#[test]
fn a_case_label_is_reached_with_its_switch() {
    let file = "crates/assay/tests/c/chooser.c";
    let words = ["cover", file, "--mutators", "all", "--format", "json"];
    let json = run(&words).json();
    let all = json["mutants"].as_array().expect("mutants");
    let survivors = all.iter().filter(|m| m["verdict"] == "survived");
    let tags: Vec<(u64, &Value)> = survivors
        .map(|m| (m["line"].as_u64().expect("a line"), &m["tags"][0]))
        .collect();
    assert!(tags.iter().any(|(line, _)| *line == 10), "{tags:?}");
    assert!(tags.iter().any(|(line, _)| *line == 11), "{tags:?}");
    for (line, tag) in tags {
        match line {
            10 => assert_eq!(tag, "unasserted"),
            11 => assert_eq!(tag, "unreached"),
            _ => {}
        }
    }
}

#[test]
fn a_passing_execution_runs_the_change_and_meets_conditions_of_the_user() {
    let id = mutant(9, ">=");
    let asked = |more: &[&str]| {
        let words = [&[id.as_str(), "--passing", "--format", "json"][..], more].concat();
        with("explain", &words).expect(0).json()["mutants"][0]["passing"].clone()
    };
    let free = asked(&[]);
    assert_eq!(free["verdict"], "found", "{free:#}");
    assert_eq!(free["checked"]["ok"], true, "{free:#}");
    assert_eq!(free["branches"]["greatest"], true, "{free:#}");
    let longer = asked(&["--require", "best == 3", "--require", "row[0] == 7"]);
    assert_eq!(longer["verdict"], "found", "{longer:#}");
    let told = lines(&longer["run"]);
    assert!(
        told.iter().any(|(_, _, text)| text.contains("row[0] = 7")),
        "{told:#?}"
    );
    let last = told.last().expect("a line");
    assert_eq!(last.1, "end", "{told:#?}");
    // The harness looks at no execution with a result of 1.
    let hole = asked(&["--require", "length > 0", "--require", "best == 1"]);
    assert_eq!(hole["verdict"], "none", "{hole:#}");
    assert_eq!(hole["met"], 1);
    assert_eq!(hole["checked"]["ok"], true, "{hole:#}");
}

#[test]
fn conditions_that_cannot_be_asked_for_are_refused_with_a_hint() {
    let id = mutant(9, ">=");
    for (condition, why) in [
        ("best = 1", "`=` would change the program"),
        ("nondet_int() == 1", "it calls `nondet_int`"),
        ("worst == 1", "worst"),
        ("best ==", "expected"),
        ("best; best", "`;` would change the program"),
    ] {
        let refused = with("explain", &[&id, "--require", condition]).expect(2);
        assert!(refused.stderr.contains("C0330"), "{}", refused.stderr);
        assert!(
            refused.stderr.contains(why),
            "{condition}: {}",
            refused.stderr
        );
    }
    let lustre = [
        "explain",
        "book/models/locker.lus",
        "7:15:l2le",
        "--passing",
    ];
    let refused = run(&lustre).expect(2);
    assert!(refused.stderr.contains("A0123"), "{}", refused.stderr);
}
