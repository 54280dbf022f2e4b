//! Text to tree and back: lexer, parser, printer, and what tells the dialects apart.

pub mod ast;
