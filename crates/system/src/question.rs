//! What can be asked about a system, and "never" and "always" as properties.
//!
//! That a term is never true is an invariant: its negation is always true. So the certificate that answers "this cannot be reached" is
//! one of a property of an extended system, which has that negation as one more property. So is AG p, where p has no temporal operators.
//! Both who proves it and who checks it make the extended system by [`with_negations`], so that the certificate need not carry the system
//! along.

use std::sync::Arc;

use assay_source::Span;
use assay_term::TermId;

use crate::branching::Normal;
use crate::{Claim, Property, System};

/// One question about a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Does the claim of the property with this index hold?
    Property(usize),
    /// Can the goal with this index be reached?
    Goal(usize),
}

impl Question {
    /// The index that "it is never true" has among the properties of [`with_negations`]; None where the question is not whether
    /// something can be reached.
    pub fn negation(self, system: &System) -> Option<usize> {
        let first = system.properties.len();
        match self {
            Question::Property(asked) => {
                let is_asked = matches!(system.properties.get(asked)?.claim, Claim::Reachable);
                let before = &system.properties[..asked];
                is_asked.then(|| first + reachable(before).count())
            }
            Question::Goal(goal) => (goal < system.goals.len())
                .then(|| first + reachable(&system.properties).count() + goal),
        }
    }

    /// The index that "p is always true" has among the properties of [`with_negations`] where the question is whether AG p holds and p
    /// has no temporal operators. That property says more: it is about all executions, not only about
    /// infinite fair ones.
    pub fn invariant(self, system: &System) -> Option<usize> {
        let Question::Property(asked) = self else {
            return None;
        };
        always(system.properties.get(asked)?)?;
        let before = system.properties[..asked].iter().filter_map(always).count();
        let negations = reachable(&system.properties).count() + system.goals.len();
        Some(system.properties.len() + negations + before)
    }
}

/// The p of a claim AG p.
fn always(property: &Property) -> Option<Normal> {
    match &property.claim {
        // The term of the property is the one that is always true.
        Claim::Temporal(formula) => formula.always(property.term),
        _ => None,
    }
}

fn reachable(properties: &[Property]) -> impl Iterator<Item = &Property> {
    let is_asked = |p: &&Property| matches!(p.claim, Claim::Reachable);
    properties.iter().filter(is_asked)
}

/// The system with one more property for each claim that a term is reachable, and after these one for each goal: that the term is
/// never true; and then one for each claim AG p ([`Question::invariant`]). All indices stay as they are. The same system where there is nothing to add.
pub fn with_negations(system: &Arc<System>) -> Arc<System> {
    let invariants = system
        .properties
        .iter()
        .filter_map(|p| Some((p, always(p)?)));
    let invariants: Vec<_> = invariants.collect();
    let asks_nothing = reachable(&system.properties).next().is_none() && system.goals.is_empty();
    if asks_nothing && invariants.is_empty() {
        return system.clone();
    }
    let mut extended = System::clone(system);
    add_negations(&mut extended);
    for goal in &system.goals {
        let never = negation(&mut extended, &goal.name, goal.term, goal.span);
        extended.properties.push(never);
    }
    for (property, body) in invariants {
        let term = body.term(&mut extended.pool);
        let name = format!("{} at every step", property.name);
        let property = Property::invariant(name, term).at(property.span);
        extended.properties.push(property);
    }
    Arc::new(extended)
}

/// Makes invariants of the claims AG p that are invariants in other words: in a system without constraints and fairness, where every execution
/// goes on for ever and counts.
pub fn always_as_invariants(system: &mut System) {
    if !system.constraints.is_empty() || !system.fairness.is_empty() {
        return;
    }
    for p in 0..system.properties.len() {
        if let Some(body) = always(&system.properties[p]) {
            let term = body.term(&mut system.pool);
            system.properties[p].term = term;
            system.properties[p].claim = Claim::Invariant;
        }
    }
}

/// Adds the properties for claims that a term is reachable, and no others. The indices are those of [`Question::negation`].
pub fn add_negations(system: &mut System) {
    let asked = reachable(&system.properties).map(|p| (p.name.clone(), p.term, p.span));
    for (name, term, span) in asked.collect::<Vec<_>>() {
        let never = negation(system, &name, term, span);
        system.properties.push(never);
    }
}

fn negation(system: &mut System, name: &str, term: TermId, span: Option<Span>) -> Property {
    let never = system.pool.not(term);
    Property::invariant(format!("{name} is never true"), never).at(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Formula, Goal, Paths};
    use assay_term::Sort;

    #[test]
    fn every_question_of_reachability_has_a_negation_of_its_own() {
        let mut system = System::new();
        let terms: Vec<TermId> = (0..5).map(|n| system.pool.int(n)).collect();
        let truths: Vec<TermId> = terms.iter().map(|&t| system.pool.le(t, terms[2])).collect();
        for (n, &term) in truths[..3].iter().enumerate() {
            let mut property = Property::invariant(format!("p{n}"), term);
            if n != 1 {
                property.claim = Claim::Reachable;
            }
            system.properties.push(property);
        }
        for &term in &truths[3..] {
            system.goals.push(Goal {
                name: "g".into(),
                term,
                class: Class::new("branch"),
                span: None,
            });
        }
        let at = |question: Question| question.negation(&system);
        assert_eq!(at(Question::Property(0)), Some(3));
        assert_eq!(at(Question::Property(1)), None);
        assert_eq!(at(Question::Property(2)), Some(4));
        assert_eq!(at(Question::Goal(0)), Some(5));
        assert_eq!(at(Question::Goal(1)), Some(6));
        assert_eq!(at(Question::Goal(2)), None);
        let system = Arc::new(system);
        let extended = with_negations(&system);
        assert_eq!(extended.properties.len(), 7);
        for (question, term) in [
            (Question::Property(2), truths[2]),
            (Question::Goal(1), truths[4]),
        ] {
            let added = &extended.properties[question.negation(&system).unwrap()];
            let mut pool = extended.pool.clone();
            assert_eq!(added.term, pool.not(term));
        }
        let plain = Arc::new(System::new());
        assert!(Arc::ptr_eq(&plain, &with_negations(&plain)));
    }

    #[test]
    fn what_holds_globally_is_an_invariant_of_its_own() {
        let mut system = System::new();
        let vars = ["p", "q"].map(|name| system.pool.declare(name, Sort::Bool));
        let [p, q] = vars.map(|v| system.pool.var(v));
        let yes = system.pool.bool(true);
        let boxed = |term| Box::new(Formula::Atom(term));
        let both = Box::new(Formula::And(boxed(p), Box::new(Formula::Not(boxed(q)))));
        let never = Formula::Finally(Paths::Some, boxed(q));
        for formula in [
            Formula::Globally(Paths::Some, boxed(p)),
            Formula::Globally(Paths::All, both),
            Formula::Globally(Paths::All, Box::new(never.clone())),
            Formula::Not(Box::new(never)),
        ] {
            let mut property = Property::invariant("c", yes);
            property.claim = Claim::Temporal(formula);
            system.properties.push(property);
        }
        let at = |p| Question::Property(p).invariant(&system);
        assert_eq!([0, 1, 2, 3].map(at), [None, Some(4), None, Some(5)]);
        let extended = with_negations(&Arc::new(system));
        let mut pool = extended.pool.clone();
        let not_q = pool.not(q);
        let expected = [pool.and2(p, not_q), not_q];
        let added = extended.properties.iter().skip(4).map(|p| p.term);
        assert_eq!(added.collect::<Vec<_>>(), expected);
    }
}
