//! What a proof leaves behind: enough for somebody else to check it.

use assay_term::Dag;

/// Claims: with L the conjunction of the lemmas and of the named properties, and C the constraints
/// (assumed at every step),
///
/// * base: L holds at steps 0 .. k-1 of every execution from the initial states;
/// * step: if L holds at k consecutive steps then it holds at the next.
///
/// Together: every named property holds in every reachable state. The ranges of state variables
/// are part of L without being listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// At least 1.
    pub k: usize,
    /// Boolean terms over the variables of one step.
    pub lemmas: Dag,
    /// Indices into the system's properties.
    pub properties: Vec<usize>,
}
