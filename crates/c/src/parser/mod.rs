//! From tokens to the tree.
//!
//! Recursive descent, with a table of binding strengths for binary operators. Whether a name is a type depends on the declarations
//! before it, so the parser keeps the scopes of names. Nesting is limited: a program that is nested deeper than [`MAX_DEPTH`] is
//! refused and does not exhaust the stack. Chains of binary operators, of labels, of `else if`, of pointers and of suffixes are loops.

mod declaration;
mod declarator;
mod expression;
mod specifiers;
mod statement;

use std::sync::Arc;

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use crate::syntax::tree::{At, Expr, ExprId, ExprKind, Ident, Place, Stmt, StmtId, StmtKind, Unit};
use crate::syntax::{Keyword, Origin, Pragmas, Token, TokenKind};

/// How deep parentheses, blocks, types and initialisers may be nested in each other.
pub const MAX_DEPTH: usize = 500;

/// Virtual size of the parser's stack; pages that are not touched cost nothing.
const STACK_BYTES: usize = 64 << 20;

pub(crate) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Parses the tokens of one translation unit. The last token is [`TokenKind::End`]. The first fault ends the parsing.
pub fn parse(tokens: Vec<Token>) -> Result<Unit, Box<Diagnostic>> {
    let work = move || Parser::new(tokens).unit();
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .name("c-parser".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        match spawned.map(|thread| thread.join()) {
            Ok(Ok(parsed)) => parsed,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("a thread for the parser cannot be started: {error}");
                Err(Box::new(Diagnostic::error("C0005", message)))
            }
        }
    })
}

/// Parses one more statement for a unit, which may then be put anywhere in it. Its tokens come after all others, and it knows no names of
/// types that the unit defines.
pub fn graft(unit: &Unit, tokens: Vec<Token>) -> Result<(Unit, StmtId), Box<Diagnostic>> {
    let mut parser = Parser::new(tokens);
    let own = std::mem::replace(&mut parser.tokens, Arc::new([]));
    parser.tokens = unit.tokens.iter().chain(own.iter()).cloned().collect();
    parser.at = unit.tokens.len();
    parser.exprs = unit.exprs.iter().cloned().collect();
    parser.stmts = unit.stmts.iter().cloned().collect();
    let statement = parser.statement()?;
    if parser.kind() != &TokenKind::End {
        return Err(parser.expected("the end"));
    }
    let grown = Unit {
        tokens: parser.tokens,
        exprs: parser.exprs.into(),
        stmts: parser.stmts.into(),
        items: unit.items.clone(),
    };
    Ok((grown, statement))
}

struct Parser {
    tokens: Arc<[Token]>,
    at: usize,
    depth: usize,
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    /// For each scope, whether a name is that of a type.
    scopes: Vec<FxHashMap<Arc<str>, bool>>,
}

/// Types that GCC and CBMC know without a declaration.
const BUILT_IN_TYPES: [&str; 5] = [
    "__builtin_va_list",
    "__uint128_t",
    "__CPROVER_size_t",
    "__CPROVER_ssize_t",
    "__CPROVER_rational",
];

impl Parser {
    fn new(mut tokens: Vec<Token>) -> Parser {
        if !matches!(tokens.last(), Some(last) if last.kind == TokenKind::End) {
            let span = tokens.last().map_or(Span::default(), |last| last.span);
            tokens.push(Token {
                kind: TokenKind::End,
                span,
                used: span,
                origin: Origin::Direct,
                system: false,
                pragmas: Pragmas::default(),
            });
        }
        let types = BUILT_IN_TYPES.iter().map(|&name| (name.into(), true));
        Parser {
            tokens: tokens.into(),
            at: 0,
            depth: 0,
            exprs: vec![],
            stmts: vec![],
            scopes: vec![types.collect()],
        }
    }

    fn unit(mut self) -> Parsed<Unit> {
        let mut items = Vec::new();
        while self.kind() != &TokenKind::End {
            if !self.eat(";") {
                items.push(self.item()?);
            }
        }
        Ok(Unit {
            tokens: self.tokens,
            exprs: self.exprs.into(),
            stmts: self.stmts.into(),
            items: items.into(),
        })
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn kind(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    /// The token after `skip` others; the last one if there are fewer.
    fn peek(&self, skip: usize) -> &TokenKind {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + skip).min(last)].kind
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is(&self, text: &str) -> bool {
        matches!(self.kind(), TokenKind::Punct(p) if *p == text)
    }

    fn next_is(&self, text: &str) -> bool {
        matches!(self.peek(1), TokenKind::Punct(p) if *p == text)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.expected(&format!("`{text}`")))
    }

    fn keyword(&self) -> Option<Keyword> {
        match self.kind() {
            TokenKind::Keyword(word) => Some(*word),
            _ => None,
        }
    }

    fn eat_keyword(&mut self, word: Keyword) -> bool {
        let found = self.keyword() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_keyword(&mut self, word: Keyword) -> Parsed<()> {
        if self.eat_keyword(word) {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", word.as_str())))
    }

    fn ident(&mut self) -> Parsed<Ident> {
        let TokenKind::Name(name) = self.kind() else {
            return Err(self.expected("a name"));
        };
        let name = name.clone();
        let first = self.at;
        self.advance();
        Ok(Ident {
            name,
            place: self.place(first),
        })
    }

    /// The current token is not what may stand here.
    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let message = format!("expected {what}, found {}", self.kind().describe());
        let fault = self.fault("C0010", message);
        // Two names in a row: the first was meant as a type.
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].kind);
        match (before, self.kind()) {
            (Some(TokenKind::Name(name)), TokenKind::Name(_)) => {
                let help = format!(
                    "`{name}` is no type that is known here: include the header that declares it"
                );
                Box::new(fault.help(help))
            }
            _ => fault,
        }
    }

    /// The current token starts something that is not supported.
    fn unsupported(&self, what: &str) -> Box<Diagnostic> {
        self.fault("C0011", format!("{what} is not supported"))
    }

    fn fault(&self, code: &'static str, message: String) -> Box<Diagnostic> {
        self.fault_at(self.at, code, message)
    }

    /// A fault at a token. Where the token comes from a macro, the use of the macro is shown too.
    fn fault_at(&self, at: usize, code: &'static str, message: String) -> Box<Diagnostic> {
        let token = &self.tokens[at];
        let error = Diagnostic::error(code, message).at(token.span);
        Box::new(if token.used == token.span {
            error
        } else {
            error.secondary(token.used, "the macro is used here")
        })
    }

    /// The place from a token to the last one that was read.
    fn place(&self, first: usize) -> Place {
        self.place_between(first, self.at)
    }

    fn place_between(&self, first: usize, end: usize) -> Place {
        let end = end.max(first + 1);
        let (start, last) = (&self.tokens[first], &self.tokens[end - 1]);
        let in_order = |a: Span, b: Span| a.file == b.file && a.start <= b.start && a.end <= b.end;
        let span = if in_order(start.span, last.span) {
            start.span.to(last.span)
        } else if in_order(start.used, last.used) {
            start.used.to(last.used)
        } else {
            start.span
        };
        Place {
            span,
            first: first as u32,
            end: end as u32,
        }
    }

    fn new_expr(&mut self, kind: ExprKind, first: usize, operator: usize) -> ExprId {
        let place = self.place(first);
        self.exprs.push(Expr {
            kind,
            place,
            operator: At(operator as u32),
        });
        ExprId(self.exprs.len() as u32 - 1)
    }

    fn new_stmt(&mut self, kind: StmtKind, first: usize) -> StmtId {
        let place = self.place(first);
        self.stmts.push(Stmt { kind, place });
        StmtId(self.stmts.len() as u32 - 1)
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("the program is nested more than {MAX_DEPTH} levels deep here");
            return Err(self.fault("C0012", message));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Runs a part of the parser in a scope of its own.
    fn scoped<T>(&mut self, parse: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        self.scopes.push(FxHashMap::default());
        let parsed = parse(self);
        self.scopes.pop();
        parsed
    }

    fn declare(&mut self, name: &Arc<str>, is_type: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.clone(), is_type);
        }
    }

    fn is_type_name(&self, name: &str) -> bool {
        let known = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        known.copied().unwrap_or(false)
    }
}
