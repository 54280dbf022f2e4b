//! From a path to a model: reads the file, asks the front end, shows what it has to say.

use std::path::Path;
use std::time::Instant;

use assay_cover::Interpreter;
use assay_source::{Diagnostic, SourceFile, SourceMap};
use assay_system::Mutants;
use sha2::{Digest, Sha256};

use crate::args::ModelArgs;
use crate::commands::Stop;
use crate::exit::Exit;
use crate::front::{self, Breaks, Front, MutantsError, Subject, Unread};
use crate::output::Output;
use crate::yosys::Limits;

/// A model that was read without errors.
pub struct Loaded {
    pub map: SourceMap,
    /// Warnings and notes; commands add their own.
    pub diagnostics: Vec<Diagnostic>,
    pub front: Box<dyn Front>,
    /// The parts to work on.
    pub mains: Vec<usize>,
    /// As the user gave it.
    pub path: String,
    pub sha256: String,
    pub started: Instant,
    output: Output,
}

impl Loaded {
    pub fn new(args: &ModelArgs, limits: Limits, output: Output) -> Result<Loaded, Stop> {
        let started = Instant::now();
        let bytes = read(&args.file)?;
        let path = args.file.display().to_string();
        let mut map = SourceMap::new();
        let (front, diagnostics) = match front::load(&mut map, args, &bytes, limits) {
            Ok(loaded) => loaded,
            Err(Unread::Faulty(faults)) => return Err(refuse(&map, &faults, output)),
            Err(Unread::Stopped(why)) => {
                output.diagnostics(&map, &[*why]);
                return Err(Stop::Said(Exit::Undecided));
            }
        };
        output.diagnostics(&map, &diagnostics);
        let mains = mains(&*front, args.main.as_deref(), &path)?;
        let sha256 = Sha256::digest(&bytes)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        Ok(Loaded {
            map,
            diagnostics,
            front,
            mains,
            path,
            sha256,
            started,
            output,
        })
    }

    /// What reports show.
    pub fn file(&self) -> &SourceFile {
        self.map.file(self.front.file())
    }

    /// The part of a command that works on one only.
    pub fn only_main(&self) -> Result<usize, Stop> {
        match self.mains.as_slice() {
            [main] => Ok(*main),
            several => {
                let names: Vec<String> = several.iter().map(|&m| self.name(m)).collect();
                let message = format!("`{}` has {} main nodes", self.path, names.len());
                let help = format!("choose one with --main: {}", names.join(", "));
                Err(Stop::bad_input(
                    Diagnostic::error("A0002", message).help(help),
                ))
            }
        }
    }

    pub fn name(&self, part: usize) -> String {
        self.front.parts()[part].clone()
    }

    /// The transition system of a part.
    pub fn subject(&self, part: usize) -> Result<Box<dyn Subject>, Stop> {
        let subject = self.front.subject(part);
        subject.map_err(|diagnostic| self.refuse(&diagnostic))
    }

    /// A part with its mutants.
    pub fn mutants(&self, part: usize, breaks: &Breaks) -> Result<Mutants, Stop> {
        let mutants = self.front.mutants(part, breaks);
        mutants.map_err(|error| self.no_mutants(error))
    }

    /// What runs these mutants in the language's own terms.
    pub fn interpreter(
        &self,
        part: usize,
        breaks: &Breaks,
    ) -> Result<Option<Box<dyn Interpreter + '_>>, Stop> {
        let interpreter = self.front.interpreter(part, breaks);
        interpreter.map_err(|error| self.no_mutants(error))
    }

    fn no_mutants(&self, error: MutantsError) -> Stop {
        match error {
            MutantsError::Refused(diagnostic) => self.refuse(&diagnostic),
            MutantsError::UnknownMutator(word, known) => {
                let message = format!("there is no mutator `{word}`");
                let help = format!("the mutators and groups are {}", known.join(", "));
                Stop::bad_input(Diagnostic::error("A0010", message).help(help))
            }
        }
    }

    /// Ends the command with an error that has a place in the model.
    pub fn refuse(&self, diagnostic: &Diagnostic) -> Stop {
        refuse(&self.map, std::slice::from_ref(diagnostic), self.output)
    }

    /// Says what is taken for specification: a report about elements would be silent about it.
    pub fn say_specification(&mut self) {
        let registers = self.front.specification();
        let names: Vec<String> = registers.iter().map(|name| format!("`{name}`")).collect();
        let (reach, is) = match names.len() {
            0 => return,
            1 => ("reaches", "it is"),
            _ => ("reach", "they are"),
        };
        let names = names.join(", ");
        let message = format!(
            "{names} {reach} assertions or assumptions and no output: {is} taken for specification and no element"
        );
        self.say(Diagnostic::note("A0114", message));
    }

    /// Shows a warning or note and keeps it for the result.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.output
            .diagnostics(&self.map, std::slice::from_ref(&diagnostic));
        self.diagnostics.push(diagnostic);
    }
}

/// The bytes of a file, or a sentence about why not.
pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    let shown = path.display();
    if path.is_dir() {
        return Err(Stop::bad_input(Diagnostic::error(
            "A0001",
            format!("`{shown}` is a directory, not a file"),
        )));
    }
    std::fs::read(path).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
            _ => format!("cannot read `{shown}`: {error}"),
        };
        Stop::bad_input(Diagnostic::error("A0001", why))
    })
}

/// The text of a file that is no model, such as CSV.
pub fn read_text(path: &Path) -> Result<String, Stop> {
    String::from_utf8(read(path)?).map_err(|_| {
        let message = format!("`{}` is not valid UTF-8", path.display());
        Stop::bad_input(Diagnostic::error("A0001", message))
    })
}

pub fn write(path: &Path, text: &str) -> Result<(), Stop> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Stop::bad_input(Diagnostic::error("A0006", message))
    })
}

fn refuse(map: &SourceMap, diagnostics: &[Diagnostic], output: Output) -> Stop {
    output.diagnostics(map, diagnostics);
    Stop::Said(Exit::BadInput)
}

fn mains(front: &dyn Front, wanted: Option<&str>, path: &str) -> Result<Vec<usize>, Stop> {
    let parts = front.parts();
    let mains = front.mains();
    match wanted {
        Some(name) => match parts.iter().position(|p| p == name) {
            Some(part) => Ok(vec![part]),
            None => {
                let (one, all) = match front.is_circuit() {
                    true => ("module", "what there is: "),
                    false => ("node", "the nodes are "),
                };
                let error = Diagnostic::error("A0002", format!("there is no {one} `{name}`"));
                Err(Stop::bad_input(
                    error.help(format!("{all}{}", parts.join(", "))),
                ))
            }
        },
        None if mains.is_empty() => {
            let message = format!("`{path}` has no node");
            Err(Stop::bad_input(Diagnostic::error("A0002", message)))
        }
        None => Ok(mains),
    }
}
