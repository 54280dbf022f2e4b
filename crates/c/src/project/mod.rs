//! What belongs together, and how it is checked: input as people have it.
//!
//! A [`Project`] is plain data. It comes from the words of a CBMC command line, in which a source may also be
//!
//! - the folder of a proof with a Makefile, as the starter kits for AWS and FreeRTOS have it;
//! - an SV-COMP task (`.yml`);
//! - a compilation database (`compile_commands.json`), which says how the named files are compiled.
//!
//! Paths are joined with the folder that they are relative to, so that everybody may use them as they are. Nothing here looks at
//! C, and nothing here says what a flag means: the flags of CBMC 6 are known by name and kept.

mod command;
mod compiler;
mod database;
mod expand;
pub(crate) mod flags;
mod json;
mod make;
mod makefile;
mod proof;
mod task;
mod word;

use std::path::{Path, PathBuf};
use std::time::Instant;

use assay_source::{Diagnostic, SourceFile, SourceMap};

use crate::preprocess::{Options, Reader};
use crate::program::DataModel;

use command::Form;
pub use task::{Claim, Property};

/// A program and how it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// In the order of the command line.
    pub sources: Vec<Source>,
    /// The function that is checked; `main` where absent.
    pub entry: Option<String>,
    /// The bound of loops and of recursion that have none of their own.
    pub unwind: Option<u32>,
    /// Bounds of single loops (`main.0`) and of recursive functions, in order: a later one wins.
    pub unwindset: Vec<(String, u32)>,
    /// Words of CBMC's command line that say what is checked and what a program means, in order: `--no-standard-checks`,
    /// `--bounds-check`, `--nondet-static`, `--error-label`, `ERROR`.
    pub flags: Vec<String>,
    /// Words that choose a solver, a format of output or a way to be quick: no verdict depends on them.
    pub ignored: Vec<String>,
    /// As after `--property`; all where empty.
    pub properties: Vec<String>,
    /// Functions whose bodies are taken away, so that they return anything.
    pub remove_bodies: Vec<String>,
    pub model: Option<DataModel>,
    /// Files that the proof is about, where the project tells them from harness and stubs.
    pub under_test: Vec<PathBuf>,
    /// What a competition task asks.
    pub claims: Vec<Claim>,
    /// Warnings and notes about the input.
    pub notes: Vec<Diagnostic>,
}

/// A translation unit and how it is preprocessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub options: Options,
}

/// What reading needs from its caller.
pub struct Input<'a> {
    pub read: Reader<'a>,
    /// Where every text that a place may be in is entered.
    pub map: &'a mut SourceMap,
    /// When a program that is started for reading is ended.
    pub deadline: Option<Instant>,
    /// Whether `make` may be started to read a proof folder. It runs what the Makefile wants to run while it is read. Without it the variables
    /// of the Makefile are read.
    pub make: bool,
}

/// Reads a command line of CBMC without the name of the program.
pub fn read(words: &[String], input: &mut Input<'_>) -> Result<Project, Vec<Diagnostic>> {
    let words = word::given(words);
    let mut project = command::project(&words, Path::new(""), input)?;
    if project.sources.is_empty() {
        return Err(vec![Diagnostic::error("C0201", "no C file is named").help(
            "give C files, the folder of a proof, or the `.yml` file of a task",
        )]);
    }
    project.settle();
    Ok(project)
}

impl Project {
    /// Takes over what another project has; what is said here wins where only one can be.
    fn absorb(&mut self, other: Project) {
        self.sources.extend(other.sources);
        self.entry = self.entry.take().or(other.entry);
        self.unwind = self.unwind.or(other.unwind);
        self.model = self.model.or(other.model);
        // What comes later wins, so that what is said here comes last.
        let before = |mine: &mut Vec<String>, mut theirs: Vec<String>| {
            theirs.append(mine);
            *mine = theirs;
        };
        before(&mut self.flags, other.flags);
        before(&mut self.ignored, other.ignored);
        self.unwindset.splice(0..0, other.unwindset);
        self.properties.extend(other.properties);
        self.remove_bodies.extend(other.remove_bodies);
        self.under_test.extend(other.under_test);
        self.claims.extend(other.claims);
        self.notes.extend(other.notes);
    }

    /// Tells the preprocessor the data model, which some headers ask for.
    pub(crate) fn settle(&mut self) {
        let Some(model) = self.model else { return };
        let option = match model {
            DataModel::Lp64 => "-m64",
            DataModel::Ilp32 => "-m32",
        };
        for source in &mut self.sources {
            let others = &mut source.options.others;
            others.retain(|word| word != "-m32" && word != "-m64");
            others.push(option.into());
        }
    }
}

impl Input<'_> {
    /// Reads a file and enters it into the map.
    fn open(&mut self, path: &Path) -> Result<SourceFile, Box<Diagnostic>> {
        let name = path.display().to_string();
        let bytes = (self.read)(path).map_err(|error| {
            let message = format!("`{name}` cannot be read: {error}");
            Box::new(Diagnostic::error("C0202", message))
        })?;
        let id = self.map.add_bytes(&name, &bytes)?;
        Ok(self.map.file(id).clone())
    }
}

/// Whether the path is of a project: a folder with a Makefile, a task, a compilation database, or what people take for a C file.
pub fn recognises(path: &Path) -> bool {
    match Form::of(path) {
        Form::C => false,
        Form::Folder => path.join("Makefile").is_file(),
        Form::Database => path
            .file_name()
            .is_some_and(|n| n == "compile_commands.json"),
        Form::Task | Form::Wrong(..) => true,
    }
}

/// Whether two paths name one file. One of them may be absolute.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    let absolute = |path: &Path| std::path::absolute(path).map(|path| joined(Path::new(""), path));
    one == other || matches!((absolute(one), absolute(other)), (Ok(a), Ok(b)) if a == b)
}

/// A path as it is seen from the working directory: relative ones start at `base`, and `./` and `x/..` are left out.
fn joined(base: &Path, path: impl AsRef<Path>) -> PathBuf {
    use std::path::Component;
    let mut result = PathBuf::new();
    for part in base.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(result.components().next_back(), Some(Component::Normal(_))) =>
            {
                result.pop();
            }
            part => result.push(part),
        }
    }
    if result.as_os_str().is_empty() {
        result.push(".");
    }
    result
}
