//! `xtask corpus fork-mutants`: verdicts on mutants beside those of the mutation tool of paper [1]'s
//! authors, for each mutant that both have. Theirs are no truth: what differs is listed with our
//! evidence and the known fault of that tool which explains it, if one does.
//!
//! References: [1] Todorov, Taha, Boulanger: Specification Quality Metrics Based on Mutation and
//! Inductive Incremental Model Checking, NFM 2020.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::corpus::{executable, place};
use crate::listed::entry;
use crate::run::run;

#[derive(clap::Args)]
pub struct ForkArgs {
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
}

/// One row of theirs.
struct Theirs {
    line: u64,
    column: u64,
    mutator: String,
    verdict: String,
    killed_by: BTreeSet<String>,
}

/// Line, column and mutator: what both name a mutant by.
type Key = (u64, u64, &'static str);

/// Why two answers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// They count a mutant that nothing satisfies as survived.
    Vacuous,
    /// They change the copies of a node that their tool makes as well.
    GeneratedNodes,
    /// They name the properties of one counterexample, we name all killers.
    OneCounterexample,
    /// One side did not decide it.
    Undecided,
    Other,
}

impl Why {
    fn as_str(self) -> &'static str {
        match self {
            Why::Vacuous => "vacuous counted as survived",
            Why::GeneratedNodes => "generated nodes mutated too",
            Why::OneCounterexample => "property set of one counterexample",
            Why::Undecided => "one side undecided",
            Why::Other => "other",
        }
    }
}

/// True if nothing crashed: a difference from this tool is no fault by itself.
pub fn compare(args: &ForkArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref());
    if !corpus.join("lustre/fork-mutants.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let mut tally = Tally::default();
    println!("| file | mutant | theirs | ours | evidence | why |\n|---|---|---|---|---|---|");
    for (file, rows) in read(&corpus)? {
        if args
            .only
            .as_ref()
            .is_some_and(|part| !file.contains(part.as_str()))
        {
            continue;
        }
        let path = corpus.join("lustre").join(&file);
        let mut words: Vec<String> = [
            "cover",
            "--no-store",
            "--format",
            "json",
            "--quiet",
            "--timeout",
        ]
        .map(String::from)
        .into();
        words.push(args.timeout.to_string());
        let limit = Duration::from_secs(args.timeout * 3 + 30);
        let result = run(&assay, &words, &path, limit)?;
        match result.json() {
            Some(json) => tally.file(&file, &rows, &json),
            None => {
                println!("| {file} | | | | | no result (exit {:?}) |", result.exit);
                tally.failed += 1;
            }
        }
    }
    tally.print();
    Ok(tally.failed == 0)
}

#[derive(Default)]
struct Tally {
    /// By their verdict and ours.
    pairs: BTreeMap<(String, String), usize>,
    differences: BTreeMap<Why, usize>,
    only_theirs: usize,
    only_ours: usize,
    failed: usize,
}

impl Tally {
    fn file(&mut self, file: &str, rows: &[Theirs], json: &Value) {
        let mutants = json["mutants"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut ours: BTreeMap<Key, &Value> = BTreeMap::new();
        for mutant in mutants {
            let number = |key: &str| mutant[key].as_u64().unwrap_or_default();
            let operator = mutant["operator"].as_str().unwrap_or_default();
            if let Some(name) = our_family(operator) {
                ours.insert((number("line"), number("column"), name), mutant);
            }
        }
        let several_nodes = json["source"][0]["text"]
            .as_str()
            .is_some_and(|text| nodes(text) > 1);
        for row in rows {
            let key = their_family(&row.mutator).map(|name| (row.line, row.column, name));
            let Some(mutant) = key.and_then(|key| ours.remove(&key)) else {
                self.only_theirs += 1;
                continue;
            };
            let verdict = mutant["verdict"].as_str().unwrap_or_default();
            *self
                .pairs
                .entry((row.verdict.clone(), verdict.to_string()))
                .or_default() += 1;
            let killers: BTreeSet<String> = entry(json, "notices", &mutant["notices"])["killed_by"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|k| k.as_str().map(String::from))
                .collect();
            if let Some(why) = difference(row, verdict, &killers, several_nodes) {
                *self.differences.entry(why).or_default() += 1;
                println!(
                    "| {file} | {} | {} | {verdict}{} | {} | {} |",
                    mutant["id"].as_str().unwrap_or_default(),
                    shown(&row.verdict, &row.killed_by),
                    shown("", &killers),
                    evidence(json, mutant),
                    why.as_str()
                );
            }
        }
        self.only_ours += ours.len();
    }

    fn print(&self) {
        println!("\n| theirs | ours | mutants |\n|---|---|---:|");
        for ((theirs, ours), n) in &self.pairs {
            println!("| {theirs} | {ours} | {n} |");
        }
        println!("\n| difference | mutants |\n|---|---:|");
        for (why, n) in &self.differences {
            println!("| {} | {n} |", why.as_str());
        }
        println!(
            "\n{} mutants in common, {} only theirs, {} only ours; {} files without a result",
            self.pairs.values().sum::<usize>(),
            self.only_theirs,
            self.only_ours,
            self.failed
        );
    }
}

/// None if both say the same. An equivalent mutant survives: they do not tell the two apart.
fn difference(
    theirs: &Theirs,
    ours: &str,
    killers: &BTreeSet<String>,
    several_nodes: bool,
) -> Option<Why> {
    match (theirs.verdict.as_str(), ours) {
        ("SURVIVED", "survived" | "equivalent") => None,
        ("KILLED", "killed") if theirs.killed_by == *killers => None,
        ("KILLED", "killed") if theirs.killed_by.is_subset(killers) => Some(Why::OneCounterexample),
        ("SURVIVED", "vacuous") => Some(Why::Vacuous),
        ("UNKNOWN", _) | (_, "unknown") => Some(Why::Undecided),
        ("KILLED", "survived" | "equivalent") if several_nodes => Some(Why::GeneratedNodes),
        _ => Some(Why::Other),
    }
}

/// What stands behind our verdict, and whether the independent check accepted it.
fn evidence(document: &Value, mutant: &Value) -> String {
    let what = match entry(document, "traces", &mutant["trace"])["steps"].as_array() {
        Some(steps) => format!("trace of {}", steps.len()),
        None => match mutant["certificate"].as_str() {
            Some(id) => format!("certificate {id}"),
            None => "none".to_string(),
        },
    };
    match entry(document, "checks", &mutant["checked"])["ok"].as_bool() {
        Some(true) => format!("{what}, checked"),
        _ => format!("{what}, not checked"),
    }
}

fn shown(verdict: &str, killers: &BTreeSet<String>) -> String {
    if killers.is_empty() {
        verdict.to_string()
    } else {
        let names: Vec<&str> = killers.iter().map(String::as_str).collect();
        format!("{verdict} by {}", names.join(", "))
    }
}

/// Lines that open a node: enough to tell one node from several.
fn nodes(text: &str) -> usize {
    text.lines()
        .filter(|l| l.trim_start().starts_with("node "))
        .count()
}

/// They have one name where the type of the variable chooses between two of ours.
fn our_family(operator: &str) -> Option<&'static str> {
    FAMILIES
        .iter()
        .find(|(_, ours)| ours.contains(&operator))
        .map(|(name, _)| *name)
        .or_else(|| SAME.iter().find(|n| **n == operator).copied())
}

fn their_family(mutator: &str) -> Option<&'static str> {
    if mutator.starts_with("(const ") {
        return Some("const");
    }
    let mut names = FAMILIES.iter().map(|(name, _)| name).chain(SAME);
    names.find(|n| **n == mutator).copied()
}

/// Their name, and ours.
const FAMILIES: &[(&str, &[&str])] = &[
    ("eq_remove", &["equation_remove"]),
    ("eq_5_false", &["equal_5", "equal_false"]),
    ("eq_-2_true", &["equal_-2", "equal_true"]),
    ("init_5_false", &["init_5", "init_false"]),
    ("init_-1_true", &["init_-1", "init_true"]),
];

const SAME: &[&str] = &[
    "const",
    "and2left",
    "and2or",
    "and2right",
    "eq2neq",
    "g2ge",
    "g2l",
    "ge2g",
    "ge2le",
    "ifelse",
    "ifelsethen",
    "ifthen",
    "implies2and",
    "l2g",
    "l2le",
    "le2ge",
    "le2l",
    "minus2plus",
    "or2left",
    "or2right",
    "or2xor",
    "plus2minus",
    "rm_minus",
    "rm_not",
];

/// Their rows by file.
fn read(corpus: &Path) -> Result<BTreeMap<String, Vec<Theirs>>, String> {
    let path = corpus.join("lustre/fork-mutants.csv");
    let mut reader =
        csv::Reader::from_path(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let headers = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        let at = headers.iter().position(|h| h == name);
        at.ok_or(format!("fork-mutants.csv has no column {name}"))
    };
    let (file, line, col) = (column("file")?, column("line")?, column("col")?);
    let (mutator, verdict) = (column("mutator")?, column("verdict")?);
    let killed_by = column("killed_by(one cex)")?;
    let mut files: BTreeMap<String, Vec<Theirs>> = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let number = |at: usize| {
            let text = &record[at];
            text.parse().map_err(|_| format!("`{text}` is no number"))
        };
        let names = record[killed_by].split([' ', ';', ',']);
        files
            .entry(record[file].to_string())
            .or_default()
            .push(Theirs {
                line: number(line)?,
                column: number(col)?,
                mutator: record[mutator].to_string(),
                verdict: record[verdict].to_string(),
                killed_by: names.filter(|n| !n.is_empty()).map(String::from).collect(),
            });
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|n| n.to_string()).collect()
    }

    #[test]
    fn each_difference_has_its_class() {
        let why = |theirs: &str, by: &[&str], ours: &str, killers: &[&str], several| {
            let row = Theirs {
                line: 1,
                column: 1,
                mutator: "g2l".into(),
                verdict: theirs.into(),
                killed_by: set(by),
            };
            difference(&row, ours, &set(killers), several)
        };
        assert_eq!(why("SURVIVED", &[], "equivalent", &[], false), None);
        assert_eq!(why("KILLED", &["p"], "killed", &["p"], false), None);
        let one = Some(Why::OneCounterexample);
        assert_eq!(why("KILLED", &["p"], "killed", &["p", "q"], false), one);
        assert_eq!(
            why("KILLED", &["r"], "killed", &["p"], false),
            Some(Why::Other)
        );
        assert_eq!(
            why("SURVIVED", &[], "vacuous", &[], true),
            Some(Why::Vacuous)
        );
        let copies = Some(Why::GeneratedNodes);
        assert_eq!(why("KILLED", &["p"], "survived", &[], true), copies);
        assert_eq!(
            why("KILLED", &["p"], "survived", &[], false),
            Some(Why::Other)
        );
        assert_eq!(
            why("KILLED", &["p"], "unknown", &[], false),
            Some(Why::Undecided)
        );
        assert_eq!(
            why("SURVIVED", &[], "killed", &["p"], true),
            Some(Why::Other)
        );
    }

    #[test]
    fn their_names_find_ours() {
        assert_eq!(our_family("equal_false"), their_family("eq_5_false"));
        assert_eq!(our_family("init_true"), their_family("init_-1_true"));
        assert_eq!(
            our_family("const"),
            their_family("(const int 1 -> -1, x -> 1)")
        );
        assert_eq!(our_family("rm_not"), their_family("rm_not"));
        assert_eq!(our_family("var_other"), None);
        assert_eq!(their_family("no_such"), None);
    }
}
