//! Children end with their parent, however it ends.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// After this long something hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Tells the test, started anew, to be the parent.
const PARENT: &str = "ASSAY_PROCESS_PARENT";

/// Whether this process is there and not just waiting to be reaped.
fn lives(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(')')
        .next()
        .and_then(|s| s.trim().chars().next());
    state.is_some_and(|s| s != 'Z' && s != 'X')
}

fn sleeper() -> Command {
    let mut command = Command::new("sleep");
    command
        .arg("1000")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

#[test]
fn a_child_dies_when_its_parent_is_killed() {
    if std::env::var_os(PARENT).is_some() {
        // The thread that asks for the child is gone long before the parent is killed.
        let asked = std::thread::spawn(|| assay_process::spawn(sleeper()));
        let mut child = asked.join().expect("no panic").expect("sleep starts");
        println!("\nchild {}", child.id());
        child.wait().expect("only the death of this parent ends it");
        return;
    }
    let mut parent = Command::new(std::env::current_exe().expect("this test"));
    parent.args([
        "a_child_dies_when_its_parent_is_killed",
        "--exact",
        "--nocapture",
    ]);
    parent.env(PARENT, "1").stdout(Stdio::piped());
    let mut parent = parent.spawn().expect("the test starts anew");
    let said = BufReader::new(parent.stdout.take().expect("a pipe")).lines();
    let child = said
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("child ").map(str::to_owned));
    let child = child.expect("the number of the child");
    assert!(lives(&child), "it outlives the thread that asked for it");
    parent.kill().expect("kill -9");
    parent.wait().expect("it ended");
    let started = Instant::now();
    while lives(&child) {
        assert!(started.elapsed() < PATIENCE, "the child is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_a_child_has_started_is_killed_with_it() {
    let mut command = Command::new("sh");
    command.args(["-c", "sleep 1000 & echo $!; wait"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = assay_process::spawn(command).expect("sh starts");
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
    said.read_line(&mut line).expect("a number");
    let grandchild = line.trim();
    assert!(lives(grandchild));
    assay_process::kill(&mut child);
    child.wait().expect("it ended");
    let started = Instant::now();
    while lives(grandchild) {
        assert!(started.elapsed() < PATIENCE, "it is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    assert!(assay_process::spawn(Command::new("/no/such/program")).is_err());
}
