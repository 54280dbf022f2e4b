//! The engines that prove and refute, and what directs them.
//!
//! Engines are written over [`assay_solver::Oracle`] and talk to each other through the
//! board only (`board.rs`). This room knows no language, no file and no exit code, and it does
//! not check its own evidence: that is another room's work.

mod advice;
pub mod backend;
pub mod bdd;
mod bits;
mod bmc;
mod board;
pub mod claims;
mod combinational;
pub mod core;
pub mod correspondence;
pub mod ctl;
pub mod cut;
pub mod dead_end;
pub mod director;
mod engine;
pub mod failure;
pub mod family;
pub mod goals;
pub mod guard;
pub mod ic3;
pub mod interpolation;
pub mod invariants;
mod k_induction;
pub mod passing;
pub mod prune;
mod rounds;
mod simple_path;
pub mod smooth;
mod solo;
pub mod spacer;
pub mod symbolic;
pub mod unroll;
pub mod until;
pub mod vacuity;
