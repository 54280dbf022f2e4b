//! `assay simulate`: runs a model on given or random inputs.

use assay_report::branching::{trace_to_dot, trace_to_svg};
use assay_report::{document, simulate_to_json, simulate_to_text, trace_to_csv, trace_to_vcd};
use assay_session::{Exit, SimulateRequest, Stop};

use super::check::as_program;
use super::open;
use crate::args::{SimulateArgs, TraceFormat};
use crate::output::Output;

pub fn run(args: &SimulateArgs, output: Output) -> Result<Exit, Stop> {
    let opened = open(&args.model, None, output)?;
    let (result, exit) = opened.simulate(&SimulateRequest {
        inputs: args.source.inputs.clone(),
        steps: args.steps,
        seed: args.seed,
    })?;
    let top = opened.mains().into_iter().next().unwrap_or_default();
    output.result(&match (output.json(), args.trace_format) {
        (true, _) => document(&simulate_to_json(&result)),
        (false, TraceFormat::Table) => simulate_to_text(&result, output.style()),
        (false, TraceFormat::Csv) => trace_to_csv(&result.trace),
        (false, TraceFormat::Vcd) => trace_to_vcd(&result.trace, &top),
        (false, TraceFormat::Dot) => trace_to_dot(&top, &result.trace),
        (false, TraceFormat::Svg) => trace_to_svg(&top, &result.trace),
        (false, TraceFormat::C) => as_program(result.trace.run.as_ref(), output),
    })?;
    Ok(exit)
}
