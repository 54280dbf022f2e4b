//! Incremental solvers behind one trait.
//!
//! An [`Oracle`] answers questions about terms *at steps*: variable x at step 3 is another unknown
//! than x at step 4. It knows nothing of transition systems: an engine says which variables are
//! free at which step, which are defined by what, and which clauses hold.

pub mod cdcl;
mod discover;
mod oracle;
mod questions;
pub mod sat;
mod smt;

pub use discover::{Found, How, SolverKind, discover};
pub use oracle::{Answer, Cause, Effort, Lit, Oracle, OracleError, Step, Stop, StopFlag};
pub use questions::Questions;
pub use sat::SatOracle;
pub use smt::{NoAnswer, SmtOptions, SmtOracle, SmtProcess, is_beyond_linear};
