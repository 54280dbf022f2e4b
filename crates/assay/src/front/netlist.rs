//! Netlists of bits: the circuit is the one part, the evaluator replays.

use std::path::Path;

use assay_netlist::aiger::{self, Cut, Nodes};
use assay_netlist::mutate::{OPERATORS, Selection};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{
    Certificate, Mutants, OperatorRole, Random, Role, System, Trace, VarKind, execute, replay,
};
use assay_term::{ArrayValue, Bits, Functions, Sort, Value, VarId};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{
    Breaks, Foreign, Front, Inputs, MutantsError, Read, Run, SimulateError, Subject, alone,
};
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
        Ok(Box::new(AigerSubject {
            circuit: Circuit {
                system: lowered.system.clone(),
            },
            loaded: self.loaded.clone(),
            lowered,
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

    fn written(&self, _part: usize, _breaks: &Breaks, mutants: &Mutants) -> Result<String, String> {
        let circuit = aiger::compose(&alone(mutants)?)?;
        Ok(String::from_utf8_lossy(&aiger::write_ascii(&circuit)).into_owned())
    }

    /// AIGER has comments at its end only.
    fn remarked(&self, text: &str, remark: &str) -> String {
        format!("{text}c\n{remark}\n")
    }

    fn operators(&self) -> Vec<(&'static str, OperatorRole, &'static str)> {
        OPERATORS.iter().map(|o| (o.name, o.role, o.says)).collect()
    }

    /// A register or a gate is one line.
    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
    }
}

pub(super) fn options(args: &CircuitArgs) -> aiger::Options {
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

/// A circuit of bits with what its own formats need.
struct AigerSubject {
    loaded: aiger::Loaded,
    lowered: aiger::Lowered,
    circuit: Circuit,
}

impl Subject for AigerSubject {
    fn system(&self) -> &System {
        self.circuit.system()
    }

    fn violates(&self, trace: &Trace, property: usize) -> Result<bool, String> {
        self.circuit.violates(trace, property)
    }

    fn replayer(&self) -> &'static str {
        self.circuit.replayer()
    }

    fn witness(&self, property: usize, trace: &Trace) -> Option<Foreign> {
        let witness = aiger::Witness::of(&self.lowered, property, trace)?;
        Some(Foreign {
            extension: "wit",
            text: witness.text(),
        })
    }

    fn proof(&self, certificate: &Certificate) -> Option<Result<Foreign, String>> {
        let circuit = aiger::witness_circuit(&self.loaded, &self.lowered, certificate);
        // Certifaiger wants inputs and latches numbered without gaps, before all gates, in ASCII too.
        let circuit = circuit.map_err(|e| e.to_string()).and_then(|circuit| {
            let renumbered = circuit.renumbered();
            renumbered.map_err(|_| "it would be no circuit".to_string())
        });
        Some(circuit.map(|circuit| Foreign {
            extension: "aag",
            text: String::from_utf8_lossy(&aiger::write_ascii(&circuit)).into_owned(),
        }))
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        self.circuit.simulate(inputs, seed, steps)
    }
}

/// A circuit that is run by evaluating its terms.
pub(super) struct Circuit {
    pub system: System,
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
                (None, sort) => any(&mut random, sort),
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

/// Any value of a sort; of an array, one that is the same everywhere.
fn any(random: &mut Random, sort: Sort) -> Value {
    let mut word = |width: u32| {
        let bits: Vec<bool> = (0..width).map(|_| random.below(2) == 1).collect();
        Bits::from_bits(&bits)
    };
    match sort {
        Sort::Bool => Value::Bool(word(1).bit(0)),
        Sort::BitVec(width) => word(width).into(),
        Sort::Array { index, element } => ArrayValue::constant(index, word(element)).into(),
        Sort::Int | Sort::Real => Value::default_of(sort),
    }
}

/// A bit, or a word in decimal, hexadecimal (`0x2a`) or binary (`0b101`).
fn value(text: &str, sort: Sort) -> Option<Value> {
    match (text.trim(), sort) {
        ("1" | "true", Sort::Bool) => Some(Value::Bool(true)),
        ("0" | "false", Sort::Bool) => Some(Value::Bool(false)),
        (text, Sort::BitVec(width)) => {
            let number = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
                (Some(digits), _) => BigUint::parse_bytes(digits.as_bytes(), 16),
                (_, Some(digits)) => BigUint::parse_bytes(digits.as_bytes(), 2),
                (None, None) => BigUint::parse_bytes(text.as_bytes(), 10),
            }?;
            (number.bits() <= u64::from(width)).then(|| Bits::new(width, number).into())
        }
        _ => None,
    }
}
