//! Replays a counterexample: is it an execution of the system that satisfies every constraint at
//! every step and falsifies the property at its last? Every value of the trace is checked, also of
//! variables that the property does not depend on: a trace is shown to people as a whole.

use std::fmt;

use assay_system::{System, Trace, VarKind};
use assay_term::{Value, VarId};

use crate::eval::Valuation;

/// What is wrong with a trace. Variables, constraints and properties are given by name, values as
/// they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    NoSuchProperty(usize),
    Empty,
    /// The step does not have one value for each variable.
    Malformed {
        step: usize,
    },
    WrongSort {
        step: usize,
        variable: String,
    },
    OutOfRange {
        step: usize,
        variable: String,
        value: String,
    },
    /// The system computes another value than the trace has.
    Differs {
        step: usize,
        variable: String,
        traced: String,
        computed: String,
    },
    ConstraintFails {
        step: usize,
        constraint: String,
    },
    /// The property is true at the last step: nothing is violated.
    PropertyHolds {
        property: String,
    },
    /// Some term has no value, for instance because of a division by zero.
    NoValue {
        step: usize,
        reason: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoSuchProperty(index) => write!(f, "there is no property number {index}"),
            Failure::Empty => write!(f, "the trace has no steps"),
            Failure::Malformed { step } => {
                write!(f, "step {step} does not have one value for each variable")
            }
            Failure::WrongSort { step, variable } => {
                write!(f, "step {step}: {variable} has a value of another sort")
            }
            Failure::OutOfRange {
                step,
                variable,
                value,
            } => write!(f, "step {step}: {variable} = {value} is out of its range"),
            Failure::Differs {
                step,
                variable,
                traced,
                computed,
            } => write!(
                f,
                "step {step}: {variable} is {traced} in the trace but {computed} in the system"
            ),
            Failure::ConstraintFails { step, constraint } => {
                write!(f, "step {step}: the constraint {constraint} does not hold")
            }
            Failure::PropertyHolds { property } => {
                write!(f, "the property {property} holds at the last step")
            }
            Failure::NoValue { step, reason } => write!(f, "step {step}: {reason}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Whether `trace` shows a violation of the property with this index.
pub fn check_trace(system: &System, trace: &Trace, property: usize) -> Result<(), Failure> {
    let Some(claimed) = system.properties.get(property) else {
        return Err(Failure::NoSuchProperty(property));
    };
    if trace.steps.is_empty() {
        return Err(Failure::Empty);
    }
    for (step, values) in trace.steps.iter().enumerate() {
        well_formed(system, step, values)?;
        let no_value = |reason| Failure::NoValue { step, reason };
        let mut here = Valuation::new(&system.pool, values, &trace.functions);
        let mut before = match step {
            0 => None,
            _ => Some(Valuation::new(
                &system.pool,
                &trace.steps[step - 1],
                &trace.functions,
            )),
        };
        for var in system.var_ids() {
            let computed = match (&system.var(var).kind, &mut before) {
                (VarKind::Input, _) | (VarKind::State { init: None, .. }, None) => continue,
                (VarKind::Rigid, _) => trace.steps[0][var.index()].clone(),
                (VarKind::Wire { def }, _) => here.value(*def).map_err(no_value)?,
                (VarKind::State { next, .. }, Some(before)) => {
                    before.value(*next).map_err(no_value)?
                }
                (
                    VarKind::State {
                        init: Some(init), ..
                    },
                    None,
                ) => here.value(*init).map_err(no_value)?,
            };
            let traced = &values[var.index()];
            if *traced != computed {
                return Err(Failure::Differs {
                    step,
                    variable: system.var(var).name.clone(),
                    traced: traced.to_string(),
                    computed: computed.to_string(),
                });
            }
        }
        for constraint in &system.constraints {
            if !here.truth(constraint.term).map_err(no_value)? {
                return Err(Failure::ConstraintFails {
                    step,
                    constraint: constraint.name.clone(),
                });
            }
        }
        let last = step + 1 == trace.steps.len();
        if last && here.truth(claimed.term).map_err(no_value)? {
            return Err(Failure::PropertyHolds {
                property: claimed.name.clone(),
            });
        }
    }
    Ok(())
}

/// One value for each variable, of its sort and in its range.
fn well_formed(system: &System, step: usize, values: &[Value]) -> Result<(), Failure> {
    if values.len() != system.vars.len() {
        return Err(Failure::Malformed { step });
    }
    for (index, value) in values.iter().enumerate() {
        let var = VarId(index as u32);
        let variable = system.var(var);
        if value.sort() != system.sort(var) {
            return Err(Failure::WrongSort {
                step,
                variable: variable.name.clone(),
            });
        }
        if let (Value::Int(n), Some((lo, hi))) = (value, &variable.range)
            && (n < lo || n > hi)
        {
            return Err(Failure::OutOfRange {
                step,
                variable: variable.name.clone(),
                value: value.to_string(),
            });
        }
    }
    Ok(())
}
