//! Runs the program as a user does.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, away from whatever the environment of the test run says about looks, and without what earlier
/// runs have left behind unless the arguments speak of it.
pub fn assay(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(args).current_dir(root());
    let about_store = |a: &&str| ["--store", "--no-store", "--iterate"].contains(a);
    let remembers = args
        .first()
        .is_some_and(|a| ["cover", "explain"].contains(a));
    if remembers && !args.iter().any(about_store) {
        command.arg("--no-store");
    }
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM"] {
        command.env_remove(name);
    }
    command
}

pub fn run(args: &[&str]) -> Run {
    Run::new(assay(args).output().expect("the program starts"))
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What came out.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn new(output: Output) -> Run {
        Run {
            code: output.status.code().expect("the program ended by itself"),
            stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// Fails with everything that was said unless the exit code is this one.
    pub fn expect(self, code: i32) -> Run {
        assert_eq!(
            self.code, code,
            "stdout:\n{}\nstderr:\n{}",
            self.stdout, self.stderr
        );
        self
    }

    /// The document, as it was written.
    pub fn written(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("standard output is one JSON document")
    }

    /// The document. That of `cover` is validated here, because its mutants get their evidence in the place of ids.
    pub fn json(&self) -> serde_json::Value {
        let written = self.written();
        if written["layout"].as_u64() >= Some(2) {
            validate(&written);
            resolved(written)
        } else {
            written
        }
    }
}

/// Puts evidence that mutants name by an id in the place of the id, as a reader would look it up.
pub fn resolved(mut document: serde_json::Value) -> serde_json::Value {
    use serde_json::{Value, json};
    let lists = ["notices", "checks", "traces"].map(|name| document[name].clone());
    let signals = document["signals"].clone();
    let [notices, checks, traces] = &lists;
    let find = |list: &Value, id: &Value| -> Value {
        let all = list.as_array().expect("a list");
        let found = all.iter().find(|e| e["id"] == *id);
        found.unwrap_or_else(|| panic!("{id} is not there")).clone()
    };
    let trace = |id: &Value| -> Value {
        let rows = find(traces, id);
        let places = rows["signals"].as_array().expect("places").clone();
        let name = |place: &Value| {
            let signal = &signals[place.as_u64().expect("a place") as usize];
            signal["name"].as_str().expect("a name").to_string()
        };
        let step = |row: &Value| -> Value {
            let cells = places.iter().zip(row.as_array().expect("a row"));
            cells.map(|(p, v)| (name(p), v.clone())).collect()
        };
        let steps: Vec<Value> = rows["steps"]
            .as_array()
            .expect("rows")
            .iter()
            .map(step)
            .collect();
        json!({ "length": steps.len(), "steps": steps })
    };
    document["resolved"] = json!(true);
    let replay = document["replay"].clone();
    for m in document["mutants"].as_array_mut().into_iter().flatten() {
        let said = find(notices, &m["notices"]);
        m["killed_by"] = said["killed_by"].clone();
        m["survives"] = said["survives"].clone();
        m["notices"] = said["all"].clone();
        m["checked"] = find(checks, &m["checked"]);
        m["replay"] = json!([replay, m["id"]]);
        let span = m["span"].clone();
        for (at, field) in ["start_line", "start_column", "end_line", "end_column"]
            .iter()
            .enumerate()
        {
            m[*field] = span[at].clone();
        }
        for holder in [
            "/trace",
            "/difference/trace",
            "/difference/mutant_trace",
            "/excluded/trace",
        ] {
            if let Some(id) = m.pointer_mut(holder) {
                *id = trace(id);
            }
        }
    }
    document
}

/// A file with this content, gone when dropped.
pub fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join(name);
    std::fs::write(&path, content).expect("the file can be written");
    let path = path
        .to_str()
        .expect("temporary paths are UTF-8")
        .to_string();
    (directory, path)
}

/// Fails unless the document is valid under the published schema.
pub fn validate(document: &serde_json::Value) {
    if document.get("resolved").is_some() {
        // It was validated as it was written.
        return;
    }
    let text = std::fs::read_to_string(root().join("docs/schema/result.json"))
        .expect("the schema is there");
    let schema: serde_json::Value = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|e| e.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{document:#}");
}

/// Whether Verilog can be read here.
pub fn yosys() -> bool {
    std::process::Command::new("yosys")
        .arg("-V")
        .output()
        .is_ok()
}
