//! A text of Z is refused with places, or is a tree that printing as LaTeX and reading keeps.
#![no_main]

use assay_fuzz::z_properties::z_reads_soundly;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| z_reads_soundly(text));
