//! The tree of a specification, its readers and its printers.

pub mod codes;
pub mod fixity;
mod latex;
pub mod lexer;
mod name;
pub mod parser;
pub mod print;
pub mod token;
mod tree;
mod unicode;
mod z;

pub use latex::parse_latex;
pub use name::Name;
pub use print::print_latex;
pub use token::{Token, TokenKind};
pub use tree::*;
pub use unicode::{has_boxes, parse_unicode};
