//! Kills once more, in the terms of the language that the model is written in.
//!
//! The check room executes a killing trace on the patched system; it takes the patch as given. Where the language has an interpreter
//! and can express the change, the changed text is run as well, so that an error in the lowering of a mutant
//! cannot make a kill.

use assay_solver::StopFlag;
use assay_system::{Mutant, Mutants, Trace};

use crate::parallel;
use crate::result::{Checked, CoverResult, Notice};

/// Runs mutants as the language does.
pub trait Interpreter: Sync {
    /// Who replays: what a result names.
    fn name(&self) -> &'static str;

    /// Makes the change in the model's own terms; None where the language cannot express it.
    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Changed + 'a>>;
}

/// A mutant that the language can run.
pub trait Changed {
    /// Runs the trace and compares. Err if it is no execution of the mutant, if an assumption fails on it, or if the property does
    /// not fail at its end.
    fn violates(&self, trace: &Trace, property: &str) -> Result<(), String>;
}

/// Replays every kill of the result, says so of those that pass, and stops at the first that does not.
pub fn interpret_kills(
    mutants: &Mutants,
    result: &mut CoverResult,
    interpreter: &dyn Interpreter,
    jobs: usize,
    stop: &StopFlag,
) -> Result<(), String> {
    let mut all: Vec<usize> = (0..result.mutants.len()).collect();
    let seen: &CoverResult = result;
    let replayed = parallel::each(&mut all, jobs, |_, m| match stop.is_raised() {
        true => Ok(false),
        false => replays(mutants, seen, interpreter, *m),
    });
    for (m, replayed) in replayed.into_iter().enumerate() {
        let by = interpreter.name();
        let replayed = replayed.map_err(|why| {
            let id = &mutants.mutants[m].id;
            format!("mutant {id}: its killing trace fails in the {by}: {why}")
        })?;
        if let (true, Checked::Yes(who)) = (replayed, &mut result.mutants[m].checked) {
            *who = format!("{who}, {by}");
        }
    }
    Ok(())
}

/// Whether the mutant is killed and was replayed.
fn replays(
    mutants: &Mutants,
    result: &CoverResult,
    interpreter: &dyn Interpreter,
    m: usize,
) -> Result<bool, String> {
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
        return Ok(false);
    };
    // What a new state has before the first step is the patch's own business.
    if !mutants.fresh(m).is_empty() {
        return Ok(false);
    }
    let Some(changed) = interpreter.change(mutant) else {
        return Ok(false);
    };
    let patched = patch.apply(&mutants.system);
    for same in kills.chunk_by(|a, b| a.0 == b.0) {
        let stored = &result.traces[same[0].0];
        let trace = stored.stimulus.run(&patched, stored.length);
        let mut trace = trace.map_err(|error| error.to_string())?;
        for step in &mut trace.steps {
            step.truncate(mutants.fresh_from);
        }
        for (_, p) in same {
            changed.violates(&trace, &mutants.system.properties[*p].name)?;
        }
    }
    Ok(true)
}
