//! Expressions that programs write: very long chains are read, and what nests too deeply is refused with a place.

mod common;

use common::{file, run};

/// As long as what people have reported.
const LONG: usize = 200_000;

/// A node with one variable that is defined by this expression.
fn model(kind: &str, expression: &str) -> String {
    let claim = match kind {
        "bool" => "x or not x",
        _ => "x >= 0 or x < 0",
    };
    format!(
        "node main(a, b: {kind}) returns (ok: bool);\nvar x: {kind};\nlet\n  x = {expression};\n  ok = {claim};\n  --%PROPERTY ok;\ntel\n"
    )
}

fn chain(operator: &str, length: usize) -> String {
    let operand = |i: usize| if i == 7 { "b" } else { "a" };
    let operands: Vec<&str> = (0..length).map(operand).collect();
    operands.join(&format!(" {operator} "))
}

#[test]
fn chains_of_associative_operators_may_be_as_long_as_they_like() {
    for (operator, kind) in [
        ("and", "bool"),
        ("or", "bool"),
        ("xor", "bool"),
        ("+", "int"),
    ] {
        let text = model(kind, &chain(operator, LONG));
        let (_directory, path) = file("long.lus", text.as_bytes());
        run(&["check", &path]).expect(0);
        let listed = run(&["mutants", &path]).expect(0);
        assert!(listed.stdout.contains("4:3:equation_remove"), "{operator}");
        assert!(listed.stderr.contains("note[A0119]"), "{}", listed.stderr);
        let covered = run(&["cover", &path, "--no-explain", "--format", "json"]).expect(0);
        assert_eq!(covered.json()["complete"], true, "{operator}");
    }
}

#[test]
fn a_long_chain_means_what_a_short_one_means() {
    // Beyond the depth that is read as it stands, and with every operand of its own.
    let names: Vec<String> = (0..1500).map(|i| format!("v{i}")).collect();
    let inputs = names.join(", ");
    for (operator, claim) in [
        ("and", "x => (v0 and v700 and v1499)"),
        ("or", "(v0 or v700 or v1499) => x"),
        ("xor", "(x xor rest) = v700"),
    ] {
        let all = names.join(&format!(" {operator} "));
        let rest: Vec<&str> = names
            .iter()
            .filter(|n| *n != "v700")
            .map(String::as_str)
            .collect();
        let rest = rest.join(" xor ");
        let text = format!(
            "node main({inputs}: bool) returns (ok: bool);\nvar x, rest: bool;\nlet\n  x = {all};\n  rest = {rest};\n  ok = {claim};\n  --%PROPERTY ok;\ntel\n"
        );
        let (_directory, path) = file("long.lus", text.as_bytes());
        run(&["check", &path]).expect(0);
    }
}

#[test]
fn what_nests_too_deeply_is_refused_with_a_place_and_a_way_out() {
    let deep = [
        ("bool", chain("=>", LONG)),
        ("int", chain("-", LONG)),
        ("bool", chain("->", LONG)),
        ("bool", format!("{}a{}", "(".repeat(LONG), ")".repeat(LONG))),
        ("bool", format!("{}a", "not ".repeat(LONG))),
        ("bool", format!("{}a", "if a then b else ".repeat(LONG))),
    ];
    for (kind, expression) in deep {
        let (_directory, path) = file("deep.lus", model(kind, &expression).as_bytes());
        for command in ["check", "cover", "mutants"] {
            let said = run(&[command, &path]).expect(2).stderr;
            assert!(said.contains("error[L0104]: nested too deeply"), "{said}");
            assert!(said.contains("deep.lus:4:"), "{said}");
            assert!(
                said.contains("give a part of the expression a name"),
                "{said}"
            );
        }
    }
}
