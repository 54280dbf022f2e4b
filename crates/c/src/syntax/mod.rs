//! Tokens and the tree.

pub(crate) mod lexer;
pub(crate) mod literal;
mod nodes;
mod token;
pub mod tree;

pub use literal::{
    CharLiteral, FloatLiteral, FloatSuffix, IntLiteral, LongSuffix, Prefix, Radix, StringLiteral,
};
pub use nodes::Nodes;
pub use token::{Keyword, Origin, Pragmas, Token, TokenKind};
