//! Reads the preprocessor's output into tokens.

use std::path::Path;
use std::sync::Arc;

use assay_source::{Diagnostic, SourceMap, Span};
use rustc_hash::FxHashMap;

use super::Reader;
use super::command::Preprocessed;
use super::marker::{self, Marker};
use super::places::{Files, Place, Text, Tracker, align};
use super::pragma::Stack;
use crate::syntax::lexer::{Piece, blanks, piece};
use crate::syntax::literal::{self, CharLiteral, Number, Prefix, StringLiteral};
use crate::syntax::{Keyword, Origin, Pragmas, Token, TokenKind};

/// A token of the output before its place is known.
struct Found<'a> {
    text: &'a str,
    kind: Piece,
    marker: Option<Marker<'a>>,
    /// The line of output comes from this line.
    line: usize,
    /// Of the list of files.
    file: usize,
    system: bool,
}

struct Scanner<'a> {
    files: Vec<Option<Text>>,
    numbers: FxHashMap<String, usize>,
    names: FxHashMap<&'a str, Arc<str>>,
    tracker: Tracker,
    pragmas: Stack,
    tokens: Vec<Token>,
    faults: Vec<Diagnostic>,
    fallback: Span,
}

pub(super) fn tokens(
    path: &Path,
    output: &Preprocessed,
    map: &mut SourceMap,
    files: &mut Files,
    read: Reader<'_>,
) -> Result<Vec<Token>, Vec<Diagnostic>> {
    let main = files.enter(&path.to_string_lossy(), map, read);
    let fallback = main.map_or(Span::default(), |file| Span::new(file.id, 0, 0));
    let mut scanner = Scanner {
        files: vec![],
        numbers: FxHashMap::default(),
        names: FxHashMap::default(),
        tracker: Tracker::default(),
        pragmas: Stack::default(),
        tokens: vec![],
        faults: vec![],
        fallback,
    };
    let main = path.to_string_lossy();
    scanner.run(&main, output, &mut |name| files.text(name, map, read));
    if !scanner.faults.is_empty() {
        return Err(scanner.faults);
    }
    let end = scanner
        .tokens
        .last()
        .map_or(fallback, |last| last.used.after());
    scanner.tokens.push(Token {
        kind: TokenKind::End,
        span: end,
        used: end,
        origin: Origin::Direct,
        system: false,
        pragmas: Pragmas::default(),
    });
    Ok(scanner.tokens)
}

type Enter<'e> = &'e mut dyn FnMut(&str) -> Option<Text>;

impl<'a> Scanner<'a> {
    fn run(&mut self, main: &str, output: &'a Preprocessed, enter: Enter<'_>) {
        let text = output.text.as_str();
        let mut at = 0;
        let (mut line, mut file, mut system) = (1usize, self.number(main, enter), false);
        let mut fresh = true;
        let mut marker = None;
        let mut pending: Vec<Found<'a>> = Vec::new();
        while at < text.len() {
            at += blanks(&text[at..], false);
            let rest = &text[at..];
            if rest.is_empty() {
                break;
            }
            if rest.starts_with('\n') {
                at += 1;
                // `# 0` counts from before the first line.
                line = line.wrapping_add(1);
                fresh = true;
                continue;
            }
            if output.marked
                && let Some((read, length)) = marker::read(rest)
            {
                at += length;
                marker = Some(read).filter(|read| !read.virtual_place).or(marker);
                continue;
            }
            if fresh && rest.starts_with('#') {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.settle(&mut pending, enter);
                match marker::line(&rest[1..end]) {
                    Some(read) => {
                        file = self.number(&read.file, enter);
                        if let (true, Some(text)) = (read.enters, &self.files[file]) {
                            self.tracker.enters(text.id());
                        }
                        system = read.system;
                        // The end of this line counts one more.
                        line = read.line.wrapping_sub(1);
                    }
                    None => self.pragma(&rest[1..end], file, line),
                }
                at += end;
                continue;
            }
            fresh = false;
            let (kind, length) = piece(rest);
            pending.push(Found {
                text: &rest[..length],
                kind,
                marker,
                line,
                file,
                system: marker.map_or(system, |marker| marker.system),
            });
            at += length;
        }
        self.settle(&mut pending, enter);
    }

    fn number(&mut self, name: &str, enter: Enter<'_>) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.files.push(enter(name));
        self.numbers.insert(name.to_owned(), self.files.len() - 1);
        self.files.len() - 1
    }

    /// A line that starts with `#` and is no line marker.
    fn pragma(&mut self, text: &str, file: usize, line: usize) {
        let mut text = text.to_owned();
        while let Some(start) = text.find("{P:")
            && let Some((_, length)) = marker::read(&text[start..])
        {
            text.replace_range(start..start + length, "");
        }
        let Err(message) = self.pragmas.read(&text) else {
            return;
        };
        let start = self.files[file].as_ref().and_then(|text| {
            let start = text.line_start(line)?;
            Some(Span::new(text.id(), start, start))
        });
        let error = Diagnostic::error("C0004", message);
        self.faults.push(error.at(start.unwrap_or(self.fallback)));
    }

    /// Finds the places of the tokens that have been read, and keeps them.
    fn settle(&mut self, pending: &mut Vec<Found<'a>>, enter: Enter<'_>) {
        let found = std::mem::take(pending);
        let mut start = 0;
        while start < found.len() {
            let first = &found[start];
            if let Some(marker) = &first.marker {
                let spelled = self.number(marker.file, enter);
                let spelled = self.files[spelled].as_ref().map(|text| (marker, text));
                let output = self.files[first.file]
                    .as_ref()
                    .map(|text| (text, first.line));
                let place = self
                    .tracker
                    .place(first.text, spelled, output, self.fallback);
                self.keep(first, place);
                start += 1;
                continue;
            }
            let same = |other: &&Found<'_>| (other.file, other.line) == (first.file, first.line);
            let end = start + found[start..].iter().take_while(same).count();
            let texts: Vec<&str> = found[start..end].iter().map(|found| found.text).collect();
            let places = self.files[first.file]
                .as_ref()
                .and_then(|text| align(&texts, text, first.line));
            let mut places = places.unwrap_or_default().into_iter();
            for found in &found[start..end] {
                let place = places.next().unwrap_or(Place {
                    span: self.fallback,
                    used: self.fallback,
                    origin: Origin::Made,
                });
                self.keep(found, place);
            }
            start = end;
        }
    }

    fn keep(&mut self, found: &Found<'a>, place: Place) {
        match self.kind(found) {
            Ok(kind) => self.tokens.push(Token {
                kind,
                span: place.span,
                used: place.used,
                origin: place.origin,
                system: found.system,
                pragmas: self.pragmas.now(),
            }),
            Err(message) => {
                let error = Diagnostic::error("C0003", message);
                self.faults.push(error.at(place.span));
            }
        }
    }

    fn kind(&mut self, found: &Found<'a>) -> Result<TokenKind, String> {
        let text = found.text;
        Ok(match found.kind {
            Piece::Name => match Keyword::from_name(text) {
                Some(word) => TokenKind::Keyword(word),
                None => {
                    let name = self.names.entry(text).or_insert_with(|| text.into());
                    TokenKind::Name(name.clone())
                }
            },
            Piece::Number => match literal::number(text)? {
                Number::Int(literal) => TokenKind::Int(literal),
                Number::Float(literal) => TokenKind::Float(literal),
            },
            Piece::Char(length) => {
                let prefix = prefix(&text[..length]);
                let units = literal::units(prefix, &text[length + 1..text.len() - 1])?;
                if units.is_empty() {
                    return Err("a character constant is empty".into());
                }
                TokenKind::Char(CharLiteral { prefix, units })
            }
            Piece::String(length) => {
                let prefix = prefix(&text[..length]);
                let units = literal::units(prefix, &text[length + 1..text.len() - 1])?;
                TokenKind::String(StringLiteral { prefix, units })
            }
            Piece::Punct(text) => TokenKind::Punct(text),
            Piece::Stray => {
                let shown: String = text.chars().take(20).collect();
                return Err(format!("`{shown}` is not a token of C"));
            }
        })
    }
}

fn prefix(text: &str) -> Prefix {
    match text {
        "L" => Prefix::Wide,
        "u" => Prefix::Sixteen,
        "U" => Prefix::ThirtyTwo,
        "u8" => Prefix::Utf8,
        _ => Prefix::None,
    }
}
