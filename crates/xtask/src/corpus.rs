//! `xtask corpus lustre`: every model of the corpus through `assay check`, compared with what JKind,
//! Kind 2 and the models' own authors say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::manifest::{self, Entry, Said};
use crate::run::{Run, run};
use crate::{LustreArgs, engines};

/// How a file fared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Decided as expected (or decided, where nothing is expected).
    Decided,
    /// Accepted, but not every property is decided.
    Undecided,
    /// Refused with a diagnostic; the code.
    Refused(String),
    /// A verdict differs from what is known.
    Contradicts(String),
    /// Crashed, hung, or its evidence failed its check.
    Broken(String),
}

pub struct Row {
    pub entry: Entry,
    pub outcome: Outcome,
    pub engines: Vec<String>,
    pub unchecked: usize,
    pub wall: Duration,
    pub cpu: Duration,
    pub memory: u64,
}

pub fn lustre(args: &LustreArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref());
    if !corpus.join("lustre/manifest.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let mut entries = manifest::read(&corpus)?;
    if let Some(part) = &args.only {
        entries.retain(|e| e.file.contains(part.as_str()));
    }
    if args.known {
        entries.retain(Entry::has_verdict);
    }
    if args.sample {
        // Every fifth file: fixed, spread over all sources, and small enough for each change.
        entries = entries.into_iter().step_by(5).collect();
    }
    if args.engines {
        return engines::compare(args, &corpus, &assay, entries);
    }
    let rows = run_all(args, &corpus, &assay, entries, &[])?;
    if let Some(path) = &args.csv {
        write_csv(path, &rows)?;
    }
    Ok(report(&rows))
}

/// Where the corpus is: as given, else $ASSAY_CORPUS, else beside the project.
pub fn place(given: Option<&Path>) -> PathBuf {
    let from_environment = || std::env::var_os("ASSAY_CORPUS").map(PathBuf::from);
    given
        .map(Path::to_path_buf)
        .or_else(from_environment)
        .unwrap_or_else(|| PathBuf::from("../shared/corpus"))
}

/// The program under test.
pub fn executable(given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| PathBuf::from("target/release/assay"), Path::to_path_buf)
}

/// Runs all entries, `args.parallel` at a time, in the order of the manifest.
pub fn run_all(
    args: &LustreArgs,
    corpus: &Path,
    assay: &Path,
    entries: Vec<Entry>,
    extra: &[String],
) -> Result<Vec<Row>, String> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, Result<Row, String>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..args.parallel.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some(entry) = entries.get(at) else { break };
                    let row = check(args, corpus, assay, entry, extra);
                    if let Ok(row) = &row {
                        eprintln!(
                            "{:>4}/{} {:<60} {:>7.2}s {:?}",
                            at + 1,
                            entries.len(),
                            row.entry.file,
                            row.wall.as_secs_f64(),
                            row.outcome
                        );
                    }
                    rows.lock()
                        .unwrap_or_else(|e| e.into_inner())
                        .push((at, row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(|e| e.into_inner());
    rows.sort_by_key(|(at, _)| *at);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn check(
    args: &LustreArgs,
    corpus: &Path,
    assay: &Path,
    entry: &Entry,
    extra: &[String],
) -> Result<Row, String> {
    let file = corpus.join("lustre").join(&entry.file);
    let mut words: Vec<String> = ["check", "--format", "json", "--timeout"]
        .map(String::from)
        .into();
    words.push(args.timeout.to_string());
    // A file of Kind 2 may look like one of JKind; the corpus knows better.
    if entry.dialect.starts_with("kind2") {
        words.extend(["--dialect", "kind2"].map(String::from));
    }
    words.extend(args.extra.iter().cloned());
    words.extend(extra.iter().cloned());
    // Checking the evidence comes after the time limit for deciding.
    let limit = Duration::from_secs(args.timeout * 2 + 30);
    let result = run(assay, &words, &file, limit)?;
    let json = result.json();
    let verdicts = json.as_ref().map(verdicts).unwrap_or_default();
    let outcome = judge(entry, &result, json.as_ref(), &verdicts);
    let engines = json.as_ref().map(engines_of).unwrap_or_default();
    let unchecked = json.as_ref().map(unchecked).unwrap_or_default();
    Ok(Row {
        entry: entry.clone(),
        outcome,
        engines,
        unchecked,
        wall: result.wall,
        cpu: result.cpu,
        memory: result.memory,
    })
}

fn properties(json: &Value) -> impl Iterator<Item = &Value> {
    json["properties"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
}

fn verdicts(json: &Value) -> BTreeMap<String, String> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    properties(json)
        .map(|p| (text(&p["name"]), text(&p["verdict"])))
        .collect()
}

fn engines_of(json: &Value) -> Vec<String> {
    let mut names: Vec<String> = properties(json)
        .filter_map(|p| p["engine"].as_str().map(String::from))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Decided properties whose evidence was not checked.
fn unchecked(json: &Value) -> usize {
    properties(json)
        .filter(|p| p["verdict"] != "unknown" && p["checked"]["ok"] != Value::Bool(true))
        .count()
}

fn judge(
    entry: &Entry,
    result: &Run,
    json: Option<&Value>,
    verdicts: &BTreeMap<String, String>,
) -> Outcome {
    if result.panicked() {
        return Outcome::Broken(format!("crashed or hung (exit {:?})", result.exit));
    }
    if result.exit == Some(70) {
        let line = result
            .stderr
            .lines()
            .find(|l| !l.trim().is_empty())
            .unwrap_or_default();
        return Outcome::Broken(format!("evidence failed its check: {line}"));
    }
    if result.exit == Some(2) {
        let code = diagnostic_code(&result.stderr);
        return if entry.is_jkind() && !entry.jkind_rejects && entry.expected != "rejected" {
            Outcome::Broken(format!("refused ({code}), JKind accepts it"))
        } else {
            Outcome::Refused(code)
        };
    }
    let Some(_) = json else {
        return Outcome::Broken(format!("no JSON (exit {:?})", result.exit));
    };
    if let Some(text) = contradiction(entry, verdicts) {
        return Outcome::Contradicts(text);
    }
    let open = verdicts.values().any(|v| v == "unknown");
    let some_violated = verdicts.values().any(|v| v == "violated");
    // Where only "some invalid" is expected, one violation decides the file as expected.
    let settled = match entry.expected.as_str() {
        "some invalid" | "invalid" => some_violated && (!open || entry.expected == "some invalid"),
        _ => !open,
    };
    if settled {
        Outcome::Decided
    } else {
        Outcome::Undecided
    }
}

/// `error[L0123]: ...` -> `L0123`.
fn diagnostic_code(stderr: &str) -> String {
    let after = stderr.split("error[").nth(1);
    after
        .and_then(|s| s.split(']').next())
        .unwrap_or("no code")
        .to_string()
}

fn contradiction(entry: &Entry, verdicts: &BTreeMap<String, String>) -> Option<String> {
    for (name, verdict) in verdicts {
        for (tool, said) in [
            ("JKind", entry.jkind.get(name)),
            ("Kind 2", entry.kind2.get(name)),
        ] {
            match (verdict.as_str(), said) {
                ("proved", Some(Said::Invalid)) | ("violated", Some(Said::Valid)) => {
                    return Some(format!("{name} is {verdict} here, {tool} says {said:?}"));
                }
                _ => {}
            }
        }
    }
    let any = |word: &str| verdicts.values().any(|v| v == word);
    let all_decided = !any("unknown");
    let clash = match entry.expected.as_str() {
        "all valid" | "valid" => any("violated"),
        "invalid" | "some invalid" | "mixed" => {
            all_decided && !any("violated") && !verdicts.is_empty()
        }
        _ => false,
    };
    clash.then(|| format!("expected {}", entry.expected))
}

/// Prints the tables. True if nothing is broken or contradicts.
fn report(rows: &[Row]) -> bool {
    println!(
        "\n{:<62} {:<14} {:>8} {:>8} {:>7}  outcome",
        "file", "expected", "wall s", "cpu s", "MiB"
    );
    for row in rows.iter().filter(|r| r.outcome != Outcome::Decided) {
        println!(
            "{:<62} {:<14} {:>8.2} {:>8.2} {:>7}  {}",
            row.entry.file,
            row.entry.expected,
            row.wall.as_secs_f64(),
            row.cpu.as_secs_f64(),
            row.memory / 1024,
            describe(&row.outcome)
        );
    }
    let count = |f: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| f(r)).count();
    let refused = |r: &Row| matches!(r.outcome, Outcome::Refused(_));
    let bad = |r: &Row| matches!(r.outcome, Outcome::Contradicts(_) | Outcome::Broken(_));
    println!("\nfiles {}", rows.len());
    println!(
        "  decided as expected       {}",
        count(&|r| r.outcome == Outcome::Decided)
    );
    println!(
        "  accepted, not all decided {}",
        count(&|r| r.outcome == Outcome::Undecided)
    );
    println!("  refused                   {}", count(&refused));
    println!("  contradicting or broken   {}", count(&bad));
    println!(
        "  decided but not checked   {} properties",
        rows.iter().map(|r| r.unchecked).sum::<usize>()
    );
    let known = |r: &Row| r.entry.has_verdict() && !refused(r);
    let reached = count(&|r| known(r) && r.outcome == Outcome::Decided);
    let of = count(&known);
    println!(
        "of {of} accepted files with a known verdict, {reached} are decided so ({:.1} %)",
        100.0 * reached as f64 / of.max(1) as f64
    );
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        if let Outcome::Refused(code) = &row.outcome {
            *codes.entry(code).or_default() += 1;
        }
    }
    for (code, n) in codes {
        println!("  refused with {code}: {n}");
    }
    let mut times: Vec<(Duration, Duration)> = rows
        .iter()
        .filter(|r| r.outcome == Outcome::Decided)
        .map(|r| (r.wall, r.cpu))
        .collect();
    times.sort();
    if let Some(median) = times.get(times.len() / 2) {
        let mut cpu: Vec<Duration> = times.iter().map(|t| t.1).collect();
        cpu.sort();
        println!(
            "median over decided files: {:.0} ms wall, {:.0} ms cpu",
            median.0.as_secs_f64() * 1e3,
            cpu[cpu.len() / 2].as_secs_f64() * 1e3
        );
    }
    count(&bad) == 0
}

fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Decided => "decided".into(),
        Outcome::Undecided => "undecided".into(),
        Outcome::Refused(code) => format!("refused {code}"),
        Outcome::Contradicts(text) => format!("CONTRADICTS: {text}"),
        Outcome::Broken(text) => format!("BROKEN: {text}"),
    }
}

fn write_csv(path: &Path, rows: &[Row]) -> Result<(), String> {
    let text = |e: csv::Error| e.to_string();
    let mut writer = csv::Writer::from_path(path).map_err(text)?;
    let head = [
        "file",
        "dialect",
        "expected",
        "outcome",
        "wall_s",
        "cpu_s",
        "memory_kib",
        "engines",
    ];
    writer.write_record(head).map_err(text)?;
    for row in rows {
        writer
            .write_record([
                row.entry.file.clone(),
                row.entry.dialect.clone(),
                row.entry.expected.clone(),
                describe(&row.outcome),
                format!("{:.3}", row.wall.as_secs_f64()),
                format!("{:.3}", row.cpu.as_secs_f64()),
                row.memory.to_string(),
                row.engines.join(" "),
            ])
            .map_err(text)?;
    }
    writer.flush().map_err(|e| e.to_string())
}
