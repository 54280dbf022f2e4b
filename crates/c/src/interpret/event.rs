//! What happened in an execution, for people.

use assay_source::Span;

use super::Word;
use crate::context::Open;
use crate::program::FunctionId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub step: u64,
    /// The function that is executed, or that calls.
    pub function: FunctionId,
    /// How many calls are under way; 0 in the entry function.
    pub depth: u32,
    pub span: Span,
    pub kind: EventKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A variable, an element or a field got a value.
    Assign {
        name: String,
        value: String,
    },
    /// A call begins. Functions without a body have no [`EventKind::Return`] of their own: `result` is here.
    Call {
        name: String,
        arguments: Vec<String>,
        result: Option<String>,
    },
    Return {
        value: Option<String>,
    },
    /// The condition of an `if` or a loop, or the value of a `switch`.
    Branch {
        value: String,
    },
    /// The program asked for something that it does not determine. These words are given to it, by their offsets; the rest is 0.
    Given {
        open: Open,
        words: Vec<(u64, Word)>,
    },
    /// What the expression of the next failure reads: `i = 3`.
    Reads(Vec<String>),
    /// The failure of this number in [`super::Run::failures`].
    Failed(usize),
}
