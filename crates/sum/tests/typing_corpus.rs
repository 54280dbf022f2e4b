//! The types of the corpus: what is said to be type-correct is accepted, what is said to be wrong is refused.

use std::path::{Path, PathBuf};

use assay_source::{Diagnostic, FileId, SourceFile};
use assay_sum::syntax::parser::parse_sum;
use assay_sum::syntax::{Specification, parse_latex, parse_unicode};
use assay_sum::types::{Elaboration, Options, elaborate};

fn corpus() -> Option<PathBuf> {
    let at = std::env::var("ASSAY_CORPUS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    if at.is_dir() {
        return Some(at);
    }
    println!("no corpus at {}: nothing is compared", at.display());
    None
}

fn read(path: &Path) -> (Specification, Vec<Diagnostic>, SourceFile) {
    let bytes = std::fs::read(path).expect("the corpus is readable");
    let text = String::from_utf8_lossy(&bytes);
    let file = SourceFile::new(FileId(0), &path.to_string_lossy(), &text);
    let (spec, diagnostics) = match path.extension().and_then(|e| e.to_str()) {
        Some("sum") => parse_sum(&file),
        Some("zed" | "utf8") if !text.contains("\\begin{") => parse_unicode(&file),
        _ => parse_latex(&file),
    };
    (spec, diagnostics, file)
}

fn line(d: &Diagnostic, file: &SourceFile) -> String {
    let at = d.span.map_or(0, |s| file.start(s).line);
    format!("{at}: {} {}", d.code, d.message)
}

fn check(path: &Path) -> (Vec<String>, Vec<String>, Elaboration) {
    let (spec, syntax, file) = read(path);
    let syntax = syntax
        .iter()
        .filter(|d| d.is_error())
        .map(|d| line(d, &file))
        .collect();
    let result = elaborate(&spec, &Options::default());
    let types = result
        .diagnostics
        .iter()
        .filter(|d| d.is_error())
        .map(|d| line(d, &file))
        .collect();
    (syntax, types, result)
}

#[test]
fn all_specifications_of_sum_elaborate() {
    let Some(corpus) = corpus() else { return };
    let mut n = 0;
    for folder in ["graph", "intset", "library", "mtr"] {
        let mut files: Vec<_> = std::fs::read_dir(corpus.join("sum").join(folder))
            .unwrap()
            .map(|f| f.unwrap().path())
            .collect();
        files.sort();
        for f in files {
            let (syntax, types, result) = check(&f);
            if !syntax.is_empty() || !types.is_empty() {
                println!("{}: {syntax:?} {types:?}", f.display());
            } else {
                n += 1;
                assert!(result.program.machine.is_some());
            }
        }
    }
    assert_eq!(n, 38);
}

#[test]
fn z() {
    let Some(corpus) = corpus() else { return };
    let manifest = std::fs::read_to_string(corpus.join("z/manifest.csv")).unwrap();
    for row in manifest.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let f = corpus.join("z").join(cells[0]);
        let ext = f.extension().unwrap().to_str().unwrap();
        if !["tex", "zed", "error", "in"].contains(&ext) {
            continue;
        }
        let (syntax, types, r) = check(&f);
        println!(
            "## {} [{}] {} {}",
            cells[0],
            cells[1],
            cells[5],
            cells.get(6).unwrap_or(&"")
        );
        if let Some(f) = &r.found {
            println!(
                "  found {:?} init {:?} ops {} others {:?}",
                f.state,
                f.init,
                f.operations.len(),
                f.other_states
            );
        }
        for s in syntax {
            println!("  S {s}");
        }
        for s in types {
            println!("  T {s}");
        }
    }
}
