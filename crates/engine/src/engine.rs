//! What every engine is: something that works in rounds. A round is a bounded piece of work, so the
//! same engine serves the race (one thread each, round after round) and the deterministic schedule
//! (one after the other, round by round).

use assay_solver::{Effort, OracleError};
use assay_system::EngineName;

use crate::board::Board;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Working,
    /// Nothing to do until another engine reports something.
    Waiting,
    /// Nothing more to do, ever, and why.
    Finished(String),
}

pub trait Engine: Send {
    fn name(&self) -> EngineName;

    /// Works for about `effort` solver units (None: until the round's natural end).
    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError>;

    /// Solver effort spent so far.
    fn spent(&self) -> Effort;
}
