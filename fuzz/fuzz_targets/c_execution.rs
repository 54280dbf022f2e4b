//! A program of C is executed boundedly or refused with a place, and fails in the checks in which it fails when it is interpreted.
#![no_main]

use assay_fuzz::c_properties::survives;
use assay_fuzz::mutate;
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    // The parser's target looks for trouble in broken texts.
    if survives(text) {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate_c(data, size, max_size, seed)
});
