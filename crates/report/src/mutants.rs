//! The result of `assay mutants`: a list, nothing run.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use crate::json::header;
use crate::style::{Look, one_line, plural, visible, width};
use crate::{Header, Style};

#[derive(Clone, Debug)]
pub struct MutantsResult {
    pub header: Header,
    pub mutants: Vec<ListedMutant>,
}

/// Fields as in the cover document.
#[derive(Clone, Debug, Serialize)]
pub struct ListedMutant {
    pub id: String,
    pub operator: String,
    pub element: String,
    pub fingerprint: String,
    /// Where the model has several files: the one that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: usize,
    pub column: usize,
    pub start_line: usize,
    pub start_column: usize,
    pub end_line: usize,
    pub end_column: usize,
    pub original: String,
    pub replacement: String,
    /// Why it is no model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
}

pub fn mutants_to_json(result: &MutantsResult) -> Value {
    let mut out = header(&result.header, "mutants");
    let mutants = serde_json::to_value(&result.mutants).expect("all keys are strings");
    out.insert("mutants".into(), mutants);
    Value::Object(out)
}

pub fn mutants_to_text(result: &MutantsResult, style: Style) -> String {
    let mut out = String::new();
    let widest = |of: fn(&ListedMutant) -> &str| {
        let all = result.mutants.iter().map(|m| width(of(m)));
        all.max().unwrap_or(0)
    };
    let (ids, elements) = (widest(|m| &m.id), widest(|m| &m.element));
    for m in &result.mutants {
        let change = match m.replacement.as_str() {
            "" => format!("`{}` removed", one_line(&m.original)),
            text => format!("`{}` becomes `{}`", one_line(&m.original), one_line(text)),
        };
        let invalid = m.invalid.as_ref();
        let invalid = invalid.map(|why| format!("  (invalid: {})", one_line(why)));
        let _ = writeln!(
            out,
            "{:ids$}  {}  {change}{}",
            visible(&m.id),
            style.paint(Look::Dim, &format!("{:elements$}", visible(&m.element))),
            style.paint(Look::Open, &invalid.unwrap_or_default())
        );
    }
    let count = plural(result.mutants.len(), "mutant");
    let _ = writeln!(out, "{}", style.paint(Look::Bold, &count));
    out
}
