//! Branching time: formulas of CTL in normal form, and what shows that one holds or fails.
//!
//! Formulas are about *states*: the values of all state variables. Inputs label transitions. A state is *valid* if every constraint
//! holds in it. A transition leads from a valid state to a valid one. The executions that count are infinite and *fair*: each condition of
//! [`crate::System::fairness`] holds on them infinitely often. All path quantifiers range over fair executions. A claim holds if its
//! formula is true in every valid initial state from which a fair execution starts; where there is no such state, there are no executions
//! and there is no verdict.
//!
//! All this asks that constraints, conditions of fairness and atoms read states only, and that no input is read both by an initial value
//! and by a next one ([`crate::is_stated`]). [`crate::stated`] makes such a system of any other, and evidence is about that.

mod enumerate;
mod explicit;
mod fixpoint;
mod normal;
mod rerun;
mod tree;

pub use enumerate::{Enumerated, NotEnumerated, enumerate};
pub use explicit::{Kripke, Labels, Outcome, Round};
pub use fixpoint::{Choice, Fair, Fixpoint, PartProof, Rank, Ranking, Set, Unfair};
pub use normal::{Normal, NormalPart, Quantifier};
pub use rerun::Rerun;
pub use tree::{Branch, BranchPath, Goes, Tree, Why};

/// Why a claim of branching time says nothing where no fair execution starts in an initial state.
pub const NO_EXECUTIONS: &str = "no executions: no fair execution starts in an initial state";
