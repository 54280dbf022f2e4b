//! What `check` and `core` share: which properties, which engines, within which limits, and the run itself.

use std::sync::Arc;
use std::time::Duration;

use assay_engine::backend::{Backend, NoSolver};
use assay_engine::claims::{Outcome, decide};
use assay_engine::director::Options;
use assay_engine::failure::Failures;
use assay_solver::StopFlag;
use assay_source::Diagnostic;
use assay_system::{Answer, EngineName, Evidence, System, Trace};
use assay_term::Dag;
use serde_json::{Map, Value, json};

use crate::events::{Events, Progress, Unit};
use crate::{EngineOptions, Stop};

/// What the director needs to know; `timeout` is the time that is left.
pub fn options(args: &EngineOptions, timeout: Option<Duration>) -> Options {
    let defaults = Options::default();
    Options {
        engines: chosen_engines(args),
        jobs: args.jobs.map_or(defaults.jobs, usize::from),
        deterministic: args.deterministic,
        budget: args.budget,
        timeout,
        max_k: args.max_k,
        nodes: args.bdd_nodes.unwrap_or(defaults.nodes),
        simple_path: false,
        diagrams_first: false,
    }
}

fn chosen_engines(args: &EngineOptions) -> Vec<EngineName> {
    if args.engines.is_empty() {
        EngineName::ALL.to_vec()
    } else {
        args.engines.clone()
    }
}

/// The options as a result names them.
pub fn options_json(args: &EngineOptions) -> Map<String, Value> {
    let engines: Vec<&str> = chosen_engines(args).iter().map(|e| e.as_str()).collect();
    let fields = json!({
        "engine": engines,
        "property": args.properties,
        "jobs": args.jobs,
        "timeout": args.timeout,
        "budget": args.budget,
        "deterministic": args.deterministic || args.budget.is_some(),
        "max_k": args.max_k,
        "bdd_nodes": args.bdd_nodes,
        "certify": args.certify,
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
    pub fn new(args: &'a EngineOptions) -> Selection<'a> {
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
        let help = if self.names.is_empty() {
            "the model has no properties".to_string()
        } else {
            format!("the properties are {}", self.names.join(", "))
        };
        Err(Stop::bad_input(
            Diagnostic::error("A0003", message).help(help),
        ))
    }
}

/// Lets the engines decide, and says how far they are.
pub fn decide_with_progress(
    system: &Arc<System>,
    asked: &[usize],
    advice: &Dag,
    backend: &Backend,
    options: &Options,
    stop: &StopFlag,
    events: &dyn Events,
) -> Result<Outcome, Stop> {
    events.progress(Progress::Begins {
        unit: Unit::Properties,
        total: asked.len(),
    });
    let mut count = 0;
    let mut announce = |property: usize, answer: &Answer| {
        count += 1;
        events.progress(Progress::Decided {
            count,
            property: &system.properties[property].name,
            verdict: verdict_of(answer),
        });
    };
    let outcome = decide(system, asked, advice, backend, options, stop, &mut announce);
    events.progress(Progress::Ends);
    outcome.map_err(|clash| Stop::Bug(clash.0))
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

/// The word for an answer to a claim.
pub fn verdict_of(answer: &Answer) -> &'static str {
    match answer {
        Answer::Holds { .. } => "proved",
        Answer::Fails { .. } => "violated",
        Answer::NoExecutions { .. } => "vacuous",
        Answer::Open { .. } => "unknown",
    }
}

/// The violated properties, with their counterexamples.
pub fn violated(outcome: &Outcome) -> impl Iterator<Item = (usize, Option<&Trace>)> {
    let answers = outcome.answers.iter();
    answers.filter_map(|(p, answer, _)| match answer {
        Answer::Fails {
            evidence: Evidence::Trace(trace) | Evidence::Lasso { trace, .. },
            ..
        } => Some((*p, Some(&**trace))),
        Answer::Fails { .. } => Some((*p, None)),
        _ => None,
    })
}
