//! Bad input: whatever the text is, it is refused with a place, or it is a program that runs the same boundedly and in the interpreter. The
//! properties are in `robust_properties/`; the fuzz targets share them. What they found is in `finds/`.
//!
//! `ASSAY_BREAK` is how many broken texts are made of each seed.

mod robust_properties;

use std::path::{Path, PathBuf};

use assay_system::Random;
use robust_properties::broken::broken;
use robust_properties::survives;

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found: Vec<(PathBuf, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    found.sort();
    found
}

#[test]
fn seeds_are_programs() {
    for (path, text) in texts("../../fuzz/seeds/c") {
        assert!(survives(&text), "{} is refused", path.display());
    }
}

#[test]
fn finds_stay_fixed() {
    for (_, text) in texts("tests/finds") {
        survives(&text);
    }
}

#[test]
fn broken_texts_are_refused_or_run() {
    let given = std::env::var("ASSAY_BREAK").ok();
    let count = given.and_then(|count| count.parse().ok()).unwrap_or(150);
    let (mut right, mut wrong) = (0, 0);
    for (path, text) in texts("../../fuzz/seeds/c") {
        let mut random = Random::new(7);
        for number in 0..count {
            let broken = broken(&text, &mut random);
            let survived = std::panic::catch_unwind(|| survives(&broken));
            match survived {
                Ok(true) => right += 1,
                Ok(false) => wrong += 1,
                Err(_) => panic!("number {number} of {}:\n{broken}", path.display()),
            }
        }
    }
    println!("{right} programs, {wrong} refused");
    assert!(right > 0 && wrong > 0);
}
