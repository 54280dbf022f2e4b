//! From the typed model to a transition system: calls are inlined, records and arrays flattened, `pre`, `->` and
//! `condact` turned into states.
//!
//! The meaning is JKind's:
//! * A variable of an inlined call is `node~N.x`, nested `a~0.b~1.x`. N counts the calls of one node from one place;
//!   the order is that of a work queue in which the calls of an instance's equations come before those inside the
//!   arguments of these calls, so that `f(f(x))` is `f~0` outside and `f~1` inside.
//! * `pre x` is a state whose first value is arbitrary within the range of `x`. All `pre x` of one variable share it, and
//!   `pre e` of an expression without `pre` and `->` is `e` over such states: before the first step there is one
//!   arbitrary state. A temporal operand has a state of its own, arbitrary within the range of its type, which for
//!   literals is as narrow as they are.
//! * `a -> b` chooses by a state that is true in the first step of its clock.
//! * A `condact` runs its instance on a clock: the states of the instance advance only while the clock holds, and the
//!   outputs are held in wires `held node~N.y`. The other variables of the instance are computed at every step. The
//!   defaults are those of the first step. Properties and assertions of the instance count only while the clock holds.
//!   Clocks of nested condacts are conjunctions. A condact on a literal true is a plain call.
//! * Reading an array out of bounds gives the default of the element type (false, 0, the lower bound, the first
//!   literal); updating it there changes nothing.
//! * Division by zero is an uninterpreted function of the dividend, one for each operator.
//! * A function whose result has a range is clamped: outside of the range the value is the lower bound. Every function
//!   into the range is such a function, so nothing is lost.
//!
//! Where it does not follow JKind: a condact's instance has the name of a plain call, the default of a condact inside
//! another condact's node is taken in the first step of that node, and equal calls are not merged (JKind's merging also
//! makes them agree before the first step): each call in the text is an instance, as mutants want it. Where JKind's
//! reading is wanted, [`merge_equal_calls`] makes it of the result.
//!
//! Invariant: the wires of the result are acyclic because the model's instantaneous dependencies are.

mod clock;
mod elements;
mod expr;
mod inline;
mod layout;
mod merge;
mod relower;

use std::ops::Range;

use assay_language::with_stack;
use assay_source::Diagnostic;
use assay_system::System;
use assay_term::{FuncId, VarId};
use rustc_hash::FxHashMap;

use crate::STACK;
use crate::model::{self, BinaryOp, CallId, Model, NodeId};

/// Most variables and most terms a system may have.
const MAX_VARS: usize = 1_000_000;
const MAX_TERMS: usize = 10_000_000;

/// A place in [`Lowered::instances`]; the main node is number 0.
pub type InstanceId = usize;

/// The main node or one inlined call.
#[derive(Clone, Debug)]
pub struct Instance {
    pub node: NodeId,
    /// What the names of its variables start with: empty, or like `a~0.b~1.`.
    pub prefix: String,
    pub caller: Option<(InstanceId, CallId)>,
    /// The instance of each call, by [`CallId`].
    pub calls: Vec<Option<InstanceId>>,
    /// For each variable of the node its leaves, which are consecutive.
    pub vars: Vec<Range<u32>>,
    /// Under a condact: for each leaf of the outputs, in order, the wire that the caller reads.
    pub held: Vec<VarId>,
    /// For each `pre` of a temporal operand, by its number in the node, the states of its leaves.
    pub memories: FxHashMap<u32, Vec<VarId>>,
}

impl Instance {
    /// The system's variables for a variable of the node, in the order of its leaves.
    pub fn leaves(&self, var: model::VarId) -> impl Iterator<Item = VarId> + use<> {
        self.vars[var.index()].clone().map(VarId)
    }
}

/// A system together with where its parts come from.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub system: System,
    /// Each after its caller.
    pub instances: Vec<Instance>,
    /// For each variable under a `pre` the state that remembers it.
    pub past: FxHashMap<VarId, VarId>,
    /// For each constraint the instance and the index among its node's assertions.
    pub assertions: Vec<(InstanceId, usize)>,
    /// For each property the instance and the index among its node's properties.
    pub properties: Vec<(InstanceId, usize)>,
    /// For each function of the model one function of the pool per leaf of its outputs; empty where it is not called.
    pub functions: Vec<Vec<FuncId>>,
    /// What division by zero gives, for the operators that may divide by zero.
    pub by_zero: FxHashMap<BinaryOp, FuncId>,
}

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

pub(crate) use inline::{Lowering, Place};
pub use merge::merge_equal_calls;

/// Lowers a model for one of its nodes. Fails only if the result would be too large.
pub fn lower(model: &Model, main: NodeId) -> Result<Lowered> {
    with_stack(STACK, || inline::Lowering::new(model).run(main))
}
