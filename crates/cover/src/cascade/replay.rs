//! REPLAY: executions, random ones and every counterexample found so far, on all undecided mutants at
//! once. Finite models are simulated with many patterns at once (`sweep`), others one execution after the other.

use std::sync::Arc;

use assay_system::Stimulus;

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::campaign::Killers;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::Hit;
use crate::stimuli;

/// So many executions are tried in one go.
const TOGETHER: usize = 8;
/// A long execution has as many steps as this much work allows (mutants times terms times steps), within bounds.
const LONG_WORK: usize = 10_000_000;
const SHORTEST: usize = 24;
const LONGEST: usize = 256;
/// So many mutants are one piece of work.
const SHARE: usize = 64;

/// Executions that are known already, and random ones of a few steps.
pub(super) struct ShortReplay;

impl Step for ShortReplay {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Replay)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.replay_random()
    }
}

/// Long random executions, for changes that show only after many steps: nothing else finds these cheaply.
pub(super) struct LongReplay {
    /// What happens before this step is left to the search, which finds the shortest.
    pub from: usize,
    /// Whether this is its place in the order.
    pub wanted: bool,
}

impl Step for LongReplay {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Replay)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill]
    }

    fn requires(&self, _run: &Run<'_, '_>) -> bool {
        self.wanted
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.replay_long(self.from)
    }
}

impl Run<'_, '_> {
    fn replay_random(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let known = self.proof.traces();
        let mut known: Vec<Arc<Stimulus>> = known
            .map(|t| Arc::new(Stimulus::of(system, t, |_| true)))
            .collect();
        known.append(&mut self.hints);
        let told = self.campaign.mutants.executions.iter();
        known.extend(told.cloned().map(Arc::new));
        // What the language ran already.
        let mutants = self.campaign.mutants.mutants.iter();
        let ran = mutants.filter_map(|m| m.patch()?.only_on.clone());
        let mut ran: Vec<Stimulus> = ran.collect();
        ran.dedup();
        known.extend(ran.into_iter().map(Arc::new));
        self.wide = self.finite_model();
        self.replay(&known, Stage::Replay)?;
        let random = if self.proof.stateless {
            stimuli::single_steps(system)
        } else {
            stimuli::random(system)
        };
        if self.wide.is_none() {
            return self.replay(&random, Stage::Replay);
        }
        self.executions.extend(random);
        self.sweep_short()
    }

    fn replay_long(&mut self, from: usize) -> Result<(), Fault> {
        if self.wide.is_some() {
            return self.sweep_long();
        }
        let system = &self.campaign.mutants.system;
        let work = self.campaign.undecided().len() * system.pool.len();
        let steps = (LONG_WORK / work.max(1)).min(LONGEST);
        if steps < SHORTEST {
            return Ok(());
        }
        self.replay_from(&stimuli::long(system, steps), Stage::Replay, from)
    }

    /// These executions on all undecided mutants.
    pub(super) fn replay(&mut self, stimuli: &[Arc<Stimulus>], stage: Stage) -> Result<(), Fault> {
        self.executions.extend(stimuli.iter().cloned());
        if self.wide.is_some() {
            self.sweep_known(stimuli, stage)
        } else {
            self.replay_from(stimuli, stage, 0)
        }
    }

    /// The same, where only what happens at step `from` or later counts.
    fn replay_from(
        &mut self,
        stimuli: &[Arc<Stimulus>],
        stage: Stage,
        from: usize,
    ) -> Result<(), Fault> {
        for chunk in stimuli.chunks(TOGETHER) {
            let undecided = self.campaign.undecided();
            if self.means.stop.is_raised() || undecided.is_empty() {
                break;
            }
            let simulator = self.simulator;
            let mut chunk: Vec<&Arc<Stimulus>> = chunk.iter().collect();
            let scope = simulator.scope(&undecided);
            let bases = parallel::each(&mut chunk, self.means.options.jobs, |_, s| {
                simulator.base(s, &scope)
            });
            let mut shares: Vec<&[usize]> = undecided.chunks(SHARE).collect();
            let (campaign, tally) = (&self.campaign, &self.tally);
            let kills = parallel::each(&mut shares, self.means.options.jobs, |_, share| {
                let mut scratch = simulator.scratch();
                let mut kills: Vec<(usize, usize, Vec<Hit>)> = Vec::new();
                for &m in *share {
                    let left = campaign.open(m);
                    let plan = simulator.plan(m);
                    // Of each property the execution that violates it soonest.
                    let mut best: Vec<(Hit, usize)> = Vec::new();
                    for (at, base) in bases.iter().enumerate() {
                        let hits = simulator.run(&plan, base, &mut scratch);
                        let counts = |(p, step): &Hit| *step >= from && left.contains(p);
                        for hit in hits.into_iter().filter(counts) {
                            match best.iter_mut().find(|((p, _), _)| *p == hit.0) {
                                Some(known) if hit.1 < known.0.1 => *known = (hit, at),
                                Some(_) => {}
                                None => best.push((hit, at)),
                            }
                        }
                    }
                    if campaign.killers == Killers::One {
                        let soonest = best.iter().copied().min_by_key(|((_, step), _)| *step);
                        best = soonest.into_iter().collect();
                    }
                    for at in 0..bases.len() {
                        let hits = best.iter().filter(|(_, by)| *by == at);
                        let hits: Vec<Hit> = hits.map(|(hit, _)| *hit).collect();
                        if !hits.is_empty() {
                            tally.killed(campaign, m, hits.len());
                            kills.push((m, at, hits));
                        }
                    }
                }
                kills
            });
            for (m, at, hits) in kills.into_iter().flatten() {
                self.campaign.killed(m, &hits, chunk[at], stage)?;
                self.kill_dominators(m, &hits, chunk[at], &bases[at], stage)?;
            }
            self.show(stage);
        }
        Ok(())
    }
}
