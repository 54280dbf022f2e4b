//! BTOR2: word-level netlists of bit-vectors and arrays.
//!
//! References: [1] Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018.
//!
//! [`parse`] turns text into a [`Model`], [`print`] a model into text. Diagnostics have the codes `N01xx`.

mod check;
mod cursor;
mod literal;
mod op;
mod parse;
mod print;
mod tree;

pub use literal::ones;
pub use op::{Mismatch, Op};
pub use parse::parse;
pub use print::{keyword, print};
pub use tree::{Arg, Kind, Line, LineId, Literal, MAX_WIDTH, Model, Sort, StateLines};
