//! Tokens to a tree, by recursive descent between brackets and by operator precedence within them.
//!
//! Parsing never fails and never panics: it returns the tree it could build and diagnostics. After an error it goes on
//! behind the next `;`, at the next assignment or at the next section. Two errors end it: nesting beyond
//! [`crate::MAX_DEPTH`], and the end of the file. Operators that people bring along from other languages are reported and
//! read as what they mean, so that the rest of the file is checked too. Once a refused construct was met, syntax
//! errors after it are not reported, because they may well come from that construct.

mod expr;
mod habit;
mod literal;
pub use literal::MAX_WIDTH;
mod primary;
mod psl;
mod section;
mod types;

use std::sync::Arc;

use assay_source::{Diagnostic, SourceFile, Span};

use super::construct::Construct;
use super::grammar::Grammar;
use super::lexer::lex;
use super::token::{Token, TokenKind, reserved, starts_section};
use super::tree::{Exprs, Ident, Tree};
use crate::MAX_DEPTH;

/// An error was reported; the caller skips to where parsing can go on.
pub(super) struct Failed;

pub(super) type Parse<T> = Result<T, Failed>;

/// After this many syntax errors the rest is not worth reporting.
const MAX_ERRORS: usize = 20;

pub(super) struct Parser<'a> {
    file: &'a SourceFile,
    tokens: Vec<Token>,
    /// Index of the next token; the last one is always `End` and is never passed.
    at: usize,
    exprs: Exprs,
    grammar: Grammar,
    depth: u32,
    /// In `E [p U q]` outside further brackets, where `U` ends the operand.
    until_ends: bool,
    /// Where `:=` can only be meant as `=`.
    no_assignment: bool,
    /// Nothing more is to be read.
    stopped: bool,
    errors: Vec<Diagnostic>,
    /// At most one for each construct.
    refusals: Vec<Diagnostic>,
}

/// Reads a model. The diagnostics are in the order of the text; the tree is whole if none of them is an error.
pub fn parse(file: &SourceFile) -> (Tree, Vec<Diagnostic>) {
    let mut parser = Parser::new(file, Grammar::Smv, Exprs::default());
    let modules = parser.modules();
    let tree = Tree {
        file: file.id,
        modules,
        exprs: std::mem::take(&mut parser.exprs),
    };
    (tree, parser.diagnostics())
}

/// Reads a text that is one expression and nothing else, and adds it to a table.
pub fn parse_expression(
    file: &SourceFile,
    grammar: Grammar,
    exprs: &mut Exprs,
) -> Result<super::expr::ExprId, Vec<Diagnostic>> {
    let mut parser = Parser::new(file, grammar, std::mem::take(exprs));
    parser.no_assignment = true;
    let mut expr = parser.expr();
    if expr.is_ok() && parser.kind() != TokenKind::End {
        expr = Err(parser.expected("an operator or the end of the expression"));
    }
    *exprs = std::mem::take(&mut parser.exprs);
    match (expr, parser.diagnostics()) {
        (Ok(expr), errors) if errors.is_empty() => Ok(expr),
        (_, mut errors) => {
            for error in &mut errors {
                let end = ("the end of the file", "the end of the expression");
                error.message = error.message.replace(end.0, end.1);
            }
            Err(errors)
        }
    }
}

impl<'a> Parser<'a> {
    fn new(file: &'a SourceFile, grammar: Grammar, exprs: Exprs) -> Parser<'a> {
        let lexed = lex(file);
        Parser {
            file,
            tokens: lexed.tokens,
            at: 0,
            exprs,
            grammar,
            depth: 0,
            until_ends: false,
            no_assignment: false,
            stopped: false,
            errors: lexed.diagnostics,
            refusals: Vec::new(),
        }
    }

    fn text(&self, token: Token) -> &'a str {
        &self.file.text()[token.start as usize..token.end as usize]
    }

    /// The text of the word so many tokens ahead, or nothing if that is no word.
    fn word_at(&self, ahead: usize) -> &'a str {
        let last = self.tokens.len() - 1;
        let token = self.tokens[(self.at + ahead).min(last)];
        match token.kind {
            TokenKind::Word if !self.stopped => self.text(token),
            _ => "",
        }
    }

    /// The next token's text if it is a word.
    fn word(&self) -> &'a str {
        self.word_at(0)
    }
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
        self.kind_at(0)
    }

    fn kind_at(&self, ahead: usize) -> TokenKind {
        let last = self.tokens.len() - 1;
        match self.stopped {
            true => TokenKind::End,
            false => self.tokens[(self.at + ahead).min(last)].kind,
        }
    }

    fn is(&self, symbol: &str) -> bool {
        self.is_at(0, symbol)
    }

    fn is_at(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.kind_at(ahead), TokenKind::Symbol(s) if s == symbol)
    }

    /// Whether the next two tokens stand together, as in `until!`.
    fn joined(&self, ahead: usize) -> bool {
        match self.tokens.get(self.at + ahead..self.at + ahead + 2) {
            Some([left, right]) => left.end == right.start,
            _ => false,
        }
    }

    /// The next token starts a section or a module, or there is none.
    fn at_section(&self) -> bool {
        self.kind() == TokenKind::End || starts_section(self.word())
    }

    /// `init(x) :=` or `next(x) :=` or `x :=` comes next.
    fn at_assignment(&self) -> bool {
        match self.word() {
            "init" => self.is_at(1, "("),
            "next" if self.is_at(1, "(") => {
                let close = (2..40).find(|ahead| self.is_at(*ahead, ")"));
                close.is_some_and(|close| self.is_at(close + 1, ":="))
            }
            "" => false,
            _ => self.is_at(1, ":="),
        }
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
            false => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    /// The `;` behind an item. The place where one is missing is behind the last token, not before the next one, which
    /// may be lines away.
    fn expect_semicolon(&mut self, after: &str) -> Parse<()> {
        if self.eat(";") {
            return Ok(());
        }
        let message = format!("expected `;`, found {}", self.found());
        let place = self.last_span().after();
        let next = self.here();
        let mut diagnostic = Diagnostic::error("S0101", message)
            .at(place)
            .label("a `;` may be missing here");
        if next.start > place.end {
            diagnostic = diagnostic.secondary(next, "this was not expected");
        }
        // What follows may well be the next item, which then is read too.
        let item = self.at_section() || self.at_assignment() || self.is_at(1, ":");
        let failed = self.report(diagnostic.help(format!("{after} ends with `;`")));
        if item { Ok(()) } else { Err(failed) }
    }

    /// The bracket that closes the one at `open`.
    fn close(&mut self, symbol: &'static str, open: Span) -> Parse<Span> {
        if self.is(symbol) {
            return Ok(self.take_span());
        }
        let message = format!("expected `{symbol}`, found {}", self.found());
        let here = self.here();
        Err(self.report(
            Diagnostic::error("S0106", message)
                .at(here)
                .secondary(open, "this bracket is not closed"),
        ))
    }

    fn ident(&mut self, what: &str) -> Parse<Ident> {
        let word = match self.kind() {
            TokenKind::Quoted => self.text(self.token()),
            _ => self.word(),
        };
        if word.is_empty() {
            return Err(self.expected(what));
        }
        if reserved(word) {
            return Err(self.reserved_name(what, word));
        }
        let name = Arc::from(word);
        let span = self.take_span();
        Ok(Ident { name, span })
    }

    /// A name of a flattened model may have dots and indices.
    fn dotted(&mut self, what: &str) -> Parse<Ident> {
        let mut ident = self.ident(what)?;
        let mut name = ident.name.to_string();
        loop {
            if self.is(".") {
                self.advance();
                name.push('.');
                match self.kind() {
                    TokenKind::Int => {
                        let index = self.advance();
                        name.push_str(self.text(index));
                    }
                    _ => name.push_str(&self.ident("a name")?.name),
                }
            } else if self.is("[") {
                let open = self.take_span();
                let minus = if self.eat("-") { "-" } else { "" };
                if self.kind() != TokenKind::Int {
                    return Err(self.expected("a number"));
                }
                let index = self.advance();
                name.push_str(&format!("[{minus}{}]", self.text(index)));
                self.close("]", open)?;
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

    /// The last token taken.
    fn last_span(&self) -> Span {
        self.span(self.tokens[self.at.saturating_sub(1)])
    }

    /// From a start position to the end of the last token taken.
    fn since(&self, start: u32) -> Span {
        let end = self.last_span().end;
        Span::new(self.file.id, start as usize, end as usize)
    }

    // Reporting.

    /// The next token for messages.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Word if reserved(self.word()) => format!("the keyword `{}`", self.word()),
            TokenKind::Directive => "a preprocessor directive".to_string(),
            _ => format!("`{}`", self.text(self.token())),
        }
    }

    fn expected(&mut self, what: &str) -> Failed {
        if self.kind() == TokenKind::Directive {
            return self.refuse_here(Construct::Preprocessor);
        }
        let found = self.found();
        self.error("S0101", format!("expected {what}, found {found}"))
    }

    fn reserved_name(&mut self, what: &str, word: &str) -> Failed {
        let message = format!("expected {what}, found the keyword `{word}`");
        let diagnostic = Diagnostic::error("S0102", message).at(self.here());
        self.report(match word.len() {
            1 => diagnostic.help(format!(
                "`{word}` is an operator of the temporal logics: choose another name"
            )),
            _ => diagnostic,
        })
    }

    fn error(&mut self, code: &'static str, message: String) -> Failed {
        let span = self.here();
        self.report(Diagnostic::error(code, message).at(span))
    }

    /// One diagnostic for each place; the end of the file is reported once.
    fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        let known = |d: &Diagnostic| d.span == diagnostic.span;
        if !self.stopped && !self.errors.iter().any(known) {
            self.errors.push(diagnostic);
        }
        self.stopped |= self.errors.len() >= MAX_ERRORS || self.kind() == TokenKind::End;
        Failed
    }

    fn refuse(&mut self, construct: Construct, span: Span) -> Failed {
        let diagnostic = construct.diagnostic(span);
        if self.refusals.iter().all(|d| d.code != diagnostic.code) {
            self.refusals.push(diagnostic);
        }
        Failed
    }

    fn refuse_here(&mut self, construct: Construct) -> Failed {
        let span = self.here();
        self.refuse(construct, span)
    }

    /// Runs `inner` one level deeper; nesting beyond the limit ends the parse.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&mut self) -> Failed {
        let span = self.here();
        let failed = self.report(
            Diagnostic::error("S0104", "nested too deeply")
                .at(span)
                .label(format!("more than {MAX_DEPTH} levels"))
                .help("give a part of the expression a name with DEFINE"),
        );
        self.stopped = true;
        failed
    }

    // Recovering.

    /// Skips behind the next `;`, or to where the next assignment or section starts.
    fn skip_item(&mut self) {
        // The token at which the error is may itself look like the start of what comes next.
        let mut first = true;
        while !self.at_section() {
            if self.eat(";") || (!first && self.at_assignment()) {
                return;
            }
            first = false;
            self.advance();
        }
    }

    fn skip_section(&mut self) {
        while !self.at_section() {
            self.advance();
        }
    }
}
