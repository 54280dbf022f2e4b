//! Documents to make pages of: the stored one with a little of everything that a run may add, and others made from it.

use assay_report::branching::{Drawing, tree_to_text};
use assay_report::document::{
    Cores, Counts, Document, Gate, Invariants, Mutant, Notices, Sharing, Source, Summary, Tree,
    Verdict, Waived,
};
use serde_json::Value;

use crate::common;
use crate::common::branching::{arbiter, response};

/// Ends whatever it is put into, if anything does.
const PAYLOAD: &str = "</script><img src=x onerror=\"window.hacked=1\"><svg onload=window.hacked=1>'\"<!--{{script}}\u{2028}";

pub fn demo() -> Document {
    let mut document = common::heater();
    document.complete = true;
    document.cut = None;
    let killed = document.mutants.iter_mut();
    let mut killed = killed.filter(|m| m.verdict == Verdict::Killed);
    killed.next().expect("one is killed").tree = Some(tree());
    for (i, element) in document.elements.iter_mut().enumerate() {
        element.core = Some(i % 2 == 0);
        element.must = Some(i % 4 == 0);
    }
    let accepted = document.mutants.iter_mut().find(|m| m.rank == Some(1));
    let accepted = accepted.expect("the stored document has survivors");
    accepted.waived = Some(Waived::because("the counter is shown to nobody"));
    let survivors = document.mutants.iter_mut();
    for m in survivors.filter(|m| m.verdict == Verdict::Survived) {
        m.element_hash = Some("0f6a1c2e9b7d4853".into());
    }
    document.derive();
    let names = document.elements.iter().map(|e| e.name.clone());
    let names: Vec<String> = names.collect();
    document.core = Some(Cores {
        slice: names.clone(),
        minimal: names[..2].to_vec(),
        must: names[..1].to_vec(),
        complete: true,
        ..Cores::default()
    });
    document.invariants = Some(Invariants {
        found: 7,
        neither: names[1..].to_vec(),
        ..Invariants::default()
    });
    document.gates = vec![Gate::MinScore {
        wanted: 90.0,
        got: document.summary.score,
        passed: false,
        settled: false,
        open: false,
    }];
    document
}

/// A formula of branching time fails, with a picture.
fn tree() -> Tree {
    let view = response(&arbiter()).1;
    Tree {
        property: "answered".into(),
        formula: view.formula.clone(),
        reason: view.reason.clone(),
        text: tree_to_text(&view, common::PLAIN),
        picture: Some(Drawing::of_tree("answered", &view)),
    }
}

/// Without its source, as a tool might store it to save space.
pub fn bare() -> Document {
    Document {
        source: vec![],
        ..demo()
    }
}

/// Every text that comes from a model or its place, with the payload in front.
pub fn hostile() -> Document {
    let value = serde_json::to_value(demo()).expect("a document");
    let text = poisoned("", value).to_string();
    let mut document = Document::read(&text).expect("still a document");
    let path = demo().source[0].path.clone();
    let lines = demo().source[0]
        .text
        .replace('\n', &format!(" -- {PAYLOAD}\n"));
    document.source = vec![Source { path, text: lines }];
    document
}

fn poisoned(key: &str, value: Value) -> Value {
    const OURS: [&str; 12] = [
        "verdict", "target", "tags", "role", "kind", "gate", "command", "sha256", "severity",
        "look", "shaft", "tip",
    ];
    let side = |v: &Value| key == "by" && (v == "original" || v == "mutant");
    // What evidence goes by, unlike mutants.
    let evidence = |v: &Value| {
        let id = v
            .as_str()
            .and_then(|id| id.strip_prefix(['n', 'k', 't', 'c']));
        id.is_some_and(|number| number.parse::<usize>().is_ok())
    };
    match value {
        Value::String(_) if OURS.contains(&key) || side(&value) || evidence(&value) => value,
        Value::String(text) => format!("{PAYLOAD}{text}").into(),
        Value::Array(items) => items.into_iter().map(|v| poisoned(key, v)).collect(),
        Value::Object(fields) => {
            let entry = |(name, v): (String, Value)| (name.clone(), poisoned(&name, v));
            Value::Object(fields.into_iter().map(entry).collect())
        }
        other => other,
    }
}

/// Ten thousand mutants of two thousand equations, in every verdict, cut short.
pub fn large() -> Document {
    let mut document = demo();
    let find = |verdict| {
        let mut of = document.mutants.iter().filter(|m| m.verdict == verdict);
        of.next().expect("the demo has one").clone()
    };
    let (killed, survived) = (find(Verdict::Killed), find(Verdict::Survived));
    let mut mutants = Vec::new();
    let mut text = String::new();
    for line in 1..=2000 {
        let equation = format!("v{line} = 0 -> if pre v{line} > 9 and go then 1 + 2 else 3;\n");
        for (n, word) in ["0", ">", "and", "+", "3"].into_iter().enumerate() {
            let column = equation.find(word).expect("part of the equation") + 1;
            let verdict = match (5 * line + n) % 17 {
                0 => Verdict::Equivalent,
                1 => Verdict::Unknown,
                2 => Verdict::Vacuous,
                3 => Verdict::Invalid,
                4..9 => Verdict::Survived,
                _ => Verdict::Killed,
            };
            let like = match verdict {
                Verdict::Survived => &survived,
                _ => &killed,
            };
            mutants.push(Mutant {
                id: format!("{line}:{column}:change{n}"),
                operator: format!("change{n}"),
                element: format!("v{line}"),
                line,
                column,
                span: [line, column, line, column + word.len()].into(),
                original: word.into(),
                replacement: "other".into(),
                verdict,
                rank: None,
                subsumed_by: None,
                waived: None,
                notices: match verdict {
                    Verdict::Killed => like.notices.clone(),
                    _ => Notices::new(vec![]).into(),
                },
                ..like.clone()
            });
        }
        text.push_str(&equation);
    }
    document.summary = Summary::new(Counts::of(mutants.iter().map(|m| m.verdict)));
    document.source[0].text = text;
    document.mutants = vec![];
    let mut sharing = Sharing::default();
    document.add(mutants, &mut sharing);
    sharing.finish(&mut document);
    document.elements = vec![];
    document.complete = false;
    document.cut = Some("interrupted".into());
    document.derive();
    document
}
