//! Survivors as SARIF 2.1.0 results, for code scanning.
//!
//! Operators are the rules. The fingerprint keeps a result's identity over unrelated edits. All survivors are there, so that none looks new
//! because another one was killed; those that another one stands for are notes, as are differences that are proved to reach no output.

use serde_json::{Value, json};

use super::{change, story};
use crate::document::{Document, LeftOut, Limit, Mutant, Tag, Verdict};
use crate::style::plural;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub fn cover_to_sarif(document: &Document) -> String {
    let mut survivors: Vec<&Mutant> = document
        .mutants
        .iter()
        .filter(|m| m.verdict == Verdict::Survived)
        .collect();
    // Waived ones have no rank and come last.
    survivors.sort_by_key(|m| m.rank.unwrap_or(usize::MAX));
    let mut rules: Vec<&str> = Vec::new();
    for m in &survivors {
        if !rules.contains(&m.operator.as_str()) {
            rules.push(&m.operator);
        }
    }
    let results: Vec<Value> = survivors
        .iter()
        .map(|m| {
            let rule = rules.iter().position(|r| *r == m.operator);
            result(document, m, rule.unwrap_or(0), survivors.len())
        })
        .collect();
    let rules: Vec<Value> = rules.iter().map(|r| rule(document, r)).collect();
    let cut = document.cut.iter();
    let cut = cut.map(|why| json!({ "level": "warning", "message": { "text": plain(&format!("the run was cut short: {why}")) } }));
    let left_out = document.limits.iter().flat_map(|limit| {
        let elements = limit.elements.iter();
        elements.map(|e| left_out(document, limit, e))
    });
    let notes: Vec<Value> = cut.chain(left_out).collect();
    let artifacts =
        document.input.files.iter().map(
            |f| json!({ "location": { "uri": uri(&f.path) }, "hashes": { "sha-256": f.sha256 } }),
        );
    let artifacts: Vec<Value> = artifacts.collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "assay", "version": document.assay, "rules": rules } },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notes }],
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A file of the model, by its name and by its place in the list of artifacts.
fn artifact(document: &Document, file: Option<&str>) -> Value {
    let number = document.file_number(file);
    let path = document.files().nth(number).unwrap_or_default();
    json!({ "uri": uri(path), "index": number })
}

/// That nobody looked at the mutants of an element.
fn left_out(document: &Document, limit: &Limit, element: &LeftOut) -> Value {
    let LeftOut {
        name,
        file,
        line,
        column,
        mutants,
    } = element;
    let text = format!(
        "{name} is left out with {}: only {}",
        plural(*mutants, "mutant"),
        limit.text
    );
    json!({
        "level": "note",
        "message": { "text": plain(&text) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact(document, file.as_deref()),
                "region": { "startLine": line, "startColumn": column },
            },
            "logicalLocations": [{ "name": name }],
        }],
    })
}

fn rule(document: &Document, name: &str) -> Value {
    let says = document.operators.iter().find(|o| o.name == name);
    let says = says.map_or("a small change of the model", |o| o.says.as_str());
    let help = format!(
        "A change of this kind ({says}) was made in the model, and every property still holds. Either the \
         properties do not say what the model is to do there, and one is missing or too weak; or the change does not matter, \
         and a waiver in assay.toml can say why."
    );
    json!({
        "id": name,
        "name": name,
        "shortDescription": { "text": plain(&format!("a surviving mutant: {says}")) },
        "help": { "text": plain(&help) },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(document: &Document, m: &Mutant, rule: usize, of: usize) -> Value {
    let quiet = m.subsumed_by.is_some() || m.has(Tag::Masked) || m.waived.is_some();
    let message = format!(
        "{} in {}: {}. See: {}",
        change(m),
        m.element,
        story(m),
        document.replay(m)
    );
    let mut out = json!({
        "ruleId": m.operator,
        "ruleIndex": rule,
        "level": if quiet { "note" } else { "warning" },
        "message": { "text": plain(&message) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": artifact(document, m.file()),
                "region": {
                    "startLine": m.span.start.0,
                    "startColumn": m.span.start.1,
                    "endLine": m.span.end.0,
                    "endColumn": m.span.end.1,
                    "snippet": { "text": m.original },
                },
            },
            "logicalLocations": [{ "name": m.element }],
        }],
        "partialFingerprints": { "assayMutant/v1": m.fingerprint },
        "properties": { "id": m.id, "tags": m.tags.iter().map(|t| t.as_str()).collect::<Vec<_>>() },
    });
    if let Some(rank) = m.rank {
        // SARIF counts importance from 0 to 100.
        let importance = 100.0 * (of - rank.min(of)) as f64 / of.max(2).saturating_sub(1) as f64;
        out["rank"] = json!((importance.min(100.0) * 100.0).round() / 100.0);
    }
    if let Some(waived) = &m.waived {
        out["suppressions"] = json!([{ "kind": "external", "justification": waived.reason }]);
    }
    if let Some(under) = &m.subsumed_by {
        out["properties"]["subsumedBy"] = json!(under);
    }
    if let Some(noticed) = m.invariants {
        out["properties"]["noticedByInvariants"] = json!(noticed);
    }
    if !document.complete {
        out["properties"]["incomplete"] = json!(true);
    }
    out
}

/// In a message brackets make links and braces make placeholders, unless they are escaped.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '[' | ']' => out.extend(['\\', c]),
            '{' | '}' => out.extend([c, c]),
            c => out.push(c),
        }
    }
    out
}

/// A path as a relative reference: everything but unreserved characters and slashes in per cent.
fn uri(path: &str) -> String {
    let mut out = String::new();
    let path = path.strip_prefix("./").unwrap_or(path);
    for b in path.bytes() {
        match b {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(b));
            }
            b'\\' => out.push('/'),
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    match out.starts_with('/') {
        true => format!("file://{out}"),
        false => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_text_makes_no_links_and_no_placeholders() {
        assert_eq!(plain(r"a[1](x) {0} \"), r"a\[1\](x) {{0}} \\");
    }

    #[test]
    fn paths_are_relative_references() {
        assert_eq!(uri("./a b/c%.lus"), "a%20b/c%25.lus");
        assert_eq!(uri("/abs/m.lus"), "file:///abs/m.lus");
        assert_eq!(uri("javascript:x"), "javascript%3Ax");
    }
}
