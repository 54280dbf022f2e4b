//! Whatever is wrong with the input or the arguments: exit code 2, a diagnostic on standard error, nothing on standard
//! output.

mod common;

use common::{Run, assay, file, run};

fn refused(args: &[&str], expected: &str) -> Run {
    let run = run(args).expect(2);
    assert_eq!(
        run.stdout, "",
        "nothing but a result goes to standard output"
    );
    assert!(
        run.stderr.contains(expected),
        "expected `{expected}` in:\n{}",
        run.stderr
    );
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run
}

fn refused_text(content: &[u8], expected: &str) {
    let (_directory, path) = file("model.lus", content);
    for command in ["check", "core"] {
        refused(&[command, &path], expected);
    }
    refused(&["simulate", &path, "--random"], expected);
    refused(&["check", &path, "--format", "json"], expected);
}

#[test]
fn missing_file() {
    refused(
        &["check", "no/such/file.lus"],
        "error[A0001]: there is no file `no/such/file.lus`",
    );
}

#[test]
fn directory() {
    refused(
        &["check", "examples"],
        "error[A0001]: `examples` is a directory, not a file",
    );
}

#[test]
fn not_utf8() {
    refused_text(
        b"node main() returns (x: bool);\nlet x = \xff; tel;",
        "error[S0001]",
    );
}

#[test]
fn a_byte_order_mark_and_foreign_bytes_in_comments_are_read() {
    let text =
        "node main(a: bool) returns (ok: bool);\nlet\n  ok = a or not a; --%PROPERTY ok;\ntel;\n";
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let foreign = [&b"-- caf\xe9 \xff\n(* \xa9 *)\n"[..], text.as_bytes()].concat();
    for content in [marked, foreign] {
        let (_directory, path) = file("model.lus", &content);
        let said = run(&["check", &path]).expect(0);
        assert!(said.stdout.contains("1 proved"), "{}", said.stdout);
    }
    // A place after the mark is where an editor shows it.
    let (_directory, path) = file(
        "model.lus",
        b"\xef\xbb\xbfnode f(a: bool) returns (b: bool);\nlet b = z; tel;",
    );
    refused(&["check", &path], "model.lus:2:9");
}

#[test]
fn utf16_is_named() {
    let text = "node main(a: bool) returns (b: bool); let b = a; tel;";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = [b"\xff\xfe", little.as_slice()].concat();
    for content in [little, big, marked] {
        refused_text(&content, "is UTF-16 text");
    }
}

#[test]
fn what_has_no_end_is_refused() {
    if !std::path::Path::new("/dev/zero").exists() {
        println!("skipped: there is no /dev/zero here");
        return;
    }
    let run = refused(
        &["check", "/dev/zero", "--max-input", "64K"],
        "has more than 65536 bytes",
    );
    assert!(run.stderr.contains("--max-input"), "{}", run.stderr);
    refused(
        &["check", "/dev/zero", "--max-input", "0"],
        "a size is needed",
    );
    refused(
        &["check", "/dev/zero", "--max-input", "99999999999999999G"],
        "a size is needed",
    );
}

#[test]
fn empty_file() {
    refused_text(b"", "has no node");
}

#[test]
fn truncated_files() {
    let text =
        std::fs::read(common::root().join("examples/crossing.lus")).expect("the example is there");
    let end = text.len() - b"tel;\n".len();
    for cut in (150..end).step_by(97) {
        let (_directory, path) = file("cut.lus", &text[..cut]);
        refused(&["check", &path], "error[L");
    }
}

#[test]
fn syntax_error_points_at_the_place() {
    let (_directory, path) = file(
        "bad.lus",
        b"node main(x: bool) returns (y: bool);\nlet\n  y = x and;\ntel;\n",
    );
    let run = refused(&["check", &path], "error[L0");
    assert!(run.stderr.contains("bad.lus:3:"), "{}", run.stderr);
}

#[test]
fn undefined_names_and_wrong_types() {
    for equation in ["y = z;", "y = 1;", "y = x + 1;", "y = x; x = y;"] {
        let text = format!("node main(x: bool) returns (y: bool);\nlet\n  {equation}\ntel;\n");
        refused_text(text.as_bytes(), "error[L0");
    }
}

#[test]
fn cyclic_definitions() {
    let recursive = b"node f(x: bool) returns (y: bool);\nlet\n  y = f(x);\ntel;\n";
    refused_text(recursive, "error[L0");
    let constants =
        b"const a = b; const b = a;\nnode f(x: bool) returns (y: bool);\nlet\n  y = x;\ntel;\n";
    refused_text(constants, "error[L0");
    let (_directory, path) = file(
        "loop.lus",
        b"node f(x: bool) returns (y: bool);\nlet\n  y = not y;\ntel;\n",
    );
    refused(&["check", &path, "--dialect", "kind2"], "error[L0");
}

#[test]
fn huge_integers() {
    let digits = "9".repeat(5000);
    let text =
        format!("node main(x: int) returns (y: bool);\nlet\n  y = x > {digits} and z;\ntel;\n");
    refused_text(text.as_bytes(), "unknown name `z`");
}

#[test]
fn deep_nesting_is_survived() {
    let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    let text = format!("node main(x: bool) returns (y: bool);\nlet\n  y = {deep};\ntel;\n");
    let (_directory, path) = file("deep.lus", text.as_bytes());
    refused(&["check", &path], "error[L0");
}

#[test]
fn unknown_main_and_property() {
    refused(
        &["check", "examples/tank.lus", "--main", "Boat"],
        "there is no node `Boat`",
    );
    let run = refused(
        &["check", "examples/tank.lus", "--property", "p"],
        "there is no property `p`",
    );
    assert!(
        run.stderr
            .contains("below_limit, below_overflow, never_empty"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_model_is_not_written_over() {
    let text = "node m(a: bool) returns (ok: bool);\nlet ok = a or not a; --%PROPERTY ok;\ntel;\n";
    let (_directory, model) = file("own.lus", text.as_bytes());
    let also = format!("md={model}");
    for words in [
        vec!["cover", &model, "-o", &model],
        vec!["cover", &model, "--report", &also],
        vec![
            "mutants",
            &model,
            "--write",
            "2:8:or2left",
            "--output",
            &model,
        ],
        vec!["check", &model, "--save", &model],
    ] {
        refused(&words, "it is the file that is read");
        let left = std::fs::read_to_string(&model).expect("it is there");
        assert_eq!(left, text, "{words:?}");
    }
    let page = format!("{model}.html");
    let (html, md) = (format!("html={page}"), format!("md={page}"));
    refused(
        &["cover", &model, "--report", &html, "--report", &md],
        "something else is written there",
    );
    refused(&["explain", &model, &model], "no mutant is named");
}

#[test]
fn usage_errors() {
    refused(&[], "Usage: assay");
    refused(&["check"], "<FILE>");
    refused(
        &["check", "x.lus", "--engine", "magic"],
        "the engines are bmc, k-induction",
    );
    refused(
        &["check", "x.lus", "--timeout", "-1"],
        "a positive number of seconds is needed",
    );
    refused(
        &["check", "x.lus", "--timeout", "nan"],
        "a positive number of seconds is needed",
    );
    refused(
        &["check", "x.lus", "--dialect", "esterel"],
        "invalid value 'esterel' for '--dialect <DIALECT>'",
    );
    refused(&["simulate", "x.lus"], "--inputs");
    refused(
        &["simulate", "x.lus", "--random", "--inputs", "y.csv"],
        "cannot be used with",
    );
}

#[test]
fn bad_advice_and_inputs() {
    let (_directory, path) = file("broken.txt", b"(assert (<= x");
    refused(
        &["check", "examples/tank.lus", "--advice", &path],
        "is not a file of lemmas",
    );
    refused(
        &["check", "examples/tank.lus", "--advice", "no/such"],
        "there is no file `no/such`",
    );
    refused(
        &["simulate", "examples/tank.lus", "--inputs", &path],
        "error[A0007]",
    );
    let (_directory, path) = file("inputs.csv", b"inflow,drain\n1.0,maybe\n");
    refused(
        &["simulate", "examples/tank.lus", "--inputs", &path],
        "`maybe` is neither true nor false",
    );
}

#[test]
fn unwritable_results() {
    refused(
        &[
            "check",
            "examples/gray.lus",
            "--save",
            "no/such/directory/file",
        ],
        "error[A0006]",
    );
    refused(
        &[
            "check",
            "examples/tank.lus",
            "--trace-dir",
            "README.md/traces",
        ],
        "error[A0006]",
    );
}

#[test]
fn no_solver_for_numbers_says_what_to_install() {
    let mut command = assay(&["check", "examples/tank.lus"]);
    for name in ["ASSAY_YICES", "ASSAY_Z3", "ASSAY_CVC5"] {
        command.env(name, "");
    }
    let run = Run::new(command.output().expect("the program starts")).expect(2);
    assert!(run.stderr.contains("error[A0004]"), "{}", run.stderr);
    assert!(run.stderr.contains("make setup"), "{}", run.stderr);
}

/// The mutant is the last word, so that a model of several files can be explained; here the second file is one too many.
#[test]
fn the_mutant_to_explain_is_the_last_word() {
    let (directory, first) = file(
        "first.lus",
        b"node main() returns (x: bool); let x = true; tel;",
    );
    let second = directory.path().join("second.lus");
    let second = second.to_str().expect("it is UTF-8");
    let said = run(&["explain", &first, second, "1:1:const"])
        .expect(2)
        .stderr;
    assert!(said.contains("error[A0022]"), "{said}");
    assert!(said.contains("second.lus` is a second one"), "{said}");
}
