//! The printers: Sum and LaTeX.

mod latex;
mod latex_expr;
mod latex_name;

pub use latex::print_latex;
