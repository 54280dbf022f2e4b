//! Where tokens are spelled, and how they came into the program.
//!
//! GCC tells where a token is spelled but not whether a macro brought it. A token in a `#define` is from the body of a macro. Whether
//! another one is an argument, the text between it and the token before says: what is missing in the output between two
//! tokens are macro names, and the parentheses of their arguments.

use std::path::Path;

use assay_source::{FileId, SourceFile, SourceMap, Span};
use rustc_hash::FxHashMap;

use super::Reader;
use super::marker::Marker;
use crate::syntax::Origin;
use crate::syntax::lexer::{Piece, blanks, piece};

/// The files that have been read for a program, by the names that the compiler gives them.
#[derive(Default)]
pub struct Files {
    known: FxHashMap<String, Option<Text>>,
}

/// A text, and where in it directives are.
#[derive(Clone)]
pub(super) struct Text {
    pub file: SourceFile,
    lines: std::sync::Arc<[usize]>,
    directives: std::sync::Arc<[(usize, usize)]>,
}

impl Files {
    pub fn new() -> Files {
        Files::default()
    }

    /// The file of a name. None if it cannot be read, as `<built-in>`.
    pub fn enter(
        &mut self,
        name: &str,
        map: &mut SourceMap,
        read: Reader<'_>,
    ) -> Option<SourceFile> {
        self.text(name, map, read).map(|text| text.file)
    }

    pub(super) fn text(
        &mut self,
        name: &str,
        map: &mut SourceMap,
        read: Reader<'_>,
    ) -> Option<Text> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        // What the compiler defines itself is in files such as `<built-in>`, which nobody can read.
        let bytes = read(Path::new(name)).ok();
        let id = bytes.and_then(|bytes| map.add_lossy(name, &bytes).ok());
        let text = id.map(|id| Text::new(map.file(id).clone()));
        self.known.insert(name.to_owned(), text.clone());
        text
    }
}

impl Text {
    fn new(file: SourceFile) -> Text {
        let text = file.text();
        let lines: Vec<usize> = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let directives = directives(text).into();
        Text {
            lines: lines.into(),
            directives,
            file,
        }
    }

    pub fn id(&self) -> FileId {
        self.file.id
    }

    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.lines.get(line.checked_sub(1)?).copied()
    }

    /// Where a token is spelled, if it stands at the place that a marker names.
    fn spelled(&self, marker: &Marker<'_>, token: &str) -> Option<usize> {
        let at = self.line_start(marker.line)? + marker.column.checked_sub(1)?;
        let rest = self.file.text().get(at..)?;
        // The whole token: a token made by `##` may start with the same characters.
        (rest.starts_with(token) && piece(rest).1 == token.len()).then_some(at)
    }

    fn in_directive(&self, at: usize) -> bool {
        let after = self.directives.partition_point(|&(start, _)| start <= at);
        after > 0 && at < self.directives[after - 1].1
    }

    /// The end of the last directive that lies in a range.
    fn last_directive(&self, from: usize, to: usize) -> Option<usize> {
        let after = self.directives.partition_point(|&(_, end)| end <= to);
        let end = self.directives[..after].last()?.1;
        (end > from).then_some(end)
    }

    /// The first name from a place on, directives left out.
    fn first_name(&self, from: usize, line: usize) -> Option<Span> {
        let text = self.file.text();
        let mut at = from.max(self.line_start(line).unwrap_or(0));
        while at < text.len() {
            at += blanks(&text[at..], true);
            if let Some(end) = self.directive_end(at) {
                at = end;
                continue;
            }
            let (kind, length) = piece(&text[at..]);
            if kind == Piece::Name {
                return Some(Span::new(self.id(), at, at + length));
            }
            at += length.max(1);
            if !text.is_char_boundary(at) {
                return None;
            }
        }
        None
    }

    fn directive_end(&self, at: usize) -> Option<usize> {
        let found = self.directives.binary_search_by_key(&at, |d| d.0).ok()?;
        Some(self.directives[found].1)
    }

    /// The line as a span, without blanks around it.
    fn whole_line(&self, line: usize) -> Option<Span> {
        let start = self.line_start(line)?;
        let text = self.file.text()[start..].lines().next().unwrap_or("");
        let skip = text.len() - text.trim_start().len();
        Some(Span::new(
            self.id(),
            start + skip,
            start + skip + text.trim().len(),
        ))
    }
}

pub(super) fn line_start(text: &str, line: usize) -> Option<usize> {
    match line.checked_sub(2) {
        None => Some(0),
        Some(skip) => text.match_indices('\n').nth(skip).map(|(at, _)| at + 1),
    }
}

/// The ranges of directives: from `#` to the end of its line, continued lines included.
fn directives(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while at < text.len() {
        at += blanks(&text[at..], false);
        let rest = &text[at..];
        if let Some(line) = rest.strip_prefix('\n') {
            at = text.len() - line.len();
            fresh = true;
            continue;
        }
        let start = at;
        if fresh && (rest.starts_with('#') || rest.starts_with("%:")) {
            while at < text.len() && !text[at..].starts_with('\n') {
                let length = blanks(&text[at..], false);
                at += if length > 0 {
                    length
                } else {
                    step(&text[at..])
                };
            }
            found.push((start, at));
        } else {
            at += step(rest);
        }
        fresh = false;
    }
    found
}

/// The length of the next token, at least one character.
fn step(text: &str) -> usize {
    match piece(text) {
        (Piece::Stray, _) | (_, 0) => text.chars().next().map_or(0, char::len_utf8),
        (_, length) => length,
    }
}

/// How far the output has come in one file.
#[derive(Clone, Copy, Default)]
struct Cursor {
    /// Where the last token ends that stands in the file outside of directives.
    end: usize,
    /// Open parentheses of the macro's arguments.
    depth: usize,
    /// The macro that is being expanded.
    using: Option<Span>,
}

/// A place that has been found.
pub(super) struct Place {
    pub span: Span,
    pub used: Span,
    pub origin: Origin,
}

/// Follows the output through the files of one translation unit.
#[derive(Default)]
pub(super) struct Tracker {
    cursors: FxHashMap<FileId, Cursor>,
}

impl Tracker {
    /// The file starts again.
    pub fn enters(&mut self, file: FileId) {
        self.cursors.insert(file, Cursor::default());
    }

    /// The place of a token with a marker. `at` is the file and the line from which the line of output comes.
    pub fn place(
        &mut self,
        token: &str,
        marker: Option<(&Marker<'_>, &Text)>,
        at: Option<(&Text, usize)>,
        fallback: Span,
    ) -> Place {
        let spelled = marker.and_then(|(marker, text)| Some((text, text.spelled(marker, token)?)));
        if let Some((text, start)) = spelled
            && !text.in_directive(start)
            && at.is_none_or(|(output, _)| output.id() == text.id())
        {
            return self.in_text(token, text, start);
        }
        let used = at.and_then(|(text, line)| self.using(text, line));
        let used = used.unwrap_or(fallback);
        match spelled {
            Some((text, start)) => Place {
                span: Span::new(text.id(), start, start + token.len()),
                used,
                origin: Origin::Body,
            },
            None => Place {
                span: used,
                used,
                origin: Origin::Made,
            },
        }
    }

    /// A token that stands in a file outside of directives.
    fn in_text(&mut self, token: &str, text: &Text, start: usize) -> Place {
        let cursor = self.cursors.entry(text.id()).or_default();
        let span = Span::new(text.id(), start, start + token.len());
        if start < cursor.end {
            // Only an argument that is used twice comes a second time.
            return Place {
                span,
                used: cursor.using.unwrap_or(span),
                origin: Origin::Argument,
            };
        }
        skip(cursor, text, start);
        cursor.end = start + token.len();
        if cursor.depth == 0 {
            cursor.using = None;
            return Place {
                span,
                used: span,
                origin: Origin::Direct,
            };
        }
        match token {
            "(" => cursor.depth += 1,
            // The parenthesis that ends the arguments is not in the output.
            ")" if cursor.depth > 1 => cursor.depth -= 1,
            _ => {}
        }
        Place {
            span,
            used: cursor.using.unwrap_or(span),
            origin: Origin::Argument,
        }
    }

    /// The use of the macro that is being expanded in a line.
    fn using(&mut self, text: &Text, line: usize) -> Option<Span> {
        let cursor = self.cursors.entry(text.id()).or_default();
        if cursor.using.is_none() {
            cursor.using = text
                .first_name(cursor.end, line)
                .or_else(|| text.whole_line(line));
        }
        cursor.using
    }
}

/// Moves a cursor over text that is not in the output.
fn skip(cursor: &mut Cursor, text: &Text, to: usize) {
    let mut at = cursor.end;
    if let Some(end) = text.last_directive(at, to) {
        at = end;
        cursor.depth = 0;
    }
    let whole = text.file.text();
    let mut name = None;
    while at < to {
        at += blanks(&whole[at..to], true);
        if at >= to {
            break;
        }
        let (kind, length) = piece(&whole[at..to]);
        match kind {
            Piece::Name => name = Some(Span::new(text.id(), at, at + length)),
            Piece::Punct("(") => {
                if cursor.depth == 0 {
                    cursor.using = name;
                }
                cursor.depth += 1;
            }
            Piece::Punct(")") => cursor.depth = cursor.depth.saturating_sub(1),
            _ => {}
        }
        at += if kind == Piece::Stray {
            step(&whole[at..to])
        } else {
            length
        };
    }
}

/// Places of the tokens of one line of output, where only the line is known: the tokens at its start and at its end that the text
/// has too. What is between them comes from macros.
pub(super) fn align(tokens: &[&str], text: &Text, line: usize) -> Option<Vec<Place>> {
    let start = text.line_start(line)?;
    let whole = text.file.text();
    let mut written = Vec::new();
    let mut at = start;
    loop {
        at += blanks(&whole[at..], false);
        if at >= whole.len() || whole[at..].starts_with('\n') {
            break;
        }
        let length = step(&whole[at..]);
        written.push((at, length));
        at += length;
    }
    let same = |token: &str, &(at, length): &(usize, usize)| token == &whole[at..at + length];
    let head = tokens
        .iter()
        .zip(&written)
        .take_while(|(token, piece)| same(token, piece))
        .count();
    let most = tokens.len().min(written.len()) - head;
    let tail = tokens
        .iter()
        .rev()
        .zip(written.iter().rev())
        .take(most)
        .take_while(|(token, piece)| same(token, piece))
        .count();
    let middle = written.get(head).filter(|_| head + tail < written.len());
    let span = |&(at, length): &(usize, usize)| Span::new(text.id(), at, at + length);
    let used = middle.map(span).or_else(|| text.whole_line(line))?;
    let place = |index: usize| {
        let from_end = tokens.len() - index;
        let direct = if index < head {
            Some(index)
        } else if from_end <= tail {
            Some(written.len() - from_end)
        } else {
            None
        };
        match direct {
            Some(index) => Place {
                span: span(&written[index]),
                used: span(&written[index]),
                origin: Origin::Direct,
            },
            None => Place {
                span: used,
                used,
                origin: Origin::Made,
            },
        }
    };
    Some((0..tokens.len()).map(place).collect())
}
