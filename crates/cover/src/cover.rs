//! The main job: the proof, the cascade, explanations, and the check of all evidence.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::NoSolver;
use assay_engine::core::{CoreOptions, ItemKind, cores};
use assay_engine::dead_end::{DeadEnd, reach};
use assay_engine::director;
use assay_engine::guard::guarded;
use assay_solver::{Found, StopFlag};
use assay_system::System;

use crate::baseline::{self, BaselineError, Proof};
use crate::campaign::Campaign;
use crate::cascade::{self, Decided, Listeners, Progress};
use crate::claims;
use crate::evidence::{self, CheckedProof, Checking};
use crate::explain::Explainer;
use crate::means::Means;
use crate::memory::archive::Archive;
use crate::memory::recall::Known;
use crate::memory::sink::Sink;
use crate::options::CoverOptions;
use crate::reach;
use crate::result::{
    Baseline, Checked, CheckedCores, CoverResult, Explanation, MutantResult, MutantVerdict, Notice,
    Reach,
};
use crate::simulate::Simulator;
use assay_system::Mutants;

/// Why there is no result.
#[derive(Clone, Debug)]
pub enum CoverError {
    NoSolver(NoSolver),
    /// No property holds on the original, so coverage has no meaning. What was found instead.
    NothingProved(Vec<Baseline>),
    /// The assumptions of the original end every execution, so that everything holds and nothing can be measured.
    DeadEnd(DeadEnd),
    /// Evidence failed its check or findings exclude each other: a bug.
    Fault(String),
}

/// Why a mutant is open of which only one execution is known, and that is no kill.
const BESIDE_BASELINE: &str = "it violates a check, but one that the original violates too: mend the original, or turn that check off";

/// Why a mutant is vacuous whose assumptions need not contradict each other.
const LIFELESS: &str = "no fair execution starts in an initial state, so that every formula of branching time holds for want of executions";

/// Decides every mutant as far as the limits allow. Where there is a sink, it is asked first and told what is found.
pub fn cover(
    mutants: &Mutants,
    found: &[Found],
    options: &CoverOptions,
    sink: Option<&mut dyn Sink>,
    stop: &StopFlag,
    on_progress: &(dyn Fn(Progress) + Sync),
) -> Result<CoverResult, CoverError> {
    let mutants = &*claims::extended(mutants);
    let system = Arc::new(mutants.system.clone());
    let sink = sink.map(|sink| sink as &mut dyn Sink);
    let room = evidence::room(found);
    let means = Means {
        found,
        options,
        stop,
    };
    let checking = Checking { room: &room, means };
    let mut archive = Archive::new(mutants, &room, options, sink, stop);
    let proof = prove(&system, || archive.recall_proof(), &checking)?;
    let started = Instant::now();
    let CheckedProof {
        baseline,
        certificates,
        branching,
    } = evidence::check_proof(mutants, &proof, &checking).map_err(CoverError::Fault)?;
    let proof_check_time = started.elapsed();
    archive.record_proof(&proof);
    let properties = proof.holding(&system);
    if properties.is_empty() {
        return Err(CoverError::NothingProved(baseline));
    }
    let campaign = Campaign::new(
        mutants,
        properties.clone(),
        (certificates, branching),
        options.killers,
    );
    let simulator = Simulator::new(mutants, &campaign.universal);
    let listeners = Listeners {
        keeper: &mut archive,
        on_progress,
    };
    let decided = cascade::decide(campaign, &simulator, &proof, means, listeners);
    let mut decided = decided.map_err(CoverError::Fault)?;
    decided.failures.note_engines(&proof.failures);
    let mut result = begun(baseline, properties, &proof, &mut decided);
    let mut campaign = decided.campaign;
    let total = mutants.mutants.len();
    let after = |doing: &'static str, undecided: usize| {
        on_progress(Progress {
            doing,
            decided: total - undecided,
            total,
        });
    };
    if options.explain && !stop.is_raised() {
        after("explain", campaign.undecided().len());
        let explainer = Explainer {
            mutants,
            simulator: &simulator,
            proof: &proof,
            means,
        };
        let started = Instant::now();
        let CoverResult {
            mutants: results,
            failures,
            ..
        } = &mut result;
        let known = &decided.executions;
        let explained =
            guarded(|| explainer.explain(&mut campaign, results, known, &mut archive, failures));
        match explained {
            Ok(instances) => result.shared_instances += instances,
            Err(why) => result.failures.note("explain", &why),
        }
        result.explain_time = started.elapsed();
    }
    if let Some(limit) = options.cores
        && !proof.proved.is_empty()
        && !stop.is_raised()
    {
        after("cores", campaign.undecided().len());
        let started = Instant::now();
        match guarded(|| cores_of(&system, &proof, limit, &checking)) {
            Ok(cores) => {
                let cores = cores.map_err(CoverError::Fault)?;
                result.failures.add(&cores.report.failures);
                result.cores = Some(cores);
            }
            Err(why) => result.failures.note("core", &why),
        }
        result.core_time = started.elapsed();
    }
    reach::split(mutants, &mut result.mutants, &checking).map_err(CoverError::Fault)?;
    result.recall_time = archive.time;
    result.certificates = campaign.certificates;
    result.traces = campaign.traces;
    result.branching = campaign.branching;
    let undecided = say_how_complete(&mut result, stop);
    after("check", undecided);
    let started = Instant::now();
    evidence::check(mutants, &mut result, &checking).map_err(CoverError::Fault)?;
    result.check_time = proof_check_time + started.elapsed();
    Ok(result)
}

/// The result after the cascade: nothing is explained or checked yet, and the evidence is still in the campaign.
fn begun(
    baseline: Vec<Baseline>,
    properties: Vec<usize>,
    proof: &Proof,
    decided: &mut Decided<'_>,
) -> CoverResult {
    let campaign = &decided.campaign;
    let cut = decided.cut.take();
    CoverResult {
        baseline,
        properties,
        cores: None,
        mutants: (0..campaign.cases.len())
            .map(|m| conclude(campaign, m))
            .collect(),
        certificates: Vec::new(),
        traces: Vec::new(),
        branching: Vec::new(),
        stages: std::mem::take(&mut decided.stages),
        course: std::mem::take(&mut decided.course),
        shared_instances: decided.shared_instances,
        own_instances: decided.own_instances,
        proof_time: proof.time,
        proof_effort: proof.effort,
        explain_time: Duration::ZERO,
        core_time: Duration::ZERO,
        check_time: Duration::ZERO,
        recall_time: Duration::ZERO,
        reused: decided.reused,
        complete: cut.is_none(),
        whole: cut.is_none(),
        settled: cut.as_ref().is_some_and(|c| c.settled),
        as_asked: cut.as_ref().is_some_and(|c| c.as_asked),
        cut: cut.map(|c| c.why),
        failures: std::mem::take(&mut decided.failures),
    }
}

/// Says whether the run was cut short or something is undecided. Returns how many mutants are.
fn say_how_complete(result: &mut CoverResult, stop: &StopFlag) -> usize {
    if let Some(cause) = stop.cause() {
        // Also where the caller wanted no more mutants decided: what comes after that was cut short.
        (result.complete, result.whole, result.as_asked) = (false, false, false);
        result.cut = Some(cause.as_str().into());
    }
    let unknown = |m: &&MutantResult| m.verdict == MutantVerdict::Unknown;
    let left: Vec<&MutantResult> = result.mutants.iter().filter(unknown).collect();
    let undecided = left.len();
    let beside = |m: &&&MutantResult| m.reason.as_deref() == Some(BESIDE_BASELINE);
    let beside = left.iter().filter(beside).count();
    if undecided > 0 {
        result.complete = false;
        result
            .cut
            .get_or_insert_with(|| left_open(undecided, beside));
    }
    undecided
}

/// Why a run that reached its end is incomplete. So many of the undecided mutants are open beside the baseline.
fn left_open(undecided: usize, beside: usize) -> String {
    let count = |n: usize| match n {
        1 => "1 mutant is".to_string(),
        n => format!("{n} mutants are"),
    };
    if beside == undecided {
        let are = count(undecided);
        return format!("{are} undecided, because checks of the original are violated");
    }
    let are = count(undecided);
    format!("{are} undecided within the effort for one mutant; --effort raises it")
}

/// The cores of the proof; each has a certificate for the system without the rest, which is checked like any other.
fn cores_of(
    system: &System,
    proof: &Proof,
    limit: Duration,
    checking: &Checking<'_>,
) -> Result<CheckedCores, String> {
    let means = checking.means;
    let defaults = CoreOptions::default();
    let options = CoreOptions {
        timeout: Some(limit),
        // A race would make the cores of the same model differ from run to run.
        director: director::Options {
            deterministic: true,
            ..defaults.director
        },
        ..defaults
    };
    let report = cores(system, &proof.proved, means.found, &options, means.stop)
        .map_err(|contradiction| contradiction.0)?;
    let checked = checking.all_checked(&report.claims(system), "the certificate for a core")?;
    Ok(CheckedCores { report, checked })
}

/// The elements of a minimal core of all proved properties together, as indices of the system's
/// elements; of a core that may be too large where the limit came first. Also whether its certificates were checked.
pub fn core_elements(
    system: &Arc<System>,
    found: &[Found],
    options: &CoverOptions,
    limit: Duration,
    stop: &StopFlag,
) -> Result<(Vec<usize>, Checked), CoverError> {
    let room = evidence::room(found);
    let means = Means {
        found,
        options,
        stop,
    };
    let checking = Checking { room: &room, means };
    let mut extended = System::clone(system);
    claims::extend(&mut extended);
    let system = &Arc::new(extended);
    let proof = prove(system, || Known::nothing(system), &checking)?;
    let alone = Mutants {
        system: System::clone(system),
        fresh_from: system.vars.len(),
        mutants: vec![],
        executions: vec![],
    };
    let checked = evidence::check_proof(&alone, &proof, &checking).map_err(CoverError::Fault)?;
    let baseline = checked.baseline;
    let CheckedCores { report, checked } =
        cores_of(system, &proof, limit, &checking).map_err(CoverError::Fault)?;
    let Some(together) = &report.together else {
        return Err(CoverError::NothingProved(baseline));
    };
    let kept = together.by_element.minimal.items.iter();
    let kept = kept.filter_map(|&i| match report.elements[i].kind {
        ItemKind::Element(e) => Some(e),
        _ => None,
    });
    Ok((kept.collect(), checked))
}

/// The proof of the original, which has executions as far as they were looked for: before the proof, because without them it would
/// say nothing, and after it as far as its k.
fn prove(
    system: &Arc<System>,
    recall: impl FnOnce() -> Known,
    checking: &Checking<'_>,
) -> Result<Proof, CoverError> {
    let Means { found, stop, .. } = checking.means;
    let dead = |end: DeadEnd| match evidence::dead_end(system, &end, checking) {
        Ok(()) => CoverError::DeadEnd(end),
        Err(text) => CoverError::Fault(text),
    };
    let reached = reach(system, found, 0, stop).map_err(dead)?;
    let proof = baseline::prove(system, recall(), checking.means);
    let proof = proof.map_err(|e| match e {
        BaselineError::NoSolver(none) => CoverError::NoSolver(none),
        BaselineError::Contradiction(text) => CoverError::Fault(text.0),
    })?;
    if reached < proof.k as usize {
        reach(system, found, proof.k as usize, stop).map_err(dead)?;
    }
    Ok(proof)
}

/// The verdict that a mutant's notices come to.
fn conclude(campaign: &Campaign<'_>, m: usize) -> MutantResult {
    let case = &campaign.cases[m];
    let killed = case
        .notices
        .iter()
        .any(|n| matches!(n, Some(Notice::Kills { .. })));
    let doubt = case.doubt.clone().unwrap_or_else(|| {
        let why = if campaign.is_partial(m) {
            BESIDE_BASELINE
        } else {
            "not reached before the run was cut"
        };
        why.into()
    });
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
        None if campaign.is_lifeless(m) => MutantVerdict::Vacuous,
        None if open || unsure => MutantVerdict::Unknown,
        None => MutantVerdict::Survived,
    };
    let reason = match verdict {
        MutantVerdict::Unknown if !open => {
            Some("whether its assumptions contradict each other is not decided".into())
        }
        MutantVerdict::Unknown => Some(doubt),
        MutantVerdict::Vacuous if campaign.is_lifeless(m) => Some(LIFELESS.into()),
        _ => case.reason.clone(),
    };
    MutantResult {
        verdict,
        stage: case.stage.filter(|_| verdict != MutantVerdict::Unknown),
        notices,
        equivalence: case.equivalence,
        explanation: Explanation::None,
        vacuity: case.vacuity.clone(),
        fairness: case.fairness,
        restricted: false,
        effort: case.effort,
        first_killer: None,
        reach: Reach::NotAsked,
        reason,
        checked: Checked::No("nothing to check".into()),
    }
}
