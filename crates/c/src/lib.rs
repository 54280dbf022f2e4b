//! C11 with the extensions of GNU C that system headers and verified modules use, under a bounded check.
//!
//! From text to verdicts:
//!
//! - [`project`] finds out which files belong together and how they are checked: command lines, proof folders, tasks, compilation databases.
//! - [`preprocess`] runs the system's compiler and gives tokens with the places where they are spelled. [`lex`] takes text that is
//!   preprocessed already.
//! - [`parse`] makes a [`tree::Unit`] of the tokens, and [`print`] writes a tree as C. What is not supported is refused by name with its place.
//! - [`library`] has models of functions of the C library, as C.
//! - [`elaborate`] makes a typed [`program`] of one or several trees.
//! - [`bounded`] executes a program on all paths at once: each of its [`checks`] becomes a term. [`float`] has the circuits of floating-point
//!   numbers.
//! - [`interpret`] executes a program with given values for what it leaves open ([`context`]). It shares no code with [`bounded`], and replays
//!   what a solver finds.
//! - [`mutate`] offers changed trees.
//! - [`C`] is all of that as a language of the tool.
//!
//! Inline assembler of system headers is in the tree without its text ([`tree::StmtKind::Asm`]); a function that has it is one without a
//! body in the program.

pub mod bounded;
pub mod checks;
mod child;
pub mod context;
mod elaborate;
pub mod float;
pub mod interpret;
mod language;
pub mod library;
pub mod mutate;
mod parser;
mod preprocess;
mod printer;
pub mod program;
pub mod project;
mod syntax;

pub use elaborate::{Elaborated, MAX_NESTING, elaborate};
pub use language::C;
pub use parser::{MAX_DEPTH, graft, parse};
pub use preprocess::{Files, Options, Reader, compiler, lex, preprocess};
pub use printer::{Parentheses, print, print_with_lines};
pub use syntax::tree;
pub use syntax::{
    CharLiteral, FloatLiteral, FloatSuffix, IntLiteral, Keyword, LongSuffix, Nodes, Origin,
    Pragmas, Prefix, Radix, StringLiteral, Token, TokenKind,
};
