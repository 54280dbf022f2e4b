//! MUST, and one minimal core.
//!
//! References: [1] Ghassabani, Gacek, Whalen: Efficient Generation of Inductive Validity Cores for
//! Safety Properties, FSE 2016 (IVC_UCBF). [2] Ghassabani et al.: Proof-Based Coverage Metrics for
//! Formal Verification, ASE 2017 (MUST: what cannot be removed alone is in every minimal core).
//!
//! Deviation from [1]: each proof found on the way cuts the core down to the parts that it uses. MUST
//! is looked for in the minimal core, where it must be; the counterexamples that made the core
//! minimal, grown, show most of it.

use std::sync::Arc;

use super::judge::{Adequacy, Judge, Proof, Refutation};
use super::set::Set;
use crate::director::Contradiction;

/// Groups of parts that are removed together, over one judge.
pub(super) struct Search<'j, 'a> {
    pub judge: &'j mut Judge<'a>,
    /// Disjoint; together all parts of the judge.
    groups: Vec<Set>,
}

pub(super) struct Must {
    pub groups: Set,
    /// For each of the groups, ascending.
    pub refutations: Vec<Arc<Refutation>>,
    pub unknown: Vec<(usize, String)>,
}

pub(super) struct Minimal {
    pub groups: Set,
    pub proof: Arc<Proof>,
    /// Groups that were not shown to be needed, and why.
    pub unknown: Vec<(usize, String)>,
}

impl<'j, 'a> Search<'j, 'a> {
    pub fn new(judge: &'j mut Judge<'a>, groups: Vec<Set>) -> Self {
        Search { judge, groups }
    }

    pub fn len(&self) -> usize {
        self.groups.len()
    }

    fn parts(&self, groups: &Set) -> Set {
        let mut parts = Set::default();
        for g in groups.iter() {
            parts.extend(&self.groups[g]);
        }
        parts
    }

    pub fn decide(&mut self, groups: &Set) -> Result<Adequacy, Contradiction> {
        let parts = self.parts(groups);
        self.judge.decide(&parts)
    }

    /// The groups that a proof uses.
    pub fn used(&self, proof: &Proof) -> Set {
        (0..self.len())
            .filter(|&g| self.groups[g].meets(&proof.uses))
            .collect()
    }

    /// The groups that a counterexample respects as a whole.
    pub fn respected(&self, refutation: &Refutation) -> Set {
        (0..self.len())
            .filter(|&g| self.groups[g].is_subset(&refutation.respects))
            .collect()
    }

    /// What cannot be removed alone. Only what some proof uses needs to be tried.
    pub fn must(&mut self, proof: &Proof) -> Result<Must, Contradiction> {
        let all = Set::all(self.len());
        let mut must = Must {
            groups: Set::default(),
            refutations: Vec::new(),
            unknown: Vec::new(),
        };
        for g in self.used(proof).iter() {
            match self.decide(&all.without(g))? {
                Adequacy::Adequate(_) => {}
                Adequacy::Inadequate(refutation) => {
                    must.groups.insert(g);
                    must.refutations.push(refutation);
                }
                Adequacy::Unknown(reason) => must.unknown.push((g, reason)),
            }
        }
        Ok(must)
    }

    /// Removes groups from what `proof` uses, one after the other, as long as the rest is adequate;
    /// those in `needed` are known to stay.
    pub fn minimise(&mut self, proof: Arc<Proof>, needed: &Set) -> Result<Minimal, Contradiction> {
        let mut found = Minimal {
            groups: self.used(&proof),
            proof,
            unknown: Vec::new(),
        };
        let tried: Vec<usize> = found
            .groups
            .iter()
            .filter(|&g| !needed.contains(g))
            .collect();
        self.shrink(&mut found, tried)?;
        // What was not decided may be decidable now that fewer groups are left.
        if found.unknown.len() > 1 {
            let again = std::mem::take(&mut found.unknown);
            self.shrink(&mut found, again.into_iter().map(|(g, _)| g).collect())?;
        }
        found.unknown.retain(|(g, _)| found.groups.contains(*g));
        Ok(found)
    }

    fn shrink(&mut self, found: &mut Minimal, tried: Vec<usize>) -> Result<(), Contradiction> {
        for g in tried {
            if !found.groups.contains(g) {
                continue;
            }
            match self.decide(&found.groups.without(g))? {
                Adequacy::Adequate(proof) => {
                    found.groups = self.used(&proof);
                    found.proof = proof;
                }
                Adequacy::Inadequate(_) => {}
                Adequacy::Unknown(reason) => found.unknown.push((g, reason)),
            }
        }
        Ok(())
    }
}
