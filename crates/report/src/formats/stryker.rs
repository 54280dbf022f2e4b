//! The report format of mutation-testing-elements (schema version 2 of the package mutation-testing-report-schema, 3.x), which
//! Stryker's dashboards and viewers read.
//!
//! Properties are its tests. Its statuses say less than our verdicts, so the reason says the rest: equivalent and vacuous are `Ignored`,
//! invalid is `CompileError`, unknown is `RuntimeError`; none of the four counts in its score. Waived survivors stay `Survived`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{change, story};
use crate::document::{Document, Gate, Mutant, Verdict};

/// Where viewers turn from red to yellow to green, unless a gate says something else.
const LOW: u64 = 60;
const HIGH: u64 = 80;

/// The mutants of one file as they are written, made one after the other: all of them at once would take several times their text.
struct Mutants<'a> {
    document: &'a Document,
    /// The place of the file in the list of files.
    file: usize,
    lines: &'a [&'a str],
}

impl Serialize for Mutants<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let here = |m: &&Mutant| self.document.file_number(m.file()) == self.file;
        let all = self.document.mutants.iter().filter(here);
        s.collect_seq(all.map(|m| mutant(self.document, self.lines, m)))
    }
}

#[derive(Serialize)]
struct File<'a> {
    language: String,
    source: &'a str,
    mutants: Mutants<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    schema_version: &'a str,
    thresholds: Value,
    files: BTreeMap<&'a str, File<'a>>,
    test_files: Value,
    config: &'a Map<String, Value>,
    framework: Value,
    performance: Value,
}

pub fn write_stryker(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let texts = texts(document);
    let lines: Vec<Vec<&str>> = texts.iter().map(|(_, t)| t.lines().collect()).collect();
    let low = document.gates.iter().find_map(|g| match g {
        Gate::MinScore { wanted, .. } => Some(wanted.clamp(0.0, 100.0).floor() as u64),
        Gate::NewSurvivors { .. } => None,
    });
    let low = low.unwrap_or(LOW);
    let millis = |seconds: f64| (seconds * 1e3).round();
    let files = texts.iter().zip(&lines).enumerate();
    let files = files.map(|(file, (&(path, source), lines))| {
        let mutants = Mutants {
            document,
            file,
            lines,
        };
        let language = language(path);
        (
            path,
            File {
                language,
                source,
                mutants,
            },
        )
    });
    let report = Report {
        schema_version: "2.0",
        thresholds: json!({ "high": low.max(HIGH), "low": low }),
        files: files.collect(),
        test_files: Value::Object(test_files(document, &texts, &lines)),
        config: &document.options,
        framework: json!({ "name": "assay", "version": document.assay }),
        performance: json!({
            "setup": 0,
            "initialRun": millis(document.times.proof),
            "mutation": millis((document.seconds - document.times.proof).max(0.0)),
        }),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    out.write_all(b"\n")
}

/// Path and text of each file. A document that was stored without its source has empty texts.
fn texts(document: &Document) -> Vec<(&str, &str)> {
    let first = document.source.first();
    let one = || first.map_or("", |s| s.path.as_str());
    let text = |path| document.source_of(path).map_or("", |s| s.text.as_str());
    if document.has_several_files() {
        document
            .files()
            .map(|path| (path, text(Some(path))))
            .collect()
    } else {
        vec![(one(), text(None))]
    }
}

/// The proved properties are the tests of the files that they are written in; those of which nobody knows are listed under the first file.
fn test_files(
    document: &Document,
    texts: &[(&str, &str)],
    lines: &[Vec<&str>],
) -> Map<String, Value> {
    let mut tests: Vec<Vec<Value>> = vec![vec![]; texts.len()];
    for p in document.proved() {
        let mut test = json!({ "id": p.name, "name": p.name });
        let mut file = 0;
        if let Some(at) = &p.span {
            let known = texts.iter().position(|(path, _)| *path == at.file);
            file = known.unwrap_or(0);
            if known.is_some() || texts.len() == 1 {
                let start = position(&lines[file], (at.line, at.column));
                test["location"] = json!({ "start": start });
            }
        }
        tests[file].push(test);
    }
    let first = texts.first().map_or("", |t| t.0);
    let files = texts.iter().zip(tests);
    files
        .filter(|((path, _), tests)| *path == first || !tests.is_empty())
        .map(|((path, text), tests)| (path.to_string(), json!({ "source": text, "tests": tests })))
        .collect()
}

/// The language of a file, as viewers name it: by the ending of its name, which is the name itself where viewers have none.
fn language(path: &str) -> String {
    let extension = path.rsplit_once('.').map_or("", |(_, e)| e);
    let extension = extension.to_ascii_lowercase();
    match extension.as_str() {
        "v" | "vh" => "verilog".into(),
        "sv" | "svh" => "systemverilog".into(),
        "lus" => "lustre".into(),
        "aag" | "aig" => "aiger".into(),
        "btor" => "btor2".into(),
        _ => extension,
    }
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
            "start": position(lines, m.span.start),
            "end": position(lines, m.span.end),
        },
        "status": status,
        "statusReason": story(document, m),
        "killedBy": m.killed_by(),
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
fn position(lines: &[&str], (line, column): (usize, usize)) -> Value {
    let before = lines.get(line.saturating_sub(1)).copied().unwrap_or("");
    let before = before.chars().take(column.saturating_sub(1));
    let wide = before.filter(|c| c.len_utf16() == 2).count();
    json!({ "line": line, "column": column + wide })
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn verilog_is_not_called_lustre() {
        assert_eq!(language("rtl/top.SV"), "systemverilog");
        assert_eq!(language("top.v"), "verilog");
        assert_eq!(language("a.b/c.btor2"), "btor2");
        assert_eq!(language("c.aig"), "aiger");
        assert_eq!(language("c.lus"), "lustre");
    }
}
