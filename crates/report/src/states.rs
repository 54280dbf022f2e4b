//! Which states the formulas of a model cover: `assay cover --states SIGNAL`.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::json::{header, trace_to_json};
use crate::style::{Look, visible};
use crate::table::trace_table;
use crate::{Header, Style, TraceView};

/// The result for one signal.
#[derive(Clone, Debug)]
pub struct StatesResult {
    pub header: Header,
    pub signal: String,
    pub formulas: Vec<FormulaStates>,
    /// All formulas that hold, as one.
    pub together: Option<CoveredStates>,
}

/// What one formula covers.
#[derive(Clone, Debug)]
pub struct FormulaStates {
    pub name: String,
    /// Err says why nothing was measured.
    pub covered: Result<CoveredStates, String>,
}

/// Numbers of states in decimal: they may be large.
#[derive(Clone, Debug)]
pub struct CoveredStates {
    pub reachable: String,
    pub covered: String,
    /// Covered states of a hundred reachable ones.
    pub percent: f64,
    /// By the recursion of Hoskote and others; Err says why the formula is outside of its part of CTL.
    pub recursion: Result<String, String>,
    /// The set of covered states as a term over the states.
    pub set: String,
    /// Executions that end in states which are not covered, and one that ends in a covered one.
    pub uncovered: Vec<TraceView>,
    pub example: Option<TraceView>,
}

/// A set whose text is longer than this is in the JSON only.
const LONGEST: usize = 200;

pub fn states_to_text(result: &StatesResult, style: Style) -> String {
    let mut out = String::new();
    let signal = visible(&result.signal);
    let _ = writeln!(out, "States in which {signal} matters");
    for formula in &result.formulas {
        let line = match &formula.covered {
            Ok(states) => numbers(states),
            Err(why) => format!("nothing measured: {why}"),
        };
        let _ = writeln!(out, "  {}: {line}", visible(&formula.name));
    }
    let alone = result.formulas.len() == 1;
    let Some(together) = &result.together else {
        return out;
    };
    if !alone {
        let _ = writeln!(out, "  all together: {}", numbers(together));
    }
    if together.set.chars().count() <= LONGEST {
        let _ = writeln!(out, "  covered: {}", together.set);
    }
    for trace in &together.uncovered {
        let told = format!("Not covered: the last state, where {signal} could be wrong unnoticed");
        let _ = writeln!(out, "{}", style.paint(Look::Open, &told));
        out.push_str(&trace_table(trace, style));
    }
    out
}

fn numbers(states: &CoveredStates) -> String {
    let (covered, all, percent) = (&states.covered, &states.reachable, states.percent);
    let recursion = match &states.recursion {
        Ok(number) => format!("{number} by Hoskote's recursion"),
        Err(why) => format!("no number by Hoskote's recursion: {why}"),
    };
    format!("{covered} of {all} states covered ({percent:.1} %); {recursion}")
}

pub fn states_to_json(result: &StatesResult) -> Value {
    let mut out = header(&result.header, "cover-states");
    out.insert("signal".into(), result.signal.as_str().into());
    let formulas = result.formulas.iter().map(|formula| {
        let mut entry = match &formula.covered {
            Ok(states) => states_entry(states),
            Err(why) => Map::from_iter([("reason".to_string(), why.as_str().into())]),
        };
        entry.insert("name".into(), formula.name.as_str().into());
        Value::Object(entry)
    });
    out.insert("formulas".into(), formulas.collect());
    if let Some(together) = &result.together {
        out.insert("together".into(), Value::Object(states_entry(together)));
    }
    Value::Object(out)
}

fn states_entry(states: &CoveredStates) -> Map<String, Value> {
    let uncovered: Vec<Value> = states.uncovered.iter().map(trace_to_json).collect();
    let recursion = match &states.recursion {
        Ok(number) => json!({ "covered": number }),
        Err(why) => json!({ "reason": why }),
    };
    let mut entry = Map::new();
    entry.insert("reachable".into(), states.reachable.as_str().into());
    entry.insert("covered".into(), states.covered.as_str().into());
    entry.insert(
        "percent".into(),
        ((states.percent * 100.0).round() / 100.0).into(),
    );
    entry.insert("recursion".into(), recursion);
    entry.insert("set".into(), states.set.as_str().into());
    entry.insert("uncovered".into(), uncovered.into());
    if let Some(example) = &states.example {
        entry.insert("example".into(), trace_to_json(example));
    }
    entry
}
