//! Models of library functions: our parser and the system's compiler accept them, and they do what the library does.
//!
//! The drivers in `library/` are C programs that call each model under another name beside the function itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use assay_c::library::{has_model, models, names};
use assay_c::{compiler, lex, parse};
use assay_source::SourceMap;

fn text_of(name: &str) -> String {
    models(&BTreeSet::from([name.to_owned()])).expect("a name of a model")
}

fn all() -> String {
    models(&names().map(str::to_owned).collect()).expect("names of models")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library")
}

fn accept(name: &str, text: &str) {
    let tokens = lex(name, text, &mut SourceMap::new());
    let parsed = tokens.and_then(|tokens| parse(tokens).map_err(|fault| vec![*fault]));
    assert!(parsed.is_ok(), "{name}: {:?}\n{text}", parsed.err());
}

/// Starts the compiler, which has to succeed without a word.
fn compile(arguments: impl FnOnce(&mut Command)) {
    let compiler = compiler();
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().expect("a compiler"));
    arguments(command.args(words).env("LC_ALL", "C"));
    let output = command.output().expect("a C compiler");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

/// Models are compiled as they are, without headers.
fn model_options(command: &mut Command) {
    command.args(["-std=c11", "-ffreestanding", "-Wall", "-Wno-uninitialized"]);
    command.arg("-include").arg(folder().join("prelude.h"));
}

#[test]
fn names_are_known() {
    assert!(has_model("strlen") && has_model("__errno_location"));
    // Parts that models share are no models, and neither are functions of the executor.
    assert!(!has_model("__assay_digit") && !has_model("malloc") && !has_model("pthread_create"));
    let wanted = ["strlen", "pthread_create"].map(str::to_owned);
    assert_eq!(models(&BTreeSet::from(wanted)), None);
    assert_eq!(models(&BTreeSet::new()).as_deref(), Some(""));
}

#[test]
fn only_what_is_needed_is_added() {
    let text = text_of("strspn");
    assert!(text.contains("__assay_contains(") && !text.contains("strcspn"));
    // A part comes before what uses it, and comes once.
    let wanted = ["atoi", "strtol"].map(str::to_owned);
    let text = models(&BTreeSet::from(wanted)).unwrap();
    assert_eq!(text.matches("shared __assay_read_number").count(), 1);
    assert!(text.find("__errno_location(void)") < text.find("*__errno_location() ="));
}

#[test]
fn every_model_is_accepted_alone() {
    let temporary = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for name in names() {
        let text = text_of(name);
        accept(name, &text);
        let file = temporary.path().join(format!("{name}.c"));
        std::fs::write(&file, text).unwrap();
        files.push(file);
    }
    compile(|command| {
        model_options(command);
        command.arg("-fsyntax-only").args(files);
    });
}

/// Headers that declare the functions.
const HEADERS: [&str; 14] = [
    "ctype.h",
    "errno.h",
    "fcntl.h",
    "inttypes.h",
    "math.h",
    "pwd.h",
    "signal.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/stat.h",
    "syslog.h",
    "unistd.h",
];

/// A unit with a model is linked with units that have the headers, so both have to give a function the same type. A model that
/// defines a structure is not checked: the compiler would take it for a second definition.
#[test]
fn types_are_those_of_headers() {
    let temporary = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for name in names() {
        let text = text_of(name);
        let defines = |line: &str| line.starts_with("struct ") && line.ends_with('{');
        let own = |line: &str| line.starts_with("struct __assay");
        if text.lines().any(|line| defines(line) && !own(line)) || text.contains("typedef struct") {
            continue;
        }
        let includes: String = HEADERS
            .map(|header| format!("#include <{header}>\n"))
            .concat();
        let file = temporary.path().join(format!("{name}.c"));
        // Some headers define a macro beside the function.
        std::fs::write(&file, format!("{includes}#undef {name}\n{text}")).unwrap();
        files.push(file);
    }
    assert!(files.len() > 150);
    compile(|command| {
        command.args(["-D_GNU_SOURCE", "-fno-builtin", "-fsyntax-only"]);
        command.arg("-include").arg(folder().join("prelude.h"));
        command.args(files);
    });
}

/// Compiles a driver with all models, each renamed, and runs it.
fn drive(driver: &str) {
    let text = all();
    accept("all models", &text);
    let temporary = tempfile::tempdir().unwrap();
    let source = temporary.path().join("models.c");
    let object = temporary.path().join("models.o");
    let program = temporary.path().join("driver");
    std::fs::write(&source, text).unwrap();
    compile(|command| {
        model_options(command);
        command.args(names().map(|name| format!("-D{name}=model_{name}")));
        command.arg("-c").arg(&source).arg("-o").arg(&object);
    });
    compile(|command| {
        command.args(["-fno-builtin", "-w"]);
        command.arg(folder().join(driver)).arg(&object);
        command.arg("-o").arg(&program).arg("-lm");
    });
    let output = Command::new(&program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{driver}: {}: {said}",
        output.status
    );
}

#[test]
fn texts() {
    drive("texts.c");
}

#[test]
fn numbers() {
    drive("numbers.c");
}

#[test]
fn open() {
    drive("open.c");
}
