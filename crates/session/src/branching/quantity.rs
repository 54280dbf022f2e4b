//! The lengths of paths that a model asks for (`COMPUTE`), as claims that they are what the engine says: some path has this length, and none is
//! shorter, or longer.

use std::time::Instant;

use assay_engine::ctl::{self, Distance, Limits};
use assay_engine::until::until;
use assay_language::PathLength;
use assay_report::branching::{ComputeResult, ComputeValue, Extreme, formula_text};
use assay_report::{Checked, Place, TraceView};
use assay_system::{EngineName, Formula, Paths, stated};

use super::answers::{Part, limits};
use super::judge::{and, judge, never, not, or, path, some_next};
use crate::Stop;
use crate::evidence::Referee;

/// Of greater lengths the formulas are too large: each step of a path is an operator.
const LONGEST: u64 = 256;
/// Nodes that may be created for the evidence of one length.
const EFFORT: u64 = 20_000_000;

/// What the claims say together.
struct Claims {
    /// This one holds: no path is shorter, or longer.
    hold: Option<Formula>,
    /// This one fails, and its counterexample is a path of the length.
    fails: Option<Formula>,
    /// It need not fail: then nothing is checked.
    may_hold: bool,
}

/// The lengths of paths that the part asks for.
pub fn computed(part: &Part<'_>, referee: &mut Referee<'_>) -> Result<Vec<ComputeResult>, Stop> {
    let lengths = part.problem.path_lengths();
    let mut results = Vec::with_capacity(lengths.len());
    for length in &lengths {
        results.push(compute(part, referee, length)?);
    }
    Ok(results)
}

fn compute(
    part: &Part<'_>,
    referee: &mut Referee<'_>,
    length: &PathLength,
) -> Result<ComputeResult, Stop> {
    let started = Instant::now();
    let system = stated(part.system);
    let (from, to, longest) = (&length.from, &length.to, length.longest);
    let found = until(part.opened.deadline(), part.opened.stop(), |stop| {
        ctl::distance(&system, from, to, longest, &limits(), stop)
    });
    let value = match &found {
        Ok(Distance::Steps(steps)) => ComputeValue::Steps(*steps),
        Ok(Distance::Infinite) => ComputeValue::Infinity,
        Ok(Distance::Undefined) => {
            let why = "no reachable state meets the first condition, or none the second";
            ComputeValue::Unknown(why.into())
        }
        Err(why) => ComputeValue::Unknown(why.clone()),
    };
    let claims = match found {
        Ok(distance) => claims(length, distance, !system.fairness.is_empty()),
        Err(_) => None,
    };
    let (checked, trace) = match claims {
        Some(claims) => check(part, referee, claims, &length.name)?,
        None => (Checked::Not, None),
    };
    let extreme = if longest { Extreme::Max } else { Extreme::Min };
    Ok(ComputeResult {
        name: format!("{}{}", part.prefix, length.name),
        place: Place::new(&part.opened.map, length.span),
        extreme,
        text: asked_text(part, length),
        value,
        engine: EngineName::Ctl.to_string(),
        checked,
        trace,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What the distance comes to in formulas; None where no formula of reasonable size says it.
fn claims(length: &PathLength, distance: Distance, fairness: bool) -> Option<Claims> {
    let from = |then: Formula| never(and(length.from.clone(), then));
    let to = &length.to;
    let (hold, fails, may_hold) = match (distance, length.longest) {
        (Distance::Steps(steps), _) if steps > LONGEST => return None,
        (Distance::Steps(steps), false) => {
            let shorter = steps.checked_sub(1).map(|less| from(within(to, less)));
            (shorter, Some(from(exactly(to, steps))), false)
        }
        (Distance::Steps(states), true) => {
            let as_long = (states > 0).then(|| from(avoids(to, states)));
            (Some(from(avoids(to, states + 1))), as_long, false)
        }
        (Distance::Infinite, false) => {
            let reaches = Formula::Finally(Paths::Some, Box::new(to.clone()));
            (Some(from(reaches)), None, false)
        }
        // Where only unfair paths avoid the goal for ever, no formula says so: formulas are about fair ones.
        (Distance::Infinite, true) => {
            let avoids = Formula::Globally(Paths::Some, Box::new(not(to.clone())));
            (None, Some(from(avoids)), fairness)
        }
        (Distance::Undefined, _) => return None,
    };
    Some(Claims {
        hold,
        fails,
        may_hold,
    })
}

/// A path reaches the goal in at most so many steps.
fn within(to: &Formula, steps: u64) -> Formula {
    (0..steps).fold(to.clone(), |later, _| or(to.clone(), some_next(later)))
}

/// A path reaches the goal in so many steps.
fn exactly(to: &Formula, steps: u64) -> Formula {
    (0..steps).fold(to.clone(), |later, _| some_next(later))
}

/// A path has so many states in a row, at least one, without the goal.
fn avoids(to: &Formula, states: u64) -> Formula {
    let elsewhere = not(to.clone());
    (1..states).fold(elsewhere.clone(), |later, _| {
        and(elsewhere.clone(), some_next(later))
    })
}

/// Who has checked the claims, and the path.
fn check(
    part: &Part<'_>,
    referee: &mut Referee<'_>,
    claims: Claims,
    name: &str,
) -> Result<(Checked, Option<TraceView>), Stop> {
    let limits = Limits {
        total: Some(EFFORT),
        ..limits()
    };
    let wanted: Vec<bool> = (claims.hold.iter().map(|_| true))
        .chain(claims.fails.iter().map(|_| false))
        .collect();
    let all = claims.hold.into_iter().chain(claims.fails).collect();
    let judged = judge(part.system, all, &limits, part.opened, referee)?;
    for (claim, wanted) in wanted.iter().enumerate() {
        match judged.holds(claim) {
            Some(holds) if holds == *wanted => {}
            None => return Ok((Checked::Not, None)),
            Some(true) if claims.may_hold => return Ok((Checked::Not, None)),
            Some(_) => {
                let told = format!("the length `{name}` and a formula that says the same differ");
                return Err(Stop::Bug(told));
            }
        }
    }
    let all: Vec<usize> = (0..wanted.len()).collect();
    let trees = all.iter().filter_map(|&claim| judged.tree(claim));
    let path = trees.filter_map(path).next();
    let trace = path.map(|(trace, back)| TraceView {
        back,
        ..TraceView::new(&judged.system, &trace)
    });
    Ok((judged.checked(&all), trace))
}

/// The question as it stands in the model.
fn asked_text(part: &Part<'_>, length: &PathLength) -> String {
    let file = part.opened.map.get(length.span.file);
    let text = file.map(|file| file.slice(length.span)).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let from = ["MIN", "MAX"]
        .iter()
        .filter_map(|word| line.find(word))
        .min();
    match from {
        Some(at) => line[at..].trim_end_matches(';').trim_end().to_string(),
        None => {
            let word = if length.longest { "MAX" } else { "MIN" };
            let [from, to] =
                [&length.from, &length.to].map(|formula| formula_text(part.system, formula));
            format!("{word} [{from}, {to}]")
        }
    }
}
