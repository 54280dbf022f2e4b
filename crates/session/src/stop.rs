//! Why a request ends without a result.

use assay_source::Diagnostic;

use crate::Exit;

#[derive(Debug)]
pub enum Stop {
    /// The events have heard everything.
    Said(Exit),
    /// Bad input or usage.
    BadInput(Box<Diagnostic>),
    /// Evidence failed its check.
    Bug(String),
}

impl Stop {
    pub fn bad_input(diagnostic: Diagnostic) -> Stop {
        Stop::BadInput(Box::new(diagnostic))
    }
}

impl From<Box<Diagnostic>> for Stop {
    fn from(diagnostic: Box<Diagnostic>) -> Stop {
        Stop::BadInput(diagnostic)
    }
}
