//! Claims as questions that the engines know: is this term true at every step?
//!
//! That a term can be reached is the negation of "it is never true". So a system whose properties claim that is extended by one
//! invariant for each of them, after all other properties. A trace that violates the invariant reaches the term; a certificate of the
//! invariant shows that nothing does.
//!
//! AG p, where p has no temporal operators, is the invariant p itself if every execution goes on for ever and counts: in a system without
//! constraints and fairness, which no mutant of it has either. Other formulas of branching time have no such invariant.

use std::borrow::Cow;

use assay_system::{
    Change, Claim, Logic, Mutants, Property, System, add_negations, always_as_invariants,
};
use assay_term::TermId;

/// Which claims a step is handed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Claims {
    #[default]
    All,
    /// What is true at every step of every execution. A violation is a trace, and what holds with more executions holds.
    Universal,
    /// What some execution does. A violation is a certificate, and what holds with fewer executions holds.
    Existential,
    /// Formulas of branching time. Nothing follows for them from systems with more executions, or with fewer.
    Branching,
}

impl Claims {
    pub fn include(self, claim: &Claim) -> bool {
        match self {
            Claims::All => true,
            Claims::Universal => claim.is_invariant(),
            Claims::Existential => matches!(claim, Claim::Reachable),
            Claims::Branching => {
                matches!(claim, Claim::Temporal(formula) if formula.logic() == Logic::Ctl)
            }
        }
    }
}

fn is_reachable(property: &Property) -> bool {
    matches!(property.claim, Claim::Reachable)
}

/// How many of the properties of an extended system are claims; the negations come after them.
pub(crate) fn count(system: &System) -> usize {
    let negations = system.properties.iter().filter(|p| is_reachable(p)).count();
    system.properties.len() - negations
}

/// The invariant of an extended system that decides the claim with this index; None if no engine decides it.
pub(crate) fn invariant_of(system: &System, property: usize) -> Option<usize> {
    match system.properties[property].claim {
        Claim::Reachable => {
            let before = system.properties[..property].iter();
            Some(count(system) + before.filter(|p| is_reachable(p)).count())
        }
        Claim::Temporal(_) | Claim::Unsupported(..) => None,
        Claim::Invariant | Claim::Obligation | Claim::Justice { .. } => Some(property),
    }
}

/// The terms of the claims that are invariants themselves.
pub(crate) fn invariants(system: &System) -> impl Iterator<Item = TermId> {
    let claims = system.properties[..count(system)].iter();
    claims.filter(|p| p.claim.is_invariant()).map(|p| p.term)
}

/// Why a claim that has no invariant stays open.
pub(crate) fn no_engine(claim: &Claim) -> String {
    match claim {
        Claim::Unsupported(_, reason) => reason.clone(),
        Claim::Temporal(formula) if formula.logic() == Logic::Ctl => "not decided".into(),
        _ => "no engine decides LTL claims".into(),
    }
}

/// Makes invariants of claims that are invariants in other words, and extends the system by a negation for each claim that a term is reachable.
pub(crate) fn extend(system: &mut System) {
    always_as_invariants(system);
    add_negations(system);
}

/// The mutants of the extended system: where a patch changes a claim that a term is reachable, it changes the negation as well.
pub(crate) fn extended(mutants: &Mutants) -> Cow<'_, Mutants> {
    let changes = |p: &Property| is_reachable(p) || matches!(p.claim, Claim::Temporal(_));
    if !mutants.system.properties.iter().any(changes) {
        return Cow::Borrowed(mutants);
    }
    let mut mutants = mutants.clone();
    extend(&mut mutants.system);
    let system = &mut mutants.system;
    for mutant in &mut mutants.mutants {
        let Change::Patch(patch) = &mut mutant.change else {
            continue;
        };
        for (p, term) in patch.properties.clone() {
            if is_reachable(&system.properties[p]) {
                let negation = invariant_of(system, p).expect("it was added");
                patch.properties.push((negation, system.pool.not(term)));
            }
        }
    }
    Cow::Owned(mutants)
}
