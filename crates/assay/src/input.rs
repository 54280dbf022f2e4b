//! From a path to a model: reads the file, asks the front end, shows what it has to say.

use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use assay_cover::Interpreter;
use assay_engine::failure::Failures;
use assay_netlist::verilog::Unreset;
use assay_source::{Diagnostic, SourceFile, SourceMap};
use assay_system::{Mutants, System, Trace};
use sha2::{Digest, Sha256};

use crate::args::ModelArgs;
use crate::commands::Stop;
use crate::exit::Exit;
use crate::front::{self, Breaks, Front, MutantsError, Subject, Unread};
use crate::output::Output;
use crate::provenance::hex;
use crate::yosys::Limits;

/// A model that was read without errors.
pub struct Loaded {
    pub map: SourceMap,
    /// Warnings and notes; commands add their own.
    pub diagnostics: Vec<Diagnostic>,
    /// Parts of the run that failed.
    pub failures: Failures,
    pub front: Box<dyn Front>,
    /// The parts to work on.
    pub mains: Vec<usize>,
    /// As the user gave it.
    pub path: String,
    pub sha256: String,
    pub started: Instant,
    /// How a property is written in the model's language.
    how_to_state: &'static str,
    /// The options about the model that were given, by their long names.
    pub options: Vec<(&'static str, String)>,
    output: Output,
}

impl Loaded {
    pub fn new(args: &ModelArgs, limits: Limits, output: Output) -> Result<Loaded, Stop> {
        let started = Instant::now();
        let bytes = read(args.file())?;
        let path = args.file().display().to_string();
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
        // A list of files, or an `.sby` file, is not what is read of the model.
        let shown = map.file(front.file());
        let (path, sha256) = if shown.name() == path {
            (path, hex(&Sha256::digest(&bytes)))
        } else {
            let digest = hex(&Sha256::digest(shown.text()));
            (shown.name().to_string(), digest)
        };
        Ok(Loaded {
            map,
            diagnostics,
            failures: Failures::default(),
            front,
            mains,
            path,
            sha256,
            started,
            how_to_state: front::how_to_state(args, &bytes),
            options: options(args),
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

    /// Shows an error with its place.
    pub fn say_error(&self, diagnostic: &Diagnostic) {
        self.output
            .diagnostics(&self.map, std::slice::from_ref(diagnostic));
    }

    /// Ends the command if there is nothing to prove: exit code 4, so that nobody takes an empty model for a proved one.
    pub fn need_properties<'s>(
        &self,
        systems: impl IntoIterator<Item = &'s System>,
    ) -> Result<(), Stop> {
        if systems.into_iter().any(|s| !s.properties.is_empty()) {
            return Ok(());
        }
        let parts: Vec<String> = self.mains.iter().map(|&m| self.name(m)).collect();
        let message = format!(
            "`{}` has no properties in `{}`, so there is nothing to prove",
            self.path,
            parts.join("`, `")
        );
        let error = Diagnostic::error("A0015", message).help(self.how_to_state);
        self.output.diagnostics(&self.map, &[error]);
        Err(Stop::Said(Exit::NothingProved))
    }

    /// Says what is taken for specification: a report about elements would be silent about it.
    pub fn say_specification(&mut self) {
        let registers = self.front.specification();
        let names: Vec<String> = registers.iter().map(|name| format!("`{name}`")).collect();
        let (feeds, is) = match names.len() {
            0 => return,
            1 => ("feeds", "it is"),
            _ => ("feed", "they are"),
        };
        let names = names.join(", ");
        let message = format!(
            "{names} only {feeds} assertions or assumptions, so {is} treated as specification and not mutated"
        );
        self.say(Diagnostic::note("A0114", message));
    }

    /// Says which reset to assume where one of these properties may be violated only because registers start with any value.
    pub fn say_unreset<'t>(
        &mut self,
        system: &System,
        violated: impl IntoIterator<Item = (usize, Option<&'t Trace>)>,
    ) {
        let mut all = violated.into_iter();
        let found = all.find_map(|(p, trace)| Some((p, self.front.unreset(system, p, trace)?)));
        let Some((property, Unreset { reset, registers })) = found else {
            return;
        };
        let names: Vec<String> = registers.iter().map(|r| format!("`{r}`")).collect();
        let has = if names.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {has} no initial value, so `{}` is checked with any value at the start",
            names.join(", "),
            system.properties[property].name
        );
        let help = format!(
            "`--reset {reset}` assumes that `{}` resets at the start",
            reset.name
        );
        self.say(Diagnostic::note("A0120", message).help(help));
    }

    /// Says inside which parts nothing is changed.
    pub fn say_too_large(&mut self) {
        for span in self.front.too_large() {
            let message =
                "only the whole of it is mutated: changes inside would take too much memory";
            let note = Diagnostic::note("A0119", message).at(span);
            self.say(note.label("more than 10000 operators and operands"));
        }
    }

    /// Shows a warning or note and keeps it for the result.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.output
            .diagnostics(&self.map, std::slice::from_ref(&diagnostic));
        self.diagnostics.push(diagnostic);
    }

    /// Warns of what failed, and keeps it for the result.
    pub fn failed(&mut self, failures: &Failures) {
        for failure in failures.iter() {
            let message = format!("{} failed: {}", failure.part, failure.reason);
            let help = "its answers are missing; what the result says is checked all the same";
            self.say(Diagnostic::warning("A0101", message).help(help));
        }
        self.failures.add(failures);
    }
}

/// What was said about a circuit.
fn options(args: &ModelArgs) -> Vec<(&'static str, String)> {
    fn joined<T: ToString>(all: &[T]) -> Option<String> {
        let all: Vec<String> = all.iter().map(T::to_string).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
    let reset = args.reset.as_ref().map(ToString::to_string);
    let given = [
        ("top", args.top.clone()),
        ("clock", args.clock.clone()),
        ("reset", reset),
        ("define", joined(&args.defines)),
        ("param", joined(&args.parameters)),
        ("task", args.task.clone()),
    ];
    given
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// How much is read of what has no size of its own.
static MAX_INPUT: OnceLock<u64> = OnceLock::new();

/// Sets the limit of `--max-input`, once.
pub fn limit_input(bytes: u64) {
    let _ = MAX_INPUT.set(bytes);
}

/// The bytes of a file, or a sentence about why not. A regular file is as long as its disk allows; a pipe or a device may never end,
/// so of these only so much is read.
pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    let shown = path.display();
    let refuse = |why: String| Stop::bad_input(Diagnostic::error("A0001", why));
    if path.is_dir() {
        return Err(refuse(format!("`{shown}` is a directory, not a file")));
    }
    let why = |error: std::io::Error| {
        refuse(match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
            _ => format!("cannot read `{shown}`: {error}"),
        })
    };
    if path.is_file() {
        return std::fs::read(path).map_err(why);
    }
    let limit = MAX_INPUT.get().copied().unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(why)?;
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(why)?;
    if bytes.len() as u64 > limit {
        let message = format!("`{shown}` has more than {limit} bytes");
        let error = Diagnostic::error("A0016", message);
        return Err(Stop::bad_input(error.help(
            "it is no regular file and may have no end; --max-input SIZE reads more of it",
        )));
    }
    Ok(bytes)
}

/// The text of a file that is no model, such as CSV.
pub fn read_text(path: &Path) -> Result<String, Stop> {
    String::from_utf8(read(path)?).map_err(|_| {
        let message = format!("`{}` is not valid UTF-8", path.display());
        Stop::bad_input(Diagnostic::error("A0001", message))
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
