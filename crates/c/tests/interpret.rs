//! Programs in `run/` print and return the same as when the system's compiler compiles them. Programs in `fail/` name the classes of the
//! checks that fail in their first line, in order. Adding a case means adding a file.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assay_c::checks::{Checks, Class};
use assay_c::context::{Frame, Key, Open};
use assay_c::interpret::{End, EventKind, Options, Run, Unwind, Word, run};
use assay_c::program::{DataModel, Program, Site};
use support::{compiled, program_of, returned};

fn program(text: &str) -> Program {
    program_in(text, DataModel::Lp64)
}

fn program_in(text: &str, model: DataModel) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.c");
    std::fs::write(&path, text).unwrap();
    program_of(&path, &assay_c::Options::default(), model).unwrap_or_else(|why| panic!("{why}"))
}

fn options(program: &Program) -> Options {
    Options {
        events: true,
        ..Options::new(program.find("main").unwrap())
    }
}

fn execute(program: &Program) -> Run {
    run(program, &options(program), &BTreeMap::new())
}

fn classes(run: &Run) -> Vec<&'static str> {
    run.failures.iter().map(|f| f.class.as_str()).collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn programs_do_what_the_compiler_makes_of_them() {
    let mut wrong = vec![];
    for path in files("run") {
        let Some((output, code)) = compiled(&path, &[]) else {
            eprintln!("skipped: there is no compiler");
            return;
        };
        let program = match program_of(&path, &assay_c::Options::default(), DataModel::Lp64) {
            Ok(program) => program,
            Err(why) => {
                wrong.push(why);
                continue;
            }
        };
        let run = execute(&program);
        let same_code = match run.end {
            End::Exited => true,
            _ => returned(&run).map(|own| own & 0xff) == Some(code),
        };
        if run.output != output || !same_code || !run.failures.is_empty() {
            wrong.push(format!(
                "{}: {:?}, {:?}\n{}\nbut {code}\n{}",
                path.display(),
                run.end,
                run.failures,
                String::from_utf8_lossy(&run.output),
                String::from_utf8_lossy(&output)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn checks_fail_in_order() {
    let mut wrong = vec![];
    for path in files("fail") {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or("");
        let expected: Vec<&str> = first.trim_start_matches('/').split_whitespace().collect();
        let program = match program_of(&path, &assay_c::Options::default(), DataModel::Lp64) {
            Ok(program) => program,
            Err(why) => {
                wrong.push(why);
                continue;
            }
        };
        let run = execute(&program);
        if classes(&run) != expected || returned(&run).is_none() {
            wrong.push(format!("{}: {:#?}", path.display(), run.failures));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_closed_programs_of_the_corpus_return_zero() {
    let given = std::env::var_os("ASSAY_CORPUS").map(PathBuf::from);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = given.unwrap_or(shared).join("c/ctestsuite");
    if !folder.is_dir() {
        eprintln!("skipped: there is no corpus at {}", folder.display());
        return;
    }
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    paths.sort();
    let (mut good, mut refused) = (0, 0);
    let mut wrong = vec![];
    for path in paths {
        let program = match program_of(&path, &assay_c::Options::default(), DataModel::Lp64) {
            Ok(program) => program,
            Err(why) => {
                println!("{why}");
                refused += 1;
                continue;
            }
        };
        if path.ends_with("wrap.c") {
            continue;
        }
        let run = execute(&program);
        match returned(&run) {
            Some(0) if run.failures.is_empty() => good += 1,
            _ => wrong.push(format!(
                "{}: {:?} {:?}",
                path.display(),
                run.end,
                run.failures
            )),
        }
    }
    println!("{good} return zero, {refused} are refused");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A known word for every site of a small text, as it does not matter which one is asked for.
fn everywhere(
    known: &mut BTreeMap<Key, Word>,
    offset: u64,
    word: Word,
    make: impl Fn(Site, Site) -> (Vec<Frame>, Open),
) {
    for (outer, inner) in (0..80).flat_map(|outer| (0..80).map(move |inner| (outer, inner))) {
        let (frames, open) = make(Site(outer), Site(inner));
        known.insert(
            Key {
                frames,
                open,
                offset,
            },
            word,
        );
    }
}

fn word(bits: u32, value: u128) -> Word {
    Word { bits, value }
}

#[test]
fn results_are_asked_for_by_iteration_and_call() {
    let text = "int nondet_int(void);\n\
        int f(void) { return nondet_int(); }\n\
        int main(void) { int s = 0; for (int i = 0; i < 3; i++) s = s * 10 + nondet_int(); return s * 10 + f(); }";
    let program = program(text);
    let mut known = BTreeMap::new();
    for count in 0..3 {
        everywhere(
            &mut known,
            0,
            word(32, u128::from(count) + 1),
            |outer, inner| (vec![Frame::Iteration(outer, count)], Open::Result(inner)),
        );
    }
    everywhere(&mut known, 0, word(32, 7), |outer, inner| {
        (vec![Frame::Call(outer)], Open::Result(inner))
    });
    let run = run(&program, &options(&program), &known);
    assert_eq!(returned(&run), Some(1237));
}

#[test]
fn jumps_back_are_counted() {
    let text = "int nondet_int(void);\n\
        int main(void) { int s = 0, n = 0; again: s = s * 10 + nondet_int(); if (++n < 3) goto again; return s; }";
    let program = program(text);
    let mut known = BTreeMap::new();
    everywhere(&mut known, 0, word(32, 1), |_, site| {
        (vec![], Open::Result(site))
    });
    everywhere(&mut known, 0, word(32, 2), |label, site| {
        (vec![Frame::Again(label, 1)], Open::Result(site))
    });
    everywhere(&mut known, 0, word(32, 3), |label, site| {
        (vec![Frame::Again(label, 2)], Open::Result(site))
    });
    let run = run(&program, &options(&program), &known);
    assert_eq!(returned(&run), Some(123));
}

#[test]
fn contents_are_set_by_cell() {
    let text = "struct s { char c; int i; };\n\
        void *malloc(unsigned long);\n\
        extern int e;\n\
        int main(void) { struct s s; int x, *p = malloc(8); int y = 0;\n\
        return s.i + x + p[1] + y + e + s.c; }";
    let program = program(text);
    let mut known = BTreeMap::new();
    let content = |_, site| (vec![], Open::Content(site));
    everywhere(&mut known, 0, word(8, 1), content);
    everywhere(&mut known, 4, word(32, 100), content);
    let result = run(&program, &options(&program), &known);
    assert_eq!(returned(&result), Some(100 + 1 + 100 + 1 + 1));
    // An allocation fails where its bit says so.
    everywhere(&mut known, 0, word(1, 1), |_, site| {
        (vec![], Open::Failure(site))
    });
    let mut with_failures = options(&program);
    with_failures.malloc_may_fail = true;
    let result = run(&program, &with_failures, &known);
    assert_eq!(classes(&result), ["pointer"]);
}

#[test]
fn a_failed_read_gives_an_open_value() {
    let program = program("int a[2]; int main(void) { int i = 2; return a[i] + 1 / (i - 2); }");
    let mut known = BTreeMap::new();
    everywhere(&mut known, 0, word(32, 20), |_, site| {
        (vec![], Open::Invalid(site))
    });
    let run = run(&program, &options(&program), &known);
    assert_eq!(classes(&run), ["bounds", "division"]);
    assert_eq!(returned(&run), Some(40));
}

#[test]
fn a_false_assumption_ends_the_execution() {
    let program = program(
        "void __CPROVER_assume(_Bool); int main(void) { __CPROVER_assume(0); int *p = 0; return *p; }",
    );
    let run = execute(&program);
    assert!(matches!(run.end, End::Assumed(_)));
    assert!(run.failures.is_empty());
}

#[test]
fn limits_on_loops_and_recursion() {
    let cases = [
        (
            "int main(void) { for (int i = 0; i < 3; i++); return 0; }",
            3,
            Class::Unwinding,
        ),
        (
            "int main(void) { int i = 0; do i++; while (i < 4); return 0; }",
            3,
            Class::Unwinding,
        ),
        (
            "int main(void) { int i = 0; l: if (i++ < 3) goto l; return 0; }",
            3,
            Class::Unwinding,
        ),
        (
            "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }",
            3,
            Class::Recursion,
        ),
    ];
    for (text, limit, class) in cases {
        let program = program(text);
        for (limit, fails) in [(limit, true), (limit + 1, false)] {
            let mut options = options(&program);
            options.unwind = Unwind {
                limit: Some(limit),
                ..Unwind::default()
            };
            let run = run(&program, &options, &BTreeMap::new());
            assert_eq!(matches!(run.end, End::Unwound(_)), fails, "{text}");
            assert_eq!(
                run.failures.first().map(|f| f.class),
                fails.then_some(class)
            );
        }
    }
}

#[test]
fn runaway_programs_end() {
    let texts = [
        "int main(void) { while (1); }",
        "int main(void) { for (;;) { int x = 1; int *p = &x; } }",
        "int main(void) { l: goto l; }",
        "int f(int x) { return f(x) + 1; } int main(void) { return f(1); }",
        "unsigned long strlen(const char *); int main(void) { return strlen(0); }",
    ];
    for text in texts {
        let program = program(text);
        let mut options = options(&program);
        options.max_steps = 3_000_000;
        options.events = false;
        let run = run(&program, &options, &BTreeMap::new());
        let ended = run.end == End::TooLong || returned(&run).is_some();
        assert!(ended, "{text}: {:?}", run.end);
    }
}

#[test]
fn further_checks_can_be_asked_for() {
    let text = "void *malloc(unsigned long);\n\
        int main(void) { unsigned u = 0; u--; signed char c = 300; char *p = malloc(1); p + 5; float f = 1e38f; f *= 10; f -= f; return 0; }";
    let program = program(text);
    let mut all = options(&program);
    all.checks = Checks {
        unsigned_overflow: true,
        conversion: true,
        pointer_overflow: true,
        leak: true,
        nan: true,
        float_overflow: true,
        ..Checks::default()
    };
    let done = run(&program, &all, &BTreeMap::new());
    let expected = [
        "overflow",
        "conversion",
        "pointer",
        "float",
        "float",
        "leak",
    ];
    assert_eq!(classes(&done), expected, "{:#?}", done.failures);
    assert!(execute(&program).failures.is_empty());
}

#[test]
fn events_tell_what_happened() {
    let text = "struct s { int x; struct s *n; };\n\
        static int twice(int v) { return v * 2; }\n\
        int main(void) { int a[3]; int i = 1; a[i++] = twice(4); struct s s, *p = &s; p->x = a[1]; p->n = 0;\n\
        if (p->x > 3) s.x--; p[0].x += 2; return s.x; }";
    let program = program(text);
    let run = execute(&program);
    let shown: Vec<String> = run
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Assign { name, value } => Some(format!("{name} = {value}")),
            EventKind::Call {
                name, arguments, ..
            } => Some(format!("{name}({})", arguments.join(", "))),
            EventKind::Return { value } => {
                Some(format!("return {}", value.as_deref().unwrap_or("")))
            }
            EventKind::Branch { value } => Some(format!("branch {value}")),
            EventKind::Reads(read) => Some(read.join(" ")),
            EventKind::Failed(number) => Some(format!("failure {number}")),
            EventKind::Given { .. } => None,
        })
        .collect();
    let expected = [
        "i = 1",
        "i = 2",
        "twice(4)",
        "return 8",
        "a[1] = 8",
        "p = &s",
        "p->x = 8",
        "p->n = NULL",
        "branch true",
        "s.x = 7",
        "p[0].x = 9",
        "return 9",
    ];
    assert_eq!(shown, expected);
}

/// A failure comes with the values that its expression reads, and looking at them changes nothing.
#[test]
fn a_failure_has_the_values_that_it_reads() {
    let text = "void __CPROVER_assert(_Bool, const char *); int a[3] = {4, 5, 6};\n\
        int main(void) { int i = 2, *p = &a[1]; __CPROVER_assert(a[i - 1] == *p + 1, \"\"); int n = a[i + 1];\n\
        return n / (i - 2) + a[0]; }";
    let run = execute(&program(text));
    let mut events = run.events.iter();
    let mut reads = Vec::new();
    while let Some(event) = events.next() {
        if let EventKind::Reads(read) = &event.kind {
            reads.push(read.join(", "));
            assert!(matches!(
                events.next().map(|e| &e.kind),
                Some(EventKind::Failed(_))
            ));
        }
    }
    assert_eq!(classes(&run), ["assertion", "bounds", "division"]);
    assert_eq!(reads.len(), 3, "{reads:?}");
    assert_eq!(reads[0], "a[1] = 5, i = 2, *p = 5, p = &a[1]");
    assert!(reads[2].contains("i = 2"), "{reads:?}");
}

#[test]
fn pointers_of_32_bits() {
    let text = "int a[3] = {1, 2, 3}; int *p[2] = {a + 1, &a[2]};\n\
        int main(void) { unsigned long w = (unsigned long)p[0]; int *q = (int *)(w + sizeof(int));\n\
        long n = 0x7fffffff; n++; return *q * 100 + (q == p[1]) * 10 + sizeof(p) + (n < 0); }";
    let run = execute(&program_in(text, DataModel::Ilp32));
    assert_eq!(returned(&run), Some(319));
    assert_eq!(classes(&run), ["overflow"]);
}

#[test]
fn a_flexible_member_ends_with_its_object() {
    let text = "void *malloc(unsigned long);\n\
        struct v { int n; int a[]; };\n\
        int main(void) { struct v *v = malloc(sizeof *v + 2 * sizeof(int)); v->a[1] = 5; int k = v->a[1];\n\
        k += v->a[2]; v = 0; return k + v->a[0]; }";
    let run = execute(&program(text));
    assert_eq!(returned(&run), Some(5));
    assert_eq!(classes(&run), ["bounds", "pointer"]);
}

#[test]
fn many_objects_do_not_mix_up_pointers() {
    let text = "int main(void) { int first = 7, *keep = &first; int *store[1]; int sum = 0;\n\
        for (int i = 0; i < 70000; i++) { int x = i; store[0] = &x; *store[0] += 1; sum ^= x; }\n\
        int last = 9; store[0] = &last; return *store[0] * 10 + *keep; }";
    let mut options = options(&program(text));
    options.events = false;
    let run = run(&program(text), &options, &BTreeMap::new());
    assert_eq!(returned(&run), Some(97));
    assert!(run.failures.is_empty(), "{:?}", run.failures.first());
}
