//! Any text is refused with a place, or is a model that writing keeps and that its lowering does as the interpreter does.
#![no_main]

use assay_fuzz::btor2_properties::reading_is_sound;
use assay_fuzz::seeded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| reading_is_sound(text, seeded::write_words));
