//! The words of one line.
//!
//! Numbers and keywords end at a blank or at the `;` of a comment. A symbol ends at a blank only: names of hardware
//! may contain a semicolon.

use assay_source::{Diagnostic, SourceFile, Span};

pub(super) struct Cursor<'a> {
    file: &'a SourceFile,
    /// Where the line starts in the file.
    start: usize,
    text: &'a str,
    at: usize,
}

pub(super) struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

impl<'a> Cursor<'a> {
    /// `text` is a line without its ending, which starts at the offset `start`.
    pub fn new(file: &'a SourceFile, start: usize, text: &'a str) -> Cursor<'a> {
        Cursor {
            file,
            start,
            text,
            at: 0,
        }
    }

    /// Whether only blanks or a comment follow.
    pub fn at_end(&mut self) -> bool {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = &self.text[self.at..];
        rest.is_empty() || rest.starts_with(';')
    }

    /// The next word, which is empty at the end of the line.
    pub fn word(&mut self) -> Word<'a> {
        self.until(|c| c.is_whitespace() || c == ';')
    }

    /// The next word, which has to be there.
    pub fn required(&mut self, what: &str) -> Result<Word<'a>, Box<Diagnostic>> {
        if self.at_end() {
            let end = self.text[..self.at].trim_end().len();
            let message = format!("the line ends where {what} is expected");
            return Err(Box::new(
                Diagnostic::error("N0111", message).at(self.span(end, end)),
            ));
        }
        Ok(self.word())
    }

    /// Where the next word starts.
    pub fn ahead(&mut self) -> Span {
        let at = self.at;
        let word = self.word();
        self.at = at;
        word.span
    }

    pub fn symbol(&mut self) -> Option<String> {
        if self.at_end() {
            return None;
        }
        Some(self.until(char::is_whitespace).text.to_owned())
    }

    /// From the first word to the last one that was taken.
    pub fn so_far(&self, first: &Word) -> Span {
        Span::new(
            self.file.id,
            first.span.start as usize,
            self.start + self.text[..self.at].trim_end().len(),
        )
    }

    /// The comment, before which nothing may stand any more.
    pub fn comment(&mut self) -> Result<Option<String>, Box<Diagnostic>> {
        if !self.at_end() {
            let word = self.until(char::is_whitespace);
            return Err(Box::new(
                Diagnostic::error("N0112", "the line has more than a symbol at its end")
                    .at(word.span)
                    .help("a symbol has no blanks, a comment starts with `;`"),
            ));
        }
        let text = self.text[self.at..].trim_start_matches(';').trim();
        Ok((!text.is_empty()).then(|| text.to_owned()))
    }

    fn until(&mut self, ends: impl Fn(char) -> bool) -> Word<'a> {
        self.at_end();
        let rest = &self.text[self.at..];
        let text = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let from = self.at;
        self.at += text.len();
        Word {
            text,
            span: self.span(from, self.at),
        }
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.file.id, self.start + from, self.start + to)
    }
}
