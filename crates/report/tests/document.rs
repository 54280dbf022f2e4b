//! The cover document: what is read is what was written, and what is none is refused with a reason.

mod common;

use assay_report::document::{Invariants, ReadError, Tag, Verdict};
use assay_report::{Document, SCHEMA};
use serde_json::{Value, json};

/// The same result as an older assay wrote it, with the evidence inside each mutant.
const LAYOUT_1: &str = include_str!("documents/heater-layout-1.json");

#[test]
fn results_of_the_older_layout_are_read() {
    let old = Document::read(LAYOUT_1).expect("layout 1 is read");
    let mut new = common::heater();
    // Layout 1 named no evidence for the original.
    for property in &mut new.baseline {
        property.certificate = None;
        property.checked = None;
    }
    let masked = new.mutants.iter_mut().find(|m| m.has(Tag::Masked));
    let masked = masked.expect("one is masked");
    // The older layout said so after a search to a bound that it did not write down, so nothing is said of outputs.
    masked.tags.retain(|tag| *tag != Tag::Masked);
    masked.masked_within = Some(0);
    let told = masked.told_difference();
    assert_eq!(told.as_deref(), Some("open_for differs at step 0"));
    assert!(old == new);
}

/// From before results had a schema and a list of files.
#[test]
fn results_without_a_schema_are_read() {
    let text = include_str!("documents/small-layout-2.json");
    let old = Document::read(text).expect("layout 2 is read");
    assert_eq!(old.schema, SCHEMA);
    assert_eq!(old.files().collect::<Vec<_>>(), ["m.lus"]);
    assert_eq!(old.source_line(old.mutants[0].file(), 3), "  b = a;");
    let waived = old.mutants[0].waived.as_ref().expect("it is waived");
    assert_eq!(waived.reason, "always on");
    let again = Document::read(&old.to_json()).expect("it reads its own writing");
    assert!(again == old);
}

#[test]
fn results_of_a_later_schema_are_refused() {
    let mut value = as_json();
    value["schema"] = json!(SCHEMA + 1);
    let error = Document::read(&value.to_string()).expect_err("nobody knows it yet");
    assert_eq!(
        error.to_string(),
        format!(
            "a result of assay 0.1.0 in schema {}, and this assay reads schemas up to {SCHEMA}",
            SCHEMA + 1
        )
    );
}

#[test]
fn places_are_looked_for_in_their_own_file() {
    let document = common::two_files();
    let text = document.to_json();
    assert!(Document::read(&text) == Ok(document.clone()));
    let [first, second] = [0, 1].map(|n| document.files().nth(n).expect("two files"));
    let scores = document.scores.as_ref().expect("derived");
    let lines: Vec<_> = scores
        .lines
        .iter()
        .map(|l| (l.file.as_deref(), l.line, l.counts.killed))
        .collect();
    assert_eq!(lines, [(Some(first), 10, 0), (Some(second), 4, 2)]);
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut value);
        matches!(
            Document::read(&value.to_string()),
            Err(ReadError::Contradiction(_))
        )
    };
    assert!(!refused(&|_| ()));
    // Line 10 is there in the first file only.
    assert!(refused(&|d| {
        let of_first = d["mutants"].as_array_mut().expect("a list");
        let of_first = of_first.iter_mut().find(|m| m["line"] == 10);
        of_first.expect("it is there")["file"] = json!(second);
    }));
    assert!(refused(&|d| d["mutants"][0]["file"] = json!("nowhere.sv")));
    assert!(refused(&|d| d["elements"][0]["file"] = json!("nowhere.sv")));
    assert!(refused(&|d| d["source"][1]["path"] = json!("nowhere.sv")));
    assert!(refused(
        &|d| d["input"]["files"][1] = d["input"]["files"][0].clone()
    ));
}

#[test]
fn evidence_that_mutants_share_is_written_once() {
    let value = as_json();
    let traces = value["traces"].as_array().expect("a list");
    let texts: Vec<String> = traces
        .iter()
        .map(|t| format!("{} {}", t["signals"], t["steps"]))
        .collect();
    let different: std::collections::HashSet<&String> = texts.iter().collect();
    assert!(
        texts.len() > 1 && different.len() == texts.len(),
        "{texts:#?}"
    );
    let said = value["notices"].as_array().expect("a list").len();
    assert!(said < value["mutants"].as_array().expect("a list").len());
}

/// Beside its evidence, and beside sentences about it.
#[test]
fn a_mutant_takes_some_hundred_bytes() {
    for m in as_json()["mutants"].as_array().expect("a list") {
        let mut m = m.clone();
        for field in ["reason", "difference", "excluded", "waived"] {
            m.as_object_mut().expect("an object").remove(field);
        }
        let size = m.to_string().len();
        assert!(size < 400, "{size} bytes: {m}");
    }
}

#[test]
fn evidence_that_is_not_there_is_refused() {
    let refused = |change: fn(&mut Value)| {
        let mut value = as_json();
        change(&mut value);
        Document::read(&value.to_string()).is_err()
    };
    assert!(refused(|d| d["mutants"][0]["notices"] = json!("n999")));
    assert!(refused(|d| d["mutants"][0]["checked"] = json!("t0")));
    assert!(refused(|d| d["traces"][0]["id"] = json!("t7")));
    assert!(refused(|d| d["traces"][0]["signals"][0] = json!(9999)));
    assert!(refused(|d| d["traces"][0]["steps"][0] = json!([])));
    assert!(!refused(|_| ()));
}

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
        |d| d["mutants"][0]["span"][2] = json!(1_000_000_000_000_u64)
    ));
    assert!(refused(|d| d["mutants"][0]["span"][1] = json!(0)));
    assert!(refused(|d| d["mutants"][0]["line"] = json!(0)));
    assert!(refused(|d| d["elements"][0]["end_line"] = json!(1)));
    assert!(refused(
        |d| d["mutants"][1]["id"] = d["mutants"][0]["id"].clone()
    ));
    assert!(!refused(|_| ()));
}

#[test]
fn steps_with_other_variables_are_refused() {
    let read = |change: fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(LAYOUT_1).expect("JSON");
        let mutants = value["mutants"].as_array_mut().expect("a list");
        let killed = mutants
            .iter_mut()
            .find(|m| m["trace"]["length"] != 0 && m["trace"].is_object());
        change(&mut killed.expect("one is killed")["trace"]["steps"][0]);
        Document::read(&value.to_string())
    };
    assert!(read(|_| ()).is_ok());
    assert!(read(|step| step["odd"] = json!(1)).is_err());
    assert!(read(|step| step["nowhere"] = json!(true)).is_err());
    assert!(
        read(|step| step
            .as_object_mut()
            .expect("a step")
            .values_mut()
            .for_each(|v| *v = json!(0.5)))
        .is_err(),
        "no value is a float"
    );
}

#[test]
fn what_is_derived_stays() {
    let mut document = common::heater();
    document.derive();
    assert!(document == common::heater());
}

/// What nobody asked, or could not decide, is not called unnoticed.
#[test]
fn neither_is_said_only_of_elements_whose_mutants_are_all_decided() {
    let against = |undecided: bool| {
        let mut document = common::heater();
        document.mutants.retain(|m| m.verdict == Verdict::Survived);
        for m in &mut document.mutants {
            m.invariants = Some(false);
        }
        if undecided {
            document.mutants[0].invariants = None;
        }
        document.invariants = Some(Invariants::default());
        document.derive();
        let element = document.mutants[0].element.clone();
        let invariants = document.invariants.expect("somebody asked");
        let flag = document.elements.iter().find(|e| e.name == element);
        let flag = flag.expect("it is there").invariants;
        (invariants.neither.contains(&element), flag)
    };
    assert_eq!(against(false), (true, Some(false)));
    assert_eq!(against(true), (false, None));
}
