//! In either dialect a text has errors with places, or a tree that printing and parsing again keeps.
#![no_main]

use assay_fuzz::robust_properties::syntax::{
    DIALECTS, diagnostics_are_sound, printing_keeps_the_tree, source,
};
use assay_fuzz::{mutate, seeded};
use assay_lustre::parse;
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    let file = source(text);
    let mut sound = false;
    for dialect in DIALECTS {
        let parsed = parse(&file, Some(dialect));
        diagnostics_are_sound(text, &parsed.diagnostics);
        sound |= parsed.is_ok();
        if parsed.is_ok() {
            printing_keeps_the_tree(&parsed, seeded::print);
        }
    }
    // A broken text is tried, but nothing is built on it: most of what could be would be broken in the same way.
    if sound { Corpus::Keep } else { Corpus::Reject }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
