//! What the checker says of names, types and modules that are wrong: each file of `typing` with its snapshot.

use std::path::{Path, PathBuf};

use assay_source::{Diagnostic, FileId, SourceFile};
use assay_sum::syntax::parse_latex;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::{Options, code, elaborate};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typing");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("it is readable").path()).collect();
    files.sort();
    files
}

fn checked(path: &Path) -> (SourceFile, Vec<Diagnostic>) {
    let text = std::fs::read_to_string(path).expect("it is text");
    let name = path.file_name().expect("a file has a name");
    let file = SourceFile::new(FileId(0), &name.to_string_lossy(), &text);
    let (spec, syntax) = if path.extension().is_some_and(|e| e == "sum") {
        parse_sum(&file)
    } else {
        parse_latex(&file)
    };
    let errors: Vec<&Diagnostic> = syntax.iter().filter(|d| d.is_error()).collect();
    assert!(errors.is_empty(), "{name:?} is to be read: {errors:?}");
    (file, elaborate(&spec, &Options::default()).diagnostics)
}

/// A diagnostic with the text that it points to.
fn told(diagnostic: &Diagnostic, file: &SourceFile) -> String {
    let mut out = match diagnostic.span {
        Some(span) => {
            let at = file.start(span);
            let text = file.slice(span).lines().next().unwrap_or_default();
            format!("{}:{} `{text}`: ", at.line, at.column)
        }
        None => String::new(),
    };
    out += &format!("{} {}\n", diagnostic.code, diagnostic.message);
    for label in &diagnostic.secondary {
        let at = file.start(label.span);
        out += &format!("  {}:{} {}\n", at.line, at.column, label.text);
    }
    if let Some(help) = &diagnostic.help {
        out += &format!("  help: {help}\n");
    }
    out
}

#[test]
fn each_wrong_file_is_explained() {
    let files = files();
    assert!(files.len() >= 60, "{} files", files.len());
    for path in files {
        let (file, diagnostics) = checked(&path);
        assert!(!diagnostics.is_empty(), "{} is wrong", path.display());
        let told: String = diagnostics.iter().map(|d| told(d, &file)).collect();
        let name = path.file_name().expect("a file has a name");
        insta::assert_snapshot!(name.to_string_lossy().into_owned(), told);
    }
}

/// Codes that no small file shows, with the test that does.
const ELSEWHERE: &[&str] = &[
    // `tests/elaboration.rs` gives options that name nothing.
    code::OPTION,
    // The reader refuses it in a file: `tests/elaboration.rs` asks it.
    code::MISPLACED_PRE,
    // Millions of terms: `tests/elaboration.rs`.
    code::TOO_LARGE,
];

#[test]
fn every_code_has_an_example() {
    let mut seen: Vec<&str> = files()
        .iter()
        .flat_map(|path| checked(path).1)
        .map(|d| d.code)
        .collect();
    seen.extend(ELSEWHERE);
    let missing: Vec<&&str> = code::ALL.iter().filter(|c| !seen.contains(c)).collect();
    assert!(missing.is_empty(), "no example of {missing:?}");
}
