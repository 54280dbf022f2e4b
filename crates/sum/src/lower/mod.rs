//! A specification within a scope as a system: symbolic values over terms, what a machine says as conditions, and the questions about it.

mod claims;
mod determined;
pub mod formulas;
pub mod question;
pub mod replay;
pub mod symbolic;
pub mod system;
mod told;

pub use formulas::{Formulas, Line, Relation, Style};
