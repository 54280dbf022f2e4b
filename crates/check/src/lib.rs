//! The independent room: is the evidence behind a verdict what it claims to be?
//!
//! * [`check_trace`] replays a counterexample with an evaluator of its own; [`check_stimulus`] does
//!   the same where only what drives it is given.
//! * [`check_certificate`] turns a certificate into proof obligations, encodes them by itself and
//!   has them decided either by CaDiCaL, whose LRAT proof is verified by [`lrat`], or by an SMT
//!   solver in a process of its own.
//!
//! * [`Room::check_answers`] checks answers to claims and goals of every kind, by whatever evidence they have.
//!
//! Invariants, as absences: this room knows nothing of `aig`, `solver` and `engine`; of `term` it
//! uses the pool but neither the evaluator nor the interval analysis, of `system` only the plain
//! data and the extended system that "never" is a property of. An encoding bug in the engines can therefore not certify itself. Nothing here looks for
//! vacuity: where the constraints contradict each other every property holds, here too.

mod answer;
mod branching;
mod checker;
mod eval;
mod execution;
mod lasso;
pub mod lrat;
mod obligations;
mod process;
mod room;
mod sat;
mod smt;
mod sorts;
mod trace;
mod unroll;
mod words;

pub use answer::Asked;
pub use checker::{CheckOutcome, Checker, SmtSolver, check_certificate};
pub use execution::{Execution, check_stimulus};
pub use room::Room;
pub use trace::{Failure, check_trace};
