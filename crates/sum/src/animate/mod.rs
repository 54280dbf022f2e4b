//! A session with a machine, as in Possum [1]: states are visited by executing operations, and questions are asked of the present one.
//!
//! * `command.rs`: what a line asks for;
//! * `session.rs`: the present state, moves, and the way back;
//! * `query.rs`: expressions, predicates, operations said anew;
//! * `blocked.rs`: why an operation cannot be executed;
//! * `shown.rs`: values as text.
//!
//! Invariant: a state that is visited satisfies the state invariant, and each visit after the first follows from the one before it by the
//! command that is recorded with it.
//!
//! [1] T. Miller, P. Strooper: A Framework for Systematic Specification Animation. 2002. Section 2.2.

mod blocked;
mod command;
mod query;
mod session;
mod shown;

pub use command::COMMANDS;
pub use session::Session;

use assay_language::{Animation, Reply};
use assay_source::SourceMap;

impl Animation for Session {
    fn opening(&mut self) -> Vec<Reply> {
        Session::opening(self)
    }

    fn command(&mut self, line: &str) -> Option<Reply> {
        Session::command(self, line)
    }

    fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        Session::complete(self, line, at)
    }

    fn recorded(&self) -> String {
        Session::recorded(self)
    }

    fn texts(&self) -> &SourceMap {
        Session::texts(self)
    }

    fn commands(&self) -> &'static [(&'static str, &'static str)] {
        COMMANDS
    }
}
