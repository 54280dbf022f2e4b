//! A tree as JSON. The schema is `docs/schema/result.json`, `tree` and `sets`.

use serde_json::{Map, Value, json};

use super::sets::SetsView;
use super::tree::{BranchView, GoesView, PathView, TreeView, WhyView};
use crate::json::trace_to_json;
use crate::value::to_json;

pub(crate) fn tree_to_json(tree: &TreeView) -> Value {
    let branches = tree.branches.iter().enumerate();
    let branches: Vec<Value> = branches.map(|(id, b)| branch(id, b)).collect();
    let mut out = Map::new();
    out.insert("formula".into(), tree.formula.as_str().into());
    out.insert("reason".into(), tree.reason.as_str().into());
    if let Some(unshown) = &tree.unshown {
        out.insert("unshown".into(), unshown.as_str().into());
    }
    out.insert("branches".into(), branches.into());
    Value::Object(out)
}

fn branch(id: usize, branch: &BranchView) -> Value {
    let mut out = Map::new();
    out.insert("id".into(), id.into());
    out.insert("step".into(), branch.step.into());
    out.insert("formula".into(), branch.formula.as_str().into());
    out.insert("says".into(), branch.says.as_str().into());
    // The root has the whole state, the others what their formula is about.
    let signals = branch.state.signals.iter();
    let signals = signals.filter(|s| id == 0 || branch.reads.contains(&s.name));
    let state: Map<String, Value> = signals
        .map(|s| (s.name.clone(), to_json(&s.kind, &s.values[0])))
        .collect();
    out.insert("state".into(), state.into());
    let (why, leads_to) = match &branch.why {
        WhyView::Literal => ("literal", vec![]),
        WhyView::Set => ("set", vec![]),
        WhyView::All(parts) => ("all", parts.iter().map(|&b| link(branch.step, b)).collect()),
        WhyView::One(side) => ("one", vec![link(branch.step, *side)]),
        WhyView::Path(path) => {
            out.insert("path".into(), path_to_json(branch.step, path));
            let links = path.branches.iter();
            (
                "path",
                links.map(|&(at, b)| link(branch.step + at, b)).collect(),
            )
        }
    };
    out.insert("why".into(), why.into());
    if !leads_to.is_empty() {
        out.insert("branches".into(), leads_to.into());
    }
    Value::Object(out)
}

fn link(step: usize, branch: usize) -> Value {
    json!({ "step": step, "branch": branch })
}

/// Steps of a tree count from its root; `loop` of a trace counts within the trace, as everywhere.
fn path_to_json(step: usize, path: &PathView) -> Value {
    let goes = match path.goes {
        GoesView::Round => "loop",
        GoesView::Fair => "fair",
        GoesView::Anyhow => "anyhow",
    };
    let mut out = Map::new();
    out.insert("trace".into(), trace_to_json(&path.trace));
    if let Some(until) = path.until {
        out.insert("until".into(), (step + until).into());
    }
    if let Some(last) = &path.last {
        out.insert("last".into(), last.as_str().into());
    }
    out.insert("goes".into(), goes.into());
    Value::Object(out)
}

pub(crate) fn sets_to_json(sets: &SetsView) -> Value {
    json!({ "sets": sets.sets, "nodes": sets.nodes })
}
