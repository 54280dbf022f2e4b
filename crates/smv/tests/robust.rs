//! Bad input: whatever the text is, there is a tree or an error with a place, never a panic. The properties themselves are in
//! `robust_properties/`; the fuzz target shares them. `ASSAY_BREAK` is how many broken texts are made of each file.

mod robust_properties;

use std::path::{Path, PathBuf};

use assay_smv::tree::Tree;
use assay_system::Random;
use robust_properties::broken::broken;
use robust_properties::{mutants_are_sound, parses_soundly};

/// Reads a text and changes what was read.
fn survives(text: &str, distance: usize) -> Option<Tree> {
    let tree = parses_soundly(text)?;
    mutants_are_sound(text, &tree, distance);
    Some(tree)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "smv"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

fn read(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("the file is readable");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn models_have_the_properties() {
    for path in files("tests/ok") {
        assert!(survives(&read(&path), 1).is_some(), "{}", path.display());
    }
    for path in files("tests/err") {
        assert!(survives(&read(&path), 1).is_none(), "{}", path.display());
    }
}

/// What fuzzing found, one minimised file each.
#[test]
fn finds() {
    for path in files("tests/finds") {
        println!("{}", path.display());
        survives(&read(&path), 1);
    }
}

#[test]
fn seeds_of_the_fuzz_target_are_models() {
    for path in files("../../fuzz/seeds/smv") {
        assert!(survives(&read(&path), 1).is_some(), "{}", path.display());
    }
}

#[test]
fn truncations() {
    for path in files("tests/ok") {
        let text = read(&path);
        for (at, _) in text.char_indices() {
            parses_soundly(&text[..at]);
        }
    }
}

#[test]
fn broken_texts_are_read_or_refused() {
    let count = std::env::var("ASSAY_BREAK").map_or(400, |n| n.parse().expect("a number"));
    let mut paths = files("tests/ok");
    paths.extend(files("tests/err"));
    let mut read_again = 0;
    for (seed, path) in paths.iter().enumerate() {
        let text = read(path);
        let mut random = Random::new(seed as u64);
        for number in 0..count {
            let broken = broken(&text, &mut random);
            match std::panic::catch_unwind(|| survives(&broken, 7)) {
                Ok(tree) => read_again += usize::from(tree.is_some()),
                Err(_) => panic!("number {number} of {}:\n{broken}", path.display()),
            }
        }
    }
    assert!(
        read_again >= count / 4,
        "only {read_again} broken texts are models"
    );
}
