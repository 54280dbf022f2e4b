//! "No execution has more than n steps", as something that the independent room can check: a property of the system, and a
//! certificate of it.
//!
//! A chain of n states remembers how long the execution is: the i-th is true in the first i steps, and the last is the property.
//! It is (n+1)-inductive as soon as the constraints exclude the step after the n-th. In the base all steps before that are trivial, and
//! that one is the unrolling whose contradiction is the claim. In the induction step n+1 steps on which the property holds contradict
//! the chain itself, wherever they begin.

use assay_term::{Sort, TermId};

use crate::{Certificate, Property, Provers, Role, Shown, System, VarKind, Variable};

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
    let name = format!("no execution has more than {steps} steps");
    system.properties.push(Property::invariant(name, before));
    system
}

/// The certificate of that property, and of `others` that hold in all executions of so many steps: their base is checked along with
/// it, and after it there is nothing left to check. `provers` found that there are no longer ones. `system` is the one before the property was added, or a mutant of it.
pub fn within_certificate(
    system: &System,
    steps: usize,
    others: &[usize],
    provers: Provers,
) -> Certificate {
    let mut properties = others.to_vec();
    properties.push(system.properties.len());
    Certificate {
        k: steps + 1,
        lemmas: system.pool.export(&[]),
        properties,
        simple_path: false,
        provers,
    }
}
