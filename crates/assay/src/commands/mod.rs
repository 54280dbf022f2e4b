//! One module for each subcommand, and what they share.
//!
//! Diagnostics of the command line have codes of their own: `A00xx` what stops a run, `A01xx` warnings.

pub mod check;
pub mod core;
pub mod cover;
pub mod explain;
pub mod mutants;
mod one;
pub mod report;
pub mod simulate;
pub mod solvers;

use std::path::Path;

use assay_report::{Failure, Header, Input, InputFile, Message, Place};
use assay_source::{Diagnostic, Severity, SourceMap};
use serde_json::{Map, Value};

use crate::exit::Exit;
use crate::input::Loaded;
use crate::output::Output;
use crate::provenance::{Solvers, provenance};

/// Why a command ends without a result.
#[derive(Debug)]
pub enum Stop {
    /// Everything was said already.
    Said(Exit),
    /// Bad input or usage.
    BadInput(Box<Diagnostic>),
    /// Evidence failed its check.
    Bug(String),
}

impl Stop {
    pub fn bad_input(diagnostic: Diagnostic) -> Stop {
        Stop::BadInput(Box::new(diagnostic))
    }

    pub fn report(self, output: Output) -> Exit {
        match self {
            Stop::Said(exit) => exit,
            Stop::BadInput(diagnostic) => {
                output.diagnostics(&SourceMap::new(), &[*diagnostic]);
                Exit::BadInput
            }
            Stop::Bug(message) => {
                output.bug(&message);
                Exit::FailedCheck
            }
        }
    }
}

/// What every result says about its run.
fn header(
    loaded: &Loaded,
    mains: &[usize],
    mut options: Map<String, Value>,
    solvers: Solvers,
) -> Header {
    for (name, value) in &loaded.options {
        options.insert(name.to_string(), value.as_str().into());
    }
    Header {
        version: env!("CARGO_PKG_VERSION").to_string(),
        input: Input::new(
            InputFile {
                path: loaded.path.clone(),
                sha256: loaded.sha256.clone(),
            },
            vec![],
            mains.iter().map(|&m| loaded.name(m)).collect(),
        ),
        options,
        messages: messages(loaded),
        failures: failures(loaded),
        seconds: loaded.started.elapsed().as_secs_f64(),
        run: provenance(Path::new(&loaded.path), solvers),
    }
}

/// What has failed so far.
fn failures(loaded: &Loaded) -> Vec<Failure> {
    let failure = |f: &assay_engine::failure::Failure| Failure {
        part: f.part.clone(),
        reason: f.reason.clone(),
        times: f.times,
    };
    loaded.failures.iter().map(failure).collect()
}

/// Warnings and notes so far.
fn messages(loaded: &Loaded) -> Vec<Message> {
    let message = |d: &Diagnostic| Message {
        severity: match d.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
        .to_string(),
        code: d.code.to_string(),
        text: d.message.clone(),
        place: d.span.and_then(|span| Place::new(&loaded.map, span)),
    };
    loaded.diagnostics.iter().map(message).collect()
}
