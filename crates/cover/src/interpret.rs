//! Kills once more, in the terms of the language that the model is written in.
//!
//! The check room executes a killing trace on the patched system; it takes the patch as given. Where the language has an interpreter
//! and can express the change, the changed text is run as well, so that an error in the lowering of a mutant
//! cannot make a kill.

use assay_solver::StopFlag;
use assay_system::{Mutants, Replayed, Replayer};

use crate::parallel;
use crate::result::{Checked, CoverResult, Notice};

/// Replays every kill of the result, says so of those that pass, and stops at the first that does not.
pub fn interpret_kills(
    mutants: &Mutants,
    result: &mut CoverResult,
    replayer: &dyn Replayer,
    jobs: usize,
    stop: &StopFlag,
) -> Result<(), String> {
    let mut all: Vec<usize> = (0..result.mutants.len()).collect();
    let seen: &CoverResult = result;
    let replayed = parallel::each(&mut all, jobs, |_, m| match stop.is_raised() {
        true => Ok(None),
        false => replays(mutants, seen, replayer, *m),
    });
    for (m, replayed) in replayed.into_iter().enumerate() {
        let replayed = replayed.map_err(|why| {
            let id = &mutants.mutants[m].id;
            format!("mutant {id}: its killing trace fails in the language's own terms: {why}")
        })?;
        if let (Some(by), Checked::Yes(who)) = (replayed, &mut result.mutants[m].checked) {
            *who = format!("{who}, {by}");
        }
    }
    Ok(())
}

/// Who replayed the kills of a mutant; None if it has none, or the language cannot express the change.
fn replays(
    mutants: &Mutants,
    result: &CoverResult,
    replayer: &dyn Replayer,
    m: usize,
) -> Result<Option<&'static str>, String> {
    let notices = result.mutants[m].notices.iter().zip(&result.properties);
    let mut kills: Vec<(usize, usize)> = notices
        .filter_map(|(n, &p)| match n {
            Notice::Kills { trace, .. } => Some((*trace, p)),
            _ => None,
        })
        .collect();
    kills.sort_unstable();
    let mutant = &mutants.mutants[m];
    let (Some(patch), false) = (mutant.patch(), kills.is_empty()) else {
        return Ok(None);
    };
    // What a new state has before the first step is the patch's own business.
    if !mutants.fresh(m).is_empty() {
        return Ok(None);
    }
    let Some(changed) = replayer.change(mutant) else {
        return Ok(None);
    };
    let patched = patch.apply(&mutants.system);
    let mut who = None;
    for same in kills.chunk_by(|a, b| a.0 == b.0) {
        let stored = &result.traces[same[0].0];
        let trace = stored.stimulus.run(&patched, stored.length);
        let mut trace = trace.map_err(|error| error.to_string())?;
        for step in &mut trace.steps {
            step.truncate(mutants.fresh_from);
        }
        for (_, p) in same {
            let Replayed { violated, by } = changed.replay(&trace, *p)?;
            if !violated {
                let name = &mutants.system.properties[*p].name;
                return Err(format!("{by}: `{name}` does not fail at the last step"));
            }
            who = Some(by);
        }
    }
    Ok(who)
}
