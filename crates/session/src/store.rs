//! The store of earlier results: where it is, and what is said about it.

use std::path::Path;

use assay_cover::result::CoverResult;
use assay_source::Severity;
use assay_store::Store;

use crate::Opened;

/// The store in this directory, if one is wanted. A store that cannot be used costs a warning, nothing else.
pub fn open(directory: Option<&Path>, opened: &Opened<'_>, main: usize) -> Option<Store> {
    let family = format!("{}\n{}", opened.path(), opened.name(main));
    let events = opened.events().clone();
    let warn = move |text: &str| events.message(Severity::Warning, text);
    directory.map(|d| Store::new(d, &family, warn))
}

/// Says how much came from the store.
pub fn say_reused(directory: Option<&Path>, result: &CoverResult, opened: &Opened<'_>) {
    if let (1.., Some(place)) = (result.reused, directory) {
        let (reused, all) = (result.reused, result.mutants.len());
        let text = format!("{reused} of {all} mutants reused from {}", place.display());
        opened.events().message(Severity::Note, &text);
    }
}
