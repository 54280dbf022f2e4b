//! What people read of branching time: trees of executions and sets of states, in words, as tables, as JSON and as pictures.
//!
//! [`TreeView`] is plain data. It is made from evidence that was checked already, and every writer here takes nothing else.

mod answers;
mod answers_json;
mod answers_text;
mod dot;
mod drawing;
mod formula;
mod json;
mod picture;
mod set_text;
mod sets;
mod svg;
mod text;
mod tree;
mod words;
mod written;

pub use answers::{
    AtAnswer, AtResult, ComputeResult, ComputeValue, Extreme, LabelRound, LabelledPart,
    LabelledState, LabelsView, StatsView,
};
pub use dot::{trace_to_dot, tree_to_dot};
pub use drawing::{Drawing, Frame, Label, Line, TextLook};
pub use formula::{FormulaText, formula_text};
pub use set_text::set_text;
pub use sets::SetsView;
pub use svg::{trace_to_svg, tree_to_svg};
pub use text::{execution_names, tree_to_text};
pub use tree::{BranchView, GoesView, PathView, TreeView, WhyView};

pub(crate) use answers_json::{at_to_json, compute_to_json, labels_to_json, stats_to_json};
pub(crate) use answers_text::{at_lines, compute_line, labels_lines, stats_lines};
pub(crate) use json::{sets_to_json, tree_to_json};
pub(crate) use text::tree_lines;
