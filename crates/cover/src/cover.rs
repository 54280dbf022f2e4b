//! The main job: the proof, the cascade, explanations, and the check of all evidence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::NoSolver;
use assay_solver::{Found, StopFlag};
use assay_system::Verdict;

use crate::baseline::{self, BaselineError, Proof};
use crate::campaign::Campaign;
use crate::cascade::{Cascade, Progress};
use crate::combined::acyclic_groups;
use crate::evidence;
use crate::explain::{Original, Twin};
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{
    Baseline, CertificateOf, Checked, CoverResult, Explanation, MutantResult, MutantVerdict,
    Notice, Stage,
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
        result.shared_instances +=
            explain(&mut campaign, &mut results, &proof, found, options, stop);
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
    let verdict = match case.verdict {
        Some(verdict) => verdict,
        None if killed => MutantVerdict::Killed,
        None if open => MutantVerdict::Unknown,
        None => MutantVerdict::Survived,
    };
    let reason = match verdict {
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

/// A twin holds at most this many survivors.
const SURVIVORS_PER_TWIN: usize = 160;

/// Finds a difference for each survivor, or proves that there is none. Returns how many solver
/// instances it took.
fn explain(
    campaign: &mut Campaign<'_>,
    results: &mut [MutantResult],
    proof: &Proof,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> usize {
    let mutants = campaign.mutants;
    let survivors: Vec<usize> = (0..results.len())
        .filter(|&m| results[m].verdict == MutantVerdict::Survived)
        .collect();
    if survivors.is_empty() {
        return 0;
    }
    let depth = options.kill_depth.unwrap_or((2 * proof.k).max(7));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for group in acyclic_groups(mutants, &survivors) {
        groups.extend(group.chunks(SURVIVORS_PER_TWIN).map(<[usize]>::to_vec));
    }
    let properties = campaign.properties.clone();
    let explained = parallel::each(&mut groups, options.jobs, |_, group| {
        let mut out: Vec<(usize, Explanation, bool, Option<assay_system::Certificate>)> =
            Vec::new();
        let twin = Twin::new(
            mutants,
            group,
            &properties,
            found,
            stop,
            options.question_budget,
            options.patience,
        );
        let mut original = Original::new(
            mutants,
            group,
            &proof.lemmas,
            proof.k,
            found,
            stop,
            options.question_budget,
        );
        match twin {
            Err(why) => {
                out.extend(
                    group
                        .iter()
                        .map(|&m| (m, Explanation::Open(why.clone()), false, None)),
                );
            }
            Ok(mut twin) => {
                for position in 0..twin.members().len() {
                    let m = twin.members()[position];
                    if stop.is_raised() {
                        let why = "interrupted".to_string();
                        out.push((m, Explanation::Open(why), false, None));
                        continue;
                    }
                    let (explanation, restricted) = match twin.explain(position, depth) {
                        Ok(found) => found,
                        Err(error) => (Explanation::Open(error.to_string()), false),
                    };
                    let mut certificate = None;
                    // Of a changed assumption equivalence is not asked: the original's own
                    // assumption, which an induction on the original relies on, is what changed.
                    let patch = mutants.mutants[m].patch().expect("survivors have patches");
                    if let (Explanation::Open(_), Some(original), true) =
                        (&explanation, &mut original, patch.constraints.is_empty())
                    {
                        certificate = original.equivalent(position, depth).ok().flatten();
                    }
                    out.push((m, explanation, restricted, certificate));
                }
            }
        }
        out
    });
    let instances = groups.len() * 2;
    for (m, explanation, restricted, certificate) in explained.into_iter().flatten() {
        let result = &mut results[m];
        result.restricted = restricted;
        match certificate {
            Some(mut certificate) => {
                // The claim is the property that `with_agreement` appends.
                certificate.properties = vec![mutants.system.properties.len()];
                let number = campaign.add_certificate(CertificateOf::Equivalence(m), certificate);
                result.verdict = MutantVerdict::Equivalent;
                result.stage = Some(Stage::Equal);
                result.equivalence = Some(number);
            }
            None => result.explanation = explanation,
        }
    }
    instances
}
