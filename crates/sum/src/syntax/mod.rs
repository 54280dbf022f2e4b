//! The tree of a specification, its readers and its printers.

pub mod codes;
pub mod fixity;
pub mod lexer;
mod name;
pub mod parser;
pub mod print;
pub mod token;
mod tree;

pub use name::Name;
pub use token::{Token, TokenKind};
pub use tree::*;
