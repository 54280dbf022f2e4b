//! What `check` answers beside verdicts on properties: lengths of paths (`COMPUTE`), numbers of states, a formula at a state, and the labels of
//! each round of the lecture's algorithm.

use assay_term::BigUint;

use super::TreeView;
use crate::{Checked, Place, TraceView};

/// The length of a path between two sets of states.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputeResult {
    pub name: String,
    pub place: Option<Place>,
    pub extreme: Extreme,
    /// The question as it was asked: `MIN [start, done]`.
    pub text: String,
    pub value: ComputeValue,
    pub engine: String,
    pub checked: Checked,
    /// A path of this length.
    pub trace: Option<TraceView>,
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    Min,
    Max,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComputeValue {
    Steps(u64),
    /// No path leads there, or of a maximum: some path never does.
    Infinity,
    /// Not computed, and why.
    Unknown(String),
}

/// The states of a model, in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatsView {
    /// The part of the model, where it has several.
    pub part: String,
    /// Bits of a state.
    pub bits: usize,
    /// Valid initial states.
    pub initial: BigUint,
    pub reachable: BigUint,
    /// All valid states.
    pub valid: Option<BigUint>,
    /// Reachable states from which a fair execution starts.
    pub fair: Option<BigUint>,
    /// Reachable states without a successor.
    pub deadlocks: Option<BigUint>,
    /// The greatest number of steps that a shortest path to a reachable state has.
    pub diameter: usize,
    /// Of the decision diagrams of the reachable states and of the transitions.
    pub nodes: usize,
    /// The most that were alive at one time.
    pub peak_nodes: Option<usize>,
    /// How often variables were reordered.
    pub reorderings: Option<usize>,
    pub seconds: f64,
}

/// A formula at a state that the user names.
#[derive(Clone, Debug, PartialEq)]
pub struct AtResult {
    pub state: String,
    pub formula: String,
    pub answer: AtAnswer,
    pub checked: Checked,
    pub seconds: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AtAnswer {
    /// With a tree, where there is a finite one.
    Holds(Option<TreeView>),
    Fails(Option<TreeView>),
    Unknown(String),
}

/// How the states of a model get the parts of a formula as labels.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelsView {
    /// The property, where the formula belongs to one.
    pub name: String,
    pub formula: String,
    pub states: Vec<LabelledState>,
    /// The parts of the formula, each after its operands; the last one is the formula.
    pub parts: Vec<LabelledPart>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledState {
    /// `s0`, or the name that the model gives it.
    pub name: String,
    pub initial: bool,
    /// `req = true, ack = false`; empty where the name says it.
    pub values: String,
}

/// States are indices into those of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledPart {
    pub formula: String,
    /// How the label came to the states.
    pub rounds: Vec<LabelRound>,
    /// The states that have the label at the end.
    pub holds: Vec<usize>,
}

/// One round of the search for a fixpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelRound {
    /// These states get the label.
    pub added: Vec<usize>,
    /// These lose it.
    pub removed: Vec<usize>,
}
