//! Mutation coverage: breaks a system in small ways, re-proves, and says what no property noticed.
//!
//! Works on a [`Mutants`](assay_system::Mutants): a system and patches of it, whatever language they came from. The cascade
//! decides cheap cases first (see [`result::Stage`]); one solver instance serves many mutants.
//!
//! References: [1] Todorov, Taha, Boulanger: Specification Quality Metrics Based on Mutation and
//! Inductive Incremental Model Checking, NFM 2020. [2] Chockler, Kroening, Purandare: Computing
//! Mutation Coverage in Interpolation-based Model Checking.

mod against;
mod baseline;
mod batch;
mod beyond;
mod branching;
mod campaign;
mod cascade;
mod claims;
mod combined;
mod cover;
mod desk;
mod evidence;
mod explain;
mod interpret;
mod means;
pub mod memory;
mod options;
pub mod parallel;
mod reach;
pub mod result;
mod simulate;
mod stimuli;
mod told;
mod unproved;
mod wide;

pub use against::{Against, against_invariants};
pub use beyond::kills_beyond_proof;
pub use branching::{Branched, Claimed};
pub use campaign::Killers;
pub use cascade::Progress;
pub use cover::{CoverError, core_elements, cover};
pub use evidence::{room, system_of};
pub use interpret::interpret_kills;
pub use memory::{key, names, sink};
pub use options::CoverOptions;
pub use unproved::{undecided, unproved};
