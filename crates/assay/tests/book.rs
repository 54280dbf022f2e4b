//! The book tells the truth: every command in it is run, in a directory that holds a copy of `book/models`, and has to say
//! what the chapter shows. The commands of a chapter share that directory, so that a later one can use a file that an
//! earlier one wrote. `ASSAY_BOOK=write cargo test -p assay --test book` brings the chapters up to date.

mod common;
#[path = "book/transcript.rs"]
mod transcript;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_session::languages;
use common::{Run, assay, root};
use transcript::{Shown, commands, matches, renewed, with_outputs, without_blank_end};

fn book() -> PathBuf {
    root().join("book")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The names of the files in a directory of the book that end like this, in order.
fn files(directory: &str, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(book().join(directory)).expect("the book has this directory");
    entries
        .map(|e| e.expect("it can be listed").file_name())
        .map(|name| name.into_string().expect("file names are UTF-8"))
        .filter(|name| name.ends_with(extension))
        .collect()
}

fn chapters() -> Vec<(String, String)> {
    let names = files("src", ".md").into_iter();
    names
        .map(|name| {
            let text = read(&book().join("src").join(&name));
            (name, text)
        })
        .collect()
}

/// One chapter's directory, and how its last command ended.
struct Session {
    directory: tempfile::TempDir,
    code: i32,
}

impl Session {
    fn new() -> Session {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for name in files("models", "") {
            let from = book().join("models").join(&name);
            std::fs::copy(&from, directory.path().join(&name)).expect("models can be copied");
        }
        Session { directory, code: 0 }
    }

    /// What the command prints, standard error last. Not a shell: words are separated by spaces.
    fn run(&mut self, command: &str) -> Result<Vec<String>, String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let text = match words[..] {
            ["assay", ref args @ ..] => {
                let mut process = assay(args);
                process.current_dir(self.directory.path());
                process.env("PATH", path_with_solvers());
                let run = Run::new(process.output().expect("the program starts"));
                self.code = run.code;
                run.stdout + &run.stderr
            }
            ["cat", file] => std::fs::read_to_string(self.directory.path().join(file))
                .map_err(|e| format!("{file}: {e}"))?,
            ["echo", "$?"] => std::mem::take(&mut self.code).to_string(),
            _ => return Err("only assay, cat and `echo $?` are run".to_string()),
        };
        let lines: Vec<String> = text.lines().map(String::from).collect();
        Ok(without_blank_end(&lines).to_vec())
    }
}

/// The solvers that `make` fetched are not above a temporary directory.
fn path_with_solvers() -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let local = root().join(".solvers/bin");
    let all = std::env::split_paths(&path).chain([local]);
    std::env::join_paths(all).expect("PATH can be extended")
}

/// What each command says now; complaints where it is not what is shown.
fn outputs(name: &str, shown: &[Shown], complaints: &mut Vec<String>) -> Vec<Vec<String>> {
    let mut session = Session::new();
    let mut outputs = Vec::new();
    for (index, one) in shown.iter().enumerate() {
        let mut complain = |what: String| {
            complaints.push(format!("{name}:{}: $ {}\n{what}", one.line, one.command));
        };
        let expected = without_blank_end(&one.output);
        let actual = session.run(&one.command).unwrap_or_else(|e| {
            complain(e);
            vec![]
        });
        if matches(expected, &actual) {
            outputs.push(expected.to_vec());
        } else {
            complain(format!("it says now:\n{}\n", actual.join("\n")));
            outputs.push(renewed(expected, &actual));
        }
        let asked = shown.get(index + 1).is_some_and(|s| s.command == "echo $?");
        if session.code != 0 && !asked {
            complain(format!(
                "it ends with exit code {}; show that by `$ echo $?`",
                session.code
            ));
            session.code = 0;
        }
    }
    outputs
}

#[test]
fn the_commands_say_what_the_chapters_show() {
    let write = std::env::var_os("ASSAY_BOOK").is_some_and(|v| v == "write");
    let mut complaints = Vec::new();
    let mut count = 0;
    for (name, text) in chapters() {
        let shown = commands(&text);
        count += shown.len();
        let verilog = shown.iter().any(|s| s.command.contains(".sv"));
        if verilog && !common::yosys() {
            println!("skipped: {name}, because yosys is not installed");
            continue;
        }
        let renewed = with_outputs(&text, &outputs(&name, &shown, &mut complaints));
        if write && renewed != text {
            std::fs::write(book().join("src").join(&name), renewed).expect("it can be written");
        }
    }
    assert!(count > 0, "the book shows commands");
    assert!(
        write || complaints.is_empty(),
        "{}\nASSAY_BOOK=write rewrites what is out of date",
        complaints.join("\n")
    );
}

#[test]
fn the_summary_lists_every_chapter() {
    let summary = read(&book().join("src/SUMMARY.md"));
    let listed: BTreeSet<String> = summary
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap_or_default().to_string())
        .collect();
    let mut there = files("src", ".md");
    assert!(there.remove("SUMMARY.md"));
    assert_eq!(listed, there);
}

/// Links from chapter to chapter lead somewhere.
#[test]
fn links_between_chapters_exist() {
    let there = files("src", ".md");
    for (name, text) in chapters() {
        for rest in text.split("](").skip(1) {
            let target = rest.split([')', '#']).next().unwrap_or_default();
            if target.ends_with(".md") && !target.contains("://") {
                assert!(there.contains(target), "{name} links to {target}");
            }
        }
    }
}

/// A piece of Lustre, Verilog or SMV in the text is a piece of some model that is run.
#[test]
fn pieces_of_models_are_real() {
    let mut models = files("models", ".lus");
    models.extend(files("models", ".sv"));
    models.extend(files("models", ".smv"));
    let models: Vec<String> = models
        .iter()
        .map(|name| read(&book().join("models").join(name)))
        .collect();
    let mut count = 0;
    for (name, text) in chapters() {
        let lustre = text.split("```lustre\n").skip(1);
        let verilog = text.split("```systemverilog\n").skip(1);
        let smv = text.split("```smv\n").skip(1);
        for block in lustre.chain(verilog).chain(smv) {
            let piece = block.split("```").next().unwrap_or_default();
            assert!(
                models.iter().any(|model| model.contains(piece)),
                "{name}: no model has\n{piece}"
            );
            count += 1;
        }
    }
    assert!(count > 0, "the book shows pieces of models");
}

/// The chapter about mutators has a row for each one, with what it says of itself, and no other row.
#[test]
fn the_mutators_are_all_described() {
    let chapter = read(&book().join("src/mutators.md"));
    let rows: BTreeSet<(String, String)> = chapter
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(name, rest)| (name, rest.split(" |").next().unwrap_or_default()))
        .map(|(name, says)| (name.to_string(), says.replace("\\|", "|")))
        .collect();
    let others = ["c", "smv", "kripke"].map(|name| {
        let language = languages().iter().find(|l| l.name() == name);
        language.expect("the language is there").mutators()
    });
    let there: BTreeSet<(String, String)> = assay_lustre::mutate::operators()
        .map(|o| (o.name, o.says))
        .chain(others.into_iter().flatten().map(|m| (m.name, m.says)))
        .map(|(name, says)| (name.to_string(), says.to_string()))
        .collect();
    assert_eq!(rows, there);
}
