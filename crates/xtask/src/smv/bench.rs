//! `xtask bench smv`: `assay check` beside NuSMV on the models of the corpus, in processor seconds. Claims of CTL, invariants and quantities
//! count; NuSMV is told to leave out LTL and PSL, and looks for no counterexamples. Each of the two runs twice: NuSMV with and without
//! reordering and cones, assay with and without the check of its evidence.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::answers::{answers, by_instance, of_kinds};
use super::nusmv::{self, Outcome};
use super::rows::{self, align};
use super::source::{self, Kind, Source};
use crate::corpus::{executable, place};
use crate::run::run_within;

#[derive(clap::Args)]
pub struct ModelsBenchArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// The NuSMV executable; `scripts/setup-peers.sh` puts it here.
    #[arg(long, default_value = ".peers/bin/NuSMV")]
    nusmv: PathBuf,
    /// Processor seconds for each run.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Only files whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Leaves out rows on which no run takes so many seconds; they count all the same.
    #[arg(long, default_value_t = 0.1)]
    shown: f64,
    /// Further arguments for assay check.
    #[arg(last = true)]
    extra: Vec<String>,
}

const KINDS: [Kind; 3] = [Kind::Ctl, Kind::Compute, Kind::Invariant];

/// One program on one file.
struct Cost {
    seconds: f64,
    /// An answer for each claim.
    words: Vec<Option<String>>,
    nodes: Option<u64>,
    refused: bool,
}

impl Cost {
    fn decided(&self) -> usize {
        self.words.iter().flatten().count()
    }

    fn whole(&self) -> bool {
        self.decided() == self.words.len()
    }

    fn cell(&self) -> String {
        match (self.refused, self.whole()) {
            (true, _) => "refused".into(),
            (_, true) => format!("{:.2}", self.seconds),
            (_, false) => format!("> {:.2}", self.seconds),
        }
    }
}

struct Row {
    file: String,
    claims: usize,
    dynamic: Cost,
    plain: Cost,
    ours: Cost,
    checked: Cost,
}

pub fn bench(args: &ModelsBenchArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref()).join("smv");
    if !corpus.is_dir() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    if !args.nusmv.exists() {
        return Err(format!(
            "there is no {}; scripts/setup-peers.sh builds it",
            args.nusmv.display()
        ));
    }
    let assay = executable(args.assay.as_deref());
    println!(
        "| file | claims | decided by NuSMV, plain, here | NuSMV -dynamic -coi, s | NuSMV, s | check, s | with evidence checked, s | ratio | greatest certificate, nodes |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut rows = Vec::new();
    for (file, known) in rows::read(&corpus)? {
        if !known.accepted()
            || args
                .only
                .as_ref()
                .is_some_and(|part| !file.contains(part.as_str()))
        {
            continue;
        }
        let path = corpus.join(&file);
        let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let source = source::read(&String::from_utf8_lossy(&bytes));
        let claims = of_kinds(&source, &KINDS).len();
        if claims == 0 {
            continue;
        }
        let row = Row {
            claims,
            dynamic: theirs(args, &source, &path, &["-dynamic", "-coi"])?,
            plain: theirs(args, &source, &path, &[])?,
            ours: ours(args, &assay, &source, &path, &["--no-certify"])?,
            checked: ours(args, &assay, &source, &path, &[])?,
            file,
        };
        print_row(args, &row);
        rows.push(row);
    }
    Ok(report(&rows))
}

fn limits(seconds: u64) -> (Duration, Option<Duration>) {
    (
        Duration::from_secs(seconds * 6 + 60),
        Some(Duration::from_secs(seconds)),
    )
}

fn theirs(
    args: &ModelsBenchArgs,
    source: &Source,
    path: &Path,
    words: &[&str],
) -> Result<Cost, String> {
    let (limit, cpu) = limits(args.timeout);
    let asked = nusmv::ask(&args.nusmv, words, path, limit, cpu)?;
    let claims = of_kinds(source, &KINDS);
    let aligned = align(source, &asked.said, &KINDS)?;
    let word = |at: &usize| {
        let place = aligned.iter().position(|a| a == at)?;
        Some(asked.said[place].answer.clone())
    };
    Ok(Cost {
        seconds: asked.cpu.as_secs_f64(),
        words: claims.iter().map(word).collect(),
        nodes: None,
        refused: matches!(asked.outcome, Outcome::Refused(_)),
    })
}

fn ours(
    args: &ModelsBenchArgs,
    assay: &Path,
    source: &Source,
    path: &Path,
    more: &[&str],
) -> Result<Cost, String> {
    let (limit, cpu) = limits(args.timeout);
    let words = [&["check", "--format", "json", "--quiet"], more].concat();
    let mut words: Vec<String> = words.into_iter().map(String::from).collect();
    words.extend(args.extra.iter().cloned());
    let ran = run_within(assay, &words, path, limit, cpu)?;
    let json = ran.json();
    let all = json.as_ref().map(answers).unwrap_or_default();
    let properties = by_instance(source, &all);
    let word = |at: usize| properties[at]?.answer.word().map(String::from);
    Ok(Cost {
        seconds: ran.cpu.as_secs_f64(),
        words: of_kinds(source, &KINDS).into_iter().map(word).collect(),
        nodes: json.as_ref().and_then(nodes),
        refused: json.is_none(),
    })
}

/// The nodes of the greatest certificate: sets of states, as terms.
fn nodes(json: &Value) -> Option<u64> {
    match json {
        Value::Object(members) => {
            let own = members.get("nodes").and_then(Value::as_u64);
            own.into_iter()
                .chain(members.values().filter_map(nodes))
                .max()
        }
        Value::Array(items) => items.iter().filter_map(nodes).max(),
        _ => None,
    }
}

fn print_row(args: &ModelsBenchArgs, row: &Row) {
    for difference in differences(row) {
        println!("DIFFERENT {}: {difference}", row.file);
    }
    let costs = [&row.dynamic, &row.plain, &row.ours, &row.checked];
    if costs.iter().all(|cost| cost.seconds < args.shown) {
        return;
    }
    let cells = costs.map(Cost::cell).join(" | ");
    let decided = [&row.dynamic, &row.plain, &row.ours].map(|cost| cost.decided().to_string());
    let ratio = if row.dynamic.whole() && row.ours.whole() {
        format!("{:.2}", row.ours.seconds / row.dynamic.seconds)
    } else {
        String::new()
    };
    let nodes = row.ours.nodes.map(|n| n.to_string()).unwrap_or_default();
    println!(
        "| `{}` | {} | {} | {cells} | {ratio} | {nodes} |",
        row.file,
        row.claims,
        decided.join(", ")
    );
}

/// Claims on which two runs have different answers.
fn differences(row: &Row) -> Vec<String> {
    let costs = [&row.dynamic, &row.plain, &row.ours, &row.checked];
    let mut all = Vec::new();
    for claim in 0..row.claims {
        let mut words: Vec<&String> = costs
            .iter()
            .filter_map(|cost| cost.words[claim].as_ref())
            .collect();
        let shown = format!("claim {claim}: {words:?}");
        words.sort();
        words.dedup();
        if words.len() > 1 {
            all.push(shown);
        }
    }
    all
}

/// True if nothing differs.
fn report(rows: &[Row]) -> bool {
    let sum = |of: fn(&Row) -> &Cost| rows.iter().map(|row| of(row).decided()).sum::<usize>();
    let claims: usize = rows.iter().map(|row| row.claims).sum();
    println!("\n{} files, {claims} claims", rows.len());
    println!(
        "  decided by NuSMV -dynamic -coi  {}",
        sum(|row| &row.dynamic)
    );
    println!(
        "  decided by NuSMV                {}",
        sum(|row| &row.plain)
    );
    println!("  decided here                    {}", sum(|row| &row.ours));
    println!(
        "  decided here, evidence checked  {}",
        sum(|row| &row.checked)
    );
    for (what, least) in [
        ("all files", 0.0),
        ("files on which one takes 0.1 s", 0.1),
        ("files on which one takes 1 s", 1.0),
    ] {
        for (against, of) in [
            ("-dynamic -coi", (|row| &row.dynamic) as fn(&Row) -> &Cost),
            ("plain", |row| &row.plain),
        ] {
            for (how, ours) in [
                ("", (|row| &row.ours) as fn(&Row) -> &Cost),
                (", evidence checked", |row| &row.checked),
            ] {
                let ratios: Vec<f64> = rows
                    .iter()
                    .filter(|row| of(row).whole() && ours(row).whole())
                    .map(|row| (ours(row).seconds, of(row).seconds))
                    .filter(|(ours, theirs)| ours.max(*theirs) >= least)
                    .map(|(ours, theirs)| ours / theirs.max(0.001))
                    .collect();
                println!(
                    "  {what}, where both decide all: time here{how} over NuSMV {against}, geometric mean over {} files: {:.2}",
                    ratios.len(),
                    geometric_mean(&ratios)
                );
            }
        }
    }
    let different: usize = rows.iter().map(|row| differences(row).len()).sum();
    println!("  claims with different answers   {different}");
    different == 0
}

fn geometric_mean(all: &[f64]) -> f64 {
    let logs: f64 = all.iter().map(|x| x.max(1e-6).ln()).sum();
    (logs / all.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(words: &[Option<&str>], seconds: f64) -> Cost {
        Cost {
            seconds,
            words: words.iter().map(|word| word.map(String::from)).collect(),
            nodes: None,
            refused: false,
        }
    }

    #[test]
    fn answers_of_all_runs_are_compared() {
        let row = Row {
            file: "x".into(),
            claims: 2,
            dynamic: cost(&[Some("true"), Some("false")], 0.1),
            plain: cost(&[None, None], 9.0),
            ours: cost(&[Some("true"), None], 0.1),
            checked: cost(&[Some("true"), Some("true")], 0.1),
        };
        assert_eq!(differences(&row).len(), 1);
        assert!(row.dynamic.whole() && !row.ours.whole());
        assert_eq!(row.plain.cell(), "> 9.00");
    }

    #[test]
    fn means_and_nodes() {
        assert!((geometric_mean(&[0.5, 2.0, 8.0]) - 2.0).abs() < 1e-9);
        let json =
            serde_json::json!({ "properties": [{ "stats": { "nodes": 7 } }, { "nodes": 12 }] });
        assert_eq!(nodes(&json), Some(12));
        assert_eq!(nodes(&serde_json::json!({})), None);
    }
}
