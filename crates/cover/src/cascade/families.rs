//! Families: on finite models, INDUCTION with the original's lemmas and PROVE, one mutant after the other on bits, with what was
//! learnt about those before (see [`assay_engine::family`]).
//!
//! Deterministic: mutants are split by their number alone; what one share learns the others hear of between rounds, in the
//! order of the shares.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::family::{Family, News, Outcome};
use assay_engine::guard::fail_if_told;
use assay_solver::{Effort, StopFlag};
use assay_system::{Certificate, Cone, Mutants, Stimulus, Trace};
use assay_term::{Dag, TermId, VarId};
use rustc_hash::FxHashSet;

use super::Fault;
use super::batches::{adds_unbounded, shares};
use super::run::{Run, exactly};
use crate::campaign::Campaign;
use crate::combined::{Combined, acyclic_groups};
use crate::desk::Desk;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Hit, Simulator};

/// At most so many shares, for all properties together unless these are more, and at least so many mutants in each.
const SHARES: usize = 8;
const WORTH: usize = 64;
/// So many mutants of a share between two barriers.
const ROUND: usize = 8;
/// What a search about one mutant may spend, in questions and conflicts, first on all that are easy; finding the inductive part of
/// the candidates may take as much again before and after it.
pub(super) const EFFORTS: [Effort; 5] = [2_000, 6_000, 18_000, 54_000, 162_000];
/// So many of them before violations are looked for far away.
pub(super) const EASY: usize = 1;
/// For the inductive part of the lemmas.
const SIFT: Effort = 20_000;
/// More candidates than this are more to sort out than they spare.
const ENOUGH: usize = 3_000;

/// A share of the mutants, and one property.
pub(crate) struct Share {
    combined: Arc<Combined>,
    property: usize,
    /// By number of the switch: the position in `combined`.
    positions: Arc<Vec<usize>>,
    /// The switches of this share.
    members: Vec<usize>,
    family: Family,
}

/// What a search of a share found.
#[derive(Default)]
struct Found {
    survivors: Vec<(usize, Certificate)>,
    /// With what the mutant violates on the execution, and when.
    kills: Vec<(usize, Stimulus, Vec<Hit>)>,
    news: News,
}

/// The families on finite models.
#[derive(Default)]
pub(crate) struct Families {
    /// None before they were asked for.
    shares: Option<Vec<Share>>,
    /// Whether every mutant is in a family.
    pub complete: bool,
}

impl Families {
    /// Lets them go without asking what they cost: they may be broken.
    pub fn drop_all(&mut self) {
        self.shares = Some(Vec::new());
        self.complete = false;
    }
}

impl Share {
    fn mutant(&self, switch: usize) -> usize {
        self.combined.members[self.positions[switch]]
    }

    /// Those that are asked about, mutants that set wires free first: what they survive, every mutant of these wires survives.
    fn open(&self, campaign: &Campaign<'_>) -> Vec<usize> {
        let asked = |&s: &usize| campaign.open(self.mutant(s)).contains(&self.property);
        let mut open: Vec<usize> = self.members.iter().copied().filter(asked).collect();
        open.sort_by_key(|&s| (campaign.frees[self.mutant(s)].is_none(), s));
        open
    }

    fn sift(
        &mut self,
        campaign: &Campaign<'_>,
        desk: &Desk<'_>,
        stop: &StopFlag,
    ) -> Vec<(usize, Certificate)> {
        let mut survivors: Vec<(usize, Certificate)> = Vec::new();
        let mut decided: FxHashSet<usize> = FxHashSet::default();
        for switch in self.open(campaign) {
            let m = self.mutant(switch);
            if decided.contains(&m) || stop.is_raised() {
                continue;
            }
            if let Ok(Some(certificate)) = self.family.sift(switch, SIFT) {
                decided.extend(&campaign.dominates[m]);
                desk.survives(m, &[self.property], &certificate);
                survivors.push((m, certificate));
            }
        }
        survivors
    }

    fn search(
        &mut self,
        switches: &[usize],
        effort: Effort,
        campaign: &Campaign<'_>,
        (desk, simulator): (&Desk<'_>, &Simulator<'_>),
        stop: &StopFlag,
    ) -> Found {
        let mut found = Found::default();
        let mut decided: FxHashSet<usize> = FxHashSet::default();
        for &switch in switches {
            let m = self.mutant(switch);
            if decided.contains(&m) || stop.is_raised() {
                continue;
            }
            match self.family.search(switch, effort, &mut found.news) {
                Outcome::Proved(certificate) => {
                    decided.extend(&campaign.dominates[m]);
                    desk.survives(m, &[self.property], &certificate);
                    found.survivors.push((m, certificate));
                }
                Outcome::Violated(trace) => {
                    let stimulus = self.stimulus(switch, &trace);
                    let hits = hits(simulator, campaign.mutants, m, &stimulus);
                    desk.killed(m, &hits, &stimulus);
                    found.kills.push((m, stimulus, hits));
                }
                Outcome::Unknown(_) => {}
            }
        }
        found
    }

    fn stimulus(&self, switch: usize, trace: &Trace) -> Stimulus {
        let position = self.positions[switch];
        let keep = |v: VarId| self.combined.belongs(position, v);
        Stimulus::of(&self.combined.system, trace, keep)
    }
}

/// What the mutant violates on the execution.
fn hits(simulator: &Simulator<'_>, mutants: &Mutants, m: usize, stimulus: &Stimulus) -> Vec<Hit> {
    let base = simulator.base(stimulus, &simulator.scope(&[m]));
    let hits = simulator.run(&simulator.plan(m), &base, &mut simulator.scratch());
    if hits.is_empty() {
        // Some number does not fit the simulator.
        return exactly(mutants, m, stimulus);
    }
    hits
}

/// Results, and the places and messages of what failed.
fn apart<R>(
    outcomes: impl Iterator<Item = (usize, Result<R, String>)>,
) -> (Vec<R>, Vec<(usize, String)>) {
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    for (at, outcome) in outcomes {
        match outcome {
            Ok(outcome) => found.push(outcome),
            Err(why) => broken.push((at, why)),
        }
    }
    (found, broken)
}

impl Run<'_, '_> {
    /// Lets the families go: nothing more is asked of them.
    pub(super) fn close_families(&mut self) {
        for share in self.families.shares.replace(Vec::new()).unwrap_or_default() {
            self.batches.closed_instances += Family::INSTANCES;
            self.own_instances += share.family.searches();
        }
    }

    /// Closes the families at these places, which failed, and notes why.
    fn lose_families(&mut self, broken: Vec<(usize, String)>) {
        let mut all: Vec<Option<Share>> = self
            .families
            .shares
            .take()
            .into_iter()
            .flatten()
            .map(Some)
            .collect();
        for (at, why) in broken {
            let lost = all[at].take().into_iter();
            let members =
                lost.flat_map(|k| k.members.iter().map(|&s| k.mutant(s)).collect::<Vec<_>>());
            self.lost("family", members.collect(), &why);
            self.families.complete = false;
        }
        self.families.shares = Some(all.into_iter().flatten().collect());
    }

    /// INDUCTION with the largest part of the original's lemmas. False if there are mutants of which bits are not enough.
    pub(super) fn sift_families(&mut self) -> Result<bool, Fault> {
        self.make_families();
        let Some(all) = &mut self.families.shares else {
            return Ok(false);
        };
        let (campaign, stop) = (&self.campaign, self.means.stop);
        let desk = Desk::new(self.keeper, &self.tally, campaign, Stage::Induction);
        let proofs = parallel::try_each(all, self.means.options.jobs, |_, share| {
            fail_if_told("family");
            (share.property, share.sift(campaign, &desk, stop))
        });
        let (proofs, broken) = apart(proofs.into_iter().enumerate());
        self.lose_families(broken);
        for (p, survivors) in proofs {
            for (m, certificate) in survivors {
                self.survived(m, &[p], certificate, Stage::Induction)?;
            }
        }
        self.show(Stage::Induction);
        Ok(self.families.complete)
    }

    /// A few mutants of each share that were not tried before. False if there are none.
    pub(super) fn search_round(
        &mut self,
        effort: Effort,
        tried: &mut FxHashSet<(usize, usize)>,
    ) -> Result<bool, Fault> {
        let (campaign, stop) = (&self.campaign, self.means.stop);
        let mut work: Vec<(usize, &mut Share, Vec<usize>)> = Vec::new();
        for (at, share) in self.families.shares.iter_mut().flatten().enumerate() {
            let mut open = share.open(campaign);
            open.retain(|&s| !tried.contains(&(share.property, share.mutant(s))));
            open.truncate(ROUND);
            tried.extend(open.iter().map(|&s| (share.property, share.mutant(s))));
            if !open.is_empty() {
                work.push((at, share, open));
            }
        }
        if work.is_empty() {
            return Ok(false);
        }
        let desk = Desk::new(self.keeper, &self.tally, campaign, Stage::Prove);
        let with = (&desk, self.simulator);
        let found = parallel::try_each(
            &mut work,
            self.means.options.jobs,
            |_, (_, share, switches)| {
                fail_if_told("family");
                let found = share.search(switches, effort, campaign, with, stop);
                (share.property, share.combined.clone(), found)
            },
        );
        let places = work.iter().map(|(at, ..)| *at);
        let (found, broken) = apart(places.zip(found));
        self.lose_families(broken);
        let all: &mut [Share] = self.families.shares.as_deref_mut().unwrap_or_default();
        let learnt = parallel::try_each(all, self.means.options.jobs, |_, share| {
            for (p, combined, found) in &found {
                let related = share.property == *p && Arc::ptr_eq(&share.combined, combined);
                if related && share.family.candidates() < ENOUGH {
                    // Cut short at worst, which costs time and no truth.
                    let _ = share.family.learn(&found.news);
                }
            }
        });
        let (_, broken) = apart(learnt.into_iter().enumerate());
        self.lose_families(broken);
        let mut stimuli = Vec::new();
        for (p, _, found) in found {
            for (m, certificate) in found.survivors {
                self.survived(m, &[p], certificate, Stage::Prove)?;
            }
            for (m, stimulus, hits) in found.kills {
                let stimulus = Arc::new(stimulus);
                if !hits.iter().any(|(q, _)| *q == p) {
                    let why = "the violation on bits is not one when it is executed";
                    self.campaign.cases[m].doubt = Some(why.into());
                    continue;
                }
                self.killed(m, &hits, &stimulus, Stage::Prove)?;
                stimuli.push(stimulus);
            }
        }
        self.replay(&stimuli, Stage::Prove)?;
        self.show(Stage::Prove);
        Ok(true)
    }

    pub(super) fn make_families(&mut self) {
        if self.families.shares.is_some() {
            return;
        }
        self.families.shares = Some(Vec::new());
        let mutants = self.campaign.mutants;
        let original = Backend::choose(&mutants.system, &self.campaign.universal, self.means.found);
        if !original.is_ok_and(|backend| backend.is_finite()) {
            return;
        }
        let mut all = Vec::new();
        let undecided = self.campaign.undecided().into_iter();
        let (unbounded, bounded): (Vec<usize>, Vec<usize>) =
            undecided.partition(|&m| adds_unbounded(mutants, m));
        self.families.complete = unbounded.is_empty();
        let claims = self.proof.lemmas.clone();
        for group in acyclic_groups(mutants, &bounded) {
            let combined = Arc::new(Combined::switched(mutants, &group));
            for &p in &self.campaign.universal {
                match self.family(&combined, p, &claims) {
                    Some(new) => all.extend(new),
                    None => self.families.complete = false,
                }
            }
        }
        self.families.shares = Some(all);
    }

    /// One property of these mutants; None where bits are not enough.
    fn family(
        &self,
        combined: &Arc<Combined>,
        property: usize,
        lemmas: &Dag,
    ) -> Option<Vec<Share>> {
        let system = &combined.system;
        let cone = Cone::of(system, &[system.properties[property].term]);
        let seen = |&at: &usize| cone.contains(combined.bits[at]);
        let positions: Vec<usize> = (0..combined.members.len()).filter(seen).collect();
        let mutant = |s: &usize| combined.members[positions[*s]];
        let asked = |s: &usize| self.campaign.open(mutant(s)).contains(&property);
        let mut asked: Vec<usize> = (0..positions.len()).filter(asked).collect();
        if asked.is_empty() {
            return Some(vec![]);
        }
        let others = self.campaign.universal.iter().filter(|&&p| p != property);
        // As the original claims them: a candidate must not name a switch.
        let original = &self.campaign.mutants.system;
        let others: Vec<TermId> = others.map(|&p| original.properties[p].term).collect();
        let others = original.pool.export(&others);
        let switches: Vec<VarId> = positions.iter().map(|&at| combined.bits[at]).collect();
        let claims = [lemmas, &others, &self.proof.more];
        let family = Family::new(system, property, &claims, &switches, self.means.stop).ok()?;
        let members: Vec<usize> = asked.iter().map(mutant).collect();
        let most = (SHARES / self.campaign.universal.len()).max(1);
        let count = members.len().div_ceil(WORTH).clamp(1, most);
        let shares = shares(self.campaign.mutants, &members, count);
        let positions = Arc::new(positions);
        let all = shares.into_iter().map(|share| Share {
            combined: combined.clone(),
            property,
            positions: positions.clone(),
            members: asked.drain(..share.len()).collect(),
            family: family.clone(),
        });
        Some(all.collect())
    }
}
