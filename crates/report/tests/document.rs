//! The cover document: what is read is what was written, and what is none is refused with a reason.

mod common;

use assay_report::Document;
use assay_report::document::{ReadError, Verdict};
use serde_json::{Value, json};

fn as_json() -> Value {
    serde_json::from_str(common::HEATER).expect("the fixture is JSON")
}

#[test]
fn what_was_written_is_read_back() {
    let document = common::heater();
    let again = Document::read(&document.to_json()).expect("it reads its own writing");
    assert!(again == document);
    let written: Value = serde_json::from_str(&document.to_json()).expect("JSON");
    assert!(written == as_json(), "nothing of the fixture is lost");
}

/// A person can read it, and each value of each step does not take a line.
#[test]
fn it_is_indented_where_people_look() {
    let text = common::heater().to_json();
    let after = text.split("\"mutants\": [").nth(1).expect("it has mutants");
    let first: Vec<&str> = after.lines().take(40).collect();
    insta::assert_snapshot!(first.join("\n"));
}

#[test]
fn fields_that_nobody_knows_are_passed_over() {
    let mut value = as_json();
    value["weather"] = json!("fine");
    value["mutants"][0]["colour"] = json!(["red"]);
    assert!(Document::read(&value.to_string()) == Ok(common::heater()));
}

#[test]
fn counts_add_up() {
    let document = common::heater();
    let counts = document.summary.counts;
    assert_eq!(counts.mutants, document.mutants.len());
    for verdict in Verdict::ALL {
        let seen = document.mutants.iter().filter(|m| m.verdict == verdict);
        assert!(
            seen.count() > 0,
            "the fixture has every verdict: {verdict:?}"
        );
    }
    assert_eq!(
        counts.scored() + counts.equivalent + counts.vacuous + counts.invalid,
        counts.mutants
    );
}

#[test]
fn traces_are_shown_as_before() {
    let document = common::heater();
    let difference = document
        .mutant("13:15:l2le")
        .and_then(|m| m.difference.as_ref())
        .expect("the fixture has this difference");
    insta::assert_snapshot!(assay_report::trace_table(
        &difference.mutant_trace.view(&document.signals),
        common::PLAIN
    ));
}

#[test]
fn what_is_no_cover_document_is_refused() {
    let read = |text: &str| Document::read(text).expect_err("it is none").to_string();
    insta::assert_snapshot!(
        [
            read(""),
            read("{\"assay\": \"0.1.0\",\n \"command\": }"),
            read("[1, 2]"),
            read("{\"assay\": \"0.1.0\", \"command\": \"check\"}"),
            read("{\"assay\": \"0.0.9\", \"command\": \"cover\"}"),
            read("{\"assay\": \"9.0.0\", \"command\": \"cover\", \"layout\": 7}"),
        ]
        .join("\n")
    );
}

#[test]
fn each_missing_field_is_named() {
    let whole = as_json();
    let required = [
        "input", "source", "baseline", "summary", "mutants", "signals",
    ];
    for field in required {
        let mut value = whole.clone();
        value
            .as_object_mut()
            .expect("an object")
            .shift_remove(field);
        match Document::read(&value.to_string()) {
            Err(ReadError::Field { what, .. }) => {
                assert!(what.contains(field), "{field}: {what}")
            }
            other => panic!("{field}: {other:?}"),
        }
    }
    let mut value = whole.clone();
    value["mutants"][3]["verdict"] = json!("dead");
    assert!(matches!(
        Document::read(&value.to_string()),
        Err(ReadError::Field { .. })
    ));
}

#[test]
fn places_outside_the_source_are_refused() {
    let refused = |change: fn(&mut Value)| {
        let mut value = as_json();
        change(&mut value);
        matches!(
            Document::read(&value.to_string()),
            Err(ReadError::Contradiction(_))
        )
    };
    assert!(refused(
        |d| d["mutants"][0]["end_line"] = json!(1_000_000_000_000_u64)
    ));
    assert!(refused(|d| d["mutants"][0]["start_column"] = json!(0)));
    assert!(refused(|d| d["mutants"][0]["line"] = json!(0)));
    assert!(refused(|d| d["elements"][0]["end_line"] = json!(1)));
    assert!(refused(
        |d| d["mutants"][1]["id"] = d["mutants"][0]["id"].clone()
    ));
    assert!(!refused(|_| ()));
}

#[test]
fn steps_with_other_variables_are_refused() {
    let step = |text: &str| {
        format!("{{\"length\": 2, \"inputs\": [], \"steps\": [{{\"a\": 1, \"b\": true}}, {text}]}}")
    };
    let read = |text: &str| serde_json::from_str::<assay_report::document::Trace>(&step(text));
    let swapped = read("{\"b\": false, \"a\": 2}").expect("the order of names does not matter");
    assert_eq!(
        swapped.value(1, "a"),
        Some(&assay_report::document::Value::Int(2))
    );
    assert!(read("{\"a\": 2}").is_err());
    assert!(read("{\"a\": 2, \"c\": true}").is_err());
    assert!(
        read("{\"a\": 2, \"b\": 0.5}").is_err(),
        "no value is a float"
    );
}

#[test]
fn what_is_derived_stays() {
    let mut document = common::heater();
    document.derive();
    assert!(document == common::heater());
}
