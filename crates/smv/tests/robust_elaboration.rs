//! No text makes elaboration or lowering panic: models with words left out, doubled and exchanged, and models that are very
//! deep or long.

use std::path::Path;

use assay_smv::SmvModel;
use assay_source::SourceMap;
use assay_system::Random;

fn read(text: &str) -> Result<SmvModel, Vec<&'static str>> {
    let mut map = SourceMap::new();
    let id = map.add_text("text.smv", text);
    let read = SmvModel::read(map.file(id).clone());
    let codes = |faults: Vec<assay_source::Diagnostic>| faults.iter().map(|f| f.code).collect();
    read.map(|(model, _)| model).map_err(codes)
}

#[test]
fn broken_models_are_refused_or_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut random = Random::new(1);
    let (mut good, mut bad) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let words: Vec<&str> = text.split_inclusive([' ', ';', '\n']).collect();
        for _ in 0..40 {
            let mut broken = words.clone();
            for _ in 0..1 + random.below(2) {
                let at = random.below(broken.len() as u64) as usize;
                let other = random.below(words.len() as u64) as usize;
                match random.below(3) {
                    0 => broken[at] = words[other],
                    1 => broken.insert(at, words[other]),
                    _ => broken[at] = " ",
                }
            }
            match read(&broken.concat()) {
                Ok(_) => good += 1,
                Err(_) => bad += 1,
            }
        }
    }
    assert!(good > 100 && bad > 500, "{good} {bad}");
}

#[test]
fn long_chains_are_read() {
    let sum = vec!["x"; 5_000].join(" + ");
    let and = vec!["b"; 50_000].join(" & ");
    let text = format!("MODULE main\nVAR x : 0..0; b : boolean;\nINVAR {sum} = 0\nINVAR {and}\n");
    assert!(read(&text).is_ok());
}

#[test]
fn a_long_row_of_definitions_is_read_or_refused_in_words() {
    for (count, good) in [(2_000, true), (30_000, false)] {
        let mut text = String::from("MODULE main\nVAR b : boolean;\nDEFINE d0 := b;\n");
        for n in 1..count {
            text.push_str(&format!("d{n} := !d{};\n", n - 1));
        }
        // Backwards, so that each is read before the one that it needs.
        text.push_str(&format!("INVARSPEC d{}\n", count - 1));
        match read(&text) {
            Ok(_) => assert!(good),
            Err(codes) => assert!(!good && codes.contains(&"S0923"), "{codes:?}"),
        }
    }
}

#[test]
fn instances_that_grow_too_much_are_refused() {
    let mut text = String::new();
    for n in 0..25 {
        text.push_str(&format!(
            "MODULE m{n}\nVAR a : m{}; b : m{};\n",
            n + 1,
            n + 1
        ));
    }
    text.push_str("MODULE m25\nVAR x : boolean;\nMODULE main\nVAR top : m0;\n");
    assert_eq!(read(&text).err(), Some(vec!["S0206"]));
    let large = "MODULE main\nVAR a : array 0..1000000000 of boolean;\n";
    assert_eq!(read(large).err(), Some(vec!["S0922"]));
}
