//! Verdicts on properties and goals, each with what it rests on.

use assay_system::{Claim, Goal, System};

use crate::branching::{SetsView, TreeView, formula_text};
use crate::{Checked, ClaimView, Place, TraceView, WithinView};

#[derive(Clone, Debug)]
pub struct PropertyResult {
    pub name: String,
    pub claim: ClaimView,
    /// Of a temporal claim: as it was written, where the source has it.
    pub formula: Option<String>,
    pub place: Option<Place>,
    pub outcome: Outcome,
    /// Within what a certificate of this property holds; None for everything that the model can do.
    pub within: Option<WithinView>,
    /// From the start of the run to the verdict.
    pub seconds: f64,
    /// Why a proof says less than it seems to: an unreachable left side.
    pub vacuous: Option<String>,
}

impl PropertyResult {
    /// What the system says of one of its properties, with what was found.
    pub fn new(
        system: &System,
        index: usize,
        place: Option<Place>,
        outcome: Outcome,
        seconds: f64,
    ) -> PropertyResult {
        let property = &system.properties[index];
        PropertyResult {
            name: property.name.clone(),
            claim: property.into(),
            formula: match &property.claim {
                Claim::Temporal(formula) => Some(formula_text(system, formula)),
                _ => None,
            },
            place,
            outcome,
            within: WithinView::new(&system.within),
            seconds,
            vacuous: None,
        }
    }

    /// Within what the verdict holds. An execution shows what it shows without any bound.
    pub fn bounded(&self) -> Option<&WithinView> {
        let certified = match &self.outcome {
            Outcome::Proved { evidence, .. } | Outcome::Violated { evidence, .. } => {
                matches!(evidence, EvidenceView::Certificate { .. })
            }
            Outcome::Vacuous { .. } => true,
            Outcome::NoExecutions { .. } | Outcome::Unknown { .. } => false,
        };
        self.within.as_ref().filter(|_| certified)
    }
}

/// What a verdict rests on.
#[derive(Clone, Debug)]
pub enum EvidenceView {
    /// Something holds at every step: the property, or of a property that claims that something can be reached, that it cannot.
    Certificate {
        k: usize,
        /// The step of the induction is about paths whose states are pairwise different.
        simple_path: bool,
        /// Index into the result's certificates.
        certificate: usize,
    },
    /// An execution; one with a step to go back to goes round for ever.
    Trace(TraceView),
    /// Sets of states in which the parts of a formula hold.
    Sets {
        sets: SetsView,
        /// Some executions that the formula asks for.
        example: Option<TreeView>,
        /// Why no finite execution shows that it holds, where that is so.
        unshown: Option<String>,
    },
    /// Executions as a tree: of a violated claim, for its negation.
    Tree(TreeView),
}

impl EvidenceView {
    /// The tree of executions, if it has one.
    pub fn tree(&self) -> Option<&TreeView> {
        match self {
            EvidenceView::Tree(tree) => Some(tree),
            EvidenceView::Sets { example, .. } => example.as_ref(),
            EvidenceView::Certificate { .. } | EvidenceView::Trace(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Outcome {
    Proved {
        engine: String,
        evidence: EvidenceView,
        checked: Checked,
    },
    Violated {
        engine: String,
        evidence: EvidenceView,
        checked: Checked,
    },
    Unknown {
        reason: String,
        /// No execution of this many steps violates the property.
        true_for: usize,
    },
    /// The assumptions end every execution before one violates the property: it holds because there is nothing left to violate it.
    Vacuous {
        reason: String,
        /// No execution has more steps.
        steps: usize,
        /// The assumptions that contradict each other.
        assumptions: Vec<(String, Option<Place>)>,
        /// Index into the result's certificates: that of `steps`.
        certificate: usize,
        checked: Checked,
    },
    /// A temporal claim about a model without a fair execution from an initial state: neither the claim nor its negation means anything.
    /// Results call it vacuous too.
    NoExecutions { reason: String, checked: Checked },
}

/// A question without a claim: can this be reached?
#[derive(Clone, Debug)]
pub struct GoalResult {
    /// Unique in the result.
    pub id: String,
    pub name: String,
    /// What kind of goal it is: `branch`, ...
    pub class: String,
    pub place: Option<Place>,
    pub outcome: GoalOutcome,
    /// Within what it is infeasible; None for everything that the model can do.
    pub within: Option<WithinView>,
    pub seconds: f64,
}

impl GoalResult {
    /// What the system says of one of its goals, with what was found.
    pub fn new(
        system: &System,
        index: usize,
        place: Option<Place>,
        outcome: GoalOutcome,
        seconds: f64,
    ) -> GoalResult {
        let Goal { name, class, .. } = &system.goals[index];
        GoalResult {
            id: format!("g{index}"),
            name: name.clone(),
            class: class.as_str().to_string(),
            place,
            outcome,
            within: WithinView::new(&system.within),
            seconds,
        }
    }
}

#[derive(Clone, Debug)]
pub enum GoalOutcome {
    Reached {
        engine: String,
        /// It is reached at the last step.
        trace: TraceView,
        checked: Checked,
    },
    Infeasible {
        engine: String,
        k: usize,
        /// Index into the result's certificates.
        certificate: usize,
        checked: Checked,
    },
    Open {
        reason: String,
    },
}
