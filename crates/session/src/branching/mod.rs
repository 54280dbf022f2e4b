//! Branching time: what is shown of its evidence, and what `check` answers beside verdicts.

mod answers;
mod at;
mod deadlock;
mod evidence;
mod judge;
mod quantity;
mod state;

pub(crate) use answers::{Asked, Part, labels, stats, typed};
pub(crate) use at::at;
pub(crate) use deadlock::say_deadlock;
pub(crate) use evidence::{claimed_text, executions, sets_view, tree_view};
pub(crate) use quantity::computed;
