//! Survivors that somebody has accepted, from `assay.toml`.
//!
//! A waiver names a mutant by its fingerprint and the text of its element by a hash, and says why. It is void as soon as the element reads
//! otherwise: what was accepted then may be wrong now. A waived survivor leaves the list of survivors and the gate for new ones; it stays in
//! the score, because no property has learnt to notice it.

use std::path::{Path, PathBuf};

use assay_language::Files;
use assay_report::Document;
use assay_report::document::{Verdict, Waived};
use assay_source::{Diagnostic, SourceMap, Span};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use crate::{Exit, Opened, Stop};

/// Looked for beside the model.
const FILE: &str = "assay.toml";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waivers {
    #[serde(default, rename = "waiver")]
    all: Vec<Waiver>,
    /// Read by those who make mutants.
    #[serde(default, rename = "change")]
    _changes: IgnoredAny,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiver {
    fingerprint: String,
    /// The hash of the element's text.
    element: String,
    reason: Spanned<String>,
}

impl Waivers {
    /// The waivers of the named file, or of the one beside the model if there is one.
    pub fn read(named: Option<&Path>, opened: &Opened<'_>) -> Result<Waivers, Stop> {
        let beside = PathBuf::from(opened.path()).with_file_name(FILE);
        let path = match named {
            Some(path) => path,
            None if beside.is_file() => &beside,
            None => return Ok(Waivers::default()),
        };
        let bytes = opened.reader.read(path)?;
        let mut map = SourceMap::new();
        let refuse = |map: &SourceMap, diagnostic: Diagnostic| {
            opened.events().diagnostics(map, &[diagnostic]);
            Stop::Said(Exit::BadInput)
        };
        let file = match map.add_bytes(&path.display().to_string(), &bytes) {
            Ok(file) => file,
            Err(diagnostic) => return Err(refuse(&map, *diagnostic)),
        };
        let waivers: Waivers = match toml::from_str(map.file(file).text()) {
            Ok(waivers) => waivers,
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                let wrong = Diagnostic::error("A0013", error.message().to_string())
                    .at(Span::new(file, span.start, span.end))
                    .help("a waiver has a fingerprint, an element and a reason");
                return Err(refuse(&map, wrong));
            }
        };
        let empty = waivers
            .all
            .iter()
            .find(|w| w.reason.get_ref().trim().is_empty());
        if let Some(waiver) = empty {
            let span = waiver.reason.span();
            let wrong = Diagnostic::error("A0013", "a waiver needs a reason")
                .at(Span::new(file, span.start, span.end));
            return Err(refuse(&map, wrong));
        }
        Ok(waivers)
    }

    /// Marks the survivors that are waived. Returns what is to be said about waivers that did nothing.
    pub fn apply(&self, document: &mut Document) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        for waiver in &self.all {
            let mutant = document
                .mutants
                .iter_mut()
                .find(|m| m.fingerprint == waiver.fingerprint);
            let Some(m) = mutant else {
                let message = format!("the waiver of {} matches no mutant", waiver.fingerprint);
                said.push(Diagnostic::warning("A0111", message));
                continue;
            };
            if m.verdict != Verdict::Survived {
                let message = format!(
                    "the waiver of {} is not needed: the mutant is {}",
                    m.id,
                    m.verdict.as_str()
                );
                said.push(Diagnostic::warning("A0111", message));
            } else if m.element_hash.as_deref() != Some(waiver.element.as_str()) {
                let hash = m.element_hash.as_deref().unwrap_or_default();
                let message = format!(
                    "the waiver of {} is void: the text of {} has changed since it was written",
                    m.id, m.element
                );
                let help = format!("if the reason still holds, set element = \"{hash}\"");
                said.push(Diagnostic::warning("A0110", message).help(help));
            } else {
                m.waived = Some(Waived {
                    reason: waiver.reason.get_ref().clone(),
                });
            }
        }
        document.derive();
        said
    }
}
