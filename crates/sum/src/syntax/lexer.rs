//! Tokens of Sum, in ASCII and Unicode.
//!
//! The longest spelling wins: `-->` is an arrow, and any other `--` starts a comment, which ends with its line. What is no token is reported
//! and left out.

use std::sync::OnceLock;

use assay_source::{Diagnostic, SourceFile, Span};
use num_bigint::BigInt;

use super::fixity::{CLOSE_IMAGE, NAMES, PRODUCT, TABLE};
use super::token::{CHARACTERS, MARKS, PARAGRAPH_WORDS, Symbol, WORDS};
use super::{Name, Token, TokenKind, codes};

/// The tokens of a file, `End` last, and what is wrong.
pub fn lex(file: &SourceFile) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        file,
        text: file.text(),
        at: 0,
        tokens: Vec::new(),
        diagnostics: Vec::new(),
        starts_line: true,
    };
    lexer.run();
    (lexer.tokens, lexer.diagnostics)
}

/// Whether Sum reads this word as something else than a name.
pub fn is_reserved(word: &str) -> bool {
    word_symbol(word).is_some()
}

/// Whether Sum reads this as one word, reserved or not, without strokes.
pub fn is_plain_word(word: &str) -> bool {
    word.starts_with(is_word_start)
        && !word.ends_with('_')
        && word.chars().all(|c| is_word(c) && subscript(c).is_none())
}

/// The symbol that a word is, if it is reserved.
fn word_symbol(word: &str) -> Option<Symbol> {
    let reserved = WORDS
        .iter()
        .chain(PARAGRAPH_WORDS)
        .find(|it| **it == word)
        .copied();
    let operator = || {
        TABLE
            .iter()
            .find(|it| it.ascii.contains(&word))
            .map(|it| it.ascii[0])
    };
    reserved
        .or_else(operator)
        .or((word == PRODUCT.0).then_some(PRODUCT.0))
}

/// Spellings that are no words, longest first.
fn spellings() -> &'static [(&'static str, TokenKind)] {
    static SPELLINGS: OnceLock<Vec<(&'static str, TokenKind)>> = OnceLock::new();
    SPELLINGS.get_or_init(|| {
        let mut all: Vec<(&'static str, TokenKind)> = Vec::new();
        let symbol = |it| TokenKind::Symbol(it);
        // Two closing brackets may belong to two opening ones: the parser joins them.
        all.extend(
            MARKS
                .iter()
                .filter(|it| **it != "]]")
                .map(|it| (*it, symbol(it))),
        );
        all.extend(
            CHARACTERS
                .iter()
                .map(|(spelling, it)| (*spelling, symbol(it))),
        );
        all.extend([
            (CLOSE_IMAGE, symbol(CLOSE_IMAGE)),
            ("⦈", symbol(CLOSE_IMAGE)),
        ]);
        all.push((PRODUCT.1, symbol(PRODUCT.0)));
        for operator in TABLE {
            let spelt = operator.ascii.iter().chain(operator.unicode);
            all.extend(spelt.map(|it| (*it, symbol(operator.ascii[0]))));
        }
        for (name, unicode, _) in NAMES {
            all.push((unicode, TokenKind::Name(Name::new(name))));
        }
        all.retain(|(spelling, _)| !spelling.is_empty() && !spelling.starts_with(is_word_start));
        all.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
        all
    })
}

/// Letters, without those that Z has made operators and quantifiers of.
fn is_word_start(c: char) -> bool {
    c.is_alphabetic() && !"λμθΔΞℙℤℕ𝔽𝔹".contains(c)
}

fn is_word(c: char) -> bool {
    is_word_start(c) || c.is_ascii_digit() || c == '_' || subscript(c).is_some()
}

fn subscript(c: char) -> Option<char> {
    let digit = u32::from(c).checked_sub(u32::from('₀'))?;
    char::from_digit(digit, 10)
}

struct Lexer<'a> {
    file: &'a SourceFile,
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    starts_line: bool,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.skip_blank();
            let start = self.at;
            let Some(first) = self.text[start..].chars().next() else {
                break;
            };
            if let Some(kind) = self.token(first) {
                self.push(kind, start);
            }
        }
        let end = self.text.len();
        self.starts_line = true;
        self.push(TokenKind::End, end);
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let joined = self
            .tokens
            .last()
            .is_some_and(|it| it.span.end as usize == start);
        let span = self.span(start, self.at);
        self.tokens.push(Token {
            kind,
            span,
            starts_line: self.starts_line,
            joined,
        });
        self.starts_line = false;
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file.id, start, end)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Blanks, ends of lines, comments.
    fn skip_blank(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            if c == '\n' || c == '\r' || c == '\u{2028}' {
                self.starts_line = true;
            } else if !c.is_whitespace() && c != '\u{feff}' {
                let longer = matches!(self.mark(), Some((spelling, _)) if spelling.len() > 2);
                if !self.rest().starts_with("--") || longer {
                    return;
                }
                self.skip_to_end_of_line();
                continue;
            }
            self.at += c.len_utf8();
        }
    }

    fn skip_to_end_of_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn mark(&self) -> Option<&'static (&'static str, TokenKind)> {
        spellings()
            .iter()
            .find(|(spelling, _)| self.rest().starts_with(spelling))
    }

    /// Reads at least one character.
    fn token(&mut self, first: char) -> Option<TokenKind> {
        match first {
            '"' => {
                let text = self.quoted('"', codes::OPEN_TEXT);
                Some(TokenKind::Text(text.unwrap_or_default()))
            }
            '`' => self.quoted_name(),
            '?' | '!' | '\'' | '′' => {
                self.at += first.len_utf8();
                Some(TokenKind::Stroke(if first == '′' { '\'' } else { first }))
            }
            '0'..='9' => Some(self.number()),
            _ if is_word_start(first) => Some(self.word()),
            _ if self.foreign_comment() => None,
            _ => {
                let Some((spelling, kind)) = self.mark() else {
                    self.no_token(first);
                    return None;
                };
                self.at += spelling.len();
                Some(match kind {
                    TokenKind::Name(name) => {
                        let strokes = self.strokes();
                        TokenKind::Name(name.stroked(&strokes))
                    }
                    kind => kind.clone(),
                })
            }
        }
    }

    fn number(&mut self) -> TokenKind {
        let length = self
            .rest()
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest().len());
        let digits = &self.text[self.at..self.at + length];
        self.at += length;
        TokenKind::Number(BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default())
    }

    fn word(&mut self) -> TokenKind {
        let rest = self.rest();
        let mut length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        // An underscore at the end stands for an operand: `(id _)` without blanks.
        length = rest[..length].trim_end_matches('_').len();
        let mut word = String::new();
        let mut below = false;
        for c in rest[..length].chars() {
            let digit = subscript(c);
            if digit.is_some() && !below {
                word.push('_');
            }
            below = digit.is_some();
            word.push(digit.unwrap_or(c));
        }
        self.at += length;
        let strokes = self.strokes();
        if strokes.is_empty()
            && let Some(symbol) = word_symbol(&word)
        {
            return TokenKind::Symbol(symbol);
        }
        TokenKind::Name(Name::new(&(word + &strokes)))
    }

    fn strokes(&mut self) -> String {
        let mut strokes = String::new();
        while let Some(c @ ('?' | '!' | '\'' | '′')) = self.rest().chars().next() {
            strokes.push(if c == '′' { '\'' } else { c });
            self.at += c.len_utf8();
        }
        strokes
    }

    /// A name between backquotes. In the name of an operator an underscore stands for an operand; here it joins letters.
    fn quoted_name(&mut self) -> Option<TokenKind> {
        let start = self.at;
        let text = self.quoted('`', codes::OPEN_NAME)?;
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let joins = text.match_indices('_').all(|(at, _)| {
            letter(text[..at].chars().next_back()) && letter(text[at + 1..].chars().next())
        });
        if !joins {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::NAME,
                    "an underscore of a name stands between letters or digits",
                )
                .at(self.span(start, self.at)),
            );
            return None;
        }
        let strokes = self.strokes();
        Some(TokenKind::Name(Name::new(&(text + &strokes))))
    }

    /// What stands between two marks on one line.
    fn quoted(&mut self, mark: char, code: &'static str) -> Option<String> {
        let start = self.at;
        let line = self.rest()[1..].lines().next().unwrap_or_default();
        let (inside, length) = match line.find(mark) {
            Some(end) if end > 0 || mark == '"' => (Some(line[..end].to_string()), end + 2),
            Some(end) => (None, end + 2),
            None => (None, line.len() + 1),
        };
        self.at += length;
        if inside.is_none() {
            let what = if mark == '"' { "text" } else { "name" };
            self.diagnostics.push(
                Diagnostic::error(code, format!("this {what} is not closed on its line"))
                    .at(self.span(start, self.at))
                    .help(format!(
                        "a {what} ends with the mark that it begins with, on the same line"
                    )),
            );
        }
        inside
    }

    /// A comment of another language is reported and skipped.
    fn foreign_comment(&mut self) -> bool {
        let start = self.at;
        let rest = self.rest();
        if rest.starts_with("//") || rest.starts_with('%') {
            self.skip_to_end_of_line();
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map(|end| end + 2).unwrap_or(rest.len());
            self.starts_line |= rest[..end].contains('\n');
            self.at += end;
        } else {
            return false;
        }
        let first_line = self.text[start..self.at]
            .lines()
            .next()
            .unwrap_or_default()
            .len();
        self.diagnostics.push(
            Diagnostic::error(codes::COMMENT, "this is no comment of Sum")
                .at(self.span(start, start + first_line))
                .help("a comment begins with `--` and ends with its line"),
        );
        true
    }

    fn no_token(&mut self, c: char) {
        let start = self.at;
        self.at += c.len_utf8();
        let code = u32::from(c);
        let shown = if c.is_control() {
            String::new()
        } else {
            format!(" `{c}`")
        };
        let mut diagnostic = Diagnostic::error(
            codes::CHARACTER,
            format!("Sum has no character{shown} (U+{code:04X})"),
        )
        .at(self.span(start, self.at));
        diagnostic.help = lookalike(c).map(|it| format!("write {it}"));
        self.diagnostics.push(diagnostic);
    }
}

/// What was probably meant.
fn lookalike(c: char) -> Option<&'static str> {
    Some(match c {
        '‘' | '’' | '´' | 'ʹ' | '＇' => "`'` for the state afterwards",
        '“' | '”' | '„' | '«' | '»' => "`\"` around a text",
        '–' | '—' | '‐' | '‑' | '－' => "`-`",
        '：' | '﹕' | '∶' => "`:`",
        '；' | '\u{37e}' => "`;`",
        '，' => "`,`",
        '（' => "`(`",
        '）' => "`)`",
        '｛' => "`{`",
        '｝' => "`}`",
        '＝' | '≡' => "`=`, or `<=>` between predicates",
        '≔' => "`x' = E`, or `==` for a definition",
        '∊' => "`in` or `∈`",
        '⋅' | '·' | '∙' | '●' => "`@` or `•`, or `*` for a product",
        '⟶' | '⟼' => "`-->`, or `|->` for a pair",
        '⟹' | '⊃' => "`=>`",
        '⟺' => "`<=>`",
        '＜' | '〈' | '《' | '⟦' => "`<<` for a sequence, `<` for less",
        '＞' | '〉' | '》' => "`>>` for a sequence, `>` for greater",
        '&' => "`and`",
        '$' => "a name of letters, digits and `_`",
        _ => return None,
    })
}
