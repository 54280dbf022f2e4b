//! Reading a document that was written earlier, perhaps by another assay, perhaps edited since.

use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::Deserialize;

use super::upgrade::upgrade;
use super::{Document, LAYOUT, Source, layout_of};
use crate::{InputFile, SCHEMA};

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
    /// A schema that came after this version.
    LaterSchema { schema: u64, assay: String },
    /// A field is missing or is not what it should be.
    Field {
        line: usize,
        column: usize,
        what: String,
    },
    /// Two fields contradict each other.
    Contradiction(String),
}

impl Document {
    pub fn read(text: &str) -> Result<Document, ReadError> {
        #[derive(Deserialize)]
        struct Head {
            assay: String,
            command: String,
            layout: Option<u64>,
            schema: Option<u64>,
        }
        // The syntax first: a broken file is not to be blamed for the fields it lacks.
        serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|e| not_json(&e))?;
        let head: Head = serde_json::from_str(text).map_err(|_| ReadError::NotAssay)?;
        if head.command != "cover" {
            return Err(ReadError::OtherCommand(head.command));
        }
        if head.schema.is_some_and(|schema| schema > u64::from(SCHEMA)) {
            return Err(ReadError::LaterSchema {
                schema: head.schema.unwrap_or_default(),
                assay: head.assay,
            });
        }
        let read = match head.layout {
            Some(1) => {
                let old = serde_json::from_str(text).map_err(|e| not_json(&e))?;
                serde_json::from_value(upgrade(old).map_err(ReadError::Contradiction)?)
            }
            Some(layout) if (2..=u64::from(LAYOUT)).contains(&layout) => serde_json::from_str(text),
            layout => {
                let assay = head.assay;
                return Err(ReadError::OtherLayout { layout, assay });
            }
        };
        let mut document: Document = read.map_err(|error| ReadError::Field {
            line: error.line(),
            column: error.column(),
            what: sentence(&error),
        })?;
        document.name_files()?;
        document.resolve()?;
        document.places()?;
        // What follows from the mutants is not taken on trust.
        document.derive();
        Ok(document)
    }

    /// Results of older versions say of the one file what `files` says of all.
    fn name_files(&mut self) -> Result<(), ReadError> {
        let input = &mut self.input;
        if input.files.is_empty() {
            input.files.push(InputFile {
                path: input.path.clone(),
                sha256: input.sha256.clone(),
            });
        }
        let paths: HashSet<&str> = self.files().collect();
        let strange = self
            .source
            .iter()
            .find(|s| !paths.contains(s.path.as_str()));
        if paths.len() < self.input.files.len() || strange.is_some() && self.has_several_files() {
            let what = "the files and their texts do not agree".to_string();
            return Err(ReadError::Contradiction(what));
        }
        self.schema = SCHEMA;
        self.layout = layout_of(self.input.files.len());
        Ok(())
    }

    /// Puts the evidence in where it is named.
    fn resolve(&mut self) -> Result<(), ReadError> {
        let signals = self.signals.len();
        if !self.traces.iter().all(|t| t.is_sound(signals)) {
            let what = "a trace has other signals than it names".to_string();
            return Err(ReadError::Contradiction(what));
        }
        let missing = |id: String| {
            ReadError::Contradiction(format!("a mutant names {id}, which is not there"))
        };
        for trace in self.baseline.iter_mut().filter_map(|p| p.trace.as_mut()) {
            let id = |id: String| {
                ReadError::Contradiction(format!("a property names {id}, which is not there"))
            };
            self.traces.resolve(trace).map_err(id)?;
        }
        for m in &mut self.mutants {
            self.notices.resolve(&mut m.notices).map_err(missing)?;
            self.checks.resolve(&mut m.checked).map_err(missing)?;
            for trace in m.traces_mut() {
                self.traces.resolve(trace).map_err(missing)?;
            }
        }
        Ok(())
    }

    /// Writers walk from one place to another and draw as many marks as there are columns between: places must
    /// lie in the source.
    fn places(&self) -> Result<(), ReadError> {
        // The end of the text is a place too, also after a final newline.
        let columns = |s: &Source| -> Vec<usize> {
            let lines = s.text.split('\n');
            lines.map(|l| l.chars().count() + 1).collect()
        };
        let texts: Vec<Vec<usize>> = self.source.iter().map(columns).collect();
        let numbers: HashMap<&str, usize> = self
            .source
            .iter()
            .map(|s| s.path.as_str())
            .zip(0..)
            .collect();
        let inside = |file: Option<&str>, (line, column): (usize, usize)| {
            let number = file.map_or(Some(&0), |name| numbers.get(name));
            let text = number.and_then(|&n| texts.get(n));
            let at = line.checked_sub(1);
            let most = text.and_then(|text| text.get(at?));
            column >= 1 && most.is_some_and(|&most| column <= most)
        };
        let elements = self.elements.iter();
        let elements = elements.map(|e| {
            let (start, end) = ((e.line, e.column), (e.end_line, e.end_column));
            (&e.name, e.file.as_deref(), start, end)
        });
        let mutants = self.mutants.iter().flat_map(|m| {
            let shown = (m.line, m.column);
            [(m.span.start, m.span.end), (shown, shown)].map(|(a, b)| (&m.id, m.file(), a, b))
        });
        for (name, file, start, end) in elements.chain(mutants) {
            if start > end || !inside(file, start) || !inside(file, end) {
                let what = format!("the place of {name} is not in the source");
                return Err(ReadError::Contradiction(what));
            }
        }
        let ids: HashSet<&str> = self.mutants.iter().map(|m| m.id.as_str()).collect();
        if ids.len() < self.mutants.len() {
            let what = "two mutants have the same id".to_string();
            return Err(ReadError::Contradiction(what));
        }
        Ok(())
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
            ReadError::LaterSchema { schema, assay } => write!(
                f,
                "a result of assay {assay} in schema {schema}, and this assay reads schemas up to {SCHEMA}"
            ),
            ReadError::OtherLayout { layout, assay } => match layout {
                Some(n) => write!(
                    f,
                    "a result of assay {assay} in layout {n}, and this assay reads layouts 1 to {LAYOUT}"
                ),
                None => write!(
                    f,
                    "a result of assay {assay} without a layout; run `assay cover` again"
                ),
            },
            ReadError::Field { line, column, what } => {
                // A document of an older layout has lost its places on the way.
                match line {
                    0 => write!(f, "no whole result: {what}"),
                    _ => write!(f, "no whole result: {what} (line {line}, column {column})"),
                }
            }
            ReadError::Contradiction(what) => write!(f, "no sound result: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}
