//! Steps over tokens, ends of lines, limits.

use assay_source::{Diagnostic, Span};

use super::{Context, Failed, MAX_DEPTH, MAX_DIAGNOSTICS, MAX_HEIGHT, Parsed, Parser};
use crate::syntax::{At, Ident, Token, TokenKind, codes};

/// A line does not end before or behind these.
const CONTINUING: &[&str] = &[
    "and", "or", "=>", "<=>", ",", ";", ":", "==", "^=", "::=", ":=", "|", "@", ";;", "|\\",
    "hide", "cross", ".", "/", "&", "then", "else",
];
/// A line does not end behind these, but may before them.
const OPENING: &[&str] = &[
    "not", "forall", "exists", "exists_1", "mu", "lambda", "let", "if", "theta", "Delta", "Xi",
    "pre", "(", "{", "[", "<<", "[[", "lblot", "(|",
];
/// A line does not end before these, but may behind them.
const CLOSING: &[&str] = &[")", "}", "]", ">>", "]]", "rblot", "|)", "fi"];

impl Parser {
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token `ahead` of the next one; the last one stays.
    pub(super) fn ahead(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    pub(super) fn previous(&self) -> Option<&Token> {
        self.at.checked_sub(1).map(|at| &self.tokens[at])
    }

    /// Reads a token; `End` stays.
    pub(super) fn advance(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        self.peek().span
    }

    /// From `start` to the last token that was read.
    pub(super) fn since(&self, start: Span) -> At {
        match self.previous() {
            Some(last) if last.span.end >= start.start => At(start.to(last.span)),
            _ => At(start),
        }
    }

    pub(super) fn next_is(&self, symbol: &str) -> bool {
        self.peek().is(symbol)
    }

    /// Whether the next token is this symbol; it is read if so.
    pub fn accept(&mut self, symbol: &str) -> bool {
        let found = self.next_is(symbol);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str, purpose: &str) -> Parsed<()> {
        if self.accept(symbol) {
            return Ok(());
        }
        Err(self.missing(&format!("`{symbol}` {purpose}")))
    }

    /// Reads the bracket that closes the one at `open`.
    pub(super) fn close(&mut self, symbol: &str, open: Span) -> Parsed<()> {
        if self.next_is(symbol) {
            self.closed_at = self.at;
            self.at += 1;
            return Ok(());
        }
        let found = self.describe_place();
        let mut diagnostic = Diagnostic::error(
            codes::OPEN_BRACKET,
            format!("expected `{symbol}`, found {found}"),
        )
        .at(self.span())
        .secondary(open, "opened here");
        diagnostic.help = self.hint(false);
        Err(self.report(diagnostic))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
        Failed
    }

    /// Reports what is left over, if anything is.
    pub fn finish(&mut self) -> Parsed<()> {
        if self.at_end() {
            return Ok(());
        }
        Err(self.unexpected("an operator or the end of the line"))
    }

    /// Whether a line that separates ends before the next token.
    pub(super) fn at_break(&self) -> bool {
        self.context.lines && self.breaks_before(self.at)
    }

    fn breaks_before(&self, at: usize) -> bool {
        let next = &self.tokens[at];
        if !next.starts_line || at == 0 {
            return next.starts_line;
        }
        !self.continues_behind(at - 1) && !self.continues_before(next)
    }

    fn continues_behind(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let Some(word) = token.word() else {
            return false;
        };
        at != self.closed_at
            && (CONTINUING.contains(&word)
                || OPENING.contains(&word)
                || self.operators.infix(word).is_some()
                || self.operators.prefix(word).is_some())
    }

    fn continues_before(&self, token: &Token) -> bool {
        let Some(word) = token.word() else {
            return false;
        };
        CONTINUING.contains(&word)
            || CLOSING.contains(&word)
            || self.operators.infix(word).is_some()
            || self.operators.closes_bracket(word)
    }

    /// Goes to the next line, or to what ends a body.
    pub(super) fn skip_line(&mut self) {
        self.recover(self.at);
    }

    /// Goes to the first line behind the token at `start`, or stays where one begins.
    pub(super) fn recover(&mut self, start: usize) {
        while !self.at_end() && (self.at <= start || !self.peek().starts_line) {
            if self.at > start && ["end", "where"].iter().any(|word| self.next_is(word)) {
                return;
            }
            self.at += 1;
        }
    }

    pub(super) fn within<T>(&mut self, context: Context, read: impl FnOnce(&mut Parser) -> T) -> T {
        let saved = std::mem::replace(&mut self.context, context);
        let result = read(self);
        self.context = saved;
        result
    }

    /// Inside brackets of Sum lines do not separate, and `;` composes.
    pub(super) fn in_brackets<T>(&mut self, read: impl FnOnce(&mut Parser) -> T) -> T {
        let semicolon = self.dialect == super::Dialect::Sum;
        self.within(
            Context {
                lines: !semicolon,
                semicolon,
                pipe: true,
                greater: true,
            },
            read,
        )
    }

    /// One level down. Keeps the limits of depth and height.
    pub(super) fn nest<T>(&mut self, read: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep(MAX_DEPTH));
        }
        let beside = std::mem::replace(&mut self.height, 0);
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        self.height = beside.max(self.height + 1);
        if self.height > MAX_HEIGHT && result.is_ok() {
            return Err(self.too_deep(MAX_HEIGHT));
        }
        result
    }

    /// What has been read becomes an operand.
    pub(super) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > MAX_HEIGHT {
            return Err(self.too_deep(MAX_HEIGHT));
        }
        Ok(())
    }

    fn too_deep(&mut self, limit: u32) -> Failed {
        let diagnostic = Diagnostic::error(
            codes::DEPTH,
            format!("this is nested more than {limit} levels deep"),
        )
        .at(self.span())
        .help("give a part of it a name of its own");
        self.report(diagnostic)
    }

    /// A name that is used or declared, not as an operator.
    pub(super) fn ident(&mut self, what: &str) -> Parsed<Ident> {
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Name(name) => {
                self.at += 1;
                Ok(Ident {
                    name,
                    at: At(token.span),
                })
            }
            TokenKind::Symbol(word) if word.starts_with(char::is_alphabetic) => {
                let diagnostic = Diagnostic::error(
                    codes::UNEXPECTED,
                    format!("expected {what}, found the reserved word `{word}`"),
                )
                .at(token.span)
                .help("choose another name, or write it between backquotes");
                Err(self.report(diagnostic))
            }
            _ => Err(self.unexpected(what)),
        }
    }
}
