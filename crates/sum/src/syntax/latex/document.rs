//! Which parts of a document are formal.
//!
//! Everything outside of the environments of Z is prose, and is skipped. Comments start with `%`; but `%%` at the start of a line hides a text
//! from LaTeX only: it is read here, as `fuzz` does, and the words that `fuzz` and CZT know there are directives.
//!
//! A place is a range of bytes of the file. The parts that are found come in their order, and lie apart.

use std::ops::Range;

use assay_source::{Diagnostic, FileId, Span};

use super::faults;
use crate::syntax::z::BlockKind;

/// An environment of Z.
#[derive(Clone, Debug)]
pub(crate) struct Formal {
    pub(crate) kind: BlockKind,
    /// `\begin{...}`
    pub(crate) begin: Range<usize>,
    /// What stands in the braces after it: `Queue[X]` of a schema.
    pub(crate) heading: Option<Range<usize>>,
    /// What stands in the brackets after it: `X, Y`.
    pub(crate) parameters: Option<Range<usize>>,
    pub(crate) body: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Formal(Formal),
    /// A line `%%inop * 4`: the word, and the rest of the line.
    Directive {
        word: Range<usize>,
        rest: Range<usize>,
    },
}

/// The environments that are read, and what each of them holds.
const BOXES: &[(&str, BlockKind)] = &[
    ("axdef", BlockKind::Axiomatic),
    ("axdef*", BlockKind::Axiomatic),
    ("gendef", BlockKind::Axiomatic),
    ("gendef*", BlockKind::Axiomatic),
    ("uniqdef", BlockKind::Axiomatic),
    ("schema", BlockKind::Schema),
    ("schema*", BlockKind::Schema),
    ("syntax", BlockKind::Syntax),
    ("theorem", BlockKind::Theorem),
    ("zed", BlockKind::Zed),
    ("zed*", BlockKind::Zed),
    ("zsection", BlockKind::Section),
];

/// Environments whose text is not LaTeX.
const VERBATIM: &[&str] = &["verbatim", "verbatim*", "lstlisting", "comment", "minted"];

/// The words after `%%` that `fuzz` and CZT know.
pub(crate) const DIRECTIVES: &[&str] = &[
    "Zchar",
    "Zinchar",
    "Zinword",
    "Zpostchar",
    "Zpostword",
    "Zprechar",
    "Zpreword",
    "Zword",
    "debug",
    "ignore",
    "ingen",
    "inop",
    "inrel",
    "line",
    "pname",
    "postop",
    "pregen",
    "prerel",
    "tame",
    "type",
    "unchecked",
    "word",
];

/// The parts of a document, and what is wrong with its environments.
pub(crate) fn split(text: &str, file: FileId) -> (Vec<Part>, Vec<Diagnostic>) {
    let mut scan = Scan {
        text,
        file,
        at: 0,
        unchecked: false,
        conjectures: text.contains("{z-eves}"),
        parts: Vec::new(),
        faults: Vec::new(),
    };
    scan.document();
    (scan.parts, scan.faults)
}

struct Scan<'a> {
    text: &'a str,
    file: FileId,
    at: usize,
    /// The next environment is not read.
    unchecked: bool,
    /// Theorems are Z even without a turnstile, as in Z/EVES.
    conjectures: bool,
    parts: Vec<Part>,
    faults: Vec<Diagnostic>,
}

/// How an environment ends.
enum Closing {
    /// By its own `\end`, or one of another environment.
    End { name: Range<usize> },
    /// Where the next environment of Z begins, or with the document.
    Missing,
}

impl Scan<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn document(&mut self) {
        while self.at < self.text.len() {
            if self.at_line_start() && self.rest().starts_with("%%") {
                self.hidden_line();
            } else if self.rest().starts_with('%') {
                self.at = line_end(self.text, self.at);
            } else if self.rest().starts_with('\\') {
                self.command();
            } else {
                self.at = next_of(self.text, self.at + width(self.text, self.at));
            }
        }
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// `%%`: a directive, or a text that only LaTeX does not see.
    fn hidden_line(&mut self) {
        let word = self.at + 2..letters_end(self.text, self.at + 2);
        let name = &self.text[word.clone()];
        if !DIRECTIVES.contains(&name) {
            if let Some(near) = faults::nearest(name, DIRECTIVES).filter(|_| name.len() > 3) {
                let fault = faults::directive(name, near).at(self.span(&word));
                self.faults.push(fault);
            }
            self.at += 2;
            return;
        }
        let rest = word.end..line_end(self.text, word.end);
        self.at = rest.end;
        match name {
            "unchecked" => self.unchecked = true,
            _ => self.parts.push(Part::Directive { word, rest }),
        }
    }

    /// `\begin`, `\end`, `\verb` or any other command.
    fn command(&mut self) {
        let start = self.at;
        let word = &self.text[start + 1..letters_end(self.text, start + 1)];
        self.at = start + 1 + word.len();
        match word {
            "" => self.at += width(self.text, self.at),
            "verb" => self.verbatim_words(),
            "begin" => {
                if let Some(name) = self.braces() {
                    self.begin(start, name);
                }
            }
            "end" => {
                if let Some(name) = self.braces() {
                    let inner = &self.text[name.clone()];
                    if kind_of(inner).is_some_and(|kind| kind != BlockKind::Theorem) {
                        let fault = faults::stray_end(inner).at(self.span(&(start..self.at)));
                        self.faults.push(fault);
                    }
                }
            }
            _ => {}
        }
    }

    /// `\verb|...|`
    fn verbatim_words(&mut self) {
        let end = line_end(self.text, self.at);
        if let Some(mark) = self.rest().chars().next() {
            let inner = self.at + mark.len_utf8();
            if let Some(found) = self.text.get(inner..end).and_then(|line| line.find(mark)) {
                self.at = inner + found + mark.len_utf8();
            }
        }
    }

    /// `{...}` on one line, with its place; None where something else stands.
    fn braces(&mut self) -> Option<Range<usize>> {
        self.enclosed('{', '}')
    }

    fn enclosed(&mut self, open: char, close: char) -> Option<Range<usize>> {
        let blank = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        let start = self.at + blank;
        if !self.text[start..].starts_with(open) {
            return None;
        }
        let mut depth = 0;
        for (offset, c) in self.text[start..line_end(self.text, start)].char_indices() {
            if c == open {
                depth += 1;
            } else if c == close {
                depth -= 1;
                if depth == 0 {
                    self.at = start + offset + 1;
                    return Some(start + 1..start + offset);
                }
            }
        }
        None
    }

    /// An environment whose name is known now.
    fn begin(&mut self, start: usize, name: Range<usize>) {
        let word = &self.text[name.clone()];
        if VERBATIM.contains(&word) {
            let end = format!("\\end{{{word}}}");
            self.at = (self.rest().find(&end)).map_or(self.text.len(), |i| self.at + i + end.len());
            return;
        }
        let Some(kind) = kind_of(word) else {
            let known: Vec<&str> = BOXES.iter().map(|(name, _)| *name).collect();
            if let Some(near) = faults::nearest(word, &known).filter(|_| word.len() > 4) {
                let fault = faults::environment(word, near).at(self.span(&(start..self.at)));
                self.faults.push(fault);
            }
            return;
        };
        let begin = start..self.at;
        let heading = match kind {
            BlockKind::Schema | BlockKind::Theorem => self.braces(),
            _ => None,
        };
        let parameters = self.enclosed('[', ']').filter(|_| {
            !matches!(
                kind,
                BlockKind::Zed | BlockKind::Syntax | BlockKind::Section
            )
        });
        let after = parameters.as_ref().or(heading.as_ref());
        let inside = after.map_or(begin.end, |range| range.end + 1);
        if kind == BlockKind::Theorem && !self.is_conjecture(inside, heading.is_some()) {
            return;
        }
        if kind == BlockKind::Schema && heading.is_none() {
            let fault = faults::schema_without_name(word).at(self.span(&begin));
            self.faults.push(fault);
        }
        let (mut body, closing) = self.body(inside);
        if matches!(closing, Closing::Missing) {
            // Behind an empty line stands prose rather than more of the paragraph.
            let text = &self.text[body.clone()];
            body.end = text.find("\n\n").map_or(body.end, |i| body.start + i);
        }
        self.closed(&begin, word.to_owned().as_str(), closing);
        if !std::mem::take(&mut self.unchecked) {
            self.parts.push(Part::Formal(Formal {
                kind,
                begin,
                heading,
                parameters,
                body,
            }));
        }
    }

    /// Whether a theorem is a conjecture of Z and not prose.
    fn is_conjecture(&self, inside: usize, named: bool) -> bool {
        named && (self.conjectures || self.text[inside..].trim_start().starts_with("\\vdash"))
    }

    /// From `start` to where the environment ends; the scan goes on behind it.
    fn body(&mut self, start: usize) -> (Range<usize>, Closing) {
        self.at = start;
        while self.at < self.text.len() {
            if self.at_line_start() && self.rest().starts_with("%%") {
                self.at += 2;
            } else if self.rest().starts_with('%') {
                self.at = line_end(self.text, self.at);
            } else if self.rest().starts_with('\\') {
                let command = self.at;
                let word = &self.text[command + 1..letters_end(self.text, command + 1)];
                self.at = command + 1 + word.len();
                match word {
                    "" => self.at += width(self.text, self.at),
                    "begin" | "end" => {
                        let opens = word == "begin";
                        let name = self.braces();
                        let inner = name.as_ref().map_or("", |name| &self.text[name.clone()]);
                        let known = kind_of(inner).is_some();
                        if let Some(name) = name.filter(|_| known && !opens) {
                            return (start..command, Closing::End { name });
                        }
                        if known || inner == "document" {
                            self.at = command;
                            return (start..command, Closing::Missing);
                        }
                    }
                    _ => {}
                }
            } else {
                self.at = next_of(self.text, self.at + width(self.text, self.at));
            }
        }
        (start..self.text.len(), Closing::Missing)
    }

    /// Reports an environment that does not end as it begins.
    fn closed(&mut self, begin: &Range<usize>, word: &str, closing: Closing) {
        let fault = match closing {
            Closing::End { name } => {
                let other = &self.text[name.clone()];
                if other == word {
                    return;
                }
                faults::other_end(word, other)
                    .at(self.span(&name))
                    .secondary(self.span(begin), "it begins here")
            }
            Closing::Missing => faults::without_end(word).at(self.span(begin)),
        };
        self.faults.push(fault);
    }
}

fn kind_of(environment: &str) -> Option<BlockKind> {
    let found = BOXES.iter().find(|(name, _)| *name == environment);
    found.map(|(_, kind)| *kind)
}

/// Where the letters end that start at `from`.
pub(crate) fn letters_end(text: &str, from: usize) -> usize {
    let letters = text[from..].bytes().take_while(u8::is_ascii_alphabetic);
    from + letters.count()
}

/// Where the line ends: before its line feed.
pub(crate) fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |i| from + i)
}

/// The bytes of the character there; 0 at the end.
fn width(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The next character that matters outside of commands.
fn next_of(text: &str, from: usize) -> usize {
    let rest = &text.as_bytes()[from..];
    let found = rest.iter().position(|b| matches!(b, b'\\' | b'%'));
    found.map_or(text.len(), |i| from + i)
}
