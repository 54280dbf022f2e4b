//! The front end of C: C11 with the extensions of GNU C that system headers and verified modules use.
//!
//! What is there:
//!
//! - [`preprocess`] runs the system's compiler and gives tokens with the places where they are spelled. [`lex`] takes text that is
//!   preprocessed already.
//! - [`parse`] makes a [`tree::Unit`] of the tokens. What is not supported is refused by name with its place.
//! - [`print`] writes a tree as C that is parsed to the same tree.
//!
//! - [`program`] is the typed program that trees are to be elaborated to.
//!
//! What is not there yet: the elaboration, lowering, checks, mutants, an interpreter, and the language as `crates/language`
//! wants it. Inline assembler of system headers is in the tree without its text
//! ([`tree::StmtKind::Asm`]); a later step has to refuse it where it is reached.

mod parser;
mod preprocess;
mod printer;
pub mod program;
mod syntax;

pub use parser::{MAX_DEPTH, parse};
pub use preprocess::{Files, Options, Reader, compiler, lex, preprocess};
pub use printer::{Parentheses, print};
pub use syntax::tree;
pub use syntax::{
    CharLiteral, FloatLiteral, FloatSuffix, IntLiteral, Keyword, LongSuffix, Origin, Prefix, Radix,
    StringLiteral, Token, TokenKind,
};
