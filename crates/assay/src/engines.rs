//! What `check` and `core` share: which properties, which engines, within which limits, and the run itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::{Backend, NoSolver};
use assay_engine::director::{Options, Outcome, decide};
use assay_engine::failure::Failures;
use assay_report::Progress;
use assay_solver::StopFlag;
use assay_source::Diagnostic;
use assay_system::{EngineName, System, Trace, Verdict};
use assay_term::Dag;
use serde_json::{Map, Value, json};

use crate::args::EngineArgs;
use crate::commands::Stop;

/// When the run has to end.
pub fn deadline(args: &EngineArgs) -> Option<Instant> {
    args.timeout
        .map(|s| Instant::now() + Duration::from_secs_f64(s))
}

/// What the director needs to know; the time that is left until the deadline is its limit.
pub fn options(args: &EngineArgs, deadline: Option<Instant>) -> Options {
    let defaults = Options::default();
    Options {
        engines: chosen_engines(args),
        jobs: args.jobs.map_or(defaults.jobs, usize::from),
        deterministic: args.deterministic,
        budget: args.budget,
        timeout: remaining(deadline),
        max_k: args.max_k,
        simple_path: false,
    }
}

/// What is left of the time limit.
pub fn remaining(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|d| d.saturating_duration_since(Instant::now()))
}

fn chosen_engines(args: &EngineArgs) -> Vec<EngineName> {
    match args.engines.is_empty() {
        true => EngineName::ALL.to_vec(),
        false => args.engines.clone(),
    }
}

/// The options as a result names them.
pub fn options_json(args: &EngineArgs) -> Map<String, Value> {
    let engines: Vec<&str> = chosen_engines(args).iter().map(|e| e.as_str()).collect();
    let fields = json!({
        "engine": engines,
        "property": args.properties,
        "jobs": args.jobs,
        "timeout": args.timeout,
        "budget": args.budget,
        "deterministic": args.deterministic || args.budget.is_some(),
        "max_k": args.max_k,
        "certify": !args.no_certify,
    });
    match fields {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The properties that a run is about, over one or more systems.
pub struct Selection<'a> {
    wanted: &'a [String],
    met: Vec<bool>,
    /// Every name there was, for the message.
    names: Vec<String>,
}

impl<'a> Selection<'a> {
    pub fn new(args: &'a EngineArgs) -> Selection<'a> {
        Selection {
            wanted: &args.properties,
            met: vec![false; args.properties.len()],
            names: Vec::new(),
        }
    }

    /// Indices of the system's properties that were asked for: all, unless some were named. `prefix` is what the result puts
    /// before their names; a name may be given with and without it.
    pub fn pick(&mut self, system: &System, prefix: &str) -> Vec<usize> {
        let mut picked = Vec::new();
        for (index, property) in system.properties.iter().enumerate() {
            let shown = format!("{prefix}{}", property.name);
            let mut asked = self.wanted.is_empty();
            for (wanted, met) in self.wanted.iter().zip(&mut self.met) {
                if *wanted == shown || *wanted == property.name {
                    *met = true;
                    asked = true;
                }
            }
            if asked {
                picked.push(index);
            }
            self.names.push(shown);
        }
        picked
    }

    /// Fails if a name was given that no property has.
    pub fn all_met(&self) -> Result<(), Stop> {
        let Some(missing) = self.met.iter().position(|met| !met) else {
            return Ok(());
        };
        let message = format!("there is no property `{}`", self.wanted[missing]);
        let help = match self.names.is_empty() {
            true => "the model has no properties".to_string(),
            false => format!("the properties are {}", self.names.join(", ")),
        };
        Err(Stop::bad_input(
            Diagnostic::error("A0003", message).help(help),
        ))
    }
}

/// Lets the engines decide, and shows how far they are.
pub fn decide_with_progress(
    system: &Arc<System>,
    asked: &[usize],
    advice: &Dag,
    backend: &Backend,
    options: &Options,
    stop: &StopFlag,
    quiet: bool,
) -> Result<Outcome, Stop> {
    let progress = Progress::new(asked.len(), quiet);
    let mut decided = 0;
    let mut announce = |property: usize, _: &_| {
        decided += 1;
        progress.decided(decided);
        progress.message(system.properties[property].name.clone());
    };
    decide(system, asked, advice, backend, options, stop, &mut announce)
        .map_err(|clash| Stop::Bug(clash.0))
}

/// The engines that broke.
pub fn failures(outcome: &Outcome) -> Failures {
    let mut failures = Failures::default();
    failures.note_engines(&outcome.failures);
    failures
}

pub fn no_solver(missing: NoSolver) -> Stop {
    let help =
        "`make setup` fetches yices-smt2 and z3; or put one of them on PATH (see `assay solvers`)";
    Stop::bad_input(Diagnostic::error("A0004", missing.to_string()).help(help))
}

/// The violated properties, with their counterexamples.
pub fn violated(outcome: &Outcome) -> impl Iterator<Item = (usize, Option<&Trace>)> {
    outcome
        .verdicts
        .iter()
        .filter_map(|(p, verdict, _)| match verdict {
            Verdict::Violated { trace, .. } => Some((*p, Some(&**trace))),
            _ => None,
        })
}
