//! The checker answers whatever the tree is: every example with one word left out, doubled, or in the place of another, and long chains.

use std::path::Path;

use assay_source::{FileId, SourceFile};
use assay_sum::syntax::parse_latex;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::{Options, elaborate};

/// Elaborates a text; what it says has to point into the text.
fn answers(name: &str, text: &str) {
    let file = SourceFile::new(FileId(0), name, text);
    let (spec, _) = if name.ends_with(".sum") {
        parse_sum(&file)
    } else {
        parse_latex(&file)
    };
    let result = elaborate(&spec, &Options::default());
    for diagnostic in &result.diagnostics {
        let inside = diagnostic.span.is_none_or(|s| s.end as usize <= text.len());
        assert!(inside, "{name}: {diagnostic:?}\n{text}");
    }
    if !result.has_errors() {
        assert_eq!(result.program.broken(), None, "{name}:\n{text}");
    }
}

/// Texts that differ from one in a word.
fn neighbours(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    let mut all = Vec::new();
    for i in 0..words.len() {
        let mut without = words.clone();
        without.remove(i);
        all.push(without.concat());
        let mut doubled = words.clone();
        doubled.insert(i, words[i]);
        all.push(doubled.concat());
        let mut other = words.clone();
        other[i] = words[(i * 7 + 3) % words.len()];
        all.push(other.concat());
    }
    all
}

#[test]
fn examples_with_one_word_changed() {
    let mut seen = 0;
    for folder in ["tests/typing", "tests/ok"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it is readable").path();
            let name = path.to_string_lossy().into_owned();
            if !name.ends_with(".sum") && !name.ends_with(".tex") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it is text");
            for neighbour in neighbours(&text) {
                answers(&name, &neighbour);
                seen += 1;
            }
        }
    }
    assert!(seen > 3_000, "{seen} texts");
}

#[test]
fn long_chains_and_deep_brackets() {
    let module = |value: &str| format!("module M is\n  x == {value}\nend M\n");
    answers("sum.sum", &module(&vec!["1"; 20_000].join(" + ")));
    answers("cup.sum", &module(&vec!["{1}"; 20_000].join(" cup ")));
    answers(
        "set.sum",
        &module(&format!("{}1{}", "{".repeat(5_000), "}".repeat(5_000))),
    );
    answers(
        "power.sum",
        &module(&format!("{} int", "power ".repeat(5_000))),
    );
    let schemas: Vec<String> = (0..300)
        .map(|i| format!("  S{} ^= S{i} and S{i}\n", i + 1))
        .collect();
    answers(
        "schemas.sum",
        &format!(
            "module M is\n  S0 ^= [x : int]\n{}end M\n",
            schemas.concat()
        ),
    );
}
