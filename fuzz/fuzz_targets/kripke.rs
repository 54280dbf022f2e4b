//! A text is refused with places, or is a structure that writing keeps, as text and as DOT.
#![no_main]

use assay_fuzz::kripke_properties::reads_soundly;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| reads_soundly(text));
