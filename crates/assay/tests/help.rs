//! What `--help` says, as snapshots, and that the README says nothing else.

mod common;
#[allow(dead_code)]
#[path = "book/transcript.rs"]
mod transcript;

use common::{root, run};
use transcript::{matches, without_blank_end};

const COMMANDS: [&str; 12] = [
    "animate",
    "check",
    "completions",
    "core",
    "cover",
    "explain",
    "init",
    "man",
    "mutants",
    "report",
    "simulate",
    "solvers",
];

#[test]
fn help() {
    insta::assert_snapshot!("help", run(&["--help"]).expect(0).stdout);
    for command in COMMANDS {
        insta::assert_snapshot!(
            format!("help_{command}"),
            run(&[command, "--help"]).expect(0).stdout
        );
    }
}

#[test]
fn version() {
    assert_eq!(
        run(&["--version"]).expect(0).stdout,
        format!("assay {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn the_readme_lists_every_exit_code() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let help = run(&["--help"]).expect(0).stdout;
    let codes = help
        .lines()
        .skip_while(|l| !l.starts_with("Exit codes:"))
        .skip(1)
        .take_while(|l| !l.is_empty());
    let mut count = 0;
    for line in codes {
        let (code, meaning) = line
            .trim()
            .split_once("  ")
            .expect("a code and its meaning");
        assert!(
            readme.contains(&format!("| {code} | {meaning} |")),
            "the README does not say: {line}"
        );
        count += 1;
    }
    assert_eq!(count, 6);
}

/// Times and witnesses of `check` differ between runs; the commands and the verdicts in the README do not. What `cover` prints is
/// the same each time.
#[test]
fn the_readme_session_is_real() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let verdicts = |lines: &[String]| -> Vec<Vec<String>> {
        let words = lines.iter().map(|l| {
            l.split_whitespace()
                .take(2)
                .map(String::from)
                .collect::<Vec<_>>()
        });
        words
            .filter(|w| matches!(w[..], [ref first, _] if first == "proved" || first == "violated"))
            .collect()
    };
    let mut commands = Vec::new();
    for session in readme.split("\n$ assay ").skip(1) {
        let (command, shown) = session.split_once('\n').expect("a command and its output");
        let args: Vec<&str> = command.split_whitespace().collect();
        let shown = shown.split("```").next().unwrap_or_default();
        let lines = |text: &str| -> Vec<String> { text.lines().map(String::from).collect() };
        let (shown, said) = (lines(shown), lines(&run(&args).stdout));
        match args[0] {
            "cover" => assert!(
                matches(without_blank_end(&shown), without_blank_end(&said)),
                "assay {command} says now:\n{}",
                said.join("\n")
            ),
            _ => assert_eq!(verdicts(&said), verdicts(&shown), "assay {command}"),
        }
        commands.push(args[0].to_string());
    }
    assert_eq!(commands, ["cover", "check"], "the README shows sessions");
}

/// Every command has examples, and every option that they use exists.
#[test]
fn every_help_has_examples_that_the_program_understands() {
    for command in COMMANDS {
        let help = run(&[command, "--help"]).expect(0).stdout;
        let (_, examples) = help
            .split_once("Examples:")
            .unwrap_or_else(|| panic!("{command} has no examples"));
        let mut count = 0;
        for line in examples.lines().map(str::trim) {
            if !line.starts_with(&format!("assay {command}")) {
                continue;
            }
            count += 1;
            for word in line.split_whitespace().filter(|w| w.starts_with("--")) {
                assert!(help.contains(word), "{command} has no {word}");
            }
        }
        assert!(count > 0, "{command} has no examples of its own");
    }
}

/// Each language is there with its name and the endings of its files.
#[test]
fn help_lists_the_languages() {
    let help = run(&["--help"]).expect(0).stdout;
    for language in assay_session::languages() {
        let name = format!("{} ({})", language.title(), language.name());
        let line = help.lines().find(|line| line.trim().starts_with(&name));
        let line = line.unwrap_or_else(|| panic!("{name} is not in:\n{help}"));
        for ending in language.extensions() {
            assert!(line.contains(&format!(".{ending}")), "{line}");
        }
    }
}
