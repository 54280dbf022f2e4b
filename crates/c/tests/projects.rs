//! Input as people have it: the folders in `projects/`, and the example of the book.

use std::path::{Path, PathBuf};

use assay_c::program::DataModel;
use assay_c::project::{Input, Project, Property, read};
use assay_c::{Files, parse, preprocess};
use assay_source::{Diagnostic, SourceMap};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects")
}

struct Answer {
    project: Result<Project, Vec<Diagnostic>>,
    map: SourceMap,
}

/// Words that start with `@` are paths in the folder of projects.
fn ask(line: &str, make: bool) -> Answer {
    let word = |word: &str| match word.strip_prefix('@') {
        Some(path) => folder().join(path).display().to_string(),
        None => word.to_owned(),
    };
    let words: Vec<String> = line.split_whitespace().map(word).collect();
    let from_disk = |path: &Path| std::fs::read(path);
    let mut map = SourceMap::new();
    let project = read(
        &words,
        &mut Input {
            read: &from_disk,
            map: &mut map,
            deadline: None,
            make,
        },
    );
    Answer { project, map }
}

fn project(line: &str, make: bool) -> Project {
    match ask(line, make).project {
        Ok(project) => project,
        Err(faults) => panic!("{line}: {faults:?}"),
    }
}

/// Each fault as `LINE: MESSAGE`, with paths below the folder of projects.
fn faults(line: &str) -> Vec<String> {
    let answer = ask(line, false);
    let shown = |fault: Diagnostic| {
        let line = fault
            .span
            .map_or(0, |s| answer.map.file(s.file).start(s).line);
        let here = format!("{}/", folder().display());
        format!("{line}: {}", fault.message.replace(&here, ""))
    };
    answer.project.unwrap_err().into_iter().map(shown).collect()
}

fn paths(project: &Project) -> Vec<String> {
    let shown = |path: &Path| {
        path.strip_prefix(folder())
            .unwrap_or(path)
            .display()
            .to_string()
    };
    project
        .sources
        .iter()
        .map(|source| shown(&source.path))
        .collect()
}

/// Every source is preprocessed and parsed with the options that it got.
fn loads(project: &Project) {
    for source in &project.sources {
        let from_disk = |path: &Path| std::fs::read(path);
        let (mut map, mut files) = (SourceMap::new(), Files::new());
        let tokens = preprocess(
            &source.path,
            &source.options,
            &mut map,
            &mut files,
            &from_disk,
        );
        let parsed = tokens.and_then(|tokens| parse(tokens).map_err(|fault| vec![*fault]));
        assert!(
            parsed.is_ok(),
            "{}: {:?}",
            source.path.display(),
            parsed.err()
        );
    }
}

fn has_make() -> bool {
    let found = std::process::Command::new("make")
        .arg("--version")
        .output()
        .is_ok();
    if !found {
        eprintln!("skipped: there is no make");
    }
    found
}

#[test]
fn a_proof_folder_by_its_variables() {
    let project = project("@kit/proofs/add", false);
    assert_eq!(
        paths(&project),
        [
            "kit/proofs/add/add_harness.c",
            "kit/source/add.c",
            "kit/source/log.c"
        ]
    );
    let options = &project.sources[0].options;
    assert_eq!(options.defines, ["LIMIT=1000", "NAME=\"add\"", "SLOW"]);
    assert_eq!(options.includes, [folder().join("kit/include")]);
    assert_eq!(project.entry.as_deref(), Some("harness"));
    assert_eq!(project.remove_bodies, ["log_it"]);
    assert_eq!(project.unwind, Some(3));
    let bounds = [("log_it.0".to_owned(), 4), ("add.0".to_owned(), 2)];
    assert_eq!(project.unwindset, bounds);
    assert_eq!(project.flags, ["--bounds-check"]);
    assert_eq!(project.ignored, ["--flush"]);
    assert!(project.notes.is_empty(), "{:?}", project.notes);
    loads(&project);
}

#[test]
fn a_makefile_without_commands_is_read_by_its_variables() {
    if !has_make() {
        return;
    }
    let with = project("@kit/proofs/add", true);
    let without = project("@kit/proofs/add", false);
    assert_eq!(with.notes.len(), 1);
    assert!(
        with.notes[0]
            .message
            .contains("the variables of its Makefile are read")
    );
    let notes = vec![];
    assert_eq!(Project { notes, ..with }, without);
}

#[test]
fn commands_of_a_scheduler_are_read() {
    if !has_make() {
        return;
    }
    let project = project("@kit/proofs/jobs", true);
    assert_eq!(
        paths(&project),
        ["kit/proofs/add/add_harness.c", "kit/source/add.c"]
    );
    assert_eq!(project.entry.as_deref(), Some("harness"));
    assert_eq!(project.remove_bodies, ["log_it"]);
    let flags = ["--export-file-local-symbols", "--pointer-check"];
    assert_eq!(project.flags, flags);
    assert_eq!(project.sources[1].options.defines, ["LIMIT=(3+4)"]);
    assert_eq!(project.unwindset, [("add.0".to_owned(), 2)]);
    loads(&project);
}

#[test]
fn the_example_says_the_same_with_and_without_make() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c/proofs/ring_put");
    let example = example.canonicalize().unwrap().display().to_string();
    let without = project(&example, false);
    let names: Vec<_> = without
        .sources
        .iter()
        .filter_map(|s| s.path.file_name())
        .collect();
    assert_eq!(names, ["ring_put_harness.c", "sut.c"]);
    assert_eq!(without.entry.as_deref(), Some("harness"));
    assert_eq!(without.unwind, Some(1));
    assert_eq!(
        without.flags,
        ["--pointer-overflow-check", "--conversion-check"]
    );
    loads(&without);
    if has_make() {
        let with = project(&example, true);
        // The recipes have flags that no variable holds.
        let ignored = vec![];
        assert_eq!(Project { ignored, ..with }, without);
    }
}

#[test]
fn what_the_user_says_wins_over_the_folder() {
    let line = "--function other --unwind 9 -D EXTRA --no-bounds-check --unwindset add.0:7 @kit/proofs/add";
    let project = project(line, false);
    assert_eq!(project.entry.as_deref(), Some("other"));
    assert_eq!(project.unwind, Some(9));
    assert_eq!(project.sources[1].options.defines.last().unwrap(), "EXTRA");
    assert_eq!(project.flags, ["--bounds-check", "--no-bounds-check"]);
    assert_eq!(project.unwindset.last().unwrap(), &("add.0".to_owned(), 7));
}

#[test]
fn the_working_directory_is_a_folder_like_others() {
    let project = project("a.c -I . -I ./x/.. --include ./pre.h", false);
    let options = &project.sources[0].options;
    assert_eq!(options.includes, [Path::new("."), Path::new(".")]);
    assert_eq!(options.forced, [Path::new("pre.h")]);
}

#[test]
fn faults_of_proof_folders_have_places() {
    assert_eq!(
        faults("@kit/proofs/unclosed"),
        ["2: a conditional has no `endif`"]
    );
    assert_eq!(
        faults("@kit/proofs/no_files"),
        [
            "0: `kit/proofs/no_files` is no proof: its Makefile names no file in PROOF_SOURCES, PROJECT_SOURCES or HARNESS_FILE"
        ]
    );
    assert_eq!(
        faults("@kit/proofs/contract"),
        ["2: contracts are not supported: `USE_FUNCTION_CONTRACTS` asks for them"]
    );
    assert_eq!(
        faults("@kit/proofs/made"),
        ["0: `kit/proofs/made/patched.c` cannot be read"]
    );
    assert_eq!(
        faults("@kit/proofs/absent"),
        ["0: `kit/proofs/absent` is no C file and no folder with a Makefile"]
    );
}

#[test]
fn a_task_has_claims() {
    let project = project("@tasks/count.yml", false);
    assert_eq!(paths(&project), ["tasks/count.c"]);
    assert_eq!(project.model, Some(DataModel::Ilp32));
    assert_eq!(project.sources[0].options.others, ["-m32"]);
    let claims: Vec<_> = project
        .claims
        .iter()
        .map(|c| (c.property, c.expected, c.part.as_deref()))
        .collect();
    assert_eq!(
        claims,
        [
            (Property::Unreachable, Some(false), None),
            (Property::MemorySafety, Some(false), Some("valid-deref")),
            (Property::NoOverflow, Some(true), None),
            (Property::Other, None, None),
        ]
    );
    // The flags of each property are flags of CBMC.
    for claim in &project.claims {
        let flags = claim.property.flags();
        assert_eq!(
            self::project(&format!("a.c {}", flags.join(" ")), false).flags,
            flags
        );
    }
}

#[test]
fn faults_of_tasks_have_places() {
    assert_eq!(
        faults("@tasks/wrong.yml"),
        [
            "6: `maybe` is no verdict: true or false",
            "8: `Java` is not supported: tasks in C are",
            "9: `ILP64` is no data model: ILP32 or LP64",
        ]
    );
    assert_eq!(faults("@database/compile_commands.yml").len(), 1);
}

#[test]
fn a_database_says_how_files_are_compiled() {
    let line = "@database/compile_commands.json @database/src/stack.c @database/test/harness.c @database/src/queue.c -D MORE";
    let project = project(line, false);
    let defines: Vec<_> = project
        .sources
        .iter()
        .map(|s| s.options.defines.clone())
        .collect();
    assert_eq!(defines[0], ["DEPTH=3", "MORE"]);
    assert_eq!(defines[1], ["DEPTH=3", "MORE"]);
    assert_eq!(defines[2], ["DEPTH=3", "NAME=\"a_b\"", "MORE"]);
    assert_eq!(project.sources[2].options.others, ["-std=c99"]);
    assert_eq!(project.notes.len(), 1, "the harness is not in the database");
    loads(&project);
}

#[test]
fn faults_of_databases_have_places() {
    assert_eq!(
        faults("@database/wrong.json a.c"),
        [
            "1: an entry has no text `file`",
            "2: an entry has neither `arguments` nor `command`",
            "3: `arguments` is no list",
        ]
    );
    assert_eq!(
        faults("@database/broken.json a.c"),
        ["1: `database/broken.json` is no JSON: `,` or `}` was expected"]
    );
    assert_eq!(
        faults("@database/compile_commands.json"),
        ["0: `database/compile_commands.json` has 2 entries"]
    );
}

/// Cut and changed texts give diagnostics, never a panic.
#[test]
fn no_input_ends_the_program() {
    let inputs = [
        "kit/proofs/add/Makefile",
        "tasks/count.yml",
        "database/compile_commands.json",
    ];
    for name in inputs {
        let text = std::fs::read(folder().join(name)).unwrap();
        for cut in 0..text.len() {
            for change in [
                None,
                Some(b'\\'),
                Some(b'$'),
                Some(b'"'),
                Some(0xff),
                Some(b'('),
            ] {
                let mut text = text.clone();
                match change {
                    None => text.truncate(cut),
                    Some(byte) => text[cut] = byte,
                }
                let read_file = |path: &Path| {
                    if path.ends_with(Path::new(name).file_name().unwrap()) {
                        Ok(text.clone())
                    } else {
                        std::fs::read(path)
                    }
                };
                let given = folder().join(name.trim_end_matches("/Makefile"));
                let _ = read(
                    &[given.display().to_string(), "a.c".into()],
                    &mut Input {
                        read: &read_file,
                        map: &mut SourceMap::new(),
                        deadline: None,
                        make: false,
                    },
                );
            }
        }
    }
}
