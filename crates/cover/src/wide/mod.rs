//! Simulation of hundreds of patterns at once on all undecided mutants of a finite system.
//!
//! Each node of the graph (`model`) has one bit for each pattern. The original is computed once for each step; of a mutant
//! only what differs from it, driven by events: where none of the patterns shows the change, it costs next to nothing. All
//! mutants take a step before any takes the next, so that of each the shortest violation is found, and what is violated
//! costs nothing more.
//!
//! Nobody has to believe what is found here: a hit becomes a stimulus, which is executed like any other evidence.

mod build;
mod model;
mod patterns;
mod run;
#[cfg(test)]
mod tests;

pub use model::Model;
pub use patterns::{Patterns, Source};
pub use run::{Hit, Sweep, draw, sweep};

/// Machine words for each node.
const WORDS: usize = 4;
/// Patterns at once.
pub const LANES: usize = 64 * WORDS;
/// One bit for each pattern.
type Lanes = [u64; WORDS];
