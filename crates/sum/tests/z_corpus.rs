//! The corpus of Z: which files are read, and where the reader and `fuzz` see errors.

mod z_support;

use std::path::Path;

use z_support::{fuzz_errors, jaza, latex};

/// What is no Z here: a line without `\\`, and an operator with four operands.
const REFUSED: &[&str] = &["z2alloy_bst.tex", "TypeMismatchInRelOp-MemPred-Arg4.error"];

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[test]
fn files_are_read() {
    let Some(folder) = assay_testkit::corpus::folder("z") else {
        return;
    };
    let mut read_files = 0;
    let mut refused = Vec::new();
    for path in assay_testkit::corpus::files(&folder, &["tex", "zed", "error"]) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let read = latex(&text);
        match read.errors() {
            0 => read_files += 1,
            _ => refused.push((name(&path), read.rendered())),
        }
    }
    for path in assay_testkit::corpus::files(&folder, &["jaza"]) {
        let (document, checks) = jaza(&std::fs::read_to_string(&path).unwrap());
        let read = latex(&document);
        assert_eq!(read.errors(), 0, "{}\n{}", path.display(), read.rendered());
        assert!(!checks.is_empty());
        read_files += 1;
    }
    println!("{read_files} files are read, {} refused", refused.len());
    let known = refused
        .iter()
        .all(|(name, _)| REFUSED.contains(&name.as_str()));
    assert!(known, "{refused:#?}");
    assert!(read_files >= 140, "{read_files}");
}

/// On each line on which `fuzz` sees no Z there is an error or a warning, and no other line has an error. At the end of a file `fuzz` reports
/// what this reader reports where the environment begins.
#[test]
fn errors_of_fuzz() {
    let Some(folder) = assay_testkit::corpus::folder("z") else {
        return;
    };
    for number in 1..=9 {
        let input = folder.join(format!("fuzz/test{number}.in"));
        let (Ok(text), Ok(expected)) = (
            std::fs::read_to_string(&input),
            std::fs::read_to_string(input.with_extension("exp")),
        ) else {
            continue;
        };
        let read = latex(&text);
        let lines = text.lines().count();
        let syntax = fuzz_errors(&expected)
            .into_iter()
            .filter(|it| it.is_syntax());
        let expected: Vec<usize> = syntax.map(|it| it.line).collect();
        let (errors, warnings) = (read.error_lines(), read.warning_lines());
        for line in &expected {
            let seen = errors.contains(line) || warnings.contains(line) || *line > lines;
            assert!(seen, "test{number}.in, line {line}\n{}", read.rendered());
        }
        for line in &errors {
            let unended = text
                .lines()
                .skip(*line - 1)
                .all(|it| !it.starts_with("\\end"));
            let known = expected.contains(line) || unended;
            assert!(known, "test{number}.in, line {line}\n{}", read.rendered());
        }
        println!(
            "test{number}.in: {} errors of fuzz, {} errors and {} warnings here",
            expected.len(),
            errors.len(),
            warnings.len()
        );
    }
}

/// No beginning of a file makes the reader panic. Every 97th of a small file is tried, fewer of a large one.
#[test]
fn beginnings_of_files() {
    let Some(folder) = assay_testkit::corpus::folder("z") else {
        return;
    };
    let mut tried = 0;
    for path in assay_testkit::corpus::files(&folder, &["tex", "in", "zed", "error", "jaza"]) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        for (end, _) in text.char_indices().step_by(97 * (1 + text.len() / 10_000)) {
            let read = latex(&text[..end]);
            let inside = |it: &assay_source::Diagnostic| {
                it.span.is_some_and(|span| span.end as usize <= end)
            };
            assert!(
                read.faults.iter().all(inside),
                "{} to {end}",
                path.display()
            );
            tried += 1;
        }
    }
    println!("{tried} beginnings");
}
