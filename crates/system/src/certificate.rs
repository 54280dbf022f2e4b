//! What a proof leaves behind: enough to check it without the engine that found it.
//!
//! References: [1] Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000 (simple paths).

use std::collections::BTreeSet;

use assay_term::Dag;

/// The SMT solvers whose answers a claim rests on, by the names of their programs; empty where everything was decided in this
/// process. Whoever checks the claim takes another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provers(BTreeSet<String>);

impl Provers {
    pub fn none() -> Provers {
        Provers::default()
    }

    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Provers {
        Provers(names.into_iter().map(Into::into).collect())
    }

    /// The same with those behind another claim that this one builds on.
    pub fn and(mut self, others: &Provers) -> Provers {
        self.0.extend(others.0.iter().cloned());
        self
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Claims: with L the conjunction of the lemmas and of the named properties, and C the constraints
/// (assumed at every step),
///
/// * base: L holds at steps 0 .. k-1 of every execution from the initial states;
/// * step: if L holds at k consecutive steps then it holds at the next.
///
/// Together: every named property holds in every reachable state. The ranges of state variables
/// are part of L without being listed.
///
/// With `simple_path` the claim is weaker, and proves as much [1]:
///
/// * base: L holds at steps 0 .. k;
/// * step: if L holds at k consecutive steps and the states of these steps and of the next are
///   pairwise different, then it holds at the next. States are compared by all state variables that
///   L and C depend on.
///
/// For suppose L fails, and take a shortest execution at whose end it does. It has more than k + 1
/// steps, L holds at all but the last, and no two states after the first step are the same: leaving out what
/// lies between them would leave a shorter execution with the same end. The first state is not compared, because
/// which inputs come with it may be part of how it begins; that is what the further step of the base is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// At least 1.
    pub k: usize,
    /// Boolean terms over the variables of one step.
    pub lemmas: Dag,
    /// Indices into the system's properties.
    pub properties: Vec<usize>,
    /// The step is claimed of simple paths only. Such a certificate says nothing of a changed system or of a
    /// smaller L, so nothing is built on it.
    pub simple_path: bool,
    /// Who proved it.
    pub provers: Provers,
}
