//! Documents of layout 1, as JSON, in layout 2.
//!
//! Layout 1 had the evidence inside each mutant: traces as objects by name for each step, every notice, and the replay command. Layout 2
//! stores each piece once and has an id in its place. What is not as layout 1 had it is left as it is, for the reader to refuse.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::Role;

/// Layout 1 did not say what operators do. These are the names that it knew.
fn role(name: &str) -> Role {
    match name {
        "equation_remove" | "nondet" => Role::Removal,
        "equal_false" | "equal_true" | "equal_5" | "equal_-2" | "zero" | "one" => Role::StuckAt,
        "init_false" | "init_true" | "init_5" | "init_-1" | "init_flip" => Role::FirstValue,
        _ => Role::Replacement,
    }
}

/// Err: what contradicts itself.
pub(super) fn upgrade(mut document: Value) -> Result<Value, String> {
    let names = document["signals"].as_array().into_iter().flatten();
    let places: HashMap<String, usize> = names
        .filter_map(|s| s["name"].as_str().map(String::from))
        .zip(0..)
        .collect();
    let mut replay = None;
    let (mut notices, mut checks, mut traces) = (Once::new('n'), Once::new('k'), Once::new('t'));
    let mutants = document["mutants"].as_array_mut().into_iter().flatten();
    for mutant in mutants.filter_map(Value::as_object_mut) {
        let command = mutant.remove("replay");
        replay = replay.or_else(|| command_without_id(command?.as_str()?));
        if let Some(span) = span(mutant) {
            mutant.insert("span".into(), span);
        }
        let mut said = Map::new();
        for (field, name) in [
            ("killed_by", "killed_by"),
            ("survives", "survives"),
            ("notices", "all"),
        ] {
            said.insert(name.into(), mutant.remove(field).unwrap_or_default());
        }
        let all = said["all"].as_array_mut().into_iter().flatten();
        all.filter_map(Value::as_object_mut)
            .for_each(name_certificate);
        mutant.insert("notices".into(), notices.keep(Value::Object(said)));
        if let Some(checked) = mutant.remove("checked") {
            mutant.insert("checked".into(), checks.keep(checked));
        }
        for (inside, field) in [
            (None, "trace"),
            (Some("difference"), "trace"),
            (Some("difference"), "mutant_trace"),
            (Some("excluded"), "trace"),
        ] {
            let holder = match inside {
                None => Some(&mut *mutant),
                Some(name) => mutant.get_mut(name).and_then(Value::as_object_mut),
            };
            if let Some(trace) = holder.and_then(|h| h.get_mut(field)) {
                *trace = traces.keep(rows(trace, &places)?);
            }
        }
        name_certificate(mutant);
        bound_mask(mutant);
    }
    let operators = document["operators"].as_array_mut().into_iter().flatten();
    for operator in operators.filter_map(Value::as_object_mut) {
        let role = operator.get("name").and_then(Value::as_str).map(role);
        operator.insert("role".into(), json!(role.unwrap_or_default()));
    }
    document["layout"] = json!(2);
    document["replay"] = replay.unwrap_or_else(|| "assay explain".into());
    document["notices"] = notices.list.into();
    document["checks"] = checks.list.into();
    document["traces"] = traces.list.into();
    Ok(document)
}

/// Members of a list, each once.
struct Once {
    letter: char,
    list: Vec<Value>,
    known: HashMap<String, usize>,
}

impl Once {
    fn new(letter: char) -> Once {
        Once {
            letter,
            list: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Puts the value into the list unless it is there. Returns its id.
    fn keep(&mut self, mut value: Value) -> Value {
        let next = self.list.len();
        let number = *self.known.entry(value.to_string()).or_insert(next);
        let id = Value::from(format!("{}{number}", self.letter));
        if number == next {
            if let Some(members) = value.as_object_mut() {
                members.insert("id".into(), id.clone());
            }
            self.list.push(value);
        }
        id
    }
}

/// The id came last, as a shell reads it: in quotes where it has blanks.
fn command_without_id(command: &str) -> Option<Value> {
    let end = if command.ends_with('\'') {
        command.rfind(" '")?
    } else {
        command.rfind(' ')?
    };
    Some(command[..end].into())
}

fn span(mutant: &mut Map<String, Value>) -> Option<Value> {
    let fields = ["start_line", "start_column", "end_line", "end_column"];
    let span: Option<Vec<Value>> = fields.into_iter().map(|f| mutant.remove(f)).collect();
    span.map(Value::from)
}

/// `masked` was the word for a search to a bound that nobody wrote down.
fn bound_mask(mutant: &mut Map<String, Value>) {
    let Some(tags) = mutant.get_mut("tags").and_then(Value::as_array_mut) else {
        return;
    };
    let all = tags.len();
    tags.retain(|tag| tag != "masked");
    if tags.len() < all {
        mutant.insert("masked_within".into(), json!(0));
    }
}

/// `{"id": "c1"}` was the name of a certificate.
fn name_certificate(holder: &mut Map<String, Value>) {
    if let Some(certificate) = holder.get_mut("certificate")
        && let Some(id) = certificate.get_mut("id")
    {
        *certificate = id.take();
    }
}

/// A trace with a row for each step. The first step says which signals there are, and all others have the same.
fn rows(trace: &Value, places: &HashMap<String, usize>) -> Result<Value, String> {
    let steps: Vec<&Map<String, Value>> = trace["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_object)
        .collect();
    let mut shown = Vec::new();
    for name in steps.first().into_iter().flat_map(|s| s.keys()) {
        let place = places.get(name);
        let place = place.ok_or_else(|| format!("a trace shows {name}, which is no signal"))?;
        shown.push((*place, name));
    }
    shown.sort_unstable();
    let mut rows = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let row: Option<Vec<Value>> = shown.iter().map(|(_, n)| step.get(*n).cloned()).collect();
        let same = step.len() == shown.len();
        let row = row.filter(|_| same);
        let row = row.ok_or_else(|| format!("step {at} has other variables than step 0"))?;
        rows.push(Value::from(row));
    }
    let signals: Vec<usize> = shown.iter().map(|(place, _)| *place).collect();
    let mut out = json!({ "signals": signals, "steps": rows });
    if let Some(functions) = trace.get("functions") {
        out["functions"] = functions.clone();
    }
    Ok(out)
}
