//! Text to tree and back: lexer, parser, printer, and what tells the dialects apart.

pub mod ast;
pub mod construct;
pub mod detect;
mod lexer;
pub(crate) mod parser;
pub mod printer;
mod token;
pub mod tree;
