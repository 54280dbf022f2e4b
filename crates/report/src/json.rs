//! Results as JSON documents. The schema is `docs/schema/result.json`; the field names are a
//! contract: they are added to, never renamed.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::branching::{
    at_to_json, compute_to_json, labels_to_json, sets_to_json, stats_to_json, tree_to_json,
};
use crate::value::{Plain, to_json};
use crate::{
    CheckResult, Checked, CoreResult, CoreSets, CoreView, EvidenceView, GoalOutcome, GoalResult,
    Header, Outcome, Place, PropertyResult, PropertyRun, SCHEMA, SimulateResult, SolversResult,
    TraceView,
};

/// The document as it is written: indented, with a final newline.
pub fn document(value: &Value) -> String {
    format!("{value:#}\n")
}

pub fn check_to_json(result: &CheckResult) -> Value {
    let mut out = header(&result.header, "check");
    out.insert("complete".into(), result.is_complete().into());
    let properties = result.properties.iter().map(property);
    out.insert("properties".into(), properties.collect());
    if !result.goals.is_empty() {
        out.insert("goals".into(), result.goals.iter().map(goal).collect());
    }
    let certificates = result.certificates.iter().enumerate().map(|(i, c)| {
        json!({
            "id": certificate_id(i),
            "k": c.k,
            "simple_path": c.simple_path,
            "lemmas": c.lemmas,
            "properties": c.properties,
        })
    });
    out.insert("certificates".into(), certificates.collect());
    if let Some(opinion) = &result.opinion {
        out.insert("second_opinion".into(), json!(opinion));
    }
    let mut list = |name: &str, entries: Vec<Value>| {
        if !entries.is_empty() {
            out.insert(name.into(), entries.into());
        }
    };
    list(
        "computed",
        result.computed.iter().map(compute_to_json).collect(),
    );
    list("stats", result.stats.iter().map(stats_to_json).collect());
    list("at", result.at.iter().map(at_to_json).collect());
    list("labels", result.labels.iter().map(labels_to_json).collect());
    Value::Object(out)
}

fn property(p: &PropertyResult) -> Value {
    let mut entry = named(&p.name, p.place.as_ref());
    entry.extend(fields(&p.claim));
    if let Some(formula) = &p.formula {
        entry.insert("formula".into(), formula.as_str().into());
    }
    match &p.outcome {
        Outcome::Proved {
            engine,
            evidence,
            checked,
        } => decided(&mut entry, "proved", engine, evidence, checked),
        Outcome::Violated {
            engine,
            evidence,
            checked,
        } => decided(&mut entry, "violated", engine, evidence, checked),
        Outcome::Unknown { reason, true_for } => {
            entry.insert("verdict".into(), "unknown".into());
            entry.insert("reason".into(), reason.as_str().into());
            entry.insert("true_for".into(), (*true_for).into());
        }
        Outcome::Vacuous {
            reason,
            steps,
            assumptions,
            certificate,
            checked,
        } => {
            let assumptions = assumptions
                .iter()
                .map(|(name, place)| Value::Object(named(name, place.as_ref())));
            entry.insert("verdict".into(), "vacuous".into());
            entry.insert("reason".into(), reason.as_str().into());
            entry.insert("steps".into(), (*steps).into());
            entry.insert("assumptions".into(), assumptions.collect());
            entry.insert("certificate".into(), certificate_named(*certificate));
            entry.insert("checked".into(), checked_to_json(checked));
        }
        Outcome::NoExecutions { reason, checked } => {
            entry.insert("verdict".into(), "vacuous".into());
            entry.insert("reason".into(), reason.as_str().into());
            entry.insert("checked".into(), checked_to_json(checked));
        }
    }
    if let Some(within) = p.bounded() {
        entry.insert("within".into(), json!(within));
    }
    if let Some(why) = &p.vacuous {
        entry.insert("vacuous".into(), why.as_str().into());
    }
    entry.insert("seconds".into(), seconds(p.seconds));
    Value::Object(entry)
}

fn decided(
    entry: &mut Map<String, Value>,
    verdict: &str,
    engine: &str,
    evidence: &EvidenceView,
    checked: &Checked,
) {
    entry.insert("verdict".into(), verdict.into());
    entry.insert("engine".into(), engine.into());
    match evidence {
        EvidenceView::Certificate { k, certificate, .. } => {
            entry.insert("k".into(), (*k).into());
            entry.insert("certificate".into(), certificate_named(*certificate));
        }
        EvidenceView::Trace(trace) => {
            entry.insert("trace".into(), trace_to_json(trace));
        }
        EvidenceView::Sets {
            sets,
            example,
            unshown,
        } => {
            entry.insert("certificate".into(), sets_to_json(sets));
            if let Some(example) = example {
                entry.insert("example".into(), tree_to_json(example));
            }
            if let Some(unshown) = unshown {
                entry.insert("unshown".into(), unshown.as_str().into());
            }
        }
        EvidenceView::Tree(tree) => {
            entry.insert("tree".into(), tree_to_json(tree));
        }
    }
    entry.insert("checked".into(), checked_to_json(checked));
}

fn goal(g: &GoalResult) -> Value {
    let mut entry = Map::new();
    entry.insert("id".into(), g.id.as_str().into());
    entry.extend(named(&g.name, g.place.as_ref()));
    entry.insert("class".into(), g.class.as_str().into());
    match &g.outcome {
        GoalOutcome::Reached {
            engine,
            trace,
            checked,
        } => {
            entry.insert("verdict".into(), "reached".into());
            entry.insert("engine".into(), engine.as_str().into());
            entry.insert("trace".into(), trace_to_json(trace));
            entry.insert("checked".into(), checked_to_json(checked));
        }
        GoalOutcome::Infeasible {
            engine,
            k,
            certificate,
            checked,
        } => {
            entry.insert("verdict".into(), "infeasible".into());
            entry.insert("engine".into(), engine.as_str().into());
            entry.insert("k".into(), (*k).into());
            entry.insert("certificate".into(), certificate_named(*certificate));
            if let Some(within) = &g.within {
                entry.insert("within".into(), json!(within));
            }
            entry.insert("checked".into(), checked_to_json(checked));
        }
        GoalOutcome::Open { reason } => {
            entry.insert("verdict".into(), "open".into());
            entry.insert("reason".into(), reason.as_str().into());
        }
    }
    entry.insert("seconds".into(), seconds(g.seconds));
    Value::Object(entry)
}

/// The fields of something that is an object in JSON.
fn fields(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

pub fn core_to_json(result: &CoreResult) -> Value {
    let mut out = header(&result.header, "core");
    let complete = |core: &CoreView| core.elements.complete && core.instances.complete;
    let all_complete = result
        .properties
        .iter()
        .map(|p| p.core.as_ref())
        .chain([result.together.as_ref()])
        .flatten()
        .all(complete);
    out.insert("complete".into(), all_complete.into());
    out.insert(
        "core".into(),
        result.together.as_ref().map_or(Value::Null, core),
    );
    let properties = result.properties.iter().map(|p| {
        let mut entry = named(&p.name, p.place.as_ref());
        entry.insert("verdict".into(), p.verdict.as_str().into());
        if let Some(within) = &p.within {
            entry.insert("within".into(), json!(within));
        }
        entry.insert("core".into(), p.core.as_ref().map_or(Value::Null, core));
        Value::Object(entry)
    });
    out.insert("properties".into(), properties.collect());
    Value::Object(out)
}

pub fn simulate_to_json(result: &SimulateResult) -> Value {
    let mut out = header(&result.header, "simulate");
    out.insert("trace".into(), trace_to_json(&result.trace));
    out.insert("properties".into(), runs(&result.properties));
    out.insert("assertions".into(), runs(&result.assertions));
    Value::Object(out)
}

pub fn solvers_to_json(result: &SolversResult) -> Value {
    let solvers = result.solvers.iter().map(|s| {
        json!({
            "name": s.name,
            "found": s.place.is_some(),
            "version": s.version,
            "place": s.place,
            "use": s.purpose,
        })
    });
    json!({
        "assay": result.version,
        "schema": SCHEMA,
        "command": "solvers",
        "solvers": solvers.collect::<Vec<_>>(),
    })
}

pub(crate) fn header(header: &Header, command: &str) -> Map<String, Value> {
    let messages = header.messages.iter().map(|m| {
        json!({
            "severity": m.severity,
            "code": m.code,
            "message": m.text,
            "span": m.place.as_ref().map_or(Value::Null, place),
        })
    });
    let mut out = Map::new();
    out.insert("assay".into(), header.version.as_str().into());
    out.insert("schema".into(), SCHEMA.into());
    out.insert("command".into(), command.into());
    let input = &header.input;
    out.insert(
        "input".into(),
        serde_json::to_value(input).expect("all keys are strings"),
    );
    out.insert("options".into(), Value::Object(header.options.clone()));
    out.insert("seconds".into(), seconds(header.seconds));
    let run = serde_json::to_value(&header.run).expect("all keys are strings");
    out.insert("run".into(), run);
    out.insert("messages".into(), messages.collect());
    if !header.failures.is_empty() {
        out.insert("failures".into(), json!(header.failures));
    }
    out
}

pub(crate) fn named(name: &str, at: Option<&Place>) -> Map<String, Value> {
    let mut entry = Map::new();
    entry.insert("name".into(), name.into());
    if let Some(at) = at {
        entry.insert("span".into(), place(at));
    }
    entry
}

fn place(place: &Place) -> Value {
    json!({ "file": place.file, "line": place.line, "column": place.column })
}

/// Microseconds are as fine as the clock is worth.
pub(crate) fn seconds(s: f64) -> Value {
    ((s * 1e6).round() / 1e6).into()
}

fn certificate_id(index: usize) -> String {
    format!("c{index}")
}

fn certificate_named(index: usize) -> Value {
    json!({ "id": certificate_id(index) })
}

pub(crate) fn checked_to_json(checked: &Checked) -> Value {
    match checked {
        Checked::By(whom) => json!({ "ok": true, "by": whom }),
        Checked::Not => json!({ "ok": false, "by": null }),
    }
}

pub(crate) fn trace_to_json(view: &TraceView) -> Value {
    let steps = (0..view.length).map(|step| {
        let cells = view
            .signals
            .iter()
            .map(|s| (s.name.clone(), to_json(&s.kind, &s.values[step])));
        Value::Object(cells.collect())
    });
    let with_role = |role| -> Value {
        view.signals
            .iter()
            .filter(|s| s.role == role)
            .map(|s| Value::from(s.name.as_str()))
            .collect()
    };
    let mut out = Map::new();
    out.insert("length".into(), view.length.into());
    out.insert("inputs".into(), with_role(assay_system::Role::Input));
    out.insert("steps".into(), steps.collect());
    if let Some(back) = view.back {
        out.insert("loop".into(), back.into());
    }
    if let Some(run) = &view.run {
        out.insert("run".into(), json!(run));
    }
    if !view.functions.is_empty() {
        let functions = view.functions.iter().map(|f| {
            let rows = f.rows.iter().map(|(args, value)| {
                let args: Vec<Value> = args.iter().map(|a| Plain(a).to_json()).collect();
                json!({ "arguments": args, "value": Plain(value).to_json() })
            });
            json!({ "name": f.name, "table": rows.collect::<Vec<_>>() })
        });
        out.insert("functions".into(), functions.collect());
    }
    Value::Object(out)
}

fn core(view: &CoreView) -> Value {
    let Value::Object(mut out) = sets(&view.elements) else {
        unreachable!("sets are an object")
    };
    out.insert("instances".into(), sets(&view.instances));
    Value::Object(out)
}

fn sets(sets: &CoreSets) -> Value {
    json!({
        "elements": sets.universe,
        "slice": sets.slice,
        "minimal": sets.minimal,
        "is_minimal": sets.is_minimal,
        "all": sets.all,
        "may": sets.may,
        "must": sets.must,
        "unknown": sets.unknown,
        "complete": sets.complete,
    })
}

fn runs(runs: &[PropertyRun]) -> Value {
    runs.iter()
        .map(|run| {
            let mut entry = named(&run.name, run.place.as_ref());
            entry.insert(
                "fails_at".into(),
                run.fails_at.map_or(Value::Null, Value::from),
            );
            Value::Object(entry)
        })
        .collect()
}
