//! What can be asked about a system, and "never" as a property.
//!
//! That a term is never true is an invariant: its negation is always true. So the certificate that answers "this cannot be reached" is
//! one of a property of an extended system, which has that negation as one more property. Both who proves it and who checks
//! it make the extended system by [`with_negations`], so that the certificate need not carry the system along.

use std::sync::Arc;

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
}

fn reachable(properties: &[Property]) -> impl Iterator<Item = &Property> {
    let is_asked = |p: &&Property| matches!(p.claim, Claim::Reachable);
    properties.iter().filter(is_asked)
}

/// The system with one more property for each claim that a term is reachable, and after these one for each goal: that the term is
/// never true. All indices stay as they are. The same system where there is nothing to add.
pub fn with_negations(system: &Arc<System>) -> Arc<System> {
    let claims = reachable(&system.properties).map(|p| (&p.name, p.term, p.span));
    let goals = system.goals.iter().map(|g| (&g.name, g.term, g.span));
    let asked: Vec<_> = claims.chain(goals).collect();
    if asked.is_empty() {
        return system.clone();
    }
    let mut extended = System::clone(system);
    for (name, term, span) in asked {
        let never = extended.pool.not(term);
        let name = format!("{name} is never true");
        let property = Property::invariant(name, never).at(span);
        extended.properties.push(property);
    }
    Arc::new(extended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Class, Goal};
    use assay_term::TermId;

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
}
