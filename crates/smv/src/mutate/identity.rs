//! The two names of a mutant: the id that people read and type, and the fingerprint that outlives unrelated edits.

use assay_source::SourceFile;
use assay_system::fnv1a;
use rustc_hash::FxHashSet;

use super::Offer;
use crate::tree::Tree;

/// The ids of all offers, each once: `line:column:operator`, and the variant where there are several at one place.
pub fn shown_ids(file: &SourceFile, offers: &[Offer]) -> Vec<String> {
    let mut ids: FxHashSet<String> = FxHashSet::default();
    let unique = offers.iter().map(|offer| {
        let at = file.start(offer.at);
        let mut id = format!("{}:{}:{}", at.line, at.column, offer.operator.name);
        if !offer.variant.is_empty() {
            id.push(':');
            id.push_str(&offer.variant);
        }
        while !ids.insert(id.clone()) {
            id.push('\'');
        }
        id
    });
    unique.collect()
}

/// A hash of module, element, path, operator and replacement: what the change is, not where it stands.
pub fn fingerprint(tree: &Tree, offer: &Offer) -> String {
    let module = &tree.modules[offer.site.module].name;
    let conjunct = offer
        .conjunct
        .map_or(String::new(), |n| format!(".{}", n + 1));
    let text = format!(
        "{module}\n{}{conjunct}\n{}\n{}\n{}\n{}",
        offer.element, offer.path, offer.operator.name, offer.replacement, offer.variant
    );
    format!("{:016x}", fnv1a(text.as_bytes()))
}
