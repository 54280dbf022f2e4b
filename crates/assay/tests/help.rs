//! What `--help` says, as snapshots, and that the README says nothing else.

mod common;

use common::{root, run};

#[test]
fn help() {
    insta::assert_snapshot!("help", run(&["--help"]).expect(0).stdout);
    for command in [
        "check", "core", "cover", "explain", "mutants", "report", "simulate", "solvers",
    ] {
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

/// Times and witnesses differ between runs; the commands and the verdicts in the README do not.
#[test]
fn the_readme_session_is_real() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let verdicts = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines().take_while(|l| !l.starts_with("$ "));
        let words = lines.map(|l| {
            l.split_whitespace()
                .take(2)
                .map(String::from)
                .collect::<Vec<_>>()
        });
        words
            .filter(|w| matches!(w[..], [ref first, _] if first == "proved" || first == "violated"))
            .collect()
    };
    let mut sessions = 0;
    for session in readme.split("\n$ assay ").skip(1) {
        let (command, shown) = session.split_once('\n').expect("a command and its output");
        let args: Vec<&str> = command.split_whitespace().collect();
        let shown = shown.split("```").next().unwrap_or_default();
        assert_eq!(
            verdicts(&run(&args).stdout),
            verdicts(shown),
            "assay {command}"
        );
        sessions += 1;
    }
    assert!(sessions > 0, "the README shows a session");
}
