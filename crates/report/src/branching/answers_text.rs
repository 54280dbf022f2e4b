//! The other answers of `check` as text.

use std::fmt::Write;

use assay_term::BigUint;

use super::answers::{AtAnswer, AtResult, ComputeResult, ComputeValue, LabelsView, StatsView};
use super::text::tree_lines;
use crate::style::{Look, visible, width, wrapped};
use crate::{Checked, Style};

/// `= 10  shortest  MIN [start, done]  bdd`
pub(crate) fn compute_line(result: &ComputeResult, style: Style) -> String {
    let (look, value) = match &result.value {
        ComputeValue::Steps(steps) => (Look::Good, format!("= {steps}")),
        ComputeValue::Infinity => (Look::Good, "= infinity".to_string()),
        ComputeValue::Unknown(_) => (Look::Open, "unknown".to_string()),
    };
    let value = style.paint(look, &format!("{value:10}"));
    let (name, text) = (visible(&result.name), visible(&result.text));
    let how = match &result.value {
        ComputeValue::Unknown(why) => visible(why),
        _ => format!(
            "{:11}  {:.2} s{}",
            result.engine,
            result.seconds,
            unchecked(&result.checked)
        ),
    };
    format!("{value}  {name}  {text}  {how}\n")
}

fn unchecked(checked: &Checked) -> &'static str {
    match checked {
        Checked::By(_) => "",
        Checked::Not => ", not checked",
    }
}

pub(crate) fn stats_lines(stats: &StatsView, style: Style) -> String {
    let mut rows: Vec<(&str, String)> = vec![
        ("state bits", stats.bits.to_string()),
        ("initial states", number(&stats.initial)),
        ("reachable states", number(&stats.reachable)),
    ];
    let mut optional = |name, value: &Option<BigUint>| {
        rows.extend(value.as_ref().map(|n| (name, number(n))));
    };
    optional("valid states", &stats.valid);
    optional("fair states", &stats.fair);
    optional("deadlocks", &stats.deadlocks);
    rows.push(("diameter", stats.diameter.to_string()));
    rows.push(("diagram nodes", stats.nodes.to_string()));
    rows.extend(stats.peak_nodes.map(|n| ("most nodes", n.to_string())));
    rows.extend(stats.reorderings.map(|n| ("reorderings", n.to_string())));
    let title = match stats.part.as_str() {
        "" => "states".to_string(),
        part => format!("states of {}", visible(part)),
    };
    let mut out = format!("{}\n", style.paint(Look::Bold, &title));
    for (name, value) in rows {
        let _ = writeln!(out, "  {name:18}{value}");
    }
    out
}

/// With the power of two where the number is long.
fn number(n: &BigUint) -> String {
    match n.bits() {
        0..=40 => n.to_string(),
        bits => format!("{n} (about 2^{})", bits - 1),
    }
}

pub(crate) fn at_lines(result: &AtResult, style: Style) -> String {
    let (look, word, tree) = match &result.answer {
        AtAnswer::Holds(tree) => (Look::Good, "holds".to_string(), tree.as_ref()),
        AtAnswer::Fails(tree) => (Look::Bad, "does not hold".to_string(), tree.as_ref()),
        AtAnswer::Unknown(why) => (
            Look::Open,
            format!("is not decided: {}", visible(why)),
            None,
        ),
    };
    let (state, formula) = (visible(&result.state), visible(&result.formula));
    let word = style.paint(look, &word);
    let unchecked = match result.answer {
        AtAnswer::Unknown(_) => "",
        AtAnswer::Holds(_) | AtAnswer::Fails(_) => unchecked(&result.checked),
    };
    let mut out = format!("in state {state} `{formula}` {word}{unchecked}\n");
    if let Some(tree) = tree {
        out.push_str(&tree_lines(tree, style));
    }
    out
}

/// The states, then for each part of the formula the rounds.
pub(crate) fn labels_lines(labels: &LabelsView, style: Style) -> String {
    let formula = visible(&labels.formula);
    let title = match labels.name.as_str() {
        "" => format!("labels of `{formula}`"),
        name => format!("labels of {}: `{formula}`", visible(name)),
    };
    let mut out = format!("{}\n", style.paint(Look::Bold, &title));
    let names = labels.states.iter().map(|s| width(&visible(&s.name)));
    let widest = names.max().unwrap_or(0);
    for state in &labels.states {
        let start = if state.initial { ">" } else { " " };
        let (name, values) = (visible(&state.name), visible(&state.values));
        let line = format!(" {start} {name:widest$}  {values}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for part in &labels.parts {
        let _ = writeln!(
            out,
            "  {}",
            style.paint(Look::Bold, &visible(&part.formula))
        );
        for (i, round) in part.rounds.iter().enumerate() {
            for (sign, states) in [("+", &round.added), ("-", &round.removed)] {
                if !states.is_empty() {
                    let lead = format!("    round {}  {sign} ", i + 1);
                    listed(&mut out, &lead, labels, states, style);
                }
            }
        }
        listed(&mut out, "    holds in  ", labels, &part.holds, style);
    }
    out
}

/// Names of states, wrapped under their first.
fn listed(out: &mut String, lead: &str, labels: &LabelsView, states: &[usize], style: Style) {
    let names = states.iter().filter_map(|&s| labels.states.get(s));
    let names: Vec<String> = names.map(|s| visible(&s.name)).collect();
    let text = if names.is_empty() {
        "no state".to_string()
    } else {
        names.join(" ")
    };
    let indent = width(lead);
    for (i, line) in wrapped(&text, style.width.saturating_sub(indent))
        .iter()
        .enumerate()
    {
        let lead = if i == 0 { lead } else { "" };
        let _ = writeln!(out, "{lead:indent$}{line}");
    }
}
