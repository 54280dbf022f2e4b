//! What the tests of the other crates share. No program uses it: it is a dev-dependency only.
//!
//! * [`Build`]: systems by hand, one line for each variable, assumption and property.
//! * [`Random`], [`Terms`], [`Shape`]: random terms and systems. [`words`] makes terms over bit-vectors and arrays, [`Circuit`]
//!   circuits of latches and gates, [`mutants`] systems with mutants.
//! * [`Explicit`]: every execution of a small system, one by one, as the truth that engines are compared with. [`Graph`]: its states and the steps between them.
//! * [`branching`]: random structures and formulas of CTL, and evidence for them by enumeration.
//! * [`corpus`]: where the corpus of models is, and its lists of expected verdicts.

pub mod branching;
mod build;
mod circuit;
pub mod corpus;
mod explicit;
mod generate;
mod graph;
pub mod mutants;
mod random;
mod terms;
pub mod words;

pub use build::{Build, Domain, Which, certificate};
pub use circuit::Circuit;
pub use explicit::{Explicit, Invariant, Reached, Values, brute_force, frozen};
pub use generate::{Shape, system};
pub use graph::{Graph, Moment};
pub use random::Random;
pub use terms::{Arithmetic, Terms};
