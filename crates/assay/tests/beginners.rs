//! What people write in their first week, and what they are told.

mod common;

use common::{file, run, yosys};

/// What `assay check` says of a file that it refuses.
fn said(name: &str, text: &str) -> String {
    let (_directory, path) = file(name, text.as_bytes());
    run(&["check", &path]).expect(2).stderr
}

/// A node with this right-hand side.
fn lustre(expression: &str) -> String {
    format!(
        "node main(a, b: bool; n: int) returns (ok: bool);\nlet\n  ok = {expression};\n  --%PROPERTY ok;\ntel\n"
    )
}

#[test]
fn operators_of_other_languages_are_answered_with_those_of_lustre() {
    for (expression, answer) in [
        ("a || b", "Lustre writes `or`"),
        ("a | b", "Lustre writes `or`"),
        ("a && b", "Lustre writes `and`"),
        ("!a", "Lustre writes `not a`"),
        ("!(a)", "Lustre writes `not`"),
        ("n == 3", "Lustre writes `=` for equality"),
        ("n != 3", "Lustre writes `<>` for inequality"),
    ] {
        let said = said("habit.lus", &lustre(expression));
        assert!(said.contains(answer), "{expression}: {said}");
        assert!(said.contains("habit.lus:3:"), "{expression}: {said}");
    }
}

#[test]
fn a_name_in_other_letters_is_suggested() {
    let said = said("case.lus", &lustre("OK or A"));
    assert!(said.contains("unknown name `A`"), "{said}");
    assert!(said.contains("`a`") && said.contains("`ok`"), "{said}");
}

#[test]
fn a_missing_semicolon_is_looked_for_where_it_is_missing() {
    let text = lustre("a or b").replace("or b;", "or b");
    let told = said("semicolon.lus", &text);
    assert!(told.contains("a `;` may be missing here"), "{told}");
    if !yosys() {
        eprintln!("skipped: no yosys");
        return;
    }
    let text = "module m(input clk, output reg q);\nalways @(posedge clk) q <= ~q\nalways @(posedge clk) assert (q == q);\nendmodule\n";
    let told = said("semicolon.sv", text);
    assert!(!told.contains("TOK_"), "{told}");
    assert!(told.contains("unexpected `always`"), "{told}");
    assert!(told.contains("may stand before this line"), "{told}");
}

#[test]
fn line_endings_tabs_and_a_byte_order_mark_change_nothing() {
    let plain = "node main(a: bool; n: int) returns (ok: bool);\nvar x: bool;\nlet\n  x = a and n > 3;\n  ok = x => a;\n  --%PROPERTY ok;\ntel\n".to_string();
    let windows = plain.replace('\n', "\r\n").replace("  ", "\t");
    let marked = format!("\u{feff}{windows}");
    let ids = |text: &str| {
        let (_directory, path) = file("model.lus", text.as_bytes());
        run(&["check", &path]).expect(0);
        let listed = run(&["mutants", &path, "--format", "json"]).expect(0);
        let mutants = listed.json()["mutants"].as_array().expect("a list").len();
        (mutants, run(&["cover", &path]).expect(0).code)
    };
    assert!(ids(&plain).0 > 3);
    assert_eq!(ids(&plain), ids(&windows));
    assert_eq!(ids(&plain), ids(&marked));
}
