//! Answers to claims and goals, with what a separate check can go by.

use std::sync::Arc;

use crate::{Certificate, EngineName, Fixpoint, Trace, Tree};

/// What an answer rests on. Each kind has a place of its own in the check room, the store and the reports: where one is added,
/// the compiler names them.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// An inductive certificate: a term is true at every step.
    Certificate(Arc<Certificate>),
    /// An execution at whose last step a term has the wanted value.
    Trace(Arc<Trace>),
    /// An execution whose last state is the one of step `back`, so that it can go round for ever.
    Lasso { trace: Arc<Trace>, back: usize },
    /// Sets of states in which the parts of a formula of branching time hold.
    Fixpoint(Arc<Fixpoint>),
    /// Executions as a tree, for the negation of a formula of branching time.
    Tree(Arc<Tree>),
}

/// What is known of a claim or a goal, of whatever kind.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The claim holds; the goal is reached.
    Holds {
        evidence: Evidence,
        engine: EngineName,
    },
    /// The claim is violated; the goal is infeasible.
    Fails {
        evidence: Evidence,
        engine: EngineName,
    },
    /// A claim about infinite executions says nothing: no fair one starts in an initial state. The sets of states that show it
    /// have no part of the formula.
    NoExecutions {
        fixpoint: Arc<Fixpoint>,
        engine: EngineName,
    },
    /// Not decided; so many steps from the start are known to agree with the claim.
    Open { reason: String, true_for: usize },
}
