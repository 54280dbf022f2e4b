//! Values of make's variables: `$(NAME)`, `${NAME}`, `$(NAME:.c=.o)`, and the functions on texts and paths.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::joined;
use super::makefile::Variable;

/// What names mean where a text is expanded.
pub(super) struct Scope<'a> {
    pub folder: &'a Path,
    pub variables: &'a FxHashMap<String, Variable>,
    /// The files read so far.
    pub files: &'a [String],
}

/// Variables that hold each other deeper than this hold themselves.
const DEEPEST: usize = 64;

/// More names or more text than this comes from variables that double each other.
const MOST: usize = 1 << 18;

/// The value of a text, and what in it is not evaluated: functions such as `shell`, which becomes empty.
pub(super) fn expand(text: &str, scope: &Scope<'_>) -> (String, Vec<String>) {
    let mut expansion = Expansion {
        scope,
        unknown: vec![],
        effort: 0,
    };
    let value = expansion.text(text, 0);
    (value, expansion.unknown)
}

struct Expansion<'a> {
    scope: &'a Scope<'a>,
    unknown: Vec<String>,
    /// How many names were replaced, and how much text was made.
    effort: usize,
}

impl Expansion<'_> {
    fn text(&mut self, text: &str, depth: usize) -> String {
        if depth > DEEPEST || self.effort > MOST {
            self.leave_out(text);
            return String::new();
        }
        let mut result = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            result.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(first) = rest.chars().next() else {
                break;
            };
            match first {
                '(' | '{' => {
                    let (inside, after) = enclosed(rest);
                    rest = after;
                    result.push_str(&self.reference(inside, depth + 1));
                }
                '$' => {
                    result.push('$');
                    rest = &rest[1..];
                }
                name => {
                    rest = &rest[name.len_utf8()..];
                    result.push_str(&self.variable(&name.to_string(), depth + 1));
                }
            }
        }
        result.push_str(rest);
        self.effort = self.effort.saturating_add(1 + result.len());
        result
    }

    fn leave_out(&mut self, what: &str) {
        if !self.unknown.iter().any(|known| known == what) {
            self.unknown.push(what.to_owned());
        }
    }

    fn reference(&mut self, inside: &str, depth: usize) -> String {
        if let Some((name, arguments)) = inside.split_once(char::is_whitespace)
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        {
            return self.function(name, arguments.trim_start(), depth);
        }
        // `$(SOURCES:.c=.o)`
        if let Some((name, change)) = inside.split_once(':')
            && let Some((from, to)) = change.split_once('=')
        {
            let value = self.variable(name, depth);
            let (from, to) = (self.text(from, depth), self.text(to, depth));
            let pattern = |text: &str| {
                if text.contains('%') {
                    text.to_owned()
                } else {
                    format!("%{text}")
                }
            };
            return each(&value, |word| {
                substituted(word, &pattern(&from), &pattern(&to))
            });
        }
        let name = self.text(inside, depth);
        self.variable(&name, depth)
    }

    fn variable(&mut self, name: &str, depth: usize) -> String {
        if name == "MAKEFILE_LIST" {
            return self.scope.files.join(" ");
        }
        match self.scope.variables.get(name) {
            Some(variable) => self.text(&variable.text, depth + 1),
            None => String::new(),
        }
    }

    fn function(&mut self, name: &str, arguments: &str, depth: usize) -> String {
        let parts = arguments_of(arguments);
        let folder = self.scope.folder;
        let mut part = |index: usize| match parts.get(index) {
            Some(text) => self.text(text, depth + 1),
            None => String::new(),
        };
        match name {
            "strip" => each(&part(0), str::to_owned),
            "abspath" | "realpath" => each(&part(0), |word| {
                let path = joined(folder, word);
                let path = std::path::absolute(&path).unwrap_or(path);
                joined(Path::new(""), path).display().to_string()
            }),
            "dir" => each(&part(0), |word| match word.rsplit_once('/') {
                Some((folder, _)) => format!("{folder}/"),
                None => "./".into(),
            }),
            "notdir" => each(&part(0), |word| {
                word.rsplit('/').next().unwrap_or(word).to_owned()
            }),
            "basename" => each(&part(0), |word| match word.rsplit_once('.') {
                Some((stem, ending)) if !ending.contains('/') => stem.to_owned(),
                _ => word.to_owned(),
            }),
            "addprefix" => {
                let (prefix, words) = (part(0), part(1));
                each(&words, |word| format!("{prefix}{word}"))
            }
            "addsuffix" => {
                let (suffix, words) = (part(0), part(1));
                each(&words, |word| format!("{word}{suffix}"))
            }
            "subst" => {
                let (from, to, text) = (part(0), part(1), part(2));
                if from.is_empty() {
                    text
                } else {
                    text.replace(&from, &to)
                }
            }
            "patsubst" => {
                let (from, to, words) = (part(0), part(1), part(2));
                each(&words, |word| substituted(word, from.trim(), to.trim()))
            }
            "filter" | "filter-out" => {
                let (patterns, words) = (part(0), part(1));
                let matches = |word: &str| {
                    patterns
                        .split_whitespace()
                        .any(|pattern| stem(word, pattern).is_some())
                };
                let kept = words
                    .split_whitespace()
                    .filter(|word| matches(word) == (name == "filter"));
                kept.collect::<Vec<_>>().join(" ")
            }
            "firstword" => part(0).split_whitespace().next().unwrap_or("").to_owned(),
            "lastword" => part(0)
                .split_whitespace()
                .next_back()
                .unwrap_or("")
                .to_owned(),
            "sort" => {
                let text = part(0);
                let words: std::collections::BTreeSet<&str> = text.split_whitespace().collect();
                words.into_iter().collect::<Vec<_>>().join(" ")
            }
            "if" => {
                let branch = if part(0).trim().is_empty() { 2 } else { 1 };
                part(branch)
            }
            _ => {
                self.leave_out(&format!("{name} {arguments}"));
                String::new()
            }
        }
    }
}

fn each(words: &str, change: impl Fn(&str) -> String) -> String {
    words
        .split_whitespace()
        .map(change)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What `%` stands for if a word matches a pattern.
fn stem<'a>(word: &'a str, pattern: &str) -> Option<&'a str> {
    match pattern.split_once('%') {
        Some((before, after)) => word.strip_prefix(before)?.strip_suffix(after),
        None => (word == pattern).then_some(""),
    }
}

fn substituted(word: &str, from: &str, to: &str) -> String {
    match stem(word, from) {
        Some(stem) => to.replacen('%', stem, 1),
        None => word.to_owned(),
    }
}

/// What stands in the parentheses or braces that a text starts with, and what follows them.
fn enclosed(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (&text[1..at], &text[at + 1..]);
                }
            }
            _ => {}
        }
    }
    (&text[1..], "")
}

/// Arguments of a function, apart at commas that are in no parentheses.
fn arguments_of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> (String, Vec<String>) {
        let mut variables = FxHashMap::default();
        let pairs = [
            ("SRC", "a.c b.c"),
            ("DIR", "/src"),
            ("NAME", "SRC"),
            ("LOOP", "$(LOOP)x"),
            ("DOUBLE", "$(DOUBLE)$(DOUBLE)"),
        ];
        for (name, text) in pairs {
            let text = text.to_owned();
            variables.insert(name.to_owned(), Variable { text, span: None });
        }
        let files = ["Makefile".to_owned(), "../common".to_owned()];
        let scope = Scope {
            folder: Path::new("/p"),
            variables: &variables,
            files: &files,
        };
        expand(text, &scope)
    }

    #[test]
    fn names_and_functions() {
        let check = |text: &str, expected: &str| {
            assert_eq!(value(text), (expected.into(), vec![]), "{text}")
        };
        check("$(SRC) ${DIR}/x $$y $(NONE)", "a.c b.c /src/x $y ");
        check("$($(NAME))", "a.c b.c");
        check("$(SRC:.c=.o) $(SRC:%.c=x/%.o)", "a.o b.o x/a.o x/b.o");
        check("$(addprefix $(DIR)/,$(SRC))", "/src/a.c /src/b.c");
        check(
            "$(patsubst %.c,%.goto,$(SRC)) $(subst a,z,$(SRC))",
            "a.goto b.goto z.c b.c",
        );
        check("$(abspath ../x/./y)", "/x/y");
        check("$(dir $(lastword $(MAKEFILE_LIST)))", "../");
        check(
            "$(notdir x/y.c) $(basename x/y.c) $(firstword 1 2)",
            "y.c x/y 1",
        );
        check(
            "$(if $(NONE),yes,no) $(filter %.c,a.c b.h) $(filter-out a.c,$(SRC))",
            "no a.c b.c",
        );
    }

    #[test]
    fn what_is_not_evaluated_is_named() {
        assert_eq!(
            value("x$(shell git status)y"),
            ("xy".into(), vec!["shell git status".into()])
        );
    }

    #[test]
    fn what_has_no_end_ends() {
        assert!(!value("$(LOOP)").1.is_empty());
        assert!(!value("$(DOUBLE)").1.is_empty());
        assert_eq!(value("$(SRC").0, "a.c b.c");
        assert_eq!(value("$").0, "");
        value(&"$(".repeat(100_000));
    }
}
