//! The source files of a model, by the names under which yosys knows them.
//!
//! That name and the one that is shown differ where the path has characters that a yosys script cannot carry, and where a
//! file was written for yosys alone. Everything that yosys says names files by the first; spans and reports use the second.

use assay_source::{FileId, SourceFile, Span};

#[derive(Clone, Debug)]
struct Source {
    /// As yosys writes it.
    name: String,
    file: SourceFile,
    /// The user named it; other files are included by these.
    given: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Files {
    all: Vec<Source>,
}

impl Files {
    pub fn new() -> Files {
        Files::default()
    }

    /// Files whose names are the same for yosys and for the user.
    pub fn of(files: &[SourceFile]) -> Files {
        let mut all = Files::new();
        for file in files {
            all.add_given(file.name(), file.clone());
        }
        all
    }

    /// Adds a file that the user named.
    pub fn add_given(&mut self, name: &str, file: SourceFile) {
        self.add(name, file, true);
    }

    /// Adds a file that another file includes.
    pub fn add_included(&mut self, name: &str, file: SourceFile) {
        self.add(name, file, false);
    }

    fn add(&mut self, name: &str, file: SourceFile, given: bool) {
        let name = name.to_string();
        self.all.push(Source { name, file, given });
    }

    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.all.iter().map(|s| &s.file)
    }

    /// The files that the user named.
    pub(super) fn given(&self) -> impl Iterator<Item = &SourceFile> {
        self.all.iter().filter(|s| s.given).map(|s| &s.file)
    }

    /// The file that yosys calls by this name. In symbols of BTOR2, yosys replaces blanks by `_`.
    pub(super) fn named(&self, name: &str) -> Option<&SourceFile> {
        let exact = self.all.iter().find(|s| s.name == name);
        let found = exact.or_else(|| self.all.iter().find(|s| s.name.replace(' ', "_") == name));
        found.map(|s| &s.file)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.all.iter().any(|s| s.name == name)
    }

    pub(super) fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.iter().find(|f| f.id == id)
    }

    /// The text of a span; empty if it lies in no file of the model.
    pub(super) fn slice(&self, span: Span) -> &str {
        self.file(span.file).map_or("", |f| f.slice(span))
    }

    /// The name under which yosys knows a file.
    pub fn name_for_yosys(&self, id: FileId) -> Option<&str> {
        let source = self.all.iter().find(|s| s.file.id == id);
        source.map(|s| s.name.as_str())
    }

    /// A text in which the names that only yosys has are replaced by those that the user knows.
    pub(super) fn in_words_of_the_user(&self, text: &str) -> String {
        let mut text = text.to_string();
        for source in self.all.iter().filter(|s| s.name != s.file.name()) {
            text = text.replace(&source.name, source.file.name());
        }
        text
    }
}
