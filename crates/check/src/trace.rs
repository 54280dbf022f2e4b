//! Replays traces: is this an execution of the system that satisfies every constraint at every step, and what is true at its
//! last? Every value of the trace is checked, also of variables that the question does not depend on: a trace is shown to people as
//! a whole.

use std::fmt;

use assay_system::{System, Trace, VarKind};
use assay_term::{TermId, Value, VarId};

use crate::eval::Valuation;

/// What is wrong with a trace. Variables, constraints and properties are given by name, values as
/// they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    NoSuchProperty(usize),
    /// No single trace violates a property with this claim.
    NotAnInvariant {
        property: String,
        claim: &'static str,
    },
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
    /// The term that is to be reached is false at the last step.
    NotReached {
        name: String,
    },
    /// The loop does not begin before the last step.
    NoLoop {
        back: usize,
    },
    /// The state at the last step is not the one at which the loop begins.
    NotClosed {
        variable: String,
    },
    /// A condition that is to hold infinitely often never holds in the loop.
    NotSeen {
        condition: String,
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
            Failure::NotAnInvariant { property, claim } => write!(
                f,
                "no trace alone violates the property {property}: its claim is {claim}"
            ),
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
            Failure::NotReached { name } => {
                write!(f, "{name} is not reached: it is false at the last step")
            }
            Failure::NoLoop { back } => {
                write!(
                    f,
                    "step {back}, where the loop begins, is not before the last step"
                )
            }
            Failure::NotClosed { variable } => write!(
                f,
                "the loop is not closed: {variable} has another value at the last step than where the loop begins"
            ),
            Failure::NotSeen { condition } => {
                write!(f, "the condition {condition} never holds in the loop")
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
    if !claimed.claim.is_invariant() {
        return Err(Failure::NotAnInvariant {
            property: claimed.name.clone(),
            claim: claimed.claim.as_str(),
        });
    }
    is_execution(system, trace)?;
    if at_end(system, trace, claimed.term)? {
        return Err(Failure::PropertyHolds {
            property: claimed.name.clone(),
        });
    }
    Ok(())
}

/// Whether `trace` ends where `term`, which is called `name`, is true.
pub(crate) fn check_reaching(
    system: &System,
    trace: &Trace,
    term: TermId,
    name: &str,
) -> Result<(), Failure> {
    is_execution(system, trace)?;
    if !at_end(system, trace, term)? {
        return Err(Failure::NotReached { name: name.into() });
    }
    Ok(())
}

/// The truth of a term at the last step.
fn at_end(system: &System, trace: &Trace, term: TermId) -> Result<bool, Failure> {
    truth_at(system, trace, trace.len() - 1, term)
}

/// The truth of a term at a step.
pub(crate) fn truth_at(
    system: &System,
    trace: &Trace,
    step: usize,
    term: TermId,
) -> Result<bool, Failure> {
    Valuation::new(&system.pool, &trace.steps[step], &trace.functions)
        .truth(term)
        .map_err(|reason| Failure::NoValue { step, reason })
}

/// Whether every value of the trace is the one that the system computes, and every constraint holds at every step.
pub(crate) fn is_execution(system: &System, trace: &Trace) -> Result<(), Failure> {
    is_path(system, trace, true)
}

/// The same of a part of an execution, which may begin in any state unless it is `initial`.
pub(crate) fn is_path(system: &System, trace: &Trace, initial: bool) -> Result<(), Failure> {
    if trace.steps.is_empty() {
        return Err(Failure::Empty);
    }
    for step in 0..trace.len() {
        well_formed(system, step, &trace.steps[step])?;
        as_computed(system, trace, step, initial)?;
    }
    Ok(())
}

/// The values of one step, which are well-formed as those before it, against the system.
fn as_computed(system: &System, trace: &Trace, step: usize, initial: bool) -> Result<(), Failure> {
    let values = &trace.steps[step];
    let no_value = |reason| Failure::NoValue { step, reason };
    let mut here = Valuation::new(&system.pool, values, &trace.functions);
    let before = step.checked_sub(1).map(|before| &trace.steps[before]);
    let mut before = before.map(|v| Valuation::new(&system.pool, v, &trace.functions));
    for var in system.var_ids() {
        let computed = match (&system.var(var).kind, &mut before) {
            (VarKind::Input, _) => continue,
            (VarKind::Rigid, _) => trace.steps[0][var.index()].clone(),
            (VarKind::Wire { def }, _) => here.value(*def).map_err(no_value)?,
            (VarKind::State { next, .. }, Some(before)) => before.value(*next).map_err(no_value)?,
            (
                VarKind::State {
                    init: Some(init), ..
                },
                None,
            ) if initial => here.value(*init).map_err(no_value)?,
            (VarKind::State { .. }, None) => continue,
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
