//! Command lines of CBMC, and those of goto-instrument as far as they change a program.

use std::path::Path;

use assay_source::Diagnostic;

use super::flags::{Kind, instead, kind, kind_of_instrument};
use super::word::Word;
use super::{Input, Project, Source, database, joined, proof, task};
use crate::preprocess::Options;
use crate::program::DataModel;

/// What a command line says. Relative paths start at `base`.
pub(super) fn project(
    words: &[Word],
    base: &Path,
    input: &mut Input<'_>,
) -> Result<Project, Vec<Diagnostic>> {
    let line = Line::read(words, base)?;
    let mut project = line.project;
    let mut databases = Vec::new();
    let mut errors = Vec::new();
    for file in line.files {
        let path = joined(base, &file.text);
        let read = match Form::of(&path) {
            Form::C => {
                let options = line.options.clone();
                project.sources.push(Source { path, options });
                continue;
            }
            Form::Database => {
                databases.push(path);
                continue;
            }
            Form::Task => task::project(&path, input),
            Form::Wrong(what, help) => {
                let error = error(&file, format!("`{}` is {what}", file.text));
                Err(vec![error.help(help)])
            }
            Form::Folder => proof::project(&path, input),
        };
        match read {
            Ok(mut read) => {
                for source in &mut read.sources {
                    source.options.add(&line.options);
                }
                project.absorb(read);
            }
            Err(faults) => errors.extend(faults),
        }
    }
    for path in databases {
        match database::fill(&path, &mut project.sources, input) {
            Ok(filled) => {
                project.model = project.model.or(filled.model);
                project.notes.extend(filled.notes);
            }
            Err(faults) => errors.extend(faults),
        }
    }
    if errors.is_empty() {
        Ok(project)
    } else {
        Err(errors)
    }
}

/// What a file is, by its name.
pub(super) enum Form {
    C,
    Folder,
    Task,
    Database,
    /// Not what can be read: what it is, and what to give.
    Wrong(&'static str, &'static str),
}

impl Form {
    pub(super) fn of(path: &Path) -> Form {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match ending.to_ascii_lowercase().as_str() {
            _ if path.is_dir() => Form::Folder,
            "c" | "i" => Form::C,
            "json" => Form::Database,
            "yml" | "yaml" => Form::Task,
            "h" => Form::Wrong("a header", "give the C files that include it"),
            "goto" | "gb" | "o" | "a" => {
                Form::Wrong("a binary", "give the C files that it is made of")
            }
            "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Form::Wrong(
                "a C++ file",
                "only C is supported: rename it if it is C all the same",
            ),
            // `--language c` was given.
            _ if path.is_file() => Form::C,
            _ => Form::Folder,
        }
    }
}

fn error(word: &Word, message: String) -> Diagnostic {
    at(word, Diagnostic::error("C0201", message))
}

fn at(word: &Word, diagnostic: Diagnostic) -> Diagnostic {
    match word.span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }
}

/// With what to do in place of the flag.
fn hinted(diagnostic: Diagnostic, flag: &str) -> Diagnostic {
    match instead(flag) {
        Some(hint) => diagnostic.help(hint),
        None => diagnostic,
    }
}

/// A command line, without a look at its files.
#[derive(Default)]
pub(super) struct Line {
    pub project: Project,
    /// Of the files that the line names.
    pub options: Options,
    pub files: Vec<Word>,
    /// Whether it is one of goto-instrument.
    instrument: bool,
    errors: Vec<Diagnostic>,
}

impl Line {
    pub(super) fn read(words: &[Word], base: &Path) -> Result<Line, Vec<Diagnostic>> {
        Line::default().filled(words, base)
    }

    pub(super) fn of_instrument(words: &[Word], base: &Path) -> Result<Line, Vec<Diagnostic>> {
        let instrument = true;
        let line = Line {
            instrument,
            ..Line::default()
        };
        line.filled(words, base)
    }

    fn filled(mut self, words: &[Word], base: &Path) -> Result<Line, Vec<Diagnostic>> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            self.word(word, &mut rest, base);
        }
        if self.errors.is_empty() {
            Ok(self)
        } else {
            Err(self.errors)
        }
    }

    /// What it says without its files.
    pub(super) fn finished(self) -> Result<Project, Vec<Diagnostic>> {
        if self.errors.is_empty() {
            Ok(self.project)
        } else {
            Err(self.errors)
        }
    }

    fn word<'a>(&mut self, word: &'a Word, rest: &mut impl Iterator<Item = &'a Word>, base: &Path) {
        let text = word.text.as_str();
        if !text.starts_with('-') || text == "-" {
            self.files.push(word.clone());
            return;
        }
        // `-DX` or `-D X`; the argument of a long one is a word of its own.
        let (name, inside) = match text.split_at_checked(2) {
            Some((name, value)) if name != "--" && !value.is_empty() => (name, Some(value)),
            _ => (text, None),
        };
        let mut argument = |line: &mut Line| match inside {
            Some(value) => Some(value.to_owned()),
            None => match rest.next() {
                Some(next) => Some(next.text.clone()),
                None => {
                    line.fail(word, format!("`{name}` has no argument"));
                    None
                }
            },
        };
        match name {
            "-D" => {
                let define = argument(self);
                self.options.defines.extend(define);
            }
            "-U" => {
                let undefine = argument(self);
                self.options.undefines.extend(undefine);
            }
            "-I" => {
                let path = argument(self).map(|path| joined(base, path));
                self.options.includes.extend(path);
            }
            "--include" => {
                let path = argument(self).map(|path| joined(base, path));
                self.options.forced.extend(path);
            }
            "--c89" | "--c99" | "--c11" | "--c17" | "--c23" => {
                // With GNU extensions, as CBMC reads them.
                self.options.others.push(name.replace("--c", "-std=gnu"));
            }
            "--32" | "--ILP32" | "--i386-linux" => self.project.model = Some(DataModel::Ilp32),
            "--64" | "--LP64" => self.project.model = Some(DataModel::Lp64),
            "--arch" => match argument(self).as_deref() {
                Some("x86_64") => self.project.model = Some(DataModel::Lp64),
                Some("i386") => self.project.model = Some(DataModel::Ilp32),
                Some(arch) => {
                    self.fail(word, format!("the architecture `{arch}` is not supported"))
                }
                None => {}
            },
            "--os" => match argument(self).as_deref() {
                Some("linux") | None => {}
                Some(os) => self.fail(
                    word,
                    format!("the operating system `{os}` is not supported"),
                ),
            },
            "--function" => self.project.entry = argument(self).or(self.project.entry.take()),
            "--property" => {
                let property = argument(self);
                self.project.properties.extend(property);
            }
            "--remove-function-body" => {
                let function = argument(self);
                self.project.remove_bodies.extend(function);
            }
            "--unwind" => {
                if let Some(value) = argument(self) {
                    match value.parse() {
                        Ok(bound) => self.project.unwind = Some(bound),
                        Err(_) => self.fail(word, format!("`{value}` is no bound of loops")),
                    }
                }
            }
            "--unwindset" => {
                if let Some(value) = argument(self) {
                    self.unwindset(word, &value);
                }
            }
            _ => self.flag(word, &mut argument),
        }
    }

    fn flag(&mut self, word: &Word, argument: &mut dyn FnMut(&mut Line) -> Option<String>) {
        let name = word.text.as_str();
        let known = kind(name).or_else(|| kind_of_instrument(name).filter(|_| self.instrument));
        let Some(kind) = known else {
            let tool = if self.instrument {
                "goto-instrument"
            } else {
                "CBMC"
            };
            self.fail(
                word,
                format!("{tool} has no flag `{name}` that is known here"),
            );
            return;
        };
        match kind {
            Kind::Meaning => self.project.flags.push(name.into()),
            Kind::Idle => self.project.ignored.push(name.into()),
            Kind::MeaningOf => {
                let value = argument(self);
                self.project
                    .flags
                    .extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
            }
            Kind::IdleOf => {
                let value = argument(self);
                self.project
                    .ignored
                    .extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
            }
            // Who types it means it. A kit asks for it in all of its proofs.
            Kind::Unchecked if word.span.is_some() => {
                let message = format!("`{name}` is not supported: this is not checked");
                let warning = Diagnostic::warning("C0208", message);
                self.project.notes.push(at(word, hinted(warning, name)));
            }
            Kind::Other => {
                let message = format!("`{name}` asks for something else than verdicts");
                self.errors.push(hinted(error(word, message), name));
            }
            Kind::Refused | Kind::Unchecked => {
                let message = format!("`{name}` is not supported");
                self.errors.push(hinted(error(word, message), name));
            }
        }
    }

    /// `main.0:5,f.1:3`, also with the number of a thread before it.
    pub(super) fn unwindset(&mut self, word: &Word, list: &str) {
        for item in list
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
        {
            let bound = item.rsplit_once(':').and_then(|(name, bound)| {
                let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
                Some((name.to_owned(), bound.trim().parse().ok()?))
            });
            match bound {
                Some(bound) => {
                    // Kits say the same in two variables.
                    self.project.unwindset.retain(|known| *known != bound);
                    self.project.unwindset.push(bound);
                }
                None => self.fail(
                    word,
                    format!("`{item}` is not LOOP:BOUND, as in `main.0:5`"),
                ),
            }
        }
    }

    fn fail(&mut self, word: &Word, message: String) {
        self.errors.push(error(word, message));
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use assay_source::SourceMap;

    use super::*;
    use crate::project;

    fn read(line: &str) -> Result<Project, Vec<String>> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let nothing = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
        let mut input = Input {
            read: &nothing,
            map: &mut SourceMap::new(),
            deadline: None,
            make: false,
        };
        let messages = |faults: Vec<Diagnostic>| faults.into_iter().map(|f| f.message).collect();
        project::read(&words, &mut input).map_err(messages)
    }

    #[test]
    fn everything_has_its_place() {
        let line = "src/a.c ./b.c -DSIZE=2 -D X -I inc --include pre.h --c99 --32 --function check --unwind 3 \
                    --unwindset main.0:5,f.1:2 --unwindset 0:g.2:7 --no-standard-checks --bounds-check \
                    --trace --object-bits 9 --property main.assertion.1";
        let project = read(line).unwrap();
        let options = Options {
            defines: vec!["SIZE=2".into(), "X".into()],
            includes: vec!["inc".into()],
            forced: vec!["pre.h".into()],
            others: vec!["-std=gnu99".into(), "-m32".into()],
            ..Options::default()
        };
        let source = |path: &str| Source {
            path: PathBuf::from(path),
            options: options.clone(),
        };
        assert_eq!(project.sources, [source("src/a.c"), source("b.c")]);
        assert_eq!(project.entry.as_deref(), Some("check"));
        assert_eq!(project.unwind, Some(3));
        let bounds = [("main.0", 5), ("f.1", 2), ("g.2", 7)];
        assert_eq!(
            project.unwindset,
            bounds.map(|(name, n)| (name.to_owned(), n))
        );
        let flags = ["--no-standard-checks", "--bounds-check"];
        assert_eq!(project.flags, flags);
        assert_eq!(project.ignored, ["--trace", "--object-bits", "9"]);
        assert_eq!(project.properties, ["main.assertion.1"]);
        assert_eq!(project.model, Some(DataModel::Ilp32));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let line = "a.c --bound-check --cover location --big-endian --arch arm --unwind x --unwindset y --trace=1 b.goto --function";
        let messages = read(line).unwrap_err();
        let expected = [
            "CBMC has no flag `--bound-check` that is known here",
            "`--cover` asks for something else than verdicts",
            "`--big-endian` is not supported",
            "the architecture `arm` is not supported",
            "`x` is no bound of loops",
            "`y` is not LOOP:BOUND, as in `main.0:5`",
            "CBMC has no flag `--trace=1` that is known here",
            "`--function` has no argument",
        ];
        assert_eq!(messages, expected);
        assert_eq!(read("b.goto").unwrap_err(), ["`b.goto` is a binary"]);
        assert_eq!(read("--trace").unwrap_err(), ["no C file is named"]);
    }
}
