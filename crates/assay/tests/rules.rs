//! The rules that keep verdicts about mutants true, one test each, on models small enough to see why.

mod common;

use common::{Run, assay, validate};
use serde_json::Value;

/// Runs `assay cover` on a model.
fn run(text: &str, args: &[&str]) -> Run {
    let place = tempfile::tempdir().expect("a directory");
    std::fs::write(place.path().join("m.lus"), text).expect("a file");
    let mut command = assay(&["cover", "m.lus", "--format", "json"]);
    command.current_dir(place.path()).args(args);
    Run::new(command.output().expect("the program starts"))
}

fn cover(text: &str, args: &[&str]) -> Value {
    let document = run(text, args).expect(0).json();
    validate(&document);
    document
}

fn mutants(document: &Value) -> &Vec<Value> {
    document["mutants"].as_array().expect("a list")
}

fn mutant<'a>(document: &'a Value, id: &str) -> &'a Value {
    let found = mutants(document).iter().find(|m| m["id"] == id);
    found.unwrap_or_else(|| {
        let ids: Vec<&Value> = mutants(document).iter().map(|m| &m["id"]).collect();
        panic!("no mutant {id} among {ids:?}")
    })
}

#[test]
fn equivalent_is_proved_and_a_masked_difference_stays_in_the_score() {
    // `a or b` and `a xor b` are the same where not both hold, which the assertion says. What `hidden` is
    // reaches no output.
    let document = cover(
        "node m(a, b: bool) returns (x: bool);\n\
         var ok, hidden: bool;\n\
         let\n  assert not (a and b);\n  x = a or b;\n  hidden = a and x;\n  ok = (a => x) and (b => x) and (x => a or b);\n  \
         --%PROPERTY ok;\ntel;\n",
        &[],
    );
    let same = mutant(&document, "5:9:or2xor");
    assert_eq!(same["verdict"], "equivalent");
    assert_eq!(same["checked"]["ok"], true);
    let unseen = mutant(&document, "6:3:equal_true");
    assert_eq!(unseen["verdict"], "survived");
    assert_eq!(unseen["tags"], serde_json::json!(["masked"]));
    let counts = &document["summary"];
    let number = |key: &str| counts[key].as_f64().expect("a number");
    let scored = number("killed") + number("survived") + number("unknown");
    assert!((number("score") - 100.0 * number("killed") / scored).abs() < 0.01);
    assert!(number("equivalent") >= 1.0);
}

#[test]
fn a_difference_that_may_still_reach_an_output_is_not_called_masked() {
    // `y` is true after 500 steps at the earliest: no search goes so far.
    let text = "node m(a: bool) returns (y: bool; p: bool);\nvar n: int;\nlet\n  \
         n = 0 -> if a then pre n + 1 else pre n;\n  y = n > 500;\n  p = n >= 0;\n  --%PROPERTY p;\ntel;\n";
    let document = cover(text, &[]);
    let swapped = mutant(&document, "4:12:ifelsethen");
    assert_eq!(swapped["verdict"], "survived", "{swapped}");
    assert_eq!(swapped["difference"]["observable"], "n");
    assert_eq!(swapped.get("tags"), None, "{swapped}");
    let within = swapped["masked_within"].as_u64().expect("a bound");
    assert!(within >= 7, "{swapped}");
    let place = tempfile::tempdir().expect("a directory");
    std::fs::write(place.path().join("m.lus"), text).expect("a file");
    let mut command = assay(&["cover", "m.lus", "--report", "sarif=out.sarif"]);
    let said = Run::new(
        command
            .current_dir(place.path())
            .output()
            .expect("the program starts"),
    );
    let said = said.expect(0).stdout;
    assert!(said.contains("no difference at an output within"), "{said}");
    assert!(!said.contains("no output shows"), "{said}");
    let sarif = std::fs::read_to_string(place.path().join("out.sarif")).expect("a report");
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let of = |id: &str| results.iter().find(|r| r["properties"]["id"] == id);
    let leads = swapped["subsumed_by"].is_null();
    let level = &of("4:12:ifelsethen").expect("a result")["level"];
    assert_eq!(*level, if leads { "warning" } else { "note" });
    assert!(
        results
            .iter()
            .any(|r| r["level"] == "warning" && r["message"].to_string().contains("within")),
        "{results:?}"
    );
}

#[test]
fn a_difference_beyond_the_first_search_is_found_at_the_output() {
    // What `d1` is shows at `y` eight steps later.
    let mut text = String::from("node m(a: bool) returns (y: bool; p: bool);\nvar ");
    text.push_str("d1, d2, d3, d4, d5, d6, d7, d8, d9: bool;\nlet\n  d1 = false -> pre a;\n");
    for n in 2..=9 {
        text.push_str(&format!("  d{n} = false -> pre d{};\n", n - 1));
    }
    text.push_str("  y = d9;\n  p = d1 => (true -> pre a);\n  --%PROPERTY p;\ntel;\n");
    let document = cover(&text, &["--mutators", "equal_false"]);
    let late = mutant(&document, "4:3:equal_false");
    assert_eq!(late["difference"]["observable"], "y", "{late}");
    assert_eq!(late["difference"]["step"], 9);
    assert_eq!(late.get("masked_within"), None);
}

#[test]
fn a_mask_that_needs_a_proof_has_a_checked_certificate() {
    // `never` stays false, so that `h` never shows at `y`; but `y` reads it.
    let document = cover(
        "node m(a, b: bool) returns (y: bool; p: bool);\nvar never, h: bool;\nlet\n  never = false -> pre never and a;\n  \
         h = false -> (pre a) and b;\n  y = never and h;\n  p = h => b;\n  --%PROPERTY p;\ntel;\n",
        &["--mutators", "equal_false"],
    );
    let h = mutant(&document, "5:3:equal_false");
    assert_eq!(h["verdict"], "survived", "{h}");
    assert_eq!(h["difference"]["observable"], "h");
    assert_eq!(h["tags"], serde_json::json!(["masked"]), "{h}");
    let id = &h["difference"]["certificate"];
    let certificates = document["certificates"].as_array().expect("a list");
    assert!(certificates.iter().any(|c| c["id"] == *id), "{h}");
    assert_eq!(h["checked"]["ok"], true);
}

#[test]
fn a_changed_assertion_that_excludes_the_same_is_proved_equivalent() {
    // `a or b` and `a xor b` exclude the same where not both hold, and c never leaves 0 to 3, so that 3 is as good a bound as 4.
    let document = cover(
        "node m(a, b: bool) returns (x: bool; c: int; ok: bool);\nlet\n  assert not (a and b);\n  assert a or b;\n  \
         c = 0 -> if pre c < 3 then pre c + 1 else 0;\n  assert c < 4 or a;\n  x = a or b;\n  ok = x and c <= 3;\n  \
         --%PROPERTY ok;\ntel;\n",
        &["--mutators", "or2xor,or2left,const_dec,l2le"],
    );
    for id in ["4:12:or2xor", "6:12:l2le"] {
        let same = mutant(&document, id);
        assert_eq!(same["verdict"], "equivalent", "{same}");
        assert_eq!(same["checked"]["ok"], true, "{same}");
        assert!(same["certificate"].is_string(), "{same}");
    }
    let other = mutant(&document, "6:14:const_dec");
    assert_eq!(other["verdict"], "survived", "c is 3 at times: {other}");
    let stronger = mutant(&document, "4:12:or2left");
    assert_eq!(stronger["verdict"], "survived");
    assert_eq!(stronger["tags"], serde_json::json!(["restricted"]));
}

#[test]
fn what_an_assertion_hides_from_the_original_is_still_a_difference() {
    // Where the original's assertion holds both definitions of w agree. The mutant's assertion holds where n is 0 too.
    let document = cover(
        "node m(n: int) returns (w: bool; ok: bool);\nvar c: int;\nlet\n  c = 0 -> pre c + 1;\n  w = n > 0 or c < 100;\n  \
         assert w and c >= 0;\n  ok = c >= 0;\n  --%PROPERTY ok;\ntel;\n",
        &["--mutators", "g2ge,l2le"],
    );
    for m in mutants(&document) {
        assert_eq!(m["verdict"], "survived", "{m}");
    }
}

#[test]
fn what_is_no_model_is_invalid_and_never_solved() {
    let document = cover(
        "type small = subrange [0, 3] of int;\n\
         node m(a: small; n: int) returns (x: small; y: int; ok: bool);\n\
         let\n  x = if n > 0 then 3 else a;\n  y = n div 1;\n  ok = x >= 0 and x <= 3 and (0 -> pre y) = (0 -> pre y);\n  \
         --%PROPERTY ok;\ntel;\n",
        &["--mutators", "all"],
    );
    let invalid: Vec<&Value> = mutants(&document)
        .iter()
        .filter(|m| m["verdict"] == "invalid")
        .collect();
    assert!(!invalid.is_empty());
    for m in &invalid {
        assert!(m["reason"].is_string(), "{m}");
        assert!(m.get("stage").is_none(), "{m}");
    }
    // 4 is out of x's range, and 0 divides nothing.
    for id in ["4:21:const_inc", "5:13:const_dec"] {
        assert_eq!(mutant(&document, id)["verdict"], "invalid", "{id}");
    }
    assert_eq!(
        document["summary"]["invalid"].as_u64(),
        Some(invalid.len() as u64)
    );
}

#[test]
fn a_mutant_whose_assumptions_die_is_vacuous_at_whatever_step() {
    // With `>` for `<` no execution has more than five steps: the counter cannot pass 4.
    let document = cover(
        "node m(a: bool) returns (ok: bool);\nvar c: int;\nlet\n  c = 0 -> pre c + 1;\n  assert c < 1000000 or a;\n  \
         assert c <= 4 or c >= 0;\n  ok = c >= 0;\n  --%PROPERTY ok;\ntel;\n",
        &[],
    );
    let dies = mutant(&document, "6:22:ge2le");
    assert_eq!(dies["verdict"], "vacuous", "{dies}");
    let reason = dies["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("no execution has more than 5 steps"),
        "{reason}"
    );
    assert_eq!(dies["checked"]["ok"], true, "{dies}");
    assert!(dies["certificate"].is_string(), "{dies}");
    let lives = mutant(&document, "6:12:le2l");
    assert_ne!(lives["verdict"], "vacuous");
    assert!(
        mutants(&document)
            .iter()
            .all(|m| m["verdict"] != "vacuous" || m["killed_by"] == serde_json::json!([]))
    );
}

#[test]
fn a_mutant_that_blocks_executions_says_so() {
    let document = cover(
        "node m(a, b: bool) returns (x: bool; ok: bool);\nlet\n  assert a or b;\n  x = a or b;\n  ok = x or a;\n  \
         --%PROPERTY ok;\ntel;\n",
        &[],
    );
    let stronger = mutant(&document, "3:12:or2left");
    assert_eq!(stronger["verdict"], "survived");
    let tags = stronger["tags"].as_array().expect("tags");
    assert!(tags.contains(&"restricted".into()), "{stronger}");
    assert_eq!(stronger["target"], "assertion");
}

#[test]
fn a_kill_counts_only_while_the_mutants_own_assumptions_hold() {
    // The change makes the assertion fail at the step at which the property would.
    let document = cover(
        "node m(a: bool) returns (x: bool; ok: bool);\nlet\n  x = a or true;\n  assert x;\n  ok = x;\n  \
         --%PROPERTY ok;\ntel;\n",
        &["--mutators", "const,equal_false,or2left"],
    );
    for m in mutants(&document) {
        assert_ne!(m["verdict"], "killed", "{m}");
    }
}

#[test]
fn a_clock_that_is_literally_true_does_not_reach_other_mutants() {
    // One mutant stops the call; the assertions of the others hold at every step all the same.
    let document = cover(
        "node c(o: int) returns (ok: bool);\nlet\n  ok = o > 10;\ntel;\n\
         node m(x, y, z: int) returns (p: bool);\nlet\n  assert condact(true, c(z), true);\n  assert x = 5;\n  assert y = 5;\n  p = z > x + y;\n  \
         --%PROPERTY p;\ntel;\n",
        &["--mutators", "const,const_inc,clock_false"],
    );
    for id in ["8:14:const", "9:14:const"] {
        assert_eq!(mutant(&document, id)["verdict"], "survived", "{id}");
    }
    for id in ["8:14:const_inc", "7:10:clock_false"] {
        let m = mutant(&document, id);
        assert_eq!(m["verdict"], "killed", "{m}");
    }
}

#[test]
fn survivors_of_the_core_share_one_checked_certificate() {
    let document = cover(
        "node m(a, b, c: bool) returns (x, y, z: bool; ok: bool);\nlet\n  x = a or b;\n  y = x and c;\n  z = x or y or c;\n  \
         ok = (a => x) and ((y or not y) => (z or not z));\n  --%PROPERTY ok;\ntel;\n",
        &[],
    );
    let by_core: Vec<&Value> = mutants(&document)
        .iter()
        .filter(|m| m["stage"] == "core")
        .collect();
    assert!(by_core.iter().all(|m| m["verdict"] != "killed"));
    let certificates: std::collections::BTreeSet<String> = by_core
        .iter()
        .filter(|m| m["verdict"] == "survived")
        .map(|m| m["certificate"].to_string())
        .collect();
    assert!(certificates.len() <= 1, "{certificates:?}");
    assert!(by_core.iter().all(|m| m["checked"]["ok"] == true));
}

#[test]
fn a_change_of_the_first_step_alone_is_noticed() {
    // The invariant is inductive for every mutant of the first value: only the start tells.
    let document = cover(
        "node m(a: bool) returns (c: int; ok: bool);\nlet\n  c = 0 -> if a then pre c else 0;\n  ok = c = 0;\n  \
         --%PROPERTY ok;\ntel;\n",
        &[],
    );
    for id in ["3:3:init_5", "3:3:init_-1", "3:7:const"] {
        let m = mutant(&document, id);
        assert_eq!(m["verdict"], "killed", "{m}");
        assert_eq!(m["trace"]["length"], 1);
    }
}

#[test]
fn the_specification_is_not_mutated_and_keeps_its_copy_where_the_model_reads_it() {
    let document = cover(
        "node m(a, b: bool) returns (x: bool; p, q: bool);\nlet\n  x = a and q;\n  p = (x => a) or b;\n  q = a or not a;\n  \
         --%PROPERTY p;\n  --%PROPERTY q;\ntel;\n",
        &[],
    );
    let lines: Vec<u64> = mutants(&document)
        .iter()
        .map(|m| m["line"].as_u64().expect("a line"))
        .collect();
    assert!(!lines.contains(&4), "nothing but the specification reads p");
    assert!(lines.contains(&5), "the model reads q");
    // As the specification means it, q still holds when the model's q is false.
    let m = mutant(&document, "5:3:equal_false");
    let killers = m["killed_by"].as_array().expect("a list");
    assert!(!killers.contains(&"q".into()), "{m}");
}

#[test]
fn fingerprints_survive_unrelated_edits_and_ids_are_places() {
    let before = "node m(a, b: bool) returns (x: bool; ok: bool);\nlet\n  x = a or b;\n  ok = a => x;\n  --%PROPERTY ok;\ntel;\n";
    let after = format!(
        "-- a comment\n\n{}",
        before.replace("  x = a or b;", "  x   =   a or b;")
    );
    let (before, after) = (cover(before, &[]), cover(&after, &[]));
    let prints = |document: &Value| -> Vec<String> {
        let all = mutants(document).iter();
        let mut prints: Vec<String> = all.map(|m| m["fingerprint"].to_string()).collect();
        prints.sort();
        prints
    };
    assert_eq!(prints(&before), prints(&after));
    assert_eq!(
        mutant(&before, "3:9:or2left")["fingerprint"],
        mutant(&after, "5:13:or2left")["fingerprint"]
    );
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let text = "node m(a, b: bool; n: int) returns (x, y: bool; c: int; p, q: bool);\nlet\n  x = a or b;\n  y = x and not a;\n  \
         c = 0 -> if y then pre c + 1 else if n > 3 then 0 else pre c;\n  p = c >= 0;\n  q = (b and not a) => y;\n  \
         --%PROPERTY p;\n  --%PROPERTY q;\ntel;\n";
    let facts = |jobs: &str| -> Vec<Value> {
        let document = cover(text, &["--jobs", jobs, "--mutators", "all"]);
        let keep = |m: &Value| {
            serde_json::json!([
                m["id"],
                m["verdict"],
                m["killed_by"],
                m["stage"],
                m["notices"],
                m["tags"]
            ])
        };
        mutants(&document).iter().map(keep).collect()
    };
    let one = facts("1");
    assert_eq!(one, facts("2"));
    assert_eq!(one, facts("8"));
}

#[test]
fn what_is_not_proved_on_the_original_is_listed_and_left_out() {
    let text = "node m(a: bool) returns (p, q: bool);\nlet\n  p = a or not a;\n  q = a;\n  --%PROPERTY p;\n  --%PROPERTY q;\ntel;\n";
    let document = run(text, &[]).expect(1).json();
    let verdicts: Vec<&Value> = document["baseline"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| &p["verdict"])
        .collect();
    assert_eq!(verdicts, ["proved", "violated"]);
    for m in mutants(&document) {
        assert!(
            !m["killed_by"]
                .as_array()
                .expect("a list")
                .contains(&"q".into())
        );
    }
    run(&text.replace("a or not a", "not a"), &[]).expect(4);
}

#[test]
fn the_classes_add_up_and_a_score_of_nothing_is_null() {
    let text = "node m(a: bool) returns (x, ok: bool);\nlet\n  x = a;\n  ok = a or not a;\n  --%PROPERTY ok;\ntel;\n";
    let document = cover(text, &["--mutators", "plus2minus"]);
    assert_eq!(document["summary"]["score"], Value::Null);
    assert!(mutants(&document).is_empty());
    let document = cover(text, &["--mutators", "all"]);
    let summary = &document["summary"];
    let classes = [
        "killed",
        "survived",
        "equivalent",
        "vacuous",
        "invalid",
        "unknown",
    ];
    let sum: u64 = classes
        .iter()
        .map(|c| summary[c].as_u64().expect("a count"))
        .sum();
    assert_eq!(Some(sum), summary["mutants"].as_u64());
}

#[test]
fn solver_instances_do_not_grow_with_mutants() {
    let model = |lines: usize| {
        let names: Vec<String> = (0..lines).map(|i| format!("x{i}")).collect();
        let equations: String = (0..lines)
            .map(|i| format!("  x{i} = (a or b) and (n > {i} or c);\n"))
            .collect();
        format!(
            "node m(a, b, c: bool; n: int) returns (ok: bool);\nvar {}: bool;\nlet\n{equations}  ok = ({}) => (a or b);\n  --%PROPERTY ok;\ntel;\n",
            names.join(", "),
            names.join(" or ")
        )
    };
    let shared = |lines: usize| {
        let document = cover(&model(lines), &["--no-explain", "--no-certify"]);
        let count = mutants(&document).len();
        let instances = &document["solver_instances"];
        assert_eq!(
            instances["own"], 0,
            "no mutant of these needs a solver alone"
        );
        (instances["shared"].as_u64().expect("a count"), count)
    };
    // Small models have fewer; from some size on it is the same number.
    let ((few, small), (many, large)) = (shared(60), shared(180));
    assert!(large > 2 * small);
    assert!(
        many <= few + 2 && few <= 40,
        "{few} for {small}, {many} for {large}"
    );
}

#[test]
fn an_argument_of_one_call_may_be_out_of_sight_while_another_is_not() {
    // Only the second call is outside the cone, and what is removed to show it must not touch the first.
    let document = cover(
        "node inc(n: int) returns (r: int);\nlet\n  r = n + 1;\ntel;\n\
         node m(a: int) returns (x, y: int; ok: bool);\nlet\n  x = inc(a);\n  y = inc(a + 2);\n  ok = x > a;\n  \
         --%PROPERTY ok;\ntel;\n",
        &[],
    );
    let m = mutant(&document, "8:13:plus2minus");
    assert_eq!(m["verdict"], "survived");
    assert_eq!(m["stage"], "cone");
    assert_eq!(m["checked"]["ok"], true);
}
