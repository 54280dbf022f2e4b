//! Diagnostics as text, in the style of rustc.
//!
//! Invariant: rendering never panics, whatever the spans are. Spans are clamped to the text and to character
//! boundaries, spans over many lines are cut after the first lines, and very long lines are cut around what is marked.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

use crate::{Diagnostic, FileId, Severity, SourceFile, SourceMap, Span};

/// Lines longer than this many bytes are cut.
const LONG_LINE: usize = 160;
/// How much of a long line is kept before what is marked.
const BEFORE: usize = 60;
/// A marked span shows at most this many lines.
const SPAN_LINES: usize = 4;
/// Messages longer than this many bytes are cut: they quote the text, which may be one endless word.
const LONG_MESSAGE: usize = 1000;
/// Replaces what was cut.
const ELLIPSIS: &str = "...";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    Plain,
    Ansi,
}

/// Turns diagnostics into text.
pub struct Renderer {
    inner: annotate_snippets::Renderer,
}

impl Renderer {
    pub fn new(color: Color) -> Renderer {
        let inner = match color {
            Color::Plain => annotate_snippets::Renderer::plain(),
            Color::Ansi => annotate_snippets::Renderer::styled(),
        };
        Renderer {
            inner: inner.term_width(2 * LONG_LINE),
        }
    }

    /// One diagnostic, without a final newline.
    pub fn render(&self, map: &SourceMap, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group = Group::with_title(
            level
                .primary_title(shorten(&diagnostic.message))
                .id(diagnostic.code),
        );
        let excerpts = excerpts(map, diagnostic);
        for excerpt in &excerpts {
            let mut snippet = Snippet::source(excerpt.text.as_str())
                .path(excerpt.path)
                .line_start(excerpt.first_line + 1)
                .fold(true);
            for mark in &excerpt.marks {
                let kind = if mark.primary {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                let annotation = kind.span(mark.range.clone());
                snippet = snippet.annotation(match mark.label {
                    "" => annotation,
                    label => annotation.label(shorten(label)),
                });
            }
            group = group.element(snippet);
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(shorten(help)));
        }
        self.inner.render(&[group])
    }

    /// Several diagnostics, an empty line between them, a newline at the end of each.
    pub fn render_all<'a>(
        &self,
        map: &SourceMap,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    ) -> String {
        let mut out = String::new();
        for diagnostic in diagnostics {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&self.render(map, diagnostic));
            out.push('\n');
        }
        out
    }
}

fn shorten(message: &str) -> Cow<'_, str> {
    if message.len() <= LONG_MESSAGE {
        return Cow::Borrowed(message);
    }
    let cut = (0..=LONG_MESSAGE)
        .rev()
        .find(|&at| message.is_char_boundary(at));
    Cow::Owned(format!("{}{ELLIPSIS}", &message[..cut.unwrap_or(0)]))
}

struct Mark<'a> {
    range: Range<usize>,
    label: &'a str,
    primary: bool,
}

/// A part of one file that is shown, with marks relative to `text`.
struct Excerpt<'a> {
    path: &'a str,
    /// 0-based.
    first_line: usize,
    text: String,
    marks: Vec<Mark<'a>>,
}

fn excerpts<'a>(map: &'a SourceMap, diagnostic: &'a Diagnostic) -> Vec<Excerpt<'a>> {
    let primary = diagnostic
        .span
        .map(|s| (s, diagnostic.label.as_str(), true));
    let secondary = diagnostic
        .secondary
        .iter()
        .map(|l| (l.span, l.text.as_str(), false));
    let all: Vec<_> = primary.into_iter().chain(secondary).collect();
    let mut files: Vec<FileId> = Vec::new();
    for (span, _, _) in &all {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
        .into_iter()
        .filter_map(|id| {
            let file = map.get(id)?;
            let marks = all
                .iter()
                .filter(|(span, _, _)| span.file == id)
                .map(|&(span, label, primary)| Mark {
                    range: clamp(file, span),
                    label,
                    primary,
                })
                .collect();
            Some(excerpt(file, marks))
        })
        .collect()
}

/// The part of a span that is marked: inside the text, on boundaries, over few lines.
fn clamp(file: &SourceFile, span: Span) -> Range<usize> {
    let start = file.boundary(span.start as usize);
    let line = file.line_of(start);
    let last = file
        .line_range(line + SPAN_LINES - 1)
        .map_or(file.text().len(), |range| range.end);
    // A position inside a line ending is shown at the end of its line.
    let start = start.min(file.line_range(line).map_or(start, |range| range.end));
    let end = file.boundary(span.end as usize).min(last).max(start);
    start..end
}

fn excerpt<'a>(file: &'a SourceFile, marks: Vec<Mark<'a>>) -> Excerpt<'a> {
    let first = marks
        .iter()
        .map(|m| file.line_of(m.range.start))
        .min()
        .unwrap_or(0);
    let last = marks
        .iter()
        .map(|m| file.line_of(m.range.end))
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let mut moved = marks;
    let original: Vec<Range<usize>> = moved.iter().map(|m| m.range.clone()).collect();
    for line in first..=last {
        let Some(range) = file.line_range(line) else {
            break;
        };
        let kept = window(file, range.clone(), &original);
        let cut_front = kept.start > range.start;
        let base = text.len();
        if cut_front {
            text.push_str(ELLIPSIS);
        }
        let shift = text.len();
        text.push_str(&file.text()[kept.clone()]);
        let place = |offset: usize| match offset {
            o if o < kept.start => base,
            o => shift + o.min(kept.end) - kept.start,
        };
        // A mark's end may lie on the line ending, which belongs to this line too.
        let whole = match file.line_range(line + 1) {
            Some(next) => range.start..next.start,
            None => range.start..file.text().len() + 1,
        };
        for (mark, original) in moved.iter_mut().zip(&original) {
            if whole.contains(&original.start) {
                mark.range.start = place(original.start);
            }
            if whole.contains(&original.end) {
                mark.range.end = place(original.end);
            }
        }
        if kept.end < range.end {
            text.push_str(ELLIPSIS);
        }
        text.push('\n');
    }
    for mark in &mut moved {
        mark.range.end = mark.range.end.clamp(mark.range.start, text.len());
    }
    Excerpt {
        path: file.name(),
        first_line: first,
        text,
        marks: moved,
    }
}

/// The part of a line that is shown: all of it, or for a long line what lies around the first mark that touches it.
fn window(file: &SourceFile, line: Range<usize>, marks: &[Range<usize>]) -> Range<usize> {
    if line.len() <= LONG_LINE {
        return line;
    }
    let touched = marks
        .iter()
        .filter(|m| m.start <= line.end && m.end >= line.start)
        .map(|m| m.start.max(line.start))
        .min()
        .unwrap_or(line.start);
    let from = touched.saturating_sub(BEFORE).max(line.start);
    let to = (from + LONG_LINE).min(line.end);
    let from = file.boundary(from).max(line.start);
    from..file.boundary(to).max(from)
}
