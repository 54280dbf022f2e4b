//! Lustre in the dialects of JKind and Kind 2.
//!
//! [`parse`] turns text into a tree, [`check`] turns a tree into the typed [`model::Model`], [`load`] does both. None
//! of them prints, reads files or panics on any input; what is wrong is returned as diagnostics with stable codes:
//! `L00xx` characters, `L01xx` syntax, `L02xx` names, `L03xx` types, `L04xx` static rules, `L05xx` warnings and notes,
//! `L09xx` constructs that are not supported.

mod check;
mod dialect;
pub mod interp;
mod language;
mod load;
pub mod lower;
pub mod model;
pub mod mutate;
mod pre_index;
mod replayer;
pub mod syntax;
#[cfg(feature = "testgen")]
pub mod testgen;
mod value;
mod walk;

pub use dialect::Dialect;
pub use language::Lustre;
pub use load::{Loaded, Parsed, check, load, parse};
pub use replayer::{ChangedModel, Changes, ModelReplayer};
pub use syntax::ast;
pub use syntax::construct::Construct;

/// Greatest depth of an expression or type in a tree.
pub const MAX_DEPTH: u32 = 1000;

/// Bytes of stack for recursion over any tree that [`parse`] returns.
pub const STACK: usize = 64 << 20;
