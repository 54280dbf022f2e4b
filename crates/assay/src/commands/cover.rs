//! `assay cover`: the main job. Which small changes of the model does no property notice?

use std::io::IsTerminal;
use std::time::Duration;

use assay_cover::result::CoverResult;
use assay_cover::{CoverError, CoverOptions, Killers, Progress, cover};
use assay_report::document::{BaselineVerdict, Document};
use assay_solver::{StopFlag, discover};
use assay_system::Mutants;
use serde_json::{Map, Value};

use super::mutants::{keep_asked, list, mutants_of};
use super::report::read_document;
use super::{Stop, header, messages};
use crate::args::{CoverArgs, EngineArgs, KillersArg, ModelArgs};
use crate::document::Run;
use crate::engines::{deadline, no_solver, options, options_json};
use crate::exit::Exit;
use crate::gates::judge;
use crate::input::Loaded;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::reports::{refuse_bad_places, write_all};
use crate::waivers::Waivers;

pub fn run(args: &CoverArgs, output: Output) -> Result<Exit, Stop> {
    if args.list {
        return list(&args.model, &args.mutators, output);
    }
    // Whatever can be wrong beside the model is said before the long part.
    refuse_bad_places(&args.report)?;
    let baseline = args
        .gates
        .baseline
        .as_deref()
        .map(read_document)
        .transpose()?;
    let waivers = Waivers::read(args.gates.config.as_deref(), &args.model.file, output)?;
    let mut loaded = Loaded::new(&args.model, output)?;
    let main = loaded.only_main()?;
    let mut mutated = mutants_of(&loaded, main, &args.mutators)?;
    keep_asked(&mut mutated, &args.engine)?;
    let campaign = Campaign {
        engine: &args.engine,
        killers: args.killers,
        explain: !args.no_explain,
    };
    let Some(result) = campaign.run(&mutated.mutants, output)? else {
        return Ok(Exit::NothingProved);
    };
    let mut document = Run {
        header: header(&loaded, &[main], options_map(args)),
        loaded: &loaded,
        mutated: &mutated,
        result: &result,
        model_args: model_args(&args.model),
    }
    .document();
    for diagnostic in waivers.apply(&mut document) {
        loaded.say(diagnostic);
    }
    document.messages = messages(&loaded);
    document.gates = judge(&args.gates, &document, baseline.as_ref());
    write_all(&document, &args.report, output)?;
    Ok(exit(&document))
}

/// How mutants are decided.
pub struct Campaign<'a> {
    pub engine: &'a EngineArgs,
    pub killers: KillersArg,
    /// Whether differences of survivors are looked for.
    pub explain: bool,
}

impl Campaign<'_> {
    /// None, and it is said, if no property holds on the original.
    pub fn run(&self, mutants: &Mutants, output: Output) -> Result<Option<CoverResult>, Stop> {
        let settings = CoverOptions {
            proof: options(self.engine, deadline(self.engine)),
            killers: match self.killers {
                KillersArg::All => Killers::All,
                KillersArg::One => Killers::One,
            },
            certify: !self.engine.no_certify,
            explain: self.explain,
            ..CoverOptions::default()
        };
        let settings = match self.engine.jobs {
            Some(jobs) => CoverOptions {
                jobs: jobs.into(),
                ..settings
            },
            None => settings,
        };
        let stop = on_interrupt();
        let found = discover();
        let _clock = self.engine.timeout.map(|s| Clock::start(s, stop.clone()));
        let shown = !output.quiet() && std::io::stderr().is_terminal();
        let mut progress = |p: Progress| {
            if shown {
                eprint!(
                    "\r{:15} {:>6} of {} decided ",
                    p.stage.as_str(),
                    p.decided,
                    p.total
                );
            }
        };
        let result = cover(mutants, &found, &settings, &stop, &mut progress);
        if shown {
            eprintln!();
        }
        match result {
            Ok(result) => Ok(Some(result)),
            Err(CoverError::NoSolver(missing)) => Err(no_solver(missing)),
            Err(CoverError::Fault(text)) => Err(Stop::Bug(text)),
            Err(CoverError::NothingProved(_)) => {
                output.error("no property holds on the original, so there is nothing to measure; run assay check");
                Ok(None)
            }
        }
    }
}

/// Raises the stop flag after so many seconds; what is decided by then is kept.
struct Clock(StopFlag);

impl Clock {
    fn start(seconds: f64, stop: StopFlag) -> Clock {
        let done = StopFlag::new();
        let seen = done.clone();
        let end = std::time::Instant::now() + Duration::from_secs_f64(seconds);
        std::thread::spawn(move || {
            while !seen.is_raised() {
                if std::time::Instant::now() >= end {
                    stop.raise();
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

fn exit(document: &Document) -> Exit {
    let violated = document
        .baseline
        .iter()
        .any(|p| p.verdict == BaselineVerdict::Violated);
    if violated || document.gates.iter().any(|g| !g.passed()) {
        Exit::Finding
    } else if !document.complete {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}

/// What chooses the same model again, for the replay commands.
pub fn model_args(args: &ModelArgs) -> Vec<String> {
    let mut words = vec![args.file.display().to_string()];
    if let Some(main) = &args.main {
        words.extend(["--main".to_string(), main.clone()]);
    }
    if let Some(dialect) = &args.dialect {
        words.extend(["--dialect".to_string(), dialect.to_string()]);
    }
    words
}

fn options_map(args: &CoverArgs) -> Map<String, Value> {
    let mut map = options_json(&args.engine);
    let killers = match args.killers {
        KillersArg::All => "all",
        KillersArg::One => "one",
    };
    map.insert("mutators".into(), args.mutators.as_str().into());
    map.insert("killers".into(), killers.into());
    map
}
