//! LaTeX to tokens.
//!
//! A place in the file is read as TeX sees it: braces group and are dropped, `~` and `\,` are blanks, `\\` and `\also` end lines, `%`
//! starts a comment, `%%` at the start of a line is blank. `x_1` and `x_{max}` are names, `max\_size` is one.
//!
//! A command that the tool-kit does not have, and an operator with strokes, is a name that starts with a backslash; [`super::words`] settles what
//! they are called when the whole document is known.

use std::ops::Range;

use assay_source::{Diagnostic, FileId, Span};
use num_bigint::BigInt;

use super::commands::{self, Meaning};
use super::document::{letters_end, line_end};
use super::faults;
use crate::syntax::token::Symbol;
use crate::syntax::{Name, Token, TokenKind};

/// The brackets of an iteration, `R^{n}`.
pub(crate) const OPEN_POWER: Symbol = "^{";
pub(crate) const CLOSE_POWER: Symbol = "^}";
/// Before the name of a relation that stands between its operands: `x \inrel{R} y`.
pub(crate) const UNDERLINED: &str = "\\inrel ";

/// Reads a part of a file. The tokens end with `End`. `signs` are the symbols of the user that are made of signs, such as `++`.
pub(super) fn lex(
    text: &str,
    file: FileId,
    range: Range<usize>,
    signs: &[&str],
) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        text: &text[..range.end],
        file,
        signs,
        at: range.start,
        last_end: range.start,
        line: false,
        braces: Vec::new(),
        tokens: Vec::new(),
        faults: Vec::new(),
    };
    lexer.run(range.start);
    (lexer.tokens, lexer.faults)
}

/// What a brace was opened for.
enum Brace {
    Group(usize),
    Power(usize),
}

struct Lexer<'a> {
    text: &'a str,
    file: FileId,
    signs: &'a [&'a str],
    at: usize,
    /// Where the last token ended.
    last_end: usize,
    /// A line has ended since the last token.
    line: bool,
    braces: Vec<Brace>,
    tokens: Vec<Token>,
    faults: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn run(&mut self, start: usize) {
        while self.at < self.text.len() {
            self.next(start);
        }
        while let Some(brace) = self.braces.pop() {
            let (Brace::Group(at) | Brace::Power(at)) = brace;
            self.fault(faults::unclosed_brace(), at..at + 1);
        }
        self.drop_stop();
        self.push(TokenKind::End, self.at..self.at);
    }

    fn fault(&mut self, fault: Diagnostic, range: Range<usize>) {
        let span = Span::new(self.file, range.start, range.end);
        self.faults.push(fault.at(span));
    }

    fn push(&mut self, kind: TokenKind, range: Range<usize>) {
        self.tokens.push(Token {
            kind,
            span: Span::new(self.file, range.start, range.end),
            starts_line: std::mem::take(&mut self.line),
            joined: self.last_end == range.start && !self.tokens.is_empty(),
        });
        self.last_end = range.end;
    }

    fn symbol(&mut self, symbol: Symbol, width: usize) {
        let start = self.at;
        self.at += width;
        self.push(TokenKind::Symbol(symbol), start..self.at);
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// A full stop or a comma at the end of a formula belongs to the prose around it.
    fn drop_stop(&mut self) {
        if self
            .tokens
            .last()
            .is_some_and(|last| last.is(".") || last.is(","))
        {
            self.tokens.pop();
        }
    }

    fn next(&mut self, start: usize) {
        let Some(c) = self.peek() else { return };
        let at_line_start = self.at == start || self.text.as_bytes()[self.at - 1] == b'\n';
        match c {
            '%' if at_line_start && self.rest().starts_with("%%") => self.at += 2,
            '%' => self.at = line_end(self.text, self.at),
            '~' | '"' => self.at += 1,
            c if c.is_whitespace() => self.at += c.len_utf8(),
            '\\' => self.command(),
            c if c.is_ascii_digit() => self.number(),
            c if c.is_alphabetic() => self.name(),
            '{' => {
                self.braces.push(Brace::Group(self.at));
                self.at += 1;
            }
            '}' => self.close_brace(),
            '\'' | '?' | '!' => {
                self.push(TokenKind::Stroke(c), self.at..self.at + 1);
                self.at += 1;
            }
            '_' => self.lone_subscript(),
            '^' => self.superscript(),
            '+' | '-' | '*' | '.' | '=' | '<' | '>' => self.run_of_signs(),
            _ => self.mark(c),
        }
    }

    fn mark(&mut self, c: char) {
        const MARKS: &[Symbol] = &[
            "::=", ":=", "(", ")", "[", "]", ",", ";", ":", "|", "@", "/", "&",
        ];
        let found = MARKS.iter().find(|mark| self.rest().starts_with(**mark));
        if let Some(mark) = found {
            if *mark == "," && matches!(self.braces.last(), Some(Brace::Group(_))) {
                self.fault(faults::list_in_braces(), self.at..self.at + 1);
            }
            self.symbol(mark, mark.len());
            return;
        }
        if self.own_sign() {
            return;
        }
        let range = self.at..self.at + c.len_utf8();
        self.at = range.end;
        let instead = match c {
            '#' => Some("\\#"),
            '’' | '′' => Some("'"),
            _ => commands::for_character(c),
        };
        self.fault(faults::unexpected_character(c, instead), range);
    }

    /// A symbol of the user.
    fn own_sign(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let Some(sign) = self.signs.iter().find(|sign| rest.starts_with(**sign)) else {
            return false;
        };
        let start = self.at;
        self.at += sign.len();
        self.finish_name((*sign).to_owned(), start);
        true
    }

    /// `+`, `==`, `..`, or a symbol of the user, such as `++`: the whole run where it is declared, else what is known of it.
    fn run_of_signs(&mut self) {
        const KNOWN: &[Symbol] = &["==", "..", "+", "-", "*", "=", "<", ">", "."];
        const MISTAKEN: &[(&str, &str)] = &[
            ("<=>", "\\iff"),
            ("<->", "\\rel"),
            ("-->", "\\fun"),
            ("<=", "\\leq"),
            (">=", "\\geq"),
            ("=>", "\\implies"),
            ("->", "\\fun"),
        ];
        if self.own_sign() {
            return;
        }
        for (found, command) in MISTAKEN {
            if self.rest().starts_with(found) {
                let range = self.at..self.at + found.len();
                self.at = range.end;
                self.fault(faults::relation_of_characters(found, command), range);
                return;
            }
        }
        let found = KNOWN.iter().find(|known| self.rest().starts_with(**known));
        let known = found.copied().unwrap_or(".");
        self.decorated(known, self.at, self.at + known.len());
    }

    fn number(&mut self) {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let range = self.at..self.at + digits;
        let value: BigInt = self.text[range.clone()].parse().unwrap_or_default();
        self.at = range.end;
        self.push(TokenKind::Number(value), range);
    }

    /// A word with its strokes and subscripts.
    fn name(&mut self) {
        let start = self.at;
        let word = self.word();
        self.finish_name(word, start);
    }

    /// Letters, digits and `\_`.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek() {
            if c.is_alphanumeric() {
                word.push(c);
                self.at += c.len_utf8();
            } else if self.goes_on_behind_underscore() {
                word.push('_');
                self.at += 2;
            } else {
                break;
            }
        }
        word
    }

    /// An underscore at the end of a word is the dummy of a pattern.
    fn goes_on_behind_underscore(&self) -> bool {
        let behind = self.rest().strip_prefix("\\_");
        behind.is_some_and(|it| {
            it.trim_start_matches("\\_")
                .starts_with(char::is_alphanumeric)
        })
    }

    fn finish_name(&mut self, mut name: String, start: usize) {
        self.strokes(&mut name);
        self.push(TokenKind::Name(Name::new(&name)), start..self.at);
    }

    /// Adds the strokes and subscripts that stand here.
    fn strokes(&mut self, name: &mut String) {
        loop {
            match self.peek() {
                Some(c @ ('\'' | '?' | '!')) => {
                    name.push(c);
                    self.at += 1;
                }
                Some('_') => {
                    let Some(subscript) = self.subscript() else {
                        return;
                    };
                    name.push('_');
                    name.push_str(&subscript);
                }
                _ => return,
            }
        }
    }

    /// `_1`, `_{max}`; None with a fault where nothing can be read.
    fn subscript(&mut self) -> Option<String> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some('{') {
            self.at += 1;
            let word = self.word();
            if self.peek() == Some('}') && !word.is_empty() {
                self.at += 1;
                return Some(word);
            }
        } else if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            self.at += digits;
            return Some(self.text[self.at - digits..self.at].to_owned());
        } else if self.peek().is_some_and(char::is_alphabetic) {
            let word = self.word();
            if word.chars().count() > 1 {
                self.fault(faults::long_subscript(&word), start..self.at);
            }
            return Some(word);
        }
        self.fault(faults::bad_script('_'), start..self.at);
        None
    }

    /// A subscript behind a space or a parenthesis decorates what stands before it: `S~_1`.
    fn lone_subscript(&mut self) {
        let start = self.at;
        if let Some(subscript) = self.subscript() {
            for c in std::iter::once('_').chain(subscript.chars()) {
                self.push(TokenKind::Stroke(c), start..self.at);
            }
        }
    }

    fn close_brace(&mut self) {
        match self.braces.pop() {
            Some(Brace::Group(_)) => self.at += 1,
            Some(Brace::Power(_)) => self.symbol(CLOSE_POWER, 1),
            None => {
                self.fault(faults::unopened_brace(), self.at..self.at + 1);
                self.at += 1;
            }
        }
    }

    /// `^{*}` and its kin, a prime, or an iteration.
    fn superscript(&mut self) {
        let start = self.at;
        let inner = self.at + 1;
        let rest = &self.text[inner..];
        let braced = rest.starts_with('{');
        let (content, end) = if braced {
            let close = rest.find('}').unwrap_or(rest.len());
            (
                rest[1..close.max(1)].trim(),
                (inner + close + 1).min(self.text.len()),
            )
        } else if rest.starts_with('\\') {
            let end = letters_end(self.text, inner + 1);
            (&self.text[inner..end], end)
        } else {
            let width = rest.chars().next().map_or(0, char::len_utf8);
            (&rest[..width], inner + width)
        };
        let symbol = match content {
            "+" | "\\plus" => Some("^+"),
            "*" | "\\star" | "\\ast" => Some("^*"),
            "~" | "\\sim" | "\\inv" => Some("~"),
            _ => None,
        };
        if let Some(symbol) = symbol {
            self.at = end;
            self.push(TokenKind::Symbol(symbol), start..end);
        } else if content == "\\prime" {
            self.at = end;
            self.push(TokenKind::Stroke('\''), start..end);
        } else if braced {
            self.braces.push(Brace::Power(inner));
            self.symbol(OPEN_POWER, 2);
        } else if content.starts_with(|c: char| c.is_alphanumeric()) {
            self.symbol(OPEN_POWER, 1);
            let kind = match content.parse::<BigInt>() {
                Ok(value) => TokenKind::Number(value),
                Err(_) => TokenKind::Name(Name::new(content)),
            };
            self.push(kind, self.at..end);
            self.at = end;
            self.push(TokenKind::Symbol(CLOSE_POWER), end..end);
        } else {
            self.fault(faults::bad_script('^'), start..inner);
            self.at = inner;
        }
    }

    /// What starts with a backslash.
    fn command(&mut self) {
        let start = self.at;
        let mut end = letters_end(self.text, start + 1);
        if end == start + 1 {
            end += self.text[end..].chars().next().map_or(0, char::len_utf8);
        }
        self.at = end;
        let command = &self.text[start..end];
        match command {
            "\\begin" | "\\end" => return self.nested(start),
            "\\inrel" => return self.underlined(start),
            "\\not" => return self.negated(start),
            "\\bsup" => return self.push(TokenKind::Symbol(OPEN_POWER), start..end),
            "\\esup" => return self.push(TokenKind::Symbol(CLOSE_POWER), start..end),
            "\\vdash" => {
                self.at += usize::from(self.peek() == Some('?'));
                return self.push(TokenKind::Symbol("|-?"), start..self.at);
            }
            _ => {}
        }
        if self.rest().starts_with("\\!_") {
            self.at += 2;
        }
        if self.peek() == Some('_')
            && let Some(meaning) = self.with_one(command)
        {
            return self.mean(meaning, command, start);
        }
        match commands::meaning(command) {
            Some(meaning) => self.mean(meaning, command, start),
            None if command.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                self.finish_name(command.to_owned(), start);
            }
            None => {
                let fault = faults::unknown_command(command, None);
                self.fault(fault, start..end);
            }
        }
    }

    /// `\seq_1` and every other command that has a meaning of its own with the subscript 1.
    fn with_one(&mut self, command: &str) -> Option<Meaning> {
        let width = ["_1", "_{1}"]
            .into_iter()
            .find(|one| self.rest().starts_with(one))?
            .len();
        let meaning = commands::meaning(&format!("{command}_1"))?;
        self.at += width;
        Some(meaning)
    }

    fn mean(&mut self, meaning: Meaning, command: &str, start: usize) {
        match meaning {
            Meaning::Symbol(symbol) => self.decorated(symbol, start, self.at),
            Meaning::Name(name) => {
                let mut word = name.to_owned();
                if commands::is_letter(name) {
                    // `\Phi S` is a word, as TeX sees it; a small letter is more often a name of its own.
                    if name.starts_with(char::is_uppercase) {
                        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
                    }
                    word += &self.word();
                }
                self.finish_name(word, start);
            }
            Meaning::Space if command == "\\t" => self.tab(start),
            Meaning::Space => {}
            Meaning::SpaceWithArgument => self.argument(),
            Meaning::Line => self.end_line(command),
            Meaning::Keyword => self.push(TokenKind::Name(Name::new(command)), start..self.at),
        }
    }

    /// A symbol, or a name where an operator has strokes or a subscript.
    fn decorated(&mut self, symbol: Symbol, start: usize, end: usize) {
        self.at = end;
        let mut name = format!("\\{symbol}");
        if commands::can_be_decorated(symbol) {
            self.strokes(&mut name);
        }
        let kind = if self.at == end {
            TokenKind::Symbol(symbol)
        } else {
            TokenKind::Name(Name::new(&name))
        };
        self.push(kind, start..self.at);
    }

    /// `\\`, also with a distance behind it: `\\[2pt]`.
    fn end_line(&mut self, command: &str) {
        if command == "\\\\" {
            self.at += usize::from(self.rest().starts_with('*'));
            let distance = (self.rest().strip_prefix('[')).and_then(|rest| rest.split_once(']'));
            if let Some((distance, _)) = distance
                && distance.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && distance.ends_with(char::is_alphabetic)
            {
                self.at += distance.len() + 2;
            }
        } else {
            self.drop_stop();
        }
        self.line = true;
    }

    /// `\t1`, `\t{10}`
    fn tab(&mut self, start: usize) {
        let digits = self
            .rest()
            .trim_start_matches('{')
            .bytes()
            .take_while(u8::is_ascii_digit);
        let digits = digits.count();
        let braces = usize::from(self.rest().starts_with('{'));
        self.at = (self.at + digits + 2 * braces).min(self.text.len());
        if !self.line && !self.tokens.last().is_none_or(|last| last.is("where")) {
            self.fault(faults::tab_within_line(), start..self.at);
        }
    }

    /// Skips what stands in braces, if anything does.
    fn argument(&mut self) {
        if self.peek() != Some('{') {
            return;
        }
        let mut depth = 0usize;
        for (offset, c) in self.text[self.at..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += offset + 1;
                return;
            }
        }
        self.fault(faults::unclosed_brace(), self.at..self.at + 1);
        self.at = self.text.len();
    }

    /// An environment inside a paragraph.
    fn nested(&mut self, start: usize) {
        let name = self.at;
        self.argument();
        let environment = self.text[name..self.at].trim_matches(['{', '}']).to_owned();
        self.fault(faults::nested_environment(&environment), start..self.at);
    }

    /// `\inrel{R}`
    fn underlined(&mut self, start: usize) {
        let blank = self.rest().len() - self.rest().trim_start().len();
        if !self.text[self.at + blank..].starts_with('{') {
            self.fault(faults::underlined_what(), start..self.at);
            return;
        }
        self.at += blank + 1;
        let mut name = UNDERLINED.to_owned();
        let word = self.word();
        name.push_str(&word);
        self.strokes(&mut name);
        if word.is_empty() || self.peek() != Some('}') {
            self.fault(faults::underlined_what(), start..self.at);
            return;
        }
        self.at += 1;
        self.push(TokenKind::Name(Name::new(&name)), start..self.at);
    }

    /// `\not=`, `\not\in`
    fn negated(&mut self, start: usize) {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        let blank = rest.len() - trimmed.len();
        for (spelling, symbol) in [("=", "/="), ("\\in", "notin")] {
            if trimmed.starts_with(spelling) {
                let end = self.at + blank + spelling.len();
                self.at = end;
                return self.push(TokenKind::Symbol(symbol), start..end);
            }
        }
        self.fault(
            faults::unknown_command("\\not", Some("\\lnot")),
            start..self.at,
        );
    }
}
