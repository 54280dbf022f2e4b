//! How mutants are split into laboratories: by their number and kind alone, never by how many jobs there
//! are.
//!
//! Every question to a laboratory goes through the changes of all its members. Once most of them are decided, the others
//! move to a smaller one: what the old one has learnt is worth less than that.

use assay_engine::backend::Backend;
use assay_system::{Mutants, VarKind};
use assay_term::{Sort, TermId};

use super::Cascade;
use crate::combined::{Combined, acyclic_groups};
use crate::lab::Lab;

/// A laboratory holds about this many mutants; more of them are worth a laboratory of their own.
const MUTANTS_PER_LAB: usize = 32;
/// Each is two solver instances with the whole system in them.
const MAX_LABS: usize = 16;
/// New laboratories are made for fewer than one in so many of the old members.
const WORTH: usize = 2;

impl Cascade<'_, '_> {
    /// Laboratories of what is undecided, unless it is most of those that are there.
    pub(super) fn renew_labs(&mut self) {
        let members: usize = self.labs.iter().map(|lab| lab.combined.members.len()).sum();
        let undecided = self.campaign.undecided();
        if self.labs.is_empty() || undecided.len() < members / WORTH {
            self.build_labs(undecided);
        }
    }

    pub(super) fn close_labs(&mut self) {
        self.closed_instances += self.labs.iter().map(Lab::instances).sum::<usize>();
        self.labs.clear();
    }

    /// Splits these mutants into new laboratories: by whether the mutant is finite, by acyclicity,
    /// then by number, elements kept together.
    pub(super) fn build_labs(&mut self, members: Vec<usize>) {
        let mutants = self.campaign.mutants;
        self.close_labs();
        // Where the original is not finite, no mutant has to be kept apart.
        let original = Backend::choose(&mutants.system, &self.campaign.properties, self.found);
        let finite = original.is_ok_and(|backend| backend.is_finite());
        let (unbounded, bounded): (Vec<usize>, Vec<usize>) = members
            .into_iter()
            .partition(|&m| finite && adds_unbounded(mutants, m));
        for kind in [bounded, unbounded] {
            for group in acyclic_groups(mutants, &kind) {
                let labs = group.len().div_ceil(MUTANTS_PER_LAB).clamp(1, MAX_LABS);
                for share in shares(mutants, &group, labs) {
                    if self.add_lab(&share).is_none() {
                        for m in share {
                            self.campaign.cases[m].doubt = Some(
                                "the mutant has unbounded numbers and needs an SMT solver".into(),
                            );
                        }
                    }
                }
            }
        }
    }

    /// One more laboratory, for these mutants and the original. None if there is no solver for them.
    pub(super) fn add_lab(&mut self, members: &[usize]) -> Option<&mut Lab> {
        let combined = Combined::new(self.campaign.mutants, members);
        let properties = &self.campaign.properties;
        let backend = Backend::choose(&combined.system, properties, self.found).ok()?;
        let backend = backend.with_patience(self.options.patience);
        let budget = self.options.question_budget;
        let mut lab = Lab::new(combined, backend, &self.proof.lemmas, self.stop, budget);
        for more in &self.lemmas {
            lab.add_lemmas(more);
        }
        self.labs.push(lab);
        self.labs.last_mut()
    }
}

/// Whether a patch brings in an integer without bounds or a real.
pub(super) fn adds_unbounded(mutants: &Mutants, m: usize) -> bool {
    let system = &mutants.system;
    let patch = mutants.mutants[m].patch().expect("members have patches");
    let mut roots: Vec<TermId> = patch.constraints.iter().map(|(_, t)| *t).collect();
    for (_, kind) in &patch.vars {
        match kind {
            VarKind::Wire { def } => roots.push(*def),
            VarKind::State { next, .. } => roots.push(*next),
            VarKind::Input | VarKind::Rigid => {}
        }
    }
    system.pool.variables(&roots).into_iter().any(|v| {
        v.index() >= mutants.fresh_from
            && match system.sort(v) {
                Sort::Bool => false,
                Sort::Int => system.var(v).range.is_none(),
                Sort::Real => true,
                // Too large for bits only where what it replaces is.
                Sort::BitVec(_) | Sort::Array { .. } => false,
            }
    })
}

/// Splits a group into `count` shares of about the same size, without separating an element's mutants unless they are
/// too many.
pub(super) fn shares(mutants: &Mutants, group: &[usize], count: usize) -> Vec<Vec<usize>> {
    let target = group.len().div_ceil(count.max(1)).max(1);
    let mut shares: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<&str> = None;
    for &m in group {
        let element = mutants.mutants[m].element.as_str();
        let size = shares.last().map_or(usize::MAX, Vec::len);
        if size >= target && last != Some(element) || size >= 2 * target {
            shares.push(Vec::new());
        }
        last = Some(element);
        shares.last_mut().expect("one was pushed").push(m);
    }
    shares
}
