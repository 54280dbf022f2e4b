//! BTOR2: word-level netlists of bit-vectors and arrays.
//!
//! References: [1] Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018.
//!
//! [`parse`] turns text into a [`Model`], [`print`] a model into text, [`lower`] a loaded model into a system, and
//! [`Run`] executes a model as it is written; [`Witness`] is a counterexample in the format's own terms. Diagnostics have the codes `N01xx`.

mod check;
mod compose;
mod cursor;
mod interp;
mod literal;
mod load;
mod lower;
mod mutate;
mod names;
mod op;
mod parse;
mod print;
mod retrace;
mod tree;
mod witness;
pub mod words;

pub use compose::compose;
pub use interp::{Run, Step};
pub use literal::ones;
pub(crate) use load::is_operator;
pub use load::{Loaded, load};
pub(crate) use lower::arg_term;
pub use lower::{Lowered, lower, sort_in_system, term_of};
pub use mutate::mutate;
pub(crate) use names::Names;
pub use op::{Mismatch, Op};
pub use parse::parse;
pub(crate) use print::keyword;
pub use print::print;
pub use retrace::{violates, witness};
pub use tree::{Arg, Kind, Line, LineId, Literal, MAX_WIDTH, Model, Sort, StateLines};
pub use witness::{Frame, Violated, Witness, read_witness, replay};
