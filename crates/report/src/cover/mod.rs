//! Mutation coverage as text for people.
//!
//! What to do comes last, where a terminal shows it without scrolling: what is open, the properties, then the survivors in at most
//! ten groups, the score, and the next command. No line of the groups is wider than the terminal.
//!
//! `verbose` puts more before that: every mutant in the order of the source, with its evidence, and tables by element with the
//! killed-by matrix and the cores, by operator, and by stage.

mod code;
mod evidence;
mod groups;
mod harness;
mod places;
mod sentence;
mod sizes;
mod summary;
mod tables;

use crate::Style;
use crate::document::Document;
use crate::terminal::failure_lines;

pub(crate) use evidence::diff_lines;
pub use evidence::mutant_to_text;
pub(crate) use groups::of_survivors as groups_of_survivors;
pub use sizes::strength_to_text;
pub(crate) use sizes::{doubt, reasons, stability};
pub(crate) use summary::gate_line;

pub fn cover_to_text(document: &Document, style: Style, verbose: bool) -> String {
    let mut sections = Vec::new();
    if verbose {
        sections.push(evidence::all(document, style));
        sections.push(tables::elements(document, style));
        sections.push(tables::operators(document, style));
        sections.push(tables::stages(document, style));
    }
    sections.push(failure_lines(&document.failures, style));
    sections.push(groups::open(document, style));
    sections.push(summary::properties(document, style, verbose));
    sections.push(summary::waived(document, style));
    sections.push(groups::survivors(document, style));
    sections.push(sizes::table(document, style));
    sections.push(code::section(document, style));
    sections.push(harness::section(document, style));
    sections.push(summary::score(document, style, verbose));
    sections.retain(|s| !s.is_empty());
    sections.join("\n")
}
