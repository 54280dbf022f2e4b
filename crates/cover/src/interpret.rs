//! Kills once more, in the terms of the language that the model is written in.
//!
//! The check room executes a killing trace on the patched system; it takes the patch as given. Where the language can run its models
//! and can express the change, the changed text is run as well, so that an error in the lowering of a mutant cannot make a kill.

use assay_solver::StopFlag;
use assay_system::branching::{Rerun, Tree};
use assay_system::{Claim, Mutants, Replayer};

use crate::parallel;
use crate::result::{Branching, Checked, CoverResult, Notice};

/// Replays every kill of the result and stops at the first that fails. Of those that pass it names who replayed them.
pub fn interpret_kills(
    mutants: &Mutants,
    result: &mut CoverResult,
    replayer: &dyn Replayer,
    jobs: usize,
    stop: &StopFlag,
) -> Result<(), String> {
    let mut all: Vec<usize> = (0..result.mutants.len()).collect();
    let seen: &CoverResult = result;
    let replayed = parallel::each(&mut all, jobs, |_, m| {
        if stop.is_raised() {
            return Ok(Interpreted::default());
        }
        replays(mutants, seen, replayer, *m)
    });
    for (m, replayed) in replayed.into_iter().enumerate() {
        let Interpreted { by, first } = replayed.map_err(|why| {
            let id = &mutants.mutants[m].id;
            format!("mutant {id}: its killing trace fails in the language's own terms: {why}")
        })?;
        if let (false, Checked::Yes(who)) = (by.is_empty(), &mut result.mutants[m].checked) {
            *who = format!("{who}, {}", by.join(", "));
        }
        result.mutants[m].first_killer = first;
    }
    Ok(())
}

/// What the language says of a mutant's kills; nothing if it is not killed or cannot be replayed.
#[derive(Default)]
struct Interpreted {
    /// Those who compared the properties that kill it, each once.
    by: Vec<&'static str>,
    /// The property that fails first.
    first: Option<usize>,
}

/// The trees that kill a mutant, with their properties.
fn killing_trees(result: &CoverResult, m: usize) -> impl Iterator<Item = (usize, &Tree)> {
    result.mutants[m].notices.iter().filter_map(|n| {
        let Notice::Kills { evidence, .. } = n else {
            return None;
        };
        match &result.branching[evidence.branching()?].shows {
            Branching::Fails { property, tree } => Some((*property, &**tree)),
            _ => None,
        }
    })
}

fn replays(
    mutants: &Mutants,
    result: &CoverResult,
    replayer: &dyn Replayer,
    m: usize,
) -> Result<Interpreted, String> {
    let mutant = &mutants.mutants[m];
    let Some(patch) = mutant.patch() else {
        return Ok(Interpreted::default());
    };
    // What an execution shows of a formula is decided by the check room.
    let is_formula = |p: usize| matches!(mutants.system.properties[p].claim, Claim::Temporal(_));
    let notices = result.mutants[m].notices.iter().zip(&result.properties);
    let notices = notices.filter(|(_, p)| !is_formula(**p));
    let mut kills: Vec<(usize, usize)> = notices
        .filter_map(|(n, &p)| match n {
            Notice::Kills { evidence, .. } => Some((evidence.trace()?, p)),
            _ => None,
        })
        .collect();
    kills.sort_unstable();
    let trees: Vec<(usize, &Tree)> = killing_trees(result, m).collect();
    let mut interpreted = Interpreted::default();
    if kills.is_empty() && trees.is_empty() {
        return Ok(interpreted);
    }
    let Some(changed) = replayer.change(mutant) else {
        return Ok(interpreted);
    };
    let patched = patch.apply(&mutants.system);
    for (p, tree) in trees {
        let Claim::Temporal(formula) = &patched.properties[p].claim else {
            continue;
        };
        let rerun = Rerun {
            replayer: &*changed,
            system: &patched,
            formula,
        };
        if rerun.tree(tree)? && interpreted.by.is_empty() {
            interpreted.by.push(Rerun::BY);
        }
    }
    if kills.is_empty() {
        return Ok(interpreted);
    }
    let earliest = &result.traces[kills[0].0];
    let trace = earliest.stimulus.run(&patched, earliest.length);
    let trace = trace.map_err(|error| error.to_string())?;
    interpreted.first = changed.first_failure(&trace);
    // The language has no variable for a state that a patch adds, so it cannot be given its first value.
    if !mutants.fresh(m).is_empty() {
        return Ok(interpreted);
    }
    for same in kills.chunk_by(|a, b| a.0 == b.0) {
        let stored = &result.traces[same[0].0];
        let trace = stored.stimulus.run(&patched, stored.length);
        let mut trace = trace.map_err(|error| error.to_string())?;
        for step in &mut trace.steps {
            step.truncate(mutants.fresh_from);
        }
        for &(_, p) in same {
            let replayed = changed.replay(&trace, p)?;
            if !replayed.violated {
                let name = &mutants.system.properties[p].name;
                return Err(format!("`{name}` does not fail at the last step"));
            }
            if !interpreted.by.contains(&replayed.by) {
                interpreted.by.push(replayed.by);
            }
        }
    }
    Ok(interpreted)
}
