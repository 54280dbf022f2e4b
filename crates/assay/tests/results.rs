//! Runs on the examples: verdicts, exit codes, formats.

mod common;

use common::{Run, assay, file, run, validate};
use serde_json::{Value, json};

fn verdicts(document: &Value) -> Vec<(&str, &str)> {
    let properties = document["properties"]
        .as_array()
        .expect("properties are a list");
    properties
        .iter()
        .map(|p| {
            (
                p["name"].as_str().unwrap_or(""),
                p["verdict"].as_str().unwrap_or(""),
            )
        })
        .collect()
}

#[test]
fn proved_properties_exit_0_with_checked_certificates() {
    for (file, names) in [
        (
            "examples/crossing.lus",
            ["walk_means_red", "amber_before_red", "waits_end"].as_slice(),
        ),
        ("examples/gray.lus", &["agree", "one_at_a_time"]),
    ] {
        let document = run(&["check", file, "--format", "json"]).expect(0).json();
        validate(&document);
        let expected: Vec<(&str, &str)> = names.iter().map(|n| (*n, "proved")).collect();
        assert_eq!(verdicts(&document), expected);
        assert_eq!(document["complete"], true);
        for property in document["properties"].as_array().expect("a list") {
            assert_eq!(property["checked"]["ok"], true, "{property:#}");
            let id = &property["certificate"]["id"];
            let certificate = document["certificates"]
                .as_array()
                .expect("a list")
                .iter()
                .find(|c| &c["id"] == id);
            let certificate = certificate.expect("the certificate is in the document");
            assert!(
                certificate["properties"]
                    .as_array()
                    .expect("a list")
                    .contains(&property["name"])
            );
        }
    }
}

/// What is conserved while the environment behaves: neither a bound nor an order between two variables says it.
#[test]
fn a_conserved_sum_is_found_and_proves_the_property() {
    let model = b"
node tokens(take, give, lend, back: bool; size: int) returns (safe: bool);
var free, used, lent, total: int; one, fair: bool;
let
  one = not (take and give) and not (take and lend) and not (take and back)
    and not (give and lend) and not (give and back) and not (lend and back);
  fair = (one and size >= 0) -> (one and pre fair);
  total = size -> pre total;
  free = size -> if take and pre free >= 1 then pre free - 1
    else if give and pre used >= 1 then pre free + 1 else pre free;
  used = 0 -> if take and pre free >= 1 then pre used + 1
    else if give and pre used >= 1 then pre used - 1
    else if lend then 0 else if back then pre used + pre lent else pre used;
  lent = 0 -> if lend then pre lent + pre used else if back then 0 else pre lent;
  safe = fair => lent <= total;
  --%PROPERTY safe;
tel;
";
    let (_folder, path) = file("tokens.lus", model);
    let words = ["check", &path, "--engine", "bmc", "--engine", "invariants"];
    let document = run(&[&words[..], &["--format", "json"]].concat())
        .expect(0)
        .json();
    let property = &document["properties"][0];
    assert_eq!(property["engine"], "invariants");
    assert_eq!(property["checked"]["ok"], true);
    let lemmas = document["certificates"][0]["lemmas"].to_string();
    assert!(
        lemmas.contains("(= total (+ lent used free))"),
        "the sum is among the lemmas: {lemmas}"
    );
}

/// JKind takes calls of a node with equal arguments for one, so that is what `--elements all` does.
#[test]
fn equal_calls_are_one_where_all_elements_count() {
    let model = b"
node half(x : bool) returns (y : bool);
var z : bool;
let
  z = false -> pre x;
  y = not z;
tel;
node main(a : bool) returns (ok : bool);
var p, q : bool;
let
  p = half(a);
  q = half(a);
  ok = (p = q);
  --%PROPERTY ok;
tel;
";
    let (_folder, path) = file("equal_calls.lus", model);
    let must = |elements: &str| {
        let words = ["core", &path, "--elements", elements, "--format", "json"];
        run(&words).expect(0).json()["core"]["must"].clone()
    };
    assert_eq!(
        must("equations"),
        json!(["p", "q", "ok", "half.z", "half.y"])
    );
    assert_eq!(must("all"), json!(["p", "q", "ok"]));
}

#[test]
fn violated_properties_exit_1_with_replayed_traces() {
    let run = run(&["check", "examples/tank.lus", "--format", "json"]).expect(1);
    let document = run.json();
    validate(&document);
    let expected = [
        ("below_limit", "violated"),
        ("below_overflow", "proved"),
        ("never_empty", "violated"),
    ];
    assert_eq!(verdicts(&document), expected);
    let trace = &document["properties"][0]["trace"];
    assert_eq!(
        trace["length"], 4,
        "the shortest counterexample has four steps"
    );
    assert_eq!(trace["inputs"], json!(["inflow", "drain"]));
    assert_eq!(trace["steps"][0]["level"], "5");
    assert_eq!(trace["steps"][3]["below_limit"], false);
    assert_eq!(document["properties"][0]["checked"]["ok"], true);
    let first = document["properties"][0]["span"].clone();
    assert_eq!(first["file"], "examples/tank.lus");
    assert!(first["line"].as_u64().is_some_and(|l| l > 1));
}

#[test]
fn vacuous_proofs_are_named() {
    let why = |body: &str| {
        let text = format!(
            "node m(x: bool; n: int) returns (p: bool);\nvar big: bool;\nlet\n  big = false -> pre big;\n  {body}\n  \
             --%PROPERTY p;\ntel;\n"
        );
        let (_directory, path) = file("model.lus", text.as_bytes());
        let document = run(&["check", &path, "--format", "json"]).expect(0).json();
        validate(&document);
        document["properties"][0]["vacuous"]
            .as_str()
            .map(String::from)
    };
    assert_eq!(
        why("p = big => n > 0;").as_deref(),
        Some("its left side big is never true")
    );
    assert_eq!(why("p = x => (x or n > 0);"), None);
}

#[test]
fn the_input_is_named_by_its_hash() {
    let (_directory, path) = file(
        "model.lus",
        b"node m(x: bool) returns (y: bool);\nlet\n  y = x or not x;\n  --%PROPERTY y;\ntel;\n",
    );
    let document = run(&["check", &path, "--format", "json"]).expect(0).json();
    validate(&document);
    assert_eq!(document["input"]["path"], path);
    assert_eq!(document["input"]["sha256"], SHA256_OF_MODEL);
    assert_eq!(document["input"]["mains"], json!(["m"]));
}

/// As `sha256sum` prints it.
const SHA256_OF_MODEL: &str = "03d46137ffa0660057eab4cb4bf618ca1f57142ad4b0749583dd9765461a9366";

#[test]
fn some_properties_only() {
    let document = run(&[
        "check",
        "examples/tank.lus",
        "--property",
        "below_overflow",
        "--format",
        "json",
    ])
    .expect(0)
    .json();
    assert_eq!(verdicts(&document), [("below_overflow", "proved")]);
}

#[test]
fn undecided_exits_3() {
    let args = [
        "check",
        "examples/crossing.lus",
        "--engine",
        "bmc",
        "--max-k",
        "3",
        "--format",
        "json",
    ];
    let document = run(&args).expect(3).json();
    validate(&document);
    assert_eq!(document["complete"], false);
    assert!(
        document["properties"][0]["true_for"]
            .as_u64()
            .is_some_and(|n| n >= 3),
        "{document:#}"
    );
}

#[test]
fn without_certification_the_result_says_so() {
    let document = run(&[
        "check",
        "examples/gray.lus",
        "--no-certify",
        "--format",
        "json",
    ])
    .expect(0)
    .json();
    assert_eq!(
        document["properties"][0]["checked"],
        json!({ "ok": false, "by": null })
    );
    let text = run(&["check", "examples/gray.lus", "--no-certify"])
        .expect(0)
        .stdout;
    assert!(text.contains("2 verdicts not checked"), "{text}");
}

#[test]
fn text_shows_the_counterexample() {
    let run = run(&["check", "examples/tank.lus"]).expect(1);
    assert!(
        run.stdout
            .contains("below_limit is false at step 3 (examples/tank.lus:"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("inflow"), "{}", run.stdout);
    assert!(
        run.stdout.contains("1 proved, 2 violated in"),
        "{}",
        run.stdout
    );
}

#[test]
fn colours_only_where_wanted() {
    let coloured = |command: &mut std::process::Command| {
        Run::new(command.output().expect("the program starts"))
            .expect(1)
            .stdout
            .contains('\x1b')
    };
    let tank = ["check", "examples/tank.lus"];
    assert!(!coloured(&mut assay(&tank)), "a pipe is no terminal");
    assert!(!coloured(assay(&tank).env("NO_COLOR", "1")));
    assert!(!coloured(assay(&tank).args(["--color", "never"])));
    assert!(coloured(assay(&tank).args(["--color", "always"])));
    assert!(
        coloured(
            assay(&tank)
                .args(["--color", "always"])
                .env("NO_COLOR", "1")
        ),
        "what is said outranks it"
    );
}

#[test]
fn the_same_budget_gives_the_same_result() {
    let args = [
        "check",
        "examples/crossing.lus",
        "--deterministic",
        "--format",
        "json",
    ];
    let strip = |mut document: Value| {
        document["seconds"] = 0.into();
        document["run"] = Value::Null;
        for property in document["properties"].as_array_mut().expect("a list") {
            property["seconds"] = 0.into();
        }
        document
    };
    let first = strip(run(&args).expect(0).json());
    assert_eq!(strip(run(&args).expect(0).json()), first);
}

#[test]
fn lemmas_are_saved_and_offered_again() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("lemmas.smt2");
    let path = path.to_str().expect("UTF-8");
    run(&["check", "examples/crossing.lus", "--save", path]).expect(0);
    let saved = std::fs::read_to_string(path).expect("the file was written");
    assert!(saved.starts_with("; lemmas proved by assay"), "{saved}");
    run(&["check", "examples/crossing.lus", "--advice", path]).expect(0);

    // A lemma that does not hold is an offer that is turned down, and one that means nothing is named.
    std::fs::write(path, "(assert (<= waited 1))\n(assert (<= nobody 1))\n")
        .expect("the file can be written");
    let run = run(&["check", "examples/crossing.lus", "--advice", path]).expect(0);
    assert!(run.stderr.contains("1 of the lemmas"), "{}", run.stderr);
}

#[test]
fn traces_go_to_files() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().to_str().expect("UTF-8");
    for (format, start) in [
        ("csv", "step,inflow,drain,"),
        ("vcd", "$comment"),
        ("table", "  step"),
    ] {
        run(&[
            "check",
            "examples/tank.lus",
            "--trace-format",
            format,
            "--trace-dir",
            path,
        ])
        .expect(1);
        let extension = if format == "table" { "txt" } else { format };
        for property in ["below_limit", "never_empty"] {
            let text =
                std::fs::read_to_string(directory.path().join(format!("{property}.{extension}")));
            assert!(
                text.expect("a file for each counterexample")
                    .starts_with(start)
            );
        }
    }
}

#[test]
fn smooth_counterexamples_are_as_short() {
    let document = run(&["check", "examples/tank.lus", "--smooth", "--format", "json"])
        .expect(1)
        .json();
    assert_eq!(document["properties"][0]["trace"]["length"], 4);
    assert_eq!(document["properties"][0]["checked"]["ok"], true);
}

#[test]
fn a_counterexample_runs_again() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().to_str().expect("UTF-8");
    run(&[
        "check",
        "examples/tank.lus",
        "--trace-format",
        "csv",
        "--trace-dir",
        path,
    ])
    .expect(1);
    let inputs = format!("{path}/below_limit.csv");
    let found = std::fs::read_to_string(&inputs).expect("the counterexample");
    let again = run(&[
        "simulate",
        "examples/tank.lus",
        "--inputs",
        &inputs,
        "--trace-format",
        "csv",
    ])
    .expect(1);
    assert_eq!(again.stdout, found);
    let text = run(&["simulate", "examples/tank.lus", "--inputs", &inputs])
        .expect(1)
        .stdout;
    assert!(
        text.contains("property below_limit is false at step 3"),
        "{text}"
    );
}

#[test]
fn simulation_is_repeatable() {
    let args = [
        "simulate",
        "examples/crossing.lus",
        "--random",
        "--steps",
        "30",
        "--seed",
        "5",
        "--format",
        "json",
    ];
    let document = run(&args).expect(0).json();
    validate(&document);
    assert_eq!(document["trace"]["length"], 30);
    assert_eq!(run(&args).expect(0).json()["trace"], document["trace"]);
    let vcd = run(&[
        "simulate",
        "examples/crossing.lus",
        "--random",
        "--trace-format",
        "vcd",
    ])
    .expect(0)
    .stdout;
    assert!(vcd.contains("$scope module Crossing $end"), "{vcd}");
}

#[test]
fn cores() {
    let document = run(&["core", "examples/gray.lus", "--all", "--format", "json"])
        .expect(0)
        .json();
    validate(&document);
    assert_eq!(document["complete"], true);
    assert!(
        !document["core"]["minimal"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    run(&["core", "examples/gray.lus"]).expect(0);
}

#[test]
fn solvers_are_listed() {
    let document = run(&["solvers", "--format", "json"]).expect(0).json();
    validate(&document);
    assert_eq!(document["solvers"][0]["name"], "cadical");
    assert_eq!(document["solvers"][0]["place"], "built in");
    let text = run(&["solvers"]).expect(0).stdout;
    for name in ["cadical", "yices-smt2", "z3", "cvc5"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = assay(&["check", "examples/tank.lus"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let run = Run::new(child.wait_with_output().expect("the program ends"));
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run.expect(1);
}

/// One easy property, and one that asks for a cycle of Collatz's sequence, which nobody decides soon.
const COLLATZ: &str = "node m(start: int) returns (x, first: int; easy, hard: bool);
let
  assert start > 4;
  first = start -> pre first;
  x = start -> if pre x mod 2 = 0 then pre x div 2 else 3 * pre x + 1;
  easy = first > 4;
  hard = true -> x <> first;
  --%PROPERTY easy;
  --%PROPERTY hard;
tel;
";

#[test]
fn an_interrupt_keeps_what_was_decided() {
    use std::os::unix::process::CommandExt;
    let (_directory, path) = file("collatz.lus", COLLATZ.as_bytes());
    let child = assay(&["check", &path, "--format", "json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    // As a terminal does it: to the whole group, solvers included.
    let group = format!("-{}", child.id());
    let killed = std::process::Command::new("kill")
        .args(["-INT", "--", &group])
        .status();
    assert!(killed.expect("kill starts").success());
    let run = Run::new(child.wait_with_output().expect("the program ends")).expect(3);
    assert_eq!(
        run.stderr, "stopping, keeping what was decided\n",
        "solvers that end are no news after an interrupt"
    );
    let document = run.json();
    validate(&document);
    assert_eq!(
        verdicts(&document),
        [("easy", "proved"), ("hard", "unknown")]
    );
    assert_eq!(document["properties"][1]["reason"], "interrupted");
    assert_eq!(document["complete"], false);
}

#[test]
fn a_timeout_is_a_reason() {
    let (_directory, path) = file("collatz.lus", COLLATZ.as_bytes());
    let document = run(&["check", &path, "--timeout", "1", "--format", "json"])
        .expect(3)
        .json();
    validate(&document);
    assert_eq!(document["properties"][1]["reason"], "timeout");
}

#[test]
fn several_main_nodes_are_all_checked() {
    let text = "node A(x: bool) returns (y: bool);\nlet\n  y = x or not x;\n  --%MAIN;\n  check \"p\" y;\ntel\n\
                node B(x: bool) returns (y: bool);\nlet\n  y = x;\n  --%MAIN;\n  check \"p\" y;\ntel\n";
    let (_directory, path) = file("two.lus", text.as_bytes());
    let document = run(&["check", &path, "--format", "json"]).expect(1).json();
    validate(&document);
    assert_eq!(document["input"]["mains"], json!(["A", "B"]));
    assert_eq!(
        verdicts(&document),
        [("A.p", "proved"), ("B.p", "violated")]
    );
    run(&["check", &path, "--main", "A"]).expect(0);
    run(&["check", &path, "--property", "A.p"]).expect(0);
    let refused = run(&["core", &path]).expect(2);
    assert!(
        refused.stderr.contains("choose one with --main: A, B"),
        "{}",
        refused.stderr
    );
}
