//! The keys under which facts are kept: digests of everything a fact depends on, and of nothing
//! else.
//!
//! Whether a property holds of a mutant depends on the property, the assumptions, and the
//! definitions, with the mutant's in place of the original's, of what these read, now or in earlier steps.
//! All of it is spelt out by name and structure ([`super::names`], [`super::digest`]), so a comment, another element or
//! another property changes nothing. How original and mutant part depends also on everything the
//! mutant can influence, in both.

use assay_system::{Mutants, Patch, Role, System, VarKind};
use assay_term::{TermId, VarId};

use super::digest::{Hasher, Terms};
use super::names::Names;
use super::sink::{Key, Question};

/// Part of every key: to be raised when terms, steps or verdicts come to mean something else.
const SEMANTICS: u64 = 2;

pub struct Keys<'a> {
    mutants: &'a Mutants,
    terms: Terms,
    /// For each variable of the original the digest of its definition, and what that reads.
    variables: Vec<Key>,
    reads: Vec<Vec<VarId>>,
    /// Variables in the order of their names.
    by_name: Vec<VarId>,
    names: Vec<String>,
    /// For each property what its term reads.
    property_reads: Vec<Vec<VarId>>,
    constraint_reads: Vec<Vec<VarId>>,
    /// For each variable the variables whose definitions read it.
    users: Vec<Vec<VarId>>,
}

/// One mutant's difference from the original, ready for walks.
struct Overlay<'k> {
    patch: &'k Patch,
    variables: Vec<(VarId, Key, Vec<VarId>)>,
}

impl<'a> Keys<'a> {
    pub fn new(mutants: &'a Mutants, names: &Names) -> Keys<'a> {
        let system = &mutants.system;
        let all_names: Vec<String> = system.var_ids().map(|v| names.of(v).to_string()).collect();
        let called: Vec<Key> = all_names
            .iter()
            .zip(system.var_ids())
            .map(|(n, v)| {
                Hasher::new("name")
                    .text(n)
                    .text(&system.sort(v).name())
                    .done()
            })
            .collect();
        let terms = Terms::new(&system.pool, &roots(mutants), |v| called[v.index()]);
        let variables = system
            .var_ids()
            .map(|v| terms.variable(system, v, names.of(v), &system.var(v).kind))
            .collect();
        let reads: Vec<Vec<VarId>> = system
            .var_ids()
            .map(|v| system.pool.variables(&system.defining_terms(v)))
            .collect();
        let mut users: Vec<Vec<VarId>> = vec![Vec::new(); system.vars.len()];
        for v in system.var_ids() {
            for read in &reads[v.index()] {
                users[read.index()].push(v);
            }
        }
        let mut by_name: Vec<VarId> = system.var_ids().collect();
        by_name.sort_by(|a, b| all_names[a.index()].cmp(&all_names[b.index()]));
        let read_by = |t: TermId| system.pool.variables(&[t]);
        Keys {
            mutants,
            variables,
            reads,
            by_name,
            names: all_names,
            property_reads: system.properties.iter().map(|p| read_by(p.term)).collect(),
            constraint_reads: system.constraints.iter().map(|c| read_by(c.term)).collect(),
            users,
            terms,
        }
    }

    /// Of "this property holds of the original".
    pub fn original(&self, property: usize) -> Question {
        let name = &self.mutants.system.properties[property].name;
        Question {
            key: self.holds(property, None),
            topic: Some(Hasher::new("original").text(name).done()),
        }
    }

    /// Of "these properties hold of this mutant", one by one.
    pub fn mutant(&self, m: usize, properties: &[usize]) -> Vec<Question> {
        let mutant = &self.mutants.mutants[m];
        let overlay = mutant.patch().map(|p| self.overlay(p));
        let question = |&p: &usize| Question {
            key: self.holds(p, overlay.as_ref()),
            topic: Some(
                Hasher::new("mutant")
                    .text(&mutant.fingerprint)
                    .text(&self.mutants.system.properties[p].name)
                    .done(),
            ),
        };
        properties.iter().map(question).collect()
    }

    /// Of "original and mutant part like this within `depth` steps".
    pub fn parting(&self, m: usize, properties: &[usize], depth: u32) -> Option<Question> {
        let system = &self.mutants.system;
        let patch = self.mutants.mutants[m].patch()?;
        let overlay = self.overlay(patch);
        let influenced = self.influenced(patch);
        let property = |v: VarId| {
            let mut named = properties.iter().map(|&p| system.properties[p].var);
            named.any(|named| named == Some(v))
        };
        let mut shown: Vec<Key> = influenced
            .iter()
            .filter(|v| system.var(**v).role != Role::Internal)
            .map(|&v| {
                let output = system.var(v).role == Role::Output && !property(v);
                let what = if output { "output" } else { "local" };
                Hasher::new(what).text(&self.names[v.index()]).done()
            })
            .collect();
        shown.sort_unstable();
        let key = Hasher::new("parting")
            .number(SEMANTICS)
            .number(depth.into())
            .keys(&shown)
            .keys(&self.cone(&influenced, None).0)
            .keys(&self.cone(&influenced, Some(&overlay)).0)
            .keys(&self.assumptions(None))
            .keys(&self.assumptions(Some(&overlay)))
            .done();
        Some(Question { key, topic: None })
    }

    fn holds(&self, property: usize, overlay: Option<&Overlay<'_>>) -> Key {
        let system = &self.mutants.system;
        let changed = overlay.and_then(|o| {
            let mut properties = o.patch.properties.iter();
            properties.find(|(p, _)| *p == property)
        });
        let (term, reads) = match changed {
            Some(&(_, term)) => (term, system.pool.variables(&[term])),
            None => {
                let reads = self.property_reads[property].clone();
                (system.properties[property].term, reads)
            }
        };
        let (cone, seen) = self.cone(&reads, overlay);
        // A mutant that the property cannot see leaves the question as it is, but not the evidence: lemmas
        // may speak of more than the cone, so each such mutant has a place for its own.
        let mut unseen: Vec<Key> = match overlay {
            Some(overlay) if !seen => overlay.variables.iter().map(|v| v.1).collect(),
            _ => vec![],
        };
        unseen.sort_unstable();
        Hasher::new("holds")
            .number(SEMANTICS)
            .key(&self.terms.of(term))
            .keys(&self.assumptions(overlay))
            .keys(&cone)
            .keys(&unseen)
            .done()
    }

    fn overlay<'k>(&self, patch: &'k Patch) -> Overlay<'k> {
        let system = &self.mutants.system;
        let variables = patch.vars.iter().map(|(v, kind)| {
            let name = &self.names[v.index()];
            let digest = self.terms.variable(system, *v, name, kind);
            (*v, digest, system.pool.variables(&terms_of(kind)))
        });
        Overlay {
            patch,
            variables: variables.collect(),
        }
    }

    /// What is assumed, in no order.
    fn assumptions(&self, overlay: Option<&Overlay<'_>>) -> Vec<Key> {
        let system = &self.mutants.system;
        let mut terms: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
        for &(c, term) in overlay.iter().flat_map(|o| &o.patch.constraints) {
            terms[c] = term;
        }
        let mut assumed: Vec<Key> = terms.iter().map(|&t| self.terms.of(t)).collect();
        assumed.sort_unstable();
        assumed
    }

    /// The definitions of everything that `roots` and the assumptions depend on, and whether the overlay
    /// changes any of it.
    fn cone(&self, roots: &[VarId], overlay: Option<&Overlay<'_>>) -> (Vec<Key>, bool) {
        let mut roots = roots.to_vec();
        let changed: &[(usize, TermId)] = overlay.map_or(&[], |o| &o.patch.constraints);
        for (c, reads) in self.constraint_reads.iter().enumerate() {
            match changed.iter().find(|(at, _)| *at == c) {
                Some((_, term)) => roots.extend(self.mutants.system.pool.variables(&[*term])),
                None => roots.extend(reads),
            }
        }
        let member = self.reached(&roots, overlay);
        let mut seen = !changed.is_empty();
        let members = self.by_name.iter().filter(|v| member[v.index()]);
        let definitions = members.map(|&v| match overlay.and_then(|o| o.find(v)) {
            Some((digest, _)) => {
                seen = true;
                *digest
            }
            None => self.variables[v.index()],
        });
        (definitions.collect(), seen)
    }

    fn reached(&self, roots: &[VarId], overlay: Option<&Overlay<'_>>) -> Vec<bool> {
        let mut member = vec![false; self.variables.len()];
        let mut stack = roots.to_vec();
        while let Some(v) = stack.pop() {
            if std::mem::replace(&mut member[v.index()], true) {
                continue;
            }
            match overlay.and_then(|o| o.find(v)) {
                Some((_, reads)) => stack.extend(reads),
                None => stack.extend(&self.reads[v.index()]),
            }
        }
        member
    }

    /// What a patch can change: its variables, and everything of the model that is computed from them, now or later.
    fn influenced(&self, patch: &Patch) -> Vec<VarId> {
        let mut member = vec![false; self.variables.len()];
        let mut stack: Vec<VarId> = patch.vars.iter().map(|(v, _)| *v).collect();
        while let Some(v) = stack.pop() {
            if !std::mem::replace(&mut member[v.index()], true) {
                stack.extend(&self.users[v.index()]);
            }
        }
        // Variables of other mutants read the model too. They are left out.
        let own = self.mutants.system.var_ids().take(self.mutants.fresh_from);
        own.filter(|v| member[v.index()]).collect()
    }
}

impl Overlay<'_> {
    fn find(&self, var: VarId) -> Option<(&Key, &[VarId])> {
        let found = self.variables.iter().find(|(v, ..)| *v == var)?;
        Some((&found.1, &found.2))
    }
}

/// Every term that a key may speak of.
fn roots(mutants: &Mutants) -> Vec<TermId> {
    let system: &System = &mutants.system;
    let mut roots: Vec<TermId> = Vec::new();
    for v in system.var_ids() {
        roots.extend(system.defining_terms(v));
    }
    roots.extend(system.constraints.iter().map(|c| c.term));
    roots.extend(system.properties.iter().map(|p| p.term));
    for patch in mutants.mutants.iter().filter_map(|m| m.patch()) {
        roots.extend(patch.terms());
    }
    roots
}

fn terms_of(kind: &VarKind) -> Vec<TermId> {
    match kind {
        VarKind::Input | VarKind::Rigid => vec![],
        VarKind::Wire { def } => vec![*def],
        VarKind::State { init, next } => init.iter().copied().chain([*next]).collect(),
    }
}
