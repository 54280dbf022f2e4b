//! The tree of a specification, its readers and its printers.

mod name;
mod tree;

pub use name::Name;
pub use tree::*;
