//! Sets of states of a finite circuit as decision diagrams [1], and what can be computed with them: the states that follow a set, those
//! that lead to it, and those from which an execution can go on for ever.
//!
//! * `order.rs`: which variable of the diagrams stands for what, in a fixed order; there is no reordering;
//! * `diagrams.rs`: functions of the circuit as diagrams;
//! * `relation.rs`: the transition relation in parts, one for each latch, with variables quantified as soon as no later part reads
//!   them [2]: image and preimage;
//! * `fair.rs`: fair states [3].
//!
//! [1] R. E. Bryant: Graph-Based Algorithms for Boolean Function Manipulation. 1986.
//! [2] J. R. Burch, E. M. Clarke, D. E. Long: Symbolic Model Checking with Partitioned Transition
//!     Relations. VLSI 1991.
//! [3] E. A. Emerson, C.-L. Lei: Efficient Model Checking in Fragments of the Propositional Mu-Calculus. LICS 1986.

mod diagrams;
mod fair;
mod order;
mod relation;
#[cfg(test)]
mod tests;

use assay_aig::{Aig, AigLit};

pub use fair::fair_states;
pub use relation::Relation;

/// A circuit whose states are the values of latches.
#[derive(Clone, Debug)]
pub struct Machine<'a> {
    pub aig: &'a Aig,
    /// Each latch: the input of the graph that is its present value, and the function that is its next one.
    pub latches: Vec<(AigLit, AigLit)>,
    /// The other inputs of the graph.
    pub inputs: &'a [AigLit],
    /// The states and inputs from which an execution goes on.
    pub goes_on: AigLit,
    /// The functions that matter most: variables that they read come first in the order.
    pub first: Vec<AigLit>,
}
