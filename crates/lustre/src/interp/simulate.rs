//! Runs a node on chosen inputs and records the run as a trace of the lowered system: the values are the interpreter's, the
//! lowering only lends its names. What the text does not show (the lowering's own variables) has default values, so the
//! trace is for people to look at and not an execution of the system.

use assay_source::Diagnostic;
use assay_system::Trace;
use assay_term::{Functions, Value as Scalar};

use super::replay::lowered_as;
use super::value::take_apart;
use super::{Interpreter, Replay, Stimuli, Table};
use crate::lower::Lowered;
use crate::model::{Model, NodeId, VarId};

/// The run of `length` steps on the inputs of `table`, random from `seed` where it has none, and which assertions and
/// properties fail. `lowered` is the lowering of this model for this main node.
pub fn simulate(
    model: &Model,
    main: NodeId,
    lowered: &Lowered,
    table: Table,
    seed: u64,
    length: usize,
) -> Result<(Trace, Replay), Box<Diagnostic>> {
    let mut interpreter = Interpreter::new(model, main)?;
    let mut world = Stimuli::new(model, &interpreter, table, seed);
    let names = lowered_as(&interpreter, lowered);
    let system = &lowered.system;
    let blank: Vec<Scalar> = system
        .var_ids()
        .map(|v| Scalar::default_of(system.sort(v)))
        .collect();
    let mut trace = Trace {
        steps: Vec::with_capacity(length),
        functions: Functions::default(),
    };
    let mut outcome = Replay::new(lowered);
    for number in 0..length {
        let step = interpreter.step(&mut world);
        let mut values = blank.clone();
        for (instance, vars) in step.values.iter().enumerate() {
            let at = &lowered.instances[names[instance]];
            for (var, value) in vars.iter().enumerate() {
                let mut scalars = Vec::new();
                take_apart(value, &mut scalars);
                for (leaf, scalar) in at.leaves(VarId(var as u32)).zip(scalars) {
                    values[leaf.index()] = scalar;
                }
            }
        }
        trace.steps.push(values);
        outcome.record(lowered, &names, number, &step);
    }
    Ok((trace, outcome))
}
