//! A text of C has errors with places, or a tree that printing and parsing again keeps and that is refused with a place or elaborated.
#![no_main]

use assay_fuzz::c_properties::{elaborates_soundly, parses_soundly};
use assay_fuzz::mutate;
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    let Some(unit) = parses_soundly(text) else {
        return Corpus::Reject;
    };
    elaborates_soundly(text, unit);
    Corpus::Keep
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate_c(data, size, max_size, seed)
});
