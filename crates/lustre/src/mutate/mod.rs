//! Mutants of a Lustre model: small changes of equations and assertions.
//!
//! References: [1] Todorov, Taha, Boulanger: Specification Quality Metrics Based on Mutation and
//! Inductive Incremental Model Checking, NFM 2020, Table 2 and figure 5.
//!
//! A mutator looks at one expression and offers replacements for it (`operators/`), or at a whole
//! equation (`equations.rs`). Each offer is lowered again in every instance of its node, into the
//! same pool, and becomes a patch: one mutant for all instances. A node that is never instantiated
//! has no mutants.
//!
//! The specification is not mutated: an equation of a property's variable that no model equation
//! reads is left alone, and a property whose variable the model does read keeps its original
//! definition ([`specification`]).

mod apply;
mod equations;
mod identity;
mod operators;
mod patch;
mod range;
mod rewrite;
mod select;
mod specification;
mod tied;
mod write;

use std::sync::Arc;

use assay_language::with_stack;
use assay_source::{Diagnostic, SourceFile, Span};
use assay_system::Mutants;

pub(crate) use apply::applied;
pub use equations::too_large;
pub use operators::{Group, Operator, all as operators};
pub use select::Selection;
pub(crate) use tied::Tying;
pub use write::written;
pub(crate) use write::written_with;

use crate::STACK;
use crate::lower::{Lowered, Lowering};
use crate::model::{Expr, Model, NodeId, Value, VarId};
use crate::replayer::{Changes, ModelReplayer};

/// Where an offer stands in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Site {
    /// The equation with this index in its node.
    Equation(NodeId, usize),
    /// The assertion with this index in its node.
    Assertion(NodeId, usize),
}

impl Site {
    pub fn node(self) -> NodeId {
        match self {
            Site::Equation(node, _) | Site::Assertion(node, _) => node,
        }
    }
}

/// What the site becomes.
#[derive(Clone, Debug)]
pub(crate) enum Becomes {
    /// The right-hand side, or the assertion.
    Expr(Expr),
    /// One leaf of a variable on the left has another definition.
    Leaf {
        var: VarId,
        leaf: usize,
        change: LeafChange,
    },
    /// One of several variables on the left has a definition of its own.
    One { var: VarId, expr: Expr },
}

/// What becomes of one leaf of a variable on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeafChange {
    /// It takes any value of its type.
    Free,
    /// It has this value in the first step.
    First(Value),
    /// It has this value always.
    Always(Value),
}

/// A change that some mutator proposes.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    pub site: Site,
    pub operator: &'static str,
    /// Where it is shown: the operator, or the variable on the left.
    pub at: Span,
    /// What is replaced, and by which text.
    pub span: Span,
    pub replacement: String,
    /// Where in the expression, as child numbers from the root; for the fingerprint.
    pub path: Vec<u32>,
    /// Which of several at the same place; part of the id where it is not empty.
    pub variant: String,
    pub becomes: Becomes,
    /// Why it is no model, where that is known at once.
    pub invalid: Option<String>,
}

/// A model lowered together with its mutants.
pub struct Mutated {
    /// Its system is the original one, without the fresh variables of the mutants; its functions are also those that mutants call.
    pub lowered: Lowered,
    pub mutants: Mutants,
    /// What the mutants change in the tree.
    pub changes: Changes,
}

impl Mutated {
    /// The mutants, and what replays traces of the model and of each mutant in the interpreter. `model` is what was mutated.
    pub fn with_replayer(self, model: Arc<Model>) -> (Mutants, ModelReplayer) {
        let replayer = ModelReplayer::new(model, Arc::new(self.lowered), self.changes);
        (self.mutants, replayer)
    }
}

/// All selected mutants of the model as seen from `main`, by line and column.
pub fn mutate(
    file: &SourceFile,
    model: &Model,
    main: NodeId,
    selection: &Selection,
) -> Result<Mutated, Box<Diagnostic>> {
    mutate_with(file, model, main, selection, None)
}

/// The same, and behind them the elements that the user ties to expressions.
pub(crate) fn mutate_with(
    file: &SourceFile,
    model: &Model,
    main: NodeId,
    selection: &Selection,
    tying: Option<Tying<'_>>,
) -> Result<Mutated, Box<Diagnostic>> {
    with_stack(STACK, || {
        let mut lowering = Lowering::new(model);
        lowering.lower(main)?;
        let mut lowered = lowering.finished();
        let (specified, offers) = offers_of(file, model, &lowered, selection, tying)?;
        let made = patch::patches(file, model, lowering, &lowered, &specified, &offers)?;
        let (mutants, called) = made;
        // A trace of a mutant names what the mutant calls.
        lowered.functions = called.functions;
        lowered.by_zero = called.by_zero;
        let ids = mutants.mutants.iter().map(|m| m.id.clone());
        let changes = Changes {
            offers: ids.zip(offers).collect(),
            copied: specified.copied,
        };
        Ok(Mutated {
            lowered,
            mutants,
            changes,
        })
    })
}

/// What is offered, by line and column, and what is left alone.
fn offers_of(
    file: &SourceFile,
    model: &Model,
    lowered: &Lowered,
    selection: &Selection,
    tying: Option<Tying<'_>>,
) -> Result<(specification::Specified, Vec<Offer>), Box<Diagnostic>> {
    let specified = specification::of(model, lowered);
    let mut offers = Vec::new();
    let mut nodes: Vec<NodeId> = lowered.instances.iter().map(|i| i.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    for node in nodes {
        offers.extend(equations::offers(file, model, node, &specified, selection));
    }
    offers.sort_by_key(|o| (o.at.start, o.span.start, o.operator, o.variant.clone()));
    if let Some(tying) = tying {
        offers.extend(tying.offers(model, lowered)?);
    }
    Ok((specified, offers))
}
