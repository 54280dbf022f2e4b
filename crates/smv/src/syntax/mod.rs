//! Text to tree and back.

pub mod construct;
pub mod expr;
pub mod grammar;
pub mod lexer;
pub mod parser;
pub mod printer;
mod same;
pub mod token;
pub mod tree;
