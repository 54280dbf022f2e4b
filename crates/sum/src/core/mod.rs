//! A specification with its names resolved and its types known: what is evaluated, solved and lowered.
//!
//! Invariants: every variable has one declaration in the whole program, so that no name shadows another; schemas are expanded where they
//! are used, with variables of their own; every expression has a type without unknowns; chains of relations are conjunctions.

mod check;
mod machine;
mod rewrite;
mod same;
mod toolkit;
mod tree;
mod ty;

pub use machine::*;
pub(crate) use rewrite::Rewrite;
pub use toolkit::{Builtin, Relation};
pub use tree::*;
pub use ty::*;
