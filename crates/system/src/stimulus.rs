//! What drives an execution: values for everything that a system leaves open. A stimulus is small
//! where a trace is large, and it says as much, because the system computes the rest.

use assay_term::{BigInt, EvalError, Functions, Value, VarId};

use crate::{System, Trace, VarKind, execute};

/// Values of the named variables at each step; those of rigid parameters and of states count at
/// step 0 only. A variable that is open and not named has its default value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stimulus {
    /// Ascending.
    pub vars: Vec<VarId>,
    /// `steps[n][i]` is the value of `vars[i]` at step n.
    pub steps: Vec<Vec<Value>>,
    pub functions: Functions,
}

impl Stimulus {
    /// What drives `trace`, as far as `keep` wants it.
    pub fn of(system: &System, trace: &Trace, keep: impl Fn(VarId) -> bool) -> Stimulus {
        let vars: Vec<VarId> = open(system).filter(|v| keep(*v)).collect();
        let steps = trace.steps.iter();
        Stimulus {
            steps: steps
                .map(|s| vars.iter().map(|v| s[v.index()].clone()).collect())
                .collect(),
            vars,
            functions: trace.functions.clone(),
        }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The value of an open variable, unless it is left to its default.
    pub fn value(&self, step: usize, var: VarId) -> Option<&Value> {
        let at = self.vars.binary_search(&var).ok()?;
        self.steps.get(step).map(|s| &s[at])
    }

    /// The execution of the first `length` steps.
    pub fn run(&self, system: &System, length: usize) -> Result<Trace, EvalError> {
        let length = length.min(self.len());
        execute(
            system,
            length,
            self.functions.clone(),
            |var, step| match self.value(step, var) {
                Some(value) => value.clone(),
                None => default_value(system, var),
            },
        )
    }
}

/// The variables whose values a system leaves open, ascending.
pub fn open(system: &System) -> impl Iterator<Item = VarId> + '_ {
    system.var_ids().filter(|v| {
        matches!(
            system.var(*v).kind,
            VarKind::Input | VarKind::Rigid | VarKind::State { init: None, .. }
        )
    })
}

/// A value that an open variable may have: the default of its sort, or the nearest one in range.
pub fn default_value(system: &System, var: VarId) -> Value {
    match &system.var(var).range {
        Some((lo, hi)) => {
            let zero = BigInt::default();
            Value::Int(zero.max(lo.clone()).min(hi.clone()))
        }
        None => Value::default_of(system.sort(var)),
    }
}
