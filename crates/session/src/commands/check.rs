//! Check: proves or refutes every property, reaches goals, and checks the evidence.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use assay_engine::backend::Backend;
use assay_engine::claims;
use assay_engine::dead_end::DeadEnd;
use assay_engine::director::Options;
use assay_engine::guard::guarded;
use assay_engine::prune::shrink;
use assay_engine::smooth::smooth;
use assay_language::{Foreign, Opinion, Problem};
use assay_report::branching::{AtAnswer, AtResult, ComputeResult, LabelsView, StatsView};
use assay_report::{
    CertificateView, CheckResult, EvidenceView, GoalResult, Outcome, Place, PropertyResult,
    SecondOpinion, TraceView,
};
use assay_solver::{Found, discover};
use assay_source::{Diagnostic, Span};
use assay_system::branching::NO_EXECUTIONS;
use assay_system::{
    Answer, Certificate, Claim, EngineName, Evidence, Property, Question, System, Trace, within,
    within_certificate,
};
use assay_term::Dag;
use serde_json::{Map, Value};

use crate::advice;
use crate::audit;
use crate::branching::{self, Asked, Part, claimed_text, sets_view, tree_view};
use crate::dead_end::{self, reach_in_time};
use crate::engines::{
    Selection, decide_with_progress, failures, no_solver, options, options_json, violated,
};
use crate::evidence::Referee;
use crate::opinion::{Ours, class, compare};
use crate::provenance::Solvers;
use crate::replay::told;
use crate::vacuity;
use crate::watching::Watching;
use crate::{CheckRequest, Exit, Opened, Stop};

/// Effort for one question of the search for a smoother counterexample.
const SMOOTH_BUDGET: u64 = 200_000;

/// The name of the formula that a user types.
const FORMULA: &str = "formula";

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
        let _watching = Watching::new();
        let advice = request.advice.as_deref().map(|p| self.reader.read_text(p));
        let mut run = Run {
            request,
            opened: self,
            advice: advice.transpose()?,
            found: discover(),
            properties: Vec::new(),
            goals: Vec::new(),
            certificates: Vec::new(),
            computed: Vec::new(),
            stats: Vec::new(),
            at: Vec::new(),
            labels: Vec::new(),
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
                problem: problem.into(),
                system,
                prefix,
                asked,
            });
        }
        let solvers = if tasks.iter().all(Task::is_finite) {
            Solvers::built_in(request.provenance)
        } else {
            Solvers::begin(request.provenance)
        };
        if let Some(formula) = &request.formula {
            run.ask(&tasks, formula)?;
            return Ok(run.finish(solvers, None));
        }
        let goals = tasks.iter().any(|t| !t.system.goals.is_empty());
        let measures = |t: &Task<'_>| request.stats || !t.problem.path_lengths().is_empty();
        if !tasks.iter().any(measures)
            && let (false, Err(Stop::Said(exit))) = (
                goals,
                self.need_properties(tasks.iter().map(|t| &*t.system)),
            )
        {
            // Programs get a document even then: one without properties.
            let reply = run.finish(solvers, None);
            return Ok(CheckReply { exit, ..reply });
        }
        selection.all_met()?;
        let other = request.second_opinion.as_deref();
        let other = other.map(|tool| self.ask_other(tool, None)).transpose()?;
        for task in &tasks {
            if !task.asked.is_empty() {
                branching::say_deadlock(self, &task.system, request.engine.bdd_nodes);
                run.decide(task)?;
            }
            run.reach_goals(task)?;
        }
        run.answer(&tasks)?;
        let opinion = other.map(|opinion| run.beside(&opinion));
        Ok(run.finish(solvers, opinion))
    }
}

/// The properties of one part.
#[derive(Clone)]
pub(super) struct Task<'m> {
    pub(super) problem: Rc<dyn Problem + 'm>,
    /// The engines' copy.
    pub(super) system: Arc<System>,
    pub(super) prefix: String,
    pub(super) asked: Vec<usize>,
}

impl Task<'_> {
    fn part<'t>(&'t self, opened: &'t Opened<'t>) -> Part<'t> {
        Part {
            opened,
            problem: &*self.problem,
            system: &self.system,
            prefix: &self.prefix,
        }
    }

    /// The task to decide one more property, and nothing else.
    fn asking(&self, (system, formula): Asked) -> Self {
        let mut system = Arc::unwrap_or_clone(system);
        let yes = system.pool.bool(true);
        system.properties.push(Property {
            claim: Claim::Temporal(formula),
            ..Property::invariant(FORMULA, yes)
        });
        Task {
            asked: vec![system.properties.len() - 1],
            system: Arc::new(system),
            ..self.clone()
        }
    }

    /// Whether the language knows the property: a formula that the user typed is none of its.
    fn knows(&self, property: usize) -> bool {
        property < self.problem.system().properties.len()
    }

    /// Whether no other solver than the built-in one can take part.
    fn is_finite(&self) -> bool {
        let goals = self.system.goals.is_empty();
        goals && Backend::choose(&self.system, &self.asked, &[]).is_ok_and(|b| b.is_finite())
    }
}

pub(super) struct Run<'a> {
    pub(super) request: &'a CheckRequest,
    pub(super) opened: &'a Opened<'a>,
    pub(super) advice: Option<String>,
    pub(super) found: Vec<Found>,
    pub(super) properties: Vec<PropertyResult>,
    pub(super) goals: Vec<GoalResult>,
    pub(super) certificates: Vec<CertificateView>,
    pub(super) computed: Vec<ComputeResult>,
    pub(super) stats: Vec<StatsView>,
    pub(super) at: Vec<AtResult>,
    pub(super) labels: Vec<LabelsView>,
    pub(super) lemmas: String,
    pub(super) witnesses: Vec<WitnessFile>,
}

impl Run<'_> {
    /// A formula in the place of the properties: at a state, as labels, or as one more property, which is about the initial states.
    fn ask(&mut self, tasks: &[Task<'_>], formula: &str) -> Result<(), Stop> {
        let request = self.request;
        for task in tasks {
            let part = task.part(self.opened);
            if let Some(state) = &request.at {
                let mut referee = self.referee(task);
                let found = branching::at(&part, &mut referee, state, formula)?;
                self.at.push(found);
                self.say_inconclusive(referee);
            }
            if request.labels {
                let labels = branching::labels(&part, Some(formula), &task.asked)?;
                self.labels.extend(labels);
            }
            if request.at.is_none() && !request.labels {
                branching::say_deadlock(self.opened, &task.system, request.engine.bdd_nodes);
                self.decide(&task.asking(branching::typed(&part, formula)?))?;
            }
            if request.stats {
                self.stats.push(branching::stats(&part)?);
            }
        }
        Ok(())
    }

    /// What was asked beside the properties.
    fn answer(&mut self, tasks: &[Task<'_>]) -> Result<(), Stop> {
        let request = self.request;
        for task in tasks {
            let part = task.part(self.opened);
            let mut referee = self.referee(task);
            let computed = branching::computed(&part, &mut referee)?;
            self.computed.extend(computed);
            self.say_inconclusive(referee);
            if request.labels {
                let labels = branching::labels(&part, None, &task.asked)?;
                self.labels.extend(labels);
            }
            if request.stats {
                self.stats.push(branching::stats(&part)?);
            }
        }
        Ok(())
    }

    fn referee<'t>(&self, task: &'t Task<'_>) -> Referee<'t> {
        let certify = self.request.engine.certify;
        Referee::new(&*task.problem, &self.found, certify, self.opened.stop())
    }

    fn say_inconclusive(&self, referee: Referee<'_>) {
        for message in referee.inconclusive {
            self.opened.say(Diagnostic::warning("A0102", message));
        }
    }

    fn decide(&mut self, task: &Task<'_>) -> Result<(), Stop> {
        let Task { system, asked, .. } = task;
        let opened = self.opened;
        let (stop, deadline) = (opened.stop(), opened.deadline());
        let backend = Backend::choose(system, asked, &self.found).map_err(no_solver)?;
        let offered = self.offer(system)?;
        let options = Options {
            // Bounded model checking alone would never end.
            simple_path: self.request.simple_path
                || self.request.engine.engines == [EngineName::Bmc],
            diagrams_first: self.request.engine.engines.is_empty(),
            ..options(&self.request.engine, opened.remaining())
        };
        if self.request.simple_path && !backend.is_finite() {
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
        let mut lives = reach_in_time(system, &self.found, 0, stop, deadline);
        let mut outcome = match &lives {
            Ok(_) => engines(&options)?,
            Err(end) => until(end, system, asked, &options, engines)?,
        };
        let k = greatest_k(&outcome);
        if lives.as_ref().is_ok_and(|&steps| steps < k) {
            lives = reach_in_time(system, &self.found, k, stop, deadline);
            if let Err(end) = &lives {
                outcome = until(end, system, asked, &options, engines)?;
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

    /// Checks the evidence and turns answers into what reports show.
    fn collect(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        decided: claims::Outcome,
        end: Option<DeadEnd>,
    ) -> Result<(), Stop> {
        let opened = self.opened;
        let mut referee = self.referee(task);
        let vacuous = match &end {
            Some(end) => self.vacuous(task, end, &decided, &mut referee)?,
            None => None,
        };
        let first = self.properties.len();
        let mut shown = Shown {
            extended: decided.system.clone(),
            pruned: Vec::new(),
            proved: Vec::new(),
            vacuous,
        };
        for (index, answer, when) in &decided.answers {
            let outcome = self.outcome(task, backend, *index, answer, &mut shown, &mut referee)?;
            let property = &task.system.properties[*index];
            let place = property.span.and_then(|span| Place::new(&opened.map, span));
            let seconds = when.as_secs_f64();
            let result = PropertyResult::new(&task.system, *index, place, outcome, seconds);
            self.properties.push(PropertyResult {
                name: format!("{}{}", task.prefix, property.name),
                formula: claimed_text(&opened.map, property).or(result.formula),
                ..result
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
        let holding = decided.answers.iter().filter_map(|(p, answer, _)| {
            let is_temporal = matches!(task.system.properties[*p].claim, Claim::Temporal(_));
            (is_temporal && matches!(answer, Answer::Holds { .. })).then_some(*p)
        });
        let holding: Vec<usize> = holding.collect();
        let limits = (opened.deadline(), opened.stop());
        let idle = vacuity::look_at_formulas(&task.system, &holding, limits, &mut referee)?;
        for (index, why) in vacuous.into_iter().chain(idle) {
            let mut answers = decided.answers.iter();
            if let Some(at) = answers.position(|(asked, ..)| *asked == index) {
                self.properties[first + at].vacuous = Some(why);
            }
        }
        self.audit(task, &decided, first, &mut referee)?;
        self.say_inconclusive(referee);
        Ok(())
    }

    /// Marks the properties that hold because no execution comes to them.
    fn audit(
        &mut self,
        task: &Task<'_>,
        decided: &claims::Outcome,
        first: usize,
        referee: &mut Referee<'_>,
    ) -> Result<(), Stop> {
        let Some(audited) = audit::audit(self.opened, &*task.problem, referee)? else {
            return Ok(());
        };
        let mut answers = decided.answers.iter().enumerate();
        let unreached = answers
            .by_ref()
            .filter(|(_, (p, ..))| audited.unreached.contains(p));
        let unreached: Vec<usize> = unreached.map(|(at, _)| first + at).collect();
        for &at in &unreached {
            self.properties[at].vacuous = Some("no execution comes to it".into());
        }
        let Some((claim, certificate, checked)) = audited.nothing else {
            return Ok(());
        };
        let id = self.certificates.len();
        self.certificates
            .push(certificate_view(&claim, &task.prefix, &certificate));
        for at in unreached {
            self.properties[at].vacuous = None;
            self.properties[at].outcome = Outcome::Vacuous {
                reason: "the assumptions leave no execution that comes to it or to an end".into(),
                steps: 0,
                assumptions: vec![],
                certificate: id,
                checked: checked.clone(),
            };
        }
        Ok(())
    }

    /// What is shown of one answer, its evidence checked.
    fn outcome(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        index: usize,
        answer: &Answer,
        shown: &mut Shown,
        referee: &mut Referee<'_>,
    ) -> Result<Outcome, Stop> {
        let (evidence, engine) = match answer {
            Answer::Holds { evidence, engine } | Answer::Fails { evidence, engine } => {
                (evidence, engine.to_string())
            }
            Answer::NoExecutions { .. } => {
                return Ok(Outcome::NoExecutions {
                    reason: NO_EXECUTIONS.into(),
                    checked: referee.answer(&task.system, Question::Property(index), answer)?,
                });
            }
            Answer::Open { reason, true_for } => {
                let temporal = is_temporal(&task.system, index);
                return Ok(match &shown.vacuous {
                    Some((end, outcome)) if temporal || true_for >= end => outcome.clone(),
                    _ => Outcome::Unknown {
                        reason: reason.clone(),
                        true_for: *true_for,
                    },
                });
            }
        };
        let holds = matches!(answer, Answer::Holds { .. });
        let (evidence, view) = self.evidence(task, backend, index, (holds, evidence), shown)?;
        if self.request.witnesses && task.knows(index) {
            self.witness(task, index, &evidence);
        }
        let answer = with_evidence(answer, evidence);
        let question = Question::Property(index);
        let checked = referee.answer(&task.system, question, &answer)?;
        if holds && matches!(view, EvidenceView::Certificate { .. }) {
            shown.proved.push(index);
        }
        Ok(if holds {
            Outcome::Proved {
                engine,
                evidence: view,
                checked,
            }
        } else {
            Outcome::Violated {
                engine,
                evidence: view,
                checked,
            }
        })
    }

    /// The evidence as it is shown: a certificate without what it does not need, a counterexample in which inputs change least
    /// often where that was asked for.
    fn evidence(
        &mut self,
        task: &Task<'_>,
        backend: &Backend,
        index: usize,
        (holds, evidence): (bool, &Evidence),
        shown: &mut Shown,
    ) -> Result<(Evidence, EvidenceView), Stop> {
        let system = &task.system;
        Ok(match evidence {
            Evidence::Certificate(certificate) => {
                let (small, id) = self.pruned(&task.prefix, backend, certificate, shown);
                let view = EvidenceView::Certificate {
                    k: small.k,
                    simple_path: small.simple_path,
                    certificate: id,
                };
                (Evidence::Certificate(small), view)
            }
            Evidence::Trace(trace) => {
                let trace = match system.properties[index].claim {
                    Claim::Reachable => trace.clone(),
                    _ => self.smoothed(system, backend, index, trace),
                };
                let replayer = task.problem.replayer();
                let (map, program) = (&self.opened.map, self.request.programs);
                let known = Some(index).filter(|p| task.knows(*p));
                let view = TraceView {
                    run: told(replayer, &trace, known, map, program),
                    ..TraceView::of_violation(system, index, &trace)
                };
                (Evidence::Trace(trace), EvidenceView::Trace(view))
            }
            Evidence::Lasso { trace, .. } => {
                let view = TraceView::of_violation(system, index, trace);
                (evidence.clone(), EvidenceView::Trace(view))
            }
            Evidence::Fixpoint(fixpoint) => (evidence.clone(), sets_view(system, index, fixpoint)?),
            Evidence::Tree(tree) => {
                let view = tree_view(system, index, !holds, tree)?;
                (evidence.clone(), EvidenceView::Tree(view))
            }
        })
    }

    /// The certificate without what it does not need, and its number among those that are shown. Properties that were proved
    /// together share one.
    fn pruned(
        &mut self,
        prefix: &str,
        backend: &Backend,
        certificate: &Arc<Certificate>,
        shown: &mut Shown,
    ) -> (Arc<Certificate>, usize) {
        let mut known = shown.pruned.iter();
        if let Some((_, small, id)) = known.find(|(full, ..)| Arc::ptr_eq(full, certificate)) {
            return (small.clone(), *id);
        }
        let small = shrink(&shown.extended, certificate, backend, self.opened.stop());
        let id = self.certificates.len();
        let view = certificate_view(&shown.extended, prefix, &small);
        self.certificates.push(view);
        shown.pruned.push((certificate.clone(), small.clone(), id));
        (small, id)
    }

    /// Keeps evidence for other tools, or says why there is none.
    fn witness(&mut self, task: &Task<'_>, index: usize, evidence: &Evidence) {
        let problem = &task.problem;
        let file = match evidence {
            Evidence::Certificate(certificate) => {
                let none = "there is no format for a proof of such a model";
                let proof = problem.proof(certificate);
                proof.unwrap_or_else(|| Err(none.to_string()))
            }
            Evidence::Trace(trace) | Evidence::Lasso { trace, .. } => {
                let none = "there is no format for a counterexample of its kind";
                problem.witness(index, trace).ok_or(none.to_string())
            }
            Evidence::Fixpoint(_) | Evidence::Tree(_) => {
                Err("there is no format for evidence of branching time".to_string())
            }
        };
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
        decided: &claims::Outcome,
        referee: &mut Referee<'_>,
    ) -> Result<Option<(usize, Outcome)>, Stop> {
        let system = &task.system;
        let warning = Diagnostic::warning("A0118", dead_end::sentence(system, end));
        self.opened.say(dead_end::located(warning, system, end));
        let lasts = |(p, answer, _): &(usize, Answer, Duration)| match answer {
            Answer::Open { true_for, .. } => (*true_for >= end.steps).then_some(*p),
            _ => None,
        };
        let holding: Vec<usize> = decided.answers.iter().filter_map(lasts).collect();
        let temporal = |p: &usize| is_temporal(system, *p);
        // Temporal claims are about infinite executions: what ends them all says nothing else of them.
        let about_infinite = |(p, answer, _): &(usize, Answer, Duration)| {
            temporal(p) && matches!(answer, Answer::Open { .. })
        };
        if holding.is_empty() && !decided.answers.iter().any(about_infinite) {
            return Ok(None);
        }
        let holding: Vec<usize> = holding.into_iter().filter(|p| !temporal(p)).collect();
        let claim = within(System::clone(system), end.steps);
        let certificate = within_certificate(system, end.steps, &holding, end.provers.clone());
        let checked = referee.other(&claim, &certificate, "the end of every execution")?;
        let id = self.certificates.len();
        self.certificates
            .push(certificate_view(&claim, &task.prefix, &certificate));
        let place = |span: Option<Span>| Place::new(&self.opened.map, span?);
        let outcome = Outcome::Vacuous {
            reason: dead_end::sentence(system, end),
            steps: end.steps,
            assumptions: dead_end::members(system, end)
                .map(|(name, span)| (name.to_string(), place(span)))
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

    /// Another tool's verdicts beside those of all these properties.
    fn beside(&self, opinion: &Opinion) -> SecondOpinion {
        let ours = self.properties.iter().map(|p| Ours {
            class: class(&p.claim),
            place: p.place.clone(),
            holds: match p.outcome {
                Outcome::Proved { .. } | Outcome::Vacuous { .. } | Outcome::NoExecutions { .. } => {
                    Some(true)
                }
                Outcome::Violated { .. } => Some(false),
                Outcome::Unknown { .. } => None,
            },
        });
        let ours: Vec<Ours> = ours.collect();
        compare(&ours, opinion, &self.opened.map)
    }

    fn finish(self, solvers: Solvers, opinion: Option<SecondOpinion>) -> CheckReply {
        let opened = self.opened;
        let result = CheckResult {
            header: opened.header(&opened.mains, self.options_json(), solvers),
            properties: self.properties,
            goals: self.goals,
            certificates: self.certificates,
            opinion,
            computed: self.computed,
            stats: self.stats,
            at: self.at,
            labels: self.labels,
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
        let given = [
            ("stats", self.request.stats.then(|| Value::from(true))),
            ("formula", self.request.formula.as_deref().map(Value::from)),
            ("at", self.request.at.as_deref().map(Value::from)),
            (
                "show_labels",
                self.request.labels.then(|| Value::from(true)),
            ),
        ];
        for (name, value) in given {
            map.extend(value.map(|value| (name.to_string(), value)));
        }
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
    /// What certificates are about: the part with the negations of what is asked to be reachable.
    extended: Arc<System>,
    /// Certificates, each with what is left of it and its number.
    pruned: Vec<(Arc<Certificate>, Arc<Certificate>, usize)>,
    proved: Vec<usize>,
    /// What is said of properties that no execution violates before all of them end, and after how many steps that is.
    vacuous: Option<(usize, Outcome)>,
}

fn is_temporal(system: &System, property: usize) -> bool {
    matches!(system.properties[property].claim, Claim::Temporal(_))
}

/// The same answer with other evidence of the same kind.
fn with_evidence(answer: &Answer, evidence: Evidence) -> Answer {
    match answer {
        Answer::Holds { engine, .. } => Answer::Holds {
            evidence,
            engine: *engine,
        },
        Answer::Fails { engine, .. } => Answer::Fails {
            evidence,
            engine: *engine,
        },
        Answer::NoExecutions { .. } | Answer::Open { .. } => answer.clone(),
    }
}

pub(super) fn certificate_view(
    system: &System,
    prefix: &str,
    certificate: &Certificate,
) -> CertificateView {
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
    system: &Arc<System>,
    asked: &[usize],
    options: &Options,
    engines: impl Fn(&Options) -> Result<claims::Outcome, Stop>,
) -> Result<claims::Outcome, Stop> {
    let Some(last) = end.steps.checked_sub(1) else {
        return Ok(claims::Outcome::not_asked(system, asked));
    };
    engines(&Options {
        engines: vec![EngineName::Bmc],
        max_k: last as u32,
        ..options.clone()
    })
}

/// The greatest k of all proofs: executions of so many steps are what they are about.
fn greatest_k(outcome: &claims::Outcome) -> usize {
    let k = |answer: &Answer| match answer {
        Answer::Holds {
            evidence: Evidence::Certificate(certificate),
            ..
        } => certificate.k,
        _ => 0,
    };
    let answers = outcome.answers.iter();
    answers.map(|(_, a, _)| k(a)).max().unwrap_or(0)
}

/// A finding outranks what is undecided. Where another tool says something else, one of the two is wrong. A property that holds because executions end is a finding unless the caller knows it.
fn exit(result: &CheckResult, allow_vacuous: bool) -> Exit {
    let is_vacuous = |p: &PropertyResult| {
        matches!(
            p.outcome,
            Outcome::Vacuous { .. } | Outcome::NoExecutions { .. }
        )
    };
    let fails = |a: &AtResult| matches!(a.answer, AtAnswer::Fails(_));
    let open = |a: &AtResult| matches!(a.answer, AtAnswer::Unknown(_));
    let vacuous = !allow_vacuous && result.properties.iter().any(is_vacuous);
    let is_violated = |p: &PropertyResult| matches!(p.outcome, Outcome::Violated { .. });
    let differs = |opinion: &SecondOpinion| opinion.agrees == Some(false);
    let differs = result.opinion.as_ref().is_some_and(differs);
    let fails = result.at.iter().any(fails);
    if vacuous || differs || fails || result.properties.iter().any(is_violated) {
        Exit::Finding
    } else if result.is_complete() && !result.at.iter().any(open) {
        Exit::Holds
    } else {
        Exit::Undecided
    }
}
