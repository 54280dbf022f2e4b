//! Replays traces of a model, and of its mutants, by the interpreter.
//!
//! The change of a mutant is made in the tree ([`applied`]). Nothing of how the mutant was lowered takes part, so that an error in
//! lowering cannot make a verdict.

use std::sync::Arc;

use assay_system::{Mutant, Replayed, Replayer, System, Trace, VarKind};
use assay_term::Evaluator;
use rustc_hash::FxHashMap;

use crate::interp::{self, Replay, ReplayError};
use crate::lower::Lowered;
use crate::model::{Expr, ExprKind, Model, Node, NodeId};
use crate::mutate::{Offer, Site, applied};

/// The changes that the mutants of a model make in its tree.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// By the ids of the mutants.
    pub(crate) offers: FxHashMap<String, Offer>,
    /// Properties (by index in the system) that keep the original definition of their variable, whatever a mutant makes of it.
    pub(crate) copied: Vec<usize>,
}

/// A model that the interpreter runs, as it is or with one of its mutants' changes.
pub struct ModelReplayer {
    model: Arc<Model>,
    lowered: Arc<Lowered>,
    changes: Changes,
}

/// The model with one mutant's change.
pub struct ChangedModel<'r> {
    of: &'r ModelReplayer,
    model: Model,
    offer: &'r Offer,
}

impl ModelReplayer {
    /// `lowered` is the lowering of this model. Without changes there are no mutants to replay.
    pub fn new(model: Arc<Model>, lowered: Arc<Lowered>, changes: Changes) -> ModelReplayer {
        ModelReplayer {
            model,
            lowered,
            changes,
        }
    }

    /// The system that the model was lowered to.
    pub fn system(&self) -> &System {
        &self.lowered.system
    }

    /// The model with the change of the mutant that has this id.
    ///
    /// None where the tree cannot express the change. None also where original and mutant number their calls or their `pre` in
    /// different ways: a trace of the mutant would then name what the original does not have.
    pub fn changed(&self, id: &str) -> Option<ChangedModel<'_>> {
        let offer = self.changes.offers.get(id)?;
        let node = offer.site.node();
        let model = applied(&self.model, offer)?;
        let mut instances = self.lowered.instances.iter();
        // The value of a `pre` of something temporal before the first step is open in the original and in the mutant, and a
        // trace has only one of the two.
        let open = instances.any(|i| i.node == node && !i.memories.is_empty());
        let same_numbers =
            count_numbered(self.model.node(node)) == count_numbered(model.node(node));
        (same_numbers && !open).then_some(ChangedModel {
            of: self,
            model,
            offer,
        })
    }

    fn main(&self) -> NodeId {
        self.lowered.instances[0].node
    }
}

impl Replayer for ModelReplayer {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let replay = interp::replay(&self.model, self.main(), &self.lowered, trace);
        by_interpreter(replay, property)
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let changed = self.changed(&mutant.id)?;
        Some(Box::new(changed))
    }
}

impl ChangedModel<'_> {
    /// Runs the trace, which has a value for each variable of the original system, and compares every variable of the text.
    pub fn run(&self, trace: &Trace) -> Result<Replay, Box<ReplayError>> {
        interp::replay(&self.model, self.of.main(), &self.of.lowered, trace)
    }

    /// Whether the property keeps the original definition of a variable that the change defines anew.
    fn keeps_original(&self, property: usize) -> bool {
        let of = self.of;
        let var = of.lowered.system.properties[property].var;
        let (Site::Equation(node, at), Some(var)) = (self.offer.site, var) else {
            return false;
        };
        let left = &of.model.node(node).equations[at].lhs;
        let instances = of.lowered.instances.iter().filter(|i| i.node == node);
        let mut wires = instances.flat_map(|i| left.iter().flat_map(|v| i.leaves(*v)));
        of.changes.copied.contains(&property) && wires.any(|wire| wire == var)
    }

    /// Whether the property, with the original definition of its variable, is false at the last step. The changed tree has no
    /// such copy: terms say it.
    fn original_fails(&self, trace: &Trace, property: usize) -> Result<bool, String> {
        let system = &self.of.lowered.system;
        let property = &system.properties[property];
        let mut values = trace.steps.last().ok_or("the trace is empty")?.clone();
        if let Some(var) = property.var
            && let VarKind::Wire { def } = system.var(var).kind
        {
            let value = Evaluator::new(&system.pool, &values, &trace.functions).eval(def);
            values[var.index()] = value.map_err(|error| error.to_string())?;
        }
        let holds =
            Evaluator::new(&system.pool, &values, &trace.functions).eval_bool(property.term);
        holds.map(|holds| !holds).map_err(|error| error.to_string())
    }
}

impl Replayer for ChangedModel<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let replayed = by_interpreter(self.run(trace), property)?;
        if !self.keeps_original(property) {
            return Ok(replayed);
        }
        Ok(Replayed {
            violated: self.original_fails(trace, property)?,
            by: "evaluator",
        })
    }

    /// A mutant has no mutants of its own.
    fn change<'a>(&'a self, _mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        None
    }
}

/// What the interpreter says of the property, if the trace is an execution on which no assertion fails.
fn by_interpreter(
    replay: Result<Replay, Box<ReplayError>>,
    property: usize,
) -> Result<Replayed, String> {
    let replay = replay.map_err(|error| error.to_string())?;
    if let Some(step) = replay.assertion_fails.iter().flatten().min() {
        return Err(format!("an assertion fails at step {step}"));
    }
    let violated = replay.fails_at_end.get(property);
    Ok(Replayed {
        violated: *violated.ok_or_else(|| format!("there is no property {property}"))?,
        by: "interpreter",
    })
}

/// How many calls and how many `pre` a node has: traces know both by their number in the node.
fn count_numbered(node: &Node) -> (usize, usize) {
    let (mut calls, mut memories) = (0, 0);
    for expr in node.expressions() {
        expr.walk(&mut |e: &Expr| match e.kind {
            ExprKind::Call(_) | ExprKind::Condact { .. } => calls += 1,
            ExprKind::Pre(_) => memories += 1,
            _ => {}
        });
    }
    (calls, memories)
}
