//! A module as it is imported: with its arguments, and under the name of the import.

use super::checker::Frame;
use crate::core::{Check, Init, Operation, Pred, Program, StateVar};
use crate::syntax::Name;

#[derive(Default)]
pub(crate) struct Instance {
    /// Before the names of what it declares; None for the module that was chosen.
    pub prefix: Option<Name>,
    pub names: Frame,
    pub state: Option<State>,
    pub init: Option<Init>,
    pub init_finished: bool,
    pub operations: Vec<Operation>,
    /// The operation that the paragraph at hand defined anew.
    pub redefined: Option<usize>,
    pub checks: Vec<Check>,
    /// The schemas `state` and `init`, by their numbers in the program.
    pub state_schema: Option<usize>,
    pub init_schema: Option<usize>,
}

pub(crate) struct State {
    pub vars: Vec<StateVar>,
    pub invariant: Vec<Pred>,
    pub invariant_after: Vec<Pred>,
    /// Whether everything of it is inferred.
    pub finished: bool,
}

impl Instance {
    /// Whether a state variable has this name within the module.
    pub fn declares_variable(&self, name: &Name, program: &Program) -> bool {
        let full = match &self.prefix {
            Some(prefix) => name.within(prefix.as_str()),
            None => name.clone(),
        };
        let base = full.unprimed().unwrap_or(full);
        self.state.as_ref().is_some_and(|state| {
            state
                .vars
                .iter()
                .any(|v| program.vars[v.var.0 as usize].name == base)
        })
    }
}
