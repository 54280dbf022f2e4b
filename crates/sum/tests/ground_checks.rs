//! The ground checks of Jaza and CZT: predicates without variables that are said to be true, or to have an undefined term.
//!
//! Each is checked alone, together with the definitions of its file. Those on which we differ are listed here with the reason; docs/sum.md
//! says more of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_source::{FileId, SourceFile};
use assay_sum::eval::{Evaluator, Options, Stop};
use assay_sum::scope::SearchScope;
use assay_sum::syntax::parse_latex;
use assay_sum::types::{self, elaborate};

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

struct Check {
    text: String,
    undefined: bool,
}

/// A file of Jaza: definitions in LaTeX, and a check on a line.
fn jaza(text: &str) -> (String, Vec<Check>) {
    let mut definitions = String::new();
    let mut checks = Vec::new();
    for line in text.lines() {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "checktrue" | "checkundef" => {
                checks.push(Check {
                    text: rest.trim().to_owned(),
                    undefined: command == "checkundef",
                });
            }
            "echo" | "quit" => {}
            _ => {
                definitions.push_str(line);
                definitions.push('\n');
            }
        }
    }
    (definitions, checks)
}

/// A file of CZT: conjectures in paragraphs of their own. A check against `undefnum` is about an undefined term.
fn czt(text: &str) -> (String, Vec<Check>) {
    let mut definitions = String::new();
    let mut checks = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\begin{zed}") {
        let end = rest[at..]
            .find("\\end{zed}")
            .map_or(rest.len(), |end| at + end + "\\end{zed}".len());
        definitions.push_str(&rest[..at]);
        let paragraph = &rest[at..end];
        let inner = paragraph
            .trim_start_matches("\\begin{zed}")
            .trim_end_matches("\\end{zed}")
            .trim();
        match inner.strip_prefix("\\vdash?") {
            Some(check) => checks.push(Check {
                text: check.trim().to_owned(),
                undefined: check.contains("undefnum"),
            }),
            None => definitions.push_str(paragraph),
        }
        rest = &rest[end..];
    }
    definitions.push_str(rest);
    (definitions, checks)
}

/// Checks that we answer otherwise, and how our answer begins, in the order of the files.
const KNOWN: &[(&str, &str)] = &[
    (r"Known \notin N14", "not typed"),
    (r"\lblot a'==4 \rblot \in \{ Test1[a := 3] \}", "not typed"),
    (r"\langle \rangle \in \seq \langle \rangle", "not typed"),
    (r"\langle \rangle \in \iseq \langle \rangle", "not typed"),
    (
        r"\langle \rangle \notin \seq_1 \langle \rangle",
        "not typed",
    ),
    (r"\langle \rangle = \emptyset", "not typed"),
    (r"tail~ \langle \rangle = 0", "not typed"),
    (r"front~ \langle \rangle = 0", "not typed"),
    (r"\dcat \langle \rangle = \langle \rangle", "not typed"),
    (r"squash \{\} = \langle \rangle", "not typed"),
    (
        r"[x==5;x'==1] \semi A  =  \{\lblot x==5,x'==8,out!==16 \rblot\}",
        "false",
    ),
    (r"(\exists_1 A @ out!=16)", "false"),
    (r"\# OnePoint3 = 1", "beyond"),
    (r"\# OnePoint4 = 1", "beyond"),
    (r"\# OnePoint5 = 3", "beyond"),
    (r"\langle 0 \rangle \in \seq_1 (1 \upto 5)", "false"),
];

/// Jaza lets a schema be given values for variables that it does not have. Only one definition does that.
const NO_VARIABLES: &str = ", y := 10, y' := 11, y? := 12, y! := 13";

/// What we say: `true`, `false`, `undefined`, or why there is no answer.
fn answer(definitions: &str, check: &str) -> String {
    let paragraph = format!("\\begin{{zed}} \\vdash? {check} \\end{{zed}}\n");
    let text = match definitions.find("\\end{document}") {
        Some(at) => format!("{}{paragraph}{}", &definitions[..at], &definitions[at..]),
        None => format!("{definitions}\n{paragraph}"),
    };
    let file = SourceFile::new(FileId(0), "check.tex", &text);
    let (spec, diagnostics) = parse_latex(&file);
    if let Some(error) = diagnostics.iter().find(|d| d.is_error()) {
        return format!("not read: {} {}", error.code, error.message);
    }
    let elaboration = elaborate(&spec, &types::Options::default());
    if let Some(error) = elaboration.diagnostics.iter().find(|d| d.is_error()) {
        return format!("not typed: {} {}", error.code, error.message);
    }
    let program = Arc::new(elaboration.program);
    let Some(conjecture) = program.conjectures.last().cloned() else {
        return "no conjecture".to_owned();
    };
    let mut evaluator = Evaluator::new(program, SearchScope::default(), Options::default());
    match evaluator.holds(&conjecture.predicate) {
        Ok(true) => "true".to_owned(),
        Ok(false) if evaluator.notes.undefined.is_empty() => "false".to_owned(),
        Ok(false) => "undefined".to_owned(),
        Err(stop @ Stop::Beyond(_)) => format!("beyond: {stop}"),
        Err(stop) => stop.to_string(),
    }
}

#[test]
fn ground_checks_of_other_tools_have_the_answers_that_they_say() {
    let Some(corpus) = corpus() else { return };
    let mut total = 0;
    let mut differ = Vec::new();
    let files = [
        ("jaza/freetypes.jaza", true),
        ("jaza/misc.jaza", true),
        ("jaza/schemas.jaza", true),
        ("jaza/sequences.jaza", true),
        ("czt/animate_freetypes.tex", false),
        ("czt/animate_misc.tex", false),
        ("czt/animate_schemas.tex", false),
        ("czt/animate_sequences.tex", false),
    ];
    for (name, is_jaza) in files {
        let text =
            std::fs::read_to_string(corpus.join("z").join(name)).expect("the corpus is readable");
        let text = text.replace(NO_VARIABLES, "");
        let (definitions, checks) = if is_jaza { jaza(&text) } else { czt(&text) };
        for check in checks {
            total += 1;
            let expected = if check.undefined { "undefined" } else { "true" };
            let answer = answer(&definitions, &check.text);
            if answer != expected {
                differ.push((check.text, answer));
            }
        }
    }
    println!("{total} checks, {} differ", differ.len());
    assert_eq!(total, 370);
    let known: Vec<&str> = KNOWN.iter().map(|(check, _)| *check).collect();
    let checks: Vec<&str> = differ.iter().map(|(check, _)| check.as_str()).collect();
    assert_eq!(checks, known, "{differ:#?}");
    for ((check, answer), (_, reason)) in differ.iter().zip(KNOWN) {
        assert!(answer.starts_with(reason), "{check}: {answer}");
    }
}
