//! Survivors as SARIF 2.1.0 results, for code scanning.
//!
//! Operators are the rules. A result is a group of survivors that tell the same story: the one to read stands for it, the others are related
//! locations. The fingerprint of the one to read keeps a result's identity over unrelated edits. Differences that are proved to reach no output
//! are notes; waived survivors are suppressed results. Code scanning takes a limited number of results, so the least telling are left out, and a
//! notification says how many.

use serde_json::{Value, json};

use super::markdown::code;
use super::{change, story};
use crate::cover::groups_of_survivors;
use crate::document::{Difference, Document, LeftOut, Limit, Mutant, Tag};
use crate::style::plural;
use crate::value::show;
use crate::{Signal, TraceView};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// More results than this are left out: nobody reads them one by one.
const MOST_RESULTS: usize = 1000;
/// More members of a group, steps of an execution or signals of a step than this are counted.
const MOST_MEMBERS: usize = 20;
const MOST_STEPS: usize = 50;
const MOST_SIGNALS: usize = 20;

pub fn cover_to_sarif(document: &Document) -> String {
    let mut groups = groups_of_survivors(document);
    groups.extend(waived(document));
    let left_out = groups.len().saturating_sub(MOST_RESULTS);
    groups.truncate(MOST_RESULTS);
    let mut rules: Vec<&str> = Vec::new();
    for m in groups.iter().map(|g| g[0]) {
        if !rules.contains(&m.operator.as_str()) {
            rules.push(&m.operator);
        }
    }
    let results = groups.iter().map(|group| {
        let rule = rules.iter().position(|r| *r == group[0].operator);
        result(document, group, rule.unwrap_or(0))
    });
    let results: Vec<Value> = results.collect();
    let rules: Vec<Value> = rules.iter().map(|r| rule(document, r)).collect();
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
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(document, left_out),
            }],
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// Waived survivors, those of one element that were accepted together in one group.
fn waived(document: &Document) -> Vec<Vec<&Mutant>> {
    let mut groups: Vec<Vec<&Mutant>> = Vec::new();
    for m in document.mutants.iter().filter(|m| m.waived.is_some()) {
        let together = |g: &&mut Vec<&Mutant>| {
            (&g[0].element, g[0].file(), &g[0].waived) == (&m.element, m.file(), &m.waived)
        };
        match groups.iter_mut().find(together) {
            Some(group) => group.push(m),
            None => groups.push(vec![m]),
        }
    }
    groups
}

/// What limits what the results say.
fn notifications(document: &Document, left_out: usize) -> Vec<Value> {
    let said =
        |level: &str, text: &str| json!({ "level": level, "message": { "text": plain(text) } });
    let mut notes = Vec::new();
    if let Some(why) = &document.cut {
        notes.push(said("warning", &format!("the run was cut short: {why}")));
    }
    if let Some(within) = document.within() {
        let text = format!("all proofs of this run hold within {within}, not beyond");
        notes.push(said("note", &text));
    }
    if left_out > 0 {
        let more = plural(left_out, "more group");
        let text = format!(
            "{more} of survivors left out: this report has the {MOST_RESULTS} most telling ones, other formats have all"
        );
        notes.push(said("note", &text));
    }
    for limit in &document.limits {
        let elements = limit.elements.iter();
        notes.extend(elements.map(|e| left_out_element(document, limit, e)));
    }
    notes
}

/// A file of the model, by its name and by its place in the list of artifacts.
fn artifact(document: &Document, file: Option<&str>) -> Value {
    let number = document.file_number(file);
    let path = document.files().nth(number).unwrap_or_default();
    json!({ "uri": uri(path), "index": number })
}

/// A notification that no mutant of an element was looked at.
fn left_out_element(document: &Document, limit: &Limit, element: &LeftOut) -> Value {
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
    let what = format!(
        "A change of this kind ({says}) was made in the model, and {}.",
        document.every_property_holds()
    );
    let choice = "Either the properties do not say what the model is to do there, and one is missing or too weak; or the \
                  change does not matter, and a waiver in assay.toml can say why.";
    let steps = "1. Look at the execution on which original and changed model differ.\n\
                 2. Should a property forbid what the changed model does there? Then write that property.\n\
                 3. If not, accept the survivor with a waiver in `assay.toml`, for the mutant, its group or its element.";
    let within = document.within().map(|w| format!(" within {}", code(&w)));
    let markdown = format!(
        "# A surviving mutant: {}\n\nA change of this kind ({}) was made in the model, and every property holds{}.\n\n\
         {choice}\n\n{steps}\n",
        code(name),
        code(says),
        within.unwrap_or_default()
    );
    json!({
        "id": name,
        "name": name,
        "shortDescription": { "text": plain(&format!("a surviving mutant: {says}")) },
        "fullDescription": { "text": plain(&format!("{what} {choice}")) },
        "help": { "text": plain(&format!("{what} {choice}")), "markdown": markdown },
        "helpUri": format!("urn:assay:operator:{}", uri(name).replace('/', "%2F")),
        "defaultConfiguration": { "level": "warning" },
        "properties": { "tags": ["mutation", "specification"], "precision": "very-high", "problem.severity": "warning" },
    })
}

/// Where a mutant changes the model.
fn location(document: &Document, m: &Mutant) -> Value {
    json!({
        "artifactLocation": artifact(document, m.file()),
        "region": {
            "startLine": m.span.start.0,
            "startColumn": m.span.start.1,
            "endLine": m.span.end.0,
            "endColumn": m.span.end.1,
            "snippet": { "text": m.original },
        },
    })
}

/// One group; its first member stands for it.
fn result(document: &Document, group: &[&Mutant], rule: usize) -> Value {
    let (m, others) = (group[0], &group[1..]);
    let quiet = m.has(Tag::Masked) || m.waived.is_some();
    let more = match others.len() {
        0 => String::new(),
        n => format!(
            " {} of {} tell the same.",
            plural(n, "more mutant"),
            m.element
        ),
    };
    let message = format!(
        "{} in {}: {}.{more} See: {}",
        change(m),
        m.element,
        story(document, m),
        document.replay(m)
    );
    let ids: Vec<&str> = group.iter().map(|m| m.id.as_str()).collect();
    let mut out = json!({
        "ruleId": m.operator,
        "ruleIndex": rule,
        "level": if quiet { "note" } else { "warning" },
        "message": { "text": plain(&message) },
        "locations": [{
            "physicalLocation": location(document, m),
            "logicalLocations": [{ "name": m.element }],
        }],
        "partialFingerprints": { "assayMutant/v1": m.fingerprint },
        "properties": {
            "id": m.id,
            "members": ids,
            "tags": m.tags.iter().map(|t| t.as_str()).collect::<Vec<_>>(),
        },
    });
    if !others.is_empty() {
        out["relatedLocations"] = related(document, others);
    }
    if let Some(d) = &m.difference {
        out["codeFlows"] = json!([flow(document, m, d)]);
    }
    if let Some(rank) = m.rank {
        let of = document.summary.counts.survived;
        // SARIF counts importance from 0 to 100.
        let importance = 100.0 * (of - rank.min(of)) as f64 / of.max(2).saturating_sub(1) as f64;
        out["rank"] = json!((importance.min(100.0) * 100.0).round() / 100.0);
    }
    if let Some(waived) = &m.waived {
        let why = waived.told();
        out["suppressions"] =
            json!([{ "kind": "external", "status": "accepted", "justification": why }]);
    }
    if let Some(noticed) = m.invariants {
        let unnoticed = group.iter().filter(|m| m.is_unnoticed());
        let unnoticed: Vec<&str> = unnoticed.map(|m| m.id.as_str()).collect();
        out["properties"]["noticedByInvariants"] = json!(noticed);
        out["properties"]["unnoticedMembers"] = json!(unnoticed);
    }
    if !document.complete {
        out["properties"]["incomplete"] = json!(true);
    }
    out
}

/// The members that another one stands for.
fn related(document: &Document, others: &[&Mutant]) -> Value {
    let shown = others.iter().take(MOST_MEMBERS).enumerate();
    let location = |(at, m): (usize, &&Mutant)| {
        json!({
            "id": at + 1,
            "physicalLocation": location(document, m),
            "message": { "text": plain(&format!("{}: {}", m.id, change(m))) },
        })
    };
    shown.map(location).collect()
}

/// The execution on which original and mutant differ, step by step, at the place of the change.
fn flow(document: &Document, m: &Mutant, d: &Difference) -> Value {
    let original = d.trace.view(&document.signals);
    let mutant = d.mutant_trace.view(&document.signals);
    let length = original.length.min(mutant.length);
    let first = length.saturating_sub(MOST_STEPS);
    let steps = (first..length).map(|step| {
        let text = step_text(&original, &mutant, step);
        json!({
            "location": {
                "physicalLocation": location(document, m),
                "message": { "text": plain(&text) },
            },
            "executionOrder": step + 1,
            "importance": if step == d.step { "essential" } else { "important" },
        })
    });
    let steps: Vec<Value> = steps.collect();
    let what = format!("{} differs at step {}", d.observable, d.step);
    json!({ "message": { "text": plain(&what) }, "threadFlows": [{ "locations": steps }] })
}

/// The inputs of a step and what differs at it.
fn step_text(original: &TraceView, mutant: &TraceView, step: usize) -> String {
    let value = |s: &Signal| show(&s.kind, &s.values[step]);
    let inputs = original.signals.iter();
    let inputs = inputs.filter(|s| s.role == assay_system::Role::Input);
    let inputs = inputs.map(|s| format!("{} = {}", s.name, value(s)));
    let differs = original.signals.iter().filter_map(|s| {
        let twin = mutant.signals.iter().find(|t| t.name == s.name)?;
        let (a, b) = (value(s), value(twin));
        (a != b).then(|| format!("{} is {a} in the original and {b} in the mutant", s.name))
    });
    let listed = |all: Vec<String>| match all.len() {
        n if n > MOST_SIGNALS => {
            format!(
                "{} and {} more",
                all[..MOST_SIGNALS].join(", "),
                n - MOST_SIGNALS
            )
        }
        _ => all.join(", "),
    };
    let parts = [listed(inputs.collect()), listed(differs.collect())];
    let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    if parts.is_empty() {
        format!("step {step}")
    } else {
        format!("step {step}: {}", parts.join("; "))
    }
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
    if out.starts_with('/') {
        format!("file://{out}")
    } else {
        out
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
