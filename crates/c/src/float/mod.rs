//! Floating point as circuits over words, bit by bit as IEEE 754 has it.
//!
//! A number is a word in interchange format: the sign, the biased exponent, the fraction. Results are rounded to nearest, ties to even,
//! which is how C programs start. An arithmetic result that is not a number is always the same quiet NaN ([`Format::nan`]), so
//! that a program has one meaning on every machine. Flags of exceptions are not kept.
//!
//! Each operation has three parts. `unpack.rs` takes words apart, a file for each operation computes a significand with a few bits
//! more than fit, and `round.rs` rounds it and puts the word together. Everything is built by the constructors of the pool:
//! constant operands give constant results.
//!
//! # References
//!
//! 1. IEEE Std 754-2019, IEEE Standard for Floating-Point Arithmetic.
//! 2. Muller et al., Handbook of Floating-Point Arithmetic, 2nd edition, 2018: chapter 7 has the algorithms for addition,
//!    multiplication, division and roots, chapter 8 has them as circuits.

mod addition;
mod classify;
mod compare;
mod convert;
mod division;
mod format;
mod integer;
mod integral;
mod multiplication;
mod remainder;
mod root;
mod round;
mod shift;
mod unpack;

pub use addition::{add, sub};
pub use classify::{abs, is_inf, is_nan, is_normal, is_subnormal, is_zero, neg, sign};
pub use compare::{eq, le, lt};
pub use convert::convert;
pub use division::div;
pub use format::Format;
pub use integer::{fits_signed, fits_unsigned, from_signed, from_unsigned, to_signed, to_unsigned};
pub use integral::{ceil, floor, rint, round, trunc};
pub use multiplication::mul;
pub use remainder::rem;
pub use root::sqrt;
