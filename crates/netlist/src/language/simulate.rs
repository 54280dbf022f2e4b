//! Runs a circuit on a table of inputs, by evaluating its terms.

use assay_language::{Inputs, Run, SimulateError};
use assay_system::{Random, Role, System, VarKind, execute, replay};
use assay_term::{ArrayValue, Bits, Functions, Sort, Value, VarId};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// Runs the circuit; inputs that the table does not have are random.
pub(super) fn simulate(
    system: &System,
    inputs: &Inputs,
    seed: u64,
    steps: usize,
) -> Result<Run, SimulateError> {
    let given = columns(system, inputs).map_err(SimulateError::Inputs)?;
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

/// The values of each input that the table names.
fn columns(system: &System, inputs: &Inputs) -> Result<FxHashMap<VarId, Vec<Value>>, String> {
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
