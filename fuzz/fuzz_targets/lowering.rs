//! A text is refused with reasons, or gives well-formed systems that run as the interpreter does.
#![no_main]

use assay_fuzz::robust_properties::lowering::{loads_soundly, runs_agree};
use assay_fuzz::robust_properties::syntax::source;
use assay_fuzz::{mutate, seeded};
use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| -> Corpus {
    let Some(loaded) = loads_soundly(&source(text), None) else {
        // The parser's target looks for trouble in broken texts.
        return Corpus::Reject;
    };
    runs_agree(&loaded.model, 3, seeded::lowered);
    Corpus::Keep
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
