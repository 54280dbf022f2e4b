//! Survivors that no execution reaches, and those that executions run but no property looks at.
//!
//! A language may say under which condition a change is run at all (`Patch::runs`). A change that is never run leaves every term as it is, so it
//! looks equivalent; but what it says is that the code was not tried, and it counts as a survivor.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_solver::{Answer, Effort, Questions};
use assay_system::{Mutants, never};
use assay_term::TermId;

use crate::evidence::Checking;
use crate::result::{Checked, MutantResult, MutantVerdict, Notice, Reach, Stage};

/// Conflicts for one question.
const EFFORT: Effort = 100_000;

/// Tells them apart. Err if the check refuses what the solver says: a bug.
pub fn split(
    mutants: &Mutants,
    results: &mut [MutantResult],
    checking: &Checking<'_>,
) -> Result<(), String> {
    let mut asked: BTreeMap<TermId, Vec<usize>> = BTreeMap::new();
    for (m, result) in results.iter().enumerate() {
        let noticed = matches!(
            result.verdict,
            MutantVerdict::Survived | MutantVerdict::Equivalent
        );
        let runs = mutants.mutants[m].patch().and_then(|p| p.runs);
        if let (true, Some(runs)) = (noticed, runs) {
            asked.entry(runs).or_default().push(m);
        }
    }
    let system = &mutants.system;
    let mut questions = Questions::new(checking.means.stop.clone());
    let mut unreached: Vec<(TermId, Vec<usize>)> = Vec::new();
    for (runs, those) in asked {
        let reach = match questions.ask(&system.pool, runs, Some(EFFORT)) {
            Ok(Answer::Unsat) => {
                unreached.push((runs, those));
                continue;
            }
            Ok(Answer::Sat) => Reach::Reached,
            Ok(Answer::Unknown(_)) | Err(_) => Reach::Unknown,
        };
        for m in those {
            results[m].reach = reach.clone();
        }
    }
    if unreached.is_empty() {
        return Ok(());
    }
    let terms: Vec<TermId> = unreached.iter().map(|(term, _)| *term).collect();
    let (claim, certificate) = never(system, &terms);
    let checked = checking.all_checked(
        &[(claim, Arc::new(certificate))],
        "that changed code is never run",
    )?;
    for m in unreached.into_iter().flat_map(|(_, those)| those) {
        enter(&mut results[m], checked.clone());
    }
    Ok(())
}

/// A mutant whose change is never run.
fn enter(result: &mut MutantResult, checked: Checked) {
    let survives = |n: &Notice| matches!(n, Notice::Survives { .. });
    if result.verdict == MutantVerdict::Equivalent && result.notices.iter().all(survives) {
        result.verdict = MutantVerdict::Survived;
        result.equivalence = None;
        result.stage = Some(Stage::Cone);
    }
    result.reach = Reach::Unreached(checked);
}
