//! A C program as a model: each function with a body can be the entry.

use std::collections::BTreeMap;

use assay_language::{
    Audit, Breaks, Changed, Inputs, Model, MutantsError, Mutated, Opinion, OpinionRequest,
    PassingQuestion, Problem, ReadRequest, Run, SameCode, SimulateError, Unread, closest,
};
use assay_source::{Diagnostic, FileId, Span};
use assay_system::{Mutants, Random, Replayer, System, Trace, execute, replay};
use assay_term::{Functions, Sort, Value};

use super::feasible::Asked;
use super::linking::Linking;
use super::lower::{Assignment, Lowered};
use super::options;
use super::plan::Plan;
use super::read::{Sources, timeout};
use super::replay::Interpreter;
use crate::bounded::{Feasible, Outcome, Possible, Stop};
use crate::checks::Class;
use crate::program::{FunctionId, Program};
use crate::tree::Unit;

pub struct CModel {
    pub(super) sources: Sources,
    pub(super) map: assay_source::SourceMap,
    pub(super) program: Program,
    pub(super) linking: Linking,
    pub(super) options: crate::bounded::Options,
    pub(super) lowered: Lowered,
    /// What the preprocessor was told, as words for a compiler.
    pub(super) flags: Vec<String>,
    pub(super) outcome: Outcome,
    /// Executions that were found on the way.
    pub(super) found: Vec<Assignment>,
    functions: Vec<String>,
    main: usize,
}

impl CModel {
    pub fn new(
        sources: Sources,
        (program, linking): (Program, Linking),
        plan: &Plan,
        request: &ReadRequest<'_>,
    ) -> Result<(CModel, Vec<Diagnostic>), Unread> {
        let entry = entry_of(&program, plan.entry.as_deref())?;
        let mut options = options::bounded(&plan.given, entry);
        options.deadline = request.limits.deadline;
        options.signal = request.limits.patience.signal();
        let (lowered, outcome, found) = Lowered::new(&program, &options).map_err(stopped)?;
        refuse_threads(&outcome)?;
        let warnings = warnings(&program, &outcome);
        let functions: Vec<String> = program
            .functions
            .iter()
            .filter(|f| f.body.is_some() && !f.library)
            .map(|f| f.name.clone())
            .collect();
        let name = &program.function(entry).name;
        let main = functions.iter().position(|f| f == name).unwrap_or(0);
        let model = CModel {
            map: request.map.clone(),
            linking,
            flags: options::words(&plan.given),
            sources,
            program,
            options,
            lowered,
            outcome,
            found,
            functions,
            main,
        };
        Ok((model, warnings))
    }
}

impl CModel {
    /// The same with changed trees.
    fn with_units(&self, units: Vec<Unit>) -> Result<Changed<'static>, Box<Diagnostic>> {
        let elaborated = self.linking.program(&units, &self.map);
        let program = elaborated.map_err(first)?.program;
        let mut options = self.options.clone();
        let entry = &self.program.function(options.entry).name;
        options.entry = entry_of(&program, Some(entry))?;
        let lowered = Lowered::new(&program, &options);
        let (lowered, outcome, found) = lowered.map_err(|stop| match stopped(stop) {
            Unread::Faulty(faults) => first(faults),
            Unread::Stopped(why) => why,
        })?;
        let reaches = reaches(&lowered, &outcome, &found);
        let model = CModel {
            sources: Sources {
                units,
                own: self.sources.own,
                files: self.sources.files.clone(),
                proof: self.sources.proof.clone(),
            },
            map: self.map.clone(),
            program,
            linking: self.linking.clone(),
            flags: self.flags.clone(),
            options,
            lowered,
            outcome,
            found,
            functions: self.functions.clone(),
            main: self.main,
        };
        Ok(Changed {
            model: Box::new(model),
            reaches,
        })
    }
}

fn first(faults: Vec<Diagnostic>) -> Box<Diagnostic> {
    let nothing = || Diagnostic::error("C0324", "the changed program cannot be read");
    Box::new(faults.into_iter().next().unwrap_or_else(nothing))
}

/// Whether some execution comes to an assertion. What a solver leaves open may.
fn reaches(lowered: &Lowered, outcome: &Outcome, found: &[Assignment]) -> bool {
    let mut asked = Asked::seeded(found.to_vec());
    let asserted = outcome
        .checks
        .iter()
        .filter(|c| c.class == Class::Assertion);
    let mut paths = asserted.flat_map(|check| &check.reached);
    paths.any(|&path| asked.possible(&lowered.system.pool, path) != Possible::No)
}

pub fn stopped(stop: Stop) -> Unread {
    match stop {
        Stop::Unsupported(diagnostic) => Unread::Faulty(vec![*diagnostic]),
        Stop::Deadline => Unread::Stopped(Box::new(timeout())),
    }
}

/// The function that is checked where nobody says it.
pub const MAIN: &str = "main";

fn entry_of(program: &Program, wanted: Option<&str>) -> Result<FunctionId, Box<Diagnostic>> {
    let name = wanted.unwrap_or(MAIN);
    let found = program.find(name);
    if let Some(entry) = found
        && program.function(entry).body.is_some()
    {
        return Ok(entry);
    }
    let message = match found {
        Some(_) => format!("the function `{name}` has no body"),
        None => format!("there is no function `{name}`"),
    };
    let error = Diagnostic::error("C0303", message);
    let with_body = program
        .functions
        .iter()
        .filter(|f| f.body.is_some() && !f.library);
    let names: Vec<&str> = with_body.map(|f| f.name.as_str()).collect();
    let help = match (closest(name, names.iter().copied()), names.len()) {
        (_, 0) => "no function of the files has a body".to_string(),
        (Some(close), _) => format!("did you mean `{close}`?"),
        (None, count) => {
            let first = names[..count.min(8)].join(", ");
            format!("`--function NAME` names the function to check; there are {first}")
        }
    };
    Err(Box::new(error.help(help)))
}

/// Threads are not executed, and what a program does without them says nothing.
fn refuse_threads(outcome: &Outcome) -> Result<(), Box<Diagnostic>> {
    let starts = |name: &str| matches!(name, "pthread_create" | "thrd_create" | "fork");
    let mut called = outcome.without_body.iter();
    let Some((name, span)) = called.find(|(name, _)| starts(name)) else {
        return Ok(());
    };
    let message = format!("not supported: `{name}`, because programs run as one thread here");
    let error = Diagnostic::error("C0301", message).at(*span);
    Err(Box::new(error.help(
        "check the functions of the threads one by one, each with a harness of its own",
    )))
}

/// What the user should know before believing a proof.
fn warnings(program: &Program, outcome: &Outcome) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for (name, span) in &outcome.without_body {
        let known = program.find(name).is_some();
        let message = format!("`{name}` has no body: it returns anything and changes nothing");
        debug_assert!(known, "{name} was called");
        let warning = Diagnostic::warning("C0304", message).at(*span);
        warnings.push(warning.help("name the file that defines it, or write a stub"));
    }
    for (span, count) in &outcome.cut {
        let message = format!("this goes on after {count} iterations; no bound is given for it");
        let warning = Diagnostic::warning("C0305", message).at(*span);
        warnings.push(warning.help("--unwind N, --unwindset or --max-unwind set a bound"));
    }
    warnings
}

impl Model for CModel {
    fn files(&self) -> Vec<FileId> {
        self.sources.files.clone()
    }

    fn parts(&self) -> Vec<String> {
        self.functions.clone()
    }

    fn mains(&self) -> Vec<usize> {
        vec![self.main]
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(Box::new(Whole {
            model: self,
            system: &self.lowered.system,
            interpreter: Interpreter::new(self),
        }))
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        super::mutants::mutants(self, breaks)
    }

    fn written(
        &self,
        _part: usize,
        breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        super::mutants::written(self, breaks, mutants, remark)
    }

    fn advice(
        &self,
        _system: &System,
        property: usize,
        _trace: Option<&Trace>,
    ) -> Option<Diagnostic> {
        let keys = self.lowered.keys();
        let (_, class, _) = keys.get(property)?;
        let (message, help) = match class {
            Class::Unwinding | Class::Recursion => (
                "an execution goes beyond the bound of a loop or recursion: what comes after the bound is not checked",
                "`--unwind N` or `--unwindset LOOP:N` set a larger bound; an assumption of the harness can end the loop earlier",
            ),
            Class::Capacity => (
                "an object is larger than what is followed here: what lies beyond is not checked",
                "let the harness assume a smaller size",
            ),
            Class::NoBody => (
                "a function without a body is called: it may do anything that the check cannot know",
                "name the file that defines it, or write a stub; a function named `nondet_...` returns anything without this check",
            ),
            _ => return None,
        };
        Some(Diagnostic::note("C0310", message).help(help))
    }

    fn judged(&self, breaks: &Breaks) -> Option<Breaks> {
        let given = options::without_harness(&breaks.given)?;
        Some(Breaks {
            given,
            ..breaks.clone()
        })
    }

    fn changed(
        &self,
        breaks: &Breaks,
        mutant: &str,
    ) -> Option<Result<Changed<'_>, Box<Diagnostic>>> {
        let units = super::mutants::changed_units(self, breaks, mutant);
        Some(units.and_then(|units| self.with_units(units)))
    }

    fn same_code(
        &self,
        breaks: &Breaks,
    ) -> Option<Result<BTreeMap<String, SameCode>, Box<Diagnostic>>> {
        Some(super::code::same(self, breaks))
    }

    fn second_opinion(&self, request: &OpinionRequest<'_>) -> Result<Opinion, Box<Diagnostic>> {
        super::opinion::ask(self, request)
    }

    fn passing(
        &self,
        _part: usize,
        breaks: &Breaks,
        mutant: &str,
        required: &[String],
    ) -> Option<Result<PassingQuestion<'_>, Box<Diagnostic>>> {
        Some(super::passing::question(self, breaks, mutant, required))
    }

    /// The line: what is shown around a change is the statement's own line.
    fn whole(&self, _span: Span) -> Option<Span> {
        None
    }
}

struct Whole<'m> {
    model: &'m CModel,
    system: &'m System,
    interpreter: Interpreter<'m>,
}

impl Problem for Whole<'_> {
    fn system(&self) -> &System {
        self.system
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.interpreter
    }

    fn audit(&self) -> Option<Audit> {
        Some(super::audit::audit(self.model))
    }

    fn kept_away_by(&self, assertion: Span) -> Vec<Span> {
        super::audit::kept_away_by(self.model, assertion)
    }

    fn simulate(&self, _inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        let mut random = Random::new(seed);
        let system = self.system;
        let trace = execute(system, steps, Functions::default(), |var, _| {
            match system.sort(var) {
                Sort::BitVec(width) => {
                    let bits = (0..width).map(|_| random.below(2) == 1);
                    let bits: Vec<bool> = bits.collect();
                    Value::Bits(assay_term::Bits::from_bits(&bits))
                }
                sort => Value::default_of(sort),
            }
        });
        let trace = trace.map_err(|e| SimulateError::Inputs(e.to_string()))?;
        let fails = replay(system, &trace);
        let fails = fails.map_err(|e| SimulateError::Inputs(e.to_string()))?;
        Ok(Run { trace, fails })
    }
}
