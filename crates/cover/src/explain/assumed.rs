//! Agreement about assumptions.
//!
//! As long as nothing has differed both sides have assumed the same, so the past steps' assumptions may be relied on
//! when the next difference is looked for. At the step itself those that the change can reach may not: the original
//! could exclude the very input on which the mutant no longer does. They count from the next step on, which a
//! state that remembers them says in a way that the independent room can check like any other system.

use assay_system::{Mutants, Patch, Role, Shown, System, VarKind, Variable};
use assay_term::{Dag, Sort, TermId, VarId};

/// So many mutants share one certificate that they agree with the original.
const TOGETHER: usize = 160;

/// What each constraint reads within a step. The state that it reads is the same on both sides while nothing has differed.
pub struct Reach {
    /// For each constraint and each variable.
    reads: Vec<Vec<bool>>,
}

impl Reach {
    pub fn new(system: &System) -> Reach {
        let reads = system.constraints.iter().map(|constraint| {
            let mut seen = vec![false; system.vars.len()];
            let mut stack = system.pool.variables(&[constraint.term]);
            while let Some(v) = stack.pop() {
                if std::mem::replace(&mut seen[v.index()], true) {
                    continue;
                }
                let now = match &system.var(v).kind {
                    VarKind::Wire { def } => Some(*def),
                    // What a first value reads is read in the first step.
                    VarKind::State { init, .. } => *init,
                    VarKind::Input | VarKind::Rigid => None,
                };
                stack.extend(now.iter().flat_map(|&t| system.pool.variables(&[t])));
            }
            seen
        });
        Reach {
            reads: reads.collect(),
        }
    }

    /// The constraints that the patch changes, themselves or through what they read.
    pub fn of(&self, system: &System, patch: &Patch) -> Vec<usize> {
        let moves = |(v, new): &(VarId, VarKind)| match (&system.var(*v).kind, new) {
            (VarKind::State { init: old, .. }, VarKind::State { init: new, .. }) => old != new,
            _ => true,
        };
        let moved: Vec<VarId> = patch
            .vars
            .iter()
            .filter(|p| moves(p))
            .map(|p| p.0)
            .collect();
        let all = self.reads.iter().enumerate();
        all.filter(|(c, reads)| {
            patch.constraints.iter().any(|(changed, _)| changed == c)
                || moved.iter().any(|v| reads[v.index()])
        })
        .map(|(c, _)| c)
        .collect()
    }
}

/// What the members' changes reach, together.
pub fn reached_by(mutants: &Mutants, members: &[usize]) -> Vec<usize> {
    let reach = Reach::new(&mutants.system);
    let patches = members.iter().filter_map(|&m| mutants.mutants[m].patch());
    let mut all: Vec<usize> = patches.flat_map(|p| reach.of(&mutants.system, p)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Those together that one certificate can be about: they reach the same assumptions.
pub fn alike(mutants: &Mutants, members: &[usize]) -> Vec<Vec<usize>> {
    let reach = Reach::new(&mutants.system);
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for &m in members {
        let patch = mutants.mutants[m].patch();
        let reached = patch.map_or(vec![], |p| reach.of(&mutants.system, p));
        let open =
            |(r, group): &&mut (Vec<usize>, Vec<usize>)| *r == reached && group.len() < TOGETHER;
        match groups.iter_mut().find(open) {
            Some((_, group)) => group.push(m),
            None => groups.push((reached, vec![m])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Makes these constraints count from the step after their own on.
pub fn delay(system: &mut System, constraints: &[usize]) {
    for &c in constraints {
        let (name, term) = (
            system.constraints[c].name.clone(),
            system.constraints[c].term,
        );
        let init = Some(system.pool.bool(true));
        let before = Variable {
            name: format!("{name}, so far ({c})"),
            kind: VarKind::State { init, next: term },
            role: Role::Internal,
            range: None,
            shown: Shown::Plain,
            span: None,
        };
        let before = system.add_var(Sort::Bool, before);
        system.constraints[c].term = system.pool.var(before);
    }
}

/// The original's lemmas, each under the constraints that no longer count in its step.
pub fn weaken(system: &System, constraints: &[usize], lemmas: Dag) -> Dag {
    if constraints.is_empty() {
        return lemmas;
    }
    let mut pool = system.pool.clone();
    let lemmas = pool.import(&lemmas);
    let assumed = pool.and(constraints.iter().map(|&c| system.constraints[c].term));
    let weaker: Vec<TermId> = lemmas.iter().map(|&l| pool.implies(assumed, l)).collect();
    pool.export(&weaker)
}
