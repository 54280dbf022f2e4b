//! A text of SMV has errors with places, or a tree that printing and reading again keeps and whose mutants are written as what they are.
#![no_main]

use assay_fuzz::mutate;
use assay_fuzz::smv_properties::{mutants_are_sound, parses_soundly};
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    match parses_soundly(text) {
        Some(tree) => {
            mutants_are_sound(text, &tree, 7);
            Corpus::Keep
        }
        None => Corpus::Reject,
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate_smv(data, size, max_size, seed)
});
