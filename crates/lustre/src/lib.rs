//! Lustre in the dialects of JKind and Kind 2.
pub mod model;
pub mod syntax;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    JKind,
    Kind2,
}

/// Greatest depth of an expression or type.
pub const MAX_DEPTH: u32 = 3000;
