//! An interpreter for the typed model.
//!
//! It runs a node on chosen inputs and works on the tree alone: it knows nothing of the lowered system, so that the two
//! can be compared. Only the numbering of `pre` expressions is common, because traces name their first values by it.
//!
//! Evaluation is by demand and remembers each variable for the step. A variable's definition is evaluated after the
//! variables it mentions where that is possible, so that native recursion stays within single expressions: a chain of
//! ten thousand equations costs no stack. What a definition mentions is only a hint (a tuple may mention a variable in
//! another component); the true dependencies are acyclic, so evaluation ends either way.
//!
//! The state between steps is, for each instance: the operand of each `pre` at the last tick of the instance's clock,
//! whether the clock has ticked, and the outputs of condacts when the caller last ticked. What has no value before the
//! first tick is asked of the [`World`].

mod eval;
mod program;
mod replay;
mod simulate;
mod stimuli;
mod value;

use std::sync::Arc;

use assay_language::with_stack;
use assay_source::Diagnostic;

use crate::STACK;
use crate::model::{BinaryOp, CallId, ExprKind, FunctionId, Model, NodeId, Type, Value, VarId};
use program::Program;

pub use replay::{Replay, ReplayError, replay};
pub use simulate::simulate;
pub use stimuli::{Random, Stimuli, Table, TableError};
pub use value::{default_value, parse_value};

/// Most instances a run may have.
const MAX_INSTANCES: usize = 1_000_000;

/// A place in [`Interpreter::instances`]; the main node is number 0.
pub type InstanceId = usize;

/// The main node or one call, found by its caller.
#[derive(Clone, Debug)]
pub struct Instance {
    pub node: NodeId,
    pub caller: Option<(InstanceId, CallId)>,
    /// The instance of each call, by [`CallId`]; `None` for a number that no call has.
    pub calls: Vec<Option<InstanceId>>,
}

/// Something whose value before the first step is arbitrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    Var(VarId),
    /// The operand of the n-th `pre` of the node, where it is temporal.
    Memory(u32),
    /// An output, by its place, of this instance as its caller sees it through a condact.
    Held(usize),
}

/// What an execution leaves open. Every answer has the type that is asked for; the same question gets the same answer.
pub trait World {
    /// An input of the main node, or a variable that nothing defines.
    fn input(&mut self, step: usize, instance: InstanceId, var: VarId) -> Value;
    /// The value before the first step.
    fn before(&mut self, instance: InstanceId, what: Unknown, ty: &Type) -> Value;
    /// The output, by its place, of an uninterpreted function.
    fn function(&mut self, function: FunctionId, args: &[Value], output: usize) -> Value;
    /// The result of dividing by zero.
    fn by_zero(&mut self, op: BinaryOp, dividend: &Value) -> Value;
}

/// All that is known of one step.
#[derive(Clone, Debug)]
pub struct Step {
    /// By instance and variable.
    pub values: Vec<Vec<Value>>,
    /// By instance and place in the node; true where the instance's clock does not tick.
    pub assertions: Vec<Vec<bool>>,
    /// By instance and place in the node; true where the instance's clock does not tick.
    pub properties: Vec<Vec<bool>>,
}

/// What an instance keeps from step to step.
#[derive(Debug, Default)]
struct State {
    started: bool,
    /// The operands of `pre` at the last tick, by number.
    memory: Vec<Option<Value>>,
    /// The outputs of the instance as its caller last saw them, under a condact.
    held: Option<Vec<Value>>,
}

/// What is known of an instance within a step.
#[derive(Debug, Default)]
struct Scratch {
    values: Vec<Option<Value>>,
    /// Variables whose hints have been followed.
    open: Vec<bool>,
    ticks: Option<bool>,
}

pub struct Interpreter<'m> {
    model: &'m Model,
    programs: Vec<Option<Arc<Program<'m>>>>,
    pub instances: Vec<Instance>,
    states: Vec<State>,
    scratch: Vec<Scratch>,
    step: usize,
}

impl<'m> Interpreter<'m> {
    /// Fails only if there are too many calls.
    pub fn new(model: &'m Model, main: NodeId) -> Result<Self, Box<Diagnostic>> {
        if instance_count(model, main) > MAX_INSTANCES {
            let message = format!("the model has more than {MAX_INSTANCES} calls");
            let error = Diagnostic::error("L0602", message);
            return Err(Box::new(error.at(model.node(main).name.span)));
        }
        let mut interpreter = Interpreter {
            model,
            programs: vec![None; model.nodes.len()],
            instances: Vec::new(),
            states: Vec::new(),
            scratch: Vec::new(),
            step: 0,
        };
        interpreter.instantiate(main, None);
        let mut next = 0;
        while next < interpreter.instances.len() {
            let program = interpreter.program(next);
            for site in program.sites.iter().flatten() {
                let callee = interpreter.instantiate(site.call.node, Some((next, site.call.id)));
                interpreter.instances[next].calls[site.call.id.index()] = Some(callee);
            }
            next += 1;
        }
        Ok(interpreter)
    }

    fn instantiate(&mut self, node: NodeId, caller: Option<(InstanceId, CallId)>) -> InstanceId {
        let instance = self.instances.len();
        self.instances.push(Instance {
            node,
            caller,
            calls: vec![None; self.model.node(node).calls as usize],
        });
        let program = self.program(instance);
        self.states.push(State {
            memory: vec![None; program.pres.len()],
            ..State::default()
        });
        instance
    }

    fn program(&mut self, instance: InstanceId) -> Arc<Program<'m>> {
        let node = self.instances[instance].node;
        let slot = &mut self.programs[node.index()];
        slot.get_or_insert_with(|| Arc::new(Program::of(self.model, self.model.node(node))))
            .clone()
    }

    /// Runs one step.
    pub fn step(&mut self, world: &mut (dyn World + Send)) -> Step {
        with_stack(STACK, || self.run_step(world))
    }

    fn run_step(&mut self, world: &mut dyn World) -> Step {
        let model = self.model;
        self.scratch = self
            .instances
            .iter()
            .map(|instance| {
                let count = model.node(instance.node).variables.len();
                Scratch {
                    values: vec![None; count],
                    open: vec![false; count],
                    ticks: None,
                }
            })
            .collect();
        for instance in 0..self.instances.len() {
            for var in 0..self.scratch[instance].values.len() {
                self.demand(world, instance, VarId(var as u32));
            }
        }
        let mut assertions = Vec::with_capacity(self.instances.len());
        let mut properties = Vec::with_capacity(self.instances.len());
        for instance in 0..self.instances.len() {
            let node = model.node(self.instances[instance].node);
            let ticks = self.ticks(world, instance);
            let mut hold = |expr| !ticks || self.truth(world, instance, expr);
            assertions.push(node.assertions.iter().map(|a| hold(&a.expr)).collect());
            properties.push(node.properties.iter().map(|p| hold(&p.expr)).collect());
        }
        self.advance(world);
        self.step += 1;
        let values = std::mem::take(&mut self.scratch).into_iter().map(|s| {
            let known = s.values.into_iter();
            known
                .map(|v| v.expect("every variable was demanded"))
                .collect()
        });
        Step {
            values: values.collect(),
            assertions,
            properties,
        }
    }
}

/// How many instances a node and the calls below it make; saturating.
fn instance_count(model: &Model, main: NodeId) -> usize {
    let mut counts = vec![1usize; model.nodes.len()];
    for &id in &model.call_order {
        let mut count: usize = 1;
        for root in model.node(id).expressions() {
            root.walk(&mut |expr| {
                if let ExprKind::Call(call) | ExprKind::Condact { call, .. } = &expr.kind {
                    count = count.saturating_add(counts[call.node.index()]);
                }
            });
        }
        counts[id.index()] = count;
    }
    counts[main.index()]
}
