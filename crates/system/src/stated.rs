//! Inputs as states, so that constraints, conditions of fairness and formulas of branching time read states only.
//!
//! Branching time is about states ([`crate::branching`]), and in other languages than SMV most claims are about inputs as well. There a state
//! is everything that is seen at a step: each input becomes a state that begins with any value, and whose next value is a hidden input. Steps
//! keep their values, so executions correspond one to one, and a trace becomes one of the original by forgetting the variables that were added
//! at the end.
//!
//! All variables, terms, constraints and properties keep their places.

use std::sync::Arc;

use assay_term::{Term, TermId, VarId};

use crate::{Claim, Names, Role, System, VarKind, Variable};

/// Whether constraints, conditions of fairness and the atoms of temporal claims read states only.
pub fn is_stated(system: &System) -> bool {
    let mut roots: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
    for condition in &system.fairness {
        roots.push(condition.term);
        roots.extend(condition.then);
    }
    for property in &system.properties {
        if let Claim::Temporal(formula) = &property.claim {
            roots.extend(formula.atoms());
        }
    }
    // Through wires, but not through states.
    let mut seen = vec![false; system.pool.len()];
    while let Some(term) = roots.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match system.pool.get(term) {
            Term::Var(var) => match system.var(*var).kind {
                VarKind::Input => return false,
                VarKind::Wire { def } => roots.push(def),
                VarKind::State { .. } | VarKind::Rigid => {}
            },
            other => roots.extend_from_slice(other.args()),
        }
    }
    true
}

/// The system with its inputs as states; the same one where nothing about states reads an input. Evidence for a claim of branching
/// time is about this system.
pub fn stated(system: &Arc<System>) -> Arc<System> {
    if is_stated(system) {
        return system.clone();
    }
    let mut stated = System::clone(system);
    let mut names = Names::of(system);
    let is_input = |v: &VarId| system.var(*v).kind == VarKind::Input;
    for input in system.var_ids().filter(is_input) {
        let variable = system.var(input);
        let hidden = Variable {
            name: names.claim(None, format!("{}#next", variable.name)),
            role: Role::Internal,
            span: None,
            ..variable.clone()
        };
        let hidden = stated.add_var(system.sort(input), hidden);
        let next = stated.pool.var(hidden);
        stated.vars[input.index()].kind = VarKind::State { init: None, next };
    }
    Arc::new(stated)
}
