//! Vacuity of an implication: its left side is unreachable, so the property says less than it seems to. The negation of the left side is
//! proved as a property of its own, with a certificate like any other. Contradictory assumptions are looked for in
//! [`crate::dead_end`].
//!
//! Reference: Beer, Ben-David, Eisner, Rodeh: Efficient Detection of Vacuity in Temporal Model
//! Checking, FMSD 2001 (the left side as the subformula that does not matter).

use std::sync::Arc;

use assay_solver::{Found, StopFlag};
use assay_system::{Certificate, Property, System, Trace, VarKind, Verdict};
use assay_term::{Dag, Op, Term, TermId};

use crate::backend::Backend;
use crate::director::{self, Contradiction};

/// The left side of a property that is an implication, looking through the variables that it names.
///
/// Terms know implications as disjunctions, so `a => b`, `not a or b` and `b or not a` are one and
/// the same; the first negated member of a disjunction counts as the left side. An implication whose
/// left side is itself a negation cannot be told from a plain disjunction and is passed over.
pub fn left_side(system: &System, property: usize) -> Option<TermId> {
    let mut term = system.properties[property].term;
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
    let mut extended = system.clone();
    let mut asked: Vec<(usize, TermId)> = Vec::new();
    for &p in properties {
        if let Some(left) = left_side(system, p) {
            let term = extended.pool.not(left);
            let name = format!("left side of {}", system.properties[p].name);
            extended
                .properties
                .push(Property::invariant(name, term).at(system.properties[p].span));
            asked.push((p, left));
        }
    }
    let extended = Arc::new(extended);
    let added: Vec<usize> = (system.properties.len()..extended.properties.len()).collect();
    if added.is_empty() {
        return Ok(LeftSides {
            system: extended,
            found: Vec::new(),
        });
    }
    let answers: Vec<LeftSide> = match Backend::choose(&extended, &added, solvers) {
        Err(error) => vec![LeftSide::Unknown(error.to_string()); added.len()],
        Ok(backend) => director::decide(
            &extended,
            &added,
            lemmas,
            &backend,
            options,
            stop,
            &mut |_, _| {},
        )?
        .verdicts
        .into_iter()
        .map(|(_, verdict, _)| match verdict {
            Verdict::Proved { certificate, .. } => LeftSide::Unreachable(certificate),
            Verdict::Violated { trace, .. } => LeftSide::Reachable(trace),
            Verdict::Unknown { reason, .. } => LeftSide::Unknown(reason),
        })
        .collect(),
    };
    let found = asked.into_iter().zip(answers);
    Ok(LeftSides {
        system: extended,
        found: found.map(|((p, left), answer)| (p, left, answer)).collect(),
    })
}
