//! The rules of SARIF 2.1.0 for what we write: which properties an object may have, which it must, and what refers to what.

mod common;

use assay_report::document::{Element, Mutant, Waived};
use assay_report::{Document, cover_to_sarif};
use serde_json::{Value, json};

fn object(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

fn list(of: &str) -> Value {
    json!({ "type": "array", "items": { "$ref": format!("#/$defs/{of}") } })
}

fn text() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn absolute() -> Value {
    json!({ "type": "string", "pattern": "^[a-z][a-z0-9+.-]*:[!-~]+$" })
}

fn level() -> Value {
    json!({ "enum": ["none", "note", "warning", "error"] })
}

fn index() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

/// What the specification allows in the objects that we write, as a JSON Schema.
fn rules() -> jsonschema::Validator {
    let mut definitions = run_rules();
    let more = [place_rules(), result_rules()];
    let all = definitions.as_object_mut().expect("an object");
    for (name, rule) in more
        .into_iter()
        .flat_map(|m| m.as_object().cloned().expect("an object"))
    {
        all.insert(name, rule);
    }
    let schema = json!({ "$ref": "#/$defs/log", "$defs": definitions });
    jsonschema::validator_for(&schema).expect("the rules are a schema")
}

fn run_rules() -> Value {
    json!({
        "log": object(&["version", "runs"], json!({
            "$schema": absolute(), "version": { "const": "2.1.0" }, "runs": list("run")
        })),
        "run": object(&["tool"], json!({
            "tool": object(&["driver"], json!({ "driver": { "$ref": "#/$defs/driver" } })),
            "invocations": list("invocation"),
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "artifacts": list("artifact"),
            "results": list("result"),
        })),
        "driver": object(&["name"], json!({
            "name": text(), "version": text(), "rules": list("descriptor")
        })),
        "descriptor": object(&["id"], json!({
            "id": text(),
            "name": text(),
            "shortDescription": { "$ref": "#/$defs/texts" },
            "fullDescription": { "$ref": "#/$defs/texts" },
            "help": { "$ref": "#/$defs/texts" },
            "helpUri": absolute(),
            "defaultConfiguration": object(&[], json!({ "level": level() })),
            "properties": { "type": "object" },
        })),
        "texts": object(&["text"], json!({ "text": text(), "markdown": text() })),
        "message": object(&["text"], json!({ "text": text(), "markdown": text() })),
        "invocation": object(&["executionSuccessful"], json!({
            "executionSuccessful": { "type": "boolean" },
            "toolExecutionNotifications": list("notification"),
        })),
        "notification": object(&["message"], json!({
            "message": { "$ref": "#/$defs/message" }, "level": level(), "locations": list("location")
        })),
    })
}

fn place_rules() -> Value {
    let positive = json!({ "type": "integer", "minimum": 1 });
    let uri = json!({ "type": "string", "minLength": 1, "pattern": "^[!-~]+$" });
    json!({
        "artifact": object(&["location"], json!({
            "location": { "$ref": "#/$defs/artifactLocation" },
            "hashes": { "type": "object", "additionalProperties": { "type": "string" } },
        })),
        "artifactLocation": object(&["uri"], json!({ "uri": uri, "index": index() })),
        "location": object(&["physicalLocation"], json!({
            "id": index(),
            "physicalLocation": object(&["artifactLocation"], json!({
                "artifactLocation": { "$ref": "#/$defs/artifactLocation" },
                "region": { "$ref": "#/$defs/region" },
            })),
            "logicalLocations": { "type": "array", "items": object(&["name"], json!({ "name": text() })) },
            "message": { "$ref": "#/$defs/message" },
        })),
        "region": object(&["startLine"], json!({
            "startLine": positive, "startColumn": positive, "endLine": positive, "endColumn": positive,
            "snippet": object(&["text"], json!({ "text": { "type": "string" } })),
        })),
    })
}

fn result_rules() -> Value {
    json!({
        "result": object(&["message"], json!({
            "ruleId": text(),
            "ruleIndex": index(),
            "level": level(),
            "message": { "$ref": "#/$defs/message" },
            "locations": list("location"),
            "relatedLocations": list("location"),
            "partialFingerprints": { "type": "object", "additionalProperties": { "type": "string" } },
            "codeFlows": list("codeFlow"),
            "suppressions": list("suppression"),
            "rank": { "type": "number", "minimum": 0, "maximum": 100 },
            "properties": { "type": "object" },
        })),
        "codeFlow": object(&["threadFlows"], json!({
            "message": { "$ref": "#/$defs/message" },
            "threadFlows": {
                "type": "array",
                "minItems": 1,
                "items": object(&["locations"], json!({
                    "locations": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/step" } }
                })),
            },
        })),
        "step": object(&["location"], json!({
            "location": { "$ref": "#/$defs/location" },
            "executionOrder": index(),
            "importance": { "enum": ["important", "essential", "unimportant"] },
        })),
        "suppression": object(&["kind"], json!({
            "kind": { "enum": ["inSource", "external"] },
            "status": { "enum": ["accepted", "underReview", "rejected"] },
            "justification": text(),
        })),
    })
}

/// Every object in the log under a key of this name.
fn under<'v>(value: &'v Value, key: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                if name == key {
                    found.push(inner);
                }
                under(inner, key, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|v| under(v, key, found)),
        _ => {}
    }
}

fn checked(document: &Document) -> Value {
    let log: Value = serde_json::from_str(&cover_to_sarif(document)).expect("it is JSON");
    let errors: Vec<String> = rules()
        .iter_errors(&log)
        .map(|e| format!("{}: {e}", e.instance_path))
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    let run = &log["runs"][0];
    let mut places = Vec::new();
    under(run, "artifactLocation", &mut places);
    for place in places {
        let index = place["index"].as_u64().expect("an index") as usize;
        assert_eq!(run["artifacts"][index]["location"]["uri"], place["uri"]);
    }
    let mut regions = Vec::new();
    under(run, "region", &mut regions);
    for region in regions {
        let of = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
        let (start, end) = (of("startLine", "startColumn"), of("endLine", "endColumn"));
        assert!(end.0.is_none() || start <= end, "{region}");
    }
    for rule in run["tool"]["driver"]["rules"].as_array().expect("a list") {
        for field in ["shortDescription", "fullDescription", "help", "helpUri"] {
            assert!(!rule[field].is_null(), "{field} of {rule}");
        }
        assert!(rule["help"]["markdown"].is_string());
        let said = rule["fullDescription"]["text"].as_str().expect("a text");
        assert!(said.len() <= 1024, "code scanning cuts longer ones");
    }
    log
}

#[test]
fn reports_keep_the_rules() {
    let mut accepted = common::pump();
    for m in &mut accepted.mutants {
        m.waived = (m.element == "on").then(|| Waived::because("it may be"));
    }
    accepted.derive();
    for document in [
        common::heater(),
        common::pump(),
        common::two_files(),
        common::bounded(),
        accepted,
    ] {
        checked(&document);
    }
    let broken = json!({ "version": "2.1.0", "runs": [{ "tool": {} }] });
    assert!(!rules().is_valid(&broken), "the rules see what is missing");
}

#[test]
fn a_difference_is_a_code_flow() {
    let document = common::pump();
    let log = checked(&document);
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let zero = results
        .iter()
        .find(|r| r["properties"]["id"] == "litres:zero");
    let zero = zero.expect("it survives");
    let steps = &zero["codeFlows"][0]["threadFlows"][0]["locations"];
    let texts: Vec<&str> = steps
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["location"]["message"]["text"].as_str().expect("a text"))
        .collect();
    assert_eq!(
        texts,
        [
            "step 0: drain = false, rst = false",
            "step 1: drain = false, rst = false",
            "step 2: drain = false, rst = false; litres is 0b001 in the original and 0b000 in the mutant",
        ]
    );
    assert_eq!(steps[2]["importance"], "essential");
}

#[test]
fn survivors_that_were_waived_together_are_one_suppressed_result() {
    let mut document = common::pump();
    for m in &mut document.mutants {
        m.waived = (m.element == "on").then(|| Waived::because("it may be"));
    }
    document.derive();
    let log = checked(&document);
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let suppressed: Vec<&Value> = results
        .iter()
        .filter(|r| r["suppressions"].is_array())
        .collect();
    assert_eq!(suppressed.len(), 1);
    let members = suppressed[0]["properties"]["members"].as_array();
    assert_eq!(members.map(Vec::len), Some(3));
}

/// Two thousand survivors, each of an element of its own.
#[test]
fn what_is_left_out_is_counted() {
    let mut document = common::pump();
    let survivor = document.mutant("litres:zero").expect("it is there").clone();
    let element = document.elements[0].clone();
    for n in 0..2000 {
        let name = format!("e{n}");
        document.mutants.push(Mutant {
            id: format!("{name}:zero"),
            element: name.clone(),
            ..survivor.clone()
        });
        document.elements.push(Element {
            name,
            ..element.clone()
        });
    }
    document.derive();
    let log = checked(&document);
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1000));
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    let text = notes[0]["message"]["text"].as_str().expect("a text");
    assert!(
        text.starts_with("1002 more groups of survivors left out"),
        "{text}"
    );
}
