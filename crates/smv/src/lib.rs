//! SMV as NuSMV 2.x reads it.
//!
//! [`syntax`] turns text into a tree and a tree into text. It prints nothing, reads no files and panics on no input; what is
//! wrong is returned as diagnostics with stable codes: `S001x` characters, `S01xx` syntax, `S09xx` constructs that are not
//! supported. [`mutate`] changes trees.

pub mod elaborate;
mod interpret;
mod language;
pub mod lower;
pub mod mutate;
mod replayer;
mod stack;
pub mod syntax;
#[cfg(feature = "testgen")]
pub mod testgen;
pub mod values;

pub use language::{Smv, SmvModel};
pub use replayer::ModelReplayer;
pub use stack::with_deep_stack;
pub use syntax::construct::Construct;
pub use syntax::grammar::Grammar;
pub use syntax::parser::{parse, parse_expression};
pub use syntax::tree;

/// Greatest depth of brackets and of operators before an operand. Chains of operators between operands may be longer: see
/// [`syntax::expr`].
pub const MAX_DEPTH: u32 = 500;
