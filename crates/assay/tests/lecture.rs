//! The examples whose names say what becomes of their claims, and the models that the book shares with the examples.

mod common;

use std::path::PathBuf;

use common::{root, run};

/// The files of a directory, in order.
fn files(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(directory)).expect("the directory is there");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    paths
}

#[test]
fn statements_hold_and_fail_as_their_files_are_called() {
    let mut count = 0;
    for path in [files("examples/smv"), files("examples/kripke")].concat() {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let code = match stem.rsplit('_').next() {
            Some("holds") => 0,
            Some("fails") => 1,
            _ => continue,
        };
        run(&["check", &path.display().to_string()]).expect(code);
        count += 1;
    }
    assert!(count >= 8, "four statements, each with two models");
}

/// A model of the book that has the name of an example is that example.
#[test]
fn the_book_has_the_examples_as_they_are() {
    let mut count = 0;
    for example in [files("examples/smv"), files("examples/kripke")].concat() {
        let name = example.file_name().expect("a file has a name");
        let copy = root().join("book/models").join(name);
        if copy.exists() {
            let read = |path| std::fs::read_to_string(path).expect("it can be read");
            assert_eq!(read(&copy), read(&example), "{}", copy.display());
            count += 1;
        }
    }
    assert!(count >= 5);
}

/// A variable whose initial value is gone may start with another one.
#[test]
fn a_model_that_starts_anywhere_is_not_equivalent() {
    let explained = run(&["explain", "examples/smv/enabled_holds.smv", "5:8:nondet"]).expect(0);
    let says = explained.stdout;
    assert!(
        says.contains("survived") && !says.contains("equivalent"),
        "{says}"
    );
}

/// The picture of the book is what the tool draws of the model that is shown beside it. `ASSAY_BOOK=write` draws it again.
#[test]
fn the_picture_of_the_book_is_drawn_by_the_tool() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let model = root().join("book/models/lecture.kripke");
    let (model, to) = (model.display(), folder.path().display());
    let words = format!("check {model} --property called --trace-format svg --trace-dir {to}");
    let words: Vec<&str> = words.split(' ').collect();
    run(&words).expect(1);
    let drawn = std::fs::read_to_string(folder.path().join("called.svg")).expect("a picture");
    let book = root().join("book/src/called.svg");
    if std::env::var("ASSAY_BOOK").is_ok_and(|mode| mode == "write") {
        std::fs::write(&book, &drawn).expect("it can be written");
    }
    assert_eq!(std::fs::read_to_string(&book).expect("a picture"), drawn);
}
