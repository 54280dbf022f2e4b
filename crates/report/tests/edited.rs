//! Documents that somebody has edited: they are refused with a reason, or every writer copes with them.

mod common;

use assay_report::{
    Document, Style, cover_to_junit, cover_to_markdown, cover_to_sarif, cover_to_text,
    mutant_to_text, pair_to_vcd, trace_to_vcd,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// What a value becomes.
#[derive(Clone, Copy, Debug)]
enum Edit {
    Remove,
    Twice,
    Null,
    Huge,
    Negative,
    Text,
    Empty,
    Flip,
}

const EDITS: [Edit; 8] = [
    Edit::Remove,
    Edit::Twice,
    Edit::Null,
    Edit::Huge,
    Edit::Negative,
    Edit::Text,
    Edit::Empty,
    Edit::Flip,
];

/// Walks down by the numbers of `path` and edits what is there.
fn edit(value: &mut Value, path: &[usize], edit_: Edit) {
    let Some((&step, rest)) = path.split_first() else {
        *value = changed(value, edit_);
        return;
    };
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map
                .keys()
                .nth(step % map.len())
                .expect("it is there")
                .clone();
            if rest.is_empty() && matches!(edit_, Edit::Remove) {
                map.remove(&key);
            } else {
                edit(&mut map[&key], rest, edit_);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = step % list.len();
            match (rest.is_empty(), edit_) {
                (true, Edit::Remove) => drop(list.remove(at)),
                (true, Edit::Twice) => list.push(list[at].clone()),
                _ => edit(&mut list[at], rest, edit_),
            }
        }
        other => *other = changed(other, edit_),
    }
}

fn changed(value: &Value, edit: Edit) -> Value {
    match (edit, value) {
        (Edit::Huge, _) => json!(u64::MAX),
        (Edit::Negative, _) => json!(-1),
        (Edit::Text, _) => json!("\u{1b}]0;`|<a>\u{202e}"),
        (Edit::Empty, Value::Array(_)) => json!([]),
        (Edit::Empty, Value::Object(_)) => json!({}),
        (Edit::Empty, Value::String(_)) => json!(""),
        (Edit::Empty, _) => json!(0),
        (Edit::Flip, Value::Bool(b)) => json!(!b),
        (Edit::Flip, Value::Number(n)) => json!(n.as_u64().unwrap_or(0).wrapping_add(1)),
        (Edit::Flip, Value::String(_)) => json!("survived"),
        (Edit::Flip, other) => other.clone(),
        (Edit::Null | Edit::Remove | Edit::Twice, _) => Value::Null,
    }
}

fn write_everything(document: &Document) {
    let style = Style {
        color: true,
        width: 40,
    };
    for verbose in [false, true] {
        cover_to_text(document, style, verbose);
    }
    for writer in [cover_to_junit, cover_to_markdown, cover_to_sarif] {
        writer(document);
    }
    common::html(document);
    common::stryker(document);
    for m in &document.mutants {
        mutant_to_text(document, m, style);
        let signals = &document.signals;
        if let Some(d) = &m.difference {
            pair_to_vcd(&d.trace.view(signals), &d.mutant_trace.view(signals), "m");
        }
        if let Some(trace) = &m.trace {
            trace_to_vcd(&trace.view(signals), "m");
        }
    }
    let again = Document::read(&document.to_json()).expect("what was accepted is accepted again");
    assert!(again == *document, "what is written reads back the same");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn edited_documents_are_refused_or_written(
        edits in prop::collection::vec(
            (prop::collection::vec(0usize..40, 1..7), prop::sample::select(&EDITS[..])),
            1..4,
        ),
        several in prop::bool::ANY,
    ) {
        let text = if several { common::two_files().to_json() } else { common::HEATER.to_string() };
        let mut value: Value = serde_json::from_str(&text).expect("JSON");
        for (path, edit_) in &edits {
            edit(&mut value, path, *edit_);
        }
        match Document::read(&value.to_string()) {
            Ok(document) => write_everything(&document),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn the_fixture_is_written() {
    write_everything(&common::heater());
}

#[test]
fn a_place_beyond_its_line_is_refused() {
    for place in [
        "/mutants/0/column",
        "/mutants/0/span/1",
        "/mutants/0/span/3",
    ] {
        let mut value: Value = serde_json::from_str(common::HEATER).expect("JSON");
        *value.pointer_mut(place).expect("it is there") = json!(u64::MAX);
        let error = Document::read(&value.to_string()).expect_err("no line is that long");
        assert!(error.to_string().contains("not in the source"), "{error}");
    }
}
