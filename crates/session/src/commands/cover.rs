//! Cover: the main job. Which small changes of the model does no property notice?

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use assay_cover::result::{Baseline, Branching, BranchingOf, CertificateOf, Checked, CoverResult};
use assay_cover::sink::Sink;
use assay_cover::{
    CoverError, CoverOptions, Killers, against_invariants, cover, interpret_kills,
    kills_beyond_proof, undecided, unproved,
};
use assay_language::{Breaks, SameCode};
use assay_report::document::{self, BaselineVerdict, Document, Gate};
use assay_solver::{Cause, StopFlag, discover};
use assay_source::{Diagnostic, Severity};
use assay_store::Store;
use assay_system::{Mutant, Mutants, Replayer, System};
use serde_json::{Map, Value};

use super::mutants::keep_asked;
use super::neighbours::neighbours;
use super::read_document;
use crate::audit;
use crate::dead_end::refuse;
use crate::document::{Files, Run, enter_invariants};
use crate::engines::{no_solver, options, options_json};
use crate::events::{Progress, Unit};
use crate::evidence::Referee;
use crate::gates::{Ending, judge};
use crate::narrow::{Hand, Narrowed};
use crate::provenance::Solvers;
use crate::replay::Renumbered;
use crate::store;
use crate::waivers::Waivers;
use crate::watching::Watching;
use crate::{CoverRequest, EngineOptions, Exit, GateRequest, Opened, Stop};

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
        let terms = Terms::read(self, request)?;
        let measured = self.measure(request, None)?;
        Ok(terms.conclude(self, measured))
    }

    /// Decides the mutants. Where there are several sizes, those with the fingerprints that are `settled` by smaller ones are left out, and
    /// properties that are undecided on the original may kill.
    pub(super) fn measure(
        &self,
        request: &CoverRequest,
        settled: Option<&BTreeSet<String>>,
    ) -> Result<Measured, Stop> {
        let _clock = self.clock();
        let solvers = Solvers::begin(request.provenance);
        let _watching = Watching::new();
        self.say_specification();
        self.say_too_large();
        let main = self.only_main()?;
        let breaks = Breaks {
            settled: settled.cloned().unwrap_or_default(),
            ..self.breaks(&request.mutators)?
        };
        let mutated = self.mutated(main, &breaks)?;
        let same_code = if request.compare_code {
            self.same_code(&breaks)?
        } else {
            vec![]
        };
        let mut mutants = mutated.mutants;
        let wanted = |m: &Mutant| !breaks.settled.contains(&m.fingerprint);
        mutants.mutants.retain(wanted);
        self.need_properties([&mutants.system])?;
        self.audit(main, request.engine.certify)?;
        let kept = keep_asked(&mut mutants, &request.engine)?;
        let campaign = Campaign::of(request, settled.is_some());
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
        let is_unproved = !result.has_proof();
        self.say_about(request, &result, &mutants.system);
        let mut document = Run {
            header: self.header(&[main], options_map(request), solvers),
            opened: self,
            mutants: &mutants,
            result: &result,
            jobs: settings.jobs,
            replayer: replayer.as_ref().map(|r| r as &dyn Replayer),
            programs: false,
        }
        .document();
        let ending = Ending::of(&result);
        let accuracy = request.narrow.accuracy;
        let accuracy = accuracy.filter(|_| ending == Ending::AsAsked);
        narrowed.enter(accuracy, result.settled, &mut document);
        if !is_unproved && request.against_invariants {
            let settings = campaign.settings(self.remaining());
            match against_invariants(&mutants, &discover(), &settings, self.stop()) {
                Ok(against) => enter_invariants(&mut document, &against),
                Err(error) => return Err(nothing(error, self, &mutants.system)),
            }
        }
        // Where there are several sizes, harnesses are compared at none of them.
        if !is_unproved && settled.is_none() {
            document.harness = neighbours(self, main, &campaign, &breaks, &document)?;
        }
        document.same_code = same_code;
        Ok(Measured {
            is_unproved,
            document,
            ending,
        })
    }

    /// Mutants with the object code of the original, or of each other.
    fn same_code(&self, breaks: &Breaks) -> Result<Vec<document::SameCode>, Stop> {
        let Some(same) = self.model.same_code(breaks) else {
            let message = "models of this language have no object code to compare";
            let error = Diagnostic::error("A0030", message);
            return Err(Stop::bad_input(error.help("leave `--tce` out")));
        };
        let same = same.map_err(|diagnostic| self.refuse(&diagnostic))?;
        let shown = same.into_iter().map(|(mutant, same)| document::SameCode {
            mutant,
            like: match same {
                SameCode::Original => None,
                SameCode::Mutant(id) => Some(id),
            },
        });
        Ok(shown.collect())
    }

    /// Warns of what assumptions hide. Where they leave no execution at all, there is nothing to measure.
    fn audit(&self, main: usize, certify: bool) -> Result<(), Stop> {
        let problem = self.problem(main)?;
        let mut referee = Referee::new(&*problem, &discover(), certify, self.stop());
        let audited = audit::audit(self, &*problem, &mut referee)?;
        let all = audited.as_ref().filter(|a| a.nothing.is_some());
        if all.is_some_and(|a| a.unreached.len() == problem.system().properties.len()) {
            let message = "the assumptions leave no execution: there is nothing to measure";
            self.say_error(&Diagnostic::error("A0017", message));
            return Err(Stop::Said(Exit::NothingProved));
        }
        Ok(())
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

/// What a run comes to, before waivers and gates.
pub(super) struct Measured {
    pub document: Document,
    pub ending: Ending,
    /// No property holds on the original, so nothing was measured.
    pub is_unproved: bool,
}

/// What the user accepts and demands: waivers and gates. Whatever can be wrong there is said before the long part.
pub(super) struct Terms<'a> {
    waivers: Waivers,
    gates: &'a GateRequest,
    baseline: Option<Document>,
}

impl<'a> Terms<'a> {
    pub fn read(opened: &Opened<'_>, request: &'a CoverRequest) -> Result<Terms<'a>, Stop> {
        let baseline = request.gates.baseline.as_deref();
        let baseline = baseline.map(|path| read_document(path, &opened.reader));
        Ok(Terms {
            baseline: baseline.transpose()?,
            waivers: Waivers::read(opened)?,
            gates: &request.gates,
        })
    }

    /// The result with waivers and gates, and the exit code.
    pub fn conclude(&self, opened: &Opened<'_>, measured: Measured) -> CoverReply {
        let Measured {
            mut document,
            ending,
            is_unproved,
        } = measured;
        if !is_unproved {
            for diagnostic in self.waivers.apply(&mut document) {
                opened.say(diagnostic);
            }
        }
        document.messages = opened.messages();
        document.gates = judge(self.gates, &document, self.baseline.as_ref(), ending);
        let cut = document.cut.as_ref().filter(|_| is_unproved);
        let exit = match cut {
            Some(why) => {
                say_unproved(why, opened);
                Exit::Undecided
            }
            None => exit(&document, ending),
        };
        CoverReply {
            unproved: cut.is_some(),
            document,
            exit,
        }
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
    /// Whether properties that are undecided on the original may kill. The proof then takes at most half of the time that is left.
    pub beyond_proof: bool,
}

impl<'a> Campaign<'a> {
    fn of(request: &'a CoverRequest, beyond_proof: bool) -> Campaign<'a> {
        Campaign {
            engine: &request.engine,
            killers: request.killers,
            effort: request.effort,
            explain: request.explain,
            accuracy: request.narrow.accuracy,
            budget_ratio: request.budget_ratio,
            settle: request.narrow.accuracy.and(request.gates.only_score()),
            iterate: request.iterate,
            beyond_proof,
        }
    }

    /// How much of the time that is left the proof of the original may take.
    fn share(&self) -> f64 {
        if self.beyond_proof { 0.5 } else { 1.0 }
    }

    /// The same for runs that only ask whether a mutant is killed.
    pub fn plain(&self) -> Campaign<'a> {
        Campaign {
            killers: Killers::One,
            explain: false,
            accuracy: None,
            budget_ratio: None,
            settle: None,
            iterate: false,
            ..*self
        }
    }

    /// `timeout` is the time that is left.
    pub fn settings(&self, timeout: Option<Duration>) -> CoverOptions {
        let mut settings = CoverOptions {
            proof: options(self.engine, timeout.map(|t| t.mul_f64(self.share()))),
            nodes: self
                .engine
                .bdd_nodes
                .unwrap_or(CoverOptions::default().nodes),
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
        let result = match result {
            Err(error) if self.beyond_proof => nothing_decided(error, mutants),
            result => result,
        };
        let mut result = match result {
            Ok(result) => result,
            Err(error) => return Ok(Err(error)),
        };
        if self.beyond_proof {
            kills_beyond_proof(mutants, &mut result, &found, &settings, stop).map_err(Stop::Bug)?;
        }
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
    for stored in &result.branching {
        if let (BranchingOf::Original, Checked::No(why)) = (&stored.about, &stored.checked)
            && let Branching::Holds { property, .. } = &stored.shows
        {
            let name = &system.properties[*property].name;
            messages.push(format!(
                "the certificate of {name} could not be checked: {why}"
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
