//! REPLAY: executions, random ones and every counterexample found so far, on all undecided mutants at
//! once. Finite models are simulated with many patterns at once (`sweep`), others one execution after the other.

use std::sync::Arc;

use assay_system::{Stimulus, VarKind, open};
use assay_term::{Term, Value, VarId};
use rustc_hash::FxHashMap;

use super::{Cascade, Fault};
use crate::campaign::Killers;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Base, Hit};
use crate::stimuli;

/// So many executions are tried in one go.
const BATCH: usize = 8;
/// A long execution has as many steps as this much work allows (mutants times terms times steps), within bounds.
const LONG_WORK: usize = 10_000_000;
const SHORTEST: usize = 24;
const LONGEST: usize = 256;
/// So many mutants are one piece of work.
const SHARE: usize = 64;

impl Cascade<'_, '_> {
    /// What is known already and random executions on all mutants.
    pub(super) fn replay_random(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let known = self.proof.traces();
        let mut known: Vec<Arc<Stimulus>> = known
            .map(|t| Arc::new(Stimulus::of(system, t, |_| true)))
            .collect();
        known.append(&mut self.hints);
        self.wide = self.finite_model();
        self.replay(&known, Stage::Replay)?;
        let random = stimuli::random(system);
        if self.wide.is_none() {
            return self.replay(&random, Stage::Replay);
        }
        self.executions.extend(random);
        self.sweep_short()
    }

    /// Long random executions, for changes that show only after many steps: nothing else finds these cheaply. What
    /// happens before step `from` is left to the search, which finds the shortest.
    pub(super) fn replay_long(&mut self, from: usize) -> Result<(), Fault> {
        if self.wide.is_some() {
            return self.sweep_long();
        }
        let system = &self.campaign.mutants.system;
        let work = self.campaign.undecided().len() * system.pool.len();
        let steps = (LONG_WORK / work.max(1)).min(LONGEST);
        match steps >= SHORTEST {
            true => self.replay_from(&stimuli::long(system, steps), Stage::Replay, from),
            false => Ok(()),
        }
    }

    /// These executions on all undecided mutants.
    pub(super) fn replay(&mut self, stimuli: &[Arc<Stimulus>], stage: Stage) -> Result<(), Fault> {
        self.executions.extend(stimuli.iter().cloned());
        match self.wide.is_some() {
            true => self.sweep_known(stimuli, stage),
            false => self.replay_from(stimuli, stage, 0),
        }
    }

    /// The same, where only what happens at step `from` or later counts.
    fn replay_from(
        &mut self,
        stimuli: &[Arc<Stimulus>],
        stage: Stage,
        from: usize,
    ) -> Result<(), Fault> {
        for batch in stimuli.chunks(BATCH) {
            let undecided = self.campaign.undecided();
            if self.stop.is_raised() || undecided.is_empty() {
                break;
            }
            let simulator = self.simulator;
            let mut batch: Vec<&Arc<Stimulus>> = batch.iter().collect();
            let scope = simulator.scope(&undecided);
            let bases = parallel::each(&mut batch, self.options.jobs, |_, s| {
                simulator.base(s, &scope)
            });
            let mut shares: Vec<&[usize]> = undecided.chunks(SHARE).collect();
            let (campaign, tally) = (&self.campaign, &self.tally);
            let kills = parallel::each(&mut shares, self.options.jobs, |_, share| {
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
                self.campaign.killed(m, &hits, batch[at], stage)?;
                self.kill_dominators(m, &hits, batch[at], &bases[at], stage)?;
            }
            self.show(stage);
        }
        Ok(())
    }

    /// Enters a kill, and those of the mutants that set the same wires free.
    pub(super) fn killed(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        stage: Stage,
    ) -> Result<(), Fault> {
        if self.campaign.killed(mutant, hits, stimulus, stage)? {
            self.dominators_killed(mutant, hits, stimulus, stage)?;
        }
        Ok(())
    }

    /// Enters the kills of the mutants that set the wires of a killed one free.
    pub(super) fn dominators_killed(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        stage: Stage,
    ) -> Result<(), Fault> {
        let asked = |f: &usize| {
            let open = self.campaign.open(*f);
            hits.iter().any(|(p, _)| open.contains(p))
        };
        if self.campaign.dominated_by[mutant].iter().any(asked) {
            let scope = self.simulator.scope(&[mutant]);
            let base = self.simulator.base(stimulus, &scope);
            self.kill_dominators(mutant, hits, stimulus, &base, stage)?;
        }
        Ok(())
    }

    /// A mutant that sets wires free can do what the killed one did: its fresh inputs take the values
    /// that the wires had.
    fn kill_dominators(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        base: &Base,
        stage: Stage,
    ) -> Result<(), Fault> {
        for f in self.campaign.dominated_by[mutant].clone() {
            let left = self.campaign.open(f);
            if !hits.iter().any(|(p, _)| left.contains(p)) {
                continue;
            }
            let Some(stimulus) = self.freed(mutant, f, stimulus, base) else {
                continue;
            };
            let stimulus = Arc::new(stimulus);
            let scope = self.simulator.scope(&[f]);
            let (plan, base) = (
                self.simulator.plan(f),
                self.simulator.base(&stimulus, &scope),
            );
            let hits = self
                .simulator
                .run(&plan, &base, &mut self.simulator.scratch());
            self.campaign.killed(f, &hits, &stimulus, stage)?;
        }
        Ok(())
    }

    /// `stimulus` with the values that the wires which `freeing` sets free have on `mutant`.
    fn freed(
        &self,
        mutant: usize,
        freeing: usize,
        stimulus: &Stimulus,
        base: &Base,
    ) -> Option<Stimulus> {
        let system = &self.campaign.mutants.system;
        let patch = self.campaign.mutants.mutants[freeing].patch()?;
        let mut input_of: FxHashMap<VarId, usize> = FxHashMap::default();
        let mut wires: Vec<VarId> = Vec::new();
        for (wire, kind) in &patch.vars {
            let VarKind::Wire { def } = kind else {
                return None;
            };
            let Term::Var(input) = system.pool.get(*def) else {
                return None;
            };
            input_of.insert(*input, wires.len());
            wires.push(*wire);
        }
        let plan = self.simulator.plan(mutant);
        let mut scratch = self.simulator.scratch();
        let values = self.simulator.values(&plan, base, &mut scratch, &wires)?;
        let vars: Vec<VarId> = open(system)
            .filter(|v| {
                // What drives other mutants' changes drives nothing here.
                let shared = v.index() < self.campaign.mutants.fresh_from;
                input_of.contains_key(v) || shared && stimulus.vars.binary_search(v).is_ok()
            })
            .collect();
        let steps = values.iter().enumerate().map(|(step, wires)| {
            let value = |v: &VarId| -> Value {
                match input_of.get(v) {
                    Some(&at) => wires[at].clone(),
                    None => stimulus.value(step, *v).expect("it is named").clone(),
                }
            };
            vars.iter().map(value).collect()
        });
        Some(Stimulus {
            steps: steps.collect(),
            vars: vars.clone(),
            functions: stimulus.functions.clone(),
        })
    }
}
