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
