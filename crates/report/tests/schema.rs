//! Every document that the writers make is valid under the published schema, and the schema notices what is wrong.

mod common;

use assay_report::{
    check_to_json, core_to_json, mutants_to_json, simulate_to_json, solvers_to_json,
};
use serde_json::{Value, json};

fn schema() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/result.json");
    let text = std::fs::read_to_string(path).expect("the schema is part of the repository");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

fn errors(document: &Value) -> Vec<String> {
    schema()
        .iter_errors(document)
        .map(|e| format!("{}: {e}", e.instance_path))
        .collect()
}

#[test]
fn results_are_valid() {
    let documents = [
        check_to_json(&common::check()),
        check_to_json(&common::circuit_check()),
        check_to_json(&common::claims()),
        check_to_json(&common::branching::branching()),
        serde_json::to_value(common::bounded()).expect("a document is JSON"),
        core_to_json(&common::core()),
        simulate_to_json(&common::simulate()),
        solvers_to_json(&common::solvers()),
        serde_json::to_value(common::heater()).expect("a document is JSON"),
        serde_json::to_value(common::pump()).expect("a document is JSON"),
        serde_json::to_value(common::two_files()).expect("a document is JSON"),
        mutants_to_json(&common::listed(&common::two_files())),
    ];
    for document in documents {
        assert_eq!(errors(&document), Vec::<String>::new(), "{document:#}");
    }
}

#[test]
fn the_schema_refuses_what_the_contract_does_not_allow() {
    let good = check_to_json(&common::check());
    let broken = |change: fn(&mut Value)| {
        let mut document = good.clone();
        change(&mut document);
        errors(&document)
    };
    let cover = serde_json::to_value(common::heater()).expect("a document is JSON");
    let broken_cover = |change: fn(&mut Value)| {
        let mut document = cover.clone();
        change(&mut document);
        errors(&document)
    };
    let changes: [fn(&mut Value); 6] = [
        |d| d["mutants"][0]["verdict"] = json!("dead"),
        |d| d["mutants"][0]["tags"] = json!(["odd"]),
        |d| d["notices"][0]["all"][0]["verdict"] = json!("asked"),
        |d| d["elements"][0]["colour"] = json!("red"),
        |d| d["layout"] = json!(0),
        |d| d["gates"] = json!([{ "gate": "min-score", "passed": true }]),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        assert_ne!(broken_cover(change).len(), 0, "change {i} went unnoticed");
    }
    assert_eq!(broken(|_| ()).len(), 0);
    let trees = check_to_json(&common::branching::branching());
    let broken_tree = |change: fn(&mut Value)| {
        let mut document = trees.clone();
        change(&mut document);
        errors(&document)
    };
    let changes: [fn(&mut Value); 8] = [
        |d| drop(d["properties"][0].as_object_mut().map(|p| p.remove("tree"))),
        |d| d["properties"][0]["tree"]["branches"][0]["why"] = json!("sat"),
        |d| d["properties"][0]["tree"]["branches"][0]["path"] = json!({}),
        |d| d["properties"][2]["certificate"] = json!({ "id": "c0", "sets": 1 }),
        |d| {
            drop(
                d["properties"][5]
                    .as_object_mut()
                    .map(|p| p.remove("reason")),
            )
        },
        |d| d["computed"][0]["value"] = json!("much"),
        |d| d["stats"][0]["reachable"] = json!(0.5),
        |d| d["labels"][0]["parts"][1]["rounds"][0] = json!({}),
    ];
    assert_eq!(broken_tree(|_| ()).len(), 0);
    for (i, change) in changes.into_iter().enumerate() {
        assert_ne!(broken_tree(change).len(), 0, "change {i} went unnoticed");
    }
    let changes: [fn(&mut Value); 6] = [
        |d| d["properties"][0]["verdict"] = json!("sat"),
        |d| {
            drop(
                d["properties"][0]
                    .as_object_mut()
                    .map(|p| p.remove("certificate")),
            )
        },
        |d| d["properties"][2]["trace"]["steps"][0]["go"] = json!(0.5),
        |d| d["input"]["sha256"] = json!("short"),
        |d| d["extra"] = json!(1),
        |d| d["command"] = json!("mutate"),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        assert_ne!(broken(change).len(), 0, "change {i} went unnoticed");
    }
}
