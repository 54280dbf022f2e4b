//! Z in Unicode: the characters of ISO 13568 and the boxes that CZT reads and writes.
//!
//! ```text
//! ─ [NAME]                 ┌ Book[X]               ╷═[X]
//! └                         known : ℙ X             size : ℙ X → ℕ
//!                          |                       |
//!                           #known ≤ 10             ∀ s : ℙ X • size s = #s
//!                          └                       └
//! ```
//!
//! A line ends where the text has a line feed or U+2028. Boxes that are drawn wider are read too: `┌─── Book ───`, `├───` and `│` on the left.
//! Everything outside of boxes is prose.

mod document;
mod lexer;

use assay_source::{Diagnostic, SourceFile};

use super::z;
use super::{Notation, Specification};

/// Whether a text has boxes of Unicode.
pub fn has_boxes(text: &str) -> bool {
    text.lines()
        .any(|line| document::opening(line.trim_start()).is_some())
}

/// Reads a text. With an error among the diagnostics the tree lacks what could not be read.
pub fn parse_unicode(file: &SourceFile) -> (Specification, Vec<Diagnostic>) {
    let (blocks, mut faults) = document::blocks(file);
    let (specification, found) = z::read(blocks, &[], Notation::Unicode, file.span());
    faults.extend(found);
    faults.sort_by_key(|fault| fault.span.map_or(0, |span| span.start));
    (specification, faults)
}
