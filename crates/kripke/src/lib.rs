//! Explicit Kripke structures as a language of the tool: states with labels, transitions, formulas of CTL about them.
//!
//! ```text
//! -- everything after two dashes is a comment, and after `#` or `//`
//! state s0: b1 f1 -> s1 s2     -- labels, and where transitions lead
//! state s1: f1                 -- without transitions: a deadlock
//! s1 -> s0, s1                 -- more transitions
//! initial s0
//! label idle                   -- a label that no state has
//! FAIRNESS f1 | state = s2
//! SPEC reply := AG (b1 -> AF f1)
//! ```
//!
//! A file that begins with `digraph` is read as DOT ([`dot`]). A structure is the one part of its model.

mod dot;
mod formula;
mod interpret;
mod language;
mod lexer;
mod lower;
mod mutate;
mod parse;
mod print;
mod structure;

pub use formula::{Expr, Operator};
pub use language::KripkeLanguage;
pub use lower::{Lowered, lower};
pub use parse::read;
pub use print::{to_dot, to_text};
pub use structure::{Claimed, Condition, Edge, Named, State, Structure};
