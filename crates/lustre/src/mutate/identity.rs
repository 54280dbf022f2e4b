//! The two names of a mutant: the id that people read and type, and the fingerprint that outlives
//! unrelated edits.

use assay_language::USER;
use assay_source::SourceFile;
use assay_system::fnv1a;
use rustc_hash::FxHashSet;

use super::{Offer, Site};
use crate::model::Model;

/// The ids of all offers, each once.
pub fn shown_ids(file: &SourceFile, offers: &[Offer]) -> Vec<String> {
    let mut ids: FxHashSet<String> = FxHashSet::default();
    let unique = offers.iter().map(|offer| {
        let mut id = shown_id(file, offer);
        while !ids.insert(id.clone()) {
            id.push('\'');
        }
        id
    });
    unique.collect()
}

/// `line:column:operator`, and the variant where there are several at one place. The variant of a change of the user's own is
/// its id.
fn shown_id(file: &SourceFile, offer: &Offer) -> String {
    if offer.operator == USER.name {
        return offer.variant.clone();
    }
    let at = file.start(offer.at);
    let mut id = format!("{}:{}:{}", at.line, at.column, offer.operator);
    if !offer.variant.is_empty() {
        id.push(':');
        id.push_str(&offer.variant);
    }
    id
}

/// A hash of node, element, path, operator and replacement: what the change is, not where it stands.
pub fn fingerprint(model: &Model, element: &str, offer: &Offer) -> String {
    let node = &model.node(offer.site.node()).name;
    // What an assertion is shown as has its line in it, and lines move.
    let element = match offer.site {
        Site::Equation(..) => element.to_string(),
        Site::Assertion(_, index) => format!("assert#{}", index + 1),
    };
    let path: Vec<String> = offer.path.iter().map(u32::to_string).collect();
    let (replacement, variant) = (&offer.replacement, &offer.variant);
    let text = format!(
        "{node}\n{element}\n{}\n{}\n{replacement}\n{variant}",
        path.join("."),
        offer.operator,
    );
    format!("{:016x}", fnv1a(text.as_bytes()))
}
