//! Signals: while a file is being read the first one ends the program; while engines work it ends them, and what was decided is kept.

#![cfg(unix)]

mod common;

use std::fs::File;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{assay, file};

/// After this long something hangs, and the test fails instead of hanging too.
const PATIENCE: Duration = Duration::from_secs(120);

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.expect("kill starts").success());
}

/// The exit code and what was said, once the program has ended.
fn end(mut child: Child) -> (i32, String, String) {
    let started = Instant::now();
    let status = loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => break status,
            None if started.elapsed() > PATIENCE => {
                let _ = child.kill();
                panic!("the program does not end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().map(|mut o| o.read_to_string(&mut out));
    child.stderr.take().map(|mut e| e.read_to_string(&mut err));
    (status.code().expect("it ended by itself"), out, err)
}

#[test]
fn a_signal_while_reading_ends_the_program_at_once() {
    let directory = tempfile::tempdir().expect("a directory");
    for (number, name) in ["-TERM", "-INT"].into_iter().enumerate() {
        let pipe = directory.path().join(format!("pipe{number}.lus"));
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        let child = assay(&["check", pipe.to_str().expect("UTF-8")])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Returns when the program has opened it too; nothing is ever written.
        let open = File::options().write(true).open(&pipe).expect("a pipe");
        signal(&child, name);
        let (code, out, _) = end(child);
        drop(open);
        assert_eq!((code, out.as_str()), (130, ""), "{name}");
    }
}

/// Whether a solver works for the program.
#[cfg(target_os = "linux")]
fn has_solver(child: &Child) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
    tasks.is_ok_and(|tasks| {
        tasks.flatten().any(|t| {
            let children = std::fs::read_to_string(t.path().join("children"));
            children.is_ok_and(|c| !c.trim().is_empty())
        })
    })
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_says_so_and_reports_what_was_decided() {
    // Whether a number ever comes back to itself is for others to find out.
    let text = "node m(start: int) returns (x, first: int; hard: bool);\nlet\n  assert start > 4;\n  first = start -> pre first;\n  \
         x = start -> if pre x mod 2 = 0 then pre x div 2 else 3 * pre x + 1;\n  hard = true -> x <> first;\n  --%PROPERTY hard;\ntel;\n";
    let (_directory, path) = file("m.lus", text.as_bytes());
    for name in ["-INT", "-TERM"] {
        let mut child = assay(&["check", &path, "--format", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let started = Instant::now();
        while !has_solver(&child) {
            if child.try_wait().expect("it can be waited for").is_some() {
                println!("skipped: there is no solver for integers here");
                return;
            }
            assert!(started.elapsed() < PATIENCE, "no solver is started");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, name);
        let (code, out, err) = end(child);
        assert!(err.contains("stopping, keeping what was decided"), "{err}");
        assert_eq!(code, 3, "{out}\n{err}");
        let result: serde_json::Value = serde_json::from_str(&out).expect("a result");
        assert_eq!(result["properties"][0]["verdict"], "unknown");
    }
}
