//! The files that places of mutants and elements are in.

use assay_report::document::Source;
use assay_report::{Input, InputFile};
use assay_source::{FileId, SourceFile, SourceMap, Span};
use sha2::{Digest, Sha256};

use crate::Opened;
use crate::provenance::hex;

/// The files of a model, the one that the user named first before the others.
pub struct Files<'a> {
    map: &'a SourceMap,
    listed: Vec<FileId>,
}

impl<'a> Files<'a> {
    pub fn of(opened: &'a Opened<'_>) -> Files<'a> {
        Files {
            map: &opened.map,
            listed: opened.model.files(),
        }
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

    /// What the result says of its input. The digest of the first file is that of its bytes; what the others were read from
    /// is their text.
    pub fn input(&self, digest: String, mains: Vec<String>) -> Input {
        let mut files = self.all();
        let first = InputFile {
            path: files
                .next()
                .map(|f| f.name().to_string())
                .unwrap_or_default(),
            sha256: digest,
        };
        let other = |file: &SourceFile| InputFile {
            path: file.name().to_string(),
            sha256: hex(&Sha256::digest(file.text())),
        };
        Input::new(first, files.map(other).collect(), mains)
    }

    pub fn all(&self) -> impl Iterator<Item = &'a SourceFile> {
        let map = self.map;
        self.listed.iter().map(move |&id| map.file(id))
    }
}
