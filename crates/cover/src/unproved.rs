//! The result of a run in which no property was proved of the original in time: everything is open.

use std::time::Duration;

use assay_engine::failure::Failures;
use assay_system::branching::NO_EXECUTIONS;
use assay_system::{Change, Mutants};

use crate::result::{
    Baseline, Checked, CoverResult, Explanation, MutantResult, MutantVerdict, Reach,
};

/// Why no property is proved: the limit that the proof of one met. None if all of them are violated, which no limit changes.
pub fn undecided(baseline: &[Baseline]) -> Option<String> {
    let why = baseline.iter().find_map(|b| match b {
        Baseline::Unknown(why) => Some(why.as_str()),
        Baseline::NoExecutions { .. } => Some(NO_EXECUTIONS),
        _ => None,
    })?;
    Some(format!("no property is proved on the original ({why})"))
}

/// The result that knows of no mutant, for this reason.
pub fn unproved(mutants: &Mutants, baseline: Vec<Baseline>, why: &str) -> CoverResult {
    let results = mutants.mutants.iter().map(|m| {
        let (verdict, reason) = match &m.change {
            Change::Invalid(why) => (MutantVerdict::Invalid, why.as_str()),
            Change::Patch(_) | Change::Unmade(_) => (MutantVerdict::Unknown, why),
        };
        MutantResult {
            verdict,
            stage: None,
            notices: vec![],
            equivalence: None,
            explanation: Explanation::None,
            vacuity: None,
            fairness: None,
            restricted: false,
            effort: 0,
            first_killer: None,
            reach: Reach::NotAsked,
            reason: Some(reason.to_string()),
            checked: Checked::No("nothing to check".into()),
        }
    });
    CoverResult {
        baseline,
        properties: vec![],
        cores: None,
        mutants: results.collect(),
        certificates: vec![],
        traces: vec![],
        branching: vec![],
        stages: vec![],
        course: vec![],
        shared_instances: 0,
        own_instances: 0,
        proof_time: Duration::ZERO,
        proof_effort: 0,
        explain_time: Duration::ZERO,
        core_time: Duration::ZERO,
        check_time: Duration::ZERO,
        recall_time: Duration::ZERO,
        reused: 0,
        complete: false,
        whole: false,
        cut: Some(why.to_string()),
        settled: false,
        as_asked: false,
        failures: Failures::default(),
    }
}
