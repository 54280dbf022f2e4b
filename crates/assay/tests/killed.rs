//! Signals at random moments of a coverage run: no process is left, the store is whole, and the next run goes on with what was decided.

#![cfg(target_os = "linux")]

mod common;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{assay, file, run};
use serde_json::Value;

/// After this long something hangs, and the test fails instead of hanging too.
const PATIENCE: Duration = Duration::from_secs(120);
/// Stores, and signals for each of them.
const STORES: usize = 10;
const SIGNALS: usize = 5;
/// Marks the processes of this test in their environment.
const MARK: &str = "ASSAY_TEST_OF_SIGNALS";
/// The stages whose findings are kept; the others take less than looking them up.
const KEPT: [&str; 4] = ["replay", "counterexample", "induction", "prove"];

/// A tank of integers, so that solver processes are at work most of the time.
const MODEL: &str = "node tank(up, down, clear: bool; amount: int) returns (level, peak, moves: int; low, high, top, count: bool);\n\
     var step: int;\nlet\n  assert amount >= 0 and amount <= 3;\n  step = if clear then 0 else if amount > 2 then 2 else amount;\n  \
     level = 0 -> if clear then 0 else if up and pre level + step <= 10 then pre level + step\n    \
     else if down and pre level >= step then pre level - step else pre level;\n  \
     peak = level -> if level > pre peak then level else pre peak;\n  \
     moves = 0 -> if level <> pre level then pre moves + 1 else pre moves;\n  low = level >= 0;\n  high = level <= 10;\n  \
     top = peak >= level;\n  count = moves >= 0;\n  --%PROPERTY low;\n  --%PROPERTY high;\n  --%PROPERTY top;\n  --%PROPERTY count;\ntel;\n";

/// Numbers that are the same in every run of the test.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}

fn cover(path: &str, store: &str) -> Command {
    let mut command = assay(&[
        "cover", path, "--store", store, "--format", "json", "--jobs", "2",
    ]);
    command.env(MARK, store);
    command
}

/// Waits for the end; what was written then goes to the files that were given.
fn end(mut child: Child) -> Option<i32> {
    let started = Instant::now();
    loop {
        match child.try_wait().expect("it can be waited for") {
            Some(status) => return status.code(),
            None if started.elapsed() > PATIENCE => {
                let _ = child.kill();
                panic!("the program does not end");
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Processes of the run with this store that are still there.
fn left(store: &str) -> Vec<String> {
    let mark = format!("{MARK}={store}");
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let marked = processes.filter(|p| {
        let environment = std::fs::read(p.path().join("environ")).unwrap_or_default();
        environment.split(|&b| b == 0).any(|e| e == mark.as_bytes())
    });
    let names = marked.filter_map(|p| std::fs::read_to_string(p.path().join("comm")).ok());
    names.map(|name| name.trim().to_string()).collect()
}

fn expect_none_left(store: &str) {
    let started = Instant::now();
    while !left(store).is_empty() {
        assert!(started.elapsed() < PATIENCE, "left: {:?}", left(store));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The verdict of each mutant.
fn verdicts(document: &Value) -> Vec<(String, String)> {
    let text = |v: &Value| v.as_str().expect("text").to_string();
    let mutants = document["mutants"].as_array().expect("mutants").iter();
    mutants
        .map(|m| (text(&m["id"]), text(&m["verdict"])))
        .collect()
}

/// How many mutants were decided by what the store keeps.
fn kept(document: &Value) -> u64 {
    let mutants = document["mutants"].as_array().expect("mutants").iter();
    let kept = mutants.filter(|m| m["stage"].as_str().is_some_and(|s| KEPT.contains(&s)));
    kept.count() as u64
}

#[test]
fn a_run_that_is_killed_at_any_moment_leaves_no_process_and_loses_nothing_that_was_decided() {
    let (directory, path) = file("tank.lus", MODEL.as_bytes());
    let started = Instant::now();
    let undisturbed = run(&["cover", &path, "--format", "json", "--jobs", "2"]);
    if undisturbed.code == 2 {
        println!("skipped: there is no solver for integers here");
        return;
    }
    let length = started.elapsed();
    let undisturbed = undisturbed.expect(0).json();
    let mut random = Random(13);
    let mut ended_in_order = 0;
    for number in 0..STORES {
        let store = directory.path().join(format!("store{number}"));
        let store = store.to_str().expect("UTF-8");
        let (mut known, mut said) = (0, String::new());
        for _ in 0..SIGNALS {
            let signal = ["-KILL", "-INT", "-TERM"][(random.next() * 3.0) as usize];
            let moment = length.mul_f64(random.next());
            let (out, err) = (format!("{store}.out"), format!("{store}.err"));
            let create = |name: &str| std::fs::File::create(name).expect("a file");
            let child = cover(&path, store)
                .stdin(Stdio::null())
                .stdout(create(&out))
                .stderr(create(&err))
                .spawn()
                .expect("the program starts");
            std::thread::sleep(moment);
            // It may have ended before that.
            let _ = Command::new("kill")
                .args([signal, &child.id().to_string()])
                .stderr(Stdio::null())
                .status();
            let code = end(child);
            expect_none_left(store);
            said = std::fs::read_to_string(&err).expect("messages");
            assert!(
                !said.contains("the store") && !said.contains("panicked"),
                "{said}"
            );
            match code {
                Some(0 | 3) => {
                    let text = std::fs::read_to_string(&out).expect("a result");
                    let document: Value = serde_json::from_str(&text).expect("one document");
                    ended_in_order += usize::from(code == Some(3));
                    known = known.max(kept(&document));
                    for ((id, verdict), whole) in
                        verdicts(&document).iter().zip(verdicts(&undisturbed))
                    {
                        // A survivor that nobody has explained yet may be equivalent.
                        let same = *verdict == whole.1 || verdict == "unknown";
                        assert!(
                            same || verdict == "survived" && whole.1 == "equivalent",
                            "{id}: {verdict}"
                        );
                    }
                }
                // Killed, or ended while the file was read.
                None | Some(130) => {}
                Some(code) => panic!("exit code {code}\n{said}"),
            }
        }
        let rerun = cover(&path, store).output().expect("the program starts");
        let rerun = common::Run::new(rerun).expect(0);
        assert!(!rerun.stderr.contains("the store"), "{}", rerun.stderr);
        let document = rerun.json();
        assert_eq!(verdicts(&document), verdicts(&undisturbed), "after: {said}");
        let reused = document["reused"].as_u64().expect("a number");
        assert!(reused >= known, "{reused} of {known} are reused");
    }
    assert!(
        ended_in_order > 0,
        "no run was interrupted while engines were at work"
    );
}
