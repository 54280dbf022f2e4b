//! Why something is not turned into terms.

use std::fmt;

use assay_source::Span;

use crate::value::Size;

/// Nothing is approximated: what cannot be a term within the limits is refused, and whoever asked answers "unknown" with this reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub span: Span,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// A set, or what a quantifier ranges over, with so many possible elements.
    TooLarge {
        what: &'static str,
        size: Size,
    },
    /// More terms than the limit.
    TooManyTerms {
        limit: usize,
    },
    /// A construct whose value is infinite, or is not a finite choice within the scope.
    Infinite {
        what: String,
    },
    NotSupported {
        what: String,
    },
    /// The explicit evaluator finds no value for a constant.
    Constant {
        name: String,
        why: String,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::TooLarge { what, size } => {
                write!(f, "too large: {what} with {size} possible elements")
            }
            Why::TooManyTerms { limit } => {
                write!(f, "too large: the formula has more than {limit} terms")
            }
            Why::Infinite { what } => write!(f, "out of scope: {what} is not finite"),
            Why::NotSupported { what } => {
                write!(f, "{what} is not translated into a formula yet")
            }
            Why::Constant { name, why } => write!(f, "the constant {name} has no value: {why}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}
