//! Replays a trace on the system with the evaluator: is it an execution, and where do constraints
//! and properties fail on it?

use std::fmt;

use assay_term::{EvalError, Evaluator, TermId, Value, VarId};

use crate::{System, Trace, VarKind};

/// What happened on a trace that is an execution of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// For each constraint the first step at which it fails.
    pub constraint_fails: Vec<Option<usize>>,
    /// For each property the first step at which it fails.
    pub property_fails: Vec<Option<usize>>,
}

impl Replay {
    /// Whether the trace shows a violation of `property` with every constraint satisfied
    /// throughout.
    pub fn violates(&self, property: usize) -> bool {
        self.constraint_fails.iter().all(Option::is_none) && self.property_fails[property].is_some()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The trace's value of this variable is not the one the system computes.
    Differs {
        step: usize,
        var: VarId,
        /// In the trace, and as computed.
        values: Box<(Value, Value)>,
    },
    OutOfRange {
        step: usize,
        var: VarId,
    },
    WrongSort {
        step: usize,
        var: VarId,
    },
    Malformed {
        step: usize,
    },
    Eval {
        step: usize,
        error: EvalError,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Differs { step, var, values } => {
                let (traced, computed) = &**values;
                write!(
                    f,
                    "step {step}: variable #{} is {traced} in the trace but {computed} in the system",
                    var.0
                )
            }
            ReplayError::OutOfRange { step, var } => {
                write!(f, "step {step}: variable #{} is out of its range", var.0)
            }
            ReplayError::WrongSort { step, var } => {
                write!(
                    f,
                    "step {step}: variable #{} has a value of another sort",
                    var.0
                )
            }
            ReplayError::Malformed { step } => {
                write!(f, "step {step} does not have one value for each variable")
            }
            ReplayError::Eval { step, error } => write!(f, "step {step}: {error}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Checks every value of the trace against the system, then evaluates constraints and properties.
pub fn replay(system: &System, trace: &Trace) -> Result<Replay, ReplayError> {
    let mut constraint_fails = vec![None; system.constraints.len()];
    let mut property_fails = vec![None; system.properties.len()];
    for (step, values) in trace.steps.iter().enumerate() {
        if values.len() != system.vars.len() {
            return Err(ReplayError::Malformed { step });
        }
        let mut here = Evaluator::new(&system.pool, values, &trace.functions);
        let mut before = step
            .checked_sub(1)
            .map(|s| Evaluator::new(&system.pool, &trace.steps[s], &trace.functions));
        let same = |var: VarId, computed: Value| {
            let traced = &values[var.index()];
            if *traced == computed {
                Ok(())
            } else {
                Err(ReplayError::Differs {
                    step,
                    var,
                    values: Box::new((traced.clone(), computed)),
                })
            }
        };
        for var in system.var_ids() {
            let value = &values[var.index()];
            if value.sort() != system.sort(var) {
                return Err(ReplayError::WrongSort { step, var });
            }
            if let (Some((lo, hi)), Value::Int(n)) = (&system.var(var).range, value)
                && !(lo <= n && n <= hi)
            {
                return Err(ReplayError::OutOfRange { step, var });
            }
            let failed = |error| ReplayError::Eval { step, error };
            match &system.var(var).kind {
                VarKind::Input => {}
                VarKind::Wire { def } => same(var, here.eval(*def).map_err(failed)?)?,
                VarKind::Rigid => same(var, trace.steps[0][var.index()].clone())?,
                VarKind::State { init, next } => {
                    if let Some(before) = &mut before {
                        same(var, before.eval(*next).map_err(failed)?)?;
                    } else if let Some(init) = init {
                        same(var, here.eval(*init).map_err(failed)?)?;
                    }
                }
            }
        }
        let mut first_failure = |slot: &mut Option<usize>, term: TermId| {
            if slot.is_none()
                && !here
                    .eval_bool(term)
                    .map_err(|error| ReplayError::Eval { step, error })?
            {
                *slot = Some(step);
            }
            Ok(())
        };
        for (slot, constraint) in constraint_fails.iter_mut().zip(&system.constraints) {
            first_failure(slot, constraint.term)?;
        }
        for (slot, property) in property_fails.iter_mut().zip(&system.properties) {
            first_failure(slot, property.term)?;
        }
    }
    Ok(Replay {
        constraint_fails,
        property_fails,
    })
}
