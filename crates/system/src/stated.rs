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

/// Whether constraints, conditions of fairness and the atoms of temporal claims read states only, and no input is read both by an
/// initial value and by a next one: such an input ties the first state to the first transition, and is a part of that state.
pub fn is_stated(system: &System) -> bool {
    let mut about: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
    for condition in &system.fairness {
        about.push(condition.term);
        about.extend(condition.then);
    }
    for property in &system.properties {
        if let Claim::Temporal(formula) = &property.claim {
            about.extend(formula.atoms());
        }
    }
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for variable in &system.vars {
        if let VarKind::State { init, next } = variable.kind {
            first.extend(init);
            later.push(next);
        }
    }
    if inputs(system, about).contains(&true) {
        return false;
    }
    let mut both = inputs(system, first).into_iter().zip(inputs(system, later));
    both.all(|(first, later)| !(first && later))
}

/// Which inputs some terms read in the same step, by the number of the variable.
fn inputs(system: &System, mut roots: Vec<TermId>) -> Vec<bool> {
    let mut reads = vec![false; system.vars.len()];
    let mut seen = vec![false; system.pool.len()];
    while let Some(term) = roots.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match system.pool.get(term) {
            Term::Var(var) => match system.var(*var).kind {
                VarKind::Input => reads[var.index()] = true,
                VarKind::Wire { def } => roots.push(def),
                VarKind::State { .. } | VarKind::Rigid => {}
            },
            other => roots.extend_from_slice(other.args()),
        }
    }
    reads
}

/// The system with its inputs as states; the same one where it needs no change ([`is_stated`]). Evidence for a claim of branching
/// time is about this system.
pub fn stated(system: &Arc<System>) -> Arc<System> {
    if is_stated(system) {
        return system.clone();
    }
    Arc::new(inputs_as_states(system))
}

/// The same whatever reads the inputs.
pub fn inputs_as_states(system: &System) -> System {
    let mut stated = system.clone();
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
    stated
}
