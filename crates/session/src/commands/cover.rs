//! Cover: the main job. Which small changes of the model does no property notice?

use std::time::{Duration, Instant};

use assay_cover::result::{Baseline, CertificateOf, Checked, CoverResult};
use assay_cover::sink::Sink;
use assay_cover::{
    CoverError, CoverOptions, Killers, against_invariants, cover, interpret_kills, undecided,
    unproved,
};
use assay_report::document::{BaselineVerdict, Document, Gate};
use assay_solver::{Cause, StopFlag, discover};
use assay_source::{Diagnostic, Severity};
use assay_store::Store;
use assay_system::{Mutants, Replayer, System};
use serde_json::{Map, Value};

use super::mutants::keep_asked;
use super::read_document;
use crate::dead_end::refuse;
use crate::document::{Files, Run, enter_invariants};
use crate::engines::{no_solver, options, options_json};
use crate::events::{Progress, Unit};
use crate::gates::{Ending, judge};
use crate::narrow::{Hand, Narrowed};
use crate::provenance::Solvers;
use crate::replay::Renumbered;
use crate::store;
use crate::waivers::Waivers;
use crate::watching::Watching;
use crate::{CoverRequest, EngineOptions, Exit, Opened, Stop};

/// What came of a coverage run.
pub struct CoverReply {
    pub document: Document,
    pub exit: Exit,
    /// No property was proved within the limits: nothing was measured, and the events have heard why.
    pub unproved: bool,
}

impl Opened<'_> {
    /// Makes small changes of the model and finds those that no property notices.
    pub fn cover(&self, request: &CoverRequest) -> Result<CoverReply, Stop> {
        // Whatever can be wrong beside the model is said before the long part.
        let baseline = request.gates.baseline.as_deref();
        let baseline = baseline.map(|path| read_document(path, &self.reader));
        let baseline = baseline.transpose()?;
        let waivers = Waivers::read(self)?;
        let _clock = self.clock();
        let solvers = Solvers::begin(request.provenance);
        let _watching = Watching::new();
        self.say_specification();
        self.say_too_large();
        let main = self.only_main()?;
        let mutated = self.mutated(main, &self.breaks(&request.mutators)?)?;
        let mut mutants = mutated.mutants;
        self.need_properties([&mutants.system])?;
        let kept = keep_asked(&mut mutants, &request.engine)?;
        let campaign = Campaign::of(request);
        let settings = campaign.settings(self.remaining());
        let hand = Hand {
            files: &Files::of(self),
            reader: &self.reader,
            found: &discover(),
            options: &settings,
            stop: self.stop(),
        };
        let mut narrowed = Narrowed::default();
        let narrowing = narrowed.narrow(&request.narrow, &mut mutants, &hand)?;
        for remark in narrowed.remarks.drain(..) {
            self.say(remark);
        }
        let replayer = mutated.replayer.as_deref();
        let replayer = replayer.map(|r| Renumbered { inner: r, kept });
        let result = match narrowing {
            Ok(()) => {
                let store = store::open(request.store.as_deref(), self, main);
                let replayer = replayer.as_ref().map(|r| r as &dyn Replayer);
                campaign.run(self, &mutants, replayer, store)?
            }
            Err(error) => Err(error),
        };
        let result = match result.or_else(|error| nothing_decided(error, &mutants)) {
            Ok(result) => result,
            Err(error) => return Err(nothing(error, self, &mutants.system)),
        };
        self.say_about(request, &result, &mutants.system);
        let mut document = Run {
            header: self.header(&[main], options_map(request), solvers),
            opened: self,
            mutants: &mutants,
            result: &result,
            jobs: settings.jobs,
        }
        .document();
        let ending = Ending::of(&result);
        let accuracy = request.narrow.accuracy;
        let accuracy = accuracy.filter(|_| ending == Ending::AsAsked);
        narrowed.enter(accuracy, result.settled, &mut document);
        let is_unproved = result.properties.is_empty();
        if !is_unproved {
            if request.against_invariants {
                let settings = campaign.settings(self.remaining());
                match against_invariants(&mutants, &discover(), &settings, self.stop()) {
                    Ok(against) => enter_invariants(&mut document, &against),
                    Err(error) => return Err(nothing(error, self, &mutants.system)),
                }
            }
            for diagnostic in waivers.apply(&mut document) {
                self.say(diagnostic);
            }
        }
        document.messages = self.messages();
        document.gates = judge(&request.gates, &document, baseline.as_ref(), ending);
        let exit = match (is_unproved, &result.cut) {
            (true, Some(why)) => {
                say_unproved(why, self);
                Exit::Undecided
            }
            _ => exit(&document, ending),
        };
        Ok(CoverReply {
            document,
            exit,
            unproved: is_unproved && result.cut.is_some(),
        })
    }

    /// What the user should know of a run beside its result: what was reused, what failed, what nobody checked.
    fn say_about(&self, request: &CoverRequest, result: &CoverResult, system: &System) {
        store::say_reused(request.store.as_deref(), result, self);
        self.failed(&result.failures);
        let baseline = result.baseline.iter().enumerate();
        let violated = baseline.filter(|(_, b)| matches!(b, Baseline::Violated { .. }));
        self.say_advice(system, violated.map(|(p, _)| (p, None)));
        if request.engine.certify {
            for message in unchecked(result, system) {
                self.say(Diagnostic::warning("A0102", message));
            }
        }
    }

    /// Raises the stop flag when the time for the search is over, as long as it is kept.
    pub(super) fn clock(&self) -> Option<Clock> {
        let end = self.deadline()?;
        let started = self.started();
        let search = end
            .saturating_duration_since(started)
            .mul_f64(1.0 - RESERVE);
        Some(Clock::start(started + search, self.stop().clone()))
    }
}

/// How mutants are decided.
pub struct Campaign<'a> {
    pub engine: &'a EngineOptions,
    pub killers: Killers,
    /// So many times the usual effort.
    pub effort: f64,
    /// Whether differences of survivors are looked for.
    pub explain: bool,
    /// Stop once this per cent of the mutants is decided.
    pub accuracy: Option<f64>,
    /// Stop once the mutants have taken so many times as long as the proof.
    pub budget_ratio: Option<f64>,
    /// Stop once it is certain whether the score reaches this per cent.
    pub settle: Option<f64>,
    /// Whether mutants that are known to be killed are left alone.
    pub iterate: bool,
}

impl<'a> Campaign<'a> {
    fn of(request: &'a CoverRequest) -> Campaign<'a> {
        Campaign {
            engine: &request.engine,
            killers: request.killers,
            effort: request.effort,
            explain: request.explain,
            accuracy: request.narrow.accuracy,
            budget_ratio: request.budget_ratio,
            settle: request.narrow.accuracy.and(request.gates.only_score()),
            iterate: request.iterate,
        }
    }

    /// `timeout` is the time that is left.
    pub fn settings(&self, timeout: Option<Duration>) -> CoverOptions {
        let mut settings = CoverOptions {
            proof: options(self.engine, timeout),
            killers: self.killers,
            certify: self.engine.certify,
            explain: self.explain,
            accuracy: self.accuracy,
            budget_ratio: self.budget_ratio,
            settle: self.settle,
            iterate: self.iterate,
            ..CoverOptions::default()
        };
        settings.scale(self.effort);
        // Whatever is reused for the mutants must not depend on which engine came first.
        settings.proof.deterministic = true;
        if !self.explain {
            settings.cores = None;
        }
        if let Some(jobs) = self.engine.jobs {
            settings.jobs = jobs.into();
        }
        settings
    }

    pub fn run(
        &self,
        opened: &Opened<'_>,
        mutants: &Mutants,
        replayer: Option<&dyn Replayer>,
        mut store: Option<Store>,
    ) -> Result<Result<CoverResult, CoverError>, Stop> {
        let settings = self.settings(opened.remaining());
        let (found, stop, events) = (discover(), opened.stop(), opened.events());
        events.progress(Progress::Begins {
            unit: Unit::Mutants,
            total: mutants.mutants.len(),
        });
        let progress = |p: assay_cover::Progress| {
            events.progress(Progress::Doing {
                stage: p.doing,
                count: p.decided,
            });
        };
        let sink = store.as_mut().map(|s| s as &mut dyn Sink);
        let result = cover(mutants, &found, &settings, sink, stop, &progress);
        events.progress(Progress::Ends);
        let mut result = match result {
            Ok(result) => result,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(replayer) = replayer {
            let started = Instant::now();
            interpret_kills(mutants, &mut result, replayer, settings.jobs, stop)
                .map_err(Stop::Bug)?;
            result.check_time += started.elapsed();
        }
        Ok(Ok(result))
    }
}

/// What everything else builds on and nobody has checked: proofs of the original, and cores.
fn unchecked(result: &CoverResult, system: &System) -> Vec<String> {
    let mut messages = Vec::new();
    for stored in &result.certificates {
        if let (CertificateOf::Original, Checked::No(why)) = (&stored.about, &stored.checked) {
            let proved = stored.certificate.properties.iter();
            let named = proved.filter_map(|&p| system.properties.get(p));
            let names: Vec<&str> = named.map(|p| &*p.name).collect();
            let names = names.join(", ");
            messages.push(format!(
                "the certificate of {names} could not be checked: {why}"
            ));
        }
    }
    if let Some(Checked::No(why)) = result.cores.as_ref().map(|c| &c.checked) {
        messages.push(format!(
            "the certificate for a core could not be checked: {why}"
        ));
    }
    messages
}

/// Where time or effort ended before a property was proved, the result is that nothing is known.
fn nothing_decided(error: CoverError, mutants: &Mutants) -> Result<CoverResult, CoverError> {
    match error {
        CoverError::NothingProved(found) => match undecided(&found) {
            Some(why) => Ok(unproved(mutants, found, &why)),
            None => Err(CoverError::NothingProved(found)),
        },
        other => Err(other),
    }
}

/// Why there is no result, said.
pub fn nothing(error: CoverError, opened: &Opened<'_>, system: &System) -> Stop {
    match error {
        CoverError::DeadEnd(end) => refuse(opened, system, &end),
        CoverError::NoSolver(missing) => no_solver(missing),
        CoverError::Fault(text) => Stop::Bug(text),
        CoverError::NothingProved(found) => Stop::Said(match undecided(&found) {
            // More time or effort may prove what is undecided.
            Some(why) => {
                say_unproved(&why, opened);
                Exit::Undecided
            }
            None => {
                say_unproved("no property holds on the original", opened);
                opened.say_advice(system, (0..found.len()).map(|p| (p, None)));
                Exit::NothingProved
            }
        }),
    }
}

fn say_unproved(why: &str, opened: &Opened<'_>) {
    let text = format!("{why}, so there is nothing to measure; run assay check");
    opened.events().message(Severity::Error, &text);
}

/// The part of the time limit that is kept for replaying kills and for writing the result, which take seconds for thousands of
/// mutants.
const RESERVE: f64 = 0.1;

/// Raises the stop flag at its time; what is decided by then is kept.
pub struct Clock(StopFlag);

impl Clock {
    fn start(end: Instant, stop: StopFlag) -> Clock {
        let done = StopFlag::new();
        let seen = done.clone();
        std::thread::spawn(move || {
            while !seen.is_raised() {
                if Instant::now() >= end {
                    stop.raise_for(Cause::Timeout);
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        Clock(done)
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// A result with undecided mutants answers the question only where the caller asked for no more, or for a score that they cannot
/// change.
fn exit(document: &Document, ending: Ending) -> Exit {
    let gates = &document.gates;
    let violated = document
        .baseline
        .iter()
        .any(|p| p.verdict == BaselineVerdict::Violated);
    let answered = ending == Ending::AsAsked || gates.iter().any(Gate::settled);
    if violated || gates.iter().any(Gate::failed) {
        Exit::Finding
    } else if gates.iter().any(Gate::open) || !document.complete && !answered {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}

fn options_map(request: &CoverRequest) -> Map<String, Value> {
    let mut map = options_json(&request.engine);
    let killers = match request.killers {
        Killers::All => "all",
        Killers::One => "one",
    };
    map.insert("mutators".into(), request.mutators.as_str().into());
    map.insert("killers".into(), killers.into());
    map.insert("effort".into(), request.effort.into());
    map
}
