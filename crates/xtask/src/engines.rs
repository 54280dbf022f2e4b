//! Every engine alone (with BMC where it needs a base case or a trace), to see what each is for.

use std::collections::BTreeMap;
use std::path::Path;

use crate::LustreArgs;
use crate::corpus::{Outcome, run_all};
use crate::manifest::Entry;

const ENGINES: [&[&str]; 7] = [
    &["bmc"],
    &["k-induction"],
    &["invariants", "k-induction"],
    &["ic3"],
    &["interpolation"],
    &["bdd"],
    &["spacer"],
];

/// Prints for each engine how many files it decides and those that no other does. True if nothing is
/// broken or contradicts.
pub fn compare(
    args: &LustreArgs,
    corpus: &Path,
    assay: &Path,
    entries: Vec<Entry>,
) -> Result<bool, String> {
    let entries: Vec<Entry> = entries.into_iter().filter(Entry::has_verdict).collect();
    let mut decided_by: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut good = true;
    let mut lines = Vec::new();
    for engines in ENGINES {
        let name = engines[0];
        let extra: Vec<String> = engines
            .iter()
            .flat_map(|e| ["--engine".to_string(), e.to_string()])
            .collect();
        let rows = run_all(args, corpus, assay, entries.clone(), &extra)?;
        let mut cpu = 0.0;
        let mut count = 0;
        for row in &rows {
            match &row.outcome {
                Outcome::Decided => {
                    decided_by
                        .entry(row.entry.file.clone())
                        .or_default()
                        .push(name);
                    cpu += row.cpu.as_secs_f64();
                    count += 1;
                }
                Outcome::Contradicts(_) | Outcome::Broken(_) => {
                    println!("{}: {:?}", row.entry.file, row.outcome);
                    good = false;
                }
                _ => {}
            }
        }
        lines.push((name, count, cpu));
    }
    println!("\nengine        decides  cpu s (decided files)");
    for (name, count, cpu) in lines {
        println!("{name:<12} {count:>8} {cpu:>10.1}");
    }
    for engines in ENGINES {
        let name = engines[0];
        let alone: Vec<&String> = decided_by
            .iter()
            .filter(|(_, by)| by[..] == [name])
            .map(|(f, _)| f)
            .collect();
        println!("\ndecided by {name} alone: {}", alone.len());
        for file in alone.iter().take(10) {
            println!("  {file}");
        }
    }
    Ok(good)
}
