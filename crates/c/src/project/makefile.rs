//! The variables of a Makefile, without make.
//!
//! A proof folder sets variables and includes a file that all proofs share. Assignments, `include` and conditionals are read;
//! rules are not.

use std::path::{Path, PathBuf};

use assay_source::{Diagnostic, SourceFile, Span};
use rustc_hash::FxHashMap;

use super::expand::{Scope, expand};
use super::{Input, joined};

/// Files that include each other deeper than this include themselves.
const DEEPEST: usize = 32;

/// What a variable holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// As it is written; names in it are replaced when it is used, unless `:=` has done so.
    pub text: String,
    /// Where it was set last.
    pub span: Option<Span>,
}

/// All variables of a Makefile.
pub(super) struct Makefile {
    /// Where make runs: relative paths start there.
    pub folder: PathBuf,
    variables: FxHashMap<String, Variable>,
    /// The files that have been read, the last one last: `MAKEFILE_LIST`.
    files: Vec<String>,
    pub notes: Vec<Diagnostic>,
}

impl Makefile {
    /// Reads the Makefile of a folder.
    pub fn read(folder: &Path, input: &mut Input<'_>) -> Result<Makefile, Box<Diagnostic>> {
        let mut makefile = Makefile {
            folder: folder.into(),
            variables: FxHashMap::default(),
            files: vec![],
            notes: vec![],
        };
        let here = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
        makefile.set(
            "CURDIR",
            joined(Path::new(""), here).display().to_string(),
            None,
        );
        let path = folder.join("Makefile");
        let file = input.open(&path)?;
        makefile.file(&file, "Makefile", input, 0)?;
        Ok(makefile)
    }

    /// The value of a variable with everything replaced, and where it was set.
    pub fn value(&mut self, name: &str) -> Option<(String, Option<Span>)> {
        let variable = self.variables.get(name)?.clone();
        Some((self.expand(&variable.text, variable.span), variable.span))
    }

    fn expand(&mut self, text: &str, span: Option<Span>) -> String {
        let (value, unknown) = self.expanded(text);
        for what in unknown {
            let message = format!("`$({what})` in a Makefile is not evaluated");
            let note = Diagnostic::warning("C0206", message);
            let note = span.map_or(note.clone(), |span| note.at(span));
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        value
    }

    fn expanded(&self, text: &str) -> (String, Vec<String>) {
        let scope = Scope {
            folder: &self.folder,
            variables: &self.variables,
            files: &self.files,
        };
        expand(text, &scope)
    }

    fn set(&mut self, name: &str, text: String, span: Option<Span>) {
        self.variables
            .insert(name.to_owned(), Variable { text, span });
    }

    fn file(
        &mut self,
        file: &SourceFile,
        name: &str,
        input: &mut Input<'_>,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        self.files.push(name.to_owned());
        let mut conditions: Vec<Condition> = Vec::new();
        let mut in_define = false;
        for (text, span) in logical_lines(file) {
            // A line of a recipe.
            if file.slice(span).starts_with('\t') {
                continue;
            }
            let line = without_comment(&text).trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            // Variables of several lines hold recipes.
            if in_define || word == "define" {
                in_define = word != "endef";
                continue;
            }
            let active = conditions.iter().all(|condition| condition.holds);
            match word {
                "ifdef" | "ifndef" | "ifeq" | "ifneq" => {
                    let holds = active && self.condition(word, rest.trim(), span);
                    conditions.push(Condition {
                        holds,
                        done: holds,
                        span,
                    });
                }
                "else" => {
                    let Some(Condition {
                        done, span: start, ..
                    }) = conditions.pop()
                    else {
                        return Err(wrong("`else` has no conditional", span));
                    };
                    let outside = conditions.iter().all(|condition| condition.holds);
                    let (word, rest) = rest
                        .trim()
                        .split_once(char::is_whitespace)
                        .unwrap_or(("", ""));
                    let holds = outside
                        && !done
                        && (word.is_empty() || self.condition(word, rest.trim(), span));
                    conditions.push(Condition {
                        holds,
                        done: done || holds,
                        span: start,
                    });
                }
                "endif" => {
                    if conditions.pop().is_none() {
                        return Err(wrong("`endif` has no conditional", span));
                    }
                }
                _ if !active => {}
                "include" | "-include" | "sinclude" => {
                    let names = self.expand(rest, Some(span));
                    for name in names.split_whitespace() {
                        self.include(name, word == "include", span, input, depth)?;
                    }
                }
                "export" | "override" => self.assignment(rest, span),
                _ => self.assignment(line, span),
            }
        }
        match conditions.last() {
            None => Ok(()),
            Some(open) => Err(wrong("a conditional has no `endif`", open.span)),
        }
    }

    fn include(
        &mut self,
        name: &str,
        needed: bool,
        span: Span,
        input: &mut Input<'_>,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        if depth >= DEEPEST {
            return Err(wrong(
                "a Makefile includes itself, or too many others",
                span,
            ));
        }
        match input.open(&joined(&self.folder, name)) {
            Ok(file) => self.file(&file, name, input, depth + 1),
            Err(_) if !needed => Ok(()),
            Err(error) => Err(Box::new(error.at(span))),
        }
    }

    fn assignment(&mut self, line: &str, span: Span) {
        let Some(at) = line.find('=') else { return };
        let (left, value) = (&line[..at], line[at + 1..].trim());
        let name = left.trim_end_matches([':', '?', '+', '!']);
        let operator = &left[name.len()..];
        let name = name.trim();
        // A rule with a `=` in it, or one with a variable of its own.
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == ':') {
            return;
        }
        let old = self.variables.get(name).cloned();
        let text = match (operator, old) {
            ("?", Some(_)) => return,
            // What is not evaluated matters only if the variable is used.
            (":" | "::", _) => match self.expanded(value) {
                (text, unknown) if unknown.is_empty() => text,
                _ => value.to_owned(),
            },
            ("+", Some(old)) if !old.text.is_empty() => format!("{} {value}", old.text),
            _ => value.to_owned(),
        };
        self.set(name, text, Some(span));
    }

    fn condition(&mut self, word: &str, rest: &str, span: Span) -> bool {
        match word {
            "ifdef" => self.variables.get(rest).is_some_and(|v| !v.text.is_empty()),
            "ifndef" => self.variables.get(rest).is_none_or(|v| v.text.is_empty()),
            _ => {
                let (left, right) = sides(rest);
                let equal =
                    self.expand(left, Some(span)).trim() == self.expand(right, Some(span)).trim();
                equal == (word == "ifeq")
            }
        }
    }
}

/// A conditional around a line.
struct Condition {
    /// Whether the branch that the line is in is read.
    holds: bool,
    /// Whether one of its branches has been read.
    done: bool,
    /// Where it starts.
    span: Span,
}

fn wrong(message: &str, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("C0203", message).at(span))
}

/// Both sides of `(a,b)`, `"a" "b"` or `'a' 'b'`.
fn sides(text: &str) -> (&str, &str) {
    let inside = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if let Some(inside) = inside {
        let mut depth = 0;
        for (at, c) in inside.char_indices() {
            match c {
                '(' | '{' => depth += 1,
                ')' | '}' => depth -= 1,
                ',' if depth == 0 => return (&inside[..at], &inside[at + 1..]),
                _ => {}
            }
        }
        return (inside, "");
    }
    let quote = text.chars().next().unwrap_or('"');
    let mut parts = text.split(quote);
    let (_, left, _, right) = (parts.next(), parts.next(), parts.next(), parts.next());
    (left.unwrap_or(""), right.unwrap_or(""))
}

/// Lines with those that a backslash continues, and where they stand.
fn logical_lines(file: &SourceFile) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    let mut text = String::new();
    let (mut first, mut start) = (0, 0);
    for line in file.text().split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        let end = start + bare.len();
        start += line.len();
        match bare.strip_suffix('\\') {
            Some(part) => {
                text.push_str(part);
                text.push(' ');
            }
            None => {
                text.push_str(bare);
                found.push((std::mem::take(&mut text), Span::new(file.id, first, end)));
                first = start;
            }
        }
    }
    if !text.is_empty() {
        found.push((text, Span::new(file.id, first, start)));
    }
    found
}

/// A `#` that no backslash protects starts a comment.
fn without_comment(line: &str) -> &str {
    let hash = line
        .match_indices('#')
        .find(|(at, _)| !line[..*at].ends_with('\\'));
    hash.map_or(line, |(at, _)| &line[..at])
}
