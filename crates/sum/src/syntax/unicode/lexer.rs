//! Characters of ISO Z to tokens.
//!
//! Subscripts stand between `↘` and `↖`, or are small digits; superscripts between `↗` and `↙`. A prime is `′` or `'`.

use std::ops::Range;
use std::sync::LazyLock;

use assay_source::{Diagnostic, FileId, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::syntax::fixity::{CLOSE_IMAGE, NAMES, PRODUCT, TABLE};
use crate::syntax::latex::{CLOSE_POWER, OPEN_POWER};
use crate::syntax::token::{CHARACTERS, Symbol};
use crate::syntax::{Name, Token, TokenKind};

/// What ISO Z has beside the characters that Sum has too. It is looked at first.
const OTHERS: &[(&str, Symbol)] = &[
    ("↾", "filter"),
    ("⨠", ">>"),
    ("⦈", CLOSE_IMAGE),
    ("∃↘1↖", "exists_1"),
    ("∃₁", "exists_1"),
    ("ℙ↘1↖", "power_1"),
    ("𝔽↘1↖", "finset_1"),
    ("seq↘1↖", "seq_1"),
    ("infix", "inseq"),
    ("partition", "partitions"),
    ("∗", "*"),
    ("⁎", "*"),
    ("if", "if"),
    ("then", "then"),
    ("else", "else"),
    ("let", "let"),
    ("pre", "pre"),
    ("⊢?", "|-?"),
    ("⊢", "|-?"),
    ("::=", "::="),
    (":=", ":="),
    ("==", "=="),
    ("..", ".."),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("|", "|"),
    ("@", "@"),
    (".", "."),
    ("/", "/"),
    ("&", "&"),
    ("_", "_"),
];

/// Words of section heads and templates, as the reader of paragraphs has them.
const KEYWORDS: &[(&str, &str)] = &[
    ("section", "\\SECTION"),
    ("parents", "\\parents"),
    ("relation", "\\relation"),
    ("function", "\\function"),
    ("generic", "\\generic"),
    ("leftassoc", "\\leftassoc"),
    ("rightassoc", "\\rightassoc"),
];

/// Spellings with what they are: words, and marks with the longest first.
struct Spellings {
    words: FxHashMap<&'static str, TokenKind>,
    marks: Vec<(&'static str, TokenKind)>,
}

static SPELLINGS: LazyLock<Spellings> = LazyLock::new(|| {
    let mut all: Vec<(&'static str, TokenKind)> = Vec::new();
    all.extend(
        OTHERS
            .iter()
            .map(|(spelling, symbol)| (*spelling, TokenKind::Symbol(symbol))),
    );
    for operator in TABLE {
        let symbol = TokenKind::Symbol(operator.ascii[0]);
        all.extend(
            operator
                .unicode
                .iter()
                .map(|spelling| (*spelling, symbol.clone())),
        );
    }
    all.push((PRODUCT.1, TokenKind::Symbol(PRODUCT.0)));
    all.extend(
        CHARACTERS
            .iter()
            .map(|(spelling, symbol)| (*spelling, TokenKind::Symbol(symbol))),
    );
    for (name, unicode, _) in NAMES {
        let spelling = if unicode.is_empty() { name } else { unicode };
        all.push((spelling, TokenKind::Name(Name::new(name))));
    }
    all.push(("𝔸", TokenKind::Name(Name::new("arithmos"))));
    all.extend(
        KEYWORDS
            .iter()
            .map(|(spelling, word)| (*spelling, TokenKind::Name(Name::new(word)))),
    );
    let is_word = |spelling: &str| spelling.chars().all(|c| c.is_ascii_alphabetic());
    let mut words = FxHashMap::default();
    let mut marks: Vec<(&'static str, TokenKind)> = Vec::new();
    for (spelling, kind) in all {
        if is_word(spelling) {
            words.entry(spelling).or_insert(kind);
        } else if !marks.iter().any(|(it, _)| *it == spelling) {
            marks.push((spelling, kind));
        }
    }
    for word in ["true", "false"] {
        words.insert(word, TokenKind::Symbol(word));
    }
    marks.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
    Spellings { words, marks }
});

pub(super) struct Lexer<'a> {
    text: &'a str,
    file: FileId,
    declared: &'a [char],
    at: usize,
    last_end: usize,
    line: bool,
    tokens: Vec<Token>,
    faults: Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// The tokens of a part of a text, with `End`. `declared` are characters that are operators of the user.
    pub(super) fn lex(
        text: &str,
        file: FileId,
        range: Range<usize>,
        declared: &[char],
    ) -> (Vec<Token>, Vec<Diagnostic>) {
        let mut lexer = Lexer {
            text: &text[..range.end],
            file,
            declared,
            at: range.start,
            last_end: range.start,
            line: false,
            tokens: Vec::new(),
            faults: Vec::new(),
        };
        while lexer.at < lexer.text.len() {
            lexer.next();
        }
        lexer.push(TokenKind::End, lexer.at);
        (lexer.tokens, lexer.faults)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// A token from `start` to here.
    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token {
            kind,
            span: Span::new(self.file, start, self.at),
            starts_line: std::mem::take(&mut self.line),
            joined: self.last_end == start && !self.tokens.is_empty(),
        });
        self.last_end = self.at;
    }

    fn next(&mut self) {
        let start = self.at;
        let Some(c) = self.rest().chars().next() else {
            return;
        };
        let width = c.len_utf8();
        match c {
            '\n' | '\u{2028}' => {
                self.line = true;
                self.at += width;
            }
            '│' | '┐' | '─' | '═' | '╴' => self.at += width,
            '├' => {
                self.at += width;
                self.line = true;
                self.push(TokenKind::Symbol("where"), start);
            }
            c if c.is_whitespace() => self.at += width,
            c if c.is_ascii_digit() => self.number(),
            '\'' | '′' | '?' | '!' => {
                self.at += width;
                self.push(TokenKind::Stroke(if c == '′' { '\'' } else { c }), start);
            }
            '↘' | '₀'..='₉' => {
                let subscript = self.subscript();
                for c in std::iter::once('_').chain(subscript.chars()) {
                    self.push(TokenKind::Stroke(c), start);
                }
            }
            '↗' => {
                self.at += width;
                self.raised(start);
            }
            '↙' => {
                self.at += width;
                self.push(TokenKind::Symbol(CLOSE_POWER), start);
            }
            _ => self.word_or_mark(c),
        }
    }

    /// `R↗+↙`, `R↗∗↙`, or an iteration.
    fn raised(&mut self, start: usize) {
        for (inner, symbol) in [
            ("+↙", "^+"),
            ("*↙", "^*"),
            ("∗↙", "^*"),
            ("∼↙", "~"),
            ("~↙", "~"),
        ] {
            if self.rest().starts_with(inner) {
                self.at += inner.len();
                return self.push(TokenKind::Symbol(symbol), start);
            }
        }
        self.push(TokenKind::Symbol(OPEN_POWER), start);
    }

    fn number(&mut self) {
        let start = self.at;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        let value: BigInt = self.text[start..self.at].parse().unwrap_or_default();
        self.push(TokenKind::Number(value), start);
    }

    fn word_or_mark(&mut self, c: char) {
        let start = self.at;
        if c.is_ascii_alphabetic() {
            return self.word();
        }
        let mark = SPELLINGS
            .marks
            .iter()
            .find(|(spelling, _)| self.rest().starts_with(spelling));
        if let Some((spelling, kind)) = mark {
            self.at += spelling.len();
            let mut kind = kind.clone();
            if let TokenKind::Name(name) = &kind {
                kind = TokenKind::Name(self.with_strokes(name.as_str()));
            }
            return self.push(kind, start);
        }
        if c.is_alphabetic() {
            return self.word();
        }
        self.at += c.len_utf8();
        if self.declared.contains(&c) {
            let name = self.with_strokes(&self.text[start..self.at]);
            return self.push(TokenKind::Name(name), start);
        }
        let span = Span::new(self.file, start, self.at);
        let fault = Diagnostic::error("Z1032", format!("`{c}` is no character of Z")).at(span);
        self.faults
            .push(fault.help("declare it as an operator: `relation ( _ ⊞ _ )`"));
    }

    fn word(&mut self) {
        let start = self.at;
        let mut end = self.at;
        for (offset, c) in self.rest().char_indices() {
            let is_inner = c == '_'
                && self.rest()[offset + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
            if !(is_inner || (c.is_alphanumeric() && !('₀'..='₉').contains(&c))) {
                break;
            }
            end = self.at + offset + c.len_utf8();
        }
        self.at = end;
        let word = &self.text[start..end];
        let name = self.with_strokes(word);
        let kind = match SPELLINGS.words.get(&self.text[start..end]) {
            Some(kind) if self.at == end => kind.clone(),
            // `seq↘1↖` is an operator of its own.
            _ => match SPELLINGS.words.get("seq") {
                Some(_) if name.as_str() == "seq_1" => TokenKind::Symbol("seq_1"),
                _ => TokenKind::Name(name),
            },
        };
        self.push(kind, start);
    }

    /// The name with the strokes and subscripts that stand here.
    fn with_strokes(&mut self, word: &str) -> Name {
        let mut name = word.to_owned();
        loop {
            match self.rest().chars().next() {
                Some(c @ ('\'' | '?' | '!')) => {
                    name.push(c);
                    self.at += 1;
                }
                Some('′') => {
                    name.push('\'');
                    self.at += '′'.len_utf8();
                }
                Some('↘' | '₀'..='₉') => {
                    let subscript = self.subscript();
                    name.push('_');
                    name.push_str(&subscript);
                }
                _ => return Name::new(&name),
            }
        }
    }

    /// `↘max↖` or `₁₂`
    fn subscript(&mut self) -> String {
        let start = self.at;
        if let Some(inner) = self.rest().strip_prefix('↘') {
            let word: String = inner
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            self.at += '↘'.len_utf8() + word.len();
            if self.rest().starts_with('↖') && !word.is_empty() {
                self.at += '↖'.len_utf8();
            } else {
                let span = Span::new(self.file, start, self.at);
                self.faults.push(
                    Diagnostic::error("Z1033", "a subscript stands between `↘` and `↖`").at(span),
                );
            }
            return word;
        }
        let mut digits = String::new();
        while let Some(c @ '₀'..='₉') = self.rest().chars().next() {
            digits.push(char::from(b'0' + (c as u32 - '₀' as u32) as u8));
            self.at += c.len_utf8();
        }
        digits
    }
}
