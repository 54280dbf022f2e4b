//! `assay cover`: the main job. Which small changes of the model does no property notice?

use std::io::IsTerminal;
use std::time::Duration;

use assay_cover::result::{Baseline, Checked, CoverResult, Explanation, MutantVerdict, Notice};
use assay_cover::score::Counts;
use assay_cover::{CoverError, CoverOptions, Killers, Progress, cover};
use assay_lustre::mutate::{Mutated, Selection, mutate};
use assay_report::{CoverView, DifferenceView, MutantView, cover_to_json, cover_to_text, document};
use assay_solver::{StopFlag, discover};
use assay_source::{Diagnostic, SourceFile};
use assay_system::{Mutant, Mutants};
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::args::{CoverArgs, KillersArg};
use crate::engines::{deadline, no_solver, options, options_json};
use crate::excerpt::Excerpt;
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
    let view = view(args, &loaded, main, &mutated, &result);
    output.result(&match output.json() {
        true => document(&cover_to_json(&view)),
        false => cover_to_text(&view, output.style(), args.verbose),
    });
    Ok(exit(args, &result, view.score_range))
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

fn exit(args: &CoverArgs, result: &CoverResult, score: Option<(f64, f64)>) -> Exit {
    let violated = result.baseline.contains(&Baseline::Violated);
    let gate = args
        .min_score
        .is_some_and(|min| score.is_none_or(|(lo, _)| lo < min));
    if violated || gate {
        Exit::Finding
    } else if !result.complete {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}

fn view(
    args: &CoverArgs,
    loaded: &Loaded,
    main: assay_lustre::model::NodeId,
    mutated: &Mutated,
    result: &CoverResult,
) -> CoverView {
    let system = &mutated.mutants.system;
    let counts = Counts::of(&result.mutants);
    let baseline = system
        .properties
        .iter()
        .zip(&result.baseline)
        .map(|(p, b)| {
            let verdict = match b {
                Baseline::Proved => "proved",
                Baseline::Violated => "violated",
                Baseline::Unknown(_) => "unknown",
            };
            (p.name.clone(), verdict.to_string())
        });
    let file = loaded.map.file(loaded.model.file);
    let stages = result.stages.iter();
    let certificates = result.certificates.iter().map(|c| {
        let mut pool = system.pool.clone();
        let terms = pool.import(&c.certificate.lemmas);
        let lemmas = terms.iter().map(|&t| pool.text(t)).collect();
        (c.certificate.k, lemmas)
    });
    CoverView {
        complete: result.complete,
        cut: result.cut.clone(),
        baseline: baseline.collect(),
        mutants: (0..result.mutants.len())
            .map(|m| mutant(file, &mutated.mutants, m, result))
            .collect(),
        stages: stages
            .map(|s| (s.stage.as_str(), s.decided, s.time.as_secs_f64()))
            .collect(),
        killed: counts.killed,
        survived: counts.survived,
        equivalent: counts.equivalent,
        vacuous: counts.vacuous,
        invalid: counts.invalid,
        unknown: counts.unknown,
        score_range: counts.score_range(),
        shared_instances: result.shared_instances,
        own_instances: result.own_instances,
        proof_seconds: result.proof_time.as_secs_f64(),
        explain_seconds: result.explain_time.as_secs_f64(),
        check_seconds: result.check_time.as_secs_f64(),
        certificates: certificates.collect(),
        header: header(loaded, &[main], options_map(args)),
    }
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

fn mutant(file: &SourceFile, mutants: &Mutants, at: usize, result: &CoverResult) -> MutantView {
    let system = &mutants.system;
    let (m, r) = (&mutants.mutants[at], &result.mutants[at]);
    let name = |i: usize| system.properties[result.properties[i]].name.clone();
    let noticed = |wanted: fn(&Notice) -> bool| -> Vec<String> {
        let all = r.notices.iter().enumerate();
        all.filter(|(_, n)| wanted(n))
            .map(|(i, _)| name(i))
            .collect()
    };
    let trace = r.notices.iter().find_map(|n| match n {
        Notice::Kills { trace, .. } => Some(&result.traces[*trace]),
        _ => None,
    });
    let survives = r.notices.iter().find_map(|n| match n {
        Notice::Survives { certificate, .. } => Some(*certificate),
        _ => None,
    });
    let (difference, mut tags) = match &r.explanation {
        Explanation::Visible(d) => (Some(d), vec![]),
        Explanation::Masked(d) => (Some(d), vec!["masked"]),
        _ => (None, vec![]),
    };
    if r.restricted {
        tags.push("restricted");
    }
    let reason = match (&r.reason, &r.explanation) {
        (Some(reason), _) => Some(reason.clone()),
        (None, Explanation::Open(why)) if r.verdict == MutantVerdict::Survived => Some(format!(
            "neither a difference nor equivalence was shown: {why}"
        )),
        (None, Explanation::Blocks { step, .. }) => Some(format!(
            "it blocks an execution of the original at step {step}"
        )),
        (None, Explanation::Admits { step, .. }) => Some(format!(
            "it admits an execution that the original excludes at step {step}"
        )),
        _ => None,
    };
    let shown = Excerpt::new(mutants, at);
    let (source_line, from, width) = source_line(file, m);
    MutantView {
        id: m.id.clone(),
        operator: m.operator.to_string(),
        element: m.element.clone(),
        fingerprint: m.fingerprint.clone(),
        line: m.line,
        column: m.column,
        original: m.original.clone(),
        replacement: m.replacement.clone(),
        source_line,
        from,
        width,
        verdict: r.verdict.as_str(),
        stage: r.stage.map(|s| s.as_str()),
        killed_by: noticed(|n| matches!(n, Notice::Kills { .. })),
        survives: noticed(|n| matches!(n, Notice::Survives { .. })),
        trace: trace.map(|t| shown.mutant(&t.stimulus, t.length)),
        certificate: r.equivalence.or(survives),
        difference: difference.map(|d| DifferenceView {
            original: shown.original(&d.stimulus, d.step + 1),
            mutant: shown.mutant(&d.stimulus, d.step + 1),
            observable: d.observable.clone(),
            step: d.step,
        }),
        tags,
        reason,
        checked: match &r.checked {
            Checked::Yes(by) => (true, by.clone()),
            Checked::No(why) => (false, why.clone()),
        },
    }
}

/// The line a mutant is shown on, and which characters of it are replaced.
fn source_line(file: &SourceFile, m: &Mutant) -> (String, usize, usize) {
    let text = file
        .text()
        .lines()
        .nth(m.line - 1)
        .unwrap_or_default()
        .to_string();
    let start = file.start(m.span);
    if start.line != m.line {
        return (text, m.column - 1, 1);
    }
    let first = m.original.lines().next().unwrap_or_default();
    (text, start.column - 1, first.chars().count())
}
