//! `assay explain`: one mutant with its evidence.

use assay_report::document::{Document, Mutant};
use assay_report::{mutant_to_text, pair_to_vcd, trace_to_vcd};
use assay_session::{Exit, Stop};
use assay_source::Diagnostic;

use super::check::as_program;
use super::open;
use crate::args::{ExplainArgs, ExplainFormat};
use crate::files::write;
use crate::output::Output;

pub fn run(args: &ExplainArgs, output: Output) -> Result<Exit, Stop> {
    let Some((model, mutant)) = args.split() else {
        let error = Diagnostic::error("A0028", "no mutant is named");
        return Err(Stop::bad_input(error.help(
            "write `assay explain FILE MUTANT`; `assay mutants FILE` lists the mutants",
        )));
    };
    let opened = open(&model, args.engine.timeout, output)?;
    let (document, exit) = opened.explain(&args.request(mutant, output.json()))?;
    let [mutant, ..] = &document.mutants[..] else {
        return Err(Stop::Bug("the mutant is gone".into()));
    };
    output.result(&if output.json() {
        document.to_json()
    } else if args.trace_format == ExplainFormat::C {
        let passing = mutant.passing.as_ref().and_then(|p| p.run.as_ref());
        let killing = mutant.trace.as_ref().and_then(|t| t.run.as_ref());
        as_program(passing.or(killing), output)
    } else {
        mutant_to_text(&document, mutant, output.style())
    })?;
    if let Some(file) = &args.vcd {
        match waves(&document, mutant) {
            Some(text) => write(file, &text)?,
            None => {
                let message = format!("{} has no execution to write", mutant.id);
                output.warn_with_code("A0112", &message);
            }
        }
    }
    Ok(exit)
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
