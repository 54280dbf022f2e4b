//! Any bytes are refused with a place, or are a circuit that both formats, the system and the gates agree on.
#![no_main]

use assay_fuzz::aiger_properties::reading_is_sound;
use assay_fuzz::seeded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| reading_is_sound(bytes, seeded::write_circuit));
