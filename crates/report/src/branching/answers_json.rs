//! The other answers of `check` as JSON.

use assay_term::{BigInt, BigUint, Value as TermValue};
use serde_json::{Map, Value, json};

use super::answers::{
    AtAnswer, AtResult, ComputeResult, ComputeValue, Extreme, LabelRound, LabelledPart, LabelsView,
    StatsView,
};
use super::json::tree_to_json;
use crate::Kind;
use crate::json::{checked_to_json, named, seconds, trace_to_json};
use crate::value::to_json;

pub(crate) fn compute_to_json(result: &ComputeResult) -> Value {
    let mut out = named(&result.name, result.place.as_ref());
    out.insert("claim".into(), "compute".into());
    let extreme = match result.extreme {
        Extreme::Min => "min",
        Extreme::Max => "max",
    };
    out.insert("extreme".into(), extreme.into());
    out.insert("text".into(), result.text.as_str().into());
    match &result.value {
        ComputeValue::Steps(steps) => out.insert("value".into(), (*steps).into()),
        ComputeValue::Infinity => out.insert("value".into(), "infinity".into()),
        ComputeValue::Unknown(why) => out.insert("reason".into(), why.as_str().into()),
    };
    if !matches!(result.value, ComputeValue::Unknown(_)) {
        out.insert("engine".into(), result.engine.as_str().into());
        out.insert("checked".into(), checked_to_json(&result.checked));
    }
    if let Some(trace) = &result.trace {
        out.insert("trace".into(), trace_to_json(trace));
    }
    out.insert("seconds".into(), seconds(result.seconds));
    Value::Object(out)
}

pub(crate) fn stats_to_json(stats: &StatsView) -> Value {
    let mut out = Map::new();
    if !stats.part.is_empty() {
        out.insert("part".into(), stats.part.as_str().into());
    }
    out.insert("bits".into(), stats.bits.into());
    out.insert("initial".into(), number(&stats.initial));
    out.insert("reachable".into(), number(&stats.reachable));
    let counts = [
        ("valid", &stats.valid),
        ("fair", &stats.fair),
        ("deadlocks", &stats.deadlocks),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            out.insert(name.into(), number(count));
        }
    }
    out.insert("diameter".into(), stats.diameter.into());
    out.insert("nodes".into(), stats.nodes.into());
    if let Some(peak) = stats.peak_nodes {
        out.insert("peak_nodes".into(), peak.into());
    }
    if let Some(times) = stats.reorderings {
        out.insert("reorderings".into(), times.into());
    }
    out.insert("seconds".into(), seconds(stats.seconds));
    Value::Object(out)
}

/// A string where a reader that keeps numbers as doubles would lose digits.
fn number(n: &BigUint) -> Value {
    to_json(&Kind::Int, &TermValue::Int(BigInt::from(n.clone())))
}

pub(crate) fn at_to_json(result: &AtResult) -> Value {
    let mut out = Map::new();
    out.insert("state".into(), result.state.as_str().into());
    out.insert("formula".into(), result.formula.as_str().into());
    let tree = match &result.answer {
        AtAnswer::Holds(tree) | AtAnswer::Fails(tree) => {
            let holds = matches!(result.answer, AtAnswer::Holds(_));
            out.insert("holds".into(), holds.into());
            out.insert("checked".into(), checked_to_json(&result.checked));
            tree.as_ref()
        }
        AtAnswer::Unknown(why) => {
            out.insert("holds".into(), Value::Null);
            out.insert("reason".into(), why.as_str().into());
            None
        }
    };
    if let Some(tree) = tree {
        out.insert("tree".into(), tree_to_json(tree));
    }
    out.insert("seconds".into(), seconds(result.seconds));
    Value::Object(out)
}

pub(crate) fn labels_to_json(labels: &LabelsView) -> Value {
    let mut out = Map::new();
    if !labels.name.is_empty() {
        out.insert("name".into(), labels.name.as_str().into());
    }
    out.insert("formula".into(), labels.formula.as_str().into());
    let states = labels
        .states
        .iter()
        .map(|s| json!({ "name": s.name, "initial": s.initial, "values": s.values }));
    out.insert("states".into(), states.collect());
    let name = |s: &usize| labels.states.get(*s).map(|s| Value::from(s.name.as_str()));
    let names = |states: &[usize]| -> Value { states.iter().filter_map(name).collect() };
    let round = |round: &LabelRound| json!({ "added": names(&round.added), "removed": names(&round.removed) });
    let part = |part: &LabelledPart| {
        let rounds: Vec<Value> = part.rounds.iter().map(round).collect();
        json!({ "formula": part.formula, "rounds": rounds, "holds": names(&part.holds) })
    };
    out.insert("parts".into(), labels.parts.iter().map(part).collect());
    Value::Object(out)
}
