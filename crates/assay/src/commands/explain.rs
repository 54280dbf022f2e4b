//! `assay explain`: one mutant through the whole cascade, with its evidence.

use assay_report::document::{Document, Mutant, Verdict};
use assay_report::{mutant_to_text, pair_to_vcd, trace_to_vcd};
use assay_source::Diagnostic;

use super::cover::{Campaign, model_args, nothing, stop_and_clock};
use super::mutants::keep_asked;
use super::one::named;
use super::{Stop, header};
use crate::args::{ExplainArgs, KillersArg};
use crate::document::Run;
use crate::engines::{deadline, options_json};
use crate::exit::Exit;
use crate::files::write;
use crate::input::Loaded;
use crate::interrupt::Watching;
use crate::output::Output;
use crate::provenance::Solvers;
use crate::store;
use crate::yosys::Limits;

pub fn run(args: &ExplainArgs, output: Output) -> Result<Exit, Stop> {
    let (stop, _clock) = stop_and_clock(&args.engine);
    let limits = Limits {
        deadline: deadline(&args.engine),
        stop: &stop,
    };
    let Some((model, mutant)) = args.split() else {
        let error = Diagnostic::error("A0022", "no mutant is named");
        return Err(Stop::bad_input(error.help(
            "write `assay explain FILE MUTANT`; `assay mutants FILE` lists the mutants",
        )));
    };
    let solvers = Solvers::begin(output.json());
    let mut loaded = Loaded::new(&model, limits, output)?;
    let _watching = Watching::new();
    let main = loaded.only_main()?;
    let (breaks, mut mutants) = named(&loaded, main, args.circuit, &mutant)?;
    loaded.need_properties([&mutants.system])?;
    keep_asked(&mut mutants, &args.engine)?;
    let campaign = Campaign {
        engine: &args.engine,
        killers: KillersArg::All,
        effort: args.effort,
        explain: true,
        accuracy: None,
        budget_ratio: None,
        settle: None,
        iterate: false,
    };
    let store = store::open(&args.store, &loaded, main, output);
    let interpreter = loaded.interpreter(main, &breaks)?;
    let result = campaign.run(&mutants, interpreter.as_deref(), store, output, &stop)?;
    drop(interpreter);
    let result = match result {
        Ok(result) => result,
        Err(error) => return nothing(error, &mut loaded, &mutants.system, output),
    };
    loaded.failed(&result.failures);
    let mut options = options_json(&args.engine);
    options.insert("mutant".into(), mutant.into());
    let document = Run {
        header: header(&loaded, &[main], options, solvers),
        loaded: &loaded,
        mutants: &mutants,
        result: &result,
        jobs: campaign.settings().jobs,
        model_args: model_args(&model, &args.circuit),
    }
    .document();
    let mutant = document
        .mutants
        .first()
        .ok_or_else(|| Stop::Bug("the mutant is gone".into()))?;
    output.result(&match output.json() {
        true => document.to_json(),
        false => mutant_to_text(&document, mutant, output.style()),
    })?;
    if let Some(file) = &args.vcd {
        match waves(&document, mutant) {
            Some(text) => write(file, &text)?,
            None => {
                let message = format!("{} has no execution to write", mutant.id);
                let none = Diagnostic::warning("A0112", message);
                output.diagnostics(&loaded.map, &[none]);
            }
        }
    }
    Ok(match mutant.verdict {
        Verdict::Unknown => Exit::Undecided,
        _ => Exit::Holds,
    })
}

fn waves(document: &Document, m: &Mutant) -> Option<String> {
    let top = document.input.mains.first().map_or("main", String::as_str);
    let signals = &document.signals;
    if let Some(d) = &m.difference {
        let (original, mutant) = (d.trace.view(signals), d.mutant_trace.view(signals));
        return Some(pair_to_vcd(&original, &mutant, top));
    }
    let excluded = m.excluded.as_ref().map(|e| &e.trace);
    let trace = m.trace.as_ref().or(excluded)?;
    Some(trace_to_vcd(&trace.view(signals), top))
}
