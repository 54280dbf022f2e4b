//! Trees as text that reads back to the same tree.

mod latex;
mod latex_expr;
mod latex_name;
mod name;
mod paragraph;
mod predicate;
mod sum;

pub use latex::print_latex;
pub use sum::{Spelling, SumPrinter, print_expr, print_predicate, print_sum};
