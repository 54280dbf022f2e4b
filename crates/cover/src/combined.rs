//! Many mutants in one system. Which one is meant is a number in binary, given by rigid Booleans:
//! code 0 is the original, code i + 1 the i-th member. A question about one mutant then needs only a
//! handful of assumptions, however many mutants there are. Where questions are about small parts of the system, each
//! member has a Boolean of its own instead (`switched`).
//!
//! Invariant: with the code of a member, the combined system is the original with that member's patch
//! and nothing else.

use std::sync::Arc;

use assay_system::{Role, Shown, System, VarKind, Variable};
use assay_term::{Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;

use assay_system::Mutants;

#[derive(Clone, Debug)]
pub struct Combined {
    pub system: Arc<System>,
    /// Of the number, least significant first; of a switched system one for each member.
    pub bits: Vec<VarId>,
    /// Indices of the mutants, by code - 1.
    pub members: Vec<usize>,
    /// For each member the term that is true for its code.
    pub chosen: Vec<TermId>,
    /// Variables from this index on belong to patches, and then to the code.
    fresh_from: usize,
    /// For each member the variables that its patch alone reads.
    fresh: Vec<Vec<VarId>>,
}

impl Combined {
    /// `members` have patches whose union is acyclic.
    pub fn new(mutants: &Mutants, members: &[usize]) -> Combined {
        let width = usize::BITS - members.len().leading_zeros();
        Combined::coded(mutants, members, width as usize, code_term)
    }

    /// With a Boolean of its own for each member instead of a number: it stands only where the member changes something, so
    /// that a question about a small part of the system meets few of them.
    pub fn switched(mutants: &Mutants, members: &[usize]) -> Combined {
        let switch = |pool: &mut Pool, bits: &[VarId], code: usize| pool.var(bits[code - 1]);
        Combined::coded(mutants, members, members.len(), switch)
    }

    fn coded(
        mutants: &Mutants,
        members: &[usize],
        width: usize,
        term: impl Fn(&mut Pool, &[VarId], usize) -> TermId,
    ) -> Combined {
        let mut system = mutants.system.clone();
        let bits: Vec<VarId> = (0..width)
            .map(|i| {
                let variable = Variable {
                    name: format!("mutant bit {i}"),
                    kind: VarKind::Rigid,
                    role: Role::Internal,
                    range: None,
                    shown: Shown::Plain,
                    span: None,
                };
                system.add_var(Sort::Bool, variable)
            })
            .collect();
        let mut vars: FxHashMap<VarId, VarKind> = FxHashMap::default();
        let codes = 1..=members.len();
        let all_chosen: Vec<TermId> = codes
            .map(|code| term(&mut system.pool, &bits, code))
            .collect();
        for (&m, &chosen) in members.iter().zip(&all_chosen) {
            let patch = mutants.mutants[m].patch().expect("members have patches");
            for (var, kind) in &patch.vars {
                let before = vars
                    .get(var)
                    .unwrap_or(&system.vars[var.index()].kind)
                    .clone();
                let merged = merge(&mut system, chosen, *var, kind, &before);
                vars.insert(*var, merged);
            }
            for &(c, term) in &patch.constraints {
                let before = system.constraints[c].term;
                system.constraints[c].term = system.pool.ite(chosen, term, before);
            }
            for &(p, term) in &patch.properties {
                let before = system.properties[p].term;
                system.properties[p].term = system.pool.ite(chosen, term, before);
            }
        }
        for (var, kind) in vars {
            system.vars[var.index()].kind = kind;
        }
        Combined {
            system: Arc::new(system),
            bits,
            members: members.to_vec(),
            chosen: all_chosen,
            fresh_from: mutants.fresh_from,
            fresh: members.iter().map(|&m| mutants.fresh(m)).collect(),
        }
    }

    pub fn is_original(&self, var: VarId) -> bool {
        var.index() < self.fresh_from
    }

    /// Whether a variable is one of the original's or of this member's.
    pub fn belongs(&self, position: usize, var: VarId) -> bool {
        self.is_original(var) || self.fresh[position].binary_search(&var).is_ok()
    }

    /// The values of the bits of the number that chooses the member at this position; not of a switched system.
    pub fn code(&self, position: usize) -> Vec<(VarId, bool)> {
        let code = position + 1;
        let bits = self.bits.iter().enumerate();
        bits.map(|(i, &b)| (b, code >> i & 1 == 1)).collect()
    }
}

fn code_term(pool: &mut Pool, bits: &[VarId], code: usize) -> TermId {
    let parts: Vec<TermId> = bits
        .iter()
        .enumerate()
        .map(|(i, &b)| {
            let bit = pool.var(b);
            if code >> i & 1 == 1 {
                bit
            } else {
                pool.not(bit)
            }
        })
        .collect();
    pool.and(parts)
}

/// `new` if chosen, else `old`.
fn merge(system: &mut System, chosen: TermId, var: VarId, new: &VarKind, old: &VarKind) -> VarKind {
    match (new, old) {
        (VarKind::Wire { def: a }, VarKind::Wire { def: b }) => VarKind::Wire {
            def: system.pool.ite(chosen, *a, *b),
        },
        (VarKind::State { init: i, next: a }, VarKind::State { init: j, next: b }) => {
            let init = if i.is_none() && j.is_none() {
                None
            } else {
                let [i, j] = [i, j].map(|init| init.unwrap_or_else(|| any_value(system, var)));
                Some(system.pool.ite(chosen, i, j))
            };
            VarKind::State {
                init,
                next: system.pool.ite(chosen, *a, *b),
            }
        }
        _ => unreachable!("a patch keeps the kind of its variables"),
    }
}

/// An input that the variable begins with where nothing says its initial value.
fn any_value(system: &mut System, var: VarId) -> TermId {
    let variable = Variable {
        name: format!("{} at first {}", system.var(var).name, system.vars.len()),
        kind: VarKind::Input,
        role: Role::Internal,
        ..system.var(var).clone()
    };
    let input = system.add_var(system.sort(var), variable);
    system.pool.var(input)
}

/// What a variable reads in the same step, beyond the original.
type Edges = FxHashMap<VarId, Vec<VarId>>;

/// Splits mutants into groups whose patches can live in one system: where a patch makes a wire read
/// another variable, the union of all patches could be cyclic although each alone is not.
pub fn acyclic_groups(mutants: &Mutants, members: &[usize]) -> Vec<Vec<usize>> {
    let system = &mutants.system;
    let reads: Vec<Vec<VarId>> = system
        .vars
        .iter()
        .map(|v| match &v.kind {
            VarKind::Wire { def } => system.pool.variables(&[*def]),
            _ => vec![],
        })
        .collect();
    let mut groups: Vec<(Vec<usize>, Edges)> = Vec::new();
    for &m in members {
        let patch = mutants.mutants[m].patch().expect("members have patches");
        let mut new_edges: Vec<(VarId, VarId)> = Vec::new();
        for (var, kind) in &patch.vars {
            if let VarKind::Wire { def } = kind {
                let known = &reads[var.index()];
                let now = system.pool.variables(&[*def]);
                new_edges.extend(
                    now.into_iter()
                        .filter(|r| !known.contains(r))
                        .map(|r| (*var, r)),
                );
            }
        }
        let fits = |extra: &Edges| {
            new_edges
                .iter()
                .all(|&(from, to)| !reaches(&reads, extra, &new_edges, to, from))
        };
        match groups.iter_mut().find(|(_, extra)| fits(extra)) {
            Some((group, extra)) => {
                group.push(m);
                for (from, to) in new_edges {
                    extra.entry(from).or_default().push(to);
                }
            }
            None => {
                let mut extra = Edges::default();
                for (from, to) in new_edges {
                    extra.entry(from).or_default().push(to);
                }
                groups.push((vec![m], extra));
            }
        }
    }
    groups.into_iter().map(|(group, _)| group).collect()
}

fn reaches(
    reads: &[Vec<VarId>],
    extra: &Edges,
    own: &[(VarId, VarId)],
    from: VarId,
    to: VarId,
) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![from];
    while let Some(v) = stack.pop() {
        if v == to {
            return true;
        }
        if seen.insert(v) {
            stack.extend(&reads[v.index()]);
            stack.extend(extra.get(&v).into_iter().flatten());
            stack.extend(own.iter().filter(|(a, _)| *a == v).map(|(_, b)| *b));
        }
    }
    false
}
