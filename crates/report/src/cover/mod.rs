//! Mutation coverage as text for people.
//!
//! First what somebody has to read: survivors under their source lines, the most telling first, one for each place; then what could not
//! be decided. Then tables: by element with the killed-by matrix and the cores, by operator, by stage. The score and
//! the way to more come last, where a terminal shows them without scrolling.
//!
//! `verbose` shows every mutant in the order of the source, with its evidence.

mod evidence;
mod places;
mod summary;
mod tables;

use crate::Style;
use crate::document::Document;

pub(crate) use evidence::diff_lines;
pub use evidence::mutant_to_text;
pub(crate) use summary::gate_line;

pub fn cover_to_text(document: &Document, style: Style, verbose: bool) -> String {
    let mut out = match verbose {
        true => evidence::all(document, style),
        false => places::to_read(document, style),
    };
    let tables = [
        tables::elements(document, style),
        tables::operators(document, style),
        tables::stages(document, style),
    ];
    for section in tables.iter().filter(|s| !s.is_empty()) {
        out.push_str(section);
        out.push('\n');
    }
    out.push_str(&summary::summary(document, style, verbose));
    out
}
