//! INDUCTION: the original's lemmas, or an inductive part of them, still imply the properties.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::guard::fail_if_told;
use assay_engine::invariants::{affordable, generate};
use assay_system::Certificate;
use assay_term::TermId;

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::batch::Group;
use crate::desk::Desk;
use crate::parallel;
use crate::result::Stage;

/// Inductions over up to so many steps are tried before other lemmas are looked for.
const LONGEST: u32 = 3;

/// With at most so many lemmas, induction over more steps costs less than a search on bits.
const FEW: usize = 16;

/// With more lemmas than that, a batch gives up after so many mutants in a row that are not proved.
const NO_PROGRESS: usize = 8;

/// Invariants are generated for k up to this.
const ROUNDS: u32 = 2;

/// What decides this stage is always an inductive certificate.
const SURVIVAL: &[Conclusion] = &[Conclusion::Survival];

/// The lemmas of the original's proof on each mutant, over the `k` steps of that proof.
pub(super) struct WithProof {
    pub k: u32,
}

impl Step for WithProof {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Induction)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        SURVIVAL
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        // Where one step is enough, bits are the quicker way.
        if self.k == 1 && run.sift_families()? {
            return Ok(());
        }
        run.induction(self.k)
    }
}

/// Induction over more steps than the original's proof needed.
pub(super) struct MoreSteps;

impl Step for MoreSteps {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Induction)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        SURVIVAL
    }

    fn requires(&self, run: &Run<'_, '_>) -> bool {
        run.more_steps_are_cheap()
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.more_steps()
    }
}

/// Invariants of the original beyond those that its proof needed: what the change leaves of them may be what a mutant's proof
/// needs.
pub(super) struct MoreLemmas;

impl Step for MoreLemmas {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Induction)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        SURVIVAL
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.more_lemmas()
    }
}

impl Run<'_, '_> {
    /// The original's lemmas on each mutant, by induction over `k` steps. Mutants that set wires free come first: what they
    /// survive, every mutant of the same wires survives.
    pub(super) fn induction(&mut self, k: u32) -> Result<(), Fault> {
        self.induction_with(k, usize::MAX)
    }

    /// The same; a batch gives up after so many mutants in a row for which not enough can be kept.
    fn induction_with(&mut self, k: u32, patience: usize) -> Result<(), Fault> {
        self.renew_batches();
        let freeing: Vec<bool> = self.campaign.frees.iter().map(Option::is_some).collect();
        for first in [true, false] {
            let campaign = &self.campaign;
            let (simulator, stop) = (self.simulator, self.means.stop);
            let desk = Desk::new(self.keeper, &self.tally, campaign, Stage::Induction);
            let proofs = parallel::try_each(
                &mut self.batches.list,
                self.means.options.jobs,
                |_, batch| {
                    fail_if_told("batch");
                    let members = batch.combined.members.clone();
                    let asked = |&m: &usize| {
                        if freeing[m] == first {
                            campaign.open(m)
                        } else {
                            vec![]
                        }
                    };
                    let mut open: Vec<Vec<usize>> = members.iter().map(asked).collect();
                    let mut proofs: Vec<(usize, Vec<usize>, Arc<Certificate>)> = Vec::new();
                    let mut failures: Vec<String> = Vec::new();
                    // With all lemmas for all at once; then for each with what can be kept of them.
                    for group in Group::gather(&open) {
                        let inductive = batch.inductive_group(simulator, &group, &mut open, k);
                        let inductive = inductive.unwrap_or_else(|broken| {
                            failures.push(broken.0);
                            Vec::new()
                        });
                        if inductive.is_empty() {
                            continue;
                        }
                        let certificate = batch.certificate(batch.lemmas(), &group.properties, k);
                        let certificate = Arc::new(certificate);
                        for position in inductive {
                            let kept = std::mem::take(&mut open[position]);
                            desk.survives(members[position], &kept, &certificate);
                            proofs.push((members[position], kept, certificate.clone()));
                        }
                    }
                    let mut failed = 0;
                    for (position, open) in open.iter().enumerate() {
                        if open.is_empty() || stop.is_raised() || failed == patience {
                            continue;
                        }
                        failed += 1;
                        match batch.inductive(position, open, k) {
                            Ok(Ok((lemmas, kept))) if !kept.is_empty() => {
                                let certificate = batch.certificate(&lemmas, &kept, k);
                                desk.survives(members[position], &kept, &certificate);
                                proofs.push((members[position], kept, Arc::new(certificate)));
                                failed = 0;
                            }
                            Ok(_) => {}
                            Err(broken) => failures.push(broken.0),
                        }
                    }
                    (proofs, failures)
                },
            );
            for (proofs, failures) in self.keep_sound(proofs) {
                for (m, kept, certificate) in proofs {
                    self.survived(m, &kept, certificate, Stage::Induction)?;
                }
                for why in failures {
                    self.failures.note(Stage::Induction.as_str(), &why);
                }
            }
            self.show(Stage::Induction);
        }
        Ok(())
    }

    /// Whether induction over more steps goes before families: it asks one mutant after the other about all lemmas.
    pub(super) fn more_steps_are_cheap(&self) -> bool {
        self.proof.k > 1 || !self.families.complete || self.proof.lemmas.len() <= FEW
    }

    /// Induction over more steps than the original's proof needed, as long as a step more decides something. On finite systems
    /// one step more: beyond that IC3 decides the same for less.
    pub(super) fn more_steps(&mut self) -> Result<(), Fault> {
        let mut undecided = self.campaign.undecided().len();
        let next = self.proof.k + 1;
        let longest = if self.batches.are_finite() {
            LONGEST.min(next)
        } else {
            LONGEST
        };
        for k in next..=longest {
            if self.over() || undecided == 0 {
                break;
            }
            let patience = if self.more_steps_are_cheap() {
                usize::MAX
            } else {
                NO_PROGRESS
            };
            self.induction_with(k, patience)?;
            let before = std::mem::replace(&mut undecided, self.campaign.undecided().len());
            if undecided == before {
                break;
            }
        }
        Ok(())
    }

    fn more_lemmas(&mut self) -> Result<(), Fault> {
        if self.campaign.undecided().is_empty() {
            return Ok(());
        }
        let system = Arc::new(self.campaign.mutants.system.clone());
        let properties = &self.campaign.universal;
        let Ok(backend) = Backend::choose(&system, properties, self.means.found) else {
            return Ok(());
        };
        // On finite systems IC3 finds better lemmas for less, one mutant at a time.
        if backend.is_finite() || !affordable(&system, properties) {
            return Ok(());
        }
        let backend = backend.with_patience(self.means.options.patience);
        let budget = self.means.options.question_budget;
        let roots: Vec<TermId> = properties
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let lemmas = generate(&system, &roots, &backend, ROUNDS, budget, self.means.stop);
        self.own_instances += 2;
        // Without them the next stage has more to do, and nothing is lost.
        if let Ok(lemmas) = lemmas
            && self.batches.add_lemmas(&lemmas)
        {
            self.induction(self.proof.k.max(ROUNDS))?;
        }
        Ok(())
    }
}
