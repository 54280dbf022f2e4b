//! `--against invariants`: every mutant is asked whether generated invariants notice it, and only what was asked is reported.

mod common;

use common::{file, run, validate};
use serde_json::Value;

/// The property restricts `c`; of `free` nobody can say anything; `y` lies below `x`, which only an invariant says.
const MODEL: &str = "node m(a, b: bool; n, k: int) returns (x, y: bool; c, free: int; ok: bool);
let
  x = a or b;
  y = a and b;
  c = 0 -> if a then pre c + 1 else pre c;
  free = 3 * n - 2 * k;
  ok = c >= 0;
  --%PROPERTY ok;
tel;
";

/// A register that stays 0, which the property says, and one that takes the input.
const CIRCUIT: &str = "aag 3 1 2 0 0 1\n2\n4 4\n6 2\n4\n";

fn against(path: &str, more: &[&str]) -> Value {
    let args = ["cover", path, "--format", "json", "--against", "invariants"];
    let document = run(&[&args, more].concat()).expect(0).json();
    validate(&document);
    document
}

fn list<'d>(document: &'d Value, key: &str) -> &'d Vec<Value> {
    document[key].as_array().expect("a list")
}

fn scored(m: &&Value) -> bool {
    m["verdict"] == "killed" || m["verdict"] == "survived"
}

/// Who notices no mutant of what, counted here from the mutants.
fn neither(document: &Value) -> Vec<&Value> {
    let elements = list(document, "elements").iter().filter(|e| {
        let mutants = list(document, "mutants").iter().filter(scored);
        let own: Vec<&Value> = mutants.filter(|m| m["element"] == e["name"]).collect();
        let unnoticed = |m: &&Value| m["verdict"] == "survived" && m["invariants"] == false;
        !own.is_empty() && own.iter().all(unnoticed)
    });
    elements.map(|e| &e["name"]).collect()
}

#[test]
fn every_mutant_of_a_model_is_asked() {
    let (_dir, path) = file("m.lus", MODEL.as_bytes());
    let document = against(&path, &[]);
    let asked: Vec<&Value> = list(&document, "mutants").iter().filter(scored).collect();
    assert!(
        asked.iter().all(|m| m["invariants"].is_boolean()),
        "{asked:?}"
    );
    let not_removed = |m: &&&Value| m["invariants"] == true && m["replacement"] != "";
    assert!(asked.iter().any(|m| not_removed(&m)), "{asked:?}");
    let invariants = &document["invariants"];
    assert_eq!(invariants["asked"], asked.len());
    let named: Vec<&Value> = list(invariants, "neither").iter().collect();
    assert_eq!(named, neither(&document));
    assert_eq!(named, ["free"]);
    // The places are marked: in the JSON by line, in the text and in SARIF at the mutant.
    assert!(
        list(invariants, "lines").contains(&Value::from(6)),
        "{invariants}"
    );
    let text = run(&["cover", &path, "--against", "invariants", "--verbose"]).expect(0);
    assert!(
        text.stdout
            .contains("no generated invariant notices it either"),
        "{}",
        text.stdout
    );
    assert!(text.stdout.contains("invariants generated; they notice"));
    let args = [
        "cover",
        &path,
        "--against",
        "invariants",
        "--format",
        "sarif",
    ];
    let sarif = run(&args).expect(0).written();
    let results = sarif["runs"][0]["results"].as_array().expect("a list");
    let marked = |r: &Value| list(&r["properties"], "unnoticedMembers").len();
    assert_eq!(
        results.iter().map(marked).sum::<usize>(),
        invariants["unnoticed"].as_u64().expect("a number") as usize
    );
    for r in results {
        let first = &list(&r["properties"], "members")[0];
        let unnoticed = list(&r["properties"], "unnoticedMembers").contains(first);
        assert_eq!(r["properties"]["noticedByInvariants"], !unnoticed);
    }
}

#[test]
fn on_a_circuit_neither_is_said_only_of_what_was_asked() {
    let (_dir, path) = file("two.aag", CIRCUIT.as_bytes());
    let document = against(&path, &[]);
    let asked: Vec<&Value> = list(&document, "mutants").iter().filter(scored).collect();
    assert!(asked.len() > 2, "{document}");
    assert!(
        asked.iter().all(|m| m["invariants"].is_boolean()),
        "{asked:?}"
    );
    let invariants = &document["invariants"];
    let named: Vec<&Value> = list(invariants, "neither").iter().collect();
    assert_eq!(named, neither(&document));
    // What the property kills is constrained, whatever the invariants say.
    for e in list(&document, "elements") {
        let constrained = e["killed"].as_u64() > Some(0) || e["invariants"] == true;
        assert!(!(constrained && named.contains(&&e["name"])), "{e}");
    }
}

#[test]
fn a_run_over_fewer_mutants_says_nothing_of_the_others() {
    let (_dir, path) = file("m.lus", MODEL.as_bytes());
    let document = against(&path, &["--core"]);
    let named = list(&document["invariants"], "neither");
    let limit = list(&document["limits"][0], "elements");
    assert!(!limit.is_empty(), "{document}");
    for left_out in limit {
        assert!(!named.contains(&left_out["name"]), "{named:?}");
    }
}

#[test]
fn operators_say_what_they_do() {
    let role = |document: &Value, name: &str| {
        let operators = list(document, "operators").iter();
        let mut named = operators.filter(|o| o["name"] == name);
        named.next().expect("it is used")["role"].clone()
    };
    let (_dir, path) = file("m.lus", MODEL.as_bytes());
    let lustre = run(&["cover", &path, "--format", "json"]).expect(0).json();
    assert_eq!(role(&lustre, "equation_remove"), "removal");
    assert_eq!(role(&lustre, "equal_true"), "stuck-at");
    assert_eq!(role(&lustre, "init_5"), "first-value");
    assert_eq!(role(&lustre, "and2or"), "replacement");
    let (_dir, path) = file("two.aag", CIRCUIT.as_bytes());
    let circuit = run(&["cover", &path, "--format", "json"]).expect(0).json();
    assert_eq!(role(&circuit, "nondet"), "removal");
    assert_eq!(role(&circuit, "zero"), "stuck-at");
    // MUST is what a property notices to be gone, whatever the operator is called.
    for m in list(&circuit, "mutants")
        .iter()
        .filter(|m| m["operator"] == "nondet")
    {
        let of = |e: &&Value| e["name"] == m["element"];
        let element = list(&circuit, "elements")
            .iter()
            .find(of)
            .expect("it is there");
        assert_eq!(element["must"], m["verdict"] == "killed", "{element}");
    }
}
