//! `xtask corpus c`: the C programs of the corpus through `assay check`, compared with what CBMC says: safe or unsafe, and where it is
//! known the set of failing checks, by kind and line. Last come the programs of the paper that the mutants of C are after.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_c::checks::Class;
use serde_json::Value;

use crate::corpus::{executable, place};
use crate::paper;
use crate::run::{Run, run};

/// The folders, each with a manifest.
const FOLDERS: [&str; 3] = ["cbmc", "sv", "ctestsuite"];

#[derive(clap::Args)]
pub struct ProgramsArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Seconds for each file.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Only files whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Every fifth file, for continuous integration.
    #[arg(long)]
    sample: bool,
    /// Shows what assay says about files that are refused or contradict.
    #[arg(long)]
    verbose: bool,
}

/// One row of a manifest.
struct Entry {
    file: PathBuf,
    args: Vec<String>,
    safe: bool,
    /// CBMC's failing checks as `kind@line`, where the manifest has them.
    failing: Option<BTreeSet<String>>,
    /// Whether the manifest lists only the first of them.
    cut: bool,
}

/// The manifest lists so many failing checks at most.
const LISTED: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    AsExpected,
    /// Safe or unsafe as expected, but other checks fail: ours without CBMC's, and CBMC's without ours.
    OtherChecks(String),
    Undecided,
    /// Refused with a diagnostic: its first line.
    Refused(String),
    Contradicts(String),
    Broken(String),
}

pub fn compare(args: &ProgramsArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref()).join("c");
    if !corpus.is_dir() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let mut right = true;
    for folder in FOLDERS {
        let mut entries = manifest(&corpus.join(folder))?;
        if let Some(part) = &args.only {
            entries.retain(|e| e.file.to_string_lossy().contains(part.as_str()));
        }
        if args.sample {
            entries = entries.into_iter().step_by(5).collect();
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &entries {
            let (outcome, ran) = check(args, &assay, entry)?;
            let name = match &outcome {
                Outcome::AsExpected => "as expected",
                Outcome::OtherChecks(_) => "as expected, other checks",
                Outcome::Undecided => "undecided",
                Outcome::Refused(_) => "refused",
                Outcome::Contradicts(_) => "contradicting",
                Outcome::Broken(_) => "broken",
            };
            *counts.entry(name).or_default() += 1;
            right &= !matches!(outcome, Outcome::Contradicts(_) | Outcome::Broken(_));
            let shown = entry.file.strip_prefix(&corpus).unwrap_or(&entry.file);
            println!(
                "{:<62} {:>6.2}s {outcome:?}",
                shown.display(),
                ran.cpu.as_secs_f64()
            );
            if args.verbose && outcome != Outcome::AsExpected {
                println!("{}{}", ran.stdout, ran.stderr);
            }
        }
        println!("{folder}: {} files, {counts:?}", entries.len());
    }
    if args
        .only
        .as_deref()
        .is_none_or(|part| "paper".contains(part))
    {
        right &= paper::compare(&corpus, &assay, if args.sample { 2 } else { 3 })?;
    }
    Ok(right)
}

fn manifest(folder: &Path) -> Result<Vec<Entry>, String> {
    let path = folder.join("manifest.csv");
    let mut reader =
        csv::Reader::from_path(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut entries = Vec::new();
    for record in reader.deserialize() {
        let record: BTreeMap<String, String> = record.map_err(|e| e.to_string())?;
        let cell = |name: &str| record.get(name).map(String::as_str).unwrap_or_default();
        // A program of several files names them all, with the one that it is known by first.
        let mut files = cell("file")
            .split_whitespace()
            .map(|name| folder.join(name));
        let file = files.next().unwrap_or_else(|| folder.to_path_buf());
        let others = files.map(|file| file.to_string_lossy().into_owned());
        let beside = file.parent().unwrap_or(folder).to_path_buf();
        // Further sources stand beside the first one.
        let words = cell("args").split_whitespace().map(|word| {
            if word.ends_with(".c") && !word.starts_with('-') {
                beside.join(word).to_string_lossy().into_owned()
            } else {
                word.to_string()
            }
        });
        let length = std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
        let failing = record.contains_key("cbmc66_properties").then(|| {
            let words = cell("cbmc66_failing").split_whitespace();
            words.map(|word| ours(word, length)).collect()
        });
        entries.push(Entry {
            args: others.chain(words).collect(),
            safe: cell("expected") == "safe",
            failing,
            cut: cell("cbmc66_failing").split_whitespace().count() >= LISTED,
            file,
        });
    }
    Ok(entries)
}

/// One `kind@line` of CBMC in the words of our classes, for a file of so many lines. A line behind them is one of CBMC's library.
fn ours(word: &str, lines: usize) -> String {
    let (kind, line) = word.rsplit_once('@').unwrap_or((word, ""));
    // CBMC names a check for a missing body by the function.
    let class = Class::of_cbmc(kind).unwrap_or(Class::NoBody).as_str();
    match line.parse::<usize>() {
        Ok(number) if number > lines => format!("{class}@library"),
        _ => format!("{class}@{line}"),
    }
}

fn check(args: &ProgramsArgs, assay: &Path, entry: &Entry) -> Result<(Outcome, Run), String> {
    let mut words: Vec<String> = ["check", "--format", "json", "--timeout"]
        .map(String::from)
        .into();
    words.push(args.timeout.to_string());
    words.extend(entry.args.iter().cloned());
    let limit = Duration::from_secs(args.timeout * 2 + 30);
    let ran = run(assay, &words, &entry.file, limit)?;
    Ok((judge(entry, &ran), ran))
}

fn judge(entry: &Entry, ran: &Run) -> Outcome {
    if ran.panicked() || ran.exit == Some(70) {
        let line = ran.stderr.lines().find(|l| !l.is_empty());
        return Outcome::Broken(line.unwrap_or_default().to_string());
    }
    let Some(json) = ran.json() else {
        let line = ran.stderr.lines().find(|l| l.contains("error"));
        return Outcome::Refused(line.unwrap_or_default().to_string());
    };
    let properties = json["properties"].as_array().cloned().unwrap_or_default();
    let of = |verdict: &str| {
        let found = properties.iter().filter(|p| p["verdict"] == verdict);
        found.map(class_and_line).collect::<BTreeSet<String>>()
    };
    let (mut violated, unknown) = (of("violated"), of("unknown"));
    // A limit of the checker is no verdict about the program.
    let all = violated.len();
    violated.retain(|v| !v.starts_with("capacity@"));
    if violated.is_empty() && all > 0 {
        return Outcome::Undecided;
    }
    match (entry.safe, violated.is_empty()) {
        (true, false) => return Outcome::Contradicts(format!("violated: {violated:?}")),
        (_, true) if !unknown.is_empty() => return Outcome::Undecided,
        (false, true) => return Outcome::Contradicts("nothing is violated".into()),
        _ => {}
    }
    match &entry.failing {
        Some(failing) if *failing != violated => {
            let more: Vec<&String> = violated.difference(failing).collect();
            let fewer: Vec<&String> = failing.difference(&violated).collect();
            if entry.cut && fewer.is_empty() {
                return Outcome::AsExpected;
            }
            Outcome::OtherChecks(format!("ours alone {more:?}, CBMC's alone {fewer:?}"))
        }
        _ => Outcome::AsExpected,
    }
}

/// `class@line`. CBMC counts a conversion that cuts a value as an overflow.
fn class_and_line(property: &Value) -> String {
    let class = match property["class"].as_str().unwrap_or("assertion") {
        "conversion" => "overflow",
        class => class,
    };
    let span = &property["span"];
    if span["file"] == "<library>" {
        return format!("{class}@library");
    }
    format!("{class}@{}", span["line"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cbmc_calls_a_check_has_a_class() {
        assert_eq!(ours("pointer_dereference@5", 9), "pointer@5");
        assert_eq!(ours("unwind@9", 9), "unwinding@9");
        // The name of a function without a body.
        assert_eq!(ours("nondet@3", 9), "no_body@3");
        assert_eq!(ours("precondition_instance@31", 9), "precondition@library");
    }

    #[test]
    fn users_read_the_same_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/c.md");
        let text = std::fs::read_to_string(path).unwrap();
        for (kind, class) in assay_c::checks::CBMC_KINDS {
            let row = text.lines().find(|line| {
                let mut cells = line.split('|').skip(1);
                let has = |cell: Option<&str>, word: &str| {
                    cell.is_some_and(|cell| cell.contains(&format!("`{word}`")))
                };
                has(cells.next(), kind) && has(cells.next(), class.as_str())
            });
            assert!(row.is_some(), "docs/c.md has no row for `{kind}`");
        }
    }
}
