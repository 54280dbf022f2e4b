//! REPLAY on finite models: hundreds of patterns at once on all undecided mutants (see [`crate::wide`]).
//!
//! Work is counted in gates, so that a run can be repeated.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_system::Stimulus;
use assay_term::VarId;

use super::Fault;
use super::run::{Run, exactly};
use crate::campaign::Killers;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::Hit;
use crate::wide::{self, LANES, Model, Patterns, Source, Sweep};

/// Sweeps of random patterns: how long they are, and when they end.
struct Plan {
    steps: usize,
    /// So many sweeps at most, each with other patterns.
    rounds: u64,
    /// No more after this many in a row that kill nothing.
    idle: u64,
    /// How many gates may be computed.
    work: u64,
    /// How many more for each mutant.
    work_each: u64,
    /// How many for each unit of effort that the proof took. This limits the sum of the others, though never to less than a third
    /// of it: executions that kill nothing must not cost more than the proof.
    work_by_proof: u64,
}

/// Before anything is asked of a solver: what shows soon.
const SHORT: Plan = Plan {
    steps: 24,
    rounds: 16,
    idle: 2,
    work: 2_000_000,
    work_each: 40_000,
    work_by_proof: 200,
};
/// What induction left over may need many steps.
const LONG: Plan = Plan {
    steps: 128,
    rounds: 8,
    idle: 1,
    work: 4_000_000,
    work_each: 80_000,
    work_by_proof: 400,
};
/// So many mutants are one piece of work.
const SHARE: usize = 128;

impl Run<'_, '_> {
    /// The part of the system that undecided mutants depend on, if it is finite.
    pub(super) fn finite_model(&self) -> Option<Arc<Model>> {
        let campaign = &self.campaign;
        let undecided = campaign.undecided();
        Model::new(campaign.mutants, &campaign.universal, &undecided).map(Arc::new)
    }

    /// Random patterns of a few steps.
    pub(super) fn sweep_short(&mut self) -> Result<(), Fault> {
        self.sweep_random(&SHORT, 0)
    }

    /// Random patterns of many steps.
    pub(super) fn sweep_long(&mut self) -> Result<(), Fault> {
        self.sweep_random(&LONG, SHORT.rounds)
    }

    fn sweep_random(&mut self, plan: &Plan, first_seed: u64) -> Result<(), Fault> {
        let mut left = self.campaign.undecided().len();
        let most = plan.work + plan.work_each * left as u64;
        let mut budget = match self.proof.effort {
            // It was known before.
            0 => most,
            effort => (plan.work_by_proof * effort).clamp(most / 3, most),
        };
        let mut idle = 0;
        for round in 0..plan.rounds {
            let Some(model) = self.model() else {
                break;
            };
            let mut source = Source::new(&model, self.campaign.mutants, first_seed + round);
            let steps = if self.proof.stateless { 1 } else { plan.steps };
            let patterns = wide::draw(&model, &mut source, steps);
            let work = self.sweep(&model, &patterns, budget, Stage::Replay)?;
            budget = budget.saturating_sub(work);
            let before = std::mem::replace(&mut left, self.campaign.undecided().len());
            idle = if left < before { 0 } else { idle + 1 };
            if budget == 0 || idle == plan.idle {
                break;
            }
        }
        Ok(())
    }

    /// These executions, and others that are much like them.
    pub(super) fn sweep_known(
        &mut self,
        stimuli: &[Arc<Stimulus>],
        stage: Stage,
    ) -> Result<(), Fault> {
        for stimuli in stimuli.chunks(LANES) {
            if let Some(model) = self.model() {
                let mut source = Source::new(&model, self.campaign.mutants, 0);
                let patterns = source.repeat(stimuli);
                self.sweep(&model, &patterns, u64::MAX, stage)?;
            }
        }
        Ok(())
    }

    /// None if there is nothing left to try patterns on.
    fn model(&self) -> Option<Arc<Model>> {
        let idle = self.means.stop.is_raised() || self.campaign.undecided().is_empty();
        self.wide.clone().filter(|_| !idle)
    }

    /// Tries patterns on all undecided mutants. Returns how many gates were computed.
    fn sweep(
        &mut self,
        model: &Model,
        patterns: &Patterns,
        budget: u64,
        stage: Stage,
    ) -> Result<u64, Fault> {
        let (campaign, tally) = (&self.campaign, &self.tally);
        let undecided = campaign.undecided();
        let members: Vec<(usize, Vec<usize>)> =
            undecided.iter().map(|&m| (m, campaign.open(m))).collect();
        let mut shares: Vec<&[(usize, Vec<usize>)]> = members.chunks(SHARE).collect();
        let part = budget / shares.len() as u64;
        let wanted = Sweep {
            one_each: campaign.killers == Killers::One,
            budget: part,
        };
        let found = parallel::each(&mut shares, self.means.options.jobs, |_, share| {
            let found = wide::sweep(model, patterns, share, wanted);
            for hit in &found.0 {
                tally.killed(campaign, hit.mutant, 1);
            }
            found
        });
        let mut work = 0;
        let mut by_lane: BTreeMap<usize, Vec<wide::Hit>> = BTreeMap::new();
        for (hits, computed) in found {
            work += computed;
            for hit in hits {
                by_lane.entry(hit.lane).or_default().push(hit);
            }
        }
        let mut entered: Vec<(usize, Vec<Hit>, Arc<Stimulus>)> = Vec::new();
        for (lane, mut hits) in by_lane {
            // The hits of one mutant on one pattern are entered together.
            hits.sort_by_key(|hit| hit.mutant);
            let stimulus = Arc::new(self.stimulus_of(model, patterns, lane, &hits));
            for hit in hits {
                let (m, violated) = (hit.mutant, [(hit.property, hit.step)]);
                if cfg!(debug_assertions)
                    && !exactly(self.campaign.mutants, m, &stimulus).contains(&violated[0])
                {
                    let id = &self.campaign.mutants.mutants[m].id;
                    return Err(format!("the simulated kill of mutant {id} is not one"));
                }
                if self.campaign.killed(m, &violated, &stimulus, stage)? {
                    match entered.last_mut() {
                        Some((last, all, on)) if *last == m && Arc::ptr_eq(on, &stimulus) => {
                            all.extend(violated)
                        }
                        _ => entered.push((m, violated.to_vec(), stimulus.clone())),
                    }
                }
            }
        }
        // Most mutants that set wires free were killed by their own patterns.
        for (m, violated, stimulus) in entered {
            if self.means.stop.is_raised() {
                break;
            }
            self.dominators_killed(m, &violated, &stimulus, stage)?;
        }
        Ok(work)
    }

    /// One execution for all that are killed on this pattern.
    fn stimulus_of(
        &self,
        model: &Model,
        patterns: &Patterns,
        lane: usize,
        hits: &[wide::Hit],
    ) -> Stimulus {
        let mutants = self.campaign.mutants;
        let fresh: Vec<VarId> = hits.iter().flat_map(|h| mutants.fresh(h.mutant)).collect();
        let keep = |v: VarId| v.index() < mutants.fresh_from || fresh.contains(&v);
        let last = hits.iter().map(|h| h.step).max().unwrap_or(0);
        patterns.stimulus(model, lane, last + 1, keep)
    }
}
