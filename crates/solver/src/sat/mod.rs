//! The back end for finite models: CaDiCaL in process.
//!
//! [`Solver`] is CaDiCaL with literals of our type, a budget and a stop flag; engines that work on
//! bits use it as it is. [`SatOracle`] puts bit-blasting in front of it and is an [`Oracle`].
//!
//! [`Oracle`]: crate::Oracle

mod oracle;
mod proof;
mod solver;

pub use oracle::SatOracle;
pub use proof::ProofSink;
pub use solver::Solver;
