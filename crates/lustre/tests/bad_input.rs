//! Input that is too deep, too long or cut off: diagnostics with a place, never a panic or an overflow.

use assay_lustre::{Dialect, load, parse};
use assay_source::{FileId, SourceFile};

fn file(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "input.lus", text)
}

fn node(expr: &str) -> String {
    format!("node main(a : bool) returns (x : bool);\nlet\n  x = {expr};\ntel;\n")
}

/// The codes with which a text is rejected; empty if it is accepted.
fn codes(text: &str) -> Vec<&'static str> {
    match load(&file(text), Some(Dialect::JKind)) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(|e| e.code).collect(),
    }
}

#[test]
fn deep_nesting_is_reported() {
    let many = 100_000;
    let cases = [
        format!("{}a{}", "(".repeat(many), ")".repeat(many)),
        format!("{}a", "not ".repeat(many)),
        format!("{}a", "pre ".repeat(many)),
        format!("{}a", "if a then a else ".repeat(many)),
        format!("a{}", " => a".repeat(many)),
        format!("a{}", " -> a".repeat(many)),
        format!("a{}", ".f".repeat(many)),
        format!("a{}", "[0]".repeat(many)),
        format!("{}a{}", "f(".repeat(many), ")".repeat(many)),
        format!("{}a{}", "[".repeat(many), "]".repeat(many)),
        "(".repeat(many),
    ];
    for case in &cases {
        assert_eq!(codes(&node(case)), ["L0104"], "{}", &case[..20]);
    }
    let ty = format!("type t = int{};", "[1]".repeat(many));
    assert_eq!(codes(&ty), ["L0104"]);
}

#[test]
fn nesting_below_the_limit_is_accepted() {
    let deep = 900;
    let cases = [
        format!("{}a{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}a{}", "not (".repeat(deep), ")".repeat(deep)),
        format!("a{}", " and a".repeat(deep)),
        // Where parentheses change nothing, a chain is read as a flat tree.
        format!("a{}", " and a".repeat(100_000)),
        format!("{}a", "if a then a else ".repeat(deep)),
    ];
    for case in &cases {
        assert!(codes(&node(case)).is_empty(), "{}", &case[..20]);
    }
}

#[test]
fn long_chains_of_declarations() {
    let mut backward = String::new();
    for i in 0..100_000 {
        backward += &format!("const c{i} = c{};\n", i + 1);
    }
    backward += "const c100000 = 1;\n";
    assert_eq!(codes(&backward).first(), Some(&"L0104"));
    let mut forward = String::from("const c0 = 1;\n");
    for i in 0..20_000 {
        forward += &format!("const c{} = c{i};\n", i + 1);
    }
    assert!(codes(&(forward + &node("a"))).is_empty());
}

#[test]
fn long_chains_of_nodes_and_variables_are_accepted() {
    let mut text = String::from("node n0(x : int) returns (y : int);\nlet y = x; tel;\n");
    for i in 0..5_000 {
        text += &format!(
            "node n{}(x : int) returns (y : int);\nlet y = n{i}(x); tel;\n",
            i + 1
        );
    }
    assert!(codes(&text).is_empty());
    let names: Vec<String> = (0..20_000).map(|i| format!("v{i}")).collect();
    let mut text = format!(
        "node main(v : int) returns ({} : int);\nlet\n  v0 = v;\n",
        names.join(", ")
    );
    for i in 1..20_000 {
        text += &format!("  v{i} = v{};\n", i - 1);
    }
    assert!(codes(&(text + "tel;\n")).is_empty());
}

#[test]
fn huge_numbers_are_reported() {
    let digits = "9".repeat(1_000_000);
    assert_eq!(codes(&node(&format!("1 = {digits}"))), ["L0107"]);
    assert_eq!(codes(&node(&format!("1.0 = 0.{digits}"))), ["L0107"]);
    assert!(codes(&node(&format!("1 = {}", "9".repeat(5_000)))).is_empty());
    let kind2 = file("node main() returns (x: real)\nlet x = 1.0e999999999; tel");
    assert_eq!(parse(&kind2, None).diagnostics[0].code, "L0107");
}

#[test]
fn doubling_records_are_reported() {
    let mut text = String::from("type r0 = struct { a : int; b : int };\n");
    for i in 0..64 {
        text += &format!("type r{} = struct {{ a : r{i}; b : r{i} }};\n", i + 1);
    }
    assert!(codes(&text).contains(&"L0308"));
}

#[test]
fn every_prefix_of_a_model_is_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syntax/ok");
    let mut prefixes = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            for dialect in [Dialect::JKind, Dialect::Kind2] {
                let parsed = parse(&file(&text[..end]), Some(dialect));
                let mut spans = parsed.diagnostics.iter().filter_map(|d| d.span);
                assert!(
                    spans.all(|s| s.end as usize <= end),
                    "a span leaves the text:\n{}",
                    &text[..end]
                );
                prefixes += 1;
            }
        }
    }
    assert!(prefixes > 1000);
}
