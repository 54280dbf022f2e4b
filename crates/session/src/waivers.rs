//! Survivors that somebody has accepted, from `assay.toml`.
//!
//! A waiver names a mutant by its fingerprint and the text of its element by a hash, and says why. It is void as soon as the element reads
//! otherwise: what was accepted then may be wrong now. A waived survivor leaves the list of survivors and the gate for new ones; it stays in
//! the score, because no property has learnt to notice it.

use assay_report::Document;
use assay_report::document::{Verdict, Waived};
use assay_source::Diagnostic;
use serde::Deserialize;
use toml::Spanned;

use crate::{Opened, Stop};

pub struct Waivers {
    all: Vec<Waiver>,
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
    /// The waivers of the configuration.
    pub fn read(opened: &Opened<'_>) -> Result<Waivers, Stop> {
        let config = &opened.config;
        let refuse = |error| opened.session.refuse_config(&error);
        let help = "a waiver has a fingerprint, an element and a reason";
        let all: Vec<Waiver> = config.entries("waiver", help).map_err(refuse)?;
        let empty = all.iter().find(|w| w.reason.get_ref().trim().is_empty());
        if let Some(waiver) = empty {
            let wrong = config.at(waiver.reason.span(), "a waiver needs a reason");
            return Err(refuse(config.wrong(vec![wrong])));
        }
        Ok(Waivers { all })
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
