//! How mutants are split into batches: by their number and kind alone, never by how many jobs there
//! are.
//!
//! Every question to a batch goes through the changes of all its members. Once most of them are decided, the others move to a smaller
//! batch: smaller questions are worth more than what the old solvers have learnt.

use assay_engine::backend::Backend;
use assay_system::{Mutants, VarKind};
use assay_term::{Dag, Sort, TermId};
use rustc_hash::FxHashSet;

use super::run::Run;
use crate::batch::Batch;
use crate::combined::{Combined, acyclic_groups};

/// A batch holds about this many mutants; more of them are worth a batch of their own.
const MUTANTS_PER_BATCH: usize = 32;
/// Each is two solver instances with the whole system in them.
const MAX_BATCHES: usize = 16;
/// New batches are made when fewer than one in so many of the members is undecided.
const WORTH: usize = 2;

/// The batches that there are.
#[derive(Default)]
pub(crate) struct Batches {
    pub list: Vec<Batch>,
    /// What was tried on the mutants beside the lemmas of the proof.
    lemmas: Vec<Dag>,
    /// Solver instances of batches and families that are no more.
    pub closed_instances: usize,
}

impl Batches {
    /// Solver instances that serve many mutants, past ones included.
    pub fn instances(&self) -> usize {
        self.closed_instances + self.list.iter().map(Batch::instances).sum::<usize>()
    }

    pub fn are_finite(&self) -> bool {
        self.list.iter().all(Batch::is_finite)
    }

    /// More lemmas to try on the members of all batches. Whether some are new to some batch.
    pub fn add_lemmas(&mut self, lemmas: &Dag) -> bool {
        let mut new = false;
        for batch in &mut self.list {
            new |= batch.add_lemmas(lemmas);
        }
        if new {
            self.lemmas.push(lemmas.clone());
        }
        new
    }
}

impl Run<'_, '_> {
    /// Rebuilds the batches from the undecided mutants, but only if fewer than half of the members are left: rebuilding costs
    /// what the solvers have learnt.
    pub(super) fn renew_batches(&mut self) {
        let batches = self.batches.list.iter();
        let members: usize = batches.map(|batch| batch.combined.members.len()).sum();
        let undecided = self.campaign.undecided();
        if self.batches.list.is_empty() || undecided.len() < members / WORTH {
            self.build_batches(undecided);
        }
    }

    pub(super) fn close_batches(&mut self) {
        self.batches.closed_instances = self.batches.instances();
        self.batches.list.clear();
    }

    /// Splits these mutants into new batches: by whether the mutant is finite, by acyclicity,
    /// then by number, elements kept together.
    pub(super) fn build_batches(&mut self, members: Vec<usize>) {
        let mutants = self.campaign.mutants;
        self.close_batches();
        // Where the original is not finite, no mutant has to be kept apart.
        let original = Backend::choose(&mutants.system, &self.campaign.universal, self.means.found);
        let finite = original.is_ok_and(|backend| backend.is_finite());
        let (unbounded, bounded): (Vec<usize>, Vec<usize>) = members
            .into_iter()
            .partition(|&m| finite && adds_unbounded(mutants, m));
        for kind in [bounded, unbounded] {
            for group in acyclic_groups(mutants, &kind) {
                let split = if self.proof.stateless {
                    by_growth(mutants, &group)
                } else {
                    let batches = group.len().div_ceil(MUTANTS_PER_BATCH);
                    shares(mutants, &group, batches.clamp(1, MAX_BATCHES))
                };
                for share in split {
                    if self.add_batch(&share).is_none() {
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

    /// One more batch, for these mutants and the original. None if there is no solver for them.
    pub(super) fn add_batch(&mut self, members: &[usize]) -> Option<&mut Batch> {
        let combined = Combined::new(self.campaign.mutants, members);
        let properties = &self.campaign.universal;
        let backend = self.means.backend(&combined.system, properties).ok()?;
        let budget = self.means.options.question_budget;
        let mut batch = Batch::new(
            combined,
            backend,
            &self.proof.lemmas,
            self.means.stop,
            budget,
        );
        for more in &self.batches.lemmas {
            batch.add_lemmas(more);
        }
        self.batches.list.push(batch);
        self.batches.list.last_mut()
    }
}

/// Whether a patch brings in an integer without bounds or a real.
pub(super) fn adds_unbounded(mutants: &Mutants, m: usize) -> bool {
    let system = &mutants.system;
    let patch = mutants.mutants[m].patch().expect("members have patches");
    let asked = patch.constraints.iter().chain(&patch.properties);
    let mut roots: Vec<TermId> = asked.map(|(_, t)| *t).collect();
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
                // It has the sort of what it replaces: if that fits into bits, so does this.
                Sort::BitVec(_) | Sort::Array { .. } => false,
            }
    })
}

/// Splits a group so that no share has more new terms than the original has terms. A mutant of a program often has a formula of its own from the
/// change on, and a solver assigns all of what it is given: one formula for all would be slower than one for each.
fn by_growth(mutants: &Mutants, group: &[usize]) -> Vec<Vec<usize>> {
    let system = &mutants.system;
    let roots = system.properties.iter().map(|p| p.term);
    let roots: Vec<TermId> = roots.collect();
    let original: FxHashSet<TermId> = system.pool.below(&roots).into_iter().collect();
    let mut shares: Vec<Vec<usize>> = Vec::new();
    let mut new: FxHashSet<TermId> = FxHashSet::default();
    for &m in group {
        let patch = mutants.mutants[m].patch().expect("members have patches");
        let terms = patch.properties.iter().map(|(_, term)| *term);
        let terms: Vec<TermId> = terms.collect();
        let mut own = system.pool.below(&terms);
        own.retain(|t| !original.contains(t));
        let more = own.iter().filter(|t| !new.contains(t)).count();
        let full = new.len() + more > original.len();
        if shares
            .last()
            .is_none_or(|s: &Vec<usize>| full || s.len() >= MUTANTS_PER_BATCH)
        {
            shares.push(Vec::new());
            new.clear();
        }
        new.extend(own);
        shares.last_mut().expect("one was pushed").push(m);
    }
    shares
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
