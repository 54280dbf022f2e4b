//! Text to tree and back: lexer, parser, printer, and what tells the dialects apart.

pub mod ast;
pub(crate) mod construct;
pub(crate) mod detect;
pub mod lexer;
pub(crate) mod parser;
pub mod printer;
pub mod token;
pub mod tree;
