//! `cover --harness` says which mutants of a harness are as strong as it is, and which are stronger. `cover --tce` says which mutants a compiler
//! cannot tell from the original.

mod common;

use common::{Run, assay};
use serde_json::Value;

/// The assertion is too weak: the smaller number satisfies it too. `&&` in place of `||` would be right. The assumption about `a` and `b` is
/// not needed, and without `enabled` no execution is left.
const PROGRAM: &str = "int nondet_int(void);
int larger(int a, int b) { if (a > b) return a; return b; }
int main(void)
{
  int a = nondet_int(), b = nondet_int(), enabled = 1;
  __CPROVER_assume(enabled);
  __CPROVER_assume(a != b);
  int m = larger(a, b);
  __CPROVER_assert(m >= a || m >= b, \"not below\");
  return 0;
}
";

fn cover(args: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("larger.c");
    std::fs::write(&program, PROGRAM).expect("written");
    let mut command = assay(&["cover", "--quiet"]);
    Run::new(command.args(args).arg(program).output().expect("it starts"))
}

fn json(args: &[&str]) -> Value {
    let said = cover(&[args, &["--format", "json"]].concat()).expect(0);
    serde_json::from_str(&said.stdout).expect("JSON")
}

/// The neighbour whose change is this one.
fn neighbour<'d>(document: &'d Value, line: u64, original: &str, replacement: &str) -> &'d Value {
    let mutants = document["mutants"].as_array().expect("a list");
    let mutant = mutants.iter().find(|m| {
        m["line"] == line && m["original"] == original && m["replacement"] == replacement
    });
    let id = &mutant.expect("there is such a mutant")["id"];
    let all = document["harness"]["neighbours"].as_array();
    let mut all = all.expect("a list").iter();
    all.find(|n| n["mutant"] == *id)
        .expect("it accepts the program")
}

#[test]
fn a_stronger_harness_next_door_is_found() {
    let document = json(&["--harness"]);
    let stronger = neighbour(&document, 9, "||", "&&");
    assert_eq!(stronger["strength"], "stronger");
    assert_ne!(stronger["gained"].as_array().map(Vec::len), Some(0));
    let said = cover(&["--harness"]).expect(0).stdout;
    assert!(said.contains("a stronger harness next door"), "{said}");
}

#[test]
fn an_assumption_that_nothing_needs_can_be_removed() {
    let document = json(&["--harness"]);
    let mutants = document["mutants"].as_array().expect("a list");
    let removed = |line: u64| {
        let of = mutants.iter();
        let mut of = of.filter(|m| m["line"] == line && m["operator"] == "del_stmt");
        let id = &of.next().expect("a removal")["id"];
        let all = document["harness"]["neighbours"].as_array();
        let mut all = all.expect("a list").iter();
        all.find(|n| n["mutant"] == *id)
            .expect("it accepts the program")
    };
    assert_eq!(removed(7)["strength"], "equal");
    assert_eq!(removed(7)["lost"], serde_json::json!([]));
    let said = cover(&["--harness"]).expect(0).stdout;
    assert!(said.contains("not needed in the harness"), "{said}");
    // Without its assertion the harness kills nothing.
    assert_ne!(removed(9)["strength"], "stronger");
}

#[test]
fn a_harness_without_executions_is_vacuous_and_not_strong() {
    let document = json(&["--harness"]);
    assert_eq!(neighbour(&document, 5, "1", "0")["strength"], "vacuous");
}

#[test]
fn without_the_option_nothing_is_compared() {
    let document = json(&[]);
    assert!(document.get("harness").is_none());
    assert!(document.get("same_code").is_none());
}

#[test]
fn a_compiler_that_makes_the_same_code_is_named_as_a_hint() {
    let document = json(&["--tce"]);
    let mutants = document["mutants"].as_array().expect("a list");
    let mut changed = mutants.iter().filter(|m| m["original"] == ">");
    let same = changed.find(|m| m["replacement"] == ">=").expect("`>=`");
    let codes = document["same_code"].as_array().expect("a list");
    let entry = codes.iter().find(|s| s["mutant"] == same["id"]);
    assert!(entry.expect("the same code").get("as").is_none());
    // The smaller number is another program.
    let smaller = mutants
        .iter()
        .find(|m| m["original"] == ">" && m["replacement"] == "<");
    let id = &smaller.expect("`<`")["id"];
    assert!(
        !codes
            .iter()
            .any(|s| s["mutant"] == *id && s.get("as").is_none())
    );
}

#[test]
fn languages_without_object_code_refuse_to_compare_it() {
    let said = common::run(&["cover", "--tce", "examples/gray.lus"]).expect(2);
    assert!(said.stderr.contains("A0030"), "{}", said.stderr);
}
