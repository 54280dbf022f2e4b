//! A certificate of sets of states in a few numbers: the sets themselves are for the check, not for people.

use assay_system::branching::Fixpoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetsView {
    /// How many sets of states: for the operators of the formula, and for the states from which fair executions start.
    pub sets: usize,
    /// The operators, variables and constants that all terms of the certificate have together.
    pub nodes: usize,
}

impl From<&Fixpoint> for SetsView {
    fn from(fixpoint: &Fixpoint) -> SetsView {
        let parts = fixpoint.parts.iter().flatten().count();
        let fair = usize::from(fixpoint.fair.is_some());
        let unfair = usize::from(fixpoint.unfair.is_some());
        SetsView {
            sets: parts + fair + unfair,
            nodes: fixpoint.terms.nodes().len(),
        }
    }
}
