//! What `packaging/` and `make install` do, step by step: the shell steps of the image and of the action are taken from their
//! files and run here. A step that builds gets the program of this test run in place of a release build, and no step fetches solvers.

#![cfg(unix)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{Run, root};
use yaml_rust2::{Yaml, YamlLoader};

const MODEL: &str = "node m (a: int) returns (ok: bool);
var n: int;
let
  n = 0 -> if a > 0 and pre n < 9 then pre n + 1 else pre n;
  ok = n >= 0;
  --%PROPERTY ok;
tel;
";

/// A directory with the tools that a step starts, and a place for what it makes.
struct Bench {
    directory: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        let bench = Bench {
            directory: tempfile::tempdir().expect("a temporary directory"),
        };
        let build = format!(
            "[ \"$*\" = 'build --release -p assay' ] && mkdir -p \"$CARGO_TARGET_DIR/release\" && \
             cp '{}' \"$CARGO_TARGET_DIR/release/assay\"",
            env!("CARGO_BIN_EXE_assay")
        );
        bench.tool("cargo", &build);
        bench.tool("python", "[ -f \"$1\" ]");
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn tool(&self, name: &str, script: &str) {
        let path = self.path(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
            .expect("it can be made executable");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn step(&self, program: &str, args: &[&str], directory: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(directory)
            .env("CARGO", self.path("cargo"))
            .env("PYTHON", self.path("python"))
            .env("CARGO_TARGET_DIR", self.path("target"))
            .env_remove("MAKEFLAGS");
        command
    }
}

fn succeeds(output: &Output) {
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Whether there is what the steps need; says so where there is not.
fn has_tools() -> bool {
    let missing: Vec<&str> = ["make", "install", "strip", "bash"]
        .into_iter()
        .filter(|tool| Command::new(tool).arg("--version").output().is_err())
        .collect();
    if !missing.is_empty() {
        println!("skipped: {} not installed", missing.join(" and "));
    }
    missing.is_empty()
}

/// Runs the installed program in an empty directory, with nothing on PATH.
fn installed(prefix: &Path, args: &[&str]) -> Run {
    let elsewhere = tempfile::tempdir().expect("a temporary directory");
    let output = Command::new(prefix.join("bin/assay"))
        .args(args)
        .current_dir(elsewhere.path())
        .env("PATH", elsewhere.path())
        .output();
    Run::new(output.expect("the installed program starts"))
}

/// Fails unless the program under this prefix works without the clone and uses the solvers that came with it.
fn works_alone(prefix: &Path) {
    let size = |path: &Path| std::fs::metadata(path).expect("it is there").len();
    let built = size(Path::new(env!("CARGO_BIN_EXE_assay")));
    assert!(
        size(&prefix.join("bin/assay")) < built,
        "it is not stripped"
    );
    if !root().join(".solvers/bin/z3").exists() {
        println!("skipped: solvers of an installation, because `make setup` has fetched none");
        return;
    }
    let found = installed(prefix, &["solvers", "--format", "json"]).expect(0);
    let found = found.json();
    let z3 = found["solvers"]
        .as_array()
        .and_then(|all| all.iter().find(|s| s["name"] == "z3"))
        .expect("z3 is in the list");
    let place = prefix.join("libexec/assay/z3");
    let place = place.canonicalize().expect("z3 was installed");
    assert_eq!(z3["place"].as_str(), place.to_str(), "{found:#}");
    let (_directory, model) = common::file("m.lus", MODEL.as_bytes());
    let run = installed(prefix, &["check", &model]).expect(0);
    assert!(run.stdout.contains("1 proved"), "{}", run.stdout);
}

/// All files of a directory and of those in it.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("it is there");
    let paths = entries.map(|e| e.expect("it can be listed").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn make_install_puts_a_stripped_program_and_its_solvers_under_the_prefix() {
    if !has_tools() {
        return;
    }
    let bench = Bench::new();
    let (stage, prefix) = (bench.path("stage"), bench.path("a prefix"));
    let variables = [
        format!("DESTDIR={}", stage.display()),
        format!("PREFIX={}", prefix.display()),
    ];
    let make = |target: &str| {
        let args = [target, &variables[0], &variables[1]];
        bench
            .step("make", &args, &root())
            .output()
            .expect("make starts")
    };
    let output = make("install");
    succeeds(&output);
    let said = String::from_utf8_lossy(&output.stdout);
    let advice = format!("export PATH=\"{}/bin:$PATH\"", prefix.display());
    assert!(said.contains(&advice), "{said}");
    let staged = stage.join(prefix.strip_prefix("/").expect("it is absolute"));
    works_alone(&staged);
    let shared = files_below(&staged.join("share"));
    for wanted in [
        "assay.1",
        "assay-cover.1",
        "_assay",
        "assay.fish",
        "completions/assay",
    ] {
        let there = shared.iter().any(|file| file.ends_with(wanted));
        assert!(there, "{wanted} is not in {shared:?}");
    }
    succeeds(&make("uninstall"));
    assert_eq!(files_below(&staged.join("share")), Vec::<PathBuf>::new());
    assert!(!staged.join("bin/assay").exists());
    assert!(!staged.join("libexec/assay").exists());
}

#[test]
fn the_image_is_built_by_steps_that_work() {
    if !has_tools() {
        return;
    }
    let text = std::fs::read_to_string(root().join("packaging/Dockerfile"));
    let text = text.expect("there is a Dockerfile");
    let steps = text.lines().filter_map(|l| l.strip_prefix("RUN "));
    let (untested, tested): (Vec<_>, Vec<_>) = steps.partition(|s| s.starts_with("apt-get "));
    assert!(text.contains("Untested") && text.contains("`apt-get` steps"));
    assert_eq!((untested.len(), tested.len()), (2, 1), "{text}");
    let bench = Bench::new();
    let out = bench.path("out");
    let step = tested[0].replace("/out", out.to_str().expect("it is UTF-8"));
    let output = bench.step("sh", &["-ec", &step], &root()).output();
    succeeds(&output.expect("sh starts"));
    assert!(text.contains("COPY --from=build /out/ /"), "{text}");
    works_alone(&out.join("usr/local"));
}

#[test]
fn the_action_measures_a_model_and_keeps_the_exit_code() {
    if !has_tools() {
        return;
    }
    let path = root().join("packaging/action/action.yml");
    let text = std::fs::read_to_string(&path).expect("there is an action");
    let action = YamlLoader::load_from_str(&text)
        .expect("it is YAML")
        .remove(0);
    let bench = Bench::new();
    std::fs::write(bench.path("m.lus"), MODEL).expect("it can be written");
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    let old: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for (arguments, wanted) in [("", 0), ("--no-explain --min-score 100", 1)] {
        std::fs::write(bench.path("summary"), "").expect("it can be written");
        let mut code = 0;
        for step in action["runs"]["steps"].as_vec().expect("it has steps") {
            let output = step_of(&bench, step, arguments)
                .env("PATH", &path)
                .output()
                .expect("bash starts");
            code = Run::new(output).code;
            let added = bench.read("path");
            let all = added.lines().map(PathBuf::from).chain(old.clone());
            path = std::env::join_paths(all).expect("PATH can be extended");
        }
        assert_eq!(code, wanted, "with `{arguments}`");
        let summary = bench.read("summary");
        assert!(
            summary.contains("## Mutation coverage of `m.lus`"),
            "{summary}"
        );
        for report in ["result.json", "survivors.sarif", "page.html"] {
            assert!(!bench.read(&format!("reports/{report}")).is_empty());
        }
    }
}

/// A step as GitHub's runner starts it, with the inputs filled in.
fn step_of(bench: &Bench, step: &Yaml, arguments: &str) -> Command {
    assert_eq!(step["shell"].as_str(), Some("bash"));
    let script = step["run"].as_str().expect("every step is a shell step");
    let flags = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    let mut command = bench.step("bash", &flags, bench.directory.path());
    command
        .env("GITHUB_ACTION_PATH", root().join("packaging/action"))
        .env("RUNNER_TEMP", bench.path("temp"))
        .env("GITHUB_PATH", bench.path("path"))
        .env("GITHUB_STEP_SUMMARY", bench.path("summary"));
    for (name, value) in step["env"].as_hash().into_iter().flatten() {
        let value = match value.as_str() {
            Some("${{ inputs.model }}") => "m.lus",
            Some("${{ inputs.arguments }}") => arguments,
            Some("${{ inputs.report-directory }}") => "reports",
            other => panic!("no such input: {other:?}"),
        };
        command.env(name.as_str().expect("names are text"), value);
    }
    command
}
