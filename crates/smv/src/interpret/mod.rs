//! Runs a model as it is elaborated. Nothing of how it becomes a system takes part, so that an error there cannot make a verdict.

mod eval;
mod replay;


pub(crate) use eval::{Evaluator, Valuation, constant};
pub(crate) use replay::{Interpreter, Step};

