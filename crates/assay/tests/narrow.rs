//! Runs over a part of the mutants: what is left out is counted, and what is looked at is decided as in the whole run.

mod common;

use common::{Run, assay, validate};
use serde_json::Value;

const MODEL: &str = "\
node main(a, b: bool; n: int) returns (ok: bool);
var
  x, y: bool;
  c: int;
let
  x = a or b;
  y = a and b;
  c = 0 -> if x then pre c + 1 else 0;
  ok = (y => x) and c >= 0;
  --%PROPERTY ok;
tel;
";

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        std::fs::write(place.0.path().join("m.lus"), MODEL).unwrap();
        place
    }

    fn run(&self, args: &[&str]) -> Run {
        let mut command = assay(&["cover", "m.lus"]);
        command.current_dir(self.0.path()).args(args);
        Run::new(command.output().expect("the program starts"))
    }

    fn cover(&self, args: &[&str]) -> Value {
        let mut all = vec!["--format", "json"];
        all.extend(args);
        let document = self.run(&all).expect(0).json();
        validate(&document);
        document
    }
}

fn verdicts(document: &Value) -> Vec<(String, String)> {
    let mutants = document["mutants"].as_array().unwrap();
    let text = |m: &Value, key: &str| m[key].as_str().unwrap().to_string();
    mutants
        .iter()
        .map(|m| (text(m, "id"), text(m, "verdict")))
        .collect()
}

#[test]
fn a_sample_is_part_of_the_whole_and_says_how_sure_it_is() {
    let place = Place::new();
    let whole = verdicts(&place.cover(&[]));
    let part = place.cover(&["--sample", "6", "--seed", "5"]);
    let chosen = verdicts(&part);
    assert_eq!(chosen.len(), 6);
    assert!(chosen.iter().all(|m| whole.contains(m)), "{chosen:?}");
    let sample = &part["sample"];
    assert_eq!(
        (&sample["size"], &sample["of"]),
        (&6.into(), &whole.len().into())
    );
    let score = part["summary"]["score"].as_f64().unwrap();
    let [lo, hi] = [0, 1].map(|i| sample["interval"][i].as_f64().unwrap());
    assert!(lo <= score && score <= hi, "{lo} {score} {hi}");
    assert_eq!(
        chosen,
        verdicts(&place.cover(&["--sample", "6", "--seed", "5"]))
    );
}

#[test]
fn a_diff_keeps_the_mutants_on_its_lines() {
    let place = Place::new();
    let diff = "--- a/m.lus\n+++ b/m.lus\n@@ -5,3 +5,3 @@ let\n let\n-  x = a;\n+  x = a or b;\n   y = a and b;\n";
    std::fs::write(place.0.path().join("c.diff"), diff).unwrap();
    let part = place.cover(&["--in-diff", "c.diff"]);
    let mutants = part["mutants"].as_array().unwrap();
    assert!(!mutants.is_empty());
    assert!(mutants.iter().all(|m| m["line"] == 6), "{mutants:?}");
    assert_eq!(part["limits"][0]["kind"], "in-diff");
    let whole = verdicts(&place.cover(&[]));
    let left_out = part["limits"][0]["left_out"].as_u64().unwrap() as usize;
    assert_eq!(left_out + mutants.len(), whole.len());
    assert!(verdicts(&part).iter().all(|m| whole.contains(m)));
}

#[test]
fn what_is_no_diff_is_bad_input() {
    let place = Place::new();
    std::fs::write(place.0.path().join("c.diff"), "nothing\n").unwrap();
    for (file, words) in [("c.diff", "no unified diff"), ("none", "there is no file")] {
        let said = place.run(&["--in-diff", file]).expect(2).stderr;
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_diff_that_touches_nothing_here_passes_the_gate_with_a_note() {
    let place = Place::new();
    let hunk = "@@ -1,3 +1,3 @@\n node\n-x\n+y\n z\n";
    let comment = "--- a/m.lus\n+++ b/m.lus\n@@ -2 +2 @@\n-vars\n+var\n";
    let renamed =
        "diff --git a/k.lus b/m.lus\nsimilarity index 100%\nrename from k.lus\nrename to m.lus\n";
    let elsewhere = format!("--- a/other.lus\n+++ b/other.lus\n{hunk}");
    let cases = [
        ("", "`c.diff` is empty"),
        ("\n", "`c.diff` is empty"),
        (comment, "no mutant is on the changed lines"),
        (renamed, "no mutant is on the changed lines"),
        (&elsewhere, "warning[A0117]: `c.diff` does not name `m.lus`"),
    ];
    for (diff, words) in cases {
        std::fs::write(place.0.path().join("c.diff"), diff).unwrap();
        let run = place
            .run(&["--in-diff", "c.diff", "--min-score", "90"])
            .expect(0);
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert!(run.stdout.contains("gate passed"), "{}", run.stdout);
        let document = place.cover(&["--in-diff", "c.diff", "--min-score", "90"]);
        assert_eq!(document["gates"][0]["passed"], true);
        assert_eq!(document["gates"][0]["got"], Value::Null);
        assert_eq!(document["complete"], true);
    }
    // Without a score there is still nothing to pass where the whole model is asked about.
    let empty =
        "node main(a: bool) returns (ok: bool);\nlet\n  ok = true;\n  --%PROPERTY ok;\ntel;\n";
    std::fs::write(place.0.path().join("m.lus"), empty).unwrap();
    place.run(&["--min-score", "90"]).expect(1);
}

#[test]
fn a_diff_names_the_model_from_the_root_of_the_repository_or_from_here() {
    let place = Place::new();
    let root = place.0.path();
    std::fs::create_dir_all(root.join(".git")).unwrap();
    for folder in ["models", "old"] {
        std::fs::create_dir_all(root.join(folder)).unwrap();
        std::fs::write(root.join(folder).join("m.lus"), MODEL).unwrap();
    }
    let hunk = "@@ -5,3 +5,3 @@ let\n let\n-  x = a;\n+  x = a or b;\n   y = a and b;\n";
    let absolute = root.join("models/m.lus");
    let mutants = |named: &str, model: &str| {
        std::fs::write(root.join("c.diff"), format!("--- a/k\n+++ {named}\n{hunk}")).unwrap();
        let mut command = assay(&["cover", model, "--no-explain", "--format", "json"]);
        command.current_dir(root.join("models"));
        command.args(["--in-diff", "../c.diff"]);
        let run = Run::new(command.output().expect("the program starts")).expect(0);
        (run.json()["mutants"].as_array().unwrap().len(), run.stderr)
    };
    let ours = [
        "b/models/m.lus",
        "models/m.lus",
        "b/m.lus",
        "m.lus\t2026-01-01",
        absolute.to_str().unwrap(),
    ];
    for model in ["m.lus", absolute.to_str().unwrap()] {
        for named in ours {
            let (count, said) = mutants(named, model);
            assert!(count > 0, "{named} {model}: {said}");
        }
        for named in ["b/old/m.lus", "/dev/null"] {
            let (count, said) = mutants(named, model);
            assert_eq!(count, 0, "{named}");
            assert!(said.contains("does not name"), "{said}");
        }
    }
}

#[test]
fn the_core_leaves_out_what_the_proof_does_not_need() {
    let place = Place::new();
    let whole = place.cover(&[]);
    let part = place.cover(&["--core"]);
    let core: Vec<&str> = whole["core"]["minimal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_str().unwrap())
        .collect();
    let mutants = part["mutants"].as_array().unwrap();
    assert!(!mutants.is_empty());
    for m in mutants {
        assert!(core.contains(&m["element"].as_str().unwrap()), "{m}");
    }
    assert_eq!(part["limits"][0]["kind"], "core");
    let all = verdicts(&whole);
    assert!(verdicts(&part).iter().all(|m| all.contains(m)));
}

#[test]
fn the_elements_that_the_core_leaves_out_are_named_with_their_lines() {
    let text = "node m(x: bool) returns (y, z, w, p: bool);\nlet\n  y = false -> pre y or x;\n  z = x and y;\n  w = z or x;\n  \
         p = true -> (pre y => y);\n  --%PROPERTY p;\ntel;\n";
    let place = Place::new();
    std::fs::write(place.0.path().join("m.lus"), text).unwrap();
    let part = place.cover(&["--core"]);
    let limit = &part["limits"][0];
    let left_out = limit["elements"].as_array().unwrap();
    let named = left_out.iter().map(|e| (&e["name"], &e["line"]));
    let named: Vec<String> = named.map(|(name, line)| format!("{name}{line}")).collect();
    assert_eq!(named, ["\"z\"4", "\"w\"5"]);
    let of = |e: &Value| e["mutants"].as_u64().unwrap();
    assert_eq!(
        left_out.iter().map(of).sum::<u64>(),
        limit["left_out"].as_u64().unwrap()
    );
    let text = place.run(&["--core"]).expect(0).stdout;
    assert!(text.contains("left out: z (line 4), w (line 5)"), "{text}");
    let sarif = place.run(&["--core", "--format", "sarif"]).expect(0).stdout;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let notes = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let lines = notes.as_array().unwrap().iter();
    let lines = lines.map(|n| &n["locations"][0]["physicalLocation"]["region"]["startLine"]);
    assert_eq!(lines.collect::<Vec<_>>(), [4, 5], "{notes}");
    assert!(
        notes[0]["message"]["text"]
            .as_str()
            .unwrap()
            .starts_with("z is left out")
    );
}

#[test]
fn enough_accuracy_ends_the_run_and_leaves_a_gate_open() {
    let place = Place::new();
    let args = ["--format", "json", "--accuracy", "1", "--min-score", "50"];
    // Exit code 3: what is undecided may reach the score or miss it.
    let document = place.run(&args).expect(3).json();
    assert_eq!(document["complete"], false);
    assert_eq!(document["gates"][0]["open"], true);
    assert_eq!(document["gates"][0]["passed"], false);
    let range = &document["summary"]["score_range"];
    assert!(range[0].as_f64() <= range[1].as_f64());
}

#[test]
fn a_settled_gate_ends_the_run() {
    // Counters that no proof finds inductive at once leave mutants for the late stages; by then the score is certain.
    let text = "node m(a, b: bool) returns (c, d: int; p, q: bool);\nlet\n  c = 0 -> if a then pre c + 1 else if pre c > 4 then 0 else pre c;\n  \
         d = 0 -> if b and pre d < 9 then pre d + 1 else pre d;\n  p = c >= 0 and d <= 9;\n  q = d >= 0 and (d <= 9 or a);\n  \
         --%PROPERTY p;\n  --%PROPERTY q;\ntel;\n";
    let place = Place::new();
    std::fs::write(place.0.path().join("m.lus"), text).unwrap();
    let whole = place.cover(&["--no-explain"]);
    let score = whole["summary"]["score"].as_f64().unwrap();
    assert!(10.0 < score && score < 90.0, "{score}");
    let settled = |wanted: &str, code: i32| {
        let args = ["--format", "json", "--no-explain", "--accuracy", "100"];
        let run = place.run(&[&args[..], &["--min-score", wanted]].concat());
        let document = run.expect(code).json();
        validate(&document);
        document
    };
    for (wanted, code) in [("5", 0), ("99", 1)] {
        let document = settled(wanted, code);
        let gate = &document["gates"][0];
        assert_eq!(document["complete"], false, "{gate}");
        assert_eq!(gate["settled"], true, "{gate}");
        assert_eq!(gate["passed"], code == 0, "{gate}");
        let range = &document["summary"]["score_range"];
        assert!(range[0].as_f64() <= Some(score) && Some(score) <= range[1].as_f64());
        assert_eq!(
            document["limits"][0]["text"],
            "stopped once the gate was settled"
        );
    }
    // What is not certain before all is decided is decided.
    let near = format!("{:.2}", score - 0.01);
    let document = settled(&near, 0);
    assert_eq!(document["gates"][0]["passed"], true);
}

#[test]
fn generated_invariants_are_a_column() {
    let place = Place::new();
    let document = place.cover(&["--against", "invariants"]);
    assert!(document["invariants"]["found"].as_u64().unwrap() > 0);
    let elements = document["elements"].as_array().unwrap();
    let constrained = |name: &str| {
        let element = elements.iter().find(|e| e["name"] == name).unwrap();
        element["invariants"].clone()
    };
    // y => x relates both, and nothing bounds what is not there.
    assert_eq!(constrained("x"), true, "{elements:?}");
    assert_eq!(constrained("y"), true, "{elements:?}");
}

#[test]
fn a_run_that_the_clock_ends_says_so() {
    // Whether a number ever comes back to itself is for others to find out.
    let text = "node m(start: int) returns (x, first: int; easy, hard: bool);\nlet\n  assert start > 4;\n  first = start -> pre first;\n  \
         x = start -> if pre x mod 2 = 0 then pre x div 2 else 3 * pre x + 1;\n  easy = first > 4;\n  hard = true -> x <> first;\n  \
         --%PROPERTY easy;\n  --%PROPERTY hard;\ntel;\n";
    let place = Place::new();
    std::fs::write(place.0.path().join("m.lus"), text).unwrap();
    let args = ["--format", "json", "--timeout", "2"];
    let document = place.run(&args).expect(3).json();
    validate(&document);
    assert_eq!(document["complete"], false);
    assert_eq!(document["cut"], "timeout");
}
