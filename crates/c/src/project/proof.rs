//! The folder of a proof, as the starter kits for AWS and FreeRTOS have it: a harness and a Makefile.
//!
//! What make would run says everything ([`super::make`]). Where make does not work, because a tool of the kit is missing or
//! nobody may start it, the variables of the Makefile are read ([`super::makefile`]).

use std::path::{Path, PathBuf};

use assay_source::{Diagnostic, Span};

use super::command::Line;
use super::makefile::Makefile;
use super::word::{Word, words};
use super::{Input, Project, Source, compiler, joined, make};

/// Variables that hold words of CBMC's command line in the starter kits.
const FLAGS: [&str; 5] = [
    "CBMCFLAGS",
    "CHECKFLAGS",
    "CBMC_FLAG_UNWINDING_ASSERTIONS",
    "CBMC_OPT_CONFIG_LIBRARY",
    "NONDET_STATIC",
];

/// Variables that ask for contracts of functions and loops.
const CONTRACTS: [&str; 5] = [
    "APPLY_LOOP_CONTRACTS",
    "CHECK_FUNCTION_CONTRACTS",
    "CHECK_FUNCTION_CONTRACTS_REC",
    "DFCC_MODE",
    "USE_FUNCTION_CONTRACTS",
];

pub(super) fn project(folder: &Path, input: &mut Input<'_>) -> Result<Project, Vec<Diagnostic>> {
    if (input.read)(&folder.join("Makefile")).is_err() {
        let message = format!(
            "`{}` is no C file and no folder with a Makefile",
            folder.display()
        );
        return Err(vec![Diagnostic::error("C0202", message)]);
    }
    let mut notes = Vec::new();
    if input.make {
        match make::project(folder, input)? {
            Ok(mut project) => {
                project.under_test = under_test(folder, input);
                return complete(shortened(project, folder), input);
            }
            Err(why) => {
                let message = format!(
                    "make does not say how `{}` is checked ({why}): the variables of its Makefile are read",
                    folder.display()
                );
                notes.push(Diagnostic::note("C0206", message));
            }
        }
    }
    let mut project = by_variables(folder, input)?;
    project.notes.splice(0..0, notes);
    complete(shortened(project, folder), input)
}

/// Some kits make their sources. What is not there yet is named.
fn complete(project: Project, input: &Input<'_>) -> Result<Project, Vec<Diagnostic>> {
    let missing = |source: &&Source| (input.read)(&source.path).is_err();
    let fault = |source: &Source| {
        let message = format!("`{}` cannot be read", source.path.display());
        let help = "if the Makefile makes it, run make in the folder of the proof first";
        Diagnostic::error("C0202", message).help(help)
    };
    let faults: Vec<Diagnostic> = project.sources.iter().filter(missing).map(fault).collect();
    if faults.is_empty() {
        Ok(project)
    } else {
        Err(faults)
    }
}

/// What commands do not tell: which of the sources are the project's, and which belong to the proof.
fn under_test(folder: &Path, input: &mut Input<'_>) -> Vec<PathBuf> {
    match Makefile::read(folder, input) {
        Ok(makefile) => Reader { makefile }.files("PROJECT_SOURCES"),
        Err(_) => vec![],
    }
}

/// Makefiles make paths absolute. Those below the working directory are shown as the user would write them, unless the folder
/// itself is absolute.
fn shortened(mut project: Project, folder: &Path) -> Project {
    let Ok(here) = std::path::absolute(".") else {
        return project;
    };
    let here = joined(Path::new(""), here);
    let shorten = |path: &mut PathBuf| {
        if let Ok(rest) = path.strip_prefix(&here)
            && folder.is_relative()
        {
            *path = joined(Path::new(""), rest);
        }
    };
    for source in &mut project.sources {
        shorten(&mut source.path);
        source.options.includes.iter_mut().for_each(shorten);
        source.options.forced.iter_mut().for_each(shorten);
    }
    project.under_test.iter_mut().for_each(shorten);
    project
}

fn by_variables(folder: &Path, input: &mut Input<'_>) -> Result<Project, Vec<Diagnostic>> {
    let makefile = Makefile::read(folder, input).map_err(|error| vec![*error])?;
    let mut reader = Reader { makefile };
    reader.refuse_contracts()?;
    let flags: Vec<Word> = FLAGS.iter().flat_map(|name| reader.words(name)).collect();
    let mut line = Line::read(&flags, folder)?;
    for name in ["UNWINDSET", "CBMC_UNWINDSET"] {
        for word in reader.words(name) {
            if word.text != "--unwindset" {
                line.unwindset(&word, &word.text);
            }
        }
    }
    let mut project = line.finished()?;
    for word in reader.words("REMOVE_FUNCTION_BODY") {
        if word.text != "--remove-function-body" {
            project.remove_bodies.push(word.text);
        }
    }
    project.entry = reader
        .words("HARNESS_ENTRY")
        .into_iter()
        .next()
        .map(|word| word.text);
    let mut options = reader.words("DEFINES");
    options.extend(reader.words("INCLUDES"));
    project.under_test = reader.files("PROJECT_SOURCES");
    let mut files = reader.words("PROOF_SOURCES");
    files.extend(reader.words("PROJECT_SOURCES"));
    for harness in reader.words("HARNESS_FILE") {
        let name = match harness.text.strip_suffix(".c") {
            Some(_) => harness.text.clone(),
            None => format!("{}.c", harness.text),
        };
        let path = joined(folder, &name);
        if !files
            .iter()
            .any(|file| joined(folder, &file.text).file_name() == path.file_name())
        {
            let span = harness.span;
            files.insert(0, Word { text: name, span });
        }
    }
    if files.is_empty() {
        let message = format!(
            "`{}` is no proof: its Makefile names no file in PROOF_SOURCES, PROJECT_SOURCES or HARNESS_FILE",
            folder.display()
        );
        return Err(vec![Diagnostic::error("C0203", message)]);
    }
    let options = compiler::read(&with_file(options), folder);
    let preprocess = options
        .sources
        .into_iter()
        .next()
        .map(|source| source.options)
        .unwrap_or_default();
    project.model = project.model.or(options.model);
    for file in files {
        project.sources.push(Source {
            path: joined(folder, &file.text),
            options: preprocess.clone(),
        });
    }
    project.notes.append(&mut reader.makefile.notes);
    Ok(project)
}

/// Options belong to a file on a command line.
fn with_file(mut options: Vec<Word>) -> Vec<Word> {
    options.push(Word {
        text: "any.c".into(),
        span: None,
    });
    options
}

struct Reader {
    makefile: Makefile,
}

impl Reader {
    fn refuse_contracts(&mut self) -> Result<(), Vec<Diagnostic>> {
        for name in CONTRACTS {
            if let Some(word) = self.words(name).first() {
                let message = format!("contracts are not supported: `{name}` asks for them");
                let error = Diagnostic::error("C0203", message);
                return Err(vec![word.span.map_or(error.clone(), |span| error.at(span))]);
            }
        }
        Ok(())
    }

    /// The files that a variable names.
    fn files(&mut self, name: &str) -> Vec<PathBuf> {
        let words = self.words(name).into_iter();
        let folder = self.makefile.folder.clone();
        words.map(|word| joined(&folder, &word.text)).collect()
    }

    /// The words of a variable. Each has the place where the variable was set.
    fn words(&mut self, name: &str) -> Vec<Word> {
        let (text, span): (String, Option<Span>) = self.makefile.value(name).unwrap_or_default();
        words(&text, |_, _| span)
    }
}
