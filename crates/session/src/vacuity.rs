//! Which proofs say less than they seem to? The engines look for it; what they find passes the referee like any verdict.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::ctl;
use assay_engine::director::Options;
use assay_engine::until::until;
use assay_engine::vacuity::{LeftSide, left_sides};
use assay_report::Checked;
use assay_report::branching::formula_text;
use assay_solver::{Found, StopFlag};
use assay_system::{Answer, Claim, EngineName, Evidence, Question, System, stated};
use assay_term::Dag;

use crate::Stop;
use crate::evidence::Referee;

/// Steps within which executions that reach a left side are looked for first.
const DEPTH: usize = 10;
/// Solver effort for all left sides together: in rounds, so that the answer is repeatable.
const EFFORT: u64 = 20_000;
/// An end to that for models whose single questions are hard.
const PATIENCE: Duration = Duration::from_secs(3);
/// Nodes of decision diagrams at a time, and all that are created for formulas about the same variables.
const NODES: usize = 1_000_000;
const CREATED: u64 = 8_000_000;
/// Of a part of a formula that is longer only the ends are shown.
const SHORT: usize = 48;

/// The formulas of branching time of which a part does not matter: any other part in its place would do. `holding` are those that hold.
pub fn look_at_formulas(
    system: &Arc<System>,
    holding: &[usize],
    (deadline, stop): (Option<Instant>, &StopFlag),
    referee: &mut Referee,
) -> Result<Vec<(usize, String)>, Stop> {
    let system = &stated(system);
    let limits = ctl::Limits {
        nodes: NODES,
        total: Some(CREATED),
        ..ctl::Limits::default()
    };
    let found = until(deadline, stop, |stop| {
        ctl::idle_parts(system, holding, &limits, stop)
    });
    let mut vacuous = Vec::new();
    for (property, idle) in found {
        let mut instead = System::clone(system);
        instead.properties[property].claim = Claim::Temporal(idle.instead);
        let answer = Answer::Holds {
            evidence: Evidence::Fixpoint(idle.proof),
            engine: EngineName::Ctl,
        };
        let question = Question::Property(property);
        let checked = referee.answer(&Arc::new(instead), question, &answer)?;
        if checked != Checked::Not || !referee.certify() {
            let part = abbreviated(&formula_text(system, &idle.part));
            let worst = if idle.worst { "true" } else { "false" };
            let why = format!("`{part}` does not matter: it holds with {worst} instead");
            vacuous.push((property, why));
        }
    }
    Ok(vacuous)
}

/// Both ends of a text that is long.
fn abbreviated(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= SHORT {
        return text.to_string();
    }
    let end = |part: &[char]| part.iter().collect::<String>().trim().to_string();
    let (first, last) = (&chars[..2 * SHORT / 3], &chars[chars.len() - SHORT / 3..]);
    format!("{} ... {}", end(first), end(last))
}

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
            let text = abbreviated(&sides.system.pool.text(left));
            vacuous.push((property, format!("its left side {text} is never true")));
        }
    }
    Ok(vacuous)
}
