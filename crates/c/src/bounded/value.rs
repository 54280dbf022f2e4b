//! Values of expressions and of cells.

use std::rc::Rc;

use assay_source::Span;
use assay_term::TermId;

use crate::context::{Frame, Open};

/// How wide the number of an object is.
pub const OBJECT_BITS: u32 = 16;

/// How wide an offset is.
pub const OFFSET_BITS: u32 = 64;

#[derive(Clone, Debug)]
pub enum Value {
    Void,
    /// An integer, a `_Bool` or a float, as wide as its type.
    Word(TermId),
    Pointer(Pointer),
    /// The cells of a structure or union, in order.
    Record(Rc<Vec<Value>>),
    /// Not determined, and not yet a variable because nobody has looked at it.
    Open(Rc<Unread>),
}

/// The number of an object, and an offset into it in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub object: TermId,
    pub offset: TermId,
}

/// A cell that holds whatever it held before.
#[derive(Debug)]
pub struct Unread {
    pub origin: Rc<Origin>,
    pub offset: u64,
    pub bits: u32,
    pub pointer: bool,
}

/// Where open values come from: an object that is not initialised, or a call.
#[derive(Debug)]
pub struct Origin {
    pub frames: Vec<Frame>,
    pub open: Open,
    /// What people call it.
    pub name: String,
    pub span: Span,
}
