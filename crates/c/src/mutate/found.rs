//! What a mutator finds at one node.

use std::ops::Range;

use assay_source::Span;

use super::edit::{Edit, New};
use crate::syntax::{IntLiteral, LongSuffix, Radix};
use crate::tree::ExprKind;

/// A piece of source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Text {
    pub span: Span,
    pub key: Key,
}

/// Tells how often a piece of text comes into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// As often as the token that is spelled here.
    Spelled(Span),
    /// As often as the macro is used here.
    Used(Span),
}

pub(crate) struct Found {
    pub text: Text,
    /// Where it is shown: the operator, or the start of the text.
    pub at: Span,
    pub replacement: String,
    /// Becomes part of the id, so that several replacements at one place have different ids.
    pub variant: String,
    /// What is changed, as token numbers.
    pub tokens: Range<usize>,
    pub edits: Vec<Edit>,
}

/// A decimal constant.
pub(crate) fn int(value: u128) -> New {
    New::Kind(ExprKind::Int(IntLiteral {
        value,
        radix: Radix::Decimal,
        unsigned: false,
        long: LongSuffix::None,
        text: value.to_string().into(),
    }))
}
