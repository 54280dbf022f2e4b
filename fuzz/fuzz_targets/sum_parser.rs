//! A text of Sum is refused with places, or is a tree that printing and reading keeps, in ASCII and in Unicode.
#![no_main]

use assay_fuzz::sum_properties::reads_soundly;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| reads_soundly(text));
