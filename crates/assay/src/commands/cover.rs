//! `assay cover`: the main job. Which small changes of the model does no property notice?

use std::path::PathBuf;
use std::time::{Duration, Instant};

use assay_cover::result::{CertificateOf, Checked, CoverResult};
use assay_cover::sink::Sink;
use assay_cover::{
    CoverError, CoverOptions, Interpreter, Killers, Progress, against_invariants, cover,
    interpret_kills, undecided, unproved,
};
use assay_report::Bar;
use assay_report::document::{BaselineVerdict, Document, Gate};
use assay_solver::{Cause, StopFlag, discover};
use assay_source::Diagnostic;
use assay_store::Store;
use assay_system::{Mutants, System};
use serde_json::{Map, Value};

use super::mutants::{keep_asked, list};
use super::report::read_document;
use super::{Stop, header, messages};
use crate::args::{AgainstArg, CircuitArgs, CoverArgs, EngineArgs, KillersArg, ModelArgs};
use crate::dead_end::refuse;
use crate::document::{Files, Run, enter_invariants};
use crate::engines::{deadline, no_solver, options, options_json};
use crate::exit::Exit;
use crate::gates::{Ending, judge};
use crate::input::Loaded;
use crate::interrupt::{Watching, on_interrupt};
use crate::narrow::{Hand, Narrowed};
use crate::output::Output;
use crate::provenance::Solvers;
use crate::reports::{refuse_bad_places, write_all, write_undecided};
use crate::store;
use crate::waivers::Waivers;
use crate::yosys::Limits;

pub fn run(args: &CoverArgs, output: Output) -> Result<Exit, Stop> {
    if args.list {
        return list(&args.model, &args.breaks, output);
    }
    // Whatever can be wrong beside the model is said before the long part.
    refuse_bad_places(&args.report)?;
    let baseline = args
        .gates
        .baseline
        .as_deref()
        .map(read_document)
        .transpose()?;
    let waivers = Waivers::read(args.gates.config.as_deref(), args.model.file(), output)?;
    let (stop, _clock) = stop_and_clock(&args.engine);
    let limits = Limits {
        deadline: deadline(&args.engine),
        stop: &stop,
    };
    let solvers = Solvers::begin(args.report.shows_run());
    let mut loaded = Loaded::new(&args.model, limits, output)?;
    let _watching = Watching::new();
    loaded.say_specification();
    loaded.say_too_large();
    let main = loaded.only_main()?;
    let mut mutants = loaded.mutants(main, &args.breaks.breaks())?;
    loaded.need_properties([&mutants.system])?;
    keep_asked(&mut mutants, &args.engine)?;
    let campaign = Campaign {
        engine: &args.engine,
        killers: args.killers,
        effort: args.effort,
        explain: !args.no_explain,
        accuracy: args.narrow.accuracy,
        budget_ratio: args.budget_ratio,
        settle: args.narrow.accuracy.and(args.gates.only_score()),
        iterate: args.iterate,
    };
    let hand = Hand {
        files: &Files::of(&loaded, &mutants),
        found: &discover(),
        options: &campaign.settings(),
        stop: &stop,
    };
    let mut narrowed = Narrowed::default();
    let narrowing = narrowed.narrow(&args.narrow, &mut mutants, &hand)?;
    for remark in narrowed.remarks.drain(..) {
        loaded.say(remark);
    }
    let result = match narrowing {
        Ok(()) => {
            let store = store::open(&args.store, &loaded, main, output);
            let interpreter = loaded.interpreter(main, &args.breaks.breaks())?;
            campaign.run(&mutants, interpreter.as_deref(), store, output, &stop)?
        }
        Err(error) => Err(error),
    };
    let result = match result.or_else(|error| nothing_decided(error, &mutants)) {
        Ok(result) => result,
        Err(error) => return nothing(error, &mut loaded, &mutants.system, output),
    };
    let is_unproved = result.properties.is_empty();
    store::say_reused(&args.store, &result, output);
    loaded.failed(&result.failures);
    if !args.engine.no_certify {
        for message in unchecked(&result, &mutants.system) {
            loaded.say(Diagnostic::warning("A0102", message));
        }
    }
    let mut document = Run {
        header: header(&loaded, &[main], options_map(args), solvers),
        loaded: &loaded,
        mutants: &mutants,
        result: &result,
        jobs: campaign.settings().jobs,
        model_args: model_args(&args.model, &args.breaks.circuit),
    }
    .document();
    let ending = match (result.whole, result.as_asked) {
        (true, _) => Ending::Whole,
        (false, true) => Ending::AsAsked,
        (false, false) => Ending::CutShort,
    };
    let accuracy = args.narrow.accuracy.filter(|_| ending == Ending::AsAsked);
    narrowed.enter(accuracy, result.settled, &mut document);
    if let (Some(AgainstArg::Invariants), false) = (args.against, is_unproved) {
        match against_invariants(&mutants, &discover(), &campaign.settings(), &stop) {
            Ok(against) => enter_invariants(&mut document, &against),
            Err(error) => return nothing(error, &mut loaded, &mutants.system, output),
        }
    }
    if !is_unproved {
        for diagnostic in waivers.apply(&mut document) {
            loaded.say(diagnostic);
        }
    }
    document.messages = messages(&loaded);
    document.gates = judge(&args.gates, &document, baseline.as_ref(), ending);
    if let (true, Some(why)) = (is_unproved, &result.cut) {
        say_unproved(why, output);
        write_undecided(&document, &args.report, output)?;
        return Ok(Exit::Undecided);
    }
    write_all(&document, &args.report, output)?;
    Ok(exit(&document, ending))
}

/// How mutants are decided.
pub struct Campaign<'a> {
    pub engine: &'a EngineArgs,
    pub killers: KillersArg,
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

impl Campaign<'_> {
    pub fn settings(&self) -> CoverOptions {
        let mut settings = CoverOptions {
            proof: options(self.engine, deadline(self.engine)),
            killers: match self.killers {
                KillersArg::All => Killers::All,
                KillersArg::One => Killers::One,
            },
            certify: !self.engine.no_certify,
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
        mutants: &Mutants,
        interpreter: Option<&dyn Interpreter>,
        mut store: Option<Store>,
        output: Output,
        stop: &StopFlag,
    ) -> Result<Result<CoverResult, CoverError>, Stop> {
        let settings = self.settings();
        let found = discover();
        let bar = Bar::new(mutants.mutants.len(), output.quiet());
        let progress = |p: Progress| bar.decided(p.doing, p.decided);
        let sink = store.as_mut().map(|s| s as &mut dyn Sink);
        let result = cover(mutants, &found, &settings, sink, stop, &progress);
        drop(bar);
        let mut result = match result {
            Ok(result) => result,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(interpreter) = interpreter {
            let started = Instant::now();
            interpret_kills(mutants, &mut result, interpreter, settings.jobs, stop)
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
            let names: Vec<&str> = proved.map(|&p| &*system.properties[p].name).collect();
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
pub fn nothing(
    error: CoverError,
    loaded: &mut Loaded,
    system: &System,
    output: Output,
) -> Result<Exit, Stop> {
    match error {
        CoverError::DeadEnd(end) => Err(refuse(loaded, system, &end)),
        CoverError::NoSolver(missing) => Err(no_solver(missing)),
        CoverError::Fault(text) => Err(Stop::Bug(text)),
        CoverError::NothingProved(found) => Ok(match undecided(&found) {
            // More time or effort may prove what is undecided.
            Some(why) => {
                say_unproved(&why, output);
                Exit::Undecided
            }
            None => {
                say_unproved("no property holds on the original", output);
                loaded.say_unreset(system, (0..found.len()).map(|p| (p, None)));
                Exit::NothingProved
            }
        }),
    }
}

fn say_unproved(why: &str, output: Output) {
    output.error(&format!(
        "{why}, so there is nothing to measure; run assay check"
    ));
}

/// The part of the time limit that is kept for replaying kills and for writing the result, which take seconds for thousands of
/// mutants.
const RESERVE: f64 = 0.1;

/// What ends everything that the command does: Ctrl-C, and the clock as long as it is kept.
pub fn stop_and_clock(engine: &EngineArgs) -> (StopFlag, Option<Clock>) {
    let stop = on_interrupt();
    let clock = engine
        .timeout
        .map(|s| Clock::start((1.0 - RESERVE) * s, stop.clone()));
    (stop, clock)
}

/// Raises the stop flag after so many seconds; what is decided by then is kept.
pub struct Clock(StopFlag);

impl Clock {
    fn start(seconds: f64, stop: StopFlag) -> Clock {
        let done = StopFlag::new();
        let seen = done.clone();
        let end = Instant::now() + Duration::from_secs_f64(seconds);
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

/// What chooses the same model again, for the replay commands.
pub fn model_args(args: &ModelArgs, circuit: &CircuitArgs) -> Vec<String> {
    let shown = |path: &PathBuf| path.display().to_string();
    let mut words: Vec<String> = args.files.iter().map(shown).collect();
    let mut add = |flag: &str, value: String| words.extend([flag.to_string(), value]);
    args.lists.iter().for_each(|l| add("-f", shown(l)));
    args.lists_beside.iter().for_each(|l| add("-F", shown(l)));
    args.includes.iter().for_each(|i| add("-I", shown(i)));
    args.defines.iter().for_each(|d| add("-D", d.to_string()));
    args.parameters
        .iter()
        .for_each(|p| add("--param", p.to_string()));
    if let Some(task) = &args.task {
        add("--task", task.clone());
    }
    if let Some(main) = &args.main {
        words.extend(["--main".to_string(), main.clone()]);
    }
    if let Some(dialect) = &args.dialect {
        words.extend(["--dialect".to_string(), dialect.to_string()]);
    }
    if let Some(top) = &args.top {
        words.extend(["--top".to_string(), top.clone()]);
    }
    if let Some(clock) = &args.clock {
        words.extend(["--clock".to_string(), clock.clone()]);
    }
    if let Some(reset) = &args.reset {
        words.extend(["--reset".to_string(), reset.to_string()]);
    }
    words.extend(circuit.words());
    words
}

fn options_map(args: &CoverArgs) -> Map<String, Value> {
    let mut map = options_json(&args.engine);
    let killers = match args.killers {
        KillersArg::All => "all",
        KillersArg::One => "one",
    };
    map.insert("mutators".into(), args.breaks.mutators.as_str().into());
    map.insert("killers".into(), killers.into());
    map.insert("effort".into(), args.effort.into());
    map
}
