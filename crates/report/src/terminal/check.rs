//! The result of `assay check` as text: a line for each property and goal, then the evidence, then a summary.

use std::fmt::Write;

use super::{duration, failure_lines};
use crate::branching::{
    AtAnswer, ComputeValue, at_lines, compute_line, labels_lines, stats_lines, tree_lines,
};
use crate::style::{Look, clipped, plural, visible, width, wrapped};
use crate::{
    CheckResult, Checked, EvidenceView, GoalOutcome, GoalResult, Outcome, Place, PropertyResult,
    Style, TraceView, TreeView, WithinView, trace_table,
};

/// Names in one sentence.
const FEW: usize = 4;

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
    for computed in &result.computed {
        out.push_str(&compute_line(computed, style));
    }
    if traces {
        for property in &result.properties {
            out.push_str(&shown_evidence(result, property, style));
        }
        out.push_str(&without_example(result, style));
        for goal in &result.goals {
            if let GoalOutcome::Reached { trace, .. } = &goal.outcome {
                let last = trace.length.saturating_sub(1);
                let title = format!("{} is reached at step {last}", goal.name);
                out.push_str(&titled(&title, goal.place.as_ref(), trace, style));
            }
        }
    }
    let others = others(result, style);
    for block in &others {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(block);
    }
    if !result.properties.is_empty() || !others.is_empty() {
        out.push('\n');
    }
    out.push_str(&check_summary(result, style));
    out.push_str(&failure_lines(&result.header.failures, style));
    if let Some(opinion) = &result.opinion {
        out.push_str(&opinion.to_text(style));
    }
    out
}

/// The proved formulas of which no finite execution is an example.
fn without_example(result: &CheckResult, style: Style) -> String {
    let proved = result.properties.iter().filter(|p| {
        let Outcome::Proved { evidence, .. } = &p.outcome else {
            return false;
        };
        let EvidenceView::Sets { unshown, .. } = evidence else {
            return false;
        };
        unshown.is_some()
    });
    let names: Vec<String> = proved.map(|p| visible(&p.name)).collect();
    if names.is_empty() {
        return String::new();
    }
    let few = names
        .iter()
        .take(FEW)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let more = match names.len().saturating_sub(FEW) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let told = format!(
        "{few}{more}: about all executions, so there is no finite example; sets of states show it"
    );
    let lines = wrapped(&told, style.width);
    let lines: Vec<String> = lines.iter().map(|l| style.paint(Look::Dim, l)).collect();
    format!("\n{}\n", lines.join("\n"))
}

/// What was asked beside the properties.
fn others(result: &CheckResult, style: Style) -> Vec<String> {
    let at = result.at.iter().map(|at| at_lines(at, style));
    let labels = result.labels.iter().map(|l| labels_lines(l, style));
    let stats = result.stats.iter().map(|s| stats_lines(s, style));
    at.chain(labels).chain(stats).collect()
}

/// The evidence that says more than its verdict: an execution, or the certificate of a violation.
fn shown_evidence(result: &CheckResult, property: &PropertyResult, style: Style) -> String {
    let place = property.place.as_ref();
    match &property.outcome {
        Outcome::Violated { evidence, .. } => match evidence {
            EvidenceView::Trace(trace) => {
                let last = trace.length.saturating_sub(1);
                let title = match trace.back {
                    None if trace.run.is_some() => format!("{} is violated", property.name),
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
            EvidenceView::Tree(tree) => told_tree(
                property,
                &format!("{} is violated", property.name),
                tree,
                style,
            ),
            EvidenceView::Sets { .. } => String::new(),
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
        Outcome::Proved {
            evidence:
                EvidenceView::Tree(tree)
                | EvidenceView::Sets {
                    example: Some(tree),
                    ..
                },
            ..
        } => {
            let title = format!("{} holds: an example", property.name);
            told_tree(property, &title, tree, style)
        }
        _ => String::new(),
    }
}

/// The claim as it was written, then the tree.
fn told_tree(property: &PropertyResult, title: &str, tree: &TreeView, style: Style) -> String {
    let title = heading(&visible(title), property.place.as_ref(), style);
    let formula = property.formula.as_deref().map(visible);
    let formula = formula.map(|f| format!("  {}\n", clipped(&f, style.width)));
    let tree = tree_lines(tree, style);
    format!("\n{title}\n{}{tree}", formula.unwrap_or_default())
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
        EvidenceView::Sets { sets, .. } => plural(sets.sets, "set"),
        EvidenceView::Tree(tree) => match tree.paths().count() {
            0 => "a state".to_string(),
            n => plural(n, "path"),
        },
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
        Outcome::Vacuous { .. } | Outcome::NoExecutions { .. } => (Look::Bad, "vacuous"),
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
        Outcome::Vacuous { reason, .. } | Outcome::NoExecutions { reason, .. } => {
            ("", reason.clone())
        }
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
    let parts = if parts.is_empty() {
        "done".to_string()
    } else {
        parts.join(", ")
    };
    let mut out = format!("{parts} in {}", duration(result.header.seconds));
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
        | Outcome::Vacuous { checked, .. }
        | Outcome::NoExecutions { checked, .. } => Some(checked),
        Outcome::Unknown { .. } => None,
    });
    let goals = result.goals.iter().filter_map(|g| match &g.outcome {
        GoalOutcome::Reached { checked, .. } | GoalOutcome::Infeasible { checked, .. } => {
            Some(checked)
        }
        GoalOutcome::Open { .. } => None,
    });
    let computed = result.computed.iter().filter_map(|c| match c.value {
        ComputeValue::Unknown(_) => None,
        ComputeValue::Steps(_) | ComputeValue::Infinity => Some(&c.checked),
    });
    let at = result.at.iter().filter_map(|a| match a.answer {
        AtAnswer::Unknown(_) => None,
        AtAnswer::Holds(_) | AtAnswer::Fails(_) => Some(&a.checked),
    });
    for checked in properties.chain(goals).chain(computed).chain(at) {
        match checked {
            Checked::By(whom) => by.extend(whom.split(", ")),
            Checked::Not => unchecked += 1,
        }
    }
    by.sort_unstable();
    by.dedup();
    let mut out = String::new();
    if !by.is_empty() {
        let _ = write!(out, "; evidence checked by {}", by.join(", "));
    }
    if unchecked > 0 {
        let _ = write!(out, "; {} not checked", plural(unchecked, "verdict"));
    }
    out
}
