//! Whether a path can be taken at all, asked of a solver. Its answer saves work and decides nothing: a path that cannot be taken is left out,
//! and that it cannot be taken follows from the terms that are checked.

use assay_solver::{Answer, Effort, Questions, StopFlag};
use assay_term::{Pool, TermId};

use super::lower::Assignment;
use crate::bounded::{Feasible, Possible};

/// Conflicts for one question. A path that is not decided is taken.
const EFFORT: Effort = 1_000;

pub struct Asked(Questions);

impl Asked {
    /// Known executions answer most questions.
    pub fn seeded(known: Vec<Assignment>) -> Asked {
        Asked(Questions::seeded(StopFlag::new(), known))
    }

    /// The values of all variables in the answers so far.
    pub fn assignments(&mut self) -> Vec<Assignment> {
        self.0.assignments()
    }
}

impl Feasible for Asked {
    fn possible(&mut self, pool: &Pool, condition: TermId) -> Possible {
        match self.0.ask(pool, condition, Some(EFFORT)) {
            Ok(Answer::Sat) => Possible::Yes,
            Ok(Answer::Unsat) => Possible::No,
            Ok(Answer::Unknown(_)) | Err(_) => Possible::Unknown,
        }
    }
}
