//! The cascade: each stage decides what it can and passes the rest on.
//!
//! Order: cone, equal (by structure), core, replay, vacuity, counterexample up to the proof's k, induction, long replay (before
//! these two where induction is expensive), counterexample up to the kill depth, induction over more steps and with more invariants, prove. See [`Stage`].
//!
//! Deterministic: mutants are split into laboratories by their number and kind alone, never by how
//! many jobs there are; findings are exchanged only between stages, depths and rounds, in the order
//! of the laboratories.

mod cone;
mod core;
mod failing;
mod families;
mod induction;
mod labs;
mod prove;
mod replay;
mod search;
mod sweep;
pub(crate) mod tally;
mod vacuity;

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::failure::Failures;
use assay_solver::{Found, StopFlag};
use assay_system::{Certificate, Stimulus};
use assay_term::Dag;

use self::tally::Tally;
use crate::archive::Keeper;
use crate::baseline::Proof;
use crate::campaign::{Campaign, Case};
use crate::lab::Lab;
use crate::options::CoverOptions;
use crate::result::{CertificateOf, MutantVerdict, Notice, Stage, StageReport};
use crate::simulate::Simulator;
use crate::wide;

#[cfg(test)]
pub(crate) use search::exactly;

/// Steps of the proof's induction times lemmas: beyond this each question of it is a large one.
const DEAR: usize = 100;

/// How far a run has come, for progress displays.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The name of a [`Stage`], or of what comes after them: `explain`, `cores`, `check`.
    pub doing: &'static str,
    pub decided: usize,
    pub total: usize,
}

/// Who hears of what is found: the keeper at the barriers, displays at once.
pub struct Listeners<'r> {
    pub keeper: &'r mut dyn Keeper,
    /// Called by workers too.
    pub on_progress: &'r (dyn Fn(Progress) + Sync),
}

/// A finding that excludes another, or a solver that broke in a way that taints results.
pub type Fault = String;

pub struct Cascade<'a, 'r> {
    pub campaign: Campaign<'a>,
    proof: &'a Proof,
    started: Instant,
    found: &'a [Found],
    options: &'a CoverOptions,
    stop: &'a StopFlag,
    labs: Vec<Lab>,
    /// Families on finite models; None before they were asked for.
    kin: Option<Vec<families::Kin>>,
    /// Whether every mutant is in a family.
    all_are_kin: bool,
    /// Violations before this step were looked for.
    searched: u32,
    /// How many of the efforts that they may cost are spent.
    efforts_spent: usize,
    /// What was tried on the mutants beside the lemmas of the proof.
    lemmas: Vec<Dag>,
    /// Solver instances of laboratories that are no more.
    closed_instances: usize,
    simulator: &'a Simulator<'a>,
    /// For many patterns at once; None before replay and where the model is not finite.
    wide: Option<Arc<wide::Model>>,
    /// Executions that were tried on all mutants, shown to be admitted by the original or not.
    pub executions: Vec<Arc<Stimulus>>,
    pub stages: Vec<StageReport>,
    /// How many mutants were decided when, counted from the start of the cascade.
    pub course: Vec<(Duration, usize)>,
    pub own_instances: usize,
    /// Mutants of which earlier runs left nothing to ask.
    pub reused: usize,
    /// Executions that killed mutants of an earlier model.
    hints: Vec<Arc<Stimulus>>,
    pub cut: Option<String>,
    pub settled: bool,
    /// It was cut because the caller wanted no more: settled, accurate enough, or expensive enough.
    pub as_asked: bool,
    /// What broke on the way.
    pub failures: Failures,
    keeper: &'r mut dyn Keeper,
    tally: Tally<'r>,
}

impl<'a, 'r> Cascade<'a, 'r> {
    pub fn new(
        campaign: Campaign<'a>,
        simulator: &'a Simulator<'a>,
        proof: &'a Proof,
        found: &'a [Found],
        options: &'a CoverOptions,
        stop: &'a StopFlag,
        listeners: Listeners<'r>,
    ) -> Self {
        let stages = Stage::ALL
            .iter()
            .map(|&stage| StageReport {
                stage,
                decided: 0,
                time: Duration::ZERO,
            })
            .collect();
        Cascade {
            campaign,
            proof,
            started: Instant::now(),
            found,
            options,
            stop,
            labs: Vec::new(),
            kin: None,
            all_are_kin: false,
            searched: 0,
            efforts_spent: 0,
            lemmas: Vec::new(),
            closed_instances: 0,
            simulator,
            wide: None,
            executions: Vec::new(),
            stages,
            course: Vec::new(),
            own_instances: 0,
            reused: 0,
            hints: Vec::new(),
            cut: None,
            settled: false,
            as_asked: false,
            failures: Failures::default(),
            keeper: listeners.keeper,
            tally: Tally::new(listeners.on_progress),
        }
    }

    pub fn shared_instances(&self) -> usize {
        let labs: usize = self.labs.iter().map(Lab::instances).sum();
        self.closed_instances + labs
    }

    pub fn run(&mut self) -> Result<(), Fault> {
        let k = self.proof.k;
        let depth = self.options.kill_depth.unwrap_or((2 * k).max(7));
        self.stage(Stage::Cone, Self::cone)?;
        self.stage(Stage::Equal, Self::equal_by_structure)?;
        self.stage(Stage::Core, Self::core)?;
        (self.reused, self.hints) = self.keeper.recall(&mut self.campaign)?;
        self.stage(Stage::Replay, Self::replay_random)?;
        self.stage(Stage::Vacuity, |c| c.vacuity(depth))?;
        // Induction over many steps or with many lemmas is dear, and long executions kill much of what it would be asked about.
        let dear = k as usize * self.proof.lemmas.len().max(1) > DEAR;
        if dear {
            self.stage(Stage::Replay, |c| c.replay_long(depth as usize))?;
        }
        self.stage(Stage::Counterexample, |c| c.search(0, k))?;
        self.stage(Stage::Induction, |c| {
            // Where one step is enough, bits are the quicker way.
            match k == 1 && c.sift_families()? {
                true => Ok(()),
                false => c.induction(k),
            }
        })?;
        if !dear {
            self.stage(Stage::Replay, |c| c.replay_long(depth as usize))?;
        }
        self.stage(Stage::Counterexample, |c| c.search(k, depth))?;
        if self.longer_is_cheap() {
            self.stage(Stage::Induction, Self::longer)?;
        }
        self.stage(Stage::Induction, Self::strengthen)?;
        self.stage(Stage::Prove, Self::prove)?;
        self.close_families();
        for report in &mut self.stages {
            let settled = |c: &Case| c.stage == Some(report.stage);
            report.decided = (0..self.campaign.cases.len())
                .filter(|&m| settled(&self.campaign.cases[m]) && !self.campaign.is_open(m))
                .count();
        }
        Ok(())
    }

    /// Runs one stage, counts what it settled and times it. Left out if the caller said so or the run
    /// is cut short.
    fn stage(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if !self.options.runs(stage) || self.over() {
            return Ok(());
        }
        let started = Instant::now();
        self.tally.begin(stage.as_str(), &self.campaign);
        self.attempt(stage, work)?;
        let report = self
            .stages
            .iter_mut()
            .find(|r| r.stage == stage)
            .expect("all are there");
        report.time += started.elapsed();
        self.show(stage);
        Ok(())
    }

    /// A barrier: what was found is kept, and the caller hears how far it is.
    fn show(&mut self, stage: Stage) {
        self.keeper.record(&self.campaign);
        let total = self.campaign.cases.len();
        let decided = total - self.campaign.undecided().len();
        if self
            .course
            .last()
            .is_none_or(|(_, before)| *before < decided)
        {
            self.course.push((self.started.elapsed(), decided));
        }
        self.tally.begin(stage.as_str(), &self.campaign);
    }

    /// Whether the run ends here: stopped from outside, accurate enough, or dear enough.
    fn over(&mut self) -> bool {
        if self.cut.is_some() {
            return true;
        }
        if let Some(cause) = self.stop.cause() {
            self.cut = Some(cause.as_str().into());
            return true;
        } else if let Some(why) = self.options.settle.and_then(|s| self.settles(s)) {
            self.cut = Some(why);
            self.settled = true;
        } else if let Some(ratio) = self.options.budget_ratio
            && self.started.elapsed() >= self.proof.time.mul_f64(ratio)
            && !self.campaign.undecided().is_empty()
        {
            self.cut = Some(format!("{ratio} times the time of the proof is spent"));
        } else if let Some(wanted) = self.options.accuracy {
            let total = self.campaign.cases.len();
            let decided = total - self.campaign.undecided().len();
            if 100.0 * decided as f64 >= wanted * total as f64 && decided < total {
                self.cut = Some(format!("{wanted} % of the mutants are decided"));
            }
        }
        self.as_asked = self.cut.is_some();
        self.as_asked
    }

    /// Whether the score is certain to reach this per cent, or certain not to, while something is undecided.
    ///
    /// What is undecided may be killed, survive or leave the score. A survivor counts as one only where nobody looks for
    /// its equivalence later.
    fn settles(&self, wanted: f64) -> Option<String> {
        let (mut killed, mut survived, mut open) = (0usize, 0usize, 0usize);
        for (m, case) in self.campaign.cases.iter().enumerate() {
            let kills = |n: &Option<Notice>| matches!(n, Some(Notice::Kills { .. }));
            match case.verdict {
                _ if case.notices.iter().any(kills) => killed += 1,
                Some(
                    MutantVerdict::Invalid | MutantVerdict::Equivalent | MutantVerdict::Vacuous,
                ) => {}
                _ if self.campaign.is_open(m) || self.campaign.may_be_vacuous(m) => open += 1,
                _ if self.options.explain => open += 1,
                _ => survived += 1,
            }
        }
        // With nothing left to ask there is nothing to cut.
        let asks = |m: &usize| self.campaign.is_open(*m) || self.campaign.may_be_vacuous(*m);
        (0..self.campaign.cases.len()).find(asks)?;
        // As the gate compares: without rounding.
        let bound = wanted * (killed + survived + open) as f64;
        if 100.0 * killed as f64 >= bound {
            return Some(format!("a score of {wanted} % is reached"));
        }
        (100.0 * ((killed + open) as f64) < bound)
            .then(|| format!("a score of {wanted} % is out of reach"))
    }

    fn survived(
        &mut self,
        m: usize,
        properties: &[usize],
        certificate: impl Into<Arc<Certificate>>,
        stage: Stage,
    ) -> Result<(), Fault> {
        let number = self
            .campaign
            .add_certificate(CertificateOf::Mutant(m), certificate);
        self.campaign.survives(m, properties, number, stage)?;
        for dominated in self.campaign.dominates[m].clone() {
            self.campaign
                .survives(dominated, properties, number, stage)?;
        }
        Ok(())
    }
}
