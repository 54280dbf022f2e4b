//! The main job: the proof, the cascade, explanations, and the check of all evidence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::NoSolver;
use assay_solver::{Found, StopFlag};
use assay_system::Verdict;

use crate::baseline::{self, BaselineError};
use crate::campaign::Campaign;
use crate::cascade::{Cascade, Progress};
use crate::evidence;
use crate::explain::Explainer;
use crate::options::CoverOptions;
use crate::result::{
    Baseline, Checked, CoverResult, Explanation, MutantResult, MutantVerdict, Notice,
};
use crate::simulate::Simulator;
use assay_system::Mutants;

/// Why there is no result.
#[derive(Clone, Debug)]
pub enum CoverError {
    NoSolver(NoSolver),
    /// No property holds on the original, so coverage has no meaning. What was found instead.
    NothingProved(Vec<Baseline>),
    /// Evidence failed its check or findings exclude each other: a bug.
    Fault(String),
}

/// Decides every mutant as far as the limits allow.
pub fn cover(
    mutants: &Mutants,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<CoverResult, CoverError> {
    let system = Arc::new(mutants.system.clone());
    let proof = baseline::prove(&system, found, &options.proof, stop).map_err(|e| match e {
        BaselineError::NoSolver(none) => CoverError::NoSolver(none),
        BaselineError::Contradiction(text) => CoverError::Fault(text.0),
    })?;
    let baseline: Vec<Baseline> = proof
        .verdicts
        .iter()
        .map(|v| match v {
            Verdict::Proved { .. } => Baseline::Proved,
            Verdict::Violated { .. } => Baseline::Violated,
            Verdict::Unknown { reason, .. } => Baseline::Unknown(reason.clone()),
        })
        .collect();
    let properties = proof.properties();
    if properties.is_empty() {
        return Err(CoverError::NothingProved(baseline));
    }
    let campaign = Campaign::new(mutants, properties.clone(), options.killers);
    let simulator = Simulator::new(mutants, &properties);
    let mut cascade = Cascade::new(
        campaign,
        &simulator,
        &proof,
        found,
        options,
        stop,
        on_progress,
    );
    cascade.run().map_err(CoverError::Fault)?;
    let shared = cascade.shared_instances();
    let (stages, own_instances, cut) = (
        cascade.stages.clone(),
        cascade.own_instances,
        cascade.cut.clone(),
    );
    let executions = std::mem::take(&mut cascade.executions);
    let mut campaign = cascade.campaign;
    let mut results: Vec<MutantResult> = (0..campaign.cases.len())
        .map(|m| conclude(&campaign, m))
        .collect();
    let mut result = CoverResult {
        baseline,
        properties,
        mutants: Vec::new(),
        certificates: Vec::new(),
        traces: Vec::new(),
        stages,
        shared_instances: shared,
        own_instances,
        proof_time: proof.time,
        explain_time: Duration::ZERO,
        check_time: Duration::ZERO,
        complete: cut.is_none(),
        cut,
    };
    if options.explain && !stop.is_raised() {
        let started = Instant::now();
        let explainer = Explainer {
            mutants,
            simulator: &simulator,
            proof: &proof,
            found,
            options,
            stop,
        };
        result.shared_instances += explainer.explain(&mut campaign, &mut results, &executions);
        result.explain_time = started.elapsed();
    }
    result.mutants = results;
    result.certificates = campaign.certificates;
    result.traces = campaign.traces;
    if stop.is_raised() {
        result.complete = false;
        result.cut.get_or_insert("interrupted".into());
    }
    let started = Instant::now();
    evidence::check(mutants, &mut result, found, options).map_err(CoverError::Fault)?;
    result.check_time = started.elapsed();
    Ok(result)
}

/// The verdict that a mutant's notices come to.
fn conclude(campaign: &Campaign<'_>, m: usize) -> MutantResult {
    let case = &campaign.cases[m];
    let killed = case
        .notices
        .iter()
        .any(|n| matches!(n, Some(Notice::Kills { .. })));
    let doubt = case
        .doubt
        .clone()
        .unwrap_or_else(|| "not reached before the run was cut".into());
    let settled = case.verdict.is_some();
    let notices: Vec<Notice> = case
        .notices
        .iter()
        .map(|n| match n {
            Some(notice) => notice.clone(),
            None if settled || killed && campaign.open(m).is_empty() => Notice::NotAsked,
            None => Notice::Unknown {
                reason: doubt.clone(),
            },
        })
        .collect();
    let open = notices.iter().any(|n| matches!(n, Notice::Unknown { .. }));
    let unsure = campaign.may_be_vacuous(m);
    let verdict = match case.verdict {
        Some(verdict) => verdict,
        None if killed => MutantVerdict::Killed,
        None if open || unsure => MutantVerdict::Unknown,
        None => MutantVerdict::Survived,
    };
    let reason = match verdict {
        MutantVerdict::Unknown if !open => {
            Some("whether its assumptions contradict each other is not decided".into())
        }
        MutantVerdict::Unknown => Some(doubt),
        _ => case.reason.clone(),
    };
    MutantResult {
        verdict,
        stage: case.stage.filter(|_| verdict != MutantVerdict::Unknown),
        notices,
        equivalence: case.equivalence,
        explanation: Explanation::None,
        restricted: false,
        reason,
        checked: Checked::No("nothing to check".into()),
    }
}
