//! Check: proves or refutes every property, and checks the evidence.

use std::sync::Arc;
use std::time::Duration;

use assay_engine::backend::Backend;
use assay_engine::dead_end::DeadEnd;
use assay_engine::director::{Options, Outcome as Decided};
use assay_engine::guard::guarded;
use assay_engine::prune::shrink;
use assay_engine::smooth::smooth;
use assay_language::{Foreign, Problem};
use assay_report::{CertificateView, CheckResult, Outcome, Place, PropertyResult, TraceView};
use assay_solver::{Found, discover};
use assay_source::Diagnostic;
use assay_system::{
    Certificate, Constraint, EngineName, System, Trace, Verdict, within, within_certificate,
};
use assay_term::Dag;
use serde_json::{Map, Value};

use crate::advice;
use crate::dead_end::{self, reach_in_time};
use crate::engines::{
    Selection, decide_with_progress, failures, no_solver, options, options_json, violated,
};
use crate::evidence::Referee;
use crate::provenance::Solvers;
use crate::vacuity;
use crate::watching::Watching;
use crate::{CheckRequest, Exit, Opened, Stop};

/// Effort for one question of the search for a smoother counterexample.
const SMOOTH_BUDGET: u64 = 200_000;

/// What came of a check.
pub struct CheckReply {
    pub result: CheckResult,
    pub exit: Exit,
    /// The proved lemmas as a file for `advice`, where they were asked for.
    pub lemmas: String,
    /// Evidence in the formats of other tools, where it was asked for.
    pub witnesses: Vec<WitnessFile>,
}

/// Evidence about one property in the format of other tools.
pub struct WitnessFile {
    pub property: String,
    pub file: Foreign,
}

impl Opened<'_> {
    /// Proves or refutes every property.
    pub fn check(&self, request: &CheckRequest) -> Result<CheckReply, Stop> {
        let solvers = Solvers::begin(request.provenance);
        let _watching = Watching::new();
        let advice = request.advice.as_deref().map(|p| self.reader.read_text(p));
        let mut run = Run {
            request,
            opened: self,
            advice: advice.transpose()?,
            found: discover(),
            properties: Vec::new(),
            certificates: Vec::new(),
            lemmas: String::new(),
            witnesses: Vec::new(),
        };
        let mut selection = Selection::new(&request.engine);
        let mut tasks = Vec::new();
        for &main in &self.mains {
            let problem = self.problem(main)?;
            let system = Arc::new(problem.system().clone());
            // With several parts, names are told apart by the part.
            let prefix = match self.mains.len() {
                1 => String::new(),
                _ => format!("{}.", self.name(main)),
            };
            let asked = selection.pick(&system, &prefix);
            tasks.push(Task {
                problem,
                system,
                prefix,
                asked,
            });
        }
        if let Err(Stop::Said(exit)) = self.need_properties(tasks.iter().map(|t| &*t.system)) {
            // Programs get a document even then: one without properties.
            let reply = run.finish(solvers);
            return Ok(CheckReply { exit, ..reply });
        }
        selection.all_met()?;
        for task in &tasks {
            if !task.asked.is_empty() {
                run.decide(task)?;
            }
        }
        Ok(run.finish(solvers))
    }
}

/// The properties of one part.
struct Task<'m> {
    problem: Box<dyn Problem + 'm>,
    /// The engines' copy.
    system: Arc<System>,
    prefix: String,
    asked: Vec<usize>,
}

struct Run<'a> {
    request: &'a CheckRequest,
    opened: &'a Opened<'a>,
    advice: Option<String>,
    found: Vec<Found>,
    properties: Vec<PropertyResult>,
    certificates: Vec<CertificateView>,
    lemmas: String,
    witnesses: Vec<WitnessFile>,
}

impl Run<'_> {
    fn decide(&mut self, task: &Task<'_>) -> Result<(), Stop> {
        let Task { system, asked, .. } = task;
        let opened = self.opened;
        let (stop, deadline) = (opened.stop(), opened.deadline());
        let backend = Backend::choose(system, asked, &self.found).map_err(no_solver)?;
        let offered = self.offer(system)?;
        let options = Options {
            simple_path: self.request.simple_path,
            ..options(&self.request.engine, opened.remaining())
        };
        if options.simple_path && !backend.is_finite() {
            let message = "--simple-path has no effect: the model has infinitely many states";
            opened.say(Diagnostic::warning("A0115", message));
        }
        let engines = |options: &Options| {
            // Whatever was asked before has used some of the time.
            let options = &Options {
                timeout: opened.remaining(),
                ..options.clone()
            };
            let events = &**opened.events();
            decide_with_progress(system, asked, &offered, &backend, options, stop, events)
        };
        let nothing = system.pool.export(&[]);
        let mut lives = reach_in_time(system, &self.found, 0, stop, deadline);
        let mut outcome = match &lives {
            Ok(_) => engines(&options)?,
            Err(end) => until(end, asked, &nothing, &options, engines)?,
        };
        let k = greatest_k(&outcome);
        if lives.as_ref().is_ok_and(|&steps| steps < k) {
            lives = reach_in_time(system, &self.found, k, stop, deadline);
            if let Err(end) = &lives {
                outcome = until(end, asked, &nothing, &options, engines)?;
            }
        }
        opened.failed(&failures(&outcome));
        opened.say_advice(system, violated(&outcome));
        if self.request.lemmas {
            self.lemmas
                .push_str(&advice::write(system, &outcome.lemmas));
        }
        self.collect(task, &backend, outcome, lives.err())
    }

    /// The lemmas of the advice file that fit this system.
    fn offer(&self, system: &System) -> Result<Dag, Stop> {
        let (Some(text), Some(path)) = (&self.advice, &self.request.advice) else {
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
            let warning = Diagnostic::warning("A0103", message);
            self.opened.say(warning);
        }
        Ok(lemmas)
    }

    /// Checks the evidence and turns verdicts into what reports show.
    fn collect(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        decided: Decided,
        end: Option<DeadEnd>,
    ) -> Result<(), Stop> {
        let opened = self.opened;
        let certify = self.request.engine.certify;
        let mut referee = Referee::new(&*task.problem, &self.found, certify, opened.stop());
        let vacuous = match &end {
            Some(end) => self.vacuous(task, end, &decided, &mut referee)?,
            None => None,
        };
        let first = self.properties.len();
        let mut shown = Shown {
            pruned: Vec::new(),
            proved: Vec::new(),
            vacuous,
        };
        for (index, verdict, when) in &decided.verdicts {
            let outcome = self.outcome(task, backend, *index, verdict, &mut shown, &mut referee)?;
            let property = &task.system.properties[*index];
            let place = property.span.and_then(|span| Place::new(&opened.map, span));
            self.properties.push(PropertyResult {
                name: format!("{}{}", task.prefix, property.name),
                place,
                outcome,
                seconds: when.as_secs_f64(),
                vacuous: None,
            });
        }
        let limits = options(&self.request.engine, opened.remaining());
        let vacuous = vacuity::look(
            &task.system,
            &shown.proved,
            &decided.lemmas,
            &self.found,
            &limits,
            opened.stop(),
            &mut referee,
        )?;
        for (index, why) in vacuous {
            let mut verdicts = decided.verdicts.iter();
            if let Some(at) = verdicts.position(|(asked, ..)| *asked == index) {
                self.properties[first + at].vacuous = Some(why);
            }
        }
        for message in referee.inconclusive {
            opened.say(Diagnostic::warning("A0102", message));
        }
        Ok(())
    }

    /// What is shown of one verdict, its evidence checked.
    fn outcome(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        index: usize,
        verdict: &Verdict,
        shown: &mut Shown,
        referee: &mut Referee<'_>,
    ) -> Result<Outcome, Stop> {
        let system = &task.system;
        Ok(match verdict {
            Verdict::Proved {
                certificate,
                engine,
            } => {
                let (small, id) = self.pruned(task, backend, certificate, shown);
                let checked = referee.certificate(&small, *engine)?;
                shown.proved.push(index);
                if self.request.witnesses {
                    let none = "there is no format for a proof of such a model";
                    let proof = task.problem.proof(&small);
                    self.witness(task, index, proof.unwrap_or_else(|| Err(none.into())));
                }
                Outcome::Proved {
                    engine: engine.to_string(),
                    k: small.k,
                    simple_path: small.simple_path,
                    certificate: id,
                    checked,
                }
            }
            Verdict::Violated { trace, engine } => {
                let trace = self.smoothed(system, backend, index, trace);
                let checked = referee.trace(index, &trace)?;
                if self.request.witnesses {
                    let none = "there is no format for a counterexample of its kind";
                    let witness = task.problem.witness(index, &trace);
                    self.witness(task, index, witness.ok_or_else(|| none.to_string()));
                }
                Outcome::Violated {
                    engine: engine.to_string(),
                    trace: TraceView::new(system, &trace),
                    checked,
                }
            }
            Verdict::Unknown { true_for, reason } => match &shown.vacuous {
                Some((end, outcome)) if true_for >= end => outcome.clone(),
                _ => Outcome::Unknown {
                    reason: reason.clone(),
                    true_for: *true_for,
                },
            },
        })
    }

    /// The certificate without what it does not need, and its number among those that are shown. Properties that were proved
    /// together share one.
    fn pruned(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        certificate: &Arc<Certificate>,
        shown: &mut Shown,
    ) -> (Arc<Certificate>, usize) {
        let mut known = shown.pruned.iter();
        if let Some((_, small, id)) = known.find(|(full, ..)| Arc::ptr_eq(full, certificate)) {
            return (small.clone(), *id);
        }
        let small = shrink(&task.system, certificate, backend, self.opened.stop());
        let id = self.certificates.len();
        let view = certificate_view(&task.system, &task.prefix, &small);
        self.certificates.push(view);
        shown.pruned.push((certificate.clone(), small.clone(), id));
        (small, id)
    }

    /// Keeps evidence for other tools, or says why there is none.
    fn witness(&mut self, task: &Task<'_>, index: usize, file: Result<Foreign, String>) {
        let name = &task.system.properties[index].name;
        match file {
            Ok(file) => self.witnesses.push(WitnessFile {
                property: format!("{}{name}", task.prefix),
                file,
            }),
            Err(why) => {
                let message = format!("no witness of `{name}` is written: {why}");
                self.opened.say(Diagnostic::warning("A0113", message));
            }
        }
    }

    /// What is said of properties that no execution violates before all of them end, and after how many steps that is. None if there is no such property.
    fn vacuous(
        &mut self,
        task: &Task<'_>,
        end: &DeadEnd,
        decided: &Decided,
        referee: &mut Referee<'_>,
    ) -> Result<Option<(usize, Outcome)>, Stop> {
        let system = &task.system;
        let warning = Diagnostic::warning("A0118", dead_end::sentence(system, end));
        self.opened.say(dead_end::located(warning, system, end));
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
        let place = |c: &Constraint| c.span.and_then(|span| Place::new(&self.opened.map, span));
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
        if !self.request.smooth {
            return trace.clone();
        }
        let calm = guarded(|| {
            let mut oracle = backend.oracle(self.opened.stop())?;
            smooth(system, property, trace, &mut *oracle, Some(SMOOTH_BUDGET))
        });
        match calm {
            Ok(Ok(calm)) => Arc::new(calm),
            Ok(Err(_)) | Err(_) => trace.clone(),
        }
    }

    fn finish(self, solvers: Solvers) -> CheckReply {
        let opened = self.opened;
        let result = CheckResult {
            header: opened.header(&opened.mains, self.options_json(), solvers),
            properties: self.properties,
            certificates: self.certificates,
        };
        CheckReply {
            exit: exit(&result, self.request.allow_vacuous),
            result,
            lemmas: self.lemmas,
            witnesses: self.witnesses,
        }
    }

    fn options_json(&self) -> Map<String, Value> {
        let mut map = options_json(&self.request.engine);
        map.insert("smooth".into(), self.request.smooth.into());
        map.insert("simple_path".into(), self.request.simple_path.into());
        map.insert("allow_vacuous".into(), self.request.allow_vacuous.into());
        let advice = self
            .request
            .advice
            .as_ref()
            .map(|p| p.display().to_string());
        map.insert("advice".into(), advice.into());
        map
    }
}

/// What is known while the verdicts of one part are shown.
struct Shown {
    /// Certificates, each with what is left of it and its number.
    pruned: Vec<(Arc<Certificate>, Arc<Certificate>, usize)>,
    proved: Vec<usize>,
    /// What is said of properties that no execution violates before all of them end, and after how many steps that is.
    vacuous: Option<(usize, Outcome)>,
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
    let is_violated = |p: &PropertyResult| matches!(p.outcome, Outcome::Violated { .. });
    if vacuous || result.properties.iter().any(is_violated) {
        Exit::Finding
    } else if result.is_complete() {
        Exit::Holds
    } else {
        Exit::Undecided
    }
}
