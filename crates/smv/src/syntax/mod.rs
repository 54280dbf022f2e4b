//! Text to tree and back.

pub mod expr;
pub mod tree;
