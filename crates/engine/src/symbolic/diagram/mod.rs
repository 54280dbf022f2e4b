//! Binary decision diagrams: functions of Boolean variables in a form that is the same for equal functions [1].
//!
//! * `store.rs`: nodes, where equal ones are found again, which of them are still needed;
//! * `cache.rs`: results that are known;
//! * `apply.rs`: conjunction and the like; `quantify.rs`; `substitute.rs`; `restrict.rs`;
//! * `sift.rs`: a better order of the variables [2];
//! * `read.rs`: what a function says.
//!
//! Edges may be complemented; the edge to the greater half of a node never is. A variable keeps its number when the order changes, and a
//! node keeps its place in the store. So a function stays what it is while the variables are sifted between two operations; an
//! operation during which the diagrams grow too fast is given up, and begun again after sifting.
//!
//! What is needed is what a [`Func`] of the outside world leads to; the rest is collected between operations.
//!
//! References: [1] Brace, Rudell, Bryant: Efficient Implementation of a BDD Package, DAC 1990. [2] Rudell: Dynamic Variable
//! Ordering for Ordered Binary Decision Diagrams, ICCAD 1993.

mod apply;
mod cache;
mod quantify;
mod read;
mod restrict;
mod sift;
mod store;
mod substitute;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use store::Diagrams;
pub use substitute::Substitution;

/// A variable by its number, which does not change with the order.
pub type Var = u32;

/// A node by its place in the store, times two, plus one if complemented. Node 0 is the constant true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Edge(u32);

impl Edge {
    const TRUE: Edge = Edge(0);
    const FALSE: Edge = Edge(1);

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }

    /// This edge, complemented if the other one is.
    fn along(self, other: Edge) -> Edge {
        Edge(self.0 ^ (other.0 & 1))
    }

    fn is_constant(self) -> bool {
        self.0 < 2
    }
}

/// A function. Functions of the same [`Diagrams`] are equal if they are the same function.
#[derive(Clone, Debug)]
pub struct Func {
    edge: Edge,
    /// What it leads to is kept as long as this is shared.
    alive: Arc<()>,
}

impl PartialEq for Func {
    fn eq(&self, other: &Func) -> bool {
        self.edge == other.edge
    }
}

impl Eq for Func {}

impl Func {
    pub fn is_true(&self) -> bool {
        self.edge == Edge::TRUE
    }

    pub fn is_false(&self) -> bool {
        self.edge == Edge::FALSE
    }

    /// The negation costs nothing.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Func {
        Func {
            edge: self.edge.not(),
            alive: self.alive.clone(),
        }
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There would be more nodes than are allowed.
    Full,
    /// The flag was raised.
    Stopped,
    /// The effort that was allowed is spent; more may help.
    Spent,
}

/// The result of an operation.
pub type Of<T> = Result<T, Trouble>;

/// Why a recursion ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Full,
    Stopped,
    Spent,
    /// So many new nodes that a better order should be looked for first.
    Sift,
}
