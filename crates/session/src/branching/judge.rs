//! Questions that are no properties, as claims of branching time: then their answers have evidence that is checked like that of any verdict.

use std::sync::Arc;

use assay_engine::ctl::{self, Limits};
use assay_engine::until::until;
use assay_report::Checked;
use assay_system::branching::{Goes, Tree, Why};
use assay_system::{
    Answer, Claim, Evidence, Formula, Paths, Property, Question, System, Trace, stated,
};

use crate::evidence::Referee;
use crate::{Opened, Stop};

/// Claims about a system with what became of them.
pub(super) struct Judged {
    /// What the evidence is about.
    pub system: Arc<System>,
    /// In the order asked.
    pub answers: Vec<(Answer, Checked)>,
}

/// Decides claims and has their evidence checked.
pub(super) fn judge(
    system: &System,
    claims: Vec<Formula>,
    limits: &Limits,
    opened: &Opened<'_>,
    referee: &mut Referee<'_>,
) -> Result<Judged, Stop> {
    let mut system = system.clone();
    let yes = system.pool.bool(true);
    let claimed = claims
        .into_iter()
        .enumerate()
        .map(|(at, formula)| Property {
            claim: Claim::Temporal(formula),
            ..Property::invariant(format!("claim {}", at + 1), yes)
        });
    system.properties = claimed.collect::<Vec<_>>().into();
    let system = stated(&Arc::new(system));
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let mut answers = Vec::with_capacity(all.len());
    let decisions = until(opened.deadline(), opened.stop(), |stop| {
        ctl::decide(&system, &all, limits, stop)
    });
    for (property, decision) in decisions.into_iter().enumerate() {
        let answer = decision.answer();
        let checked = referee.answer(&system, Question::Property(property), &answer)?;
        answers.push((answer, checked));
    }
    Ok(Judged { system, answers })
}

impl Judged {
    /// Whether a claim holds; None where that is open. Without executions every claim of this form holds: it says what never happens.
    pub fn holds(&self, claim: usize) -> Option<bool> {
        match self.answers[claim].0 {
            Answer::Holds { .. } | Answer::NoExecutions { .. } => Some(true),
            Answer::Fails { .. } => Some(false),
            Answer::Open { .. } => None,
        }
    }

    /// The executions that show that a claim fails.
    pub fn tree(&self, claim: usize) -> Option<&Tree> {
        match &self.answers[claim].0 {
            Answer::Fails {
                evidence: Evidence::Tree(tree),
                ..
            } => Some(tree),
            _ => None,
        }
    }

    /// Who has checked all of these; nobody, if one is not checked.
    pub fn checked(&self, claims: &[usize]) -> Checked {
        let mut by: Vec<&str> = Vec::new();
        for &claim in claims {
            match &self.answers[claim].1 {
                Checked::Not => return Checked::Not,
                Checked::By(whom) => by.extend(whom.split(", ")),
            }
        }
        let mut seen = Vec::new();
        by.retain(|whom| {
            !seen.contains(whom) && {
                seen.push(*whom);
                true
            }
        });
        Checked::By(by.join(", "))
    }
}

/// It holds in no state that an execution reaches.
pub(super) fn never(formula: Formula) -> Formula {
    not(Formula::Finally(Paths::Some, Box::new(formula)))
}

pub(super) fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

pub(super) fn and(a: Formula, b: Formula) -> Formula {
    Formula::And(Box::new(a), Box::new(b))
}

pub(super) fn or(a: Formula, b: Formula) -> Formula {
    Formula::Or(Box::new(a), Box::new(b))
}

pub(super) fn some_next(formula: Formula) -> Formula {
    Formula::Next(Paths::Some, Box::new(formula))
}

/// The execution that a tree for the negation of [`never`] is, without what comes after the step that matters last, if there is one. Of conjuncts
/// the second one says how it goes on. With the step to go back to, where it goes round.
pub(super) fn path(tree: &Tree) -> Option<(Trace, Option<usize>)> {
    let mut trace = Trace {
        steps: Vec::new(),
        functions: tree.branches.first()?.state.functions.clone(),
    };
    let mut at = Some(0);
    let mut end = None;
    // Each branch once: what does not end is no such tree.
    for _ in 0..tree.branches.len() {
        let Some(branch) = at.and_then(|at| tree.branches.get(at)) else {
            break;
        };
        at = match &branch.why {
            Why::Both(_, second) => Some(*second),
            Why::One(side) => Some(*side),
            Why::Literal | Why::InSet => None,
            Why::Path(path) => {
                let Some(until) = path.until else {
                    let back = match path.goes {
                        Goes::Round(back) => Some(trace.len() + back),
                        Goes::InFair | Goes::Anyhow => None,
                    };
                    trace.steps.extend_from_slice(&path.trace.steps);
                    return Some((trace, back));
                };
                trace
                    .steps
                    .extend_from_slice(path.trace.steps.get(..until)?);
                end = path.trace.steps.get(until);
                path.last.or_else(|| *path.operands.get(until)?)
            }
        };
    }
    trace.steps.push(end?.clone());
    Some((trace, None))
}
