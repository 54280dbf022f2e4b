//! Types in the corpus: what is said to be type-correct is accepted, what is said to be wrong is refused.

use std::path::{Path, PathBuf};

use assay_source::{Diagnostic, FileId, SourceFile};
use assay_sum::syntax::parser::parse_sum;
use assay_sum::syntax::{Specification, parse_latex, parse_unicode};
use assay_sum::types::{Elaboration, Options, code, elaborate};

fn corpus() -> Option<PathBuf> {
    let at = std::env::var("ASSAY_CORPUS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    if at.join("sum").is_dir() {
        return Some(at);
    }
    println!("no corpus at {}: nothing is compared", at.display());
    None
}

struct Checked {
    file: SourceFile,
    syntax: Vec<Diagnostic>,
    types: Elaboration,
}

impl Checked {
    fn accepted(&self) -> bool {
        !self.syntax.iter().any(Diagnostic::is_error) && !self.types.has_errors()
    }

    fn errors(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let all = self.syntax.iter().chain(&self.types.diagnostics);
        let errors = all.filter(|d| d.is_error());
        errors.map(|d| (d.span.map_or(0, |s| self.file.start(s).line), d.code))
    }
}

fn read(file: &SourceFile) -> (Specification, Vec<Diagnostic>) {
    match Path::new(file.name()).extension().and_then(|e| e.to_str()) {
        Some("sum") => parse_sum(file),
        Some("zed") if !file.text().contains("\\begin{") => parse_unicode(file),
        _ => parse_latex(file),
    }
}

fn check(path: &Path) -> Checked {
    let bytes = std::fs::read(path).expect("the corpus is readable");
    let text = String::from_utf8_lossy(&bytes);
    let file = SourceFile::new(FileId(0), &path.to_string_lossy(), &text);
    let (spec, syntax) = read(&file);
    let types = elaborate(&spec, &Options::default());
    Checked {
        file,
        syntax,
        types,
    }
}

#[test]
fn all_specifications_of_sum_have_types_and_a_machine() {
    let Some(corpus) = corpus() else { return };
    let mut seen = 0;
    for folder in ["graph", "intset", "library", "mtr"] {
        for entry in std::fs::read_dir(corpus.join("sum").join(folder)).expect("it is there") {
            let path = entry.expect("it is readable").path();
            if path.extension().is_none_or(|e| e != "sum") {
                continue;
            }
            let checked = check(&path);
            let errors: Vec<_> = checked.errors().collect();
            assert!(errors.is_empty(), "{}: {errors:?}", path.display());
            let program = &checked.types.program;
            let machine = program.machine.as_ref().expect("each has a state");
            assert!(!machine.operations.is_empty(), "{}", path.display());
            assert_eq!(program.broken(), None, "{}", path.display());
            seen += 1;
        }
    }
    assert_eq!(seen, 38);
}

/// Files where we and the manifest do not agree. There are none.
const DIFFERENT: &[&str] = &[];

/// Files that fuzz accepts and we refuse. `docs/sum.md` explains each.
const REFUSED: &[&str] = &["prob/comsets.tex"];

#[test]
fn what_fuzz_accepts_is_accepted() {
    let Some(corpus) = corpus() else { return };
    let manifest = std::fs::read_to_string(corpus.join("z/manifest.csv")).expect("it is there");
    let mut refused = Vec::new();
    let mut accepted = 0;
    for row in manifest
        .lines()
        .filter(|r| r.contains("\"exit 0, 0 errors\""))
    {
        let name = row.split(',').next().unwrap_or_default();
        let checked = check(&corpus.join("z").join(name));
        if checked.accepted() {
            accepted += 1;
        } else {
            refused.push(name.to_owned());
        }
    }
    assert_eq!(refused, REFUSED, "{accepted} are accepted");
    assert!(accepted >= 25, "{accepted} are accepted");
}

#[test]
fn type_correct_files_of_z_are_accepted_and_type_errors_refused() {
    let Some(corpus) = corpus() else { return };
    let manifest = std::fs::read_to_string(corpus.join("z/manifest.csv")).expect("it is there");
    let (mut right, mut wrong) = (0, Vec::new());
    for row in manifest.lines().skip(1) {
        let mut cells = row.split(',');
        let (Some(name), Some(kind)) = (cells.next(), cells.next()) else {
            continue;
        };
        let is_correct = match kind {
            "type-correct" => true,
            "type error" => false,
            _ => continue,
        };
        let checked = check(&corpus.join("z").join(name));
        if checked.accepted() == is_correct {
            right += 1;
        } else {
            wrong.push(name.to_owned());
        }
    }
    assert_eq!(wrong, DIFFERENT, "{right} are as expected");
    assert!(right >= 80, "{right} of 81");
}

/// The classes of fuzz's messages, by how they begin, with ours.
const CLASSES: &[(&str, &[&str])] = &[
    ("Application of a non-function", &[code::NOT_A_FUNCTION]),
    ("Argument 2 has wrong type", &[code::ARGUMENT]),
    ("Argument 2 of \\cross must be a set", &[code::NOT_A_SET]),
    ("Argument of \\power must be a set", &[code::NOT_A_SET]),
    ("Argument of application has wrong type", &[code::ARGUMENT]),
    ("Argument of prefix relation", &[code::RELATION_OPERAND]),
    ("Argument of selection", &[code::NO_COMPONENT]),
    ("Basic type X cannot have parameters", &[code::NOT_GENERIC]),
    ("Basic type name", &[code::REDECLARED, code::TWICE]),
    ("Component y has wrong type", &[code::COMPONENT_TYPE]),
    ("Constructor name", &[code::REDECLARED]),
    ("Function expects", &[code::ARGUMENT_COUNT]),
    ("Generic constant", &[code::GENERIC_COUNT]),
    ("Global name", &[code::REDECLARED]),
    ("Hiding non-existent", &[code::NOTHING_TO_HIDE]),
    ("Identifier", &[code::UNDECLARED, code::NOT_IN_SCOPE]),
    ("Implicit parameters", &[code::UNDETERMINED]),
    ("Infix relation symbol", &[code::NOT_A_RELATION]),
    ("Prefix relation symbol", &[code::NOT_A_RELATION]),
    ("Renamed component", &[code::NOTHING_TO_RENAME]),
    ("Right argument of operator", &[code::OPERAND]),
    ("Schema Table expects", &[code::GENERIC_COUNT]),
    ("Schema", &[code::UNDECLARED]),
    ("Selecting non-existent", &[code::NO_COMPONENT]),
    ("Set-valued expression required", &[code::NOT_A_SET]),
    ("Type mismatch in bag display", &[code::DISPLAY]),
    ("Type mismatch in declarations", &[code::CONFLICTING]),
    ("Type mismatch in hiding variable", &[code::QUANTIFIED]),
    ("Type mismatch in left argument", &[code::RELATION_OPERAND]),
    ("Type mismatch in right argument", &[code::RELATION_OPERAND]),
    ("Type mismatch in sequence display", &[code::DISPLAY]),
    ("Type mismatch in sequential", &[code::COMPOSITION]),
    ("Type mismatch in set display", &[code::DISPLAY]),
    ("Types do not agree in equation", &[code::EQUATION]),
    ("Types do not agree in set membership", &[code::MEMBERSHIP]),
    ("Variable baz cannot have parameters", &[code::NOT_GENERIC]),
];

/// Lines of fuzz's errors that we do not report as such. `docs/sum.md` explains each.
const NOT_OURS: &[(&str, usize, &str)] = &[
    ("test1", 377, "Decoration ignored in schema reference"),
    ("test1", 428, "Type abbreviation McCavity"),
    ("test1", 430, "Type abbreviation baz is not a set"),
];

/// Lines that we refuse and fuzz does not, or says only a line before.
const ONLY_OURS: &[(&str, usize)] = &[];

/// fuzz gives the line where an operator's left operand begins, we the wrong operand: with how far they may be apart.
const APART: usize = 1;

fn expected(corpus: &Path, test: &str) -> Vec<(usize, String)> {
    let text = std::fs::read(corpus.join(format!("z/fuzz/{test}.exp"))).expect("it is there");
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut errors = Vec::new();
    for line in text.lines() {
        let Some((_, rest)) = line.split_once(&format!("\"{test}.in\", line ")) else {
            continue;
        };
        let Some((at, message)) = rest.split_once(": ") else {
            continue;
        };
        if !message.starts_with("Warning") {
            errors.push((at.parse().expect("a line"), message.to_owned()));
        }
    }
    errors
}

/// A message about the text, which the reader has to give.
fn is_syntax(message: &str) -> bool {
    message.contains(" at symbol ")
        || message.ends_with(" at symbol")
        || message.contains("at end of file")
        || message.starts_with("\\end does not")
        || message.starts_with("Adjacent names")
}

#[test]
fn the_regression_inputs_of_fuzz_have_its_verdicts_and_classes() {
    let Some(corpus) = corpus() else { return };
    let mut missing = Vec::new();
    let mut more = Vec::new();
    for test in (1..=9).map(|i| format!("test{i}")) {
        let checked = check(&corpus.join(format!("z/fuzz/{test}.in")));
        let ours: Vec<(usize, &str)> = checked.errors().collect();
        let theirs = expected(&corpus, &test);
        assert_eq!(ours.is_empty(), theirs.is_empty(), "{test}: {ours:?}");
        for (line, message) in theirs.iter().filter(|(_, m)| !is_syntax(m)) {
            if NOT_OURS
                .iter()
                .any(|(t, l, m)| t == &test && l == line && message.starts_with(m))
            {
                continue;
            }
            let class = CLASSES.iter().find(|(start, _)| message.starts_with(start));
            let codes = class.map_or(&[][..], |(_, codes)| codes);
            let near = |l: usize| l >= *line && l <= line + APART;
            if !ours.iter().any(|(l, c)| near(*l) && codes.contains(c)) {
                missing.push(format!("{test}:{line}: {message}"));
            }
        }
        for (line, code) in ours.iter().filter(|(_, code)| code.starts_with("Z02")) {
            let near = |l: usize| *line >= l && *line <= l + APART;
            let known = ONLY_OURS.contains(&(test.as_str(), *line));
            if !known && !theirs.iter().any(|(l, _)| near(*l)) {
                more.push(format!("{test}:{line}: {code}"));
            }
        }
    }
    assert!(
        missing.is_empty() && more.is_empty(),
        "not found: {missing:#?}\nnot theirs: {more:#?}"
    );
}
