//! Any text is refused with places or kept by printing: every file of `ok` and `err`, files with a part left out, and every find of fuzzing.

use std::path::Path;

use assay_system::Random;

mod sum_properties;

use sum_properties::reads_soundly;

fn texts(folders: &[&str]) -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut texts = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(tests.join(folder)).unwrap() {
            texts.push(std::fs::read_to_string(entry.unwrap().path()).unwrap());
        }
    }
    texts.sort();
    texts
}

#[test]
fn files() {
    for text in texts(&["ok", "err", "finds"]) {
        reads_soundly(&text);
    }
}

/// A word, a line or a piece of a file is left out or stands elsewhere.
#[test]
fn changed_files() {
    let mut random = Random::new(1);
    for text in texts(&["ok"]) {
        for _ in 0..150 {
            reads_soundly(&changed(&text, &mut random));
        }
    }
}

fn changed(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = text
        .split_inclusive(|c: char| c.is_whitespace() || "(){}[],;".contains(c))
        .collect();
    for _ in 0..=random.below(2) {
        let place = |random: &mut Random| random.below(words.len() as u64) as usize;
        let (from, to) = (place(random), place(random));
        match random.below(4) {
            0 => drop(words.remove(from)),
            1 => words.swap(from, to),
            2 => words.insert(to, words[from]),
            _ => words[to] = words[from],
        }
    }
    words.concat()
}
