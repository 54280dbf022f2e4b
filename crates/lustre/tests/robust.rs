//! Bad input: whatever the text is, there is a model or an error with a place, never a panic, and the work is bounded.
//! The properties themselves are in `robust_properties/`; the fuzz targets share them.

mod robust_properties;
mod runs;

use std::path::{Path, PathBuf};

use assay_lustre::syntax::lexer::lex;
use assay_lustre::syntax::printer::print_program;
use assay_lustre::{Dialect, Loaded, parse};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};
use proptest::prelude::*;
use robust_properties::lowering::{loads_soundly, runs_agree};
use robust_properties::syntax::{
    DIALECTS, diagnostics_are_sound, printing_keeps_the_tree, source, tokens_cover_the_text,
    tokens_stand_alone,
};
use robust_properties::vocabulary::words;

/// Puts a text through the whole front end, with every property on the way.
fn survives(text: &str) -> Option<Loaded> {
    let file = source(text);
    for dialect in DIALECTS {
        let lexed = lex(&file, dialect);
        diagnostics_are_sound(text, &lexed.diagnostics);
        tokens_cover_the_text(text, dialect, &lexed);
        tokens_stand_alone(text, dialect, &lexed.tokens);
        let parsed = parse(&file, Some(dialect));
        diagnostics_are_sound(text, &parsed.diagnostics);
        if parsed.is_ok() {
            printing_keeps_the_tree(&parsed, print_program);
        }
        loads_soundly(&file, Some(dialect));
    }
    let loaded = loads_soundly(&file, None);
    if let Some(loaded) = &loaded {
        runs_agree(&loaded.model, 3, |_| {});
    }
    loaded
}

/// The errors of a text that must have some.
fn errors(text: &str) -> Vec<Diagnostic> {
    match assay_lustre::load(&source(text), None) {
        Ok(_) => panic!("accepted: {}", text.chars().take(300).collect::<String>()),
        Err(errors) => {
            diagnostics_are_sound(text, &errors);
            errors
        }
    }
}

/// The text is refused with this code, and the message can be shown, in short.
fn refused(text: &str, code: &str) {
    let errors = errors(text);
    assert!(
        errors.iter().any(|e| e.code == code),
        "expected {code}: {errors:?}"
    );
    let mut map = SourceMap::new();
    map.add_text("input.lus", text);
    let shown = Renderer::new(Color::Plain).render_all(&map, &errors);
    assert!(shown.contains(code), "{shown}");
    assert!(shown.len() < 100_000, "the message is as long as the text");
}

/// The same, with every property of the front end; for short texts.
fn refused_soundly(text: &str, code: &str) {
    survives(text);
    refused(text, code);
}

fn node(body: &str) -> String {
    format!("node main(a: bool; n: int) returns (x: bool; m: int);\nlet\n{body}\ntel;\n")
}

fn equation(x: &str) -> String {
    node(&format!("  x = {x};\n  m = 0;"))
}

fn int_equation(m: &str) -> String {
    node(&format!("  x = true;\n  m = {m};"))
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "lus"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is readable text")
}

/// What fuzzing found, one minimised file each.
#[test]
fn finds() {
    for path in files("tests/finds") {
        println!("{}", path.display());
        survives(&read(&path));
    }
}

#[test]
fn seeds_of_the_fuzz_targets_are_models() {
    for path in files("../../fuzz/seeds/lustre") {
        assert!(survives(&read(&path)).is_some(), "{}", path.display());
    }
}

#[test]
fn truncations() {
    for path in files("../../fuzz/seeds/lustre") {
        let text = read(&path);
        let end = text.trim_end().trim_end_matches(';').len();
        for cut in (0..end).filter(|&cut| text.is_char_boundary(cut)) {
            let loaded = survives(&text[..cut]);
            // What is left of a file of several nodes may be a model.
            let whole = text[..cut].trim_end();
            let complete = ["tel", "tel;"].iter().any(|end| whole.ends_with(end));
            assert!(
                complete || loaded.is_none() || only_comments_follow(whole),
                "{}: {cut}",
                path.display()
            );
        }
    }
}

/// Whether the text ends in a comment behind a complete node.
fn only_comments_follow(text: &str) -> bool {
    let line = text.lines().last().unwrap_or("");
    line.starts_with("--") || line.starts_with("//")
}

const DEEP: usize = 100_000;

#[test]
fn deep_nesting_is_refused() {
    let wrapped = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    refused(&equation(&wrapped("(", "a", ")")), "L0104");
    refused(&equation(&wrapped("not ", "a", "")), "L0104");
    refused(&equation(&wrapped("pre ", "a", "")), "L0104");
    refused(&equation(&wrapped("pre (", "a", ")")), "L0104");
    refused(&equation(&wrapped("if a then ", "a", " else a")), "L0104");
    refused(&equation(&wrapped("if a then a else ", "a", "")), "L0104");
    refused(&equation(&wrapped("if ", "a", " then a else a")), "L0104");
    refused(&int_equation(&wrapped("- ", "n", "")), "L0104");
    refused(&int_equation(&wrapped("-(", "n", ")")), "L0104");
    refused(&equation(&wrapped("[", "a", "]")), "L0104");
    refused(&equation(&wrapped("a[", "n", "]")), "L0104");
    refused(&equation(&format!("a{}", "[0]".repeat(DEEP))), "L0104");
    refused(&equation(&format!("a{}", ".f".repeat(DEEP))), "L0104");
    refused(&equation(&wrapped("a -> ", "a", "")), "L0104");
    refused(&equation(&wrapped("a => ", "a", "")), "L0104");
    refused(&equation(&wrapped("f(", "a", ")")), "L0104");
    refused(&equation(&wrapped("condact(a, f(", "a", "), a)")), "L0104");
    refused(&equation(&wrapped("a{f := ", "a", "}")), "L0104");
    refused(
        &format!("type t = int{};\n{}", "[1]".repeat(DEEP), equation("a")),
        "L0104",
    );
    // Cut off in the middle, so that there is nothing but opening brackets.
    refused(&equation(&"(".repeat(DEEP)), "L0104");
}

#[test]
fn kind2_deep_nesting_is_refused() {
    let kind2 = |x: &str| format!("// Kind 2\n{}", equation(x));
    refused(&kind2(&"(".repeat(DEEP)), "L0104");
    refused(&kind2(&format!("a{}", "^2".repeat(DEEP))), "L0104");
    refused(&kind2(&format!("{}a", "a fby ".repeat(DEEP))), "L0104");
    refused(&kind2(&format!("{}a", "int ".repeat(DEEP))), "L0104");
    refused(&kind2(&format!("{}a", "- ".repeat(DEEP))), "L0104");
    let updates = format!("{}a{}", "(".repeat(DEEP), " with [0] = a)".repeat(DEEP));
    refused(&kind2(&updates), "L0104");
}

/// Just below the limit everything works: checking, printing, lowering and running.
#[test]
fn nesting_below_the_limit_is_fine() {
    let accepted = |text: &str| assert!(survives(text).is_some(), "{:?}", errors(text).first());
    let deep = 900;
    let wrapped = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(deep), close.repeat(deep))
    };
    accepted(&equation(&wrapped("(", "a", ")")));
    accepted(&equation(&wrapped("not ", "a", "")));
    accepted(&equation(&wrapped("a => ", "a", "")));
    accepted(&equation(&wrapped("a -> ", "a", "")));
    // Chains of these are flat, however long.
    accepted(&equation(&format!("{}a", "a and ".repeat(20 * deep))));
    accepted(&int_equation(&format!("{}n", "n + ".repeat(20 * deep))));
    accepted(&int_equation(&wrapped("- ", "n", "")));
    accepted(&int_equation(&wrapped("n - ", "n", "")));
    accepted(&int_equation(&wrapped("if a then n else ", "n", "")));
    accepted(&format!(
        "// Kind 2\n{}",
        int_equation(&wrapped("- ", "n", ""))
    ));
    let pre = 300;
    accepted(&equation(&format!(
        "{}a{}",
        "a -> pre (".repeat(pre),
        ")".repeat(pre)
    )));
}

#[test]
fn open_comments_and_texts() {
    refused_soundly(&format!("(* {}", equation("a")), "L0003");
    refused_soundly(&format!("/* {}", equation("a")), "L0003");
    refused_soundly(&node("  x = a; (* m = 0;"), "L0003");
    refused(&format!("{}(*", "(*".repeat(DEEP)), "L0003");
    refused_soundly(&node("  check \"open n > 0;"), "L0003");
    refused_soundly("// Kind 2\n(*@contract", "L0901");
    refused_soundly("// Kind 2\n(*%PROPERTY", "L0101");
}

#[test]
fn huge_numbers() {
    let digits = "7".repeat(10_001);
    refused(&int_equation(&digits), "L0107");
    refused(&equation(&format!("0.{digits} > 1.0")), "L0107");
    refused(&format!("const c = {digits};\n{}", equation("a")), "L0107");
    refused(
        &format!("type t = int[{digits}];\n{}", equation("a")),
        "L0107",
    );
    for exponent in ["999999999", "99999999999999999999", "-99999"] {
        let text = equation(&format!("1.0e{exponent} > 1.0"));
        refused(&format!("// Kind 2\n{text}"), "L0107");
    }
    let accepted = |text: &str| assert!(survives(text).is_some(), "{:?}", errors(text).first());
    accepted(&int_equation(&"7".repeat(10_000)));
    accepted(&int_equation(&format!("{0} * {0} - n", "7".repeat(5_000))));
    accepted(&format!(
        "// Kind 2\n{}",
        int_equation(&format!("0x{}", "f".repeat(8_000)))
    ));
    accepted(&format!("// Kind 2\n{}", equation("1.0e999 > 1.0e-999")));
    // Printed in decimal these have more digits than may be written.
    let text = int_equation(&format!("0x{}", "f".repeat(9_998)));
    refused(&format!("// Kind 2\n{text}"), "L0107");
}

#[test]
fn huge_types_and_ranges() {
    refused_soundly(
        &format!("type t = int[1000000];\n{}", equation("a")),
        "L0308",
    );
    refused_soundly(
        &format!("type t = int[99999999999999999999];\n{}", equation("a")),
        "L0308",
    );
    refused_soundly(
        &format!("type t = int{};\n{}", "[1000]".repeat(20), equation("a")),
        "L0308",
    );
    refused_soundly(&format!("type t = int[0];\n{}", equation("a")), "L0308");
    refused_soundly(
        &format!("type t = subrange [3, 2] of int;\n{}", equation("a")),
        "L0309",
    );
    let doubled: String = (1..60)
        .map(|i| format!("type t{i} = struct {{ l, r: t{} }};\n", i - 1))
        .collect();
    refused_soundly(
        &format!("type t0 = int[2];\n{doubled}{}", equation("a")),
        "L0308",
    );
    let wide = "type t = subrange [-100000000000000000000000, 100000000000000000000000] of int;";
    let main = "node main(i: t) returns (o: t);\nlet\n  o = i;\ntel;";
    assert!(survives(&format!("{wide}\n{main}")).is_some());
}

/// Squaring again and again: sixty lines for a number of 2^60 digits.
#[test]
fn constants_that_explode() {
    let squares = |first: &str| {
        let steps = (1..60).map(|i| format!("const c{i} = c{0} * c{0};\n", i - 1));
        format!(
            "const c0 = {first};\n{}{}",
            steps.collect::<String>(),
            equation("a")
        )
    };
    refused(&squares("10"), "L0413");
    refused(&squares("10.5"), "L0413");
    let arrays: String = (1..40)
        .map(|i| format!("const c{i} = [c{0}, c{0}];\n", i - 1))
        .collect();
    errors(&format!("const c0 = 1;\n{arrays}{}", equation("a")));
    let copies: String = (1..40)
        .map(|i| format!("const c{i} = c{}^1000;\n", i - 1))
        .collect();
    errors(&format!("const c0 = 1;\n{copies}{}", equation("a")));
}

/// Each node calls the one before it twice: sixty nodes for 2^60 calls.
#[test]
fn calls_that_explode() {
    let steps = (1..60).map(|i| {
        let call = format!("f{}", i - 1);
        format!("node f{i}(a: bool) returns (b: bool);\nlet\n  b = {call}({call}(a));\ntel;\n")
    });
    let first = "node f0(a: bool) returns (b: bool);\nlet\n  b = not a;\ntel;\n";
    let text = format!("{first}{}", steps.collect::<String>());
    let loaded = loads_soundly(&source(&text), None).expect("typing needs no inlining");
    let main = loaded.model.mains[0];
    let error = assay_lustre::lower::lower(&loaded.model, main).expect_err("too many calls");
    diagnostics_are_sound(&text, &[*error]);
}

#[test]
fn cyclic_definitions() {
    refused_soundly(&format!("type t = t;\n{}", equation("a")), "L0206");
    refused_soundly(
        &format!(
            "type t = u[2];\ntype u = struct {{ f: t }};\n{}",
            equation("a")
        ),
        "L0206",
    );
    refused_soundly(&format!("const c = c + 1;\n{}", equation("a")), "L0205");
    refused_soundly(
        &format!(
            "const c = d;\nconst d = e;\nconst e = c;\n{}",
            equation("a")
        ),
        "L0205",
    );
    refused_soundly(
        "node f(a: bool) returns (b: bool);\nlet\n  b = f(a);\ntel;",
        "L0405",
    );
    let ring: String = (0..50)
        .map(|i| {
            format!(
                "node f{i}(a: bool) returns (b: bool);\nlet\n  b = f{}(a);\ntel;\n",
                (i + 1) % 50
            )
        })
        .collect();
    refused_soundly(&ring, "L0405");
    refused_soundly(&format!("// Kind 2\n{}", equation("not x")), "L0404");
    // JKind reads a loop within a step as a relation.
    assert!(survives(&equation("not x")).is_some());
    // A chain of declarations, longest first, is no cycle.
    let chain = |count: usize| -> String {
        (0..count)
            .map(|i| format!("const c{i} = c{};\n", i + 1))
            .collect()
    };
    assert!(survives(&format!("{}const c100 = 1;\n{}", chain(100), equation("a"))).is_some());
    refused_soundly(
        &format!("{}const c50000 = 1;\n{}", chain(50_000), equation("a")),
        "L0104",
    );
}

#[test]
fn wrong_names_and_types() {
    refused_soundly(&equation("nobody"), "L0201");
    refused_soundly(&equation("nobody(a)"), "L0204");
    refused_soundly(&equation("a.f"), "L0207");
    refused_soundly(&equation("n"), "L0301");
    refused_soundly(&equation("a + a"), "L0302");
    refused_soundly(&equation("main(a)"), "L0303");
    refused_soundly(&equation("if n then a else a"), "L0301");
    refused_soundly(&format!("const c: nobody = 1;\n{}", equation("a")), "L0203");
    refused_soundly(&node("  x = a;\n  --%IVC x;"), "L0401");
    refused_soundly(&node("  x = a; x = a; m = 0;"), "L0402");
    refused_soundly(&node("  a = x; x = a; m = 0;"), "L0403");
    refused_soundly(&node("  x = ; m = ;"), "L0101");
    refused_soundly(&equation("pre"), "L0101");
}

#[test]
fn odd_bytes() {
    let good = equation("a and not a");
    refused_soundly(&format!("\u{feff}{good}"), "L0001");
    refused_soundly(&good.replace("and", "\0"), "L0001");
    refused_soundly(&good.replace("and", "\u{a0}"), "L0001");
    refused_soundly(&good.replace("and", "∧"), "L0001");
    refused_soundly(&good.replace('a', "ä"), "L0001");
    refused(&"\0".repeat(100_000), "L0001");
    for (from, to) in [
        ("\n", "\r\n"),
        ("\n", "\n\n\t\t"),
        (" ", "\t"),
        (" ", "\u{c}"),
        ("\n", " -- ünï\0\u{feff}\n"),
    ] {
        let text = good.replace(from, to);
        assert!(survives(&text).is_some(), "{text:?}");
    }
    // Old Mac line endings: blanks, but they do not end a comment.
    assert!(survives(&good.replace('\n', "\r")).is_some());
    refused_soundly(&good.replace('\n', " -- comment\r"), "L0101");
}

#[test]
fn bytes_that_are_no_text() {
    let good = equation("a");
    let end = good.len();
    let mut bytes = good.into_bytes();
    for at in [0, end / 2, end - 1] {
        for bad in [0x80, 0xc3, 0xff] {
            let before = std::mem::replace(&mut bytes[at], bad);
            let mut map = SourceMap::new();
            let error = map.add_bytes("input.lus", &bytes).expect_err("not UTF-8");
            assert_eq!(error.code, "S0001");
            assert_eq!(error.span.map(|s| s.start as usize), Some(at));
            let shown = Renderer::new(Color::Plain).render(&map, &error);
            assert!(shown.contains(&format!("0x{bad:02x}")), "{shown}");
            bytes[at] = before;
        }
    }
}

const LONG: usize = 1 << 20;

#[test]
fn long_lines_and_long_files() {
    let repeat = |piece: &str| piece.repeat(LONG / piece.len());
    assert!(survives(&equation(&format!("a {}", " ".repeat(LONG)))).is_some());
    assert!(survives(&format!("--{}\n{}", repeat("-"), equation("a"))).is_some());
    assert!(survives(&format!("{}\n{}", repeat("(**)"), equation("a"))).is_some());
    refused(&equation(&repeat("long")), "L0201");
    refused(&equation(&format!("a {}", repeat("+ n "))), "L0302");
    refused(&equation(&repeat("é")), "L0001");
    refused(&repeat("\""), "L0101");
    refused(&repeat("node "), "L0102");
    refused(&repeat("var "), "L0101");
    refused(&repeat("x "), "L0101");
    refused(&repeat(";"), "L0101");
    refused(&repeat(") "), "L0101");
    refused(&repeat("type t;"), "L0101");
}

/// Text that makes the detection of the dialect look far ahead or back for every word.
#[test]
fn detection_is_not_quadratic() {
    let repeat = |piece: &str| piece.repeat(LONG / piece.len());
    errors(&repeat("const "));
    errors(&repeat("const c: "));
    errors(&format!("{}merge:", repeat("merge x ")));
    errors(&repeat("x = (const "));
    errors(&repeat("--%PROPERTY x"));
    errors(&format!("--%PROPERTY x{}", repeat(".f")));
    errors(&repeat("node f() returns () let var "));
}

#[test]
fn many_of_everything() {
    let many = 20_000;
    let list = |piece: fn(usize) -> String| (0..many).map(piece).collect::<String>();
    let chain = |i: usize| format!("  v{} = v{i} or a;\n", i + 1);
    let locals: String = (0..=many).map(|i| format!("  v{i}: bool;\n")).collect();
    let text = format!(
        "node main(a: bool) returns (x: bool);\nvar\n{locals}let\n{}  v0 = a;\n  x = v{many};\ntel;\n",
        list(chain)
    );
    assert!(survives(&text).is_some());
    let nodes = list(|i| format!("node f{i}(a: bool) returns (x: bool);\nlet\n  x = a;\ntel;\n"));
    assert!(survives(&nodes).is_some());
    let constants = list(|i| format!("const c{i} = {i};\n"));
    assert!(survives(&format!("{constants}{}", equation("a"))).is_some());
    let unknown = list(|i| format!("  x = u{i};\n"));
    refused(&node(&unknown), "L0201");
}

#[test]
fn dialects_can_be_forced_on_any_text() {
    for path in files("../../fuzz/seeds/lustre") {
        let file = source(&read(&path));
        let (jkind, kind2) = (
            loads_soundly(&file, Some(Dialect::JKind)).is_some(),
            loads_soundly(&file, Some(Dialect::Kind2)).is_some(),
        );
        assert!(jkind || kind2, "{}", path.display());
    }
}

/// Words and symbols of both dialects.
fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(words())
}

fn soup(size: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(token(), size).prop_map(|tokens| tokens.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn token_soup(text in soup(0..60)) {
        survives(&text);
    }

    #[test]
    fn token_soup_as_an_expression(text in soup(1..8)) {
        survives(&equation(&text));
        survives(&int_equation(&text));
    }

    #[test]
    fn token_soup_inside_a_model(before in soup(0..3), text in soup(0..6), at in 0..400usize) {
        let whole = equation("(a or n > 3 - m) -> pre (if a then x else not x)");
        let at = at.min(whole.len());
        survives(&format!("{before}\n{}{text}{}", &whole[..at], &whole[at..]));
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        survives(&text);
    }
}
