//! Sets of states that show where a formula holds, as a certificate: each set lies inside the set of states that it is about, and why is a
//! question to a solver without any alternation of quantifiers.
//!
//! Every operator of a formula in normal form ([`super::Normal`]) gets a set S of states in which it holds; S need not be all of
//! them. Where executions are asked for, a [`Choice`] says which inputs to take, as functions of the state. That something comes at last is
//! shown by a [`Rank`], a natural number that gets smaller.
//!
//! References: [1] Emerson, Lei: Efficient Model Checking in Fragments of the Propositional Mu-Calculus, LICS 1986. [2] Manna, Pnueli: Completing
//! the Temporal Picture, 1991 (ranks for justice).
//!
//! The obligations, with T for a transition between valid states, primes for the state after it, `F(c)` for the conditions of fairness (one that is
//! always true where the system has none), V(p) for the set of a part (of a literal its term, of conjunctions and disjunctions what their
//! parts give), G for the set of `fair` and U for the set of `unfair` (empty where they are not given), and everything about valid states:
//!
//! * `fair`: from a state of G the choice for c leads to a state of G, and F(c) holds here or the rank for c gets smaller.
//! * `unfair`: U and T lead to U'; the ranking on U (below).
//! * ranking on X: X and T and X' imply that the rank gets no greater. Where it stays the same, `waits` stays the same too, and F(c) does not
//!   hold for the c that `waits` names. `waits` names a condition everywhere on X. So no fair execution stays in X.
//! * EX a: the choice leads from S to V(a) and G. AX a: S and T lead to V(a)' or U', unless the state is in U.
//! * E[a U b]: in S, V(b) and G hold, or V(a) does and the choice leads to S with a smaller rank.
//! * A[a U b]: in S, U or V(b) holds, or V(a) does and T leads to S'. The ranking on S without V(b) and U.
//! * E[a R b]: in S, V(b) holds; V(a) and G hold, or for each c the choice for c leads to S, and F(c) holds here or the rank for c gets smaller.
//! * A[a R b]: in S, U holds, or V(b) does and V(a) holds or T leads to S'.
//!
//! * the whole: every valid initial state is in V of the last part or in U. Where the certificate says that there are no executions: in U.
//! * ranges: a transition between states that the constraints admit leads to values in the ranges of the state variables, and so does the start. Without it
//!   there would be states that no set is about.
//!
//! A choice leads somewhere if its inputs are in their ranges and the state after it is valid and there. The set of an operator without a proof
//! is empty, as are G and U where they are not given: then the obligations of what builds on it say whether it was needed.

use std::sync::Arc;

use assay_term::{Dag, VarId};

use super::Tree;
use crate::Trace;

/// A Boolean term over state variables: its index among the terms of the certificate.
pub type Set = usize;

/// The certificate. Whatever is not needed is left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixpoint {
    /// Over the state variables of one step.
    pub terms: Dag,
    /// States from which a fair execution starts.
    pub fair: Option<Fair>,
    /// States from which none does.
    pub unfair: Option<Unfair>,
    /// For each part of the formula; none for literals, conjunctions and disjunctions, and for parts that are not needed.
    pub parts: Vec<Option<PartProof>>,
    /// A fair execution from a valid initial state: its last state is the one at the step with this index. Without it the claim may hold
    /// because there are no executions.
    pub execution: Option<(Arc<Trace>, usize)>,
    /// Where the formula asks for executions, some of them from an initial state: for people, and replayed.
    pub example: Option<Arc<Tree>>,
}

/// Inputs as functions of the state; index of a term of the input's sort. Inputs that are not named may be anything.
pub type Choice = Vec<(VarId, usize)>;

/// A natural number as a function of the state: its bits, the least first.
pub type Rank = Vec<Set>;

/// No fair execution stays in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    pub rank: Rank,
    /// The number of the condition of fairness that stays false as long as the rank stays the same, in bits; no bits where there is at most
    /// one condition.
    pub waits: Rank,
}

/// Where to go for the sake of each condition of fairness in turn; one without conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fair {
    pub set: Set,
    pub goals: Vec<(Rank, Choice)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfair {
    pub set: Set,
    pub ranking: Ranking,
}

/// Why an operator holds in every state of `set`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartProof {
    /// AX, and A[a R b].
    Closed { set: Set },
    /// EX.
    Chosen { set: Set, choice: Choice },
    /// E[a U b].
    Reaches {
        set: Set,
        rank: Rank,
        choice: Choice,
    },
    /// A[a U b].
    Inevitable { set: Set, ranking: Ranking },
    /// E[a R b].
    Stays {
        set: Set,
        goals: Vec<(Rank, Choice)>,
    },
}

impl PartProof {
    pub fn set(&self) -> Set {
        match self {
            PartProof::Closed { set }
            | PartProof::Chosen { set, .. }
            | PartProof::Reaches { set, .. }
            | PartProof::Inevitable { set, .. }
            | PartProof::Stays { set, .. } => *set,
        }
    }
}
