//! Values, and what the operators of the language do with them. The interpreter and the check of assignments use them.

mod operate;
mod value;

pub(crate) use operate::{binary, convert, count, not, negate};
pub use value::{Failure, Value, WordValue};
