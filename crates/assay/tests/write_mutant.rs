//! `assay mutants --write`: a mutant as a model of its own has the verdict that `cover` gave it.

mod common;

use common::{file, run, yosys};
use serde_json::Value;

const JKIND: &str = "\
node toggle(go: bool) returns (on: bool);
let
  on = false -> if go then not pre on else pre on;
tel

node main(up, down: bool; step: int) returns (ok, calm: bool);
var n: int; lamp, both: bool;
let
  n = 0 -> if up and not down and pre n < 3 then pre n + 1
           else if down or pre n > 3 then 0 else pre n;
  lamp = toggle(up) and (up => not down);
  both = lamp xor down;
  ok = n <= 3 and -n <= 0;
  calm = both or not both;
  assert not (up and down) or step > 0;
  --%PROPERTY ok;
  --%PROPERTY calm;
tel
";

const KIND2: &str = "\
node hold(a: bool) returns (y: bool);
let
  y = a or (false -> pre y);
tel

node main(i: bool) returns (seen: bool; n: int);
let
  seen = hold(i);
  n = 0 -> if pre seen and pre n < 5 then pre n + 1 else pre n;
  --%MAIN;
  check \"bounded\" n <= 5 and n >= 0;
  check \"kept\" true -> (pre seen => seen);
tel
";

const AIGER: &str = "\
aag 7 1 2 0 4 1
2
4 10 0
6 15 0
14
8 5 2
10 9 13
12 5 3
14 4 6
i0 go
l0 a
l1 b
b0 never_both
";

const BTOR2: &str = "\
1 sort bitvec 1
2 sort bitvec 4
3 sort bitvec 8
4 sort array 2 3
5 input 1 go
6 input 2 at
7 state 2 n
8 zero 2
9 init 2 7 8
10 one 2
11 constd 2 9
12 ult 1 7 11
13 add 2 7 10
14 ite 2 12 13 8
15 ite 2 5 14 7
16 next 2 7 15
17 state 4 mem
18 zero 3
19 init 4 17 18
20 constd 3 5
21 write 4 17 6 20
22 next 4 17 21
23 read 3 17 7
24 ulte 1 7 11
25 ulte 1 23 20
26 bad -24 bounded
27 bad -25 words
";

/// Writes every mutant of a model, checks it, and compares. Returns how many were written, and why others were not.
fn compare(path: &str, more: &[&str], ending: &str) -> (usize, Vec<String>) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mutant = directory.path().join(format!("mutant.{ending}"));
    let mutant = mutant.to_str().expect("UTF-8");
    let args = ["cover", path, "--no-explain"];
    let args = [&args, more, &["--format", "json", "--quiet"]].concat();
    let document = run(&args).expect(0).json();
    let names = |of: &Value| -> Vec<String> {
        let proved = of.as_array().expect("a list").iter();
        let proved = proved.filter(|p| p["verdict"] == "proved");
        proved
            .map(|p| p["name"].as_str().expect("a name").to_string())
            .collect()
    };
    let proved = names(&document["baseline"]);
    let (mut written, mut refused) = (0, Vec::new());
    for m in document["mutants"].as_array().expect("a list") {
        let id = m["id"].as_str().expect("an id");
        let wrote = run(&["mutants", path, "--write", id, "--output", mutant]);
        if wrote.code != 0 {
            let wrote = wrote.expect(2);
            assert!(wrote.stderr.contains("error[A0021]"), "{}", wrote.stderr);
            assert!(!std::path::Path::new(mutant).exists());
            refused.push(wrote.stderr);
            continue;
        }
        written += 1;
        let checked = run(&["check", mutant, "--format", "json", "--quiet"]);
        let still = names(&checked.json()["properties"]);
        let survives = proved.iter().all(|p| still.contains(p));
        let verdict = m["verdict"].as_str().expect("a verdict");
        let survived = ["survived", "equivalent", "vacuous"].contains(&verdict);
        assert!(survived || verdict == "killed", "{id} is {verdict}");
        assert_eq!(survives, survived, "{path} {id}: {verdict}");
        std::fs::remove_file(mutant).expect("it was written");
    }
    (written, refused)
}

#[test]
fn mutants_of_lustre_have_the_verdict_of_cover_as_models_of_their_own() {
    // A `pre` that a mutator adds starts as in JKind's dialect, which Kind 2's cannot say.
    for (text, mutators, most) in [(JKIND, "all", 4), (KIND2, "paper", 0)] {
        let (_directory, path) = file("model.lus", text.as_bytes());
        let (written, refused) = compare(&path, &["--mutators", mutators], "lus");
        let no_model = |why: &&String| {
            why.contains("its own value") || why.contains("range") || why.contains("zero")
        };
        let others = refused.iter().filter(|why| !no_model(why)).count();
        assert!(written > 25 && others <= most, "{written} {refused:#?}");
    }
}

#[test]
fn mutants_of_circuits_have_the_verdict_of_cover_as_models_of_their_own() {
    let (_directory, path) = file("model.aag", AIGER.as_bytes());
    let (written, refused) = compare(&path, &["--nodes", "all", "--mutators", "all"], "aag");
    assert!(written > 20 && refused.is_empty(), "{refused:#?}");
    let (written, refused) = compare(&path, &["--nodes", "all", "--mutators", "all"], "btor2");
    assert!(written > 20 && refused.is_empty(), "{refused:#?}");
    let (_directory, path) = file("model.btor2", BTOR2.as_bytes());
    let (written, refused) = compare(&path, &["--nodes", "all", "--mutators", "all"], "btor2");
    let constant = |why: &String| why.contains("BTOR2 has no constant memories");
    assert!(
        written > 50 && refused.iter().all(constant),
        "{written} {refused:#?}"
    );
}

#[test]
fn mutants_of_verilog_are_written_as_verilog_where_it_says_the_same_and_as_btor2() {
    if !yosys() {
        eprintln!("skipped: no yosys");
        return;
    }
    let path = "examples/verilog/counter_sync.sv";
    let (written, refused) = compare(path, &["--nodes", "all"], "btor2");
    assert!(written > 5 && refused.is_empty(), "{refused:#?}");
    let (written, refused) = compare(path, &["--nodes", "all", "--mutators", "all"], "sv");
    assert!(written > 3, "{refused:#?}");
    let way_out = "`--output FILE.btor2` writes the circuit";
    assert!(
        refused.iter().all(|why| why.contains(way_out)),
        "{refused:#?}"
    );
}

#[test]
fn a_written_mutant_says_what_it_is_and_differs_in_one_place() {
    let (_directory, path) = file("model.lus", JKIND.as_bytes());
    let written = run(&["mutants", &path, "--write", "11:21:and2or"])
        .expect(0)
        .stdout;
    let (first, rest) = written.split_once('\n').expect("several lines");
    assert_eq!(
        first,
        format!("-- Mutant 11:21:and2or of {path}: `and` becomes `or`")
    );
    let changed = "  lamp = toggle(up) or (up => not down);";
    let original = "  lamp = toggle(up) and (up => not down);";
    assert_eq!(rest.replace(changed, original), JKIND);
    assert!(rest.contains(changed), "{rest}");
}

#[test]
fn what_cannot_be_written_is_refused_with_the_reason() {
    let (_directory, path) = file("model.lus", JKIND.as_bytes());
    let refused = |args: &[&str]| run(&[&["mutants", &path], args].concat()).expect(2).stderr;
    let said = refused(&["--write", "3:3:equation_remove"]);
    assert!(said.contains("error[A0021]"), "{said}");
    assert!(said.contains("a variable of a called node"), "{said}");
    let said = refused(&["--write", "11:20:and2or"]);
    assert!(said.contains("the nearest are 11:21:and2or"), "{said}");
    let said = refused(&["--output", "mutant.lus"]);
    assert!(said.contains("--write <ID>"), "{said}");
    let said = refused(&["--write", "11:21:and2or", "--format", "json"]);
    assert!(said.contains("cannot be used with"), "{said}");
}
