//! Counterexamples of C as programs: compiled together with the files of the user, they fail.
//!
//! The programs are those of `crates/c/tests/programs` that fail where a compiler's sanitizers or an assertion can see it. Checks that only a
//! verifier has are left out: bounds on loops, conversions, arguments of library functions.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{root, run};

/// Classes of checks that a compiled program fails, too.
const SEEN: [&str; 5] = ["assertion", "bounds", "division", "overflow", "shift"];

/// Folders of programs whose failures a compiler sees.
const FOLDERS: [&str; 12] = [
    "arrays",
    "bitfields",
    "division",
    "enums",
    "everyday",
    "expressions",
    "functions",
    "globals",
    "integers",
    "loops",
    "overflow",
    "uninitialised",
];

/// `++` and `--` on a signed type narrower than `int` have to fit it, as in CBMC. In C the sum is an `int`, and no sanitizer looks.
const UNSEEN: [&str; 2] = ["increment_byte.c", "increment_signed_byte.c"];

/// The words of a line such as `// args: --unwind 5` at the start of a program.
fn header(text: &str, key: &str) -> Option<Vec<String>> {
    let start = format!("// {key}:");
    let line = text.lines().find_map(|line| line.strip_prefix(&start))?;
    Some(line.split_whitespace().map(str::to_owned).collect())
}

fn programs() -> Vec<PathBuf> {
    let all = root().join("crates/c/tests/programs");
    let files = |folder: &&str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(all.join(folder)).expect("a folder of programs");
        entries.map(|e| e.expect("an entry").path()).collect()
    };
    let mut found: Vec<PathBuf> = FOLDERS.iter().flat_map(files).collect();
    found.retain(|p| p.extension().is_some_and(|e| e == "c"));
    found.retain(|p| !UNSEEN.iter().any(|name| p.ends_with(name)));
    found.sort();
    found
}

/// The one class that fails in a program, if a compiler sees it.
fn only_class(text: &str) -> Option<&'static str> {
    let fails = header(text, "fails")?;
    let classes: Vec<&str> = fails
        .iter()
        .filter_map(|f| Some(f.split_once('@')?.0))
        .collect();
    let first = *classes.first()?;
    // No sanitizer looks at these.
    let wraps = header(text, "args")?
        .iter()
        .any(|a| a == "--unsigned-overflow-check");
    let same = !wraps && classes.iter().all(|c| *c == first);
    SEEN.into_iter().find(|seen| same && *seen == first)
}

/// Compiles the test with the command that its first lines give, and runs it: what it says, and whether it failed.
fn ran(test: &Path, program: &str) -> (String, bool) {
    let binary = test.with_extension("binary");
    let command = program
        .lines()
        .find(|line| line.trim_start().starts_with("cc "));
    let command = command.expect("a command").replace(" && ./test", "");
    let path = |word: &str| match word {
        "test.c" => test.display().to_string(),
        "test" => binary.display().to_string(),
        _ => word.to_string(),
    };
    let words: Vec<String> = command.split_whitespace().map(path).collect();
    let built = Command::new(&words[0])
        .args(&words[1..])
        .current_dir(root())
        .output()
        .expect("a compiler");
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success(), "{}: {said}", test.display());
    let done = Command::new("timeout").arg("20").arg(&binary).output();
    let done = done.expect("it starts");
    let mut said = String::from_utf8_lossy(&done.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&done.stderr));
    (said, !done.status.success())
}

#[test]
fn counterexamples_fail_when_they_are_compiled() {
    if !sanitizers() {
        eprintln!("skipped: the compiler has no sanitizers");
        return;
    }
    let (mut failed, mut without, mut wrong) = (0, Vec::new(), Vec::new());
    for file in programs() {
        let text = std::fs::read_to_string(&file).expect("a program");
        let Some(class) = only_class(&text) else {
            continue;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let (path, out) = (
            file.display().to_string(),
            folder.path().display().to_string(),
        );
        let args = header(&text, "args").unwrap_or_default();
        let mut words = vec!["check", path.as_str()];
        words.extend(args.iter().map(String::as_str));
        words.extend(["--trace-format", "c", "--trace-dir", out.as_str()]);
        let checked = run(&words);
        // Some programs are for flags of CBMC that are refused.
        if checked.stderr.contains("error[C0201]") {
            assert_eq!(checked.code, 2, "{path}: {}", checked.stderr);
            continue;
        }
        assert_eq!(checked.code, 1, "{path}: {}", checked.stderr);
        for entry in std::fs::read_dir(folder.path()).expect("tests") {
            let test = entry.expect("a test").path();
            let program = std::fs::read_to_string(&test).expect("a test");
            if program.starts_with("/* No program") {
                without.push(format!("{path}: {program}"));
                continue;
            }
            let (said, fails) = ran(&test, &program);
            let shows = match class {
                "assertion" => said.contains("assert") || said.contains("Assert"),
                _ => said.contains("runtime error") || said.contains("Sanitizer"),
            };
            if fails && shows {
                failed += 1;
            } else {
                wrong.push(format!("{path} ({class}): {said}\n{program}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        failed >= 30,
        "only {failed}; without a program: {without:#?}"
    );
    assert!(without.len() <= failed / 5, "{without:#?}");
}

fn sanitizers() -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("none.c");
    std::fs::write(&file, "int main(void) { return 0; }\n").expect("a file");
    let built = Command::new("cc")
        .args(["-fsanitize=address,undefined", "-o"])
        .arg(folder.path().join("none"))
        .arg(&file)
        .output();
    built.is_ok_and(|b| b.status.success())
}
