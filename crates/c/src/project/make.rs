//! Proof folders by what make would run: `make -n` prints the command lines, which say everything.
//!
//! The starter kits build goto binaries (`goto-cc`), change them (`goto-instrument`) and check the last one (`cbmc`). Each
//! binary is followed back to the C files that it is made of. Kits that hand commands to litani have them in `--command`.
//!
//! `make -n` is no guarantee that nothing runs: `$(shell ...)`, and recipes that call make again, run all the same.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use assay_source::{Diagnostic, SourceFile};
use rustc_hash::FxHashMap;

use super::command::Line;
use super::flags::{Kind, kind};
use super::word::{Word, commands, in_file};
use super::{Input, Project, compiler, joined};
use crate::child::ended;

/// Targets that check the properties, in the starter kits; the last is whatever the Makefile has first.
const TARGETS: [&[&str]; 6] = [
    &["_result"],
    &["result"],
    &["_report"],
    &["report"],
    &["cbmc"],
    &[],
];

/// How long one run of make may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What make would run for a proof. `Ok(Err(why))` if make does not say it.
pub(super) fn project(
    folder: &Path,
    input: &mut Input<'_>,
) -> Result<Result<Project, String>, Vec<Diagnostic>> {
    let mut why = String::new();
    for target in TARGETS {
        match run(folder, target, input.deadline) {
            Ok(output) => {
                let shown = format!("make -n {}", target.join(" "));
                let name = format!("{} in {}", shown.trim_end(), folder.display());
                let id = input.map.add_text(&name, &output);
                let file = input.map.file(id).clone();
                if let Some(project) = read(&file, folder)? {
                    return Ok(Ok(project));
                }
                why = "no command line of cbmc is among what it prints".into();
            }
            Err(said) => why = said,
        }
    }
    Ok(Err(why))
}

fn run(folder: &Path, target: &[&str], deadline: Option<Instant>) -> Result<String, String> {
    let mut command = Command::new("make");
    command
        .args(["-n", "-B", "-w"])
        .args(target)
        .env("LC_ALL", "C");
    // A make that runs assay is not asked about the proof.
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
        command.env_remove(name);
    }
    if !folder.as_os_str().is_empty() {
        command.current_dir(folder);
    }
    let limit = Instant::now() + PATIENCE;
    let output = ended(
        command,
        Some(deadline.map_or(limit, |deadline| deadline.min(limit))),
    );
    let output = output.map_err(|error| format!("make: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(text.lines().next().unwrap_or("make failed").to_owned())
}

/// What commands say about a proof. None if none of them checks properties.
fn read(file: &SourceFile, folder: &Path) -> Result<Option<Project>, Vec<Diagnostic>> {
    let mut build = Build {
        folder: folder.into(),
        entered: vec![],
        made: FxHashMap::default(),
        checked: None,
    };
    let mut line_end = 0;
    let mut directory = build.directory();
    for words in commands(file.text(), in_file(file.id, 0)) {
        let start = words
            .first()
            .and_then(|word| word.span)
            .map_or(0, |span| span.start as usize);
        // Each line is a shell of its own.
        if start >= line_end {
            directory = build.directory();
            let rest = &file.text()[start.min(file.text().len())..];
            line_end = start + rest.find('\n').unwrap_or(rest.len());
        }
        build.command(&words, &mut directory)?;
    }
    Ok(build.checked)
}

/// What has been built so far.
struct Build {
    folder: PathBuf,
    /// The folders that make has entered, the outermost first.
    entered: Vec<String>,
    /// What each binary is made of.
    made: FxHashMap<PathBuf, Project>,
    /// The first command that checks properties.
    checked: Option<Project>,
}

impl Build {
    /// Where make is. The outermost folder has the name that the user gave it.
    fn directory(&self) -> PathBuf {
        match self.entered.get(1..).and_then(<[String]>::last) {
            Some(inner) => inner.into(),
            None => self.folder.clone(),
        }
    }

    fn command(&mut self, words: &[Word], directory: &mut PathBuf) -> Result<(), Vec<Diagnostic>> {
        // `NAME=VALUE` before a command sets its environment.
        let start = words
            .iter()
            .position(|word| !word.text.contains('='))
            .unwrap_or(words.len());
        let Some((first, rest)) = words[start..].split_first() else {
            return Ok(());
        };
        match (program(&first.text), rest) {
            ("cd", [to, ..]) => *directory = joined(directory.as_path(), &to.text),
            (make, [entering, _, name])
                if make.starts_with("make") && entering.text == "Entering" =>
            {
                self.entered.push(name.text.clone());
                *directory = self.directory();
            }
            (make, [leaving, ..]) if make.starts_with("make") && leaving.text == "Leaving" => {
                self.entered.pop();
                *directory = self.directory();
            }
            ("cp", [from, to]) => {
                let part = self.part(&joined(directory.as_path(), &from.text));
                self.made
                    .insert(joined(directory.as_path(), &to.text), part);
            }
            ("goto-cc" | "goto-gcc", words) => self.compile(words, directory),
            ("goto-instrument", words) => self.instrument(words, directory)?,
            ("cbmc", words) => self.check(words, directory)?,
            (_, words) => {
                for pair in words.windows(2).filter(|pair| pair[0].text == "--command") {
                    let span = pair[1].span;
                    for inner in commands(&pair[1].text, |_, _| span) {
                        self.command(&inner, directory)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn compile(&mut self, words: &[Word], directory: &Path) {
        let compiled = compiler::read(words, directory);
        let mut project = Project {
            entry: compiled.entry,
            model: compiled.model,
            sources: compiled.sources,
            flags: compiled.flags,
            ..Project::default()
        };
        for object in &compiled.objects {
            project.absorb(self.part(&joined(directory, &object.text)));
        }
        // Without a name, `a.c` becomes `a.o`.
        let first = project
            .sources
            .first()
            .map(|source| source.path.with_extension("o"));
        let output = compiled
            .output
            .map(|name| joined(directory, name))
            .or(first);
        if let Some(output) = output {
            self.made.insert(output, project);
        }
    }

    fn instrument(&mut self, words: &[Word], directory: &Path) -> Result<(), Vec<Diagnostic>> {
        let line = Line::of_instrument(words, directory)?;
        let mut project = line.project;
        if let Some(from) = line.files.first() {
            project.absorb(self.part(&joined(directory, &from.text)));
        }
        if let Some(to) = line.files.get(1) {
            self.made.insert(joined(directory, &to.text), project);
        }
        Ok(())
    }

    fn check(&mut self, words: &[Word], directory: &Path) -> Result<(), Vec<Diagnostic>> {
        // A coverage run, a list of properties, or a look at the version.
        let other = words
            .iter()
            .any(|word| kind(&word.text) == Some(Kind::Other));
        if other || self.checked.is_some() {
            return Ok(());
        }
        let line = Line::read(words, directory)?;
        let mut project = line.project;
        for file in &line.files {
            let path = joined(directory, &file.text);
            if path
                .extension()
                .is_some_and(|ending| ending == "c" || ending == "i")
            {
                let options = line.options.clone();
                project.sources.push(super::Source { path, options });
            } else {
                project.absorb(self.part(&path));
            }
        }
        if !project.sources.is_empty() {
            self.checked = Some(project);
        }
        Ok(())
    }

    /// What a binary is made of; nothing if no command makes it.
    fn part(&self, path: &Path) -> Project {
        self.made.get(path).cloned().unwrap_or_default()
    }
}

fn program(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use assay_source::SourceMap;

    use super::*;

    fn project(text: &str) -> Result<Option<Project>, Vec<Diagnostic>> {
        let mut map = SourceMap::new();
        let id = map.add_text("make -n", text);
        read(map.file(id), Path::new("proofs/put"))
    }

    #[test]
    fn binaries_are_followed_back_to_their_sources() {
        let text = "make: Entering directory '/x/proofs/put'\n\
            mkdir -p build\n\
            litani add-job --command 'goto-cc -DN=2 -I../../inc -c put_harness.c -o build/h.goto' --phase build\n\
            cd ../../src && goto-cc -c ring.c -o ring.goto 2> log\n\
            /usr/bin/goto-cc --function harness build/h.goto ../../src/ring.goto -o build/all.goto\n\
            goto-instrument --remove-function-body log_it build/all.goto build/1.goto\n\
            cp build/1.goto build/cut.goto\n\
            cbmc --show-properties build/cut.goto > list.xml\n\
            cbmc --flush --unwindset put.0:3 --bounds-check --trace build/cut.goto || true\n\
            cbmc --cover location build/cut.goto\n\
            make: Leaving directory '/x/proofs/put'\n";
        let project = project(text).unwrap().unwrap();
        let paths: Vec<String> = project
            .sources
            .iter()
            .map(|s| s.path.display().to_string())
            .collect();
        assert_eq!(paths, ["proofs/put/put_harness.c", "src/ring.c"]);
        assert_eq!(project.sources[0].options.includes, [PathBuf::from("inc")]);
        assert_eq!(project.sources[0].options.defines, ["N=2"]);
        assert_eq!(project.entry.as_deref(), Some("harness"));
        assert_eq!(project.remove_bodies, ["log_it"]);
        assert_eq!(project.unwindset, [("put.0".to_owned(), 3)]);
        assert_eq!(project.flags, ["--bounds-check"]);
        assert_eq!(project.ignored, ["--flush", "--trace"]);
    }

    #[test]
    fn folders_that_make_enters_are_followed() {
        let text = "make: Entering directory '/x/proofs/put'\nmake[1]: Entering directory '/x/src'\n\
            goto-cc ring.c -o all.goto\ncbmc all.goto\n";
        let project = project(text).unwrap().unwrap();
        assert_eq!(project.sources[0].path, PathBuf::from("/x/src/ring.c"));
    }

    #[test]
    fn a_flag_that_is_not_known_has_its_place() {
        let faults = project("cbmc a.c --wrong\n").unwrap_err();
        let span = faults[0].span.unwrap();
        assert_eq!((span.start, span.end), (9, 16));
    }

    #[test]
    fn without_cbmc_there_is_nothing() {
        assert!(
            project("gcc -c a.c\ncbmc missing.goto\n")
                .unwrap()
                .is_none()
        );
    }
}
