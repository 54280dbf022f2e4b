//! And-inverter graphs and what turns finite terms into them.
//!
//! * [`Aig`]: nodes, structural hashing, local rewriting.
//! * [`Word`]: an integer as two's complement bits together with the interval it stays in.
//! * [`blast`]: a term as a [`Blasted`] value. Integers are mathematical integers: every word has as
//!   many bits as its interval needs, so no operation wraps.
//! * [`Memory`]: an array as all its elements; words that wrap are plain slices of literals.
//! * [`Tseitin`]: the cone of a literal as clauses, on demand.
//! * [`Simulator`]: a few hundred input patterns at a time.
//!
//! This room knows nothing of steps, transition systems or solvers.

mod blast;
mod blasted;
mod cnf;
mod divide;
mod graph;
mod lit;
mod simulate;
mod vector;
mod word;

pub use blast::{BlastError, MAX_BITS, MAX_EXPANDED, blast, expanded_bits, too_wide};
pub use blasted::Blasted;
pub use cnf::{ClauseSink, Tseitin};
pub use graph::{Aig, Node};
pub use lit::AigLit;
pub use simulate::{PATTERNS, Patterns, Simulator, WORDS};
pub use vector::Memory;
pub use word::Word;
