//! `assay core`: slice, minimal cores, MAY and MUST of the properties that are proved.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::core::{
    CoreOptions, CoreReport, Cores, ElementChoice, Item, PropertyCores, cores,
};
use assay_engine::director::{Options, Outcome};
use assay_report::{
    CoreResult, CoreSets, CoreView, Place, PropertyCore, WithinView, core_to_json, core_to_text,
    document,
};
use assay_solver::discover;
use assay_source::Diagnostic;
use assay_system::{Certificate, System, Verdict};
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::args::{CoreArgs, CoresOver, Elements};
use crate::dead_end::{reach_in_time, refuse_checked};
use crate::engines::{
    Selection, deadline, decide_with_progress, failures, no_solver, options, options_json,
    remaining, violated,
};
use crate::evidence::Referee;
use crate::exit::Exit;
use crate::input::Loaded;
use crate::interrupt::{Watching, on_interrupt};
use crate::output::Output;
use crate::provenance::Solvers;
use crate::yosys::Limits;

pub fn run(args: &CoreArgs, output: Output) -> Result<Exit, Stop> {
    let stop = on_interrupt();
    let deadline = deadline(&args.engine);
    let reading = Limits {
        deadline,
        stop: &stop,
    };
    let solvers = Solvers::begin(output.json());
    let mut loaded = Loaded::new(&args.model, reading, output)?;
    let _watching = Watching::new();
    loaded.say_specification();
    let main = loaded.only_main()?;
    let subject = loaded.subject(main)?;
    let system = Arc::new(subject.system().clone());
    loaded.need_properties([&*system])?;
    let mut selection = Selection::new(&args.engine);
    let asked = selection.pick(&system, "");
    selection.all_met()?;
    let found = discover();
    let backend = Backend::choose(&system, &asked, &found).map_err(no_solver)?;
    let certify = !args.engine.no_certify;
    let mut referee = Referee::new(&*subject, &found, certify, &stop);
    let reached = match reach_in_time(&system, &found, 0, &stop, deadline) {
        Ok(steps) => steps,
        Err(end) => return Err(refuse_checked(&loaded, &system, &end, &mut referee)?),
    };
    let nothing = system.pool.export(&[]);
    let limits = options(&args.engine, deadline);
    let outcome = decide_with_progress(
        &system,
        &asked,
        &nothing,
        &backend,
        &limits,
        &stop,
        output.quiet(),
    )?;
    loaded.failed(&failures(&outcome));
    let proved = proved(&outcome, &mut referee)?;
    if proved.is_empty() {
        loaded.say_unreset(&system, violated(&outcome));
    }
    let k = proved.iter().map(|(_, c)| c.k).max().unwrap_or(0);
    if reached < k
        && let Err(end) = reach_in_time(&system, &found, k, &stop, deadline)
    {
        return Err(refuse_checked(&loaded, &system, &end, &mut referee)?);
    }
    let options = CoreOptions {
        timeout: remaining(deadline),
        ..core_options(args)
    };
    // JKind's universe of elements goes with its reading of equal calls. What is proved of the system
    // holds of the merged one.
    let merged = match args.elements {
        Elements::Equations => None,
        Elements::All => subject.merged(),
    };
    let universe = merged.as_ref().unwrap_or(&system);
    let report =
        cores(universe, &proved, &found, &options, &stop).map_err(|clash| Stop::Bug(clash.0))?;
    loaded.failed(&report.failures);
    // Each core has a certificate for the system without the rest: checked like any other.
    for (reduced, certificate) in report.claims(universe) {
        referee.other(&reduced, &certificate, "a core")?;
    }
    let inconclusive = referee.inconclusive;
    for message in inconclusive {
        loaded.say(Diagnostic::warning("A0102", message));
    }
    let result = result(args, &loaded, main, &outcome, &report, &system, solvers);
    output.result(&match output.json() {
        true => document(&core_to_json(&result)),
        false => core_to_text(&result, output.style()),
    })?;
    Ok(exit(&result, args.all))
}

/// The engines work on sets of elements as they did on the model: in turns where the user wants the same evidence each time.
fn core_options(args: &CoreArgs) -> CoreOptions {
    let defaults = CoreOptions::default();
    CoreOptions {
        elements: match args.elements {
            Elements::Equations => ElementChoice::Equations,
            Elements::All => ElementChoice::All,
        },
        constraints: args.cores_over == CoresOver::All,
        all: args.all,
        limit: args.limit,
        director: Options {
            timeout: defaults.director.timeout,
            budget: None,
            deterministic: args.engine.deterministic || args.engine.budget.is_some(),
            ..options(&args.engine, None)
        },
        ..defaults
    }
}

/// The proved properties; all evidence is checked on the way.
fn proved(
    outcome: &Outcome,
    referee: &mut Referee,
) -> Result<Vec<(usize, Arc<Certificate>)>, Stop> {
    let mut proved = Vec::new();
    for (index, verdict, _) in &outcome.verdicts {
        match verdict {
            Verdict::Proved {
                certificate,
                engine,
            } => {
                referee.certificate(certificate, *engine)?;
                proved.push((*index, certificate.clone()));
            }
            Verdict::Violated { trace, .. } => {
                referee.trace(*index, trace)?;
            }
            Verdict::Unknown { .. } => {}
        }
    }
    Ok(proved)
}

fn result(
    args: &CoreArgs,
    loaded: &Loaded,
    main: usize,
    outcome: &Outcome,
    report: &CoreReport,
    system: &System,
    solvers: Solvers,
) -> CoreResult {
    // The report has one entry for each proved property, in the order of the verdicts.
    let mut cores = report.properties.iter();
    let properties = outcome.verdicts.iter().map(|(index, verdict, _)| {
        let property = &system.properties[*index];
        let (verdict, core) = match verdict {
            Verdict::Proved { .. } => ("proved", cores.next()),
            Verdict::Violated { .. } => ("violated", None),
            Verdict::Unknown { .. } => ("unknown", None),
        };
        PropertyCore {
            name: property.name.clone(),
            place: property.span.and_then(|span| Place::new(&loaded.map, span)),
            verdict: verdict.to_string(),
            within: WithinView::new(&system.within).filter(|_| verdict == "proved"),
            core: core.map(|c| view(report, c)),
        }
    });
    CoreResult {
        properties: properties.collect(),
        together: report.together.as_ref().map(|c| view(report, c)),
        header: header(loaded, &[main], options_map(args), solvers),
    }
}

fn view(report: &CoreReport, cores: &PropertyCores) -> CoreView {
    CoreView {
        elements: sets(&report.elements, &cores.by_element),
        instances: sets(&report.instances, &cores.by_instance),
    }
}

fn sets(items: &[Item], cores: &Cores) -> CoreSets {
    let names = |indices: &[usize]| {
        indices
            .iter()
            .map(|&i| items[i].name.clone())
            .collect::<Vec<_>>()
    };
    let unknown: Vec<usize> = cores.unknown.iter().map(|(i, _)| *i).collect();
    CoreSets {
        universe: items.len(),
        slice: names(&cores.slice),
        minimal: names(&cores.minimal.items),
        is_minimal: cores.minimal.minimal,
        all: cores.all.iter().map(|c| names(&c.items)).collect(),
        may: names(&cores.may),
        must: names(&cores.must),
        unknown: names(&unknown),
        complete: cores.complete,
    }
}

fn options_map(args: &CoreArgs) -> Map<String, Value> {
    let mut map = options_json(&args.engine);
    let elements = match args.elements {
        Elements::Equations => "equations",
        Elements::All => "all",
    };
    let cores_over = match args.cores_over {
        CoresOver::Elements => "elements",
        CoresOver::All => "all",
    };
    map.insert("all".into(), args.all.into());
    map.insert("limit".into(), args.limit.into());
    map.insert("elements".into(), elements.into());
    map.insert("cores_over".into(), cores_over.into());
    map
}

/// A violated property is a finding; what was asked for and not found leaves the question open.
fn exit(result: &CoreResult, all: bool) -> Exit {
    let is = |verdict: &str| result.properties.iter().any(|p| p.verdict == verdict);
    let settled = |view: &CoreView| {
        [&view.elements, &view.instances]
            .iter()
            .all(|sets| if all { sets.complete } else { sets.is_minimal })
    };
    let mut views = result
        .properties
        .iter()
        .filter_map(|p| p.core.as_ref())
        .chain(&result.together);
    if result.together.is_none() && !is("unknown") {
        Exit::NothingProved
    } else if is("violated") {
        Exit::Finding
    } else if is("unknown") || !views.all(settled) {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}
