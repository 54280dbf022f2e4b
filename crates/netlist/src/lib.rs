//! Netlists: circuits of registers and gates.
//!
//! [`aiger`] reads and writes AIGER 1.9 and lowers it to a transition system whose elements are the registers and, where
//! they are asked for, the gates. [`btor2`] does the same for BTOR2 with words in place of bits; [`verilog`] maps what
//! yosys makes of Verilog back to its source. [`mutate`] changes the elements of any of them. Nothing here prints, reads
//! files or panics on any input; what is wrong is returned as diagnostics with stable codes: `N00xx` for AIGER, `N01xx`
//! for BTOR2, `N02xx` for Verilog.

pub mod aiger;
pub mod btor2;
pub mod mutate;
#[cfg(feature = "testgen")]
pub mod testgen;
pub mod verilog;
