//! Source lines with a change marked underneath.

use crate::Style;
use crate::document::{Document, Mutant, Verdict};
use crate::style::{Look, clipped, one_line, visible, width};

/// The columns that line numbers take.
const MARGIN: usize = 5;

/// The columns of a source line that are shown, from 0.
#[derive(Clone, Copy)]
pub(super) struct Window {
    skip: usize,
    columns: usize,
}

impl Window {
    pub(super) const WHOLE: Window = Window {
        skip: 0,
        columns: usize::MAX,
    };

    /// What fits beside the line number, with the change in it.
    pub(super) fn around(document: &Document, m: &Mutant, style: Style) -> Window {
        let columns = beside_margin(style);
        let (from, _) = marked(document, m);
        // Some of what is before the change shows where it is.
        let before = columns / 4;
        let fits = width(document.source_line(m.file(), m.line)) <= columns;
        let skip = if fits || from <= columns / 2 {
            0
        } else {
            (from - 1).saturating_sub(before)
        };
        Window { skip, columns }
    }

    fn show(self, text: &str) -> String {
        let rest: String = text.chars().skip(self.skip).collect();
        let mut shown = clipped(&rest, self.columns);
        if self.skip > 0 {
            let kept = shown.chars().skip(3);
            shown = "...".chars().chain(kept).collect();
        }
        shown
    }
}

/// The columns that are left beside the line number.
pub(super) fn beside_margin(style: Style) -> usize {
    style.width.saturating_sub(MARGIN + 3).max(20)
}

/// The mutant's line with its number. A tab is shown as one blank, so that marks stand under what they mark.
pub(super) fn source_line(document: &Document, m: &Mutant, window: Window, style: Style) -> String {
    let number = style.paint(Look::Dim, &format!("{:>MARGIN$} |", m.line));
    let text = visible(document.source_line(m.file(), m.line)).replace('\t', " ");
    format!("{number} {}\n", window.show(&text))
}

/// The name of the mutant's file on a line of its own; nothing where the model is one file.
pub(super) fn file_line(document: &Document, m: &Mutant, style: Style) -> String {
    if !document.has_several_files() {
        return String::new();
    }
    let name = visible(document.file_name(m.file()));
    format!("{}\n", style.paint(Look::Dim, &clipped(&name, style.width)))
}

pub(super) fn margin(style: Style) -> String {
    style.paint(Look::Dim, &format!("{:MARGIN$} | ", ""))
}

/// The columns of the line that are replaced, from 1, the end exclusive.
fn marked(document: &Document, m: &Mutant) -> (usize, usize) {
    let text = document.source_line(m.file(), m.line);
    let (from, to) = match (m.span.start.0 == m.line, m.span.end.0 == m.line) {
        (true, true) => (m.span.start.1, m.span.end.1),
        (true, false) => (m.span.start.1, width(text) + 1),
        _ => (m.column, m.column + 1),
    };
    (from.max(1), to)
}

/// Marks under what is replaced, and what it becomes: beside the marks, or under them where there is no room.
pub(super) fn change(document: &Document, m: &Mutant, window: Window, style: Style) -> String {
    let (from, to) = marked(document, m);
    let lead = (from - 1).saturating_sub(window.skip);
    let marks = to.saturating_sub(from).max(1);
    let marks = marks.min(window.columns.saturating_sub(lead).max(1));
    let becomes = match m.replacement.as_str() {
        "" => "removed".to_string(),
        text => one_line(text).replace('\t', " "),
    };
    let margin = margin(style);
    let line = format!(
        "{margin}{}{}",
        " ".repeat(lead),
        style.paint(look(m.verdict), &"^".repeat(marks))
    );
    let room = window.columns.saturating_sub(lead + marks + 1);
    if width(&becomes) <= room {
        format!("{line} {}\n", style.paint(Look::Bold, &becomes))
    } else {
        let becomes = clipped(&format!("becomes {becomes}"), window.columns);
        format!("{line}\n{margin}{}\n", style.paint(Look::Bold, &becomes))
    }
}

pub(super) fn look(verdict: Verdict) -> Look {
    match verdict {
        Verdict::Killed => Look::Good,
        Verdict::Survived => Look::Bad,
        _ => Look::Open,
    }
}

/// What is known about it in half a sentence.
pub(super) fn why(m: &Mutant) -> Option<String> {
    let reason = || m.reason.as_deref().map(one_line);
    m.told_difference().or_else(reason)
}
