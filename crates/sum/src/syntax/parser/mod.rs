//! The parser of declarations, predicates and expressions, for every notation.
//!
//! It reads tokens ([`crate::syntax::Token`]) with a table of operators ([`Operators`]) that grows as the text declares its own. The
//! dialect says what differs between Sum and Z. A function that reads something returns `Err(Failed)` after it has reported what is wrong;
//! whoever knows where the next line or paragraph starts goes on there.
//!
//! A reader of another notation makes one parser for each paragraph, or one for all with [`Parser::load`]:
//!
//! ```text
//! parser.load(tokens of the paragraph, ending with End)
//! parser.schema_text() / abbreviation() / free_types() / predicates() / expression() / ...
//! parser.finish()      reports what is left over
//! parser.take_diagnostics()
//! ```

use assay_source::{Diagnostic, Span};

use super::fixity::Operators;
use super::token::Token;
use super::{Declaration, Expr, FreeType, Ident, Predicate, SchemaText};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `f(x)` is an application, `NAME{3/x?}` a substitution, `if` ends with `fi`.
    Sum,
    /// `f x` is an application, `;` never composes schemas.
    Z,
}

/// It has been reported.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

pub type Parsed<T> = Result<T, Failed>;

pub struct Parser {
    tokens: Vec<Token>,
    at: usize,
    pub operators: Operators,
    dialect: Dialect,
    diagnostics: Vec<Diagnostic>,
}

impl Parser {
    /// The last token is `End`.
    pub fn new(tokens: Vec<Token>, operators: Operators, dialect: Dialect) -> Parser {
        Parser {
            tokens,
            at: 0,
            operators,
            dialect,
            diagnostics: Vec::new(),
        }
    }

    /// Goes on with other tokens; operators and diagnostics stay.
    pub fn load(&mut self, tokens: Vec<Token>) {
        self.tokens = tokens;
        self.at = 0;
    }

    /// Reports what is left over, if anything is.
    pub fn finish(&mut self) -> Parsed<()> {
        todo!("signature only")
    }

    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// An expression, or a schema expression.
    pub fn expression(&mut self) -> Parsed<Expr> {
        todo!("signature only")
    }

    pub fn predicate(&mut self) -> Parsed<Predicate> {
        todo!("signature only")
    }

    /// Predicates separated by lines or `;`, to the end of the tokens or to a symbol that closes them. A line that cannot be read is
    /// reported and left out.
    pub fn predicates(&mut self) -> Vec<Predicate> {
        todo!("signature only")
    }

    /// Declarations separated by lines or `;`, to `|`, `where`, `@` or the end. With errors as [`Parser::predicates`].
    pub fn declarations(&mut self) -> Vec<Declaration> {
        todo!("signature only")
    }

    /// Declarations, and predicates behind `|` or `where` (the symbol that a reader gives for the line in a box).
    pub fn schema_text(&mut self) -> SchemaText {
        todo!("signature only")
    }

    /// `X == E`, `X[T] == E`, `_ op _ == E`, and with `symbol` `^=` a schema definition: name, parameters, value.
    pub fn definition(&mut self, symbol: &str) -> Parsed<(Ident, Vec<Ident>, Expr)> {
        let _ = symbol;
        todo!("signature only")
    }

    /// `T ::= a | b << E >>`, several joined by `&`.
    pub fn free_types(&mut self) -> Parsed<Vec<FreeType>> {
        todo!("signature only")
    }

    /// `[X, Y]`: given sets, or the generic parameters of a paragraph.
    pub fn bracketed_names(&mut self) -> Parsed<Vec<Ident>> {
        todo!("signature only")
    }

    /// A name that is declared, also as the pattern of an operator: `_ op _`.
    pub fn declared_name(&mut self) -> Parsed<Ident> {
        todo!("signature only")
    }

    /// Whether the next token is this symbol; it is read if so.
    pub fn accept(&mut self, symbol: &str) -> bool {
        let _ = symbol;
        todo!("signature only")
    }

    pub fn at_end(&self) -> bool {
        todo!("signature only")
    }

    /// The place of the next token.
    pub fn span(&self) -> Span {
        todo!("signature only")
    }
}
