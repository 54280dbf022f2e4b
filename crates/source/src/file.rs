//! Source files with a line index, and the map that numbers them.
//!
//! Lines and columns start at 1; a column counts characters, not bytes, as editors show it.

use std::sync::Arc;

use crate::{Diagnostic, FileId, Span};

/// What some editors write at the start of a file in UTF-8.
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A position as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

/// One source text with its name (usually the path as the user gave it). Cloning is cheap.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub id: FileId,
    name: Arc<str>,
    text: Arc<str>,
    /// Byte offset of the start of each line; the first is 0.
    lines: Arc<[usize]>,
}

impl SourceFile {
    pub fn new(id: FileId, name: &str, text: &str) -> SourceFile {
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .collect();
        SourceFile {
            id,
            name: name.into(),
            text: text.into(),
            lines,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The span of the whole text.
    pub fn span(&self) -> Span {
        Span::new(self.id, 0, self.text.len())
    }

    /// The text of a span; positions outside the text or inside a character are moved down to the nearest boundary.
    pub fn slice(&self, span: Span) -> &str {
        let start = self.boundary(span.start as usize);
        let end = self.boundary(span.end as usize).max(start);
        &self.text[start..end]
    }

    /// Line and column of a byte offset; an offset beyond the end gives the position of the end.
    pub fn position(&self, offset: usize) -> LineColumn {
        let offset = self.boundary(offset);
        let line = self.line_of(offset);
        LineColumn {
            line: line + 1,
            column: self.text[self.lines[line]..offset].chars().count() + 1,
        }
    }

    /// Line and column where a span starts.
    pub fn start(&self, span: Span) -> LineColumn {
        self.position(span.start as usize)
    }

    /// The byte offset of a position, if the text has that line and the line at least that many columns.
    pub fn offset(&self, position: LineColumn) -> Option<usize> {
        let line = position.line.checked_sub(1)?;
        let skip = position.column.checked_sub(1)?;
        let range = self.line_range(line)?;
        let text = &self.text[range.clone()];
        text.char_indices()
            .map(|(i, _)| i)
            .chain(std::iter::once(text.len()))
            .nth(skip)
            .map(|i| range.start + i)
    }

    /// Number of lines, at least 1.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The 0-based line an offset lies in.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of a 0-based line without its line ending.
    pub(crate) fn line_range(&self, line: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.lines.get(line)?;
        let end = match self.lines.get(line + 1) {
            Some(next) => next - 1,
            None => self.text.len(),
        };
        let text = &self.text[start..end];
        let end = end - usize::from(text.ends_with('\r'));
        Some(start..end)
    }

    /// The greatest character boundary not above `offset`.
    pub(crate) fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// All files of a run, by number.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    pub fn add_text(&mut self, name: &str, text: &str) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(id, name, text));
        id
    }

    /// Adds a file as read from disk. A byte-order mark is left out. Text that is not UTF-8, or too long for the 32-bit offsets of
    /// [`Span`], is refused; the file is kept in a lossy reading so that the diagnostic can show the place.
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<FileId, Box<Diagnostic>> {
        let id = self.add_lossy(name, bytes)?;
        let bytes = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
        let bad = match std::str::from_utf8(bytes) {
            Ok(_) => return Ok(id),
            Err(bad) => bad.valid_up_to(),
        };
        let at = self.file(id).position(bad);
        let replaced = bad + char::REPLACEMENT_CHARACTER.len_utf8();
        let error = Diagnostic::error("S0001", format!("`{name}` is not valid UTF-8"))
            .at(Span::new(id, bad, replaced))
            .label(format!(
                "byte 0x{:02x} at line {}, column {}",
                bytes[bad], at.line, at.column
            ));
        Err(Box::new(error))
    }

    /// The same for a language whose comments may hold bytes of any encoding: each byte that is not UTF-8 becomes a replacement
    /// character, and the language says whether it may stand there.
    pub fn add_lossy(&mut self, name: &str, bytes: &[u8]) -> Result<FileId, Box<Diagnostic>> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(Box::new(Diagnostic::error(
                "S0002",
                format!("`{name}` is larger than 4 GiB"),
            )));
        }
        if is_utf16(bytes) {
            let error = Diagnostic::error("S0003", format!("`{name}` is UTF-16 text"));
            return Err(Box::new(
                error.help("save it as UTF-8: `iconv -f UTF-16 -t UTF-8 FILE > NEW`"),
            ));
        }
        let bytes = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
        Ok(self.add_text(name, &String::from_utf8_lossy(bytes)))
    }

    /// The file of a number that this map gave out.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The whole line in which a span starts, without its end.
    pub fn line_of(&self, span: Span) -> &str {
        let Some(file) = self.get(span.file) else {
            return "";
        };
        let range = file.line_range(file.line_of(span.start as usize));
        range.map_or("", |range| &file.text()[range])
    }
}

/// Text in two-byte characters: by its byte-order mark, or because every other byte of its start is zero.
fn is_utf16(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let start = &bytes[..bytes.len().min(64)];
    let zeros = |from: usize| start.iter().skip(from).step_by(2).all(|&b| b == 0);
    let text = |from: usize| start.iter().skip(from).step_by(2).all(|&b| b != 0);
    marked || start.len() >= 4 && (zeros(0) && text(1) || zeros(1) && text(0))
}
