//! Reading a document that was written earlier, perhaps by another assay, perhaps edited since.

use std::fmt;

use serde::Deserialize;

use super::{Document, LAYOUT};

/// Why a text is no cover document. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    NotJson {
        line: usize,
        column: usize,
        what: String,
    },
    /// JSON, but nothing that assay wrote.
    NotAssay,
    /// The result of another command.
    OtherCommand(String),
    /// A layout that this version does not know; None if it says none.
    OtherLayout { layout: Option<u64>, assay: String },
    /// A field is missing or is not what it should be.
    Field {
        line: usize,
        column: usize,
        what: String,
    },
}

impl Document {
    pub fn read(text: &str) -> Result<Document, ReadError> {
        #[derive(Deserialize)]
        struct Head {
            assay: String,
            command: String,
            layout: Option<u64>,
        }
        // The syntax first: a broken file is not to be blamed for the fields it lacks.
        serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|e| not_json(&e))?;
        let head: Head = serde_json::from_str(text).map_err(|_| ReadError::NotAssay)?;
        if head.command != "cover" {
            return Err(ReadError::OtherCommand(head.command));
        }
        if head.layout != Some(LAYOUT.into()) {
            return Err(ReadError::OtherLayout {
                layout: head.layout,
                assay: head.assay,
            });
        }
        serde_json::from_str(text).map_err(|error| ReadError::Field {
            line: error.line(),
            column: error.column(),
            what: sentence(&error),
        })
    }
}

fn not_json(error: &serde_json::Error) -> ReadError {
    ReadError::NotJson {
        line: error.line(),
        column: error.column(),
        what: sentence(error),
    }
}

/// The error without its place, which is said apart.
fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_string()
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotJson { line, column, what } => {
                write!(f, "no JSON: {what} (line {line}, column {column})")
            }
            ReadError::NotAssay => f.write_str("JSON, but no result of assay"),
            ReadError::OtherCommand(command) => write!(
                f,
                "the result of `assay {command}`; a result of `assay cover` is needed"
            ),
            ReadError::OtherLayout { layout, assay } => match layout {
                Some(n) => write!(
                    f,
                    "a result of assay {assay} in layout {n}, and this assay reads layout {LAYOUT}"
                ),
                None => write!(
                    f,
                    "a result of assay {assay} without a layout; run `assay cover` again"
                ),
            },
            ReadError::Field { line, column, what } => {
                write!(f, "no whole result: {what} (line {line}, column {column})")
            }
        }
    }
}

impl std::error::Error for ReadError {}
