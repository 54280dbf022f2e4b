//! Runs that remember: the same results as runs that do not, whatever becomes of the store.

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Run, assay, root, run};
use serde_json::Value;
use tempfile::TempDir;

/// A small machine with an assumption and a property that notices some changes and not others. It needs no SMT solver.
const MODEL: &str = "\
type mode = enum { idle, busy, done };
node main(go, stop: bool) returns (m: mode; ready, waits: bool);
var stays: bool;
let
  assert not (go and stop);
  m = idle -> if go and pre m = idle then busy
              else if stop and pre m = busy then done
              else if pre m = done then idle else pre m;
  ready = m = idle or m = done;
  waits = not ready and not (go or stop);
  stays = true -> ((pre m = busy and not stop) => m = busy);
  --%PROPERTY stays;
tel;
";

/// A directory with the model in it, to run in.
fn place(model: &str) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("model.lus"), model).expect("written");
    directory
}

/// `assay cover model.lus --format json` in this directory, with its store unless `more` says otherwise.
fn command(place: &Path, more: &[&str]) -> Command {
    let store = ["--store", ".assay"];
    let own = if more.contains(&"--no-store") {
        [].as_slice()
    } else {
        &store
    };
    let args = [&["cover", "model.lus", "--format", "json"], own, more].concat();
    let mut command = assay(&args);
    command.current_dir(place);
    command
}

fn cover(place: &Path, more: &[&str]) -> Run {
    Run::new(command(place, more).output().expect("the program starts"))
}

/// Mutants with verdicts and killers: what no store may change.
fn essence(document: &Value) -> Vec<(String, String, String)> {
    let mutants = document["mutants"].as_array().expect("a list");
    let text = |m: &Value, field: &str| m[field].to_string();
    let all = mutants.iter();
    all.map(|m| (text(m, "id"), text(m, "verdict"), text(m, "killed_by")))
        .collect()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            found.push(path)
        }
    }
    found.sort();
    found
}

fn warnings(run: &Run) -> usize {
    let lines = run.stderr.lines();
    lines
        .filter(|l| l.starts_with("warning: the store"))
        .count()
}

#[test]
fn a_second_run_reuses_what_the_first_found() {
    let gray = std::fs::read_to_string(root().join("examples/gray.lus")).expect("there");
    for model in [MODEL, &gray] {
        let place = place(model);
        let alone = cover(place.path(), &["--no-store"]).expect(0).json();
        assert!(files(&place.path().join(".assay")).is_empty());
        let first = cover(place.path(), &[]).expect(0);
        let second = cover(place.path(), &[]).expect(0);
        let (a, b) = (first.json(), second.json());
        assert_eq!(essence(&a), essence(&alone));
        assert_eq!(essence(&b), essence(&alone));
        assert_eq!(a["reused"], 0);
        let reused = b["reused"].as_u64().expect("a number");
        assert!(reused > 20, "{reused}");
        let said = format!(
            "{reused} of {} mutants reused from .assay",
            essence(&b).len()
        );
        assert!(second.stderr.contains(&said), "{}", second.stderr);
        assert!(!first.stderr.contains("reused"), "{}", first.stderr);
        // Nothing but the model and the store is there.
        let names: BTreeSet<_> = std::fs::read_dir(place.path())
            .expect("there")
            .map(|e| {
                e.expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a name")
            })
            .collect();
        assert_eq!(names, BTreeSet::from([".assay".into(), "model.lus".into()]));
    }
}

#[test]
fn an_edit_elsewhere_leaves_most_of_it_valid() {
    let place = place(MODEL);
    let first = cover(place.path(), &[]).expect(0).json();
    let edited = MODEL
        .replace("var stays", "-- a spare part\nvar spare, stays")
        .replace(
            "let\n",
            "let\n  spare = true -> pre (go and not pre spare);\n",
        );
    std::fs::write(place.path().join("model.lus"), &edited).expect("written");
    let alone = cover(place.path(), &["--no-store"]).expect(0).json();
    let second = cover(place.path(), &[]).expect(0).json();
    assert_eq!(essence(&second), essence(&alone));
    assert!(essence(&second).len() > essence(&first).len());
    // Everything that the first run needed a solver for.
    let again = cover(place.path(), &[]).expect(0).json();
    assert_eq!(second["reused"], again["reused"]);
}

#[test]
fn an_edit_of_the_model_gives_what_it_gives_without_a_store() {
    let place = place(MODEL);
    cover(place.path(), &[]).expect(0);
    for (from, to) in [
        ("go and pre m = idle", "go and pre m <> busy"),
        ("then busy", "then done"),
        ("and not stop)", "and not stop and not go)"),
        ("not (go and stop)", "go or stop"),
        ("idle, busy, done }", "idle, busy, done, off }"),
    ] {
        let edited = MODEL.replace(from, to);
        assert_ne!(edited, MODEL);
        std::fs::write(place.path().join("model.lus"), &edited).expect("written");
        let alone = cover(place.path(), &["--no-store"]);
        let with = cover(place.path(), &[]);
        assert_eq!(with.code, alone.code, "{to}");
        if alone.code == 0 {
            assert_eq!(essence(&with.json()), essence(&alone.json()), "{to}");
        }
    }
}

#[test]
fn iterating_asks_a_new_property_about_survivors_only() {
    let place = place(MODEL);
    let before = cover(place.path(), &[]).expect(0).json();
    let edited = MODEL.replace("var stays", "var more, stays").replace(
        "tel;",
        "  more = m = idle => ready;\n  --%PROPERTY more;\ntel;",
    );
    std::fs::write(place.path().join("model.lus"), &edited).expect("written");
    let alone = cover(place.path(), &["--no-store"]).expect(0).json();
    let now = cover(place.path(), &["--iterate"]).expect(0).json();
    let verdicts = |d: &Value| -> Vec<(String, String)> {
        let all = essence(d).into_iter();
        all.map(|(id, verdict, _)| (id, verdict)).collect()
    };
    assert_eq!(verdicts(&now), verdicts(&alone));
    let killed = before["summary"]["killed"].as_u64().expect("a number");
    assert!(killed > 5, "{killed}");
    assert!(
        now["reused"].as_u64().expect("a number") >= killed,
        "{}",
        now["reused"]
    );
    assert!(now["summary"]["killed"].as_u64() > Some(killed));
}

#[test]
fn iterating_needs_a_store() {
    let run = run(&["cover", "examples/gray.lus", "--iterate", "--no-store"]).expect(2);
    assert!(run.stderr.contains("--no-store"), "{}", run.stderr);
}

#[test]
fn a_broken_store_costs_a_warning_at_most() {
    let place = place(MODEL);
    let store = place.path().join(".assay");
    let good = essence(&cover(place.path(), &[]).expect(0).json());
    let all: Vec<(PathBuf, Vec<u8>)> = files(&store)
        .into_iter()
        .map(|f| (f.clone(), std::fs::read(&f).expect("there")))
        .collect();
    assert!(all.len() > 3);
    for (file, bytes) in &all {
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 0x11;
        let cut = |n: usize| bytes[..n].to_vec();
        let broken = [cut(bytes.len() / 2), cut(bytes.len() - 1), flipped];
        for broken in broken {
            std::fs::write(file, broken).expect("written");
            let run = cover(place.path(), &[]).expect(0);
            assert_eq!(essence(&run.json()), good, "{}", file.display());
            assert!(warnings(&run) <= 1, "{}", run.stderr);
            let says = run.stderr.contains("delete .assay to start a new one");
            assert_eq!(says, warnings(&run) == 1, "{}", run.stderr);
            // What the run has added goes as well.
            std::fs::remove_dir_all(&store).expect("removed");
            for (file, bytes) in &all {
                std::fs::create_dir_all(file.parent().expect("a directory")).expect("made");
                std::fs::write(file, bytes).expect("written");
            }
        }
    }
}

#[test]
fn a_store_that_cannot_be_made_costs_one_warning() {
    let place = place(MODEL);
    let good = essence(&cover(place.path(), &["--no-store"]).expect(0).json());
    std::fs::write(place.path().join(".assay"), "a file").expect("written");
    let run = cover(place.path(), &[]).expect(0);
    assert_eq!(essence(&run.json()), good);
    assert_eq!(warnings(&run), 1, "{}", run.stderr);
}

/// Killed at whatever moment, the next run says what it would have said.
#[test]
fn a_run_that_was_killed_does_no_harm() {
    let place = place(MODEL);
    let good = essence(&cover(place.path(), &["--no-store"]).expect(0).json());
    for fresh in [true, false] {
        for wait in [1, 15, 30, 45, 60, 75, 90, 110, 130, 160, 200] {
            if fresh {
                let _ = std::fs::remove_dir_all(place.path().join(".assay"));
            }
            let mut child = command(place.path(), &[])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            std::thread::sleep(Duration::from_millis(wait));
            // It may have ended by itself.
            let _ = child.kill();
            child.wait().expect("it has ended");
            let run = cover(place.path(), &[]).expect(0);
            assert_eq!(essence(&run.json()), good);
            assert_eq!(warnings(&run), 0, "{}", run.stderr);
        }
    }
}

#[test]
fn two_runs_at_once_are_both_right() {
    let place = place(MODEL);
    let good = essence(&cover(place.path(), &["--no-store"]).expect(0).json());
    for _ in 0..2 {
        let start = || {
            let mut command = command(place.path(), &[]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("the program starts")
        };
        let both = [start(), start()];
        for child in both {
            let run = Run::new(child.wait_with_output().expect("it has ended")).expect(0);
            assert_eq!(essence(&run.json()), good);
        }
    }
    let after = cover(place.path(), &[]).expect(0);
    assert_eq!(warnings(&after), 0);
    assert!(after.json()["reused"].as_u64() > Some(20));
}
