//! Lustre in the dialects of JKind and Kind 2.
//!
//! [`parse`] turns text into a tree, [`check`] turns a tree into the typed [`model::Model`], [`load`] does both. None
//! of them prints, reads files or panics on any input; what is wrong is returned as diagnostics with stable codes:
//! `L00xx` characters, `L01xx` syntax, `L02xx` names, `L03xx` types, `L04xx` static rules, `L05xx` warnings and notes,
//! `L09xx` constructs that are not supported.

mod dialect;
pub mod lower;
pub mod model;
mod pre_index;
mod stack;
pub mod syntax;

use assay_source::{Diagnostic, SourceFile};

pub use dialect::Dialect;
pub use stack::with_deep_stack;
pub use syntax::ast;
pub use syntax::construct::Construct;
pub use syntax::detect::{Detected, detect};

/// Greatest depth of an expression or type in a tree.
pub const MAX_DEPTH: u32 = 1000;

/// What [`parse`] returns.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub ast: ast::Program,
    pub dialect: Dialect,
    /// In the order of the text. If one is an error, the tree is incomplete.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    pub fn is_ok(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads a file in the given dialect, or in the one its content shows.
pub fn parse(file: &SourceFile, dialect: Option<Dialect>) -> Parsed {
    let dialect = dialect.unwrap_or_else(|| detect(file).dialect);
    let (ast, diagnostics) = with_deep_stack(|| syntax::parser::parse_program(file, dialect));
    Parsed {
        ast,
        dialect,
        diagnostics,
    }
}
