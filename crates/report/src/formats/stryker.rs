//! The report format of mutation-testing-elements (schema version 2 of the package mutation-testing-report-schema, 3.x), which
//! Stryker's dashboards and viewers read.
//!
//! Properties are its tests. Its statuses say less than our verdicts, so the reason says the rest: equivalent and vacuous are `Ignored`,
//! invalid is `CompileError`, unknown is `RuntimeError`; none of the four counts in its score. Waived survivors stay `Survived`.

use serde_json::{Map, Value, json};

use super::{change, story};
use crate::document::{BaselineVerdict, Document, Gate, Mutant, Verdict};

/// Where viewers turn from red to yellow to green, unless a gate says something else.
const LOW: u64 = 60;
const HIGH: u64 = 80;

pub fn cover_to_stryker(document: &Document) -> String {
    let path = document.source.first().map_or("", |s| s.path.as_str());
    let text = document.source.first().map_or("", |s| s.text.as_str());
    let lines: Vec<&str> = text.lines().collect();
    let mutants: Vec<Value> = document
        .mutants
        .iter()
        .map(|m| mutant(document, &lines, m))
        .collect();
    let tests: Vec<Value> = document
        .baseline
        .iter()
        .filter(|p| p.verdict == BaselineVerdict::Proved)
        .map(|p| {
            let mut test = json!({ "id": p.name, "name": p.name });
            if let Some(at) = &p.span {
                let start = position(&lines, at.line, at.column);
                test["location"] = json!({ "start": start });
            }
            test
        })
        .collect();
    let low = document.gates.iter().find_map(|g| match g {
        Gate::MinScore { wanted, .. } => Some(wanted.clamp(0.0, 100.0).floor() as u64),
        Gate::NewSurvivors { .. } => None,
    });
    let low = low.unwrap_or(LOW);
    let millis = |seconds: f64| (seconds * 1e3).round();
    let mut files = Map::new();
    files.insert(
        path.to_string(),
        json!({ "language": "lustre", "source": text, "mutants": mutants }),
    );
    let mut test_files = Map::new();
    test_files.insert(path.to_string(), json!({ "source": text, "tests": tests }));
    let report = json!({
        "schemaVersion": "2.0",
        "thresholds": { "high": low.max(HIGH), "low": low },
        "files": files,
        "testFiles": test_files,
        "config": document.options,
        "framework": { "name": "assay", "version": document.assay },
        "performance": {
            "setup": 0,
            "initialRun": millis(document.times.proof),
            "mutation": millis((document.seconds - document.times.proof).max(0.0)),
        },
    });
    format!("{report:#}\n")
}

fn mutant(document: &Document, lines: &[&str], m: &Mutant) -> Value {
    let status = match m.verdict {
        Verdict::Killed => "Killed",
        Verdict::Survived => "Survived",
        Verdict::Equivalent | Verdict::Vacuous => "Ignored",
        Verdict::Invalid => "CompileError",
        Verdict::Unknown => "RuntimeError",
    };
    let mut out = json!({
        "id": m.id,
        "mutatorName": m.operator,
        "replacement": m.replacement,
        "description": change(m),
        "location": {
            "start": position(lines, m.start_line, m.start_column),
            "end": position(lines, m.end_line, m.end_column),
        },
        "status": status,
        "statusReason": story(m),
        "killedBy": m.killed_by,
    });
    let slices = document.core.iter().flat_map(|c| &c.properties);
    let covering: Vec<&str> = slices
        .clone()
        .filter(|p| p.slice.contains(&m.element))
        .map(|p| p.name.as_str())
        .collect();
    if slices.count() > 0 {
        out["coveredBy"] = json!(covering);
    }
    out
}

/// Viewers slice lines as JavaScript does: columns count UTF-16 units.
fn position(lines: &[&str], line: usize, column: usize) -> Value {
    let before = lines.get(line.saturating_sub(1)).copied().unwrap_or("");
    let before = before.chars().take(column.saturating_sub(1));
    let wide = before.filter(|c| c.len_utf16() == 2).count();
    json!({ "line": line, "column": column + wide })
}
