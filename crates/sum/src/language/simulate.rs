//! Random executions of a machine: each step is a random operation with random inputs, solved for by the explicit evaluator. The run
//! ends where no operation has a post-state in the scope.

use assay_language::{Inputs, Run, SimulateError};
use assay_source::Diagnostic;
use assay_system::{Random, default_value, execute, replay};
use assay_term::{Functions, Value as Term, VarId as PoolVar};
use rustc_hash::FxHashMap;

use super::model::code;
use crate::core::VarId;
use crate::eval::{Options, Outside, Stop};
use crate::lower::Relation;
use crate::lower::replay::SpecReplayer;
use crate::lower::system::Stepping;
use crate::solve::{Animator, Parts, State, Step};
use crate::value::Value;

/// Inputs and post-states among which one is chosen.
const CHOICES: usize = 64;

/// Values of the system's inputs at one step.
type Chosen = FxHashMap<PoolVar, Term>;

pub(super) fn simulate(
    replayer: &SpecReplayer,
    inputs: &Inputs,
    seed: u64,
    steps: usize,
) -> Result<Run, SimulateError> {
    if let Some(name) = inputs.heading.first() {
        let message = format!("column `{name}`: the steps of a specification are chosen at random");
        return Err(SimulateError::Inputs(message));
    }
    let scoped = &replayer.scoped;
    let stepping = match &scoped.stepping {
        Ok(stepping) => stepping,
        Err(refusal) => {
            let error = Diagnostic::error(code::TOO_LARGE, refusal.to_string());
            return Err(SimulateError::Refused(Box::new(error.at(refusal.span))));
        }
    };
    let options = Options {
        outside: Outside::Note,
        ..Options::default()
    };
    let animator = Animator::new(replayer.program.clone(), replayer.scope.clone(), options);
    let Some(animator) = animator else {
        let error = Diagnostic::error(code::NO_STATE, "there is no state that could change");
        return Err(SimulateError::Refused(Box::new(error)));
    };
    let mut walk = Walk {
        replayer,
        stepping,
        animator,
        random: Random::new(seed),
    };
    let chosen = walk.run(steps)?;
    let system = &scoped.system;
    let trace = execute(system, chosen.len(), Functions::default(), |var, step| {
        let value = chosen[step].get(&var).cloned();
        value.unwrap_or_else(|| default_value(system, var))
    });
    let trace = trace.map_err(|error| SimulateError::Inputs(error.to_string()))?;
    let fails = replay(system, &trace).map_err(|error| SimulateError::Inputs(error.to_string()))?;
    Ok(Run { trace, fails })
}

struct Walk<'r> {
    replayer: &'r SpecReplayer,
    stepping: &'r Stepping,
    animator: Animator,
    random: Random,
}

impl Walk<'_> {
    fn run(&mut self, steps: usize) -> Result<Vec<Chosen>, SimulateError> {
        let (mut state, first) = self.start()?;
        let mut chosen = vec![first];
        self.look_at(&state, chosen.last_mut().expect("the first step"));
        while chosen.len() < steps {
            let Some((next, values)) = self.next(&state)? else {
                break;
            };
            chosen.last_mut().expect("a step before it").extend(values);
            let mut here = Chosen::default();
            self.look_at(&next, &mut here);
            chosen.push(here);
            state = next;
        }
        Ok(chosen)
    }

    /// What is asked of any state is asked of this one.
    fn look_at(&self, state: &State, chosen: &mut Chosen) {
        for (declared, value) in self.replayer.scoped.before.iter().zip(state.0.iter()) {
            chosen.extend(declared.encode(value).unwrap_or_default());
        }
    }

    fn start(&mut self) -> Result<(State, Chosen), SimulateError> {
        let found = self
            .animator
            .initial_states(Parts::M, CHOICES)
            .map_err(|stop| self.refused(&stop))?;
        let relation = self.replayer.scoped.init.as_ref();
        let relation = relation.expect("a machine that is stepped has initial states");
        let mut steps = found.steps;
        while !steps.is_empty() {
            let at = self.random.below(steps.len() as u64) as usize;
            let step = steps.swap_remove(at);
            let values = self.encoded(
                relation,
                &self.replayer.scoped.machine.init.inputs,
                &[],
                &step,
            );
            if let Some(values) = values {
                return Ok((step.after, values));
            }
        }
        let span = self.replayer.scoped.machine.init.span;
        let error = Diagnostic::error(code::NO_STATE, "no initial state is in the scope").at(span);
        Err(SimulateError::Refused(Box::new(error)))
    }

    /// A step from a state, with the values that drive the system there.
    fn next(&mut self, state: &State) -> Result<Option<(State, Chosen)>, SimulateError> {
        let count = self.replayer.scoped.machine.operations.len();
        let mut open: Vec<usize> = (0..count).collect();
        while !open.is_empty() {
            let operation = open.swap_remove(self.random.below(open.len() as u64) as usize);
            let enabled = self
                .animator
                .inputs_of(operation, state, &[], Parts::M, CHOICES);
            let mut inputs = enabled.map_err(|stop| self.refused(&stop))?.inputs;
            while !inputs.is_empty() {
                let picked = inputs.swap_remove(self.random.below(inputs.len() as u64) as usize);
                if let Some(found) = self.step_with(operation, state, picked)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    fn step_with(
        &mut self,
        operation: usize,
        state: &State,
        inputs: Vec<Value>,
    ) -> Result<Option<(State, Chosen)>, SimulateError> {
        let machine = self.replayer.scoped.machine.clone();
        let of = &machine.operations[operation];
        let fixed: Vec<(VarId, Value)> = of.inputs.iter().map(|b| b.var).zip(inputs).collect();
        let found = self
            .animator
            .post_states(operation, state, &fixed, Parts::M, CHOICES);
        let mut steps = found.map_err(|stop| self.refused(&stop))?.steps;
        let relation = self.replayer.scoped.operations[operation].as_ref();
        let relation = relation.expect("a machine that is stepped has all relations");
        while !steps.is_empty() {
            let step = steps.swap_remove(self.random.below(steps.len() as u64) as usize);
            if let Some(mut values) = self.encoded(relation, &of.inputs, &of.outputs, &step) {
                values.insert(self.stepping.operation, Term::Int(operation.into()));
                return Ok(Some((step.after, values)));
            }
        }
        Ok(None)
    }

    /// The values of inputs and candidates that make a step. None where the state after it is outside of the scope.
    fn encoded(
        &self,
        relation: &Relation,
        inputs: &[crate::core::Bound],
        outputs: &[crate::core::Bound],
        step: &Step,
    ) -> Option<Chosen> {
        let machine = &self.replayer.scoped.machine;
        let mut chosen = Chosen::default();
        for (declared, value) in self.replayer.scoped.before.iter().zip(step.after.0.iter()) {
            declared.encode(value)?;
        }
        let values = inputs
            .iter()
            .zip(&step.inputs)
            .map(|(bound, value)| (bound.var, value));
        let values = values.chain(
            outputs
                .iter()
                .zip(&step.outputs)
                .map(|(b, value)| (b.var, value)),
        );
        let after = machine.state.iter().zip(step.after.0.iter());
        let values = values.chain(after.map(|(variable, value)| (variable.primed, value)));
        let values: FxHashMap<VarId, &Value> = values.collect();
        for (var, declared) in relation.inputs.iter().chain(&relation.candidates) {
            chosen.extend(declared.encode(values[var])?);
        }
        Some(chosen)
    }

    fn refused(&self, stop: &Stop) -> SimulateError {
        let span = self.replayer.scoped.machine.span;
        let error = Diagnostic::error(code::TOO_LARGE, stop.to_string()).at(span);
        SimulateError::Refused(Box::new(error))
    }
}
