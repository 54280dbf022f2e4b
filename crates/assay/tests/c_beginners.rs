//! What people write on their first day with C, and what they are told. Each file of `c_beginners/` is a case: its first lines have
//! the options, the exit code, and what has to be said.

mod common;

use std::path::PathBuf;

use common::{Run, assay, root};

fn folder() -> PathBuf {
    root().join("crates/assay/tests/c_beginners")
}

/// `assay check` in a directory with these files.
fn check(files: &[(&str, &str)], words: &[&str]) -> Run {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("it can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    let mut process = assay(&[&["check"], words].concat());
    let process = process.current_dir(directory.path());
    Run::new(process.output().expect("the program starts"))
}

fn all(run: &Run) -> String {
    format!("{}{}", run.stdout, run.stderr)
}

/// Fails unless this was said.
fn says(run: &Run, phrase: &str) {
    assert!(all(run).contains(phrase), "{phrase}\n{}", all(run));
}

#[test]
fn every_mistake_of_the_first_day_is_answered() {
    let mut wrong = Vec::new();
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let mut count = 0;
    for path in entries.map(|entry| entry.expect("it can be listed").path()) {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("it is text");
        let header = |key: &str| -> Vec<&str> {
            let lines = text.lines().map_while(|line| line.strip_prefix("// "));
            let of_key = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            of_key.map(str::trim).collect()
        };
        let mut words = vec![&*name];
        words.extend(
            header("args")
                .iter()
                .flat_map(|args| args.split_whitespace()),
        );
        let run = check(&[(&name, &text)], &words);
        if header("exit") != [run.code.to_string()] {
            wrong.push(format!("{name} ends with {}\n{}", run.code, all(&run)));
        }
        let phrases = header("says");
        assert!(!phrases.is_empty(), "{name} says nothing");
        for phrase in phrases.into_iter().filter(|p| !all(&run).contains(p)) {
            wrong.push(format!("{name} does not say: {phrase}\n{}", all(&run)));
        }
        count += 1;
    }
    assert!(count >= 25, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_are_no_c_are_refused_by_what_they_are() {
    for (name, what) in [
        ("ring.h", "`ring.h` is a header"),
        ("ring.cpp", "`ring.cpp` is a C++ file"),
        ("ring.goto", "`ring.goto` is a binary"),
    ] {
        let run = check(&[(name, "int n;\n")], &[name]).expect(2);
        says(&run, what);
    }
    let run = check(&[("src/a.c", "int n;\n")], &["src"]).expect(2);
    says(&run, "`src` is a directory, not a file");
    let run = check(&[], &["absent.c"]).expect(2);
    says(&run, "there is no file `absent.c`");
}

const ONE: &str =
    "static int twice(int x) { return 2 * x; }\nint one(int x) { return twice(x); }\n";

#[test]
fn statics_of_two_files_may_have_one_name() {
    let harness = "#include <assert.h>\nint one(int);\nstatic int twice(int x) { return x + x + 1; }\nint main(void) { assert(one(3) == 6); assert(twice(3) == 7); }\n";
    check(&[("h.c", harness), ("one.c", ONE)], &["h.c", "one.c"]).expect(0);
}

#[test]
fn a_function_that_is_there_twice_is_shown_at_both_places() {
    let harness = "#include \"one.c\"\nint main(void) { return one(1); }\n";
    let run = check(&[("h.c", harness), ("one.c", ONE)], &["h.c", "one.c"]).expect(2);
    says(&run, "one.c:2:5");
    says(&run, "`one`");
}

const CLAMP: &str = "int clamp(int x) { return x > LIMIT ? LIMIT : x; }\n";
const HARNESS: &str = "#include <assert.h>\nint clamp(int);\nint nondet_int(void);\nvoid harness(void) { assert(clamp(nondet_int()) <= 10); }\n";

/// The mutants that are listed.
fn mutants(files: &[(&str, &str)], words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("it can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    let mut process = assay(&[&["mutants"], words].concat());
    let process = process.current_dir(directory.path());
    Run::new(process.output().expect("the program starts"))
        .expect(0)
        .stdout
}

#[test]
fn the_file_with_the_entry_is_the_harness_wherever_it_is_named() {
    let files = [("h.c", HARNESS), ("clamp.c", CLAMP)];
    let options = ["-D", "LIMIT=10", "--function", "harness"];
    let first = mutants(&files, &[&["h.c", "clamp.c"], &options[..]].concat());
    let last = mutants(&files, &[&["clamp.c", "h.c"], &options[..]].concat());
    assert!(
        first.contains("  clamp  ") && !first.contains("  harness  "),
        "{first}"
    );
    assert_eq!(first, last);
}

const MAKEFILE: &str = "HARNESS_ENTRY = harness\nHARNESS_FILE = h\nDEFINES += -DLIMIT=10\nPROOF_SOURCES += h.c stub.c\nPROJECT_SOURCES += ../../src/clamp.c\nREMOVE_FUNCTION_BODY += log_it\nCHECKFLAGS += --conversion-check --nan-check\n";
const STUB: &str = "int stub(int x) { return x + 1; }\n";

fn proof() -> Vec<(&'static str, &'static str)> {
    vec![
        ("proofs/clamp/Makefile", MAKEFILE),
        ("proofs/clamp/h.c", HARNESS),
        ("proofs/clamp/stub.c", STUB),
        ("src/clamp.c", CLAMP),
    ]
}

#[test]
fn a_proof_folder_is_checked_as_it_says() {
    let run = check(&proof(), &["proofs/clamp"]).expect(0);
    says(&run, "function `harness` of `proofs/clamp/h.c`");
    says(&run, "`src/clamp.c`");
    says(&run, "`--nan-check` is not supported: this is not checked");
    // What is typed wins.
    let run = check(&proof(), &["proofs/clamp", "-D", "LIMIT=11"]).expect(1);
    says(&run, "harness.assertion.1");
    let run = check(&proof(), &["proofs/clamp", "--function", "clamp"]).expect(4);
    says(&run, "nothing to prove");
}

#[test]
fn in_a_proof_folder_only_the_project_is_mutated() {
    let listed = mutants(&proof(), &["proofs/clamp"]);
    assert!(
        listed.contains("  clamp  ") && !listed.contains("  stub  ") && !listed.contains("harness"),
        "{listed}"
    );
    let listed = mutants(&proof(), &["proofs/clamp", "--harness"]);
    assert!(
        listed.contains("  harness  ") && !listed.contains("  clamp  "),
        "{listed}"
    );
}

#[test]
fn a_body_that_is_removed_is_open() {
    let files = [("h.c", HARNESS), ("clamp.c", CLAMP)];
    let words = ["h.c", "clamp.c", "-DLIMIT=10", "--function", "harness"];
    check(&files, &words).expect(0);
    let run = check(
        &files,
        &[&words[..], &["--remove-function-body", "clamp"]].concat(),
    )
    .expect(1);
    says(&run, "`clamp` has no body");
}

#[test]
fn a_task_asks_for_its_properties_only() {
    let task = "format_version: '2.0'\ninput_files: 't.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
    let program = "void reach_error(void) {}\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = x + 1;\n  if (sizeof(long) != 4) reach_error();\n  return y;\n}\n";
    let files = [("t.yml", task), ("t.c", program)];
    let run = check(&files, &["t.yml"]);
    assert!(!all(&run).contains("overflow"), "{}", all(&run));
    let run = check(&files, &["t.yml", "--signed-overflow-check"]).expect(1);
    says(&run, "main.overflow.1");
}

#[test]
fn a_compilation_database_says_how_files_are_compiled() {
    let database = r#"[{"directory": "..", "file": "clamp.c", "arguments": ["cc", "-DLIMIT=10", "-c", "clamp.c"]}]"#;
    let files = [
        ("h.c", HARNESS),
        ("clamp.c", CLAMP),
        ("build/compile_commands.json", database),
    ];
    let words = [
        "h.c",
        "clamp.c",
        "build/compile_commands.json",
        "--function",
        "harness",
    ];
    check(&files, &words).expect(0);
    let run = check(
        &files,
        &["build/compile_commands.json", "--function", "clamp"],
    )
    .expect(4);
    says(&run, "nothing to prove");
}

#[test]
fn static_functions_can_be_called_as_goto_cc_exports_them() {
    let harness = "#include <assert.h>\nint __CPROVER_file_local_one_c_twice(int x);\nint main(void) { assert(__CPROVER_file_local_one_c_twice(4) == 8); }\n";
    check(&[("h.c", harness), ("one.c", ONE)], &["h.c", "one.c"]).expect(0);
}

#[test]
fn coverage_beside_a_violated_check_says_what_keeps_mutants_open() {
    let text = "#include <assert.h>\n\
                int size(int x) { if (x < 0) return -x; return x; }\n\
                int main(void) { int x; assert(size(x) >= 0); return 0; }\n";
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("size.c"), text).expect("the file can be written");
    let mut process = assay(&["cover", "size.c", "--no-explain"]);
    let process = process.current_dir(directory.path());
    let run = Run::new(process.output().expect("the program starts"));
    let words: Vec<&str> = run.stdout.split_whitespace().collect();
    let joined = words.join(" ");
    let reason = "it violates a check, but one that the original violates too";
    assert!(joined.contains(reason), "{joined}");
    says(
        &run,
        "undecided, because checks of the original are violated",
    );
    assert!(!all(&run).contains("--effort raises it"), "{}", all(&run));
}
