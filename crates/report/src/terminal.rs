//! Results as text for people: a line for each property, then the evidence, then a summary.

use std::fmt::Write;

use crate::style::{Look, clipped, plural, width};
use crate::{
    CheckResult, Checked, CoreResult, CoreSets, CoreView, EvidenceView, Failure, GoalOutcome,
    GoalResult, Outcome, Place, PropertyResult, PropertyRun, SimulateResult, SolversResult, Style,
    TraceView, WithinView, trace_table,
};

/// `traces`: whether counterexamples are shown below the list.
pub fn check_to_text(result: &CheckResult, style: Style, traces: bool) -> String {
    let mut out = String::new();
    let columns = Columns::of(result);
    for property in &result.properties {
        out.push_str(&property_line(property, &columns, style));
    }
    for goal in &result.goals {
        out.push_str(&goal_line(goal, &columns, style));
    }
    if traces {
        for property in &result.properties {
            out.push_str(&shown_evidence(result, property, style));
        }
        for goal in &result.goals {
            if let GoalOutcome::Reached { trace, .. } = &goal.outcome {
                let last = trace.length.saturating_sub(1);
                let title = format!("{} is reached at step {last}", goal.name);
                out.push_str(&titled(&title, goal.place.as_ref(), trace, style));
            }
        }
    }
    if !result.properties.is_empty() {
        out.push('\n');
    }
    out.push_str(&check_summary(result, style));
    out.push_str(&failure_lines(&result.header.failures, style));
    out
}

/// A line for each part of the run that failed.
pub(crate) fn failure_lines(failures: &[Failure], style: Style) -> String {
    let mut out = String::new();
    for failure in failures {
        let times = match failure.times {
            1 => String::new(),
            n => format!(" ({n} times)"),
        };
        let what = style.paint(Look::Open, &format!("{} failed", failure.part));
        let reason = failure.reason.lines().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{what}{times}: {reason}");
    }
    out
}

/// The evidence that says more than its verdict: an execution, or the certificate of a violation.
fn shown_evidence(result: &CheckResult, property: &PropertyResult, style: Style) -> String {
    let place = property.place.as_ref();
    match &property.outcome {
        Outcome::Violated { evidence, .. } => match evidence {
            EvidenceView::Trace(trace) => {
                let last = trace.length.saturating_sub(1);
                let title = match trace.back {
                    None => format!("{} is false at step {last}", property.name),
                    Some(_) => format!("{} is violated by what repeats for ever", property.name),
                };
                titled(&title, place, trace, style)
            }
            EvidenceView::Certificate { certificate, .. } => {
                let title = format!("{} is violated: it can never hold", property.name);
                let lemmas = result.certificates.get(*certificate).map(|c| &c.lemmas);
                let lemmas = lemmas.into_iter().flatten();
                let lemmas: Vec<String> = lemmas
                    .map(|l| format!("  {}\n", clipped(l, style.width)))
                    .collect();
                let lemmas = if lemmas.is_empty() {
                    "  it follows by induction without lemmas\n".to_string()
                } else {
                    lemmas.concat()
                };
                format!("\n{}\n{lemmas}", heading(&title, place, style))
            }
        },
        Outcome::Proved {
            evidence: EvidenceView::Trace(trace),
            ..
        } => {
            let last = trace.length.saturating_sub(1);
            let title = if property.claim.is_reachable() {
                format!("{} is reached at step {last}", property.name)
            } else {
                format!("{} is shown by this execution", property.name)
            };
            titled(&title, place, trace, style)
        }
        _ => String::new(),
    }
}

fn heading(title: &str, place: Option<&Place>, style: Style) -> String {
    let place = place.map(|p| format!(" ({p})")).unwrap_or_default();
    style.paint(Look::Bold, &format!("{title}{place}"))
}

fn titled(title: &str, place: Option<&Place>, trace: &TraceView, style: Style) -> String {
    let title = heading(title, place, style);
    format!("\n{title}\n{}\n", trace_table(trace, style).trim_end())
}

/// How the evidence was found, in a few words.
fn how(evidence: &EvidenceView) -> String {
    match evidence {
        EvidenceView::Certificate { k, simple_path, .. } => {
            let paths = if *simple_path { ", simple path" } else { "" };
            format!("k = {k}{paths}")
        }
        EvidenceView::Trace(trace) => plural(trace.length, "step"),
    }
}

/// In the order in which they are counted.
const VERDICTS: [&str; 7] = [
    "proved",
    "violated",
    "vacuous",
    "unknown",
    "reached",
    "infeasible",
    "open",
];

/// The verdict in words, with what it holds within: a proof of some executions is never called a proof.
fn property_verdict(property: &PropertyResult) -> (Look, String) {
    let (look, word) = match &property.outcome {
        Outcome::Proved { .. } => (Look::Good, "proved"),
        Outcome::Violated { .. } => (Look::Bad, "violated"),
        Outcome::Unknown { .. } => (Look::Open, "unknown"),
        Outcome::Vacuous { .. } => (Look::Bad, "vacuous"),
    };
    (look, within(word, property.bounded()))
}

fn goal_verdict(goal: &GoalResult) -> (Look, String) {
    match &goal.outcome {
        GoalOutcome::Reached { .. } => (Look::Good, "reached".into()),
        GoalOutcome::Infeasible { .. } => (Look::Bad, within("infeasible", goal.within.as_ref())),
        GoalOutcome::Open { .. } => (Look::Open, "open".into()),
    }
}

fn within(word: &str, within: Option<&WithinView>) -> String {
    within.map_or(word.to_string(), |w| format!("{word} within {w}"))
}

/// The widths of the first columns of the list.
struct Columns {
    verdicts: usize,
    names: usize,
}

impl Columns {
    fn of(result: &CheckResult) -> Columns {
        let properties = result.properties.iter();
        let properties = properties.map(|p| (property_verdict(p).1, &p.name));
        let goals = result.goals.iter().map(|g| (goal_verdict(g).1, &g.name));
        let (mut verdicts, mut names) = (8, 0);
        for (verdict, name) in properties.chain(goals) {
            verdicts = verdicts.max(width(&verdict));
            names = names.max(width(name));
        }
        Columns { verdicts, names }
    }

    /// Verdict, name, engine, how and when; without an engine only how.
    fn line(
        &self,
        (look, verdict): (Look, String),
        name: &str,
        (engine, how): (&str, &str),
        seconds: f64,
        style: Style,
    ) -> String {
        let Columns { verdicts, names } = *self;
        let verdict = style.paint(look, &format!("{verdict:verdicts$}"));
        match engine {
            "" => format!("{verdict}  {name:names$}  {how}"),
            _ => format!(
                "{verdict}  {name:names$}  {engine:11}  {how:9}  {}",
                duration(seconds)
            ),
        }
    }
}

fn property_line(property: &PropertyResult, columns: &Columns, style: Style) -> String {
    let (engine, how) = match &property.outcome {
        Outcome::Proved {
            engine, evidence, ..
        }
        | Outcome::Violated {
            engine, evidence, ..
        } => (engine.as_str(), how(evidence)),
        Outcome::Unknown { reason, true_for } => {
            let known = match true_for {
                0 => String::new(),
                n => format!(", true for {}", plural(*n, "step")),
            };
            ("", format!("{reason}{known}"))
        }
        Outcome::Vacuous { reason, .. } => ("", reason.clone()),
    };
    let verdict = property_verdict(property);
    let found = (engine, how.as_str());
    let mut out = columns.line(verdict, &property.name, found, property.seconds, style);
    if let Some(claim) = property.claim.told() {
        let _ = write!(out, "  {}", style.paint(Look::Dim, &format!("({claim})")));
    }
    if let Some(why) = &property.vacuous {
        let why = format!("vacuous: {why}");
        let _ = write!(out, "  {}", style.paint(Look::Open, &why));
    }
    format!("{}\n", out.trim_end())
}

fn goal_line(goal: &GoalResult, columns: &Columns, style: Style) -> String {
    let (engine, how) = match &goal.outcome {
        GoalOutcome::Reached { engine, trace, .. } => {
            (engine.as_str(), plural(trace.length, "step"))
        }
        GoalOutcome::Infeasible { engine, k, .. } => (engine.as_str(), format!("k = {k}")),
        GoalOutcome::Open { reason } => ("", reason.clone()),
    };
    let found = (engine, how.as_str());
    let line = columns.line(goal_verdict(goal), &goal.name, found, goal.seconds, style);
    let class = style.paint(Look::Dim, &format!("({} goal)", goal.class));
    format!("{line}  {class}\n")
}

fn check_summary(result: &CheckResult, style: Style) -> String {
    let properties = result.properties.iter().map(property_verdict);
    let goals = result.goals.iter().map(goal_verdict);
    let mut counts: Vec<(Look, String, usize)> = Vec::new();
    for (look, verdict) in properties.chain(goals) {
        match counts.iter_mut().find(|(_, known, _)| *known == verdict) {
            Some((_, _, n)) => *n += 1,
            None => counts.push((look, verdict, 1)),
        }
    }
    counts.sort_by_key(|(_, verdict, _)| {
        let first = verdict.split(' ').next();
        VERDICTS.iter().position(|word| Some(*word) == first)
    });
    let parts: Vec<String> = counts
        .iter()
        .map(|(look, word, n)| style.paint(*look, &format!("{n} {word}")))
        .collect();
    let mut out = format!(
        "{} in {}",
        parts.join(", "),
        duration(result.header.seconds)
    );
    let _ = writeln!(out, "{}", evidence(result));
    out
}

/// `; evidence checked by interpreter, z3 5.4`, with what nobody has checked.
fn evidence(result: &CheckResult) -> String {
    let mut by: Vec<&str> = Vec::new();
    let mut unchecked = 0;
    let properties = result.properties.iter().filter_map(|p| match &p.outcome {
        Outcome::Proved { checked, .. }
        | Outcome::Violated { checked, .. }
        | Outcome::Vacuous { checked, .. } => Some(checked),
        Outcome::Unknown { .. } => None,
    });
    let goals = result.goals.iter().filter_map(|g| match &g.outcome {
        GoalOutcome::Reached { checked, .. } | GoalOutcome::Infeasible { checked, .. } => {
            Some(checked)
        }
        GoalOutcome::Open { .. } => None,
    });
    for checked in properties.chain(goals) {
        match checked {
            Checked::By(whom) if !by.contains(&whom.as_str()) => by.push(whom),
            Checked::By(_) => {}
            Checked::Not => unchecked += 1,
        }
    }
    by.sort_unstable();
    let mut out = String::new();
    if !by.is_empty() {
        let _ = write!(out, "; evidence checked by {}", by.join(", "));
    }
    if unchecked > 0 {
        let _ = write!(out, "; {} not checked", plural(unchecked, "verdict"));
    }
    out
}

pub fn core_to_text(result: &CoreResult, style: Style) -> String {
    let mut out = String::new();
    for property in &result.properties {
        match &property.core {
            Some(core) => {
                let within = property.within.as_ref();
                let within = within.map(|w| format!(", proved within {w}"));
                let title = format!("{}{}", property.name, within.unwrap_or_default());
                let _ = writeln!(out, "{}", style.paint(Look::Bold, &title));
                core_lines(&mut out, core, style);
            }
            None => {
                let _ = writeln!(out, "{} is {}: no core", property.name, property.verdict);
            }
        }
        out.push('\n');
    }
    match &result.together {
        // The core of one property is the core of all.
        Some(_)
            if result
                .properties
                .iter()
                .filter(|p| p.core.is_some())
                .count()
                == 1 => {}
        Some(core) => {
            let _ = writeln!(
                out,
                "{}",
                style.paint(Look::Bold, "all proved properties together")
            );
            core_lines(&mut out, core, style);
            out.push('\n');
        }
        None => out.push_str("no property is proved, so there is no core\n\n"),
    }
    let _ = writeln!(out, "done in {}", duration(result.header.seconds));
    out.push_str(&failure_lines(&result.header.failures, style));
    out
}

fn core_lines(out: &mut String, core: &CoreView, style: Style) {
    set_lines(out, &core.elements, style);
    // Instances say more than elements only where a node is called more than once.
    if core.instances.universe != core.elements.universe {
        let _ = writeln!(out, "  by instance");
        set_lines(out, &core.instances, style);
    }
}

fn set_lines(out: &mut String, sets: &CoreSets, style: Style) {
    let mut line = |title: &str, names: &[String]| {
        let count = format!("{}/{}", names.len(), sets.universe);
        list(out, &format!("  {title:8}{count:>9}  "), names, style);
    };
    line("slice", &sets.slice);
    line(
        if sets.is_minimal { "minimal" } else { "core" },
        &sets.minimal,
    );
    if sets.complete && sets.all.len() == 1 {
        let _ = writeln!(out, "  the only minimal core: MAY and MUST are the same");
        return;
    }
    // Without the others, the union of some cores says nothing.
    if sets.complete || sets.all.len() > 1 {
        line("may", &sets.may);
    }
    line("must", &sets.must);
    if !sets.unknown.is_empty() {
        line("must?", &sets.unknown);
    }
    let count = plural(sets.all.len(), "minimal core");
    if sets.complete {
        let _ = writeln!(out, "  {count} in all");
    } else if sets.all.len() > 1 {
        let _ = writeln!(
            out,
            "  {count} found; there may be more, and then MAY is larger"
        );
    }
}

/// A lead and names, wrapped to the width with a hanging indent.
fn list(out: &mut String, lead: &str, names: &[String], style: Style) {
    let mut line = lead.to_string();
    let mut first = true;
    for name in names {
        if !first && width(&line) + width(name) + 1 > style.width {
            let _ = writeln!(out, "{}", line.trim_end());
            line = " ".repeat(width(lead));
        }
        let _ = write!(line, "{name} ");
        first = false;
    }
    if names.is_empty() {
        line.push_str("(none)");
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

pub fn simulate_to_text(result: &SimulateResult, style: Style) -> String {
    let mut out = trace_table(&result.trace, style);
    let mut say = |what: &str, runs: &[PropertyRun]| {
        for run in runs {
            if let Some(step) = run.fails_at {
                let place = run
                    .place
                    .as_ref()
                    .map(|p| format!(" ({p})"))
                    .unwrap_or_default();
                let text = format!("{what}{} is false at step {step}{place}", run.name);
                let _ = writeln!(out, "{}", style.paint(Look::Bad, &text));
            }
        }
    };
    say("", &result.assertions);
    say("property ", &result.properties);
    out
}

pub fn solvers_to_text(result: &SolversResult, style: Style) -> String {
    let mut out = String::new();
    for solver in &result.solvers {
        let name = format!("{:12}", solver.name);
        match &solver.place {
            Some(place) => {
                let version = solver.version.as_deref().unwrap_or("unknown version");
                let _ = writeln!(
                    out,
                    "{}{version:12}  {place}",
                    style.paint(Look::Good, &name)
                );
            }
            None => {
                let _ = writeln!(
                    out,
                    "{}not found     {}",
                    style.paint(Look::Open, &name),
                    solver.install
                );
            }
        }
        let _ = writeln!(out, "{:12}{}", "", solver.purpose);
    }
    out
}

fn duration(seconds: f64) -> String {
    format!("{seconds:.2} s")
}
