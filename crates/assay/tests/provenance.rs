//! Every result says when, where and with what it was made.

mod common;

use common::{assay, file, root, run, validate};

const MODEL: &str = "examples/crossing.lus";

#[test]
fn every_result_says_when_where_and_with_what_it_was_made() {
    let listed = run(&["mutants", MODEL, "--format", "json"])
        .expect(0)
        .json();
    let mutant = listed["mutants"][0]["id"].as_str().expect("an id");
    let commands: [(&[&str], bool); 6] = [
        (&["check", MODEL], true),
        (&["core", MODEL], true),
        (&["cover", MODEL, "--no-explain"], true),
        (&["explain", MODEL, mutant], true),
        (&["mutants", MODEL], false),
        (&["simulate", MODEL, "--random"], false),
    ];
    for (args, solves) in commands {
        let args = [args, &["--format", "json"]].concat();
        let document = run(&args).expect(0).written();
        validate(&document);
        let made = &document["run"];
        let line: Vec<&str> = made["command_line"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|a| a.as_str())
            .collect();
        assert_eq!(&line[1..=args.len()], &args[..], "{made}");
        assert_eq!(
            made["tool"],
            format!("assay {}", env!("CARGO_PKG_VERSION")),
            "{made}"
        );
        let date = made["date"].as_str().expect("a date");
        assert!(date > "2025" && date.ends_with('Z'), "{made}");
        let solvers = made["solvers"].as_array().expect("a list");
        assert_eq!(!solvers.is_empty(), solves, "{args:?}: {made}");
        for solver in solvers {
            let built_in = solver["name"] == "cadical";
            assert!(solver["version"].is_string(), "{solver}");
            assert_eq!(solver["sha256"].is_null(), built_in, "{solver}");
        }
    }
}

#[test]
fn the_commit_is_that_of_the_repository_of_the_model() {
    let git = std::process::Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(root())
        .output();
    let Some(git) = git.ok().filter(|g| g.status.success()) else {
        eprintln!("skipped: no git, or no repository");
        return;
    };
    let head = String::from_utf8(git.stdout).expect("UTF-8");
    let commit = |path: &str| {
        let listed = run(&["mutants", path, "--format", "json"]).expect(0);
        listed.json()["run"]["commit"].clone()
    };
    assert_eq!(commit(MODEL), head.trim());
    let model = std::fs::read(root().join(MODEL)).expect("the example is there");
    let (_directory, path) = file("copy.lus", &model);
    assert_eq!(commit(&path), serde_json::Value::Null);
}

#[test]
fn a_report_of_a_stored_result_keeps_when_it_was_made() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("result.json");
    let path = path.to_str().expect("UTF-8");
    run(&[
        "cover",
        MODEL,
        "--no-explain",
        "--format",
        "json",
        "-o",
        path,
    ])
    .expect(0);
    let stored = std::fs::read_to_string(path).expect("it was written");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    let again = run(&["report", path, "--format", "json"])
        .expect(0)
        .written();
    assert_eq!(again["run"], stored["run"]);
    let page = run(&["report", path, "--format", "html"]).expect(0).stdout;
    let date = stored["run"]["date"].as_str().expect("a date");
    assert!(page.contains(date));
}

/// A solver that never answers must not keep a result back.
#[cfg(unix)]
#[test]
fn a_solver_that_does_not_tell_its_version_has_none() {
    use std::os::unix::fs::PermissionsExt;
    let (_directory, solver) = file("cvc5", b"#!/bin/sh\nexec sleep 600\n");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let ran = assay(&["check", MODEL, "--format", "json"])
        .env("ASSAY_CVC5", &solver)
        .output()
        .expect("the program starts");
    let document = common::Run::new(ran).expect(0).written();
    let solvers = document["run"]["solvers"].as_array().expect("a list");
    let silent = solvers.iter().find(|s| s["name"] == "cvc5");
    let silent = silent.expect("it was found");
    assert!(silent["version"].is_null() && silent["sha256"].is_string());
}
