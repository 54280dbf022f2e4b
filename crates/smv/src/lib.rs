//! SMV as NuSMV 2.x reads it.
//!
//! [`syntax`] turns text into a tree and a tree into text. It prints nothing, reads no files and panics on no input; what is
//! wrong is returned as diagnostics with stable codes: `S00xx` characters, `S01xx` syntax, `S09xx` constructs that are
//! not supported.

pub mod syntax;

pub use syntax::tree;
