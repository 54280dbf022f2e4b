//! SMV as NuSMV 2.x reads it.
//!
//! [`syntax`] turns text into a tree and a tree into text, [`elaborate`] a tree into a model without modules, [`lower`] that
//! into a system; an interpreter runs it. [`mutate`] changes trees, and the tree of a mutant is elaborated and lowered again.
//! [`spec`] reads properties of models in other languages. None of them prints, reads files or panics on any input; what is
//! wrong is returned as diagnostics with stable codes: `S001x` characters, `S01xx` syntax, `S02xx` names, `S03xx` types,
//! `S04xx` static rules, `S05xx` values, `S06xx` side files, `S09xx` constructs that are not supported.

pub mod elaborate;
mod interpret;
mod language;
pub mod lower;
pub mod mutate;
mod replayer;
pub mod spec;
pub mod syntax;
#[cfg(feature = "testgen")]
pub mod testgen;
pub mod values;

pub use language::{Smv, SmvModel};
pub use replayer::ModelReplayer;
pub use syntax::construct::Construct;
pub use syntax::grammar::Grammar;
pub use syntax::parser::{parse, parse_expression};
pub use syntax::tree;

/// Greatest depth of brackets and of operators before an operand. Chains of operators between operands may be longer: see
/// [`syntax::expr`].
pub const MAX_DEPTH: u32 = 500;

/// Bytes of stack for recursion over any model that elaboration accepts.
pub const STACK: usize = 512 << 20;
