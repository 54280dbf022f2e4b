//! The cone of influence: the variables that some terms can depend on, now or in earlier steps.

use assay_term::{Term, TermId, VarId};

use crate::{System, VarKind};

/// A set of variables closed under "is computed from".
#[derive(Clone, Debug)]
pub struct Cone {
    member: Vec<bool>,
    wires: Vec<VarId>,
}

impl Cone {
    /// The cone of `roots` and of every constraint: an assumption anywhere can block an execution,
    /// so constraints belong to every cone.
    pub fn of(system: &System, roots: &[TermId]) -> Cone {
        let constraints = system.constraints.iter().map(|c| c.term);
        let all: Vec<TermId> = roots.iter().copied().chain(constraints).collect();
        Self::without_constraints(system, &all)
    }

    /// The cone of the terms alone.
    pub fn without_constraints(system: &System, roots: &[TermId]) -> Cone {
        let mut member = vec![false; system.vars.len()];
        // Terms are walked once, however many definitions share them.
        let mut seen = vec![false; system.pool.len()];
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            match system.pool.get(term) {
                Term::Var(v) => {
                    member[v.index()] = true;
                    stack.extend(system.defining_terms(*v));
                }
                other => stack.extend_from_slice(other.args()),
            }
        }
        let wires = system
            .wire_order()
            .into_iter()
            .filter(|v| member[v.index()])
            .collect();
        Cone { member, wires }
    }

    pub fn contains(&self, var: VarId) -> bool {
        self.member[var.index()]
    }

    /// All members, ascending.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.member
            .iter()
            .enumerate()
            .filter(|(_, m)| **m)
            .map(|(i, _)| VarId(i as u32))
    }

    /// The wires in the cone, each after the wires it reads.
    pub fn wires(&self) -> &[VarId] {
        &self.wires
    }

    /// The states in the cone, ascending.
    pub fn states<'a>(&'a self, system: &'a System) -> impl Iterator<Item = VarId> + 'a {
        self.vars()
            .filter(|v| matches!(system.var(*v).kind, VarKind::State { .. }))
    }
}
