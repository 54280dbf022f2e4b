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

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("standard output is one JSON document")
    }
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
