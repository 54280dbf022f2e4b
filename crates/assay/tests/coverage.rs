//! `assay cover` and what reads its results: formats, stored results, gates, waivers, single mutants.

mod common;

use std::path::Path;

use common::{Run, file, run, validate};
use serde_json::Value;

/// A latch whose property says nothing about how it is set.
const LATCH: &str = "node m(x: bool) returns (y, p: bool);
let
  y = false -> pre y or x;
  p = true -> (pre y => y);
  --%PROPERTY p;
tel;
";

/// The same with a property that says more, and an output that no property looks at.
const STRICT: &str = "node m(x: bool) returns (y, z, p, q: bool);
let
  y = false -> pre y or x;
  z = x and y;
  p = true -> (pre y => y);
  q = not y -> (y => x or pre y) and (x => y);
  --%PROPERTY p;
  --%PROPERTY q;
tel;
";

fn latch() -> (tempfile::TempDir, String) {
    file("latch.lus", LATCH.as_bytes())
}

/// A path beside another one.
fn beside(path: &str, name: &str) -> String {
    let path = Path::new(path).with_file_name(name);
    path.to_str()
        .expect("temporary paths are UTF-8")
        .to_string()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("the file was written")
}

fn survivors(document: &Value) -> Vec<&Value> {
    let mutants = document["mutants"].as_array().expect("a list");
    mutants
        .iter()
        .filter(|m| m["verdict"] == "survived")
        .collect()
}

fn refused(run: Run, expected: &str) {
    let run = run.expect(2);
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn the_document_is_whole() {
    let (_directory, path) = latch();
    let document = run(&["cover", &path, "--format", "json"]).expect(0).json();
    validate(&document);
    let summary = &document["summary"];
    let count = |class: &str| summary[class].as_u64().expect("a count");
    let classes = [
        "killed",
        "survived",
        "equivalent",
        "vacuous",
        "invalid",
        "unknown",
    ];
    assert_eq!(
        classes.into_iter().map(count).sum::<u64>(),
        count("mutants")
    );
    let mutants = document["mutants"].as_array().expect("a list");
    assert_eq!(mutants.len() as u64, count("mutants"));
    assert!(count("killed") > 0 && count("survived") > 0, "{summary}");
    assert_eq!(document["source"][0]["text"], LATCH);
    let lines: Vec<&str> = LATCH.lines().collect();
    for m in mutants {
        assert_eq!(m["start_line"], m["end_line"], "each change is on one line");
        let at = |key: &str| m[key].as_u64().expect("a number") as usize;
        let text = &lines[at("start_line") - 1][at("start_column") - 1..at("end_column") - 1];
        assert_eq!(m["original"], text, "{m:#}");
        assert_eq!(
            m["notices"].as_array().map(Vec::len),
            Some(1),
            "one property"
        );
    }
    let ranks: Vec<u64> = survivors(&document)
        .iter()
        .map(|m| m["rank"].as_u64().expect("survivors are ranked"))
        .collect();
    assert_eq!(ranks.iter().max(), Some(&count("survived")));
}

#[test]
fn one_run_writes_every_format_and_a_stored_result_gives_the_same() {
    let (_directory, path) = latch();
    let json = beside(&path, "r.json");
    let formats = [
        ("html", "r.html"),
        ("stryker", "stryker.json"),
        ("sarif", "r.sarif"),
        ("junit", "r.xml"),
        ("md", "r.md"),
        ("text", "r.txt"),
    ];
    let wanted = formats.map(|(f, name)| format!("{f}={}", beside(&path, name)));
    let mut args = vec!["cover", &path, "--format", "json", "--output", &json];
    args.extend(wanted.iter().flat_map(|w| ["--report", w]));
    let silent = run(&args).expect(0);
    assert_eq!(silent.stdout, "");
    validate(&serde_json::from_str(&read(&json)).expect("the file is JSON"));
    for (format, name) in formats {
        let again = run(&["report", &json, "--format", format]).expect(0).stdout;
        assert_eq!(read(&beside(&path, name)), again, "{format}");
    }
    assert_eq!(
        run(&["report", &json, "--format", "json"]).expect(0).stdout,
        read(&json)
    );
}

#[test]
fn the_text_names_what_to_read_and_how_to_see_more() {
    let (_directory, path) = latch();
    let text = run(&["cover", &path]).expect(0).stdout;
    assert!(text.contains(" surviving mutants in "), "{text}");
    assert!(text.contains("y = false -> pre y or x;"), "{text}");
    let next = text
        .lines()
        .last()
        .and_then(|l| l.strip_prefix("next: assay "));
    let args: Vec<&str> = next.expect("a command to go on with").split(' ').collect();
    let explained = run(&args).expect(0).stdout;
    assert!(explained.contains("original|mutant"), "{explained}");
}

#[test]
fn results_that_are_none_are_refused() {
    let refused_text = |text: &str, expected: &str| {
        let (_directory, path) = file("result.json", text.as_bytes());
        refused(run(&["report", &path]), expected);
    };
    refused(run(&["report", "no/such.json"]), "error[A0001]");
    refused_text("{", "is no JSON: EOF");
    refused_text("{\"assay\": \"0.1.0\"", "(line 1, column 17)");
    refused_text("[]", "no result of assay");
    let check = run(&["check", "examples/gray.lus", "--format", "json"]).expect(0);
    refused_text(&check.stdout, "the result of `assay check`");
    let (_directory, path) = latch();
    let mut cover = run(&["cover", &path, "--format", "json"])
        .expect(0)
        .written();
    cover["mutants"][0]
        .as_object_mut()
        .expect("an object")
        .remove("verdict");
    refused_text(&cover.to_string(), "missing field `verdict`");
}

#[test]
fn bad_places_and_formats_are_refused_before_the_run() {
    let (_directory, path) = latch();
    refused(
        run(&["cover", &path, "--report", "md=no/such/dir/x.md"]),
        "error[A0006]",
    );
    refused(
        run(&["cover", &path, "--output", "examples"]),
        "it is a directory",
    );
    refused(
        run(&["cover", &path, "--report", "pdf=x.pdf"]),
        "the formats are text, json",
    );
    refused(
        run(&["cover", &path, "--report", "md"]),
        "a format and a file",
    );
    refused(
        run(&["check", &path, "--format", "md"]),
        "possible values: text, json",
    );
    refused(run(&["cover", &path, "--min-score", "101"]), "0 to 100");
    refused(run(&["cover", &path, "--baseline", "x.json"]), "--fail-on");
}

#[test]
fn a_score_below_the_gate_is_a_finding() {
    let (_directory, path) = latch();
    let gate = |min: &str, code: i32| {
        let args = ["cover", &path, "--min-score", min, "--format", "json"];
        let document = run(&args).expect(code).json();
        validate(&document);
        document["gates"][0].clone()
    };
    assert_eq!(gate("1", 0)["passed"], true);
    let failed = gate("99.5", 1);
    assert_eq!(
        (&failed["gate"], &failed["passed"]),
        (&"min-score".into(), &false.into())
    );
    assert_eq!(failed["wanted"], 99.5);
}

#[test]
fn only_new_survivors_fail_the_gate() {
    let (_directory, path) = file("latch.lus", STRICT.as_bytes());
    let old = beside(&path, "old.json");
    run(&["cover", &path, "--format", "json", "--output", &old]).expect(0);
    let gated = [
        "cover",
        &path,
        "--fail-on",
        "new-survivors",
        "--baseline",
        &old,
        "--format",
        "json",
    ];
    let document = run(&gated).expect(0).json();
    assert_eq!(document["gates"][0]["passed"], true, "nothing has changed");
    // Lines move, and a property goes: what it alone noticed is new, at other places than before.
    let moved = STRICT
        .replace("  --%PROPERTY q;\n", "")
        .replace("let\n", "let\n\n\n");
    std::fs::write(&path, moved).expect("the file can be written");
    let document = run(&gated).expect(1).json();
    validate(&document);
    let before: Value = common::resolved(serde_json::from_str(&read(&old)).expect("JSON"));
    let known: Vec<&Value> = survivors(&before)
        .iter()
        .map(|m| &m["fingerprint"])
        .collect();
    let expected: Vec<&Value> = survivors(&document)
        .into_iter()
        .filter(|m| !known.contains(&&m["fingerprint"]))
        .map(|m| &m["id"])
        .collect();
    assert!(!expected.is_empty() && expected.len() < survivors(&document).len());
    let new: Vec<&Value> = document["gates"][0]["new"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    assert_eq!(new, expected);
}

fn waiver(m: &Value, reason: &str) -> String {
    format!(
        "[[waiver]]\nfingerprint = {}\nelement = {}\nreason = \"{reason}\"\n",
        m["fingerprint"], m["element_hash"]
    )
}

#[test]
fn waivers_accept_survivors_until_their_element_changes() {
    let (_directory, path) = latch();
    let json = ["cover", &path, "--format", "json"];
    let before = run(&json).expect(0).json();
    let first = survivors(&before)[0].clone();
    std::fs::write(beside(&path, "assay.toml"), waiver(&first, "it may be")).expect("written");
    let after = run(&json).expect(0);
    assert_eq!(after.stderr, "");
    let document = after.json();
    validate(&document);
    let id = first["id"].as_str().expect("an id");
    let mutants = document["mutants"].as_array().expect("a list");
    let waived = mutants.iter().find(|m| m["id"] == id).expect("it is there");
    assert_eq!(waived["waived"]["reason"], "it may be");
    assert_eq!(waived["rank"], Value::Null);
    assert_eq!(
        document["summary"], before["summary"],
        "it stays in the score"
    );
    let text = run(&["cover", &path]).expect(0).stdout;
    assert!(
        text.contains("waived survivors stay in the score"),
        "{text}"
    );

    // Blanks do not matter, words do.
    std::fs::write(&path, LATCH.replace("pre y or x", "pre y  or\n x")).expect("written");
    let still = run(&json).expect(0).json();
    assert_eq!(still["messages"], serde_json::json!([]));
    std::fs::write(&path, LATCH.replace("pre y or x", "(pre y or x)")).expect("written");
    let void = run(&json).expect(0);
    assert!(
        void.stderr.contains("is void: the text of y has changed"),
        "{}",
        void.stderr
    );
    let document = void.json();
    assert_eq!(document["messages"][0]["code"], "A0110");
    assert!(
        survivors(&document)
            .iter()
            .all(|m| m["waived"] == Value::Null)
    );
}

#[test]
fn waivers_of_a_group_or_an_element_hold_until_they_expire() {
    let (_directory, path) = latch();
    let json = ["cover", &path, "--format", "json"];
    let before = run(&json).expect(0).json();
    let survivor = survivors(&before)[0].clone();
    let of_element = |m: &Value| m["element"] == survivor["element"];
    let wanted = survivors(&before).iter().filter(|m| of_element(m)).count();
    assert!(wanted > 1, "one survivor says nothing of an element");
    let config = beside(&path, "assay.toml");
    let waived = |of: &str, more: &str| {
        let hash = &survivor["element_hash"];
        let text = format!("[[waiver]]\n{of}\nelement = {hash}\nreason = \"it may be\"\n{more}");
        std::fs::write(&config, text).expect("written");
        let after = run(&json).expect(0);
        let document = after.json();
        validate(&document);
        let mutants = document["mutants"].as_array().expect("a list");
        let waived = mutants.iter().filter(|m| m["waived"].is_object());
        (waived.count(), after.stderr)
    };
    let name = format!("name = {}", survivor["element"]);
    let author = "author = \"Ada\"\ndate = 2020-01-01\n";
    let held = waived(&name, &format!("{author}expires = 9999-12-31\n"));
    assert_eq!(held, (wanted, String::new()));
    let (group, said) = waived(&format!("group = {}", survivor["fingerprint"]), author);
    assert!(group >= 1 && group <= wanted && said.is_empty(), "{said}");
    let (none, said) = waived(&name, "expires = 2020-01-02\n");
    assert_eq!(none, 0);
    assert!(
        said.contains("has expired: it held until 2020-01-02"),
        "{said}"
    );
}

#[test]
fn waived_survivors_are_not_new() {
    let (_directory, path) = file("latch.lus", STRICT.as_bytes());
    let old = beside(&path, "old.json");
    run(&["cover", &path, "--format", "json", "--output", &old]).expect(0);
    std::fs::write(&path, LATCH).expect("the file can be written");
    let gated = [
        "cover",
        &path,
        "--fail-on",
        "new-survivors",
        "--baseline",
        &old,
        "--format",
        "json",
    ];
    let document = run(&gated).expect(1).json();
    let all: String = survivors(&document)
        .iter()
        .map(|m| waiver(m, "so be it"))
        .collect();
    let config = beside(&path, "accepted.toml");
    std::fs::write(&config, all).expect("written");
    let mut args = gated.to_vec();
    args.extend(["--config", &config]);
    let document = run(&args).expect(0).json();
    assert_eq!(document["gates"][0]["passed"], true);
}

#[test]
fn waivers_that_are_wrong_are_refused_with_their_place() {
    let (_directory, path) = latch();
    let config = beside(&path, "w.toml");
    let refused_config = |text: &str, expected: &[&str]| {
        std::fs::write(&config, text).expect("written");
        let run = run(&["cover", &path, "--config", &config]).expect(2);
        assert_eq!(run.stdout, "");
        for e in expected {
            assert!(run.stderr.contains(e), "expected `{e}` in\n{}", run.stderr);
        }
    };
    refused_config(
        "\n[[waiver]]\nfingerprint = \"a\"\nelement = \"b\"\n",
        &["error[A0013]", "missing field `reason`", "w.toml:2:1"],
    );
    refused_config(
        "[[waiver]]\nfingerprint = \"a\"\nelement = \"b\"\nreason = \" \"\n",
        &["a waiver needs a reason", "w.toml:4:10"],
    );
    refused_config(
        "[[waver]]\n",
        &[
            "error[A0013]",
            "no table `waver`",
            "mean `waiver`",
            "w.toml:1:",
        ],
    );
    refused_config("[[waiver]\n", &["error[A0013]", "w.toml:1:"]);
    refused(
        run(&["cover", &path, "--config", "no/such.toml"]),
        "error[A0001]",
    );
}

#[test]
fn waivers_that_do_nothing_are_named() {
    let (_directory, path) = latch();
    let document = run(&["cover", &path, "--format", "json"]).expect(0).json();
    let mutants = document["mutants"].as_array().expect("a list");
    let killed = mutants
        .iter()
        .find(|m| m["verdict"] == "killed")
        .expect("one is killed");
    let waived = |fingerprint: &str| {
        format!("[[waiver]]\nfingerprint = \"{fingerprint}\"\nelement = \"0\"\nreason = \"gone\"\n")
    };
    let killed = killed["fingerprint"].as_str().expect("a text");
    let text = waived(killed) + &waived("0");
    std::fs::write(beside(&path, "assay.toml"), text).expect("written");
    let run = run(&["cover", &path]).expect(0);
    assert!(
        run.stderr.contains("is not needed: the mutant is killed"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("the waiver of 0 matches no mutant"),
        "{}",
        run.stderr
    );
}

#[test]
fn some_properties_only() {
    let (_directory, path) = file("latch.lus", STRICT.as_bytes());
    let all = run(&["cover", &path, "--format", "json"]).expect(0).json();
    let some = run(&["cover", &path, "--property", "p", "--format", "json"])
        .expect(0)
        .json();
    validate(&some);
    assert_eq!(some["baseline"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        some["summary"]["mutants"], all["summary"]["mutants"],
        "q stays specification"
    );
    assert!(survivors(&some).len() > survivors(&all).len());
    refused(run(&["cover", &path, "--property", "r"]), "error[A0003]");
}

#[test]
fn one_mutant_is_explained() {
    let (_directory, path) = latch();
    let document = run(&["cover", &path, "--format", "json"]).expect(0).json();
    let mutants = document["mutants"].as_array().expect("a list");
    let vcd = beside(&path, "x.vcd");
    for m in mutants {
        let id = m["id"].as_str().expect("an id");
        let alone = run(&["explain", &path, id, "--format", "json"])
            .expect(0)
            .json();
        validate(&alone);
        assert_eq!(alone["mutants"].as_array().map(Vec::len), Some(1));
        let again = &alone["mutants"][0];
        for key in ["id", "verdict", "killed_by", "fingerprint", "replay"] {
            assert_eq!(again[key], m[key], "{id} {key}");
        }
    }
    let of = |verdict: &str| {
        let m = mutants.iter().find(|m| m["verdict"] == verdict);
        m.and_then(|m| m["id"].as_str()).expect("there is one")
    };
    let text = run(&["explain", &path, of("survived"), "--vcd", &vcd])
        .expect(0)
        .stdout;
    assert!(text.contains("and every property holds"), "{text}");
    assert!(text.contains("[[waiver]]"), "{text}");
    let waves = read(&vcd);
    for part in [
        "module original",
        "module mutant",
        "$var wire 1 ! diff",
        "1!",
    ] {
        assert!(waves.contains(part), "{part} in\n{waves}");
    }
    let text = run(&["explain", &path, of("killed"), "--vcd", &vcd])
        .expect(0)
        .stdout;
    assert!(text.contains("killed by p"), "{text}");
    assert!(text.contains("kills it"), "{text}");
    assert!(
        !read(&vcd).contains("diff"),
        "a killing execution stands alone"
    );
}

#[test]
fn unknown_mutants_are_refused_with_the_nearest() {
    let (_directory, path) = latch();
    refused(run(&["explain", &path, "3:22:or2nothing"]), "error[A0011]");
    let hint = run(&["explain", &path, "3:22:or2nothing"]).stderr;
    assert!(hint.contains("the nearest are 3:"), "{hint}");
}

#[test]
fn mutants_are_listed_and_nothing_is_run() {
    let (_directory, path) = latch();
    let listed = run(&["mutants", &path]).expect(0).stdout;
    assert_eq!(run(&["cover", &path, "--list"]).expect(0).stdout, listed);
    let document = run(&["mutants", &path, "--format", "json"])
        .expect(0)
        .json();
    validate(&document);
    let mutants = document["mutants"].as_array().expect("a list");
    assert_eq!(listed.lines().count(), mutants.len() + 1);
    for m in mutants {
        let id = m["id"].as_str().expect("an id");
        assert!(listed.lines().any(|l| l.starts_with(id)), "{id}\n{listed}");
    }
    let more = run(&["mutants", &path, "--mutators", "all", "--format", "json"])
        .expect(0)
        .json();
    assert!(more["mutants"].as_array().map(Vec::len) >= Some(mutants.len()));
    refused(
        run(&["mutants", &path, "--mutators", "nonsense"]),
        "error[A0010]",
    );
}
