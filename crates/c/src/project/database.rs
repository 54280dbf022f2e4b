//! Compilation databases (`compile_commands.json`), which CMake, Bear and Ninja write.
//!
//! The format is that of Clang's documentation, "JSON Compilation Database Format Specification": a list of objects with `directory`,
//! `file`, and `arguments` or `command`.

use std::path::Path;

use assay_source::{Diagnostic, Span};

use super::json::{Json, Value, parse};
use super::word::{Word, words};
use super::{Input, Source, compiler, joined, same};
use crate::program::DataModel;

/// What a database says about all sources together.
#[derive(Default)]
pub(super) struct Filled {
    pub model: Option<DataModel>,
    pub notes: Vec<Diagnostic>,
}

/// Gives the sources the options that the database has for them. Without sources, the one entry of the database is taken.
pub(super) fn fill(
    path: &Path,
    sources: &mut Vec<Source>,
    input: &mut Input<'_>,
) -> Result<Filled, Vec<Diagnostic>> {
    let entries = entries(path, input)?;
    let mut filled = Filled::default();
    if sources.is_empty() {
        let [only] = &entries[..] else {
            return Err(vec![which(path, &entries)]);
        };
        sources.push(only.source.clone());
        filled.model = only.model;
        return Ok(filled);
    }
    let mut errors = Vec::new();
    for source in sources {
        let found = entries
            .iter()
            .find(|entry| same(&entry.source.path, &source.path));
        let Some(entry) = found else {
            // Harnesses are often not part of the build.
            let helpful = entries
                .iter()
                .find(|entry| entry.source.path.parent() == source.path.parent());
            if let Some(entry) = helpful.or(entries.first()) {
                prepend(source, &entry.source);
                let message = format!(
                    "`{}` is not in `{}`: it is read like `{}`",
                    source.path.display(),
                    path.display(),
                    entry.source.path.display()
                );
                filled.notes.push(Diagnostic::note("C0206", message));
            }
            continue;
        };
        prepend(source, &entry.source);
        match (filled.model, entry.model) {
            (Some(one), Some(two)) if one != two => {
                let message = format!(
                    "`{}` is compiled for another data model than the files before it",
                    source.path.display()
                );
                errors.push(Diagnostic::error("C0205", message).at(entry.span));
            }
            (None, found) => filled.model = found,
            _ => {}
        }
    }
    if errors.is_empty() {
        Ok(filled)
    } else {
        Err(errors)
    }
}

/// What the command line says comes last, so that it wins.
fn prepend(source: &mut Source, from: &Source) {
    let mut options = from.options.clone();
    options.add(&source.options);
    source.options = options;
}

fn which(path: &Path, entries: &[Entry]) -> Diagnostic {
    let message = format!("`{}` has {} entries", path.display(), entries.len());
    let names: Vec<String> = entries
        .iter()
        .take(3)
        .map(|e| format!("`{}`", e.source.path.display()))
        .collect();
    let example = if names.is_empty() {
        String::new()
    } else {
        format!(": {}", names.join(", "))
    };
    Diagnostic::error("C0205", message)
        .help(format!("name the C files that belong together{example}"))
}

struct Entry {
    source: Source,
    model: Option<DataModel>,
    span: Span,
}

fn entries(path: &Path, input: &mut Input<'_>) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let file = input.open(path).map_err(|error| vec![*error])?;
    let json = parse(&file).map_err(|error| vec![*error])?;
    let Value::List(items) = &json.value else {
        let message = format!(
            "`{}` is no compilation database: it is not a list",
            file.name()
        );
        return Err(vec![Diagnostic::error("C0205", message).at(json.span)]);
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for item in items {
        match entry(item, folder) {
            Ok(entry) => found.extend(entry),
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() {
        Ok(found)
    } else {
        Err(errors)
    }
}

/// An entry; None if it compiles another language.
fn entry(item: &Json, folder: &Path) -> Result<Option<Entry>, Box<Diagnostic>> {
    let wrong = |what: &str, span| Box::new(Diagnostic::error("C0205", what).at(span));
    let field = |name: &str| item.get(name).and_then(Json::text);
    let Some(file) = field("file") else {
        return Err(wrong("an entry has no text `file`", item.span));
    };
    let directory = joined(folder, field("directory").unwrap_or(""));
    let path = joined(&directory, file);
    if path.extension().is_none_or(|ending| ending != "c") {
        return Ok(None);
    }
    let line: Vec<Word> = match (item.get("arguments"), item.get("command")) {
        (Some(list), _) => {
            let Value::List(items) = &list.value else {
                return Err(wrong("`arguments` is no list", list.span));
            };
            let word = |item: &Json| {
                let text = item.text()?.to_owned();
                let span = Some(item.span);
                Some(Word { text, span })
            };
            let Some(words) = items.iter().map(word).collect() else {
                return Err(wrong(
                    "`arguments` has something else than texts in it",
                    list.span,
                ));
            };
            words
        }
        (None, Some(command)) => match command.text() {
            Some(text) => words(text, |_, _| Some(command.span)),
            None => return Err(wrong("`command` is no text", command.span)),
        },
        (None, None) => {
            return Err(wrong(
                "an entry has neither `arguments` nor `command`",
                item.span,
            ));
        }
    };
    let mut compiled = compiler::read(line.get(1..).unwrap_or_default(), &directory);
    let options = compiled
        .sources
        .pop()
        .map(|source| source.options)
        .unwrap_or_default();
    Ok(Some(Entry {
        source: Source { path, options },
        model: compiled.model,
        span: item.span,
    }))
}
