//! Claims as questions that the engines know: is this term true at every step?
//!
//! That a term can be reached is the negation of "it is never true". So a system whose properties claim that is extended by one
//! invariant for each of them, after all other properties. A trace that violates the invariant reaches the term; a certificate of the
//! invariant shows that nothing does. Temporal claims have no such invariant.

use std::borrow::Cow;

use assay_system::{Change, Claim, Logic, Mutants, Property, System};
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
}

impl Claims {
    pub fn include(self, claim: &Claim) -> bool {
        match self {
            Claims::All => true,
            Claims::Universal => claim.is_invariant(),
            Claims::Existential => !claim.is_invariant(),
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
    let logic = match claim {
        Claim::Temporal(formula) if formula.logic() == Logic::Ltl => "LTL",
        _ => "CTL",
    };
    format!("no engine decides {logic} claims")
}

/// Extends the system by a negation for each claim that a term is reachable.
pub(crate) fn add_negations(system: &mut System) {
    let asked = system.properties.iter().filter(|p| is_reachable(p));
    let asked: Vec<_> = asked.map(|p| (p.name.clone(), p.term, p.span)).collect();
    for (name, term, span) in asked {
        let never = system.pool.not(term);
        let name = format!("{name} is never true");
        system
            .properties
            .push(Property::invariant(name, never).at(span));
    }
}

/// The mutants of the extended system: where a patch changes a claim that a term is reachable, it changes the negation as well.
pub(crate) fn with_negations(mutants: &Mutants) -> Cow<'_, Mutants> {
    if !mutants.system.properties.iter().any(is_reachable) {
        return Cow::Borrowed(mutants);
    }
    let mut mutants = mutants.clone();
    add_negations(&mut mutants.system);
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
