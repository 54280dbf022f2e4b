//! Replays a trace of the lowered system in the interpreter: an execution in the language's own terms.

use std::fmt;

use assay_source::Diagnostic;
use assay_system::Trace;
use assay_term::Value as Scalar;

use super::value::{Clamp, assemble, default_value, take_apart};
use super::{InstanceId, Interpreter, Step, Unknown, World};
use crate::lower::Lowered;
use crate::model::{BinaryOp, FunctionId, Model, NodeId, Type, Value, VarId};

/// What happened on a trace that the interpreter agrees with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// For each constraint of the system the first step at which its assertion fails.
    pub assertion_fails: Vec<Option<usize>>,
    /// For each property of the system the first step at which it fails.
    pub property_fails: Vec<Option<usize>>,
    /// For each property of the system whether it fails at the last step.
    pub fails_at_end: Vec<bool>,
}

impl Replay {
    /// Nothing has failed yet.
    pub(super) fn new(lowered: &Lowered) -> Replay {
        Replay {
            assertion_fails: vec![None; lowered.assertions.len()],
            property_fails: vec![None; lowered.properties.len()],
            fails_at_end: vec![false; lowered.properties.len()],
        }
    }

    /// Notes what fails for the first time at this step. `lowered_as` is [`lowered_as`]'s list.
    pub(super) fn record(
        &mut self,
        lowered: &Lowered,
        lowered_as: &[usize],
        number: usize,
        step: &Step,
    ) {
        let mut interpreted_as = vec![0; lowered.instances.len()];
        for (here, &there) in lowered_as.iter().enumerate() {
            interpreted_as[there] = here;
        }
        let mark = |slots: &mut [Option<usize>], of: &[(usize, usize)], held: &[Vec<bool>]| {
            for (slot, (instance, index)) in slots.iter_mut().zip(of) {
                if slot.is_none() && !held[interpreted_as[*instance]][*index] {
                    *slot = Some(number);
                }
            }
        };
        mark(
            &mut self.assertion_fails,
            &lowered.assertions,
            &step.assertions,
        );
        mark(
            &mut self.property_fails,
            &lowered.properties,
            &step.properties,
        );
        let properties = self.fails_at_end.iter_mut().zip(&lowered.properties);
        for (fails, (instance, index)) in properties {
            *fails = !step.properties[interpreted_as[*instance]][*index];
        }
    }

    /// Whether the trace shows a violation of the system's property with every assertion satisfied throughout.
    pub fn violates(&self, property: usize) -> bool {
        self.assertion_fails.iter().all(Option::is_none) && self.property_fails[property].is_some()
    }
}

#[derive(Clone, Debug)]
pub enum ReplayError {
    /// The interpreter computes another value than the trace has.
    Differs {
        step: usize,
        name: String,
        traced: Scalar,
        computed: Scalar,
    },
    /// The step does not have a value of the right sort for each variable.
    Malformed { step: usize },
    /// The model cannot be run.
    Refused(Box<Diagnostic>),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Differs {
                step,
                name,
                traced,
                computed,
            } => write!(
                f,
                "step {step}: `{name}` is {traced} in the trace but {computed} in the interpreter"
            ),
            ReplayError::Malformed { step } => {
                write!(f, "step {step} does not have one value for each variable")
            }
            ReplayError::Refused(diagnostic) => write!(f, "{}", diagnostic.message),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Runs the model on the trace's inputs, its values before the first step and its functions, compares every variable
/// that the text has at every step, and says which assertions and properties fail. `lowered` is the lowering of this
/// model for this main node.
pub fn replay(
    model: &Model,
    main: NodeId,
    lowered: &Lowered,
    trace: &Trace,
) -> Result<Replay, Box<ReplayError>> {
    for (step, values) in trace.steps.iter().enumerate() {
        let vars = lowered.system.var_ids();
        if values.len() != lowered.system.vars.len()
            || vars
                .into_iter()
                .any(|v| values[v.index()].sort() != lowered.system.sort(v))
        {
            return Err(Box::new(ReplayError::Malformed { step }));
        }
    }
    run(model, main, lowered, trace)
}

fn run(
    model: &Model,
    main: NodeId,
    lowered: &Lowered,
    trace: &Trace,
) -> Result<Replay, Box<ReplayError>> {
    let mut interpreter =
        Interpreter::new(model, main).map_err(|error| Box::new(ReplayError::Refused(error)))?;
    let lowered_as = lowered_as(&interpreter, lowered);
    let mut world = TraceWorld {
        model,
        lowered,
        trace,
        lowered_as,
    };
    let mut result = Replay::new(lowered);
    for number in 0..trace.steps.len() {
        let step = interpreter.step(&mut world);
        let mut scalars = Vec::new();
        for (instance, values) in step.values.iter().enumerate() {
            let at = &lowered.instances[world.lowered_as[instance]];
            for (var, value) in values.iter().enumerate() {
                scalars.clear();
                take_apart(value, &mut scalars);
                for (leaf, computed) in at.leaves(VarId(var as u32)).zip(&scalars) {
                    let traced = trace.value(number, leaf);
                    if traced != computed {
                        return Err(Box::new(ReplayError::Differs {
                            step: number,
                            name: lowered.system.var(leaf).name.clone(),
                            traced: traced.clone(),
                            computed: computed.clone(),
                        }));
                    }
                }
            }
        }
        result.record(lowered, &world.lowered_as, number, &step);
    }
    Ok(result)
}

/// The lowering's number of each of the interpreter's instances: the two count in orders of their own, and calls tell
/// which is which.
pub(super) fn lowered_as(interpreter: &Interpreter<'_>, lowered: &Lowered) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::with_capacity(interpreter.instances.len());
    for instance in &interpreter.instances {
        numbers.push(match instance.caller {
            None => 0,
            Some((caller, call)) => lowered.instances[numbers[caller]].calls[call.index()]
                .expect("every call was lowered"),
        });
    }
    numbers
}

/// Answers from a trace, which has a value of the right sort for every variable at every step.
struct TraceWorld<'a> {
    model: &'a Model,
    lowered: &'a Lowered,
    trace: &'a Trace,
    /// The lowering's number of each of the interpreter's instances.
    lowered_as: Vec<usize>,
}

impl TraceWorld<'_> {
    fn value(&self, step: usize, ty: &Type, vars: &[assay_term::VarId]) -> Value {
        let mut scalars = vars.iter().map(|v| self.trace.value(step, *v).clone());
        assemble(self.model, ty, Clamp::No, &mut scalars)
            .unwrap_or_else(|| default_value(self.model, ty))
    }

    /// The value before the first step of what some variables show.
    fn remembered(&self, ty: &Type, vars: impl Iterator<Item = assay_term::VarId>) -> Value {
        let mut scalars = vars.map(|var| match self.lowered.past.get(&var) {
            Some(state) => self.trace.value(0, *state).clone(),
            // This part of the variable is under no `pre`, although others are: its value before the first step is never used.
            None => Scalar::default_of(self.lowered.system.sort(var)),
        });
        assemble(self.model, ty, Clamp::No, &mut scalars)
            .unwrap_or_else(|| default_value(self.model, ty))
    }
}

impl World for TraceWorld<'_> {
    fn input(&mut self, step: usize, instance: InstanceId, var: VarId) -> Value {
        let at = &self.lowered.instances[self.lowered_as[instance]];
        let leaves: Vec<_> = at.leaves(var).collect();
        let ty = &self.model.node(at.node).variable(var).ty;
        self.value(step, ty, &leaves)
    }

    fn before(&mut self, instance: InstanceId, what: Unknown, ty: &Type) -> Value {
        let at = &self.lowered.instances[self.lowered_as[instance]];
        let node = self.model.node(at.node);
        match what {
            Unknown::Var(var) => self.remembered(ty, at.leaves(var)),
            Unknown::Held(output) => {
                let sizes = node.outputs.iter().map(|o| at.vars[o.index()].len());
                let start: usize = sizes.take(output).sum();
                let var = node.outputs[output];
                let held = &at.held[start..start + at.vars[var.index()].len()];
                self.remembered(ty, held.iter().copied())
            }
            Unknown::Memory(number) => self.value(0, ty, &at.memories[&number]),
        }
    }

    fn function(&mut self, function: FunctionId, args: &[Value], output: usize) -> Value {
        let mut scalars = Vec::new();
        for arg in args {
            take_apart(arg, &mut scalars);
        }
        let declared = self.model.function(function);
        let ty = &declared.outputs[output].ty;
        let count = |ty: &Type| {
            let mut parts = Vec::new();
            take_apart(&default_value(self.model, ty), &mut parts);
            parts.len()
        };
        let start: usize = declared.outputs[..output]
            .iter()
            .map(|o| count(&o.ty))
            .sum();
        let leaves = &self.lowered.functions[function.index()][start..start + count(ty)];
        let mut results = leaves.iter().map(|&leaf| {
            let result = self.trace.functions.get(leaf, &scalars);
            let sort = self.lowered.system.pool.function(leaf).result;
            result.cloned().unwrap_or_else(|| Scalar::default_of(sort))
        });
        assemble(self.model, ty, Clamp::Yes, &mut results)
            .unwrap_or_else(|| default_value(self.model, ty))
    }

    fn by_zero(&mut self, op: BinaryOp, dividend: &Value) -> Value {
        let mut scalars = Vec::new();
        take_apart(dividend, &mut scalars);
        let function = self.lowered.by_zero.get(&op);
        let result = function.and_then(|&f| self.trace.functions.get(f, &scalars));
        match (result, dividend) {
            (Some(Scalar::Int(n)), _) => Value::Int(n.clone()),
            (Some(Scalar::Real(r)), _) => Value::Real(r.clone()),
            (_, Value::Real(_)) => default_value(self.model, &Type::Real),
            _ => default_value(self.model, &Type::Int),
        }
    }
}
