//! `--second-opinion`: what another tool says is compared check by check, and a difference is a finding. The tool is a script here that
//! answers as CBMC does; the last test asks CBMC itself where it is installed.

mod common;

use std::path::{Path, PathBuf};

use common::{Run, assay, root};

/// The assertion stands on line 7. No header is included, so that a test needs no C library.
const PROGRAM: &str = "int nondet_int(void);
int half(int x) { return x / 2; }
int main(void)
{
  int x = nondet_int();
  __CPROVER_assume(x >= 0);
  __CPROVER_assert(half(x) <= x, \"half\");
  return 0;
}
";

/// A folder with the program, and with a `cbmc` that says this after its list of results has begun. `FILE` stands for how the file of
/// the assertion is called in what the tool was given.
struct Scene {
    folder: tempfile::TempDir,
}

impl Scene {
    fn new(says: &str) -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        let scene = Scene { folder };
        std::fs::write(scene.program(), PROGRAM).expect("written");
        let script = format!(
            "#!/bin/sh\n\
             if [ \"$1\" = --version ]; then echo '6.6.0 (cbmc-6.6.0)'; exit 0; fi\n\
             file=$(sed -n 's/^# 7 \"\\(f[0-9]*\\)\"$/\\1/p' \"$1\" | head -n 1)\n\
             sed \"s/FILE/$file/\" <<'END'\n{says}\nEND\n"
        );
        std::fs::write(scene.tool(), script).expect("written");
        let mut command = std::process::Command::new("chmod");
        let done = command.arg("+x").arg(scene.tool()).status();
        assert!(done.expect("chmod").success());
        scene
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("half.c")
    }

    fn tool(&self) -> PathBuf {
        self.folder.path().join("cbmc")
    }

    fn check(&self, more: &[&str]) -> Run {
        check(&self.program(), &self.tool(), more)
    }

    fn explain(&self, mutant: &str) -> Run {
        let (program, tool) = (self.program(), self.tool());
        let mut command = assay(&["explain", "--no-standard-checks"]);
        command.arg("--second-opinion").arg(tool);
        command.arg(program).arg(mutant);
        Run::new(command.output().expect("the program starts"))
    }
}

fn check(program: &Path, tool: &Path, more: &[&str]) -> Run {
    let mut command = assay(&["check", "--no-standard-checks", "--second-opinion"]);
    command.arg(tool).arg(program).args(more);
    Run::new(command.output().expect("the program starts"))
}

fn results(status: &str, failed: u32) -> String {
    format!(
        "** Results:\nFILE function main\n[main.assertion.1] line 7 half: {status}\n\n** {failed} of 1 failed (1 iterations)"
    )
}

#[test]
fn the_same_verdict_on_the_same_line_is_agreement() {
    let said = Scene::new(&results("SUCCESS", 0)).check(&[]).expect(0);
    let line = "second opinion: cbmc 6.6.0 agrees in 1\n";
    assert!(said.stdout.contains(line), "{}", said.stdout);
}

#[test]
fn another_verdict_is_a_finding_that_names_the_line() {
    let scene = Scene::new(&results("FAILURE", 1));
    let said = scene.check(&[]).expect(1);
    assert!(said.stdout.contains("differs in 1:"), "{}", said.stdout);
    let line = "assertion  here proved, cbmc 6.6.0 violated";
    assert!(said.stdout.contains(line), "{}", said.stdout);
    let json = scene.check(&["--format", "json"]).expect(1).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let opinion = &json["second_opinion"];
    assert_eq!(opinion["agrees"], false);
    assert_eq!(opinion["differing"][0]["class"], "assertion");
    assert_eq!(opinion["differing"][0]["says"][0], "main.assertion.1: half");
}

#[test]
fn a_failure_that_only_the_other_tool_has_is_a_finding() {
    let more = "[half.overflow.1] line 2 arithmetic overflow on signed division in x / 2: FAILURE";
    let says = results("SUCCESS", 1).replace("\n\n", &format!("\nFILE function half\n{more}\n\n"));
    let said = Scene::new(&says).check(&[]).expect(1);
    let line = "overflow  here no such check, cbmc 6.6.0 violated";
    assert!(said.stdout.contains(line), "{}", said.stdout);
}

#[test]
fn an_answer_that_is_not_understood_agrees_with_nothing() {
    // The list has no failure, and the tool has counted one.
    let said = Scene::new(&results("SUCCESS", 1)).check(&[]).expect(0);
    assert!(
        said.stdout.contains("second opinion: cbmc 6.6.0 has none"),
        "{}",
        said.stdout
    );
}

#[test]
fn a_mutant_is_compared_as_a_whole() {
    // `x - 2` is not above `x`: the mutant survives.
    let scene = Scene::new(&results("FAILURE", 1));
    let said = scene.explain("2:28:rep_op:-").expect(1);
    let line = "here survived, cbmc 6.6.0 killed";
    assert!(said.stdout.contains(line), "{}", said.stdout);
    let scene = Scene::new(&results("SUCCESS", 0));
    let said = scene.explain("2:28:rep_op:-").expect(0);
    assert!(said.stdout.contains("agrees in 1"), "{}", said.stdout);
}

#[test]
fn a_tool_that_is_not_there_or_not_known_is_refused() {
    let scene = Scene::new("");
    let said = check(&scene.program(), Path::new("/nowhere/cbmc"), &[]).expect(2);
    assert!(said.stderr.contains("C0321"), "{}", said.stderr);
    assert!(said.stderr.contains("install CBMC 6"), "{}", said.stderr);
    let said = check(&scene.program(), Path::new("esbmc"), &[]).expect(2);
    assert!(said.stderr.contains("C0320"), "{}", said.stderr);
    let said = common::run(&["check", "examples/gray.lus", "--second-opinion", "cbmc"]).expect(2);
    assert!(said.stderr.contains("A0029"), "{}", said.stderr);
}

#[test]
fn cbmc_itself_agrees() {
    let tool = root().join(".peers/bin/cbmc");
    if !tool.exists() {
        eprintln!("no CBMC: scripts/setup-peers.sh installs it");
        return;
    }
    let scene = Scene::new("");
    let said = check(&scene.program(), &tool, &[]).expect(0);
    assert!(said.stdout.contains("agrees in 1"), "{}", said.stdout);
    // With a header, an array, and a mutant in another file than the harness.
    let programs = root().join("crates/xtask/programs");
    let files = ["unique_harness.c", "unique.c"].map(|name| programs.join(name));
    let mut command = assay(&["check", "-D", "SIZE=1", "--unwind", "3", "--second-opinion"]);
    let said = Run::new(command.arg(tool).args(files).output().expect("it starts")).expect(0);
    assert!(said.stdout.contains("agrees in"), "{}", said.stdout);
}
