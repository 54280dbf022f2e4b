//! Tasks of SV-COMP: a `.yml` file with its input files, the properties that are asked, and the data model.
//!
//! The format is version 2.0 of the "task-definition format" of the SV-Benchmarks. Only the part of YAML that tasks use is
//! read: keys with plain or quoted values, lists with `-`, and comments.

use std::path::Path;

use assay_source::{Diagnostic, SourceFile, Span};

use super::{Input, Project, Source, joined};
use crate::preprocess::Options;
use crate::program::DataModel;

/// What a task asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub property: Property,
    /// Whether the property holds, where the task says so.
    pub expected: Option<bool>,
    /// Which part of [`Property::MemorySafety`] is violated: `valid-deref`.
    pub part: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// `reach_error` is never called.
    Unreachable,
    MemorySafety,
    /// All memory is freed at the end.
    MemoryCleanup,
    NoOverflow,
    Termination,
    /// A race, a coverage criterion, or another one that a bounded checker of sequential programs does not decide.
    Other,
}

impl Property {
    /// The checks of the property, as words of CBMC's command line.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Property::Unreachable | Property::Termination | Property::Other => {
                &["--no-standard-checks"]
            }
            Property::MemorySafety => &[
                "--no-standard-checks",
                "--bounds-check",
                "--pointer-check",
                "--memory-leak-check",
                "--no-assertions",
            ],
            Property::MemoryCleanup => &[
                "--no-standard-checks",
                "--memory-leak-check",
                "--no-assertions",
            ],
            Property::NoOverflow => &[
                "--no-standard-checks",
                "--signed-overflow-check",
                "--no-assertions",
            ],
        }
    }

    /// By the text of a property file, or by its name where it cannot be read.
    fn of(text: &str) -> Property {
        let compact: String = text.split_whitespace().collect();
        let has = |part: &str| compact.contains(part);
        if has("!call(reach_error())") || has("!call(__VERIFIER_error())") || has("unreach-call") {
            Property::Unreachable
        } else if has("valid-memcleanup") {
            Property::MemoryCleanup
        } else if has("valid-free") || has("valid-deref") || has("valid-memsafety") {
            Property::MemorySafety
        } else if has("!overflow") || has("no-overflow") {
            Property::NoOverflow
        } else if has("Fend") || has("termination") {
            Property::Termination
        } else {
            Property::Other
        }
    }
}

pub(super) fn project(path: &Path, input: &mut Input<'_>) -> Result<Project, Vec<Diagnostic>> {
    let file = input.open(path).map_err(|error| vec![*error])?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut project = Project::default();
    let mut errors = Vec::new();
    for line in lines(&file) {
        let value = line.value.as_str();
        match (line.section.as_str(), line.key.as_str()) {
            ("", "input_files") | ("input_files", "") if !value.is_empty() => {
                project.sources.push(Source {
                    path: joined(folder, value),
                    options: Options::default(),
                });
            }
            ("properties", "property_file") => project.claims.push(Claim {
                property: property(&joined(folder, value), input),
                expected: None,
                part: None,
            }),
            ("properties", "expected_verdict") => match (project.claims.last_mut(), value) {
                (Some(claim), "true") => claim.expected = Some(true),
                (Some(claim), "false") => claim.expected = Some(false),
                (Some(_), _) => errors.push(wrong(&line, "is no verdict: true or false")),
                (None, _) => errors.push(wrong(&line, "is the verdict of no property")),
            },
            ("properties", "subproperty") => {
                if let Some(claim) = project.claims.last_mut() {
                    claim.part = Some(value.to_owned());
                }
            }
            ("options", "data_model") => match value {
                "ILP32" => project.model = Some(DataModel::Ilp32),
                "LP64" => project.model = Some(DataModel::Lp64),
                _ => errors.push(wrong(&line, "is no data model: ILP32 or LP64")),
            },
            ("options", "language") if value != "C" => {
                errors.push(wrong(&line, "is not supported: tasks in C are"));
            }
            ("", "format_version") if !value.starts_with("2.") && !value.starts_with("1.") => {
                errors.push(wrong(&line, "is no known version of the format"));
            }
            _ => {}
        }
    }
    if errors.is_empty() && project.sources.is_empty() {
        let message = format!("`{}` is no task: it has no `input_files`", file.name());
        errors.push(Diagnostic::error("C0204", message));
    }
    if errors.is_empty() {
        Ok(project)
    } else {
        Err(errors)
    }
}

/// Task folders are often copied without the property files, whose names are always the same.
fn property(path: &Path, input: &mut Input<'_>) -> Property {
    match (input.read)(path) {
        Ok(bytes) => Property::of(&String::from_utf8_lossy(&bytes)),
        Err(_) => Property::of(&path.file_name().unwrap_or_default().to_string_lossy()),
    }
}

fn wrong(line: &Line, what: &str) -> Diagnostic {
    Diagnostic::error("C0204", format!("`{}` {what}", line.value)).at(line.span)
}

/// A key with its value, or an item of a list.
struct Line {
    /// The key at the left margin that it belongs to; empty for such a key itself.
    section: String,
    key: String,
    value: String,
    /// Of the value.
    span: Span,
}

fn lines(file: &SourceFile) -> Vec<Line> {
    let mut found = Vec::new();
    let mut section = String::new();
    let mut start = 0;
    for text in file.text().split_inclusive('\n') {
        let at = start;
        start += text.len();
        let mut rest = text.trim_end();
        let mut indented = rest.starts_with([' ', '\t']);
        rest = rest.trim_start();
        if let Some(item) = rest.strip_prefix('-') {
            indented = true;
            rest = item.trim_start();
        }
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        let (key, value) = match rest.split_once(':') {
            Some((key, value)) if !rest.starts_with(['"', '\'']) => (key.trim(), value.trim()),
            _ => ("", rest),
        };
        let value = unquoted(value);
        if !indented {
            section = key.to_owned();
        }
        let offset = at + (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        for part in parts(value) {
            found.push(Line {
                section: if indented {
                    section.clone()
                } else {
                    String::new()
                },
                key: key.to_owned(),
                value: part.to_owned(),
                span: Span::new(file.id, offset, offset + value.len()),
            });
        }
    }
    found
}

/// A value without quotes, or without the comment behind it.
fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            return rest.split_once(quote).map_or(rest, |(inside, _)| inside);
        }
    }
    value
        .split_once(" #")
        .map_or(value, |(value, _)| value)
        .trim_end()
}

/// The items of a list in brackets, or the value itself.
fn parts(value: &str) -> Vec<&str> {
    match value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(items) => items.split(',').map(|item| unquoted(item.trim())).collect(),
        None => vec![value],
    }
}
