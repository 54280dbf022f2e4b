//! Replies of an animated model: as text for people, and as JSON, one object a command.

use std::fmt::Write;

use assay_language::{
    Change, Choice, Enabled, More, Moved, Note, OperationShown, Outcome, Reply, Shown, Visit, Why,
};
use assay_source::{Severity, SourceMap, Span};
use serde_json::{Map, Value, json};

use crate::style::{Look, plural, visible};
use crate::{Message, Place, Style};

/// The reply to one command. Faults are not part of it: they are diagnostics, and shown as such.
pub fn reply_to_text(reply: &Reply, map: &SourceMap, style: Style) -> String {
    let mut out = String::new();
    outcome(&mut out, &reply.outcome, map, style);
    for note in &reply.notes {
        let place = place(map, note.place);
        let kind = style.paint(Look::Open, note.kind);
        let _ = writeln!(out, "{kind}: {}{place}", visible(&note.text));
    }
    out
}

fn outcome(out: &mut String, outcome: &Outcome, map: &SourceMap, style: Style) {
    match outcome {
        Outcome::Moved(moved) => move_lines(out, moved, style),
        Outcome::Choose { choices, more, .. } => choice_lines(out, choices, more, style),
        Outcome::Blocked { what, reasons } | Outcome::Why { what, reasons } => {
            let title = format!("{what} has no execution here");
            let _ = writeln!(out, "{}", style.paint(Look::Bad, &title));
            why_lines(out, reasons, map);
        }
        Outcome::Value(value) => {
            let _ = writeln!(out, "{}", visible(value));
        }
        Outcome::Truth(truth) => {
            let look = if *truth { Look::Good } else { Look::Bad };
            let _ = writeln!(out, "{}", style.paint(look, &truth.to_string()));
        }
        Outcome::Undefined { reason, place: at } => {
            let word = style.paint(Look::Open, "undefined");
            let _ = writeln!(out, "{word}: {}{}", visible(reason), place(map, *at));
        }
        Outcome::Unknown(reason) => {
            let word = style.paint(Look::Open, "no answer");
            let _ = writeln!(out, "{word}: {}", visible(reason));
        }
        Outcome::State { number, variables } => {
            let _ = writeln!(
                out,
                "{}",
                style.paint(Look::Bold, &format!("state {number}"))
            );
            shown_lines(out, variables);
        }
        Outcome::Operations(operations) => operation_lines(out, operations, style),
        Outcome::History { visits, present } => visit_lines(out, visits, *present, style),
        Outcome::Expected { held: true, .. } => {
            let _ = writeln!(out, "{}", style.paint(Look::Good, "as expected"));
        }
        Outcome::Expected {
            held: false,
            reasons,
        } => {
            let _ = writeln!(out, "{}", style.paint(Look::Bad, "not as expected"));
            why_lines(out, reasons, map);
        }
        Outcome::Checked {
            lines, failures, ..
        } if failures.is_empty() => {
            let said = format!("{} hold", plural(*lines, "line"));
            let _ = writeln!(out, "{}", style.paint(Look::Good, &said));
        }
        Outcome::Checked {
            lines, failures, ..
        } => {
            let said = format!("{} of {} fail", failures.len(), plural(*lines, "line"));
            let _ = writeln!(out, "{}", style.paint(Look::Bad, &said));
            why_lines(out, failures, map);
        }
        Outcome::Said(text) => {
            let _ = writeln!(out, "{text}");
        }
        Outcome::Faulty(_) => {}
    }
}

fn place(map: &SourceMap, span: Option<Span>) -> String {
    let place = span.and_then(|span| Place::new(map, span));
    // A command is on the screen already.
    let place = place.filter(|place| place.file != "command");
    place.map_or(String::new(), |place| format!("  [{place}]"))
}

fn list(shown: &[Shown]) -> String {
    let parts: Vec<String> = shown.iter().map(|s| visible(&s.to_string())).collect();
    parts.join(", ")
}

/// Bindings as the paper writes them, `[held := {1}, held' := {1, 3}]`, on one line where they fit.
fn move_lines(out: &mut String, moved: &Moved, style: Style) {
    let title = match &moved.operation {
        Some(operation) => format!("{operation} leads to state {}", moved.number),
        None => format!("initial state {}", moved.number),
    };
    let _ = writeln!(out, "{}", style.paint(Look::Bold, &title));
    let given = moved.inputs.iter().chain(&moved.outputs);
    let mut parts: Vec<String> = given
        .map(|s| format!("{} := {}", s.name, s.value))
        .collect();
    parts.extend(moved.changed.iter().flat_map(change_parts));
    if moved.changed.is_empty() && moved.operation.is_some() {
        parts.push("the state is unchanged".into());
    }
    bracketed(out, &parts, style);
}

fn change_parts(change: &Change) -> Vec<String> {
    match &change.before {
        Some(before) => vec![
            format!("{} := {before}", change.name),
            format!("{}' := {}", change.name, change.after),
        ],
        None => vec![format!("{} := {}", change.name, change.after)],
    }
}

fn bracketed(out: &mut String, parts: &[String], style: Style) {
    let parts: Vec<String> = parts.iter().map(|part| visible(part)).collect();
    let line = format!("  [{}]", parts.join(", "));
    if crate::style::width(&line) <= style.width {
        let _ = writeln!(out, "{line}");
        return;
    }
    for part in parts {
        let _ = writeln!(out, "  {part}");
    }
}

fn choice_lines(out: &mut String, choices: &[Choice], more: &More, style: Style) {
    let _ = writeln!(
        out,
        "{}",
        style.paint(
            Look::Bold,
            "there are several ways; choose one by its number"
        )
    );
    for (index, choice) in choices.iter().enumerate() {
        let given = choice.inputs.iter().chain(&choice.outputs);
        let mut parts: Vec<String> = given
            .map(|s| format!("{} := {}", s.name, s.value))
            .collect();
        let changed = choice.changed.iter();
        parts.extend(changed.map(|c| match c.before {
            Some(_) => format!("{}' := {}", c.name, c.after),
            None => format!("{} := {}", c.name, c.after),
        }));
        let _ = writeln!(out, "{:>4}  {}", index + 1, visible(&parts.join(", ")));
    }
    match more {
        More::No => {}
        More::Yes => {
            let _ = writeln!(out, "      and more; give inputs to narrow them down");
        }
        More::Unknown(reason) => {
            let _ = writeln!(out, "      and perhaps more: {reason}");
        }
    }
}

fn why_lines(out: &mut String, reasons: &[Why], map: &SourceMap) {
    for why in reasons {
        let _ = writeln!(out, "  {}{}", visible(&why.text), place(map, why.place));
        if !why.values.is_empty() {
            let _ = writeln!(out, "    with {}", list(&why.values));
        }
    }
}

fn shown_lines(out: &mut String, shown: &[Shown]) {
    let width = shown
        .iter()
        .map(|s| s.name.chars().count())
        .max()
        .unwrap_or(0);
    for variable in shown {
        let _ = writeln!(
            out,
            "  {:width$} = {}",
            variable.name,
            visible(&variable.value)
        );
    }
}

fn operation_lines(out: &mut String, operations: &[OperationShown], style: Style) {
    for operation in operations {
        let mut call = operation.name.clone();
        let places: Vec<&str> = operation
            .inputs
            .iter()
            .chain(&operation.outputs)
            .map(String::as_str)
            .collect();
        if !places.is_empty() {
            let _ = write!(call, "({})", places.join(", "));
        }
        let (mark, says) = match &operation.enabled {
            Enabled::Yes { example } if example.is_empty() => {
                (style.paint(Look::Good, "yes"), String::new())
            }
            Enabled::Yes { example } => (
                style.paint(Look::Good, "yes"),
                format!("for example {}", list(example)),
            ),
            Enabled::No => (style.paint(Look::Dim, "no "), String::new()),
            Enabled::Unknown(reason) => (style.paint(Look::Open, "?  "), visible(reason)),
        };
        let line = format!("  {mark}  {call}  {says}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn visit_lines(out: &mut String, visits: &[Visit], present: usize, style: Style) {
    for (index, visit) in visits.iter().enumerate() {
        let mark = if index == present { '*' } else { ' ' };
        let command = style.paint(Look::Bold, &visible(&visit.command));
        let _ = writeln!(out, "{mark}{index:>4}  {command}");
        let _ = writeln!(out, "       {}", list(&visit.state));
    }
}

/// The reply to one command as an object: `command`, `reply`, and what that kind of reply has.
pub fn reply_to_json(reply: &Reply, map: &SourceMap) -> Value {
    let mut object = Map::new();
    object.insert("command".into(), reply.command.clone().into());
    for (name, value) in outcome_fields(&reply.outcome, map) {
        object.insert(name.into(), value);
    }
    if !reply.notes.is_empty() {
        let notes = reply.notes.iter().map(|note| note_to_json(note, map));
        object.insert("notes".into(), notes.collect());
    }
    object.into()
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

type Fields = Vec<(&'static str, Value)>;

fn outcome_fields(outcome: &Outcome, map: &SourceMap) -> Fields {
    let kind = |name: &str| ("reply", Value::from(name));
    match outcome {
        Outcome::Moved(moved) => vec![
            kind("moved"),
            ("operation", moved.operation.clone().into()),
            ("state", moved.number.into()),
            ("inputs", object(&moved.inputs)),
            ("outputs", object(&moved.outputs)),
            ("changed", changes(&moved.changed)),
        ],
        Outcome::Choose {
            what,
            choices,
            more,
        } => vec![
            kind("choose"),
            ("what", what.clone().into()),
            ("choices", choices.iter().map(choice).collect()),
            (
                "more",
                match more {
                    More::No => false.into(),
                    More::Yes => true.into(),
                    More::Unknown(reason) => reason.clone().into(),
                },
            ),
        ],
        Outcome::Blocked { what, reasons } => vec![
            kind("blocked"),
            ("operation", what.clone().into()),
            ("reasons", whys(reasons, map)),
        ],
        Outcome::Why { what, reasons } => vec![
            kind("why"),
            ("operation", what.clone().into()),
            ("reasons", whys(reasons, map)),
        ],
        Outcome::Value(value) => vec![kind("value"), ("value", value.clone().into())],
        Outcome::Truth(truth) => vec![kind("truth"), ("value", (*truth).into())],
        Outcome::Undefined { reason, place } => vec![
            kind("undefined"),
            ("reason", reason.clone().into()),
            ("span", span(map, *place)),
        ],
        Outcome::Unknown(reason) => vec![kind("unknown"), ("reason", reason.clone().into())],
        Outcome::State { number, variables } => vec![
            kind("state"),
            ("state", (*number).into()),
            ("variables", object(variables)),
        ],
        Outcome::Operations(operations) => vec![
            kind("operations"),
            ("operations", operations.iter().map(operation).collect()),
        ],
        Outcome::History { visits, present } => vec![
            kind("history"),
            ("present", (*present).into()),
            ("visits", visits.iter().map(visit).collect()),
        ],
        Outcome::Expected { held, reasons } => vec![
            kind("expected"),
            ("held", (*held).into()),
            ("reasons", whys(reasons, map)),
        ],
        Outcome::Checked {
            name,
            lines,
            failures,
        } => vec![
            kind("checked"),
            ("check", name.clone().into()),
            ("lines", (*lines).into()),
            ("failures", whys(failures, map)),
        ],
        Outcome::Said(text) => vec![kind("said"), ("text", text.clone().into())],
        Outcome::Faulty(faults) => {
            let messages = faults.iter().map(|fault| {
                let message = Message {
                    severity: severity(fault.severity).to_string(),
                    code: fault.code.to_string(),
                    text: fault.message.clone(),
                    place: fault.span.and_then(|span| Place::new(map, span)),
                };
                serde_json::to_value(message).expect("a message is plain data")
            });
            vec![kind("faulty"), ("messages", messages.collect())]
        }
    }
}

fn object(shown: &[Shown]) -> Value {
    let pairs = shown
        .iter()
        .map(|s| (s.name.clone(), s.value.clone().into()));
    Value::Object(pairs.collect())
}

fn changes(changed: &[Change]) -> Value {
    let one = |c: &Change| json!({"name": c.name, "before": c.before, "after": c.after});
    changed.iter().map(one).collect()
}

fn choice(choice: &Choice) -> Value {
    json!({
        "inputs": object(&choice.inputs),
        "outputs": object(&choice.outputs),
        "changed": changes(&choice.changed),
    })
}

fn operation(operation: &OperationShown) -> Value {
    let (enabled, example) = match &operation.enabled {
        Enabled::Yes { example } => (Value::from(true), object(example)),
        Enabled::No => (false.into(), Value::Null),
        Enabled::Unknown(reason) => (reason.clone().into(), Value::Null),
    };
    json!({
        "name": operation.name,
        "inputs": operation.inputs,
        "outputs": operation.outputs,
        "enabled": enabled,
        "example": example,
    })
}

fn visit(visit: &Visit) -> Value {
    json!({"command": visit.command, "state": object(&visit.state)})
}

fn whys(reasons: &[Why], map: &SourceMap) -> Value {
    let one = |why: &Why| json!({"text": why.text, "span": span(map, why.place), "values": object(&why.values)});
    reasons.iter().map(one).collect()
}

fn note_to_json(note: &Note, map: &SourceMap) -> Value {
    json!({"kind": note.kind, "text": note.text, "span": span(map, note.place)})
}

fn span(map: &SourceMap, span: Option<Span>) -> Value {
    let place = span.and_then(|span| Place::new(map, span));
    serde_json::to_value(place).expect("a place is plain data")
}
