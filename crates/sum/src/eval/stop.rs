//! Why an expression has no value.

use std::fmt;

use assay_source::Span;

use crate::value::{Size, Value};

/// What ends the evaluation of an expression without a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The mathematics gives it none. An atom with such a term is false.
    Undefined(Box<Undefined>),
    /// It has a value, or may have one, that a search within the scope does not find.
    Beyond(Box<Beyond>),
    /// The search was ended. Nothing that contains this term is answered.
    Halted(Halt),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Undefined {
    pub span: Span,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Application outside of the domain.
    NotInDomain {
        argument: Value,
    },
    /// Two values for one argument.
    NotFunctional {
        argument: Value,
    },
    DivisionByZero,
    /// `min` or `max` of no number, or of a set without bound.
    NoExtremum {
        minimum: bool,
        empty: bool,
    },
    /// `mu` without a value, or with more than one.
    NotUnique {
        found: usize,
    },
    /// `#` of an infinite set.
    InfiniteCount,
    /// The first, last, ... item of an empty sequence.
    EmptySequence,
    NotASequence {
        value: Value,
    },
    NotABag {
        value: Value,
    },
    /// `squash` of a relation that is not a function from positive numbers.
    NotSquashable {
        value: Value,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Beyond {
    pub span: Span,
    pub reason: Limit,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// A set that is larger than its part within the scope, which was searched without an answer.
    Scope { set: String },
    /// A set that would have to be listed.
    TooLarge { size: Size },
    /// Equality of two sets that cannot be listed.
    Incomparable,
    /// No value of a constant within the scope agrees with the axioms.
    NoConstants { name: String },
    /// What the axioms say of a function does not reach this argument.
    Unspecified { name: String },
    /// A variable that has no value yet.
    NoValue { name: String },
    /// A constant is defined by itself.
    Circular { name: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    Budget,
    Depth,
    Interrupted,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NotInDomain { .. } => "the argument is not in the domain of the function",
            Reason::NotFunctional { .. } => "the relation has more than one value for the argument",
            Reason::DivisionByZero => "division by zero",
            Reason::NoExtremum {
                minimum: true,
                empty: true,
            } => "the minimum of an empty set",
            Reason::NoExtremum {
                minimum: false,
                empty: true,
            } => "the maximum of an empty set",
            Reason::NoExtremum { minimum: true, .. } => {
                "the minimum of a set without a least number"
            }
            Reason::NoExtremum { minimum: false, .. } => {
                "the maximum of a set without a greatest number"
            }
            Reason::NotUnique { found: 0 } => "no value has the property",
            Reason::NotUnique { .. } => "more than one value has the property",
            Reason::InfiniteCount => "the number of elements of an infinite set",
            Reason::EmptySequence => "an item of an empty sequence",
            Reason::NotASequence { .. } => "the argument is not a sequence",
            Reason::NotABag { .. } => "the argument is not a bag",
            Reason::NotSquashable { .. } => "the argument is not a function from positive numbers",
        })
    }
}

impl Reason {
    /// The value that the reason is about.
    pub fn value(&self) -> Option<&Value> {
        match self {
            Reason::NotInDomain { argument: value }
            | Reason::NotFunctional { argument: value }
            | Reason::NotASequence { value }
            | Reason::NotABag { value }
            | Reason::NotSquashable { value } => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Scope { set } => {
                write!(f, "out of scope: not all elements of {set} can be tried")
            }
            Limit::TooLarge { size } => write!(
                f,
                "too large: a set with {size} elements would have to be listed"
            ),
            Limit::Incomparable => {
                f.write_str("out of scope: two sets that are compared cannot be listed")
            }
            Limit::NoConstants { name } => write!(
                f,
                "out of scope: no value of {name} in the scope agrees with its axioms"
            ),
            Limit::Unspecified { name } => write!(
                f,
                "not determined: the axioms of {name} say nothing of this argument"
            ),
            Limit::NoValue { name } => write!(f, "{name} has no value here"),
            Limit::Circular { name } => write!(f, "{name} is defined by itself"),
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::Budget => "stopped: more steps are needed than the budget has",
            Halt::Depth => "stopped: terms or recursion are nested too deeply",
            Halt::Interrupted => "stopped: interrupted",
        })
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(undefined) => write!(f, "undefined: {}", undefined.reason),
            Stop::Beyond(beyond) => beyond.reason.fmt(f),
            Stop::Halted(halt) => halt.fmt(f),
        }
    }
}

pub(crate) fn undefined<T>(span: Span, reason: Reason) -> Result<T, Stop> {
    Err(Stop::Undefined(Box::new(Undefined { span, reason })))
}

pub(crate) fn beyond<T>(span: Span, reason: Limit) -> Result<T, Stop> {
    Err(Stop::Beyond(Box::new(Beyond { span, reason })))
}
