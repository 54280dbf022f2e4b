//! The cascade: each step decides what it can and passes the rest on.
//!
//! [`order`] is the list of steps; each is a value of [`Step`] in a file of its own. What they share is a [`Run`]. Several steps may
//! count as one [`Stage`] in results.
//!
//! Deterministic: mutants are split into batches by their number and kind alone, never by how many jobs there are; findings are
//! exchanged only between steps, depths and rounds, in the order of the batches.

mod batches;
mod branching;
mod cone;
mod core;
mod direct;
mod failing;
mod families;
mod induction;
mod limit;
mod prove;
mod recall;
mod replay;
mod run;
mod search;
mod sweep;
pub(crate) mod tally;
mod vacuity;

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::failure::Failures;
use assay_system::Stimulus;

use self::branching::Formulas;
use self::cone::{Cone, Equal};
use self::core::Core;
use self::direct::Direct;
use self::induction::{MoreLemmas, MoreSteps, WithProof};
use self::limit::Cut;
use self::prove::{Prove, ProveAlone};
use self::recall::Recall;
use self::replay::{LongReplay, ShortReplay};
use self::run::Run;
use self::search::{Counterexample, OneStep};
use self::vacuity::Vacuity;
use crate::baseline::Proof;
use crate::campaign::{Campaign, Case};
use crate::claims::Claims;
use crate::means::Means;
use crate::memory::archive::Keeper;
use crate::result::{Stage, StageReport};
use crate::simulate::Simulator;

pub(crate) use prove::killing;
#[cfg(test)]
pub(crate) use run::exactly;

/// Steps of the proof's induction times lemmas: beyond this each question of it is a large one.
const EXPENSIVE: usize = 100;

/// How far a run has come, for progress displays.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The name of a [`Stage`], or of what comes after them: `explain`, `cores`, `check`.
    pub doing: &'static str,
    pub decided: usize,
    pub total: usize,
}

/// Who hears of what is found: the keeper at the barriers, displays at once.
pub(crate) struct Listeners<'r> {
    pub keeper: &'r mut dyn Keeper,
    /// Called by workers too.
    pub on_progress: &'r (dyn Fn(Progress) + Sync),
}

/// A finding that excludes another, or a solver that broke in a way that taints results.
pub(crate) type Fault = String;

/// What a step may find out about a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conclusion {
    /// That a property notices it.
    Kill,
    /// That a property does not notice it.
    Survival,
    /// A verdict that needs no property: it is equivalent, or vacuous.
    Verdict,
}

/// One entry of the order of the cascade.
pub(crate) trait Step {
    /// Under what its time and its decisions are counted, and by what name a caller leaves it out. None for what always runs.
    fn stage(&self) -> Option<Stage>;

    /// What it may conclude. Debug builds compare that with what it entered.
    fn concludes(&self) -> &'static [Conclusion];

    /// Of which claims it may conclude that. It is handed open pairs of mutant and property of this kind only. Most steps reason about
    /// what is true at every step.
    fn claims(&self) -> Claims {
        Claims::Universal
    }

    /// Whether it has something to do, given what is known so far. What it requires beyond that it makes for itself.
    fn requires(&self, _run: &Run<'_, '_>) -> bool {
        true
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault>;
}

/// The steps, in order. Cheap ones come before expensive ones, with exceptions that have a reason.
///
/// Claims that something can be reached are decided before vacuity: a mutant without executions that long is killed by them. So are
/// formulas of branching time: a mutant with a fair execution is not vacuous.
/// Vacuity comes early: a survivor must not turn back into an unknown because time is up. Long executions come before induction where
/// that is expensive, because they kill much of what it would be asked about. Without states there are no long executions, and
/// nothing is left for induction.
fn order(proof: &Proof, means: Means<'_>) -> Vec<Box<dyn Step>> {
    let (k, depth) = (proof.k, proof.depth(means.options));
    let expensive = k as usize * proof.lemmas.len().max(1) > EXPENSIVE;
    let long_replay = |wanted: bool| LongReplay {
        from: depth as usize,
        wanted,
    };
    let mut order: Vec<Box<dyn Step>> = vec![
        Box::new(Cone),
        Box::new(Equal),
        Box::new(Core),
        Box::new(Recall),
        Box::new(ShortReplay),
        Box::new(Direct::default()),
        Box::new(Formulas),
        Box::new(Vacuity { depth }),
    ];
    if proof.stateless {
        order.push(Box::new(OneStep));
        order.push(Box::new(ProveAlone));
        return order;
    }
    let with_states: [Box<dyn Step>; 8] = [
        Box::new(long_replay(expensive)),
        Box::new(Counterexample { from: 0, to: k }),
        Box::new(WithProof { k }),
        Box::new(long_replay(!expensive)),
        Box::new(Counterexample { from: k, to: depth }),
        Box::new(MoreSteps),
        Box::new(MoreLemmas),
        Box::new(Prove::default()),
    ];
    order.extend(with_states);
    order
}

/// What the cascade comes to.
pub(crate) struct Decided<'a> {
    pub campaign: Campaign<'a>,
    pub stages: Vec<StageReport>,
    /// How many mutants were decided when, counted from the start of the cascade.
    pub course: Vec<(Duration, usize)>,
    /// Executions that were tried on all mutants, shown to be admitted by the original or not.
    pub executions: Vec<Arc<Stimulus>>,
    pub shared_instances: usize,
    pub own_instances: usize,
    /// Mutants of which earlier runs left nothing to ask.
    pub reused: usize,
    pub cut: Option<Cut>,
    pub failures: Failures,
}

/// Decides every mutant of the campaign, as far as the limits allow.
pub(crate) fn decide<'a>(
    campaign: Campaign<'a>,
    simulator: &'a Simulator<'a>,
    proof: &'a Proof,
    means: Means<'a>,
    listeners: Listeners<'_>,
) -> Result<Decided<'a>, Fault> {
    let mut run = Run::new(campaign, simulator, proof, means, listeners);
    let mut stages: Vec<StageReport> = Stage::ALL
        .iter()
        .map(|&stage| StageReport {
            stage,
            decided: 0,
            time: Duration::ZERO,
        })
        .collect();
    for mut step in order(proof, means) {
        let Some(stage) = step.stage() else {
            step.run(&mut run)?;
            continue;
        };
        if !step.requires(&run) || !means.options.runs(stage) || run.over() {
            continue;
        }
        let started = Instant::now();
        run.tally.begin(stage.as_str(), &run.campaign);
        let before = cfg!(debug_assertions).then(|| run.conclusions());
        run.campaign.scope = step.claims();
        failing::attempt(&mut run, &mut *step, stage)?;
        run.campaign.scope = Claims::All;
        if let Some(before) = before {
            let new = run.conclusions().into_iter().zip(before);
            for ((conclusion, now), (_, before)) in new {
                let allowed = step.concludes().contains(&conclusion);
                debug_assert!(allowed || now == before, "{stage:?}: {conclusion:?}");
            }
        }
        let report = stages.iter_mut().find(|r| r.stage == stage);
        report.expect("all are there").time += started.elapsed();
        run.show(stage);
    }
    run.close_families();
    for report in &mut stages {
        let settled = |c: &Case| c.stage == Some(report.stage);
        report.decided = (0..run.campaign.cases.len())
            .filter(|&m| settled(&run.campaign.cases[m]) && !run.campaign.is_open(m))
            .count();
    }
    for (stage, of) in [
        (Stage::Direct, Claims::Existential),
        (Stage::Branching, Claims::Branching),
    ] {
        if !run.campaign.claims(of) {
            stages.retain(|report| report.stage != stage);
        }
    }
    Ok(run.finish(stages))
}
