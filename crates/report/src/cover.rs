//! Mutation coverage as plain data, as text for people and as JSON.
//!
//! The text shows the source line of each survivor with the change under it: a survivor is only useful if a person
//! understands it.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::json::{header, seconds, trace_to_json};
use crate::style::Look;
use crate::{Header, Style, TraceView, trace_table};

/// One mutant and what was found.
#[derive(Clone, Debug)]
pub struct MutantView {
    pub id: String,
    pub operator: String,
    pub element: String,
    pub fingerprint: String,
    pub line: usize,
    pub column: usize,
    pub original: String,
    pub replacement: String,
    /// The first line of the changed text as it stands in the source, and where on it the change begins and how many
    /// characters of it are replaced.
    pub source_line: String,
    pub from: usize,
    pub width: usize,
    pub verdict: &'static str,
    pub stage: Option<&'static str>,
    pub killed_by: Vec<String>,
    /// Properties that are proved to hold of it.
    pub survives: Vec<String>,
    pub trace: Option<TraceView>,
    pub certificate: Option<usize>,
    pub difference: Option<DifferenceView>,
    pub tags: Vec<&'static str>,
    pub reason: Option<String>,
    pub checked: (bool, String),
}

/// An execution on which original and mutant differ and no property notices.
#[derive(Clone, Debug)]
pub struct DifferenceView {
    pub original: TraceView,
    pub mutant: TraceView,
    pub observable: String,
    pub step: usize,
}

#[derive(Clone, Debug)]
pub struct CoverView {
    pub header: Header,
    pub complete: bool,
    pub cut: Option<String>,
    /// Name and what was found on the original.
    pub baseline: Vec<(String, String)>,
    pub mutants: Vec<MutantView>,
    /// Stage, mutants it settled, seconds.
    pub stages: Vec<(&'static str, usize, f64)>,
    pub killed: usize,
    pub survived: usize,
    pub equivalent: usize,
    pub vacuous: usize,
    pub invalid: usize,
    pub unknown: usize,
    pub score_range: Option<(f64, f64)>,
    pub shared_instances: usize,
    pub own_instances: usize,
    pub proof_seconds: f64,
    pub explain_seconds: f64,
    pub check_seconds: f64,
    /// SMT-LIB text of the lemmas, and k.
    pub certificates: Vec<(usize, Vec<String>)>,
}

pub fn cover_to_json(view: &CoverView) -> Value {
    let mut out = header(&view.header, "cover");
    out.insert("complete".into(), view.complete.into());
    if let Some(cut) = &view.cut {
        out.insert("cut".into(), cut.as_str().into());
    }
    let baseline = view
        .baseline
        .iter()
        .map(|(n, v)| json!({ "name": n, "verdict": v }));
    out.insert("baseline".into(), baseline.collect());
    let round = |x: f64| (x * 100.0).round() / 100.0;
    out.insert(
        "summary".into(),
        json!({
            "mutants": view.mutants.len(),
            "killed": view.killed,
            "survived": view.survived,
            "equivalent": view.equivalent,
            "vacuous": view.vacuous,
            "invalid": view.invalid,
            "unknown": view.unknown,
            "score": view.score_range.map(|r| round(r.0)),
            "score_range": view.score_range.map(|r| vec![round(r.0), round(r.1)]),
        }),
    );
    let stages = view.stages.iter().map(|(stage, decided, time)| {
        json!({ "stage": stage, "decided": decided, "seconds": seconds(*time) })
    });
    out.insert("stages".into(), stages.collect());
    out.insert(
        "solver_instances".into(),
        json!({ "shared": view.shared_instances, "own": view.own_instances }),
    );
    out.insert(
        "times".into(),
        json!({
            "proof": seconds(view.proof_seconds),
            "explain": seconds(view.explain_seconds),
            "check": seconds(view.check_seconds),
        }),
    );
    out.insert(
        "mutants".into(),
        view.mutants.iter().map(mutant_to_json).collect(),
    );
    let certificates = view
        .certificates
        .iter()
        .enumerate()
        .map(|(i, (k, lemmas))| json!({ "id": certificate_id(i), "k": k, "lemmas": lemmas }));
    out.insert("certificates".into(), certificates.collect());
    Value::Object(out)
}

fn certificate_id(number: usize) -> String {
    format!("c{number}")
}

fn mutant_to_json(m: &MutantView) -> Value {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| {
        out.insert(key.to_string(), value);
    };
    put("id", m.id.as_str().into());
    put("operator", m.operator.as_str().into());
    put("element", m.element.as_str().into());
    put("fingerprint", m.fingerprint.as_str().into());
    put("line", m.line.into());
    put("column", m.column.into());
    put("original", m.original.as_str().into());
    put("replacement", m.replacement.as_str().into());
    put("verdict", m.verdict.into());
    put("killed_by", m.killed_by.clone().into());
    put("survives", m.survives.clone().into());
    if let Some(stage) = m.stage {
        put("stage", stage.into());
    }
    if let Some(reason) = &m.reason {
        put("reason", reason.as_str().into());
    }
    if !m.tags.is_empty() {
        put("tags", m.tags.clone().into());
    }
    if let Some(trace) = &m.trace {
        put("trace", trace_to_json(trace));
    }
    if let Some(certificate) = m.certificate {
        put("certificate", json!({ "id": certificate_id(certificate) }));
    }
    if let Some(d) = &m.difference {
        put(
            "difference",
            json!({
                "trace": trace_to_json(&d.original),
                "mutant_trace": trace_to_json(&d.mutant),
                "observable": d.observable,
                "step": d.step,
            }),
        );
    }
    put("checked", json!({ "ok": m.checked.0, "by": m.checked.1 }));
    Value::Object(out)
}

/// `verbose`: every mutant with its evidence; else survivors and what is open.
pub fn cover_to_text(view: &CoverView, style: Style, verbose: bool) -> String {
    let mut out = String::new();
    let mut shown: Vec<&MutantView> = view
        .mutants
        .iter()
        .filter(|m| verbose || matches!(m.verdict, "survived" | "unknown" | "vacuous"))
        .collect();
    shown.sort_by_key(|m| (m.line, m.column));
    let mut last_line = 0;
    for m in shown {
        if m.line != last_line {
            let number = format!("{:>5} | ", m.line);
            let _ = writeln!(
                out,
                "\n{}{}",
                style.paint(Look::Dim, &number),
                m.source_line
            );
            last_line = m.line;
        }
        out.push_str(&mutant_lines(m, style, verbose));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&summary(view, style));
    out
}

fn mutant_lines(m: &MutantView, style: Style, verbose: bool) -> String {
    let look = match m.verdict {
        "killed" => Look::Good,
        "survived" => Look::Bad,
        _ => Look::Open,
    };
    let mut out = String::new();
    let marks = format!("{}{}", " ".repeat(m.from), "^".repeat(m.width.max(1)));
    let change = match m.replacement.as_str() {
        "" => "removed".to_string(),
        text => first_line(text),
    };
    let _ = writeln!(
        out,
        "        {} {} {}  {}",
        style.paint(look, &marks),
        style.paint(look, m.verdict),
        style.paint(Look::Bold, &change),
        style.paint(Look::Dim, &m.id)
    );
    if let Some(reason) = &m.reason {
        let _ = writeln!(out, "        {reason}");
    }
    if !m.killed_by.is_empty() {
        let _ = writeln!(out, "        killed by {}", m.killed_by.join(", "));
    }
    if let Some(d) = &m.difference {
        let masked = if m.tags.contains(&"masked") {
            ", which no output shows"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "        {} differs at step {}{masked}, and no property notices",
            d.observable, d.step
        );
        if verbose {
            let _ = writeln!(
                out,
                "    original\n{}",
                trace_table(&d.original, style).trim_end()
            );
            let _ = writeln!(
                out,
                "    mutant\n{}",
                trace_table(&d.mutant, style).trim_end()
            );
        }
    }
    if let (true, Some(trace)) = (verbose, &m.trace) {
        let _ = writeln!(out, "{}", trace_table(trace, style).trim_end());
    }
    out
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.len() < text.len() {
        true => format!("{line} ..."),
        false => line.to_string(),
    }
}

fn summary(view: &CoverView, style: Style) -> String {
    let mut out = String::new();
    for (name, verdict) in view.baseline.iter().filter(|(_, v)| v != "proved") {
        let _ = writeln!(out, "{} is {verdict} on the original and left out", name);
    }
    let scored = view.killed + view.survived + view.unknown;
    let score = match view.score_range {
        None => "no mutant to score".to_string(),
        Some((lo, hi)) if lo == hi => format!("score {lo:.2} %"),
        Some((lo, hi)) => format!("score {lo:.2} % to {hi:.2} %"),
    };
    let _ = writeln!(
        out,
        "{}  {} of {scored} killed",
        style.paint(Look::Bold, &score),
        view.killed
    );
    let others = [
        ("survived", view.survived),
        ("equivalent", view.equivalent),
        ("vacuous", view.vacuous),
        ("invalid", view.invalid),
        ("unknown", view.unknown),
    ];
    let rest: Vec<String> = others
        .iter()
        .filter(|(_, n)| *n > 0)
        .map(|(w, n)| format!("{n} {w}"))
        .collect();
    if !rest.is_empty() {
        let _ = writeln!(
            out,
            "{} mutants: {} killed, {}",
            view.mutants.len(),
            view.killed,
            rest.join(", ")
        );
    }
    let properties = view
        .baseline
        .iter()
        .filter(|(_, v)| v == "proved")
        .map(|(n, _)| n);
    for name in properties {
        let kills = view
            .mutants
            .iter()
            .filter(|m| m.killed_by.contains(name))
            .count();
        let _ = writeln!(out, "  {}  {name} kills {kills}", bar(kills, scored));
    }
    let stages: Vec<String> = view
        .stages
        .iter()
        .filter(|(_, n, _)| *n > 0)
        .map(|(s, n, _)| format!("{s} {n}"))
        .collect();
    let _ = writeln!(
        out,
        "decided by {}; proof {:.2} s, all {:.2} s",
        stages.join(", "),
        view.proof_seconds,
        view.header.seconds
    );
    if let Some(cut) = &view.cut {
        let _ = writeln!(
            out,
            "{}",
            style.paint(Look::Open, &format!("incomplete: {cut}"))
        );
    }
    out
}

/// Twenty characters.
fn bar(part: usize, whole: usize) -> String {
    let full = (20 * part).checked_div(whole).unwrap_or(0);
    format!("{}{}", "#".repeat(full), ".".repeat(20 - full))
}
