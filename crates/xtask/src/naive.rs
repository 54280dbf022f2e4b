//! `xtask naive FILE`: what mutation coverage costs without sharing anything: each mutant is a system
//! of its own, and the same engines decide it from nothing. The measure of what the cascade saves.
//!
//! A process of its own, so that its processor time, solvers included, is measured like assay's. The
//! properties are given, not proved again: the proof of the original is not part of the price.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide};
use assay_solver::{Found, StopFlag, discover};
use assay_system::{Mutants, System, Verdict};
use serde_json::json;

use crate::open::open;

#[derive(clap::Args)]
pub struct NaiveArgs {
    file: PathBuf,
    /// A property that holds on the original; may be given several times.
    #[arg(long = "property")]
    properties: Vec<String>,
    /// Most mutants to run, chosen evenly; all if it is not given.
    #[arg(long)]
    limit: Option<usize>,
    /// Seconds for each mutant.
    #[arg(long, default_value_t = 10)]
    patience: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Killed,
    Survived,
    Undecided,
}

/// Prints one line of JSON: how many mutants there are, how many were run, what came of them, and the
/// processor time that went before the first of them.
pub fn naive(args: &NaiveArgs) -> Result<bool, String> {
    let (system, patched) = systems(&args.file, args.limit)?;
    let properties: Vec<usize> = (0..system.properties.len())
        .filter(|&p| args.properties.contains(&system.properties[p].name))
        .collect();
    if properties.is_empty() {
        return Err("none of the properties given is one of the model".into());
    }
    let found = discover();
    let setup = processor_time();
    let started = Instant::now();
    let mut ends = Vec::new();
    for mutant in &patched.chosen {
        ends.push(decide_alone(mutant, &properties, &found, args.patience)?);
    }
    let count = |end| ends.iter().filter(|e| **e == end).count();
    let line = json!({
        "mutants": patched.all,
        "run": ends.len(),
        "killed": count(End::Killed),
        "survived": count(End::Survived),
        "undecided": count(End::Undecided),
        "setup": setup.as_secs_f64(),
        "wall": started.elapsed().as_secs_f64(),
    });
    println!("{line}");
    Ok(true)
}

/// The mutants that are run, of how many.
struct Patched {
    all: usize,
    chosen: Vec<Arc<System>>,
}

fn systems(path: &Path, limit: Option<usize>) -> Result<(System, Patched), String> {
    let mutants = open(path, |opened| opened.patches("paper"))?;
    Ok(patched(mutants, limit))
}

fn patched(mutants: Mutants, limit: Option<usize>) -> (System, Patched) {
    let patches: Vec<_> = mutants.mutants.iter().filter_map(|m| m.patch()).collect();
    let chosen = evenly(patches.len(), limit)
        .map(|at| Arc::new(patches[at].apply(&mutants.system)))
        .collect();
    let all = patches.len();
    (mutants.system, Patched { all, chosen })
}

/// At most `limit` of `all` indices, spread over all of them.
fn evenly(all: usize, limit: Option<usize>) -> impl Iterator<Item = usize> {
    let n = limit.map_or(all, |limit| limit.min(all));
    (0..n).map(move |i| i * all / n)
}

/// All engines, taking turns as they do in the cascade, on one mutant until a property is violated or all are proved.
fn decide_alone(
    mutant: &Arc<System>,
    properties: &[usize],
    found: &[Found],
    patience: u64,
) -> Result<End, String> {
    let backend = Backend::choose(mutant, properties, found).map_err(|e| e.to_string())?;
    let options = Options {
        timeout: Some(Duration::from_secs(patience)),
        jobs: 1,
        ..Options::default()
    };
    let stop = StopFlag::new();
    let nothing = mutant.pool.export(&[]);
    let mut killed = false;
    let mut on_verdict = |_: usize, verdict: &Verdict| {
        if matches!(verdict, Verdict::Violated { .. }) {
            killed = true;
            stop.raise();
        }
    };
    let outcome = decide(
        mutant,
        properties,
        &nothing,
        &backend,
        &options,
        &stop,
        &mut on_verdict,
    )
    .map_err(|clash| clash.0)?;
    let proved = |v: &Verdict| matches!(v, Verdict::Proved { .. });
    Ok(if killed {
        End::Killed
    } else if outcome.verdicts.iter().all(|(_, v, _)| proved(v)) {
        End::Survived
    } else {
        End::Undecided
    })
}

/// Of this process so far.
pub fn processor_time() -> Duration {
    // SAFETY: an all-zero rusage is a valid value, and getrusage fills it.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    crate::run::processor_time(&usage)
}

#[cfg(test)]
mod tests {
    use super::evenly;

    #[test]
    fn a_limited_choice_is_spread_over_all() {
        let chosen = |all, limit| evenly(all, limit).collect::<Vec<usize>>();
        assert_eq!(chosen(10, Some(4)), [0, 2, 5, 7]);
        assert_eq!(chosen(3, Some(8)), [0, 1, 2]);
        assert_eq!(chosen(3, None), [0, 1, 2]);
        assert!(chosen(0, Some(8)).is_empty());
    }
}
