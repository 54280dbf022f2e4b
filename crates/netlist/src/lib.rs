//! Netlists: circuits of registers and gates.
//!
//! [`aiger`] reads and writes AIGER 1.9 and lowers it to a transition system whose elements are the registers and, where
//! they are asked for, the gates. Nothing here prints, reads files or panics on any input; what is wrong is returned as
//! diagnostics with stable codes: `N00xx` for AIGER.

pub mod aiger;
pub mod liveness;
pub mod mutate;
mod names;
#[cfg(feature = "testgen")]
pub mod testgen;
