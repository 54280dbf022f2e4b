//! Sets of states of a finite circuit as decision diagrams [1], and what can be computed with them: the states that follow a set, and those
//! that lead to it.
//!
//! * `diagram/`: decision diagrams, with an order of the variables that changes by itself;
//! * `order.rs`: the order to begin with;
//! * `circuit.rs`: functions of a circuit as diagrams;
//! * `schedule.rs`: parts of the transition relation in an order in which variables can be quantified early [2];
//! * `relation.rs`: the transition relation in parts: image, preimage, and single steps.
//!
//! [1] R. E. Bryant: Graph-Based Algorithms for Boolean Function Manipulation. 1986.
//! [2] J. R. Burch, E. M. Clarke, D. E. Long: Symbolic Model Checking with Partitioned Transition
//!     Relations. VLSI 1991.

mod circuit;
mod diagram;
mod order;
mod relation;
mod schedule;
#[cfg(test)]
mod tests;

use assay_aig::{Aig, AigLit};

pub use diagram::{Diagrams, Func, Of, Substitution, Trouble, Var};
pub use relation::Relation;

/// A circuit whose states are the values of latches.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    pub aig: &'a Aig,
    /// Each latch: the input of the graph that is its present value, and the function that is its next one.
    pub latches: Vec<(AigLit, AigLit)>,
    /// The other inputs of the graph.
    pub inputs: &'a [AigLit],
    /// The steps that can be made: where all of these hold.
    pub goes_on: Vec<AigLit>,
    /// The functions that matter most: variables that they read come first in the order.
    pub first: Vec<AigLit>,
    /// For each latch, then for each input, the number of the variable that it is a bit of: bits of one variable begin side by side.
    pub of_variable: Vec<usize>,
}
