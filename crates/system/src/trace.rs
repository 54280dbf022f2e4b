//! Executions: one value for every variable at every step.

use assay_term::{Functions, Value, VarId};

/// `steps[n][v]` is the value of variable v at step n. States at step 0 hold the pre-initial values
/// that the model left open, so a trace determines its execution completely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub steps: Vec<Vec<Value>>,
    pub functions: Functions,
}

impl Trace {
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn value(&self, step: usize, var: VarId) -> &Value {
        &self.steps[step][var.index()]
    }
}
