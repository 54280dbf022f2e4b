//! Coverage at growing sizes: the table agrees with runs at single sizes, the stable size is what it claims to be, and limits, violated
//! originals and bad ranges are said as such.

mod common;

use std::collections::BTreeMap;

use common::{Run, assay, validate};
use serde_json::Value;

/// The place of the largest. What its loop does shows only in arrays of two and more.
const LARGEST: &str = "\
int nondet_int(void);

int steps;

int largest(const int *a, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
        if (a[i] > a[best]) {
            best = i;
        }
        steps = steps + 1;
    }
    return best;
}

int main(void) {
    int a[SIZE];
    for (int i = 0; i < SIZE; i++) {
        a[i] = nondet_int();
    }
    int at = largest(a, SIZE);
    __CPROVER_assert(at >= 0 && at < SIZE, \"a place\");
    for (int i = 0; i < SIZE; i++) {
        __CPROVER_assert(at < 0 || at >= SIZE || a[i] <= a[at], \"the largest\");
    }
    return 0;
}
";

/// Wrong from 3 on.
const LATE: &str = "\
int nondet_int(void);

int last;

int twice(int n) {
    last = n;
    return n + n;
}

int main(void) {
    int n = nondet_int();
    __CPROVER_assume(n >= 0 && n < SIZE);
    int t = twice(n);
    __CPROVER_assert(t == 2 * n, \"twice\");
    __CPROVER_assert(t < 4, \"small\");
    return 0;
}
";

/// Too hard for a small budget.
const HARD: &str = "\
unsigned long long nondet_word(void);

unsigned long long product(unsigned long long x, unsigned long long y, unsigned long long z) {
    return x * y * z;
}

int main(void) {
    unsigned long long mask = (1ull << SIZE) - 1;
    unsigned long long x = nondet_word() & mask, y = nondet_word() & mask, z = nondet_word() & mask;
    __CPROVER_assert(product(x, y, z) == x * (y * z), \"any order\");
    return 0;
}
";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for (name, text) in [("largest.c", LARGEST), ("late.c", LATE), ("hard.c", HARD)] {
            std::fs::write(place.0.path().join(name), text).unwrap();
        }
        place
    }

    fn run(&self, args: &[&str]) -> Run {
        let mut command = assay(&["cover"]);
        command.current_dir(self.0.path()).args(args);
        Run::new(command.output().expect("the program starts"))
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let document = self.run(&[&["--format", "json"][..], args].concat());
        let document = document.expect(code).json();
        validate(&document);
        document
    }
}

fn numbers(document: &Value, key: &str) -> Vec<u64> {
    let sizes = document["sizes"].as_array().unwrap();
    sizes.iter().map(|s| s[key].as_u64().unwrap()).collect()
}

/// By fingerprint, the verdicts and what else is asked for.
fn mutants(document: &Value) -> BTreeMap<&str, &Value> {
    let all = document["mutants"].as_array().unwrap().iter();
    all.map(|m| (m["fingerprint"].as_str().unwrap(), m))
        .collect()
}

#[test]
fn each_size_says_what_a_run_at_that_size_alone_says() {
    let place = Place::new();
    let grown = place.json(
        0,
        &["largest.c", "--sizes", "SIZE=1..5", "--unwind", "SIZE+1"],
    );
    let measured = numbers(&grown, "size");
    let alone: Vec<Value> = measured
        .iter()
        .map(|size| {
            let (define, unwind) = (format!("SIZE={size}"), (size + 1).to_string());
            place.json(0, &["largest.c", "-D", &define, "--unwind", &unwind])
        })
        .collect();
    let all = mutants(&grown);
    let mut killed = vec![0; measured.len()];
    for (fingerprint, mutant) in &all {
        let verdicts: Vec<&str> = alone
            .iter()
            .filter_map(|d| mutants(d).get(fingerprint)?["verdict"].as_str())
            .collect();
        let size = mutant["size"].as_u64().unwrap();
        match verdicts.iter().position(|v| *v == "killed") {
            Some(first) => {
                assert_eq!(mutant["verdict"], "killed", "{mutant}");
                assert_eq!(size, measured[first], "{mutant}");
                killed[first] += 1;
            }
            None => assert_ne!(mutant["verdict"], "killed", "{mutant}"),
        }
    }
    assert_eq!(numbers(&grown, "killed"), killed);
    assert!(killed[1] > 0, "some mutants need an array of two");
    // One more size kills nothing new, and nothing after that was asked.
    let stable = grown["stable"].as_u64().expect("a stable size");
    assert_eq!(stable + 1, *measured.last().unwrap());
    assert_eq!(killed.last(), Some(&0));
    assert_eq!(grown["complete"], true);
    // Each size leaves out what a smaller one killed.
    let asked = numbers(&grown, "mutants");
    for n in 1..asked.len() {
        assert_eq!(asked[n], asked[n - 1] - killed[n - 1]);
    }
    let effort = |m: &&Value| m["effort"].as_u64();
    assert!(
        all.values().all(|m| effort(m).is_some()),
        "effort is counted"
    );
}

#[test]
fn the_same_run_gives_the_same_result() {
    let place = Place::new();
    let run = || {
        let mut document = place.json(0, &["late.c", "--sizes", "SIZE=1..2"]);
        for size in document["sizes"].as_array_mut().unwrap() {
            size["seconds"] = 0.into();
        }
        (document["sizes"].clone(), document["mutants"].clone())
    };
    assert_eq!(run(), run());
}

#[test]
fn an_original_that_is_violated_ends_the_run_at_its_size() {
    let place = Place::new();
    let document = place.json(1, &["late.c", "--sizes", "SIZE=1..9"]);
    assert_eq!(numbers(&document, "size"), [1, 2, 3]);
    assert_eq!(document["sizes"][2]["original"], "violated");
    assert_eq!(document["stable"], Value::Null);
    let violated = document["baseline"].as_array().unwrap().iter();
    let violated = violated.filter(|p| p["verdict"] == "violated").count();
    assert_eq!(violated, 1, "{}", document["baseline"]);
}

#[test]
fn a_range_that_is_too_short_finds_no_stable_size_and_says_so() {
    let place = Place::new();
    let run = place
        .run(&["largest.c", "--sizes", "SIZE=1..1", "--unwind", "SIZE+1"])
        .expect(0);
    assert!(
        run.stdout
            .contains("no stable size was found up to SIZE=1: a larger one may kill more"),
        "{}",
        run.stdout
    );
    let document = place.json(
        0,
        &["largest.c", "--sizes", "SIZE=1..1", "--unwind", "SIZE+1"],
    );
    assert!(document.get("stable").is_some_and(Value::is_null));
}

#[test]
fn the_command_that_shows_a_mutant_has_the_size_that_decided_it() {
    let place = Place::new();
    let run = place
        .run(&["largest.c", "--sizes", "SIZE=1..5", "--unwind", "SIZE+1"])
        .expect(0);
    let next = run
        .stdout
        .lines()
        .find_map(|l| l.strip_prefix("next: assay "));
    let words: Vec<&str> = next.expect("a survivor to look at").split(' ').collect();
    let mut explain = assay(&words);
    explain.current_dir(place.0.path());
    let shown = Run::new(explain.output().expect("the program starts")).expect(0);
    let survives = ["survived", "equivalent"];
    assert!(
        survives.iter().any(|v| shown.stdout.contains(v)),
        "{}",
        shown.stdout
    );
}

#[test]
fn where_the_original_is_undecided_kills_are_limited_and_nothing_is_stable() {
    let place = Place::new();
    let hard = ["hard.c", "--sizes", "SIZE=12..13", "--budget", "2000"];
    let run = place.run(&[&["--format", "json"][..], &hard].concat());
    let document = run.json();
    validate(&document);
    assert_eq!(document["sizes"][0]["original"], "unknown");
    assert_eq!(document["stable"], Value::Null);
    let killed = mutants(&document).into_values();
    let killed: Vec<&Value> = killed.filter(|m| m["verdict"] == "killed").collect();
    assert!(!killed.is_empty());
    for mutant in killed {
        assert_eq!(mutant["tags"][0], "limited", "{mutant}");
        assert!(mutant["trace"].is_object(), "{mutant}");
    }
    for mutant in mutants(&document).into_values() {
        assert_ne!(mutant["verdict"], "equivalent", "{mutant}");
    }
}

#[test]
fn mutants_are_listed_by_their_strength() {
    let place = Place::new();
    let args = [
        "largest.c",
        "--sizes",
        "SIZE=1..3",
        "--unwind",
        "SIZE+1",
        "--sort",
        "strength",
    ];
    let run = place.run(&args).expect(0);
    let verdicts: Vec<&str> = run
        .stdout
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let survivors = verdicts.iter().take_while(|v| **v == "survived").count();
    assert!(
        survivors > 0 && survivors < verdicts.len(),
        "{}",
        run.stdout
    );
    assert!(
        verdicts[survivors..].iter().all(|v| *v == "killed"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_wrong_with_sizes_is_shown_in_the_text_of_the_option() {
    let place = Place::new();
    let refused = |args: &[&str], wanted: &[&str]| {
        let run = place.run(&[&["largest.c"][..], args].concat()).expect(2);
        for text in wanted {
            assert!(run.stderr.contains(text), "{args:?}\n{}", run.stderr);
        }
        assert!(run.stdout.is_empty(), "{}", run.stdout);
    };
    refused(
        &["--sizes", "SIZE=3..1"],
        &[
            "the first size is greater than the last",
            "--sizes:1:6",
            "such as SIZE=1..5",
        ],
    );
    refused(&["--sizes", "SIZE"], &["no range of sizes is given"]);
    refused(
        &["--sizes", "SIZE=1..3", "--unwind", "SIZE/2+1"],
        &[
            "this cannot stand here",
            "--unwind:1:5",
            "an expression of `SIZE` has +, -, *",
        ],
    );
    refused(
        &[
            "--sizes",
            "SIZE=1..3",
            "--unwindset",
            "largest.0:SIZE+,g.0:2",
        ],
        &["a number or the size is missing here", "--unwindset:1:16"],
    );
    refused(
        &["--sizes", "SIZE=1..3", "--unwind", "SIZE-2"],
        &["at SIZE=1: `-1` is no number of iterations", "--unwind:1:1"],
    );
    refused(
        &["--sizes", "SIZE=1..3", "--unwind", "SIZ+1"],
        &["`SIZ+1` is no number of iterations", "--unwind:1:1"],
    );
    refused(
        &["--sizes", "SIZE=1..3", "-D", "SIZE=2"],
        &["`SIZE` gets its values from --sizes", "--define:1:1"],
    );
    refused(
        &["--unwind", "SIZE+1", "-D", "SIZE=2"],
        &["`SIZE+1` is no number of iterations"],
    );
}

#[test]
fn a_name_on_which_nothing_depends_is_refused() {
    let place = Place::new();
    let run = place
        .run(&["largest.c", "-D", "SIZE=1", "--sizes", "LENGTH=1..3"])
        .expect(2);
    for text in [
        "the model is the same at LENGTH=1 and at LENGTH=2",
        "nothing depends on `LENGTH`",
    ] {
        assert!(run.stderr.contains(text), "{}", run.stderr);
    }
    let lustre = "node main(a: bool) returns (b: bool); let b = a; --%PROPERTY b or not a; tel;";
    std::fs::write(place.0.path().join("m.lus"), lustre).unwrap();
    let run = place.run(&["m.lus", "--sizes", "N=1..2"]).expect(2);
    assert!(
        run.stderr.contains("models in Lustre have none"),
        "{}",
        run.stderr
    );
}
