//! Running mutants in the interpreter: the change is made in the tree, where nothing of its lowering takes part.

use assay_source::{Diagnostic, SourceFile};
use assay_system::Trace;
use rustc_hash::FxHashMap;

use super::apply::applied;
use super::identity::shown_ids;
use super::{Offer, Selection, Site, offers_of};
use crate::interp;
use crate::lower::{Lowered, Lowering};
use crate::model::{Expr, ExprKind, Model, Node, NodeId};
use crate::stack::with_deep_stack;

/// The mutants of one model, ready to be made in the tree.
pub struct Replayer<'m> {
    model: &'m Model,
    main: NodeId,
    lowered: Lowered,
    /// By the ids of the mutants.
    offers: FxHashMap<String, Offer>,
}

/// A model with one mutant's change.
pub struct ChangedModel<'r> {
    of: &'r Replayer<'r>,
    model: Model,
    offer: &'r Offer,
}

impl<'m> Replayer<'m> {
    /// For the mutants that [`super::mutate`] makes of the same arguments.
    pub fn new(
        file: &SourceFile,
        model: &'m Model,
        main: NodeId,
        selection: &Selection,
    ) -> Result<Replayer<'m>, Box<Diagnostic>> {
        with_deep_stack(|| {
            let mut lowering = Lowering::new(model);
            lowering.lower(main)?;
            let lowered = lowering.finished();
            let (_, offers) = offers_of(file, model, &lowered, selection);
            let ids = shown_ids(file, &offers);
            Ok(Replayer {
                model,
                main,
                lowered,
                offers: ids.into_iter().zip(offers).collect(),
            })
        })
    }

    /// None where the tree cannot express the change, or where original and mutant count calls or memories in another
    /// way, so that a trace of the one names what the other does not have.
    pub fn change(&self, id: &str) -> Option<ChangedModel<'_>> {
        let offer = self.offers.get(id)?;
        let node = offer.site.node();
        let changed = applied(self.model, offer)?;
        let mut instances = self.lowered.instances.iter();
        // What a `pre` of something temporal has before the first step, both may choose.
        let chooses = instances.any(|i| i.node == node && !i.memories.is_empty());
        let alike = numbered(self.model.node(node)) == numbered(changed.node(node));
        (alike && !chooses).then_some(ChangedModel {
            of: self,
            model: changed,
            offer,
        })
    }
}

impl ChangedModel<'_> {
    /// Whether the trace is an execution of the changed model on which no assertion fails and the property, by its number in the
    /// system, fails at the last step.
    pub fn violates(&self, trace: &Trace, property: usize) -> Result<(), String> {
        let Replayer { main, lowered, .. } = self.of;
        let replay = interp::replay(&self.model, *main, lowered, trace)
            .map_err(|error| error.to_string())?;
        if let Some(step) = replay.assertion_fails.iter().flatten().min() {
            return Err(format!("an assertion fails at step {step}"));
        }
        let at = property;
        // The specification keeps its original copy of what the change defines; the tree has none.
        if self.defines(at) || replay.property_fails[at].is_some_and(|s| s + 1 == trace.len()) {
            return Ok(());
        }
        let name = &lowered.system.properties[at].name;
        Err(format!("`{name}` does not fail at the last step"))
    }

    /// Whether the changed equation is that of the property's variable.
    fn defines(&self, property: usize) -> bool {
        let (Site::Equation(node, at), Some(var)) = (
            self.offer.site,
            self.of.lowered.system.properties[property].var,
        ) else {
            return false;
        };
        let left = &self.of.model.node(node).equations[at].lhs;
        let instances = self.of.lowered.instances.iter().filter(|i| i.node == node);
        let mut wires = instances.flat_map(|i| left.iter().flat_map(|v| i.leaves(*v)));
        wires.any(|wire| wire == var)
    }
}

/// How many calls and how many `pre` a node has.
fn numbered(node: &Node) -> (usize, usize) {
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
