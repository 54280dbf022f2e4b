//! A model that was opened: what requests are run on, and what was said about it so far.

use std::cell::{OnceCell, Ref, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::failure::Failures;
use assay_language::{
    Breaks, Given, Language, Model, MutantsError, Mutated, Opinion, OpinionRequest, Problem,
};
use assay_report::{Failure, Header, Message, Place};
use assay_solver::StopFlag;
use assay_source::{Diagnostic, FileId, Severity, SourceMap};
use assay_system::{Mutants, System, Trace};
use serde_json::{Map, Value};

use crate::changes::Changes;
use crate::document::Files;
use crate::events::Events;
use crate::files::Reader;
use crate::provenance::{Solvers, provenance};
use crate::specified::{self, Specified};
use crate::{Config, Exit, ModelRequest, Session, Stop};

/// A model that was read without errors.
pub struct Opened<'s> {
    pub(crate) session: Session<'s>,
    pub(crate) request: ModelRequest,
    pub(crate) language: &'s dyn Language,
    pub(crate) model: Box<dyn Model>,
    pub(crate) map: SourceMap,
    /// The side file with properties.
    spec: Option<FileId>,
    /// The parts to work on.
    pub(crate) mains: Vec<usize>,
    pub(crate) reader: Reader,
    pub(crate) config: Arc<Config>,
    started: Instant,
    deadline: Option<Instant>,
    /// What the user wants changed, once it was asked for.
    changes: OnceCell<Changes>,
    /// Warnings and notes; requests add their own.
    diagnostics: RefCell<Vec<Diagnostic>>,
    /// Parts of the run that failed.
    failures: RefCell<Failures>,
}

/// What reading a model gave.
pub(crate) struct WasRead<'s> {
    pub language: &'s dyn Language,
    pub model: Box<dyn Model>,
    pub map: SourceMap,
    pub spec: Option<FileId>,
    pub diagnostics: Vec<Diagnostic>,
    pub reader: Reader,
    pub config: Arc<Config>,
}

impl<'s> Opened<'s> {
    pub(crate) fn new(
        session: Session<'s>,
        request: &ModelRequest,
        read: WasRead<'s>,
        started: Instant,
        deadline: Option<Instant>,
    ) -> Result<Opened<'s>, Stop> {
        let mut opened = Opened {
            session,
            request: request.clone(),
            language: read.language,
            model: read.model,
            map: read.map,
            spec: read.spec,
            mains: vec![],
            reader: read.reader,
            config: read.config,
            started,
            deadline,
            changes: OnceCell::new(),
            diagnostics: RefCell::new(read.diagnostics),
            failures: RefCell::default(),
        };
        opened.mains = opened.chosen()?;
        Ok(opened)
    }

    /// The part that the user names, or those that the model says.
    fn chosen(&self) -> Result<Vec<usize>, Stop> {
        let refuse = |message: String| Diagnostic::error("A0002", message);
        let (part, parts) = (self.language.part(), self.model.parts());
        if let Some(name) = &self.request.main {
            return match parts.iter().position(|p| p == name) {
                Some(at) => Ok(vec![at]),
                None => Err(Stop::bad_input(
                    refuse(format!("there is no {part} `{name}`"))
                        .help(format!("what there is: {}", parts.join(", "))),
                )),
            };
        }
        let mains = self.model.mains();
        if mains.is_empty() {
            let message = format!("`{}` has no {part}", self.path());
            return Err(Stop::bad_input(refuse(message)));
        }
        Ok(mains)
    }

    pub(crate) fn events(&self) -> &Arc<dyn Events> {
        &self.session.events
    }

    pub(crate) fn stop(&self) -> &StopFlag {
        &self.session.stop
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// What is left of the time limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let left = |d: Instant| d.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// The first file, as the user named it, or where an option names the files, the first of these.
    pub(crate) fn path(&self) -> String {
        if let Some(first) = self.request.paths.first() {
            return first.display().to_string();
        }
        let first = self.model.files().into_iter().next();
        let first = first.and_then(|id| self.map.get(id));
        first.map(|f| f.name().to_string()).unwrap_or_default()
    }

    /// The texts of all files that places may be in.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.map.files().map(|file| file.text())
    }

    /// The names of the parts that requests work on.
    pub fn mains(&self) -> Vec<String> {
        self.mains.iter().map(|&m| self.name(m)).collect()
    }

    /// The part of a request that works on one only.
    pub(crate) fn only_main(&self) -> Result<usize, Stop> {
        match self.mains.as_slice() {
            [main] => Ok(*main),
            several => {
                let part = self.language.part();
                let message = format!("`{}` has {} main {part}s", self.path(), several.len());
                let help = format!("choose one with --main: {}", self.mains().join(", "));
                Err(Stop::bad_input(
                    Diagnostic::error("A0002", message).help(help),
                ))
            }
        }
    }

    pub(crate) fn name(&self, part: usize) -> String {
        self.model.parts()[part].clone()
    }

    /// What is to be proved of a part, with the properties of a side file.
    pub(crate) fn problem(&self, part: usize) -> Result<Box<dyn Problem + '_>, Stop> {
        let problem = self.model.problem(part);
        let problem = problem.map_err(|diagnostic| self.refuse(&diagnostic))?;
        let Some(file) = self.spec.and_then(|id| self.map.get(id)) else {
            return Ok(problem);
        };
        let specified = Specified::new(problem, file);
        Ok(Box::new(
            specified.map_err(|faults| self.refuse_all(&faults))?,
        ))
    }

    /// The system of the one part, for callers who decide by themselves.
    pub fn system(&self) -> Result<System, Stop> {
        Ok(self.problem(self.only_main()?)?.system().clone())
    }

    /// The one part with its mutants as patches, for callers who decide by themselves.
    pub fn patches(&self, mutators: &str) -> Result<Mutants, Stop> {
        let mutated = self.mutated(self.only_main()?, &self.breaks(mutators)?)?;
        Ok(mutated.mutants)
    }

    /// The changes that the user defines.
    fn changes(&self) -> Result<&Changes, Stop> {
        if self.changes.get().is_none() {
            let _ = self.changes.set(Changes::read(self)?);
        }
        Ok(self.changes.get_or_init(Changes::default))
    }

    /// These mutators, and the changes that the user defines.
    pub(crate) fn breaks(&self, mutators: &str) -> Result<Breaks, Stop> {
        Ok(Breaks {
            mutators: mutators.to_string(),
            given: self.request.given.clone(),
            tied: self.changes()?.tied.clone(),
            settled: BTreeSet::new(),
            only: None,
        })
    }

    /// A part with its mutants.
    pub(crate) fn mutated(&self, part: usize, breaks: &Breaks) -> Result<Mutated<'_>, Stop> {
        let changes = self.changes()?;
        let made = self.model.mutants(part, breaks);
        let mut mutated = made.map_err(|error| match error {
            MutantsError::Refused(diagnostic) => changes.refuse(self, &diagnostic),
            other => self.not_mutated(other),
        })?;
        changes.add_generated(self, &mut mutated.mutants)?;
        let Some(file) = self.spec.and_then(|id| self.map.get(id)) else {
            return Ok(mutated);
        };
        specified::mutated(mutated, file).map_err(|faults| self.refuse_all(&faults))
    }

    /// Ends the request because there are no mutants.
    pub(crate) fn not_mutated(&self, error: MutantsError) -> Stop {
        match error {
            MutantsError::Refused(diagnostic) => self.refuse(&diagnostic),
            MutantsError::UnknownMutator(word, known) => {
                let message = format!("there is no mutator `{word}`");
                let help = format!("the mutators and groups are {}", known.join(", "));
                Stop::bad_input(Diagnostic::error("A0010", message).help(help))
            }
        }
    }

    /// What another tool says of the model, or of one mutant. It may take half of the time that is left.
    pub(crate) fn ask_other(
        &self,
        tool: &str,
        mutant: Option<(&Breaks, &str)>,
    ) -> Result<Opinion, Stop> {
        let opinion = self.model.second_opinion(&OpinionRequest {
            tool,
            mutant,
            deadline: self.remaining().map(|left| Instant::now() + left / 2),
        });
        opinion.map_err(|diagnostic| self.refuse(&diagnostic))
    }

    /// Ends the request with an error that has a place in the model.
    pub(crate) fn refuse(&self, diagnostic: &Diagnostic) -> Stop {
        self.say_error(diagnostic);
        Stop::Said(Exit::BadInput)
    }

    fn refuse_all(&self, faults: &[Diagnostic]) -> Stop {
        self.events().diagnostics(&self.map, faults);
        Stop::Said(Exit::BadInput)
    }

    /// Shows an error with its place.
    pub(crate) fn say_error(&self, diagnostic: &Diagnostic) {
        let events = self.events();
        events.diagnostics(&self.map, std::slice::from_ref(diagnostic));
    }

    /// Shows a warning or note and keeps it for the result.
    pub(crate) fn say(&self, diagnostic: Diagnostic) {
        let events = self.events();
        events.diagnostics(&self.map, std::slice::from_ref(&diagnostic));
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Ends the request if there is nothing to prove: exit code 4, so that nobody takes an empty model for a proved one.
    pub(crate) fn need_properties<'a>(
        &self,
        systems: impl IntoIterator<Item = &'a System>,
    ) -> Result<(), Stop> {
        if systems.into_iter().any(|s| !s.properties.is_empty()) {
            return Ok(());
        }
        let message = format!(
            "`{}` has no properties in `{}`, so there is nothing to prove",
            self.path(),
            self.mains().join("`, `")
        );
        let error = Diagnostic::error("A0015", message).help(self.language.how_to_state());
        self.say_error(&error);
        Err(Stop::Said(Exit::NothingProved))
    }

    /// Says what is taken for specification: a report about elements would be silent about it.
    pub(crate) fn say_specification(&self) {
        let registers = self.model.specification();
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

    /// Says what the user may have forgotten, where one of these violated properties looks like it.
    pub(crate) fn say_advice<'t>(
        &self,
        system: &System,
        violated: impl IntoIterator<Item = (usize, Option<&'t Trace>)>,
    ) {
        let mut all = violated.into_iter();
        if let Some(note) = all.find_map(|(p, trace)| self.model.advice(system, p, trace)) {
            self.say(note);
        }
    }

    /// Says inside which parts nothing is changed.
    pub(crate) fn say_too_large(&self) {
        for span in self.model.too_large() {
            let message =
                "only the whole of it is mutated: changes inside would take too much memory";
            let note = Diagnostic::note("A0119", message).at(span);
            self.say(note.label("more than 10000 operators and operands"));
        }
    }

    /// Warns of what failed, and keeps it for the result.
    pub(crate) fn failed(&self, failures: &Failures) {
        for failure in failures.iter() {
            let message = format!("{} failed: {}", failure.part, failure.reason);
            let help = "its answers are missing; what the result says is checked all the same";
            self.say(Diagnostic::warning("A0101", message).help(help));
        }
        self.failures.borrow_mut().add(failures);
    }

    /// What every result says about its run.
    pub(crate) fn header(
        &self,
        mains: &[usize],
        mut options: Map<String, Value>,
        solvers: Solvers,
    ) -> Header {
        options.extend(given_values(&self.request.given));
        let named = self.request.paths.first();
        let digest = named.and_then(|path| self.reader.digest(path));
        // A directory has none.
        let first = || {
            let id = self.model.files().into_iter().next()?;
            self.reader.digest(self.map.get(id)?.name().as_ref())
        };
        Header {
            version: env!("CARGO_PKG_VERSION").to_string(),
            input: Files::of(self).input(
                digest.or_else(first).unwrap_or_default(),
                mains.iter().map(|&m| self.name(m)).collect(),
            ),
            options,
            messages: self.messages(),
            failures: self.failure_records(),
            seconds: self.started.elapsed().as_secs_f64(),
            run: provenance(self.path().as_ref(), solvers),
        }
    }

    /// What has failed so far.
    fn failure_records(&self) -> Vec<Failure> {
        let failure = |f: &assay_engine::failure::Failure| Failure {
            part: f.part.clone(),
            reason: f.reason.clone(),
            times: f.times,
        };
        self.failures.borrow().iter().map(failure).collect()
    }

    /// Warnings and notes so far.
    pub(crate) fn messages(&self) -> Vec<Message> {
        let message = |d: &Diagnostic| Message {
            severity: match d.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            }
            .to_string(),
            code: d.code.to_string(),
            text: d.message.clone(),
            place: d.span.and_then(|span| Place::new(&self.map, span)),
        };
        self.diagnostics().iter().map(message).collect()
    }

    /// Warnings and notes about the model so far, and where to find their places.
    pub fn diagnostics(&self) -> Ref<'_, Vec<Diagnostic>> {
        self.diagnostics.borrow()
    }
}

/// Options of a language as a result has them.
pub(crate) fn given_values(given: &Given) -> impl Iterator<Item = (String, Value)> {
    given.iter().map(|(long, values)| {
        let value = match values {
            [] => Value::Bool(true),
            [one] => one.as_str().into(),
            several => several.into(),
        };
        (long.to_string(), value)
    })
}
