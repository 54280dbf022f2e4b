//! `assay check`: proves or refutes every property, checks the evidence, reports.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::Backend;
use assay_engine::dead_end::DeadEnd;
use assay_engine::director::{Options, Outcome as Decided};
use assay_engine::guard::guarded;
use assay_engine::prune::shrink;
use assay_engine::smooth::smooth;
use assay_report::{
    CertificateView, CheckResult, EvidenceView, Outcome, Place, PropertyResult, TraceView,
    check_to_json, check_to_text, document, trace_to_csv, trace_to_vcd,
};
use assay_solver::{Found, StopFlag, discover};
use assay_source::Diagnostic;
use assay_system::{
    Certificate, Constraint, EngineName, System, Trace, Verdict, within, within_certificate,
};
use assay_term::Dag;
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::advice;
use crate::args::{CheckArgs, TraceFormat};
use crate::dead_end::{self, reach_in_time};
use crate::engines::{
    Selection, deadline, decide_with_progress, failures, no_solver, options, options_json,
    remaining, violated,
};
use crate::evidence::Referee;
use crate::exit::Exit;
use crate::files;
use crate::front::{Foreign, Subject};
use crate::input::{self, Loaded};
use crate::interrupt::{Watching, on_interrupt};
use crate::output::Output;
use crate::provenance::Solvers;
use crate::vacuity;
use crate::yosys::Limits;

/// Effort for one question of the search for a smoother counterexample.
const SMOOTH_BUDGET: u64 = 200_000;

pub fn run(args: &CheckArgs, output: Output) -> Result<Exit, Stop> {
    let stop = on_interrupt();
    let deadline = deadline(&args.engine);
    let limits = Limits {
        deadline,
        stop: &stop,
    };
    let solvers = Solvers::begin(output.json());
    let mut loaded = Loaded::new(&args.model, limits, output)?;
    let _watching = Watching::new();
    let mut run = Run {
        args,
        output,
        advice: args.advice.as_deref().map(input::read_text).transpose()?,
        found: discover(),
        stop,
        deadline,
        properties: Vec::new(),
        certificates: Vec::new(),
        lemmas: String::new(),
    };
    let mains = loaded.mains.clone();
    let mut selection = Selection::new(&args.engine);
    let mut tasks = Vec::new();
    for &main in &mains {
        let subject = loaded.subject(main)?;
        let system = Arc::new(subject.system().clone());
        // With several main nodes, names are told apart by the node.
        let prefix = match mains.len() {
            1 => String::new(),
            _ => format!("{}.", loaded.name(main)),
        };
        let asked = selection.pick(&system, &prefix);
        tasks.push(Task {
            subject,
            system,
            prefix,
            asked,
        });
    }
    if let Err(stop) = loaded.need_properties(tasks.iter().map(|t| &*t.system)) {
        // Programs that read JSON get a document even then: one without properties.
        if output.json() {
            run.finish(&loaded, &mains, solvers)?;
        }
        return Err(stop);
    }
    selection.all_met()?;
    for task in &tasks {
        if !task.asked.is_empty() {
            run.decide(&mut loaded, task)?;
        }
    }
    run.finish(&loaded, &mains, solvers)
}

/// The properties of one part.
struct Task {
    subject: Box<dyn Subject>,
    /// The engines' copy.
    system: Arc<System>,
    prefix: String,
    asked: Vec<usize>,
}

struct Run<'a> {
    args: &'a CheckArgs,
    output: Output,
    advice: Option<String>,
    found: Vec<Found>,
    stop: StopFlag,
    deadline: Option<Instant>,
    properties: Vec<PropertyResult>,
    certificates: Vec<CertificateView>,
    lemmas: String,
}

impl Run<'_> {
    fn decide(&mut self, loaded: &mut Loaded, task: &Task) -> Result<(), Stop> {
        let Task { system, asked, .. } = task;
        let backend = Backend::choose(system, asked, &self.found).map_err(no_solver)?;
        let offered = self.offer(loaded, system)?;
        let options = Options {
            simple_path: self.args.simple_path,
            ..options(&self.args.engine, self.deadline)
        };
        if options.simple_path && !backend.is_finite() {
            let message = "--simple-path has no effect: the model has infinitely many states";
            loaded.say(Diagnostic::warning("A0115", message));
        }
        let quiet = self.output.quiet();
        let engines = |options: &Options| {
            // Whatever was asked before has used some of the time.
            let options = &Options {
                timeout: remaining(self.deadline),
                ..options.clone()
            };
            decide_with_progress(
                system, asked, &offered, &backend, options, &self.stop, quiet,
            )
        };
        let nothing = system.pool.export(&[]);
        let mut lives = reach_in_time(system, &self.found, 0, &self.stop, self.deadline);
        let mut outcome = match &lives {
            Ok(_) => engines(&options)?,
            Err(end) => until(end, asked, &nothing, &options, engines)?,
        };
        let k = greatest_k(&outcome);
        if lives.as_ref().is_ok_and(|&steps| steps < k) {
            lives = reach_in_time(system, &self.found, k, &self.stop, self.deadline);
            if let Err(end) = &lives {
                outcome = until(end, asked, &nothing, &options, engines)?;
            }
        }
        loaded.failed(&failures(&outcome));
        loaded.say_unreset(system, violated(&outcome));
        if self.args.save.is_some() {
            self.lemmas
                .push_str(&advice::write(system, &outcome.lemmas));
        }
        self.collect(loaded, task, &backend, outcome, lives.err())
    }

    /// The lemmas of the advice file that fit this system.
    fn offer(&self, loaded: &mut Loaded, system: &System) -> Result<Dag, Stop> {
        let (Some(text), Some(path)) = (&self.advice, &self.args.advice) else {
            return Ok(system.pool.export(&[]));
        };
        let shown = path.display();
        let (lemmas, misfits) = advice::read(system, text).map_err(|why| {
            Stop::bad_input(Diagnostic::error(
                "A0005",
                format!("`{shown}` is not a file of lemmas: {why}"),
            ))
        })?;
        if misfits > 0 {
            let message = format!(
                "{misfits} of the lemmas in `{shown}` do not fit this model and are left out"
            );
            loaded.say(Diagnostic::warning("A0103", message));
        }
        Ok(lemmas)
    }

    /// Checks the evidence and turns verdicts into what reports show.
    fn collect(
        &mut self,
        loaded: &mut Loaded,
        task: &Task,
        backend: &Backend,
        decided: Decided,
        end: Option<DeadEnd>,
    ) -> Result<(), Stop> {
        let system = &task.system;
        let mut referee = Referee::new(
            &*task.subject,
            &self.found,
            !self.args.engine.no_certify,
            &self.stop,
        );
        let mut pruned: Vec<(Arc<Certificate>, Arc<Certificate>, usize)> = Vec::new();
        let first = self.properties.len();
        let asked: Vec<usize> = decided.verdicts.iter().map(|v| v.0).collect();
        let vacuous = match &end {
            Some(end) => self.vacuous(loaded, task, end, &decided, &mut referee)?,
            None => None,
        };
        let mut proved = Vec::new();
        let mut foreign: Vec<(String, Result<Foreign, String>)> = Vec::new();
        for (index, verdict, when) in decided.verdicts {
            let property = &system.properties[index];
            let outcome = match verdict {
                Verdict::Proved {
                    certificate,
                    engine,
                } => {
                    let known = pruned
                        .iter()
                        .find(|(full, _, _)| Arc::ptr_eq(full, &certificate));
                    let (small, id) = match known {
                        Some((_, small, id)) => (small.clone(), *id),
                        None => {
                            let small = shrink(system, &certificate, backend, &self.stop);
                            let id = self.certificates.len();
                            self.certificates
                                .push(certificate_view(system, &task.prefix, &small));
                            pruned.push((certificate, small.clone(), id));
                            (small, id)
                        }
                    };
                    let checked = referee.certificate(&small, engine)?;
                    proved.push(index);
                    if self.args.witness.is_some() {
                        let proof = task.subject.proof(&small);
                        let name = property.name.clone();
                        let no_format = "there is no format for a proof of such a model";
                        foreign.push((name, proof.unwrap_or_else(|| Err(no_format.into()))));
                    }
                    Outcome::Proved {
                        engine: engine.to_string(),
                        evidence: EvidenceView::Certificate {
                            k: small.k,
                            simple_path: small.simple_path,
                            certificate: id,
                        },
                        checked,
                    }
                }
                Verdict::Violated { trace, engine } => {
                    let trace = self.smoothed(system, backend, index, &trace);
                    let checked = referee.trace(index, &trace)?;
                    if self.args.witness.is_some() {
                        let witness = task.subject.witness(index, &trace);
                        let no_format = "there is no format for a counterexample of its kind";
                        let name = property.name.clone();
                        foreign.push((name, witness.ok_or_else(|| no_format.to_string())));
                    }
                    let trace = TraceView::of_violation(system, index, &trace);
                    Outcome::Violated {
                        engine: engine.to_string(),
                        evidence: EvidenceView::Trace(trace),
                        checked,
                    }
                }
                Verdict::Unknown { true_for, reason } => match &vacuous {
                    Some((end, outcome)) if true_for >= *end => outcome.clone(),
                    _ => Outcome::Unknown { reason, true_for },
                },
            };
            let place = property.span.and_then(|span| Place::new(&loaded.map, span));
            let seconds = when.as_secs_f64();
            self.properties.push(PropertyResult {
                name: format!("{}{}", task.prefix, property.name),
                ..PropertyResult::new(system, index, place, outcome, seconds)
            });
        }
        let limits = options(&self.args.engine, self.deadline);
        let vacuous = vacuity::look(
            system,
            &proved,
            &decided.lemmas,
            &self.found,
            &limits,
            &self.stop,
            &mut referee,
        )?;
        for (index, why) in vacuous {
            if let Some(at) = asked.iter().position(|&a| a == index) {
                self.properties[first + at].vacuous = Some(why);
            }
        }
        if let Some(directory) = &self.args.witness {
            create(directory)?;
            let mut names = FileNames::default();
            for (name, file) in foreign {
                let stem = names.stem(&format!("{}{name}", task.prefix));
                match file {
                    Ok(file) => {
                        let path = directory.join(format!("{stem}.{}", file.extension));
                        files::write(&path, &file.text)?;
                    }
                    Err(why) => {
                        let message = format!("no witness of `{name}` is written: {why}");
                        loaded.say(Diagnostic::warning("A0113", message));
                    }
                }
            }
        }
        let inconclusive = referee.inconclusive;
        for message in inconclusive {
            loaded.say(Diagnostic::warning("A0102", message));
        }
        Ok(())
    }

    /// What is said of properties that no execution violates before all of them end, and after how many steps that is. None if there is no such property.
    fn vacuous(
        &mut self,
        loaded: &mut Loaded,
        task: &Task,
        end: &DeadEnd,
        decided: &Decided,
        referee: &mut Referee,
    ) -> Result<Option<(usize, Outcome)>, Stop> {
        let system = &task.system;
        let warning = Diagnostic::warning("A0118", dead_end::sentence(system, end));
        loaded.say(dead_end::located(warning, system, end));
        let lasts = |(p, verdict, _): &(usize, Verdict, Duration)| match verdict {
            Verdict::Unknown { true_for, .. } => (*true_for >= end.steps).then_some(*p),
            _ => None,
        };
        let holding: Vec<usize> = decided.verdicts.iter().filter_map(lasts).collect();
        if holding.is_empty() {
            return Ok(None);
        }
        let claim = within(System::clone(system), end.steps);
        let certificate = within_certificate(system, end.steps, &holding, end.provers.clone());
        let checked = referee.other(&claim, &certificate, "the end of every execution")?;
        let id = self.certificates.len();
        self.certificates
            .push(certificate_view(&claim, &task.prefix, &certificate));
        let place = |c: &Constraint| c.span.and_then(|span| Place::new(&loaded.map, span));
        let outcome = Outcome::Vacuous {
            reason: dead_end::sentence(system, end),
            steps: end.steps,
            assumptions: dead_end::members(system, end)
                .map(|c| (c.name.clone(), place(c)))
                .collect(),
            certificate: id,
            checked,
        };
        Ok(Some((end.steps, outcome)))
    }

    fn smoothed(
        &self,
        system: &Arc<System>,
        backend: &Backend,
        property: usize,
        trace: &Arc<Trace>,
    ) -> Arc<Trace> {
        if !self.args.smooth {
            return trace.clone();
        }
        let calm = guarded(|| {
            let mut oracle = backend.oracle(&self.stop)?;
            smooth(system, property, trace, &mut *oracle, Some(SMOOTH_BUDGET))
        });
        match calm {
            Ok(Ok(calm)) => Arc::new(calm),
            Ok(Err(_)) | Err(_) => trace.clone(),
        }
    }

    fn finish(self, loaded: &Loaded, mains: &[usize], solvers: Solvers) -> Result<Exit, Stop> {
        if let Some(path) = &self.args.save {
            files::write(path, &self.lemmas)?;
        }
        let header = header(loaded, mains, self.options_json(), solvers);
        let result = CheckResult {
            header,
            properties: self.properties,
            goals: vec![],
            certificates: self.certificates,
        };
        let top = mains.first().map(|&m| loaded.name(m)).unwrap_or_default();
        let format = self.args.trace_format;
        if let Some(directory) = &self.args.trace_dir {
            write_traces(directory, &result, format, &top, self.output)?;
        }
        let tables = self.args.trace_dir.is_none() && format == TraceFormat::Table;
        let mut text = match self.output.json() {
            true => document(&check_to_json(&result)),
            false => check_to_text(&result, self.output.style(), tables),
        };
        if !self.output.json() && self.args.trace_dir.is_none() && format != TraceFormat::Table {
            for (name, trace) in counterexamples(&result) {
                text.push_str(&format!(
                    "\n{name}\n{}",
                    render(trace, format, &top, self.output)
                ));
            }
        }
        self.output.result(&text)?;
        Ok(exit(&result, self.args.allow_vacuous))
    }

    fn options_json(&self) -> Map<String, Value> {
        let mut map = options_json(&self.args.engine);
        map.insert("smooth".into(), self.args.smooth.into());
        map.insert("simple_path".into(), self.args.simple_path.into());
        map.insert("allow_vacuous".into(), self.args.allow_vacuous.into());
        let advice = self.args.advice.as_ref().map(|p| p.display().to_string());
        map.insert("advice".into(), advice.into());
        map
    }
}

fn certificate_view(system: &System, prefix: &str, certificate: &Certificate) -> CertificateView {
    let mut pool = system.pool.clone();
    let lemmas = pool.import(&certificate.lemmas);
    let name = |&p: &usize| format!("{prefix}{}", system.properties[p].name);
    CertificateView {
        k: certificate.k,
        simple_path: certificate.simple_path,
        lemmas: lemmas.into_iter().map(|t| pool.text(t)).collect(),
        properties: certificate.properties.iter().map(name).collect(),
    }
}

fn counterexamples(result: &CheckResult) -> impl Iterator<Item = (&str, &TraceView)> {
    result.properties.iter().filter_map(|p| match &p.outcome {
        Outcome::Proved {
            evidence: EvidenceView::Trace(trace),
            ..
        }
        | Outcome::Violated {
            evidence: EvidenceView::Trace(trace),
            ..
        } => Some((p.name.as_str(), trace)),
        _ => None,
    })
}

fn render(trace: &TraceView, format: TraceFormat, top: &str, output: Output) -> String {
    match format {
        TraceFormat::Table => assay_report::trace_table(trace, output.style()),
        TraceFormat::Csv => trace_to_csv(trace),
        TraceFormat::Vcd => trace_to_vcd(trace, top),
    }
}

fn create(directory: &Path) -> Result<(), Stop> {
    std::fs::create_dir_all(directory).map_err(|error| {
        let message = format!("cannot create `{}`: {error}", directory.display());
        Stop::bad_input(Diagnostic::error("A0006", message))
    })
}

/// Names of files made of names of properties, no two the same.
#[derive(Default)]
struct FileNames(BTreeSet<String>);

impl FileNames {
    fn stem(&mut self, name: &str) -> String {
        let plain = |c: char| match c.is_ascii_alphanumeric() || "_-~.".contains(c) {
            true => c,
            false => '_',
        };
        let mut stem: String = name.chars().map(plain).collect();
        while !self.0.insert(stem.clone()) {
            stem.push('_');
        }
        stem
    }
}

/// One file for each violated property, named after it.
fn write_traces(
    directory: &Path,
    result: &CheckResult,
    format: TraceFormat,
    top: &str,
    output: Output,
) -> Result<(), Stop> {
    create(directory)?;
    let extension = match format {
        TraceFormat::Table => "txt",
        TraceFormat::Csv => "csv",
        TraceFormat::Vcd => "vcd",
    };
    let mut names = FileNames::default();
    for (name, trace) in counterexamples(result) {
        let stem = names.stem(name);
        files::write(
            &directory.join(format!("{stem}.{extension}")),
            &render(trace, format, top, output),
        )?;
    }
    Ok(())
}

/// What is true of executions that end: a search of that length decides everything.
fn until(
    end: &DeadEnd,
    asked: &[usize],
    nothing: &Dag,
    options: &Options,
    engines: impl Fn(&Options) -> Result<Decided, Stop>,
) -> Result<Decided, Stop> {
    let Some(last) = end.steps.checked_sub(1) else {
        return Ok(Decided::undecided(asked, nothing.clone()));
    };
    engines(&Options {
        engines: vec![EngineName::Bmc],
        max_k: last as u32,
        ..options.clone()
    })
}

/// The greatest k of all proofs: executions of so many steps are what they are about.
fn greatest_k(outcome: &Decided) -> usize {
    let k = |verdict: &Verdict| match verdict {
        Verdict::Proved { certificate, .. } => certificate.k,
        _ => 0,
    };
    let verdicts = outcome.verdicts.iter();
    verdicts.map(|(_, v, _)| k(v)).max().unwrap_or(0)
}

/// A finding outranks what is undecided. A property that holds because executions end is a finding unless the caller knows it.
fn exit(result: &CheckResult, allow_vacuous: bool) -> Exit {
    let is_vacuous = |p: &PropertyResult| matches!(p.outcome, Outcome::Vacuous { .. });
    let vacuous = !allow_vacuous && result.properties.iter().any(is_vacuous);
    if vacuous || counterexamples(result).next().is_some() {
        Exit::Finding
    } else if result.is_complete() {
        Exit::Holds
    } else {
        Exit::Undecided
    }
}
