//! The files of a model. A place names its file only where there are several: `None` is the first one, or the only one.

use super::{Document, Mutant, Source};
use crate::style::plural;

impl Document {
    /// The paths of the files, the first one first.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.input.files.iter().map(|f| f.path.as_str())
    }

    /// Whether places have to name their files.
    pub(crate) fn has_several_files(&self) -> bool {
        self.input.files.len() > 1
    }

    /// The place of a file in the list of files.
    pub(crate) fn file_number(&self, file: Option<&str>) -> usize {
        let known = file.and_then(|name| self.files().position(|f| f == name));
        known.unwrap_or(0)
    }

    /// The path of the file that a place names.
    pub(crate) fn file_name<'a>(&'a self, file: Option<&'a str>) -> &'a str {
        file.unwrap_or(&self.input.path)
    }

    /// The text of a file; None if the document was stored without it.
    pub(crate) fn source_of(&self, file: Option<&str>) -> Option<&Source> {
        let path = match file {
            Some(path) => path,
            None => return self.source.first(),
        };
        self.source.iter().find(|s| s.path == path)
    }

    /// A line of the model without its line ending; the empty text if there is no such line.
    pub fn source_line(&self, file: Option<&str>, line: usize) -> &str {
        self.source_of(file)
            .and_then(|s| s.text.lines().nth(line.checked_sub(1)?))
            .unwrap_or_default()
    }

    /// How many files there are beside the first one: what follows its name in a title.
    pub(crate) fn more_files(&self) -> String {
        match self.input.files.len() {
            0 | 1 => String::new(),
            n => format!(" and {}", plural(n - 1, "more file")),
        }
    }

    /// The mutant's file with its line, where there are several and its id does not begin with the file's name anyway.
    pub(crate) fn named_line(&self, m: &Mutant) -> Option<(&str, usize)> {
        let file = self.files().nth(self.file_number(m.file()))?;
        let said = m.id.starts_with(file);
        (self.has_several_files() && !said).then_some((file, m.line))
    }
}
