//! Netlists: the circuit is the one part, the evaluator replays.

use std::path::Path;

use assay_netlist::aiger::{self, Cut, Nodes};
use assay_netlist::mutate::{OPERATORS, Selection};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Mutants, Random, Role, System, Trace, VarKind, execute, replay};
use assay_term::{Functions, Sort, Value, VarId};
use rustc_hash::FxHashMap;

use super::{Breaks, Front, Inputs, MutantsError, Read, Run, SimulateError, Subject};
use crate::args::{CircuitArgs, CutArg, NodesArg};

struct Aiger {
    name: String,
    loaded: aiger::Loaded,
    text: SourceFile,
}

pub fn load_aiger(map: &mut SourceMap, path: &Path, bytes: &[u8]) -> Read {
    let name = path.display().to_string();
    let loaded = aiger::load(map, &name, bytes).map_err(|d| vec![*d])?;
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let front = Aiger {
        name: stem.unwrap_or(name),
        text: map.file(loaded.file).clone(),
        loaded,
    };
    Ok((Box::new(front), vec![]))
}

impl Front for Aiger {
    fn file(&self) -> FileId {
        self.loaded.file
    }

    fn is_circuit(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn subject(&self, _part: usize) -> Result<Box<dyn Subject>, Box<Diagnostic>> {
        let lowered = aiger::lower(&self.loaded, aiger::Options::default());
        Ok(Box::new(Circuit {
            system: lowered.system,
        }))
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        let selection = Selection::parse(&breaks.mutators)
            .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))?;
        let options = options(&breaks.circuit);
        let lowered = aiger::lower(&self.loaded, options);
        let mutants = aiger::mutate(&self.loaded, &lowered, &self.text, options, &selection);
        Ok(mutants)
    }

    fn operators(&self) -> Vec<(&'static str, &'static str)> {
        OPERATORS.iter().map(|o| (o.name, o.says)).collect()
    }

    /// A register or a gate is one line.
    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
    }
}

fn options(args: &CircuitArgs) -> aiger::Options {
    aiger::Options {
        nodes: match args.nodes {
            None | Some(NodesArg::Registers) => Nodes::Registers,
            Some(NodesArg::Gates) => Nodes::Gates,
            Some(NodesArg::All) => Nodes::All,
        },
        cut: match args.cut {
            None | Some(CutArg::Next) => Cut::Next,
            Some(CutArg::Output) => Cut::Output,
        },
    }
}

struct Circuit {
    system: System,
}

impl Subject for Circuit {
    fn system(&self) -> &System {
        &self.system
    }

    fn violates(&self, trace: &Trace, property: usize) -> Result<bool, String> {
        let fails = replay(&self.system, trace).map_err(|error| error.to_string())?;
        Ok(fails.violates(property))
    }

    fn replayer(&self) -> &'static str {
        "evaluator"
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        let system = &self.system;
        let given = self.columns(inputs).map_err(SimulateError::Inputs)?;
        let mut random = Random::new(seed);
        let trace = execute(system, steps, Functions::default(), |var, step| {
            let value = given.get(&var).and_then(|column| column.get(step));
            match (value, system.sort(var)) {
                (Some(value), _) => value.clone(),
                (None, Sort::Bool) => Value::Bool(random.below(2) == 1),
                (None, sort) => Value::default_of(sort),
            }
        });
        let trace = trace.map_err(|error| SimulateError::Inputs(error.to_string()))?;
        let fails = replay(system, &trace).map_err(|e| SimulateError::Inputs(e.to_string()))?;
        Ok(Run { trace, fails })
    }
}

impl Circuit {
    /// The values of each input that the table names.
    fn columns(&self, inputs: &Inputs) -> Result<FxHashMap<VarId, Vec<Value>>, String> {
        let system = &self.system;
        let mut columns = FxHashMap::default();
        for (at, name) in inputs.heading.iter().enumerate() {
            let input = system.find(name).filter(|v| {
                let variable = system.var(*v);
                variable.kind == VarKind::Input && variable.role == Role::Input
            });
            let var = input.ok_or_else(|| format!("column `{name}`: there is no such input"))?;
            let values = inputs.rows.iter().enumerate().map(|(row, cells)| {
                value(&cells[at], system.sort(var)).ok_or_else(|| {
                    let (row, cell) = (row + 1, &cells[at]);
                    format!("row {row}, `{name}`: `{cell}` is no value of this input")
                })
            });
            columns.insert(var, values.collect::<Result<Vec<Value>, String>>()?);
        }
        Ok(columns)
    }
}

fn value(text: &str, sort: Sort) -> Option<Value> {
    match (text.trim(), sort) {
        ("1" | "true", Sort::Bool) => Some(Value::Bool(true)),
        ("0" | "false", Sort::Bool) => Some(Value::Bool(false)),
        _ => None,
    }
}
