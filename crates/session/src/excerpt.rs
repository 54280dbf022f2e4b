//! What of an execution is worth showing beside a mutant. A large model has thousands of variables; the
//! inputs and outputs of its main node, what is mutated, and the properties tell the story.

use std::collections::{BTreeSet, HashSet};

use assay_check::Execution;
use assay_report::TraceView;
use assay_system::{Mutants, Patch, Role, Stimulus, System};
use assay_term::{Value, VarId};

/// A model with at most this many variables is shown as a whole.
const FEW: usize = 40;

/// What is shown of every execution.
pub struct Excerpts<'a> {
    mutants: &'a Mutants,
    common: BTreeSet<VarId>,
}

impl<'a> Excerpts<'a> {
    pub fn new(mutants: &'a Mutants) -> Excerpts<'a> {
        let system = &mutants.system;
        let all: Vec<VarId> = system.var_ids().filter(|v| visible(system, *v)).collect();
        let properties: HashSet<VarId> = system.properties.iter().filter_map(|p| p.var).collect();
        let of_main = |v: VarId| {
            let variable = system.var(v);
            variable.role != Role::Local && !variable.name.contains('~')
        };
        let few = all.len() <= FEW;
        let wanted = |v: &VarId| few || of_main(*v) || properties.contains(v);
        Excerpts {
            mutants,
            common: all.into_iter().filter(wanted).collect(),
        }
    }

    /// What is shown of every execution.
    pub fn common(&self) -> impl Iterator<Item = VarId> {
        self.common.iter().copied()
    }

    /// What is shown beside that of the executions of one mutant.
    pub fn changed(&self, mutant: usize) -> impl Iterator<Item = VarId> {
        let system = &self.mutants.system;
        let patch = self.mutants.mutants[mutant].patch();
        let vars = patch.into_iter().flat_map(|p| &p.vars);
        vars.map(|(v, _)| *v).filter(|v| visible(system, *v))
    }

    /// What is shown of the executions of one mutant.
    pub fn of(&self, mutant: usize) -> Excerpt<'a> {
        Excerpt {
            system: &self.mutants.system,
            patch: self.mutants.mutants[mutant].patch(),
            vars: self.common().chain(self.changed(mutant)).collect(),
        }
    }
}

fn visible(system: &System, var: VarId) -> bool {
    system.var(var).role != Role::Internal
}

pub struct Excerpt<'a> {
    system: &'a System,
    patch: Option<&'a Patch>,
    vars: BTreeSet<VarId>,
}

impl Excerpt<'_> {
    /// The original driven by `stimulus`.
    pub fn original(&self, stimulus: &Stimulus, length: usize) -> TraceView {
        self.view(
            Execution::new(self.system, stimulus, length),
            stimulus,
            length,
        )
    }

    /// The mutant driven by `stimulus`.
    pub fn mutant(&self, stimulus: &Stimulus, length: usize) -> TraceView {
        match self.patch {
            Some(patch) => {
                let execution = Execution::patched(self.system, patch, stimulus, length);
                self.view(execution, stimulus, length)
            }
            None => self.original(stimulus, length),
        }
    }

    fn view(&self, mut execution: Execution<'_>, stimulus: &Stimulus, length: usize) -> TraceView {
        let system = self.system;
        let value = |step: usize, var: VarId| -> Value {
            let computed = execution.value(step, system.pool.var(var));
            computed.unwrap_or_else(|_| Value::default_of(system.sort(var)))
        };
        TraceView::of(
            system,
            self.vars.iter().copied(),
            length,
            &stimulus.functions,
            value,
        )
    }
}
