//! A finite system as bits: what IC3, interpolation and decision diagrams work on, and the way back from
//! bits to terms and traces.

mod assemble;
mod build;
mod cube;
mod evidence;
mod merge;
mod model;

use std::fmt;

use assay_solver::{Answer, Stop};

pub use cube::{Cube, LatchLit};
pub(crate) use evidence::bit_term;
pub use evidence::{certificate, certificate_of, inductive, outside, pairs, trace};
pub use merge::rank;
pub use model::{Bit, Model};

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Interrupted,
    /// More effort may help.
    Budget,
    /// Nothing will: the model is not finite, or one of its states leaves its range.
    Hopeless(String),
}

impl Reason {
    /// Whether a question was answered by yes, or why it was not answered.
    pub fn of(answer: Answer) -> Result<bool, Reason> {
        match answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(Stop::Interrupted) => Err(Reason::Interrupted),
            Answer::Unknown(Stop::Budget) => Err(Reason::Budget),
            Answer::Unknown(Stop::GaveUp(why)) => Err(Reason::Hopeless(why)),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Budget => f.write_str("the budget is spent"),
            Reason::Hopeless(why) => f.write_str(why),
        }
    }
}
