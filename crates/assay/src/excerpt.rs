//! What of an execution is worth showing beside a mutant. A large model has thousands of variables; the
//! inputs and outputs of its main node, what is mutated, and the properties tell the story.

use assay_check::Execution;
use assay_report::TraceView;
use assay_system::{Mutants, Patch, Role, Stimulus, System};
use assay_term::{Value, VarId};

/// A model with at most this many variables is shown as a whole.
const FEW: usize = 40;

pub struct Excerpt<'a> {
    mutants: &'a Mutants,
    patch: Option<&'a Patch>,
    vars: Vec<VarId>,
}

impl<'a> Excerpt<'a> {
    pub fn new(mutants: &'a Mutants, mutant: usize) -> Excerpt<'a> {
        let system = &mutants.system;
        let patch = mutants.mutants[mutant].patch();
        let visible = |v: &VarId| system.var(*v).role != Role::Internal;
        let all: Vec<VarId> = system.var_ids().filter(visible).collect();
        let changed = |v: VarId| patch.is_some_and(|p| p.vars.iter().any(|(c, _)| *c == v));
        let of_main = |v: VarId| {
            let variable = system.var(v);
            variable.role != Role::Local && !variable.name.contains('~')
        };
        let property = |v: VarId| system.properties.iter().any(|p| p.var == Some(v));
        let few = all.len() <= FEW;
        Excerpt {
            mutants,
            patch,
            vars: all
                .into_iter()
                .filter(|&v| few || changed(v) || of_main(v) || property(v))
                .collect(),
        }
    }

    /// The original driven by `stimulus`.
    pub fn original(&self, stimulus: &Stimulus, length: usize) -> TraceView {
        self.view(&self.mutants.system, stimulus, length)
    }

    /// The mutant driven by `stimulus`.
    pub fn mutant(&self, stimulus: &Stimulus, length: usize) -> TraceView {
        match self.patch {
            Some(patch) => self.view(&patch.apply(&self.mutants.system), stimulus, length),
            None => self.original(stimulus, length),
        }
    }

    fn view(&self, system: &System, stimulus: &Stimulus, length: usize) -> TraceView {
        let mut execution = Execution::new(system, stimulus, length);
        let value = |step: usize, var: VarId| -> Value {
            let computed = execution.value(step, system.pool.var(var));
            computed.unwrap_or_else(|_| Value::default_of(system.sort(var)))
        };
        let vars = self.vars.iter().copied();
        TraceView::of(system, vars, length, &stimulus.functions, value)
    }
}
