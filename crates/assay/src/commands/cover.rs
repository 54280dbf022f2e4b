//! `assay cover`: the main job. Which small changes of the model does no property notice?

use std::io::IsTerminal;
use std::time::Duration;

use assay_cover::{CoverError, CoverOptions, Killers, Progress, cover};
use assay_lustre::mutate::{Mutated, Selection, mutate};
use assay_report::cover_to_text;
use assay_report::document::{BaselineVerdict, Document};
use assay_solver::{StopFlag, discover};
use assay_source::Diagnostic;
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::args::{CoverArgs, KillersArg, ModelArgs};
use crate::document::Run;
use crate::engines::{deadline, no_solver, options, options_json};
use crate::exit::Exit;
use crate::input::Loaded;
use crate::interrupt::on_interrupt;
use crate::output::Output;

pub fn run(args: &CoverArgs, output: Output) -> Result<Exit, Stop> {
    let loaded = Loaded::new(&args.model, output)?;
    let main = loaded.only_main()?;
    let selection = Selection::parse(&args.mutators).map_err(unknown_mutator)?;
    let file = loaded.map.file(loaded.model.file);
    let mutated = match mutate(file, &loaded.model, main, &selection) {
        Ok(mutated) => mutated,
        Err(diagnostic) => return Err(Stop::BadInput(diagnostic)),
    };
    if args.list {
        output.result(&list(&mutated));
        return Ok(Exit::Holds);
    }
    let deadline = deadline(&args.engine);
    let settings = CoverOptions {
        proof: options(&args.engine, deadline),
        killers: match args.killers {
            KillersArg::All => Killers::All,
            KillersArg::One => Killers::One,
        },
        certify: !args.engine.no_certify,
        explain: !args.no_explain,
        ..CoverOptions::default()
    };
    let settings = match args.engine.jobs {
        Some(jobs) => CoverOptions {
            jobs: jobs.into(),
            ..settings
        },
        None => settings,
    };
    let stop = on_interrupt();
    let found = discover();
    let result = {
        let _clock = args.engine.timeout.map(|s| Clock::start(s, stop.clone()));
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
        let result = cover(&mutated.mutants, &found, &settings, &stop, &mut progress);
        if shown {
            eprintln!();
        }
        result
    };
    let result = match result {
        Ok(result) => result,
        Err(CoverError::NoSolver(missing)) => return Err(no_solver(missing)),
        Err(CoverError::Fault(text)) => return Err(Stop::Bug(text)),
        Err(CoverError::NothingProved(_)) => {
            output.error("no property holds on the original, so there is nothing to measure; run assay check");
            return Ok(Exit::NothingProved);
        }
    };
    let run = Run {
        header: header(&loaded, &[main], options_map(args)),
        loaded: &loaded,
        mutated: &mutated,
        result: &result,
        model_args: model_args(&args.model),
    };
    let document = run.document();
    output.result(&match output.json() {
        true => document.to_json(),
        false => cover_to_text(&document, output.style(), args.verbose),
    });
    Ok(exit(args, &document))
}

fn unknown_mutator((word, known): (String, Vec<&'static str>)) -> Stop {
    let message = format!("there is no mutator `{word}`");
    let help = format!("the mutators and groups are {}", known.join(", "));
    Stop::bad_input(Diagnostic::error("A0010", message).help(help))
}

fn list(mutated: &Mutated) -> String {
    let mut out = String::new();
    for m in &mutated.mutants.mutants {
        let change = match m.replacement.as_str() {
            "" => format!("`{}` removed", one_line(&m.original)),
            text => format!("`{}` becomes `{}`", one_line(&m.original), one_line(text)),
        };
        out.push_str(&format!("{:<28} {:<20} {change}\n", m.id, m.element));
    }
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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

fn exit(args: &CoverArgs, document: &Document) -> Exit {
    let violated = document
        .baseline
        .iter()
        .any(|p| p.verdict == BaselineVerdict::Violated);
    // The exact score: the document's is rounded.
    let score = document.summary.counts.score_range();
    let gate = args
        .min_score
        .is_some_and(|min| score.is_none_or(|[lo, _]| lo < min));
    if violated || gate {
        Exit::Finding
    } else if !document.complete {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}

/// What chooses the same model again, for the replay commands.
fn model_args(args: &ModelArgs) -> Vec<String> {
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
