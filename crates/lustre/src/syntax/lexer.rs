//! Text to tokens, in either dialect.
//!
//! What differs: the characters of names, `//` and `/* */` comments, which `--%X` and `(*%X` comments mean something,
//! exponents and hexadecimal numbers. Lexing never fails: it returns the tokens it found, closed by
//! [`TokenKind::End`], and diagnostics.

use assay_source::{Diagnostic, SourceFile, Span};

use super::construct::Construct;
use super::token::{Annotation, Token, TokenKind};
use crate::Dialect;

/// Longest symbols first, so that the first match is the longest.
const SYMBOLS: &[&str] = &[
    "<<", ">>", "<=", ">=", "<>", "->", "=>", ":=", "::", "..", ".%", "&&", "||", "++", "(", ")",
    "[", "]", "{", "}", ",", ";", ":", ".", "=", "<", ">", "+", "-", "*", "/", "^", "|", "&", "!",
    "~", "#", "@", "'", "%",
];

/// Symbols that JKind has no use for; they are an error there and a sign of Kind 2 for the detection.
const KIND2_SYMBOLS: &[&str] = &[
    "<<", ">>", "::", "..", ".%", "&&", "||", "++", "^", "|", "&", "!", "~", "#", "@", "'", "%",
];

/// What makes a comment that starts with `@` a part of a contract.
const CONTRACT_WORDS: &[&str] = &[
    "assume",
    "contract",
    "ensure",
    "guarantee",
    "import",
    "mode",
    "require",
];

/// After this many lexical errors a file is hopeless (most likely binary).
const MAX_ERRORS: usize = 20;

pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
    /// A `//` or `/* */` comment occurred.
    pub slash_comments: bool,
}

pub fn lex(file: &SourceFile, dialect: Dialect) -> Lexed {
    let mut lexer = Lexer {
        file,
        text: file.text(),
        dialect,
        at: 0,
        in_block: false,
        out: Lexed {
            tokens: Vec::new(),
            diagnostics: Vec::new(),
            slash_comments: false,
        },
    };
    while lexer.at < lexer.text.len() && lexer.out.diagnostics.len() < MAX_ERRORS {
        lexer.next();
    }
    let end = lexer.text.len();
    lexer.push(TokenKind::End, end, end);
    lexer.out
}

/// Whether a symbol exists only in Kind 2's dialect.
pub(crate) fn is_kind2_symbol(symbol: &str) -> bool {
    KIND2_SYMBOLS.contains(&symbol)
}

struct Lexer<'a> {
    file: &'a SourceFile,
    text: &'a str,
    dialect: Dialect,
    at: usize,
    /// Inside a Kind 2 annotation block, where `*)` and `*/` are tokens.
    in_block: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let first = rest.as_bytes()[0];
        if first.is_ascii_whitespace() {
            self.at += 1;
        } else if self.in_block && (rest.starts_with("*)") || rest.starts_with("*/")) {
            self.in_block = false;
            self.take(TokenKind::BlockEnd, 2);
        } else if rest.starts_with("--") {
            self.line_comment(2);
        } else if rest.starts_with("(*") {
            self.block_comment("*)");
        } else if rest.starts_with("/*") {
            self.out.slash_comments = true;
            self.block_comment("*/");
        } else if rest.starts_with("//") {
            self.out.slash_comments = true;
            self.skip_line();
        } else if self.starts_name(first) {
            let len = rest.bytes().take_while(|&b| self.in_name(b)).count();
            self.take(TokenKind::Word, len);
        } else if first.is_ascii_digit() {
            self.number();
        } else if first == b'"' {
            self.quoted();
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            self.symbol(symbol);
        } else {
            let len = rest.chars().next().map_or(1, char::len_utf8);
            let what = &rest[..len];
            if what.starts_with(char::REPLACEMENT_CHARACTER) {
                // Comments may hold anything; here it would be part of the model.
                self.error("S0001", "this is not valid UTF-8".to_string(), len)
            } else {
                self.error(
                    "L0001",
                    format!("unexpected character `{}`", what.escape_debug()),
                    len,
                )
            }
            self.at += len;
        }
    }

    fn starts_name(&self, byte: u8) -> bool {
        byte.is_ascii_alphabetic()
            || byte == b'_'
            || (self.dialect == Dialect::JKind && matches!(byte, b'~' | b'!'))
    }

    fn in_name(&self, byte: u8) -> bool {
        self.starts_name(byte) || byte.is_ascii_digit()
    }

    fn symbol(&mut self, symbol: &'static str) {
        if self.dialect == Dialect::JKind && is_kind2_symbol(symbol) {
            self.error(
                "L0001",
                format!("unexpected character `{symbol}`"),
                symbol.len(),
            );
            self.at += symbol.len();
        } else {
            self.take(TokenKind::Symbol(symbol), symbol.len());
        }
    }

    /// `--` comments; those that start with a sign may be annotations.
    fn line_comment(&mut self, intro: usize) {
        let rest = &self.text[self.at + intro..];
        let sign = rest.as_bytes().first().copied();
        let kind2 = self.dialect == Dialect::Kind2;
        match sign {
            Some(b'%') => {
                let word = leading_word(&rest[1..]);
                let len = intro + 1 + word.len();
                match Annotation::from_word(word) {
                    Some(Annotation::Ivc | Annotation::Realizable) if kind2 => self.skip_line(),
                    Some(annotation) => self.take(TokenKind::Annotation(annotation), len),
                    None if kind2 => self.skip_line(),
                    None => {
                        self.error("L0002", format!("unknown annotation `--%{word}`"), len);
                        self.skip_line();
                    }
                }
            }
            Some(b'!') if kind2 => {
                let word = leading_word(&rest[1..]);
                match Annotation::from_word(word) {
                    Some(annotation @ (Annotation::Main | Annotation::Property)) => {
                        self.take(TokenKind::Annotation(annotation), intro + 1 + word.len());
                    }
                    _ => self.skip_line(),
                }
            }
            Some(b'@') if kind2 && CONTRACT_WORDS.contains(&leading_word(&rest[1..])) => {
                let len = intro + 1 + leading_word(&rest[1..]).len();
                self.take(TokenKind::Refused(Construct::Contract), len);
                self.skip_line();
            }
            _ => self.skip_line(),
        }
    }

    /// `(* *)` and `/* */`, which do not nest; Kind 2 gives some of them a meaning.
    fn block_comment(&mut self, close: &str) {
        let rest = &self.text[self.at + 2..];
        if self.dialect == Dialect::Kind2 {
            let sign = rest.as_bytes().first().copied();
            let word = rest.get(1..).map_or("", leading_word);
            match sign {
                Some(b'%' | b'!') => {
                    if let Some(annotation @ (Annotation::Main | Annotation::Property)) =
                        Annotation::from_word(word)
                    {
                        self.in_block = true;
                        self.take(TokenKind::Block(annotation), 3 + word.len());
                        return;
                    }
                }
                Some(b'@') if CONTRACT_WORDS.contains(&word) => {
                    let kind = TokenKind::Refused(Construct::Contract);
                    let start = self.at;
                    self.push(kind, start, start + 3 + word.len());
                }
                _ => {}
            }
        }
        match rest.find(close) {
            Some(len) => self.at += 2 + len + close.len(),
            None => {
                self.error("L0003", "this comment is not closed".to_string(), 2);
                self.at = self.text.len();
            }
        }
    }

    fn number(&mut self) {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let digits = |from: usize| {
            bytes[from..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        if self.dialect == Dialect::Kind2 && (rest.starts_with("0x") || rest.starts_with("0X")) {
            let len = bytes[2..]
                .iter()
                .take_while(|b| b.is_ascii_hexdigit())
                .count();
            if len > 0 {
                return self.take(TokenKind::Int, 2 + len);
            }
        }
        let whole = digits(0);
        let mut len = whole;
        let mut kind = TokenKind::Int;
        if bytes.get(len) == Some(&b'.') {
            let fraction = digits(len + 1);
            if fraction > 0 {
                len += 1 + fraction;
                kind = TokenKind::Real;
            }
        }
        if self.dialect == Dialect::Kind2
            && kind == TokenKind::Real
            && let Some(b'e' | b'E') = bytes.get(len)
        {
            let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits((len + 1 + sign).min(bytes.len()));
            if exponent > 0 {
                len += 1 + sign + exponent;
            }
        }
        self.take(kind, len);
    }

    fn quoted(&mut self) {
        let rest = &self.text[self.at + 1..];
        match rest.find(['"', '\n']) {
            Some(len) if rest.as_bytes()[len] == b'"' => self.take(TokenKind::Text, len + 2),
            other => {
                let len = other.unwrap_or(rest.len());
                self.error("L0003", "this text is not closed".to_string(), 1);
                self.at += 1 + len;
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn take(&mut self, kind: TokenKind, len: usize) {
        self.push(kind, self.at, self.at + len);
        self.at += len;
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let span = Span::new(self.file.id, start, end);
        self.out.tokens.push(Token {
            kind,
            start: span.start,
            end: span.end,
        });
    }

    fn error(&mut self, code: &'static str, message: String, len: usize) {
        let span = Span::new(self.file.id, self.at, self.at + len);
        self.out
            .diagnostics
            .push(Diagnostic::error(code, message).at(span));
    }
}

fn leading_word(text: &str) -> &str {
    let len = text
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    &text[..len]
}
