//! Places as yosys writes them: `file:line.column-line.column`, several of them with `|` between. Columns count bytes from
//! 1, and the last one is behind the text.

use assay_source::{LineColumn, SourceFile, Span};

use super::Files;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location<'a> {
    pub file: &'a str,
    pub start: LineColumn,
    pub end: LineColumn,
}

impl<'a> Location<'a> {
    pub fn parse(text: &'a str) -> Option<Location<'a>> {
        let (file, range) = text.trim().rsplit_once(':')?;
        let (start, end) = range.split_once('-')?;
        // yosys tells assertions at one place apart by a number behind it.
        let end = end.split_once('-').map_or(end, |(end, _)| end);
        let start = position(start)?;
        let end = position(end)?;
        (!file.is_empty() && start <= end).then_some(Location { file, start, end })
    }

    /// The text in its file, without what separates it from what comes before: places of unnamed assertions start
    /// where the statement before them ends.
    pub fn span(&self, files: &Files) -> Option<Span> {
        let file = files.named(self.file)?;
        if behind_macro(file, self.start) || behind_macro(file, self.end) {
            return lines(file, self.start.line, self.end.line);
        }
        let start = offset(file, self.start)?;
        let end = offset(file, self.end)?;
        let text = file.text().get(start..end)?;
        Some(Span::new(file.id, end - statement(text).len(), end))
    }

    /// How large the place is: lines first, then columns.
    pub(super) fn size(&self) -> (usize, usize) {
        let lines = self.end.line - self.start.line;
        let columns = match lines {
            0 => self.end.column.saturating_sub(self.start.column),
            _ => self.end.column,
        };
        (lines, columns)
    }
}

/// What yosys writes for a place that it does not know, as that of the choice between the branches of a `case`.
const NOWHERE: &str = ":0.0-0.0";

/// All places of a comment; none if it is not made of places.
pub(super) fn locations(comment: &str) -> Vec<Location<'_>> {
    let known = comment.split('|').filter(|l| !l.trim().ends_with(NOWHERE));
    let all: Option<Vec<Location>> = known.map(Location::parse).collect();
    all.unwrap_or_default()
}

fn position(text: &str) -> Option<LineColumn> {
    let (line, column) = text.split_once('.')?;
    let position = LineColumn {
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    };
    (position.line > 0 && position.column > 0).then_some(position)
}

/// Where a position is in the text.
fn offset(file: &SourceFile, at: LineColumn) -> Option<usize> {
    let line = LineColumn { column: 1, ..at };
    let offset = file.offset(line)? + at.column - 1;
    file.text().is_char_boundary(offset).then_some(offset)
}

/// Whether a macro is used on the line before this position. yosys counts columns in the expanded text, so nothing is known of the
/// columns behind a macro.
fn behind_macro(file: &SourceFile, at: LineColumn) -> bool {
    let text = file.text();
    let Some(start) = file.offset(LineColumn { column: 1, ..at }) else {
        return false;
    };
    let line = text[start..].lines().next().unwrap_or_default();
    let code = line.split("//").next().unwrap_or_default();
    let mut uses = code.match_indices('`').filter(|(i, _)| {
        let name = code[i + 1..].chars().next();
        name.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
    });
    uses.next().is_some_and(|(i, _)| at.column > i + 1)
}

/// The whole of these lines, without blanks around them.
fn lines(file: &SourceFile, first: usize, last: usize) -> Option<Span> {
    let at = |line: usize| file.offset(LineColumn { line, column: 1 });
    let start = at(first)?;
    let end = at(last + 1).unwrap_or(file.text().len());
    let text = &file.text()[start..end];
    let start = start + (text.len() - text.trim_start().len());
    Some(Span::new(file.id, start, start + text.trim().len()))
}

/// The text without blanks, semicolons and comments at its start.
fn statement(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        let comment = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else {
            return rest;
        };
        rest = match comment {
            Some(end) => &rest[end..],
            None => return text,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let all = locations("a:b.sv:17.3-18.27|c.vh:1.1-1.1");
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].file, "a:b.sv");
        assert_eq!(
            all[0].start,
            LineColumn {
                line: 17,
                column: 3
            }
        );
        assert_eq!(all[0].size(), (1, 27));
        assert!(locations("a comment: 1.2-3.4 of something").is_empty());
        assert!(locations("x.sv:4").is_empty());
        assert!(locations("x.sv:4.0-5.1").is_empty());
        assert_eq!(locations("x.sv:0.0-0.0|x.sv:4.1-5.1").len(), 1);
        assert_eq!(
            locations("x.sv:4.1-5.1-2"),
            locations("x.sv:4.1-5.1"),
            "the third assertion at one place"
        );
    }

    #[test]
    fn what_comes_before_is_left_out() {
        let text = "a <= b; // why\n  /* so */ assert (a);";
        let file = SourceFile::new(Default::default(), "x.sv", text);
        let at = Location::parse("x.sv:1.7-2.22").unwrap();
        let span = at.span(&Files::of(std::slice::from_ref(&file))).unwrap();
        assert_eq!(file.slice(span), "assert (a)");
    }

    #[test]
    fn columns_behind_a_macro_are_those_of_the_expanded_text() {
        let text = "  q <= (q == `LIMIT) ? 0 : q + 1;\n  r <= q; // `LIMIT\n";
        let file = SourceFile::new(Default::default(), "x.sv", text);
        let files = Files::of(std::slice::from_ref(&file));
        let shown = |at: &str| {
            let span = Location::parse(at).unwrap().span(&files).unwrap();
            file.slice(span)
        };
        // LIMIT is 3: behind it all columns are five too small.
        assert_eq!(shown("x.sv:1.8-1.25"), "q <= (q == `LIMIT) ? 0 : q + 1;");
        assert_eq!(
            shown("x.sv:1.3-1.4"),
            "q",
            "what stands before it is where it stands"
        );
        assert_eq!(shown("x.sv:2.3-2.9"), "r <= q");
    }

    #[test]
    fn columns_are_bytes() {
        let file = SourceFile::new(Default::default(), "x.sv", "/* größer */ a <= b + 1;");
        let files = &Files::of(std::slice::from_ref(&file));
        let at = |text| Location::parse(text).unwrap().span(files);
        let span = at("x.sv:1.21-1.26").unwrap();
        assert_eq!(file.slice(span), "b + 1");
        // Inside of a letter, and behind the end.
        assert_eq!(at("x.sv:1.7-1.9"), None);
        assert_eq!(at("x.sv:1.7-1.99"), None);
    }
}
