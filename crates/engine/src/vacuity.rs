//! Vacuity of an implication: its left side is unreachable, so the property says less than it seems to. Each left side is
//! a goal ([`crate::goals`]), and an infeasible one is a vacuous property. Contradictory assumptions are looked for in
//! [`crate::dead_end`].
//!
//! Reference: Beer, Ben-David, Eisner, Rodeh: Efficient Detection of Vacuity in Temporal Model
//! Checking, FMSD 2001 (the left side as the subformula that does not matter).

use std::sync::Arc;

use assay_solver::{Found, StopFlag};
use assay_system::{Answer, Certificate, Class, Evidence, Goal, Property, System, Trace, VarKind};
use assay_term::{Dag, Op, Term, TermId};

use crate::director::{self, Contradiction};
use crate::goals;

/// What kind of goal a left side is.
const LEFT_SIDE: Class = Class::new("left side");

/// The left side of a property that is an implication, looking through the variables that it names.
///
/// Terms know implications as disjunctions, so `a => b`, `not a or b` and `b or not a` are one and
/// the same; the first negated member of a disjunction counts as the left side. An implication whose
/// left side is itself a negation cannot be told from a plain disjunction and is passed over.
pub fn left_side(system: &System, property: usize) -> Option<TermId> {
    let Property { term, claim, .. } = &system.properties[property];
    if !claim.is_invariant() {
        return None;
    }
    let mut term = *term;
    // Definitions are acyclic, so this ends.
    while let Term::Var(v) = system.pool.get(term)
        && let VarKind::Wire { def } = system.var(*v).kind
    {
        term = def;
    }
    match system.pool.get(term) {
        Term::App(Op::Or, args) => args.iter().find_map(|&a| system.pool.as_not(a)),
        _ => None,
    }
}

/// What is known of a left side.
#[derive(Clone, Debug)]
pub enum LeftSide {
    /// True at the last step of an execution.
    Reachable(Arc<Trace>),
    /// False in every reachable state: the property holds vacuously. The certificate is for
    /// [`LeftSides::system`].
    Unreachable(Arc<Certificate>),
    Unknown(String),
}

#[derive(Clone, Debug)]
pub struct LeftSides {
    /// The given system with one more property for each left side: that it is false.
    pub system: Arc<System>,
    /// For each property that is an implication: the property, its left side, and what is known.
    pub found: Vec<(usize, TermId, LeftSide)>,
}

/// Looks for unreachable left sides among `properties`, which have been proved; `lemmas` are offered
/// to the engines as advice.
pub fn left_sides(
    system: &System,
    properties: &[usize],
    lemmas: &Dag,
    solvers: &[Found],
    options: &director::Options,
    stop: &StopFlag,
) -> Result<LeftSides, Contradiction> {
    let mut asked: Vec<(usize, TermId)> = Vec::new();
    let mut with_goals = system.clone();
    with_goals.goals.clear();
    for &p in properties {
        if let Some(left) = left_side(system, p) {
            let property = &system.properties[p];
            with_goals.goals.push(Goal {
                name: format!("left side of {}", property.name),
                term: left,
                class: LEFT_SIDE,
                span: property.span,
            });
            asked.push((p, left));
        }
    }
    let all: Vec<usize> = (0..asked.len()).collect();
    let with_goals = Arc::new(with_goals);
    let decided = goals::decide(&with_goals, &all, lemmas, solvers, options, stop)?;
    let answers = decided.answers.into_iter();
    let found = asked.into_iter().zip(answers);
    Ok(LeftSides {
        system: decided.system,
        found: found
            .map(|((p, left), (_, answer))| (p, left, known(answer)))
            .collect(),
    })
}

fn known(answer: Answer) -> LeftSide {
    match answer {
        Answer::Holds {
            evidence: Evidence::Trace(trace),
            ..
        } => LeftSide::Reachable(trace),
        Answer::Fails {
            evidence: Evidence::Certificate(certificate),
            ..
        } => LeftSide::Unreachable(certificate),
        Answer::Open { reason, .. } => LeftSide::Unknown(reason),
        Answer::Holds { .. } | Answer::Fails { .. } | Answer::NoExecutions { .. } => {
            unreachable!("goals are reached by traces and infeasible by certificates")
        }
    }
}
