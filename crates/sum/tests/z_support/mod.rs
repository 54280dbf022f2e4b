//! What the tests of Z share: reading a text, and Jaza's files of commands.
#![allow(dead_code)]

use assay_source::{Color, Diagnostic, Renderer, SourceMap};
use assay_sum::syntax::{Specification, parse_latex, parse_unicode};
use assay_sum::with_deep_stack;

/// A text that was read.
pub struct Read {
    pub map: SourceMap,
    pub tree: Specification,
    pub faults: Vec<Diagnostic>,
}

impl Read {
    pub fn errors(&self) -> usize {
        self.faults.iter().filter(|fault| fault.is_error()).count()
    }

    /// The lines of the errors.
    pub fn error_lines(&self) -> Vec<usize> {
        self.lines(true)
    }

    pub fn warning_lines(&self) -> Vec<usize> {
        self.lines(false)
    }

    fn lines(&self, errors: bool) -> Vec<usize> {
        let asked = self
            .faults
            .iter()
            .filter(|fault| fault.is_error() == errors);
        let mut lines: Vec<usize> = asked
            .filter_map(|fault| {
                let span = fault.span?;
                Some(self.map.file(span.file).start(span).line)
            })
            .collect();
        lines.dedup();
        lines
    }

    /// The lines of what is said, without the text of lines that are too long to be looked at.
    pub fn rendered_lines(&self) -> Vec<String> {
        let all = self.rendered();
        all.lines()
            .filter(|line| line.len() < 300)
            .map(str::to_owned)
            .collect()
    }

    pub fn rendered(&self) -> String {
        Renderer::new(Color::Plain).render_all(&self.map, &self.faults)
    }
}

pub fn latex(text: &str) -> Read {
    read("spec.tex", text, true)
}

/// A file in the mark-up that its name says.
pub fn file(path: &std::path::Path) -> Read {
    let text = std::fs::read_to_string(path).unwrap();
    let is_latex = path.extension().is_some_and(|it| it == "tex");
    if is_latex {
        latex(&text)
    } else {
        unicode(&text)
    }
}

pub fn unicode(text: &str) -> Read {
    read("spec.zed", text, false)
}

fn read(name: &str, text: &str, is_latex: bool) -> Read {
    let mut map = SourceMap::new();
    let id = map.add_text(name, text);
    let file = map.file(id).clone();
    let (tree, faults) = with_deep_stack(|| {
        if is_latex {
            parse_latex(&file)
        } else {
            parse_unicode(&file)
        }
    });
    Read { map, tree, faults }
}

/// A line of one of Jaza's files that says what a predicate has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JazaCheck {
    pub line: usize,
    pub expected: JazaAnswer,
    pub predicate: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JazaAnswer {
    True,
    Undefined,
}

/// A file of commands of Jaza as a document of Z with the checks as conjectures, and the checks. Lines keep their numbers.
pub fn jaza(text: &str) -> (String, Vec<JazaCheck>) {
    let mut document = String::new();
    let mut checks = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = [
            ("checktrue ", JazaAnswer::True),
            ("checkundef ", JazaAnswer::Undefined),
        ]
        .into_iter()
        .find_map(|(command, expected)| Some((line.strip_prefix(command)?, expected)));
        match found {
            Some((predicate, expected)) => {
                checks.push(JazaCheck {
                    line: index + 1,
                    expected,
                    predicate: predicate.trim().to_owned(),
                });
                document.push_str(&format!(
                    "\\begin{{zed}} \\vdash? {predicate} \\end{{zed}}\n"
                ));
            }
            None => {
                document.push_str(line);
                document.push('\n');
            }
        }
    }
    (document, checks)
}

/// An error in the expected output of `fuzz`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuzzError {
    pub line: usize,
    pub message: String,
}

impl FuzzError {
    /// Whether the text is no Z, rather than Z without types.
    pub fn is_syntax(&self) -> bool {
        // These alone name the symbol at which the parser stopped; behind adjacent names it goes on.
        !self.message.starts_with("Adjacent names")
            && ["at symbol", "at end of file"]
                .iter()
                .any(|part| self.message.contains(part))
    }
}

/// The errors of a file `test*.exp`, for the readers of Z and for its types: `"test1.in", line 500: MESSAGE`.
pub fn fuzz_errors(expected: &str) -> Vec<FuzzError> {
    let place = |line: &str| {
        let rest = line.strip_prefix('"')?;
        let (_, rest) = rest.split_once("\", line ")?;
        let (number, message) = rest.split_once(": ")?;
        Some(FuzzError {
            line: number.parse().ok()?,
            message: message.to_owned(),
        })
    };
    expected.lines().filter_map(place).collect()
}
