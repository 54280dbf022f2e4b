//! The files that places of mutants and elements are in.

use assay_report::document::Source;
use assay_report::{Input, InputFile};
use assay_source::{FileId, SourceFile, SourceMap, Span};
use assay_system::Mutants;
use sha2::{Digest, Sha256};

use crate::input::Loaded;
use crate::provenance::hex;

/// The model's own file first, then every other one with a mutant or an element in it.
pub struct Files<'a> {
    map: &'a SourceMap,
    listed: Vec<FileId>,
}

impl<'a> Files<'a> {
    pub fn of(loaded: &'a Loaded, mutants: &Mutants) -> Files<'a> {
        let elements = mutants.system.elements.iter().filter_map(|e| e.span);
        let spans = elements.chain(mutants.mutants.iter().map(|m| m.span));
        let mut listed = vec![loaded.file().id];
        for span in spans {
            if !listed.contains(&span.file) {
                listed.push(span.file);
            }
        }
        let map = &loaded.map;
        Files { map, listed }
    }

    pub fn file(&self, span: Span) -> &'a SourceFile {
        self.map.file(span.file)
    }

    /// What a place says of its file: nothing where there is one file only.
    pub fn name(&self, span: Span) -> Option<String> {
        let several = self.listed.len() > 1;
        several.then(|| self.file(span).name().to_string())
    }

    pub fn sources(&self) -> Vec<Source> {
        let source = |file: &SourceFile| Source {
            path: file.name().to_string(),
            text: file.text().to_string(),
        };
        self.all().map(source).collect()
    }

    /// What the result says of its input, with the files beside the first one.
    pub fn input(&self, of_first: Input) -> Input {
        let first = InputFile {
            path: of_first.path,
            sha256: of_first.sha256,
        };
        let other = |file: &SourceFile| InputFile {
            path: file.name().to_string(),
            sha256: hex(&Sha256::digest(file.text())),
        };
        let others = self.all().skip(1).map(other).collect();
        Input::new(first, others, of_first.mains)
    }

    pub fn all(&self) -> impl Iterator<Item = &'a SourceFile> {
        let map = self.map;
        self.listed.iter().map(move |&id| map.file(id))
    }
}
