//! The cover document in the formats of other tools. Each file is one format and one pure function of the document.
//!
//! A model is not trusted: its text is escaped for each format, and nothing in it can become markup, a link or a placeholder.

mod junit;
mod markdown;
mod sarif;
mod stryker;

pub use junit::cover_to_junit;
pub use markdown::cover_to_markdown;
pub use sarif::cover_to_sarif;
pub use stryker::write_stryker;

use crate::document::{Document, Mutant, Verdict};
use crate::style::one_line;

/// What becomes of which text, in one line.
fn change(m: &Mutant) -> String {
    match m.replacement.as_str() {
        "" => format!("`{}` is removed", one_line(&m.original)),
        text => format!("`{}` becomes `{}`", one_line(&m.original), one_line(text)),
    }
}

/// Why a mutant has its verdict, in one sentence without a full stop.
fn story(document: &Document, m: &Mutant) -> String {
    let said = match (m.told_difference(), &m.reason) {
        (Some(told), _) => Some(told),
        (None, reason) => reason.as_deref().map(one_line),
    };
    let verdict = match m.verdict {
        Verdict::Survived => {
            let said = said.map(|s| format!("{s}, and ")).unwrap_or_default();
            format!("{said}{}", document.every_property_holds())
        }
        Verdict::Killed => {
            let class = m.reason.as_ref().map(|r| format!(": {}", one_line(r)));
            let by = m.killed_by().join(", ");
            format!("killed by {by}{}", class.unwrap_or_default())
        }
        other => {
            let within = document.within().filter(|_| other == Verdict::Equivalent);
            let within = within.map(|w| format!(" within {w}")).unwrap_or_default();
            let said = said.map(|why| format!(": {why}")).unwrap_or_default();
            format!("{}{within}{said}", other.as_str())
        }
    };
    let unnoticed = if m.is_unnoticed() {
        "; no generated invariant notices it either"
    } else {
        ""
    };
    let waived = m.waived.as_ref();
    let waived = waived.map(|w| format!("; waived: {}", w.told()));
    format!("{verdict}{unnoticed}{}", waived.unwrap_or_default())
}
