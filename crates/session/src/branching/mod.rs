//! Branching time: what is shown of its evidence, and what `check` answers beside verdicts.

mod answers;
mod evidence;
mod state;

pub(crate) use answers::{Part, at, computed, labels, say_deadlock, stats};
pub(crate) use evidence::{claimed_text, executions, no_executions, sets_view, tree_view};
