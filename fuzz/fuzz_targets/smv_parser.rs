//! A text of SMV has errors with places, or a tree that printing and reading again keeps.
#![no_main]

use assay_fuzz::mutate;
use assay_fuzz::smv_properties::parses_soundly;
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    match parses_soundly(text) {
        Some(_) => Corpus::Keep,
        None => Corpus::Reject,
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate_smv(data, size, max_size, seed)
});
