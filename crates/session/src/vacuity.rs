//! Which proofs say less than they seem to? The engines look for it; what they find passes the referee like any verdict.

use std::time::Duration;

use assay_engine::director::Options;
use assay_engine::vacuity::{LeftSide, left_sides};
use assay_report::Checked;
use assay_solver::{Found, StopFlag};
use assay_system::{EngineName, System};
use assay_term::Dag;

use crate::Stop;
use crate::evidence::Referee;

/// Steps within which executions that reach a left side are looked for first.
const DEPTH: usize = 10;
/// Solver effort for all left sides together: in rounds, so that the answer is repeatable.
const EFFORT: u64 = 20_000;
/// An end to that for models whose single questions are hard.
const PATIENCE: Duration = Duration::from_secs(3);
/// A left side that is longer than this is not shown.
const SHORT: usize = 60;

/// The proved properties that hold for want of a case, and why; `lemmas` are what is known of the system already.
pub fn look(
    system: &System,
    proved: &[usize],
    lemmas: &Dag,
    found: &[Found],
    options: &Options,
    stop: &StopFlag,
    referee: &mut Referee,
) -> Result<Vec<(usize, String)>, Stop> {
    if proved.is_empty() || stop.is_raised() {
        return Ok(Vec::new());
    }
    let limits = Options {
        budget: Some(EFFORT),
        timeout: Some(options.timeout.map_or(PATIENCE, |left| left.min(PATIENCE))),
        ..options.clone()
    };
    // Most left sides are reached within a few steps, which BMC alone finds out cheaply.
    let shallow = Options {
        engines: vec![EngineName::Bmc],
        max_k: DEPTH as u32,
        ..limits.clone()
    };
    let ask = |properties: &[usize], limits: &Options| {
        left_sides(system, properties, lemmas, found, limits, stop)
            .map_err(|clash| Stop::Bug(clash.0))
    };
    let open: Vec<usize> = ask(proved, &shallow)?
        .found
        .iter()
        .filter(|(_, _, known)| !matches!(known, LeftSide::Reachable(_)))
        .map(|(property, _, _)| *property)
        .collect();
    let sides = ask(&open, &limits)?;
    let mut vacuous = Vec::new();
    for (property, left, known) in sides.found {
        let LeftSide::Unreachable(certificate) = known else {
            continue;
        };
        let name = &system.properties[property].name;
        let checked = referee.other(
            &sides.system,
            &certificate,
            &format!("the vacuity of {name}"),
        )?;
        if checked != Checked::Not || !referee.certify() {
            let text = sides.system.pool.text(left);
            let shown = if text.chars().count() <= SHORT {
                format!(" {text}")
            } else {
                String::new()
            };
            vacuous.push((property, format!("its left side{shown} is never true")));
        }
    }
    Ok(vacuous)
}
