//! Kills by properties that are undecided on the original: past the reach of the proof, but not of a search for violations.
//!
//! What kills is an execution of the mutant like any other, replayed like any other. It says less about the property: the original may
//! violate it too, on an execution that nobody has found. An execution on which the original violates it as well is no kill but the
//! counterexample that the proof missed. Survivors stay what they are: nothing is concluded where nothing is found.

use std::sync::Arc;

use assay_check::check_trace;
use assay_engine::director::decide;
use assay_solver::{Effort, Found, StopFlag};
use assay_system::{Mutants, Stimulus, System, Verdict, replay};

use crate::cascade::killing;
use crate::claims::Claims;
use crate::evidence::REPLAYED;
use crate::means::Means;
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{
    Baseline, Checked, CoverResult, Evidence, MutantVerdict, Notice, Stage, StoredTrace,
};

/// What was found about one mutant.
#[derive(Default)]
struct Findings {
    /// A property, what drives the execution that violates it, and its length.
    kills: Vec<(usize, Arc<Stimulus>, usize)>,
    /// Properties that the original violates.
    violated: Vec<usize>,
    effort: Effort,
}

/// Looks for violations of the undecided properties on the mutants that no other property kills, and enters them. Their properties follow
/// the proved ones in the result.
pub fn kills_beyond_proof(
    mutants: &Mutants,
    result: &mut CoverResult,
    found: &[Found],
    options: &CoverOptions,
    stop: &StopFlag,
) -> Result<(), String> {
    let system = &mutants.system;
    let undecided = |p: &usize| {
        let found = &result.baseline[*p];
        matches!(found, Baseline::Unknown(_) | Baseline::NoExecutions { .. })
            && Claims::Universal.include(&system.properties[*p].claim)
    };
    let undecided: Vec<usize> = (0..result.baseline.len()).filter(undecided).collect();
    let may_be_killed = |m: &usize| {
        let Some(patch) = mutants.mutants[*m].patch() else {
            return false;
        };
        match result.mutants[*m].verdict {
            MutantVerdict::Survived | MutantVerdict::Unknown => true,
            // Equal in all that the proved properties say: what it changes of others was not looked at.
            MutantVerdict::Equivalent => {
                patch.properties.iter().any(|(p, _)| undecided.contains(p))
            }
            _ => false,
        }
    };
    let mut open: Vec<usize> = (0..result.mutants.len()).filter(may_be_killed).collect();
    if undecided.is_empty() || open.is_empty() {
        return Ok(());
    }
    let means = Means {
        found,
        options,
        stop,
    };
    let findings = parallel::each(&mut open, options.jobs, |_, m| {
        if stop.is_raised() {
            return Ok(Findings::default());
        }
        search(mutants, *m, &undecided, means)
    });
    let first = result.properties.len();
    result.properties.extend(&undecided);
    for mutant in &mut result.mutants {
        mutant
            .notices
            .resize(result.properties.len(), Notice::NotAsked);
    }
    for (m, findings) in open.into_iter().zip(findings) {
        let findings = findings?;
        for p in findings.violated {
            result.baseline[p] = Baseline::Violated {
                checked: Checked::Yes(REPLAYED.into()),
            };
        }
        let mutant = &mut result.mutants[m];
        mutant.effort += findings.effort;
        mutant.equivalence = None;
        if mutant.verdict == MutantVerdict::Equivalent && findings.kills.is_empty() {
            let why = "a property that is undecided on the original may notice it";
            (mutant.verdict, mutant.stage) = (MutantVerdict::Unknown, None);
            mutant.reason = Some(why.into());
            mutant.checked = Checked::No("no evidence of a kind that is checked".into());
            result.complete = false;
            result.cut.get_or_insert_with(|| why.into());
        }
        for (p, stimulus, length) in findings.kills {
            let at = undecided.iter().position(|u| *u == p).unwrap_or(0);
            mutant.notices[first + at] = Notice::Kills {
                evidence: Evidence::Trace(result.traces.len()),
                stage: Stage::Prove,
            };
            mutant.verdict = MutantVerdict::Killed;
            mutant.stage = Some(Stage::Prove);
            mutant.reason = None;
            mutant.checked = Checked::Yes(REPLAYED.into());
            result.traces.push(StoredTrace {
                mutant: m,
                stimulus,
                length,
            });
        }
    }
    Ok(())
}

fn search(
    mutants: &Mutants,
    m: usize,
    undecided: &[usize],
    means: Means<'_>,
) -> Result<Findings, String> {
    let patch = mutants.mutants[m].patch().ok_or("the mutant is no model")?;
    let patched = Arc::new(patch.apply(&mutants.system));
    let mut findings = Findings::default();
    let mut violated: Vec<(usize, Arc<Stimulus>, usize)> = Vec::new();
    if let Some(known) = &patch.only_on {
        let known = Arc::new(known.clone());
        for &p in undecided {
            if violates(&patched, p, &known, known.len())? {
                violated.push((p, known.clone(), known.len()));
            }
        }
    } else {
        let Ok(backend) = means.backend(&patched, undecided) else {
            return Ok(findings);
        };
        let directions = means.directions(&patched, undecided);
        let nothing = patched.pool.export(&[]);
        let ignore = &mut |_: usize, _: &Verdict| {};
        let outcome = decide(
            &patched,
            undecided,
            &nothing,
            &backend,
            &directions,
            means.stop,
            ignore,
        );
        let outcome = outcome.map_err(|contradiction| contradiction.0)?;
        findings.effort = outcome.spent.iter().map(|(_, spent)| spent).sum();
        for (p, verdict, _) in outcome.verdicts {
            if let Verdict::Violated { trace, .. } = verdict {
                let (step, stimulus) = killing(mutants, m, p, &trace)?;
                violated.push((p, Arc::new(stimulus), step + 1));
            }
        }
    }
    for (p, stimulus, length) in violated {
        let trace = stimulus.run(&patched, length);
        let trace = trace.map_err(|error| error.to_string())?;
        check_trace(&patched, &trace, p)
            .map_err(|failure| format!("a killing trace does not replay: {failure}"))?;
        if violates(&mutants.system, p, &stimulus, length)? {
            findings.violated.push(p);
        } else {
            findings.kills.push((p, stimulus, length));
        }
    }
    Ok(findings)
}

/// Whether the system violates the property on these inputs.
fn violates(system: &System, p: usize, stimulus: &Stimulus, length: usize) -> Result<bool, String> {
    let trace = stimulus.run(system, length);
    let trace = trace.map_err(|error| error.to_string())?;
    let fails = replay(system, &trace).map_err(|error| error.to_string())?;
    Ok(fails.violates(p))
}
