//! Simulate: runs the interpreter on given or random inputs.

use std::path::Path;

use assay_language::{Inputs, SimulateError};
use assay_report::{Place, PropertyRun, SimulateResult, TraceView};
use assay_source::{Diagnostic, Span};
use assay_system::{Role, System, VarKind};
use serde_json::{Map, Value};

use crate::provenance::Solvers;
use crate::replay::told;
use crate::{Exit, Opened, Reader, SimulateRequest, Stop};

/// Steps of a run whose length nobody gave.
const STEPS: usize = 10;

impl Opened<'_> {
    /// Runs the model.
    pub fn simulate(&self, request: &SimulateRequest) -> Result<(SimulateResult, Exit), Stop> {
        let main = self.only_main()?;
        let problem = self.problem(main)?;
        let system = problem.system();
        let path = request.inputs.as_deref();
        let inputs = match path {
            Some(path) => table(system, path, &self.reader)?,
            None => Inputs::default(),
        };
        let given = if path.is_some() {
            inputs.rows.len()
        } else {
            STEPS
        };
        let steps = request.steps.unwrap_or(given);
        let ran = problem.simulate(&inputs, request.seed, steps);
        let ran = ran.map_err(|e| match (e, path) {
            (SimulateError::Refused(diagnostic), _) => self.refuse(&diagnostic),
            (SimulateError::Inputs(why), Some(path)) => wrong_inputs(path, &why),
            (SimulateError::Inputs(why), None) => Stop::Bug(why),
        })?;
        let run = |name: &String, span: Option<Span>, fails_at: Option<usize>| PropertyRun {
            name: name.clone(),
            place: span.and_then(|s| Place::new(&self.map, s)),
            fails_at,
        };
        let properties = system.properties.iter().zip(&ran.fails.property_fails);
        // One execution says nothing against a claim about some execution.
        let properties = properties.filter(|(p, _)| p.claim.is_invariant());
        let assertions = system.constraints.iter().zip(&ran.fails.constraint_fails);
        let result = SimulateResult {
            header: self.header(&[main], options(request, steps), Solvers::NONE),
            trace: TraceView {
                run: told(problem.replayer(), &ran.trace, None, &self.map, false),
                ..TraceView::new(system, &ran.trace)
            },
            properties: properties.map(|(p, f)| run(&p.name, p.span, *f)).collect(),
            assertions: assertions.map(|(c, f)| run(&c.name, c.span, *f)).collect(),
        };
        let exit = exit(&result);
        Ok((result, exit))
    }
}

/// A property that fails is a finding only while every assertion holds.
fn exit(result: &SimulateResult) -> Exit {
    let end = result
        .assertions
        .iter()
        .filter_map(|a| a.fails_at)
        .min()
        .unwrap_or(usize::MAX);
    let mut properties = result.properties.iter();
    if properties.any(|p| p.fails_at.is_some_and(|step| step < end)) {
        Exit::Finding
    } else {
        Exit::Holds
    }
}

/// The inputs of a CSV file. Columns that name other variables of the model are left out, so that a trace can be run again.
fn table(system: &System, path: &Path, reader: &Reader) -> Result<Inputs, Stop> {
    let text = reader.read_text(path)?;
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

fn options(request: &SimulateRequest, steps: usize) -> Map<String, Value> {
    let inputs = request.inputs.as_ref().map(|p| p.display().to_string());
    let mut map = Map::new();
    map.insert("random".into(), inputs.is_none().into());
    map.insert("inputs".into(), inputs.into());
    map.insert("seed".into(), request.seed.into());
    map.insert("steps".into(), steps.into());
    map
}
