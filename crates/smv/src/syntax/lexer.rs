//! Text to tokens.
//!
//! Names may hold `$`, `#`, `-` and `\`, so `a-1` is one name and `a - 1` a difference. As in NuSMV the longest name wins:
//! `a->b` starts with the name `a-`, which is reported, because nobody means it. Comments go from `--` to the end of
//! the line; `/-- --/` is taken from later versions. Lexing never fails: it returns the tokens it found, closed by
//! [`TokenKind::End`], and diagnostics.

use assay_source::{Diagnostic, SourceFile, Span};

use super::token::{Token, TokenKind};

/// Longest symbols first, so that the first match is the longest. Those that SMV does not have are there so that the parser
/// can say what SMV writes instead.
const SYMBOLS: &[&str] = &[
    "<->", "<=>", "<<<", ">>>", "|->", "|=>", "!==", "===", "<<", ">>", "<=", ">=", "!=", "->",
    "=>", ":=", "::", "..", "==", "&&", "||", "<>", "~", "(", ")", "[", "]", "{", "}", ",", ";",
    ":", ".", "=", "<", ">", "+", "-", "*", "/", "|", "&", "!", "?", "%", "^", "@",
];

/// After this many lexical errors a file is hopeless (most likely binary).
const MAX_ERRORS: usize = 20;

pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn lex(file: &SourceFile) -> Lexed {
    let mut lexer = Lexer {
        file,
        text: file.text(),
        at: 0,
        out: Lexed {
            tokens: Vec::new(),
            diagnostics: Vec::new(),
        },
    };
    while lexer.at < lexer.text.len() && lexer.out.diagnostics.len() < MAX_ERRORS {
        lexer.next();
    }
    let end = lexer.text.len();
    lexer.push(TokenKind::End, end, end);
    lexer.out
}

struct Lexer<'a> {
    file: &'a SourceFile,
    text: &'a str,
    at: usize,
    out: Lexed,
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn in_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit() || matches!(byte, b'$' | b'#' | b'-' | b'\\')
}

impl Lexer<'_> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let first = rest.as_bytes()[0];
        if first.is_ascii_whitespace() {
            self.at += 1;
        } else if rest.starts_with("--") {
            self.skip_line();
        } else if rest.starts_with("/--") {
            self.block_comment("--/");
        } else if rest.starts_with("//") {
            self.foreign_comment("//", "\n");
        } else if rest.starts_with("/*") {
            self.foreign_comment("/*", "*/");
        } else if first == b'#' && self.starts_line() {
            self.directive();
        } else if starts_name(first) {
            self.name();
        } else if first.is_ascii_digit() {
            self.number();
        } else if first == b'"' {
            self.quoted();
        } else if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            self.take(TokenKind::Symbol(symbol), symbol.len());
        } else {
            self.strange();
        }
    }

    fn starts_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    /// `# 12 "file"` is left by preprocessors to say where a line comes from.
    fn directive(&mut self) {
        let rest = &self.text[self.at..];
        let after = rest[1..].trim_start_matches([' ', '\t']);
        if after.starts_with(|c: char| c.is_ascii_digit()) {
            self.skip_line();
        } else {
            let line = rest.find('\n').unwrap_or(rest.len());
            self.take(TokenKind::Directive, rest[..line].trim_end().len());
        }
    }

    fn name(&mut self) {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(|&b| in_name(b)).count();
        let arrow = rest[..len].ends_with('-') && rest[len..].starts_with('>');
        if arrow {
            // Blame the dash: going on behind the name without it gives the tree that was meant.
            let name = &rest[..len - 1];
            let place = self.span(len - 1, len + 1);
            let message = format!("`{name}->` reads as the name `{name}-` and `>`");
            self.out.diagnostics.push(
                Diagnostic::error("S0015", message)
                    .at(place)
                    .label("names may end with `-`")
                    .help(format!("write a blank: `{name} -> ...`")),
            );
            self.take(TokenKind::Word, len - 1);
        } else {
            self.take(TokenKind::Word, len);
        }
    }

    fn number(&mut self) {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let count = |from: usize, holds: &dyn Fn(u8) -> bool| {
            let rest = bytes.get(from..).unwrap_or_default();
            rest.iter().take_while(|&&b| holds(b)).count()
        };
        let digits = |from: usize| count(from, &|b| b.is_ascii_digit());
        if bytes[0] == b'0' {
            // `0`, a sign, a radix, a width, `_`, digits.
            let sign = usize::from(matches!(bytes.get(1), Some(b'u' | b's')));
            let radix = bytes.get(1 + sign).map(u8::to_ascii_lowercase);
            if let Some(b'b' | b'o' | b'd' | b'h') = radix {
                let width = digits(2 + sign);
                if bytes.get(2 + sign + width) == Some(&b'_') {
                    let value = count(3 + sign + width, &|b| b.is_ascii_hexdigit() || b == b'_');
                    return self.take(TokenKind::WordLiteral, 3 + sign + width + value);
                }
            }
        }
        let mut len = digits(0);
        let mut kind = TokenKind::Int;
        if bytes.get(len) == Some(&b'.') && digits(len + 1) > 0 {
            len += 1 + digits(len + 1);
            kind = TokenKind::Real;
        }
        if let Some(b'e' | b'E') = bytes.get(len) {
            let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits(len + 1 + sign);
            if exponent > 0 {
                len += 1 + sign + exponent;
                kind = TokenKind::Real;
            }
        }
        self.take(kind, len);
    }

    fn quoted(&mut self) {
        let rest = &self.text[self.at + 1..];
        match rest.find(['"', '\n']) {
            Some(len) if rest.as_bytes()[len] == b'"' => self.take(TokenKind::Quoted, len + 2),
            other => {
                let len = other.unwrap_or(rest.len());
                self.error("S0013", "this name in quotes is not closed".to_string(), 1);
                self.at += 1 + len;
            }
        }
    }

    fn block_comment(&mut self, close: &str) {
        let rest = &self.text[self.at + 3..];
        match rest.find(close) {
            Some(len) => self.at += 3 + len + close.len(),
            None => {
                self.error("S0012", "this comment is not closed".to_string(), 3);
                self.at = self.text.len();
            }
        }
    }

    /// Comments of C: reported once, skipped always.
    fn foreign_comment(&mut self, open: &str, close: &str) {
        let message = format!("`{open}` does not start a comment");
        if self.out.diagnostics.iter().all(|d| d.message != message) {
            let span = self.span(0, open.len());
            self.out.diagnostics.push(
                Diagnostic::error("S0016", message)
                    .at(span)
                    .help("SMV's comments go from `--` to the end of the line"),
            );
        }
        let rest = &self.text[self.at..];
        self.at += rest.find(close).map_or(rest.len(), |len| len + close.len());
    }

    fn strange(&mut self) {
        let rest = &self.text[self.at..];
        let len = rest.chars().next().map_or(1, char::len_utf8);
        let what = &rest[..len];
        if what.starts_with(char::REPLACEMENT_CHARACTER) {
            // Comments may hold anything; here it would be part of the model.
            self.error("S0001", "this is not valid UTF-8".to_string(), len);
        } else {
            let shown = if what.contains(char::is_control) {
                what.escape_debug().to_string()
            } else {
                what.to_string()
            };
            self.error("S0011", format!("unexpected character `{shown}`"), len);
            if what == "'"
                && let Some(error) = self.out.diagnostics.last_mut()
            {
                error.help = Some("the next value of `x` is `next(x)`".to_string());
            }
        }
        self.at += len;
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

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file.id, self.at + start, self.at + end)
    }

    fn error(&mut self, code: &'static str, message: String, len: usize) {
        let span = self.span(0, len);
        self.out
            .diagnostics
            .push(Diagnostic::error(code, message).at(span));
    }
}
