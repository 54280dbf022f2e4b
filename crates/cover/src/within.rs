//! "No execution has more than n steps", as something that the independent room can check: a property of the system, and a
//! certificate of it.
//!
//! A chain of n states remembers how long the execution is: the i-th is true in the first i steps, and the last is the property.
//! It is (n+1)-inductive as soon as the constraints exclude the step after the n-th. In the base all steps before that are trivial, and
//! that one is the unrolling whose contradiction is the claim. In the induction step n+1 steps on which the property holds contradict
//! the chain itself, wherever they begin.

use assay_system::{Certificate, Property, Provers, Role, Shown, System, VarKind, Variable};
use assay_term::{Sort, TermId};

/// The system with one more property, the last: that no more than so many steps have begun.
pub fn within(mut system: System, steps: usize) -> System {
    let first = system.pool.bool(true);
    let mut before: TermId = system.pool.bool(false);
    for n in 1..=steps {
        let state = Variable {
            name: format!("within {n} steps"),
            kind: VarKind::State {
                init: Some(first),
                next: before,
            },
            role: Role::Internal,
            range: None,
            shown: Shown::Plain,
            span: None,
        };
        let state = system.add_var(Sort::Bool, state);
        before = system.pool.var(state);
    }
    system.properties.push(Property {
        name: format!("no execution has more than {steps} steps"),
        term: before,
        var: None,
        span: None,
    });
    system
}

/// The certificate of that property; `system` is the one before it was added, or a mutant of it.
pub fn certificate(system: &System, steps: usize, provers: Provers) -> Certificate {
    Certificate {
        k: steps + 1,
        lemmas: system.pool.export(&[]),
        properties: vec![system.properties.len()],
        simple_path: false,
        provers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_check::{Checker, check_certificate};
    use assay_system::{Constraint, ConstraintKind};

    /// A flag that is true at the first `limit` steps, and must be true.
    fn ends_after(limit: usize) -> System {
        let mut system = within(System::default(), limit);
        let property = system.properties.pop().expect("it was added");
        system.constraints.push(Constraint {
            name: "the flag".into(),
            term: property.term,
            kind: ConstraintKind::Assertion,
            span: None,
        });
        for n in 0..system.vars.len() {
            system.vars[n].name.push_str(" of the model");
        }
        system
    }

    #[test]
    fn the_room_accepts_the_true_length_and_no_shorter_one() {
        let checker = Checker::Lrat {
            timeout: std::time::Duration::from_secs(60),
        };
        for limit in 0..5 {
            let system = ends_after(limit);
            for steps in 0..7 {
                let claim = certificate(&system, steps, Provers::none());
                let outcome = check_certificate(&within(system.clone(), steps), &claim, &checker);
                assert_eq!(
                    outcome.is_accepted(),
                    steps >= limit,
                    "{limit} {steps} {outcome:?}"
                );
            }
        }
    }
}
