//! Tokens to a tree, by recursive descent, in either dialect.
//!
//! Parsing never fails and never panics: it returns the tree it could build and diagnostics. After an error it goes on
//! behind the next `;`, or at the next declaration. Two errors end it: nesting beyond [`crate::MAX_DEPTH`], and the
//! end of the file. Once a refused construct was met, syntax errors after it are not reported, because they may well
//! come from that construct.

mod decl;
pub(crate) mod expr;
mod item;
mod types;

pub(crate) use expr::{ADDITIVE, LOOSEST, MULTIPLICATIVE};

use std::sync::Arc;

use assay_source::{Diagnostic, SourceFile, Span};

use super::ast::{Ident, Program};
use super::construct::Construct;
use super::lexer::lex;
use super::token::{Token, TokenKind};
use crate::{Dialect, MAX_DEPTH};

/// An error was reported; the caller skips to where parsing can go on.
pub(super) struct Failed;

pub(super) type Parse<T> = Result<T, Failed>;

/// Parentheses nest without making the tree deeper, so the recursion may be deeper than the tree.
const MAX_RECURSION: u32 = 4 * MAX_DEPTH;

/// After this many syntax errors the rest is not worth reporting.
const MAX_ERRORS: usize = 20;

pub(crate) fn parse_program(file: &SourceFile, dialect: Dialect) -> (Program, Vec<Diagnostic>) {
    let lexed = lex(file, dialect);
    let mut parser = Parser {
        file,
        dialect,
        tokens: lexed.tokens,
        at: 0,
        depth: 0,
        stopped: false,
        errors: lexed.diagnostics,
        refusals: Vec::new(),
    };
    let decls = parser.program();
    let program = Program {
        file: file.id,
        dialect,
        decls,
    };
    (program, parser.diagnostics())
}

pub(super) struct Parser<'a> {
    file: &'a SourceFile,
    dialect: Dialect,
    tokens: Vec<Token>,
    /// Index of the next token; the last one is always `End` and is never passed.
    at: usize,
    depth: u32,
    /// Nothing more is to be read.
    stopped: bool,
    errors: Vec<Diagnostic>,
    /// At most one for each construct.
    refusals: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn diagnostics(mut self) -> Vec<Diagnostic> {
        let start = |d: &Diagnostic| d.span.map_or(0, |s| s.start);
        if let Some(first) = self.refusals.iter().map(start).min() {
            self.errors.retain(|e| start(e) < first);
        }
        self.errors.append(&mut self.refusals);
        self.errors.sort_by_key(start);
        self.errors
    }

    // Looking at tokens.

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        if self.stopped {
            TokenKind::End
        } else {
            self.tokens[self.at].kind
        }
    }

    fn kind_at(&self, ahead: usize) -> TokenKind {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)].kind
    }

    fn word_at(&self, ahead: usize) -> &str {
        let last = self.tokens.len() - 1;
        let token = self.tokens[(self.at + ahead).min(last)];
        match token.kind {
            TokenKind::Word if !self.stopped => self.text(token),
            _ => "",
        }
    }

    /// The next token's text if it is a word.
    fn word(&self) -> &str {
        self.word_at(0)
    }

    fn text(&self, token: Token) -> &str {
        &self.file.text()[token.start as usize..token.end as usize]
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.kind(), TokenKind::Symbol(s) if s == symbol)
    }

    fn is_at(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Symbol(s) if s == symbol)
    }

    fn kind2(&self) -> bool {
        self.dialect == Dialect::Kind2
    }

    // Taking tokens.

    fn advance(&mut self) -> Token {
        let token = self.token();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, symbol: &'static str) -> Parse<Span> {
        match self.is(symbol) {
            true => Ok(self.take_span()),
            false if symbol == ";" && self.at > 0 => Err(self.missing_semicolon()),
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    /// The place where a `;` is missing is behind the last token, not before the next one, which may be lines away.
    fn missing_semicolon(&mut self) -> Failed {
        let found = self.found();
        let place = self.span(self.tokens[self.at - 1]).after();
        let next = self.here();
        self.report(
            Diagnostic::error("L0101", format!("expected `;`, found {found}"))
                .at(place)
                .label("a `;` may be missing here")
                .secondary(next, "this was not expected"),
        )
    }

    fn expect_word(&mut self, word: &str) -> Parse<Span> {
        if self.word() == word {
            Ok(self.take_span())
        } else {
            Err(self.expected(&format!("`{word}`")))
        }
    }

    fn ident(&mut self, what: &str) -> Parse<Ident> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.expected(what));
        }
        if self.dialect.reserves(word) {
            let message = format!("expected {what}, found the keyword `{word}`");
            return Err(self.error("L0102", message));
        }
        let name = Arc::from(word);
        let span = self.take_span();
        Ok(Ident { name, span })
    }

    /// A declared or assigned name. JKind's own flattened output has names such as `sub~0.r.f[2]`; such a name is one
    /// name, written without blanks.
    fn dotted(&mut self, what: &str) -> Parse<Ident> {
        let mut ident = self.ident(what)?;
        if self.kind2() {
            return Ok(ident);
        }
        let mut name = ident.name.to_string();
        loop {
            if self.is(".") {
                self.advance();
                let field = self.ident("a name")?;
                name.push('.');
                name.push_str(&field.name);
            } else if self.is("[") && self.kind_at(1) == TokenKind::Int {
                self.advance();
                let index = self.advance();
                name.push('[');
                name.push_str(self.text(index));
                name.push(']');
                self.expect("]")?;
            } else {
                break;
            }
            ident.span = self.since(ident.span.start);
        }
        ident.name = Arc::from(name);
        Ok(ident)
    }

    fn take_span(&mut self) -> Span {
        let token = self.advance();
        self.span(token)
    }

    fn span(&self, token: Token) -> Span {
        Span::new(self.file.id, token.start as usize, token.end as usize)
    }

    fn here(&self) -> Span {
        self.span(self.token())
    }

    /// From a start position to the end of the last token taken.
    fn since(&self, start: u32) -> Span {
        let end = match self.at {
            0 => 0,
            at => self.tokens[at - 1].end,
        };
        Span::new(self.file.id, start as usize, end as usize)
    }

    // Reporting.

    /// The next token for messages.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Word if self.dialect.reserves(self.word()) => {
                format!("the keyword `{}`", self.word())
            }
            _ => format!("`{}`", self.text(self.token())),
        }
    }

    fn expected(&mut self, what: &str) -> Failed {
        let found = self.found();
        self.error("L0101", format!("expected {what}, found {found}"))
    }

    fn error(&mut self, code: &'static str, message: String) -> Failed {
        let span = self.here();
        self.error_at(code, message, span)
    }

    fn error_at(&mut self, code: &'static str, message: String, span: Span) -> Failed {
        self.report(Diagnostic::error(code, message).at(span))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if !self.stopped {
            self.errors.push(diagnostic);
            // The end of the file is reported once.
            self.stopped = self.errors.len() >= MAX_ERRORS || self.kind() == TokenKind::End;
        }
        Failed
    }

    fn refuse(&mut self, construct: Construct, span: Span) -> Failed {
        self.refuse_as(construct.diagnostic(span))
    }

    fn refuse_as(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.refusals.iter().all(|d| d.code != diagnostic.code) {
            self.refusals.push(diagnostic);
        }
        Failed
    }

    fn refuse_here(&mut self, construct: Construct) -> Failed {
        let span = self.here();
        self.refuse(construct, span)
    }

    /// The same for a symbol that people bring along from other languages, with what Lustre writes for it.
    fn refuse_habit(&mut self, construct: Construct, lustre: &str) -> Failed {
        let diagnostic = construct.diagnostic(self.here());
        self.refuse_as(diagnostic.help(format!("of Booleans, Lustre writes `{lustre}`")))
    }

    /// An error at a symbol that people bring along from other languages, with what Lustre writes for it.
    fn habit(&mut self, message: &str, lustre: &str) -> Failed {
        let diagnostic = Diagnostic::error("L0101", message).at(self.here());
        let what = if lustre == "=" {
            "equality"
        } else {
            "inequality"
        };
        self.report(diagnostic.help(format!("Lustre writes `{lustre}` for {what}")))
    }

    /// A construct of Kind 2 that JKind's dialect does not have.
    fn only_kind2(&mut self, what: &str, span: Span) -> Failed {
        let diagnostic = Diagnostic::error("L0103", format!("{what} only in Kind 2's dialect"))
            .at(span)
            .help("use `--dialect kind2` if this file is meant for Kind 2");
        self.report(diagnostic)
    }

    /// Runs `inner` one level deeper; nesting beyond the limit ends the parse.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_RECURSION {
            return Err(self.too_deep(self.here()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self, span: Span) -> Failed {
        let failed = self.report(
            Diagnostic::error("L0104", "nested too deeply")
                .at(span)
                .label(format!("more than {MAX_DEPTH} levels"))
                .help(
                    "give a part of the expression a name: a variable with an equation of its own",
                ),
        );
        self.stopped = true;
        failed
    }

    // Recovering.

    /// Skips behind the next `;`, or to where the node ends.
    fn skip_item(&mut self) {
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Symbol(";") => {
                    self.advance();
                    return;
                }
                TokenKind::Word if matches!(self.word(), "tel" | "node" | "function") => return,
                _ => self.advance(),
            };
        }
    }

    /// Skips to what looks like the start of a declaration.
    fn skip_decl(&mut self) {
        loop {
            let starts_line = self.at == 0
                || matches!(self.tokens[self.at - 1].kind, TokenKind::Symbol(";"))
                || self.text(self.tokens[self.at - 1]) == "tel";
            match self.word() {
                "node" | "function" => return,
                "type" | "const" if starts_line => return,
                _ if self.kind() == TokenKind::End => return,
                _ => self.advance(),
            };
        }
    }
}
