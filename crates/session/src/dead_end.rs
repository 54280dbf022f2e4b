//! Assumptions that end every execution, in words: which they are, and where.

use std::time::{Duration, Instant};

use assay_engine::dead_end::{Assumed, DeadEnd, reach};
use assay_solver::{Found, StopFlag};
use assay_source::{Diagnostic, Span};
use assay_system::{System, within, within_certificate};

use crate::evidence::Referee;
use crate::{Exit, Opened, Stop};

/// How often the time limit is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// [`reach`] within the time limit: what is not found by then is not known.
pub fn reach_in_time(
    system: &System,
    found: &[Found],
    wanted: usize,
    stop: &StopFlag,
    deadline: Option<Instant>,
) -> Result<usize, DeadEnd> {
    let Some(deadline) = deadline else {
        return reach(system, found, wanted, stop);
    };
    let (over, done) = (StopFlag::new(), StopFlag::new());
    std::thread::scope(|scope| {
        let clock = scope.spawn(|| {
            while !done.is_raised() && !over.is_raised() {
                if stop.is_raised() || Instant::now() >= deadline {
                    over.raise();
                }
                std::thread::park_timeout(LOOK);
            }
        });
        let reached = reach(system, found, wanted, &over);
        done.raise();
        clock.thread().unpark();
        reached
    })
}

/// Which assumptions end executions, and when.
pub fn sentence(system: &System, end: &DeadEnd) -> String {
    let names: Vec<String> = members(system, end)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let clash = match names.as_slice() {
        [alone] => format!("the assumption {alone} cannot hold at step {}", end.steps),
        _ => format!(
            "the assumptions {} contradict each other at step {}",
            names.join(", "),
            end.steps
        ),
    };
    match end.steps {
        0 => format!("{clash}: there is no execution"),
        1 => format!("{clash}: no execution has more than 1 step"),
        n => format!("{clash}: no execution has more than {n} steps"),
    }
}

/// The assumptions that contradict each other, each with its place.
pub fn members<'s>(
    system: &'s System,
    end: &'s DeadEnd,
) -> impl Iterator<Item = (&'s str, Option<Span>)> {
    end.assumptions.iter().map(|assumed| match *assumed {
        Assumed::Constraint(c) => {
            let constraint = &system.constraints[c];
            (constraint.name.as_str(), constraint.span)
        }
        Assumed::Clause(c) => {
            let clause = &system.clauses[c];
            (clause.name.as_str(), clause.span)
        }
    })
}

/// Shows the assumptions where they stand.
pub fn located(diagnostic: Diagnostic, system: &System, end: &DeadEnd) -> Diagnostic {
    let mut spans: Vec<_> = members(system, end).filter_map(|(_, span)| span).collect();
    spans.dedup();
    let mut spans = spans.into_iter();
    let Some(first) = spans.next() else {
        return diagnostic;
    };
    spans.fold(diagnostic.at(first), |d, span| d.secondary(span, ""))
}

/// Ends a command that measures how much the properties say: exit code 4.
pub fn refuse(opened: &Opened<'_>, system: &System, end: &DeadEnd) -> Stop {
    let error = Diagnostic::error("A0017", sentence(system, end));
    let help = "every property holds of such a model, and so it does of every mutant: there is nothing to measure";
    opened.say_error(&located(error, system, end).help(help));
    Stop::Said(Exit::NothingProved)
}

/// The same after the check room has confirmed that executions end there.
pub fn refuse_checked(
    opened: &Opened<'_>,
    system: &System,
    end: &DeadEnd,
    referee: &mut Referee,
) -> Result<Stop, Stop> {
    let claim = within(system.clone(), end.steps);
    let certificate = within_certificate(system, end.steps, &[], end.provers.clone());
    referee.other(&claim, &certificate, "the end of every execution")?;
    Ok(refuse(opened, system, end))
}
