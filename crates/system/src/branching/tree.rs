//! Executions as a tree: why a formula holds in a state. The evidence that a claim fails is such a tree for the negation of its formula.
//!
//! A branch says that a state satisfies a part of the formula, and why. Operators that ask for an execution have a path, and further
//! branches begin at its states. Operators about all executions have no finite tree: their branches end with the statement that the state
//! is in a set of a certificate ([`super::Fixpoint`]).

use std::sync::Arc;

use super::Fixpoint;
use crate::Trace;

/// The branch with index 0 is the root: a valid initial state from which a fair execution starts, by one of these: a path of the root, or of the conjuncts
/// and disjuncts that it is made of; the set of `fair`; the `execution` of the certificate, if it begins with this state; that the system has neither
/// constraints nor fairness. Its step, or the first step of such a path or execution, is a first step of the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub branches: Vec<Branch>,
    /// Proofs of the parts whose branches end in a set, and of `fair`. Of an example in a certificate these may be missing; then the
    /// sets are those of that certificate.
    pub sets: Option<Arc<Fixpoint>>,
}

/// A state satisfies a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Index of the part in the normal form.
    pub part: usize,
    /// One step with the values of all variables. Those of inputs are of no importance here: each path has its own.
    pub state: Arc<Trace>,
    pub why: Why,
}

/// Further branches by index.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The literal is evaluated.
    Literal,
    /// A conjunction.
    Both(usize, usize),
    /// A disjunction, by one of its sides.
    One(usize),
    /// The state is in the set of the part's proof.
    InSet,
    Path(BranchPath),
}

/// A path from the state of the branch on.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchPath {
    /// Its first step has the state of the branch.
    pub trace: Trace,
    /// The step that matters last. EX: 1. E[a U b]: where b holds. E[a R b]: where a holds, or None if it never does and the path goes round.
    pub until: Option<usize>,
    /// What holds at the step of the same index: for EX of step 1, so that there are two; for until a at each step before `until`; for release b at each step up to and
    /// including `until`, or if that is None at each step but the last, which is the first of the next round. None where nothing is
    /// asked for or the operand is a literal, which is evaluated at the step; so are steps beyond the end of the list.
    pub operands: Vec<Option<usize>>,
    /// At `until`: b of E[a U b], a of E[a R b]. None where it is a literal.
    pub last: Option<usize>,
    /// Why the path is the beginning of a fair execution.
    pub goes: Goes,
}

/// How a path goes on for ever.
#[derive(Clone, Debug, PartialEq)]
pub enum Goes {
    /// The last state of the trace is the one at this step, and each condition of fairness holds in between.
    Round(usize),
    /// The last state of the trace is in the set of `fair` of the certificate.
    InFair,
    /// The system has neither constraints nor fairness, so that every path goes on.
    Anyhow,
}
