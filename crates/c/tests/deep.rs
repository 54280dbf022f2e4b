//! Nothing is too deep or too large: it is refused with a place, or read, mutated and run. Each construct is tried with few levels, near the
//! limit of the parser, and far beyond it.

mod opened;

use std::collections::BTreeSet;

use assay_c::MAX_DEPTH;
use assay_language::{Breaks, Given, Language, Model};
use assay_source::SourceMap;

/// A construct so often inside of itself.
type Nested = fn(usize) -> String;

fn inside(
    before: &str,
    opening: &str,
    middle: &str,
    closing: &str,
    after: &str,
    n: usize,
) -> String {
    format!(
        "{before}{}{middle}{}{after}",
        opening.repeat(n),
        closing.repeat(n)
    )
}

const CONSTRUCTS: &[(&str, Nested)] = &[
    ("parentheses", |n| {
        inside(
            "int main(void) { int x = ",
            "(",
            "1",
            ")",
            "; return x; }",
            n,
        )
    }),
    ("blocks", |n| {
        inside("int main(void) { ", "{", ";", "}", " return 0; }", n)
    }),
    ("sums", |n| {
        inside(
            "int main(void) { unsigned a = 1; return ",
            "",
            "a",
            " + a",
            "; }",
            n,
        )
    }),
    ("macros", |n| {
        inside(
            "#define M(x) (x + 1)\nint main(void) { unsigned a = 1; return ",
            "M(",
            "a",
            ")",
            "; }",
            n,
        )
    }),
    ("negations", |n| {
        inside(
            "int main(void) { int a = 1; return ",
            "!",
            "a",
            "",
            "; }",
            n,
        )
    }),
    ("minus signs", |n| {
        inside(
            "int main(void) { int a = 1; return ",
            "- ",
            "a",
            "",
            "; }",
            n,
        )
    }),
    ("casts", |n| {
        inside(
            "int main(void) { int a = 1; return ",
            "(int)",
            "a",
            "",
            "; }",
            n,
        )
    }),
    ("stars", |n| {
        inside(
            "int main(void) { int ",
            "*",
            "p",
            "",
            " = 0; return p == 0; }",
            n,
        )
    }),
    ("declarators", |n| {
        inside(
            "int main(void) { int ",
            "(",
            "p",
            ")",
            " = 0; return p; }",
            n,
        )
    }),
    ("arrays", |n| {
        inside(
            "int main(void) { int a",
            "",
            "",
            "[1]",
            "; return sizeof a; }",
            n,
        )
    }),
    ("initialisers", |n| {
        inside(
            "int a[1] = ",
            "{",
            "1",
            "}",
            "; int main(void) { return a[0]; }",
            n,
        )
    }),
    ("else", |n| {
        inside(
            "int main(void) { int x = 1; ",
            "if (x == 2) ; else ",
            ";",
            "",
            " return x; }",
            n,
        )
    }),
    ("loops", |n| {
        inside(
            "int main(void) { int x = 0; ",
            "while (x) ",
            ";",
            "",
            " return x; }",
            n,
        )
    }),
    ("switches", |n| {
        inside(
            "int main(void) { int x = 0; ",
            "switch (x) case 0: ",
            ";",
            "",
            " return x; }",
            n,
        )
    }),
    ("records", |n| {
        inside(
            "",
            "struct { ",
            "int x; ",
            "} m; ",
            " int main(void) { return 0; }",
            n,
        )
    }),
    ("conditions", |n| {
        inside(
            "int main(void) { int a = 1; return ",
            "",
            "a",
            " ? a : a",
            "; }",
            n,
        )
    }),
    ("conjunctions", |n| {
        inside(
            "int main(void) { int a = 1; return ",
            "",
            "a",
            " && a",
            "; }",
            n,
        )
    }),
    ("commas", |n| {
        inside(
            "int main(void) { int a = 1; return (",
            "",
            "a",
            ", a",
            "); }",
            n,
        )
    }),
    ("assignments", |n| {
        inside(
            "int main(void) { int a = 1; ",
            "a = ",
            "a",
            "",
            "; return a; }",
            n,
        )
    }),
    ("indices", |n| {
        inside(
            "int a[1]; int main(void) { return ",
            "a[",
            "0",
            "]",
            "; }",
            n,
        )
    }),
    ("calls", |n| {
        inside(
            "int f(int x) { return x; } int main(void) { return ",
            "f(",
            "0",
            ")",
            "; }",
            n,
        )
    }),
    ("statement expressions", |n| {
        inside("int main(void) { return ", "({ ", "1", "; })", "; }", n)
    }),
    ("labels", |n| {
        let labels: String = (0..n).map(|l| format!("l{l}: ")).collect();
        format!("int main(void) {{ {labels} return 0; }}")
    }),
    ("types", |n| {
        let types: String = (1..=n)
            .map(|t| format!("typedef t{} *t{t};", t - 1))
            .collect();
        format!("typedef int t0; {types} t{n} g; int main(void) {{ return g != 0; }}")
    }),
    ("members", |n| {
        let records: String = (1..=n)
            .map(|s| format!("struct s{s} {{ struct s{} m; }};", s - 1))
            .collect();
        format!(
            "struct s0 {{ int m; }}; {records} struct s{n} g; int main(void) {{ return sizeof g; }}"
        )
    }),
];

/// Reads a text, makes all mutants of it and elaborates and runs them; true if it was not refused.
fn survives(name: &str, text: &str, mutators: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep.c");
    std::fs::write(&path, text).unwrap();
    let given = Given::default();
    let model = match opened::model(&[path], &given, None, &mut SourceMap::new()) {
        Ok(model) => model,
        Err(why) => {
            assert!(why.contains("deep.c:"), "{name} has no place: {why}");
            return false;
        }
    };
    mutated(name, model.as_ref(), mutators);
    true
}

fn mutated(name: &str, model: &dyn Model, mutators: &str) {
    let breaks = Breaks {
        mutators: mutators.into(),
        given: harness(),
        tied: vec![],
        settled: BTreeSet::new(),
        only: None,
    };
    assert!(model.mutants(0, &breaks).is_ok(), "{name} has no mutants");
}

/// The entry function is mutated: there is nothing else.
fn harness() -> Given {
    let mut given = Given::default();
    given.set("harness", vec![]);
    assert!(assay_c::C.options().iter().any(|o| o.long == "harness"));
    given
}

#[test]
fn a_few_levels_are_read_and_mutated() {
    for (name, nested) in CONSTRUCTS {
        assert!(survives(name, &nested(6), "paper"), "{name} is refused");
    }
}

#[test]
fn many_levels_are_read_or_refused() {
    for (name, nested) in CONSTRUCTS {
        let deep = nested(MAX_DEPTH - 20);
        survives(name, &deep, "del_stmt,negate");
    }
}

#[test]
fn far_too_many_levels_are_refused_or_read() {
    for (name, nested) in CONSTRUCTS {
        let refused = !survives(name, &nested(3_000), "rep_return");
        // These are lists to the parser, or only long chains of names.
        let may_be_read = ["labels", "types", "members"].contains(name);
        assert!(refused || may_be_read, "{name} is read");
    }
}
