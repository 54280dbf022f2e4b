//! Runs a system on chosen inputs. An execution is determined by the inputs, the states that have no
//! initial value, the rigid parameters and the functions; everything else is computed here, so that a
//! trace never contains a value that only a solver vouches for.

use assay_term::{EvalError, Evaluator, Functions, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use crate::{System, Trace, VarKind};

/// The execution of `length` steps in which `choose` picks what the system leaves open: inputs at
/// each step, rigid parameters and uninitialised states at step 0.
pub fn execute(
    system: &System,
    length: usize,
    functions: Functions,
    mut choose: impl FnMut(VarId, usize) -> Value,
) -> Result<Trace, EvalError> {
    let wires = system.wire_order();
    let mut steps: Vec<Vec<Value>> = Vec::with_capacity(length);
    for step in 0..length {
        let mut values: Vec<Value> = system
            .var_ids()
            .map(|v| Value::default_of(system.sort(v)))
            .collect();
        let mut initialised = Vec::new();
        let mut before = step
            .checked_sub(1)
            .map(|s| Evaluator::new(&system.pool, &steps[s], &functions));
        for var in system.var_ids() {
            let value = match &system.var(var).kind {
                VarKind::Wire { .. } => continue,
                VarKind::Input => choose(var, step),
                VarKind::Rigid if step == 0 => choose(var, 0),
                VarKind::Rigid => steps[0][var.index()].clone(),
                VarKind::State { init: None, .. } if step == 0 => choose(var, 0),
                VarKind::State {
                    init: Some(init), ..
                } if step == 0 => {
                    initialised.push((var, *init));
                    continue;
                }
                VarKind::State { next, .. } => {
                    let before = before.as_mut().expect("the first step is dealt with");
                    before.eval(*next)?
                }
            };
            values[var.index()] = value;
        }
        let mut computed = Vec::with_capacity(initialised.len() + wires.len());
        let mut here = Evaluator::new(&system.pool, &values, &functions);
        for &var in init_order(system, &initialised).iter().chain(&wires) {
            let term = match system.var(var).kind {
                VarKind::State { init, .. } => init.expect("only these are ordered"),
                VarKind::Wire { def } => def,
                VarKind::Input | VarKind::Rigid => unreachable!("these are chosen"),
            };
            let value = here.eval(term)?;
            here.assume(var, value.clone());
            computed.push((var, value));
        }
        for (var, value) in computed {
            values[var.index()] = value;
        }
        steps.push(values);
    }
    Ok(Trace { steps, functions })
}

/// Initialised states, each after the states that its initial value reads.
pub fn init_order(system: &System, states: &[(VarId, TermId)]) -> Vec<VarId> {
    let inits: FxHashMap<VarId, TermId> = states.iter().copied().collect();
    system.definition_order(states.iter().map(|(v, _)| *v), |v| inits.get(&v).copied())
}
