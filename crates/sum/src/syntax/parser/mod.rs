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
//! parser.schema_text() / definition("==") / free_types() / predicates() / expression() / ...
//! parser.finish()      reports what is left over
//! parser.take_diagnostics()
//! ```
//!
//! Invariant: no tree that it returns is higher than [`MAX_HEIGHT`], and it never recurses deeper than [`MAX_DEPTH`] brackets or operators.

mod atom;
mod body;
mod bracket;
mod cursor;
mod definition;
mod explain;
mod expr;
mod form;
mod paragraph;
mod sum;
mod text;

use assay_source::Diagnostic;

use super::fixity::Operators;
use super::token::Token;

pub(crate) use expr::function_power;
pub use expr::power;
pub use form::as_predicate;
pub use sum::{Query, parse_paragraph, parse_query, parse_sum};

/// Brackets, prefixes and right operands inside each other.
pub const MAX_DEPTH: u32 = 200;
/// Of a tree: a chain `a + b + c ...` is as high as it is long.
pub const MAX_HEIGHT: u32 = 1000;
/// What comes after so many errors is rarely worth reading.
const MAX_DIAGNOSTICS: usize = 100;

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

/// What some marks mean depends on the brackets around them.
#[derive(Clone, Copy, Debug)]
struct Context {
    /// The end of a line separates.
    lines: bool,
    /// `;` composes schemas.
    semicolon: bool,
    /// `>>` pipes, and does not close a sequence.
    pipe: bool,
    /// `>` compares, and does not close a sequence.
    greater: bool,
}

pub struct Parser {
    tokens: Vec<Token>,
    at: usize,
    pub operators: Operators,
    dialect: Dialect,
    context: Context,
    /// How deep the recursion is.
    depth: u32,
    /// The height of the highest tree that the current call has read so far.
    height: u32,
    /// The token behind which an expression ended with a bracket that looks like an infix operator (`>`).
    closed_at: usize,
    /// Inside `is dec ... pred ... end`.
    old_spelling: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Parser {
    /// The last token is `End`.
    pub fn new(tokens: Vec<Token>, operators: Operators, dialect: Dialect) -> Parser {
        let mut parser = Parser {
            tokens: Vec::new(),
            at: 0,
            operators,
            dialect,
            context: Context {
                lines: true,
                semicolon: false,
                pipe: true,
                greater: true,
            },
            depth: 0,
            height: 0,
            closed_at: usize::MAX,
            old_spelling: false,
            diagnostics: Vec::new(),
        };
        parser.load(tokens);
        parser
    }

    /// Goes on with other tokens; operators and diagnostics stay.
    pub fn load(&mut self, tokens: Vec<Token>) {
        assert!(
            tokens
                .last()
                .is_some_and(|last| last.kind == super::TokenKind::End),
            "tokens end with End"
        );
        self.tokens = tokens;
        self.at = 0;
        self.height = 0;
        self.closed_at = usize::MAX;
    }

    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }
}
