//! Trees as text that reads back to the same tree.

mod name;
mod paragraph;
mod predicate;
mod sum;

pub use sum::{Spelling, SumPrinter, print_expr, print_predicate, print_sum};
