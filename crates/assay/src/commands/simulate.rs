//! `assay simulate`: runs the interpreter on given or random inputs.

use std::path::Path;

use assay_report::{
    Place, PropertyRun, SimulateResult, TraceView, document, simulate_to_json, simulate_to_text,
    trace_to_csv, trace_to_vcd,
};
use assay_source::{Diagnostic, Span};
use assay_system::{Role, System, VarKind};
use serde_json::{Map, Value};

use super::{Stop, header};
use crate::args::{SimulateArgs, TraceFormat};
use crate::exit::Exit;
use crate::front::{Inputs, SimulateError};
use crate::input::{self, Loaded};
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::provenance::Solvers;
use crate::yosys::Limits;

/// Steps of a run whose length nobody gave.
const STEPS: usize = 10;

pub fn run(args: &SimulateArgs, output: Output) -> Result<Exit, Stop> {
    let limits = Limits {
        deadline: None,
        stop: &on_interrupt(),
    };
    let loaded = Loaded::new(&args.model, limits, output)?;
    let main = loaded.only_main()?;
    let subject = loaded.subject(main)?;
    let system = subject.system();
    let inputs = match &args.source.inputs {
        Some(path) => table(system, path)?,
        None => Inputs::default(),
    };
    let steps = args.steps.unwrap_or(match args.source.random {
        true => STEPS,
        false => inputs.rows.len(),
    });
    let ran = subject.simulate(&inputs, args.seed, steps);
    let ran = ran.map_err(|e| match (e, &args.source.inputs) {
        (SimulateError::Refused(diagnostic), _) => loaded.refuse(&diagnostic),
        (SimulateError::Inputs(why), Some(path)) => wrong_inputs(path, &why),
        (SimulateError::Inputs(why), None) => Stop::Bug(why),
    })?;
    let runs = |named: Vec<(&String, Option<Span>)>, fails: &[Option<usize>]| -> Vec<PropertyRun> {
        let run =
            |((name, span), fails_at): ((&String, Option<Span>), &Option<usize>)| PropertyRun {
                name: name.clone(),
                place: span.and_then(|s| Place::new(&loaded.map, s)),
                fails_at: *fails_at,
            };
        named.into_iter().zip(fails).map(run).collect()
    };
    let result = SimulateResult {
        header: header(&loaded, &[main], options(args, steps), Solvers::NONE),
        trace: TraceView::new(system, &ran.trace),
        properties: runs(
            system
                .properties
                .iter()
                .map(|p| (&p.name, p.span))
                .collect(),
            &ran.fails.property_fails,
        ),
        assertions: runs(
            system
                .constraints
                .iter()
                .map(|c| (&c.name, c.span))
                .collect(),
            &ran.fails.constraint_fails,
        ),
    };
    output.result(&match (output.json(), args.trace_format) {
        (true, _) => document(&simulate_to_json(&result)),
        (false, TraceFormat::Table) => simulate_to_text(&result, output.style()),
        (false, TraceFormat::Csv) => trace_to_csv(&result.trace),
        (false, TraceFormat::Vcd) => trace_to_vcd(&result.trace, &loaded.name(main)),
    })?;
    Ok(exit(&result))
}

/// A property that fails is a finding only while every assertion holds.
fn exit(result: &SimulateResult) -> Exit {
    let end = result
        .assertions
        .iter()
        .filter_map(|a| a.fails_at)
        .min()
        .unwrap_or(usize::MAX);
    match result
        .properties
        .iter()
        .any(|p| p.fails_at.is_some_and(|step| step < end))
    {
        true => Exit::Finding,
        false => Exit::Holds,
    }
}

/// The inputs of a CSV file. Columns that name other variables of the model are left out, so that a trace can be run again.
fn table(system: &System, path: &Path) -> Result<Inputs, Stop> {
    let text = input::read_text(path)?;
    let wrong = |why: String| wrong_inputs(path, &why);
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| wrong(e.to_string()))?.clone();
    let ignored = |name: &str| match system.find(name) {
        Some(var) => {
            !(system.var(var).role == Role::Input && system.var(var).kind == VarKind::Input)
        }
        None => name == "step",
    };
    let columns: Vec<usize> = (0..header.len())
        .filter(|&i| !ignored(&header[i]))
        .collect();
    let pick = |record: &csv::StringRecord| {
        columns
            .iter()
            .map(|&i| record[i].to_string())
            .collect::<Vec<_>>()
    };
    let rows = reader.records().map(|record| record.map(|r| pick(&r)));
    let rows: Vec<Vec<String>> = rows
        .collect::<Result<_, _>>()
        .map_err(|e| wrong(e.to_string()))?;
    Ok(Inputs {
        heading: pick(&header),
        rows,
    })
}

fn wrong_inputs(path: &Path, why: &str) -> Stop {
    let message = format!("`{}` is not a table of inputs: {why}", path.display());
    Stop::bad_input(Diagnostic::error("A0007", message))
}

fn options(args: &SimulateArgs, steps: usize) -> Map<String, Value> {
    let inputs = args.source.inputs.as_ref().map(|p| p.display().to_string());
    let mut map = Map::new();
    map.insert("inputs".into(), inputs.into());
    map.insert("random".into(), args.source.random.into());
    map.insert("seed".into(), args.seed.into());
    map.insert("steps".into(), steps.into());
    map
}
