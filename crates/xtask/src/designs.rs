//! `xtask designs`: every design of `examples/verilog` through `check`, `cover`, `core` and `explain`, again and again.
//!
//! A seed changes what must not matter: how many engines and mutants are worked on at the same time (`--jobs`, 1 to 4), the
//! order in which properties are asked for, and which mutant is explained. The engines race, so that timing differs from
//! run to run as well. The last run of each design is `--deterministic`. The run fails on a panic, on exit code 70, and
//! where two runs of a design differ in an exit code or in a verdict on a property or a mutant.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::corpus;
use crate::run::run;

#[derive(clap::Args)]
pub struct DesignsArgs {
    /// Where the designs are.
    #[arg(long, default_value = "examples/verilog")]
    folder: PathBuf,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Runs of each command on each design; the last one is deterministic.
    #[arg(long, default_value_t = 10)]
    runs: u64,
    /// Only every n-th design.
    #[arg(long, default_value_t = 1)]
    sample: usize,
    /// Only designs whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Seconds for each command.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
}

/// What runs are compared by: the exit code, and a verdict for each name.
type Answer = (Option<i32>, BTreeMap<String, String>);

pub fn designs(args: &DesignsArgs) -> Result<bool, String> {
    if std::process::Command::new("yosys")
        .arg("-V")
        .output()
        .is_err()
    {
        println!("yosys is not installed: skipped");
        return Ok(true);
    }
    let assay = corpus::executable(args.assay.as_deref());
    let files = files(args)?;
    let mut faults = Vec::new();
    for file in &files {
        let started = Instant::now();
        let mut design = Design {
            args,
            assay: &assay,
            file,
            first: BTreeMap::new(),
            faults: Vec::new(),
        };
        design.run()?;
        let verdicts: usize = design.first.values().map(|(_, v)| v.len()).sum();
        let name = file.display();
        println!(
            "{name}: {} runs, {verdicts} verdicts, {} faults, {:.1} s",
            args.runs,
            design.faults.len(),
            started.elapsed().as_secs_f64()
        );
        faults.extend(design.faults);
    }
    println!("{} designs, {} faults", files.len(), faults.len());
    for fault in &faults {
        println!("  {fault}");
    }
    Ok(faults.is_empty())
}

fn files(args: &DesignsArgs) -> Result<Vec<PathBuf>, String> {
    let folder = args.folder.display();
    let entries =
        std::fs::read_dir(&args.folder).map_err(|e| format!("cannot read {folder}: {e}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "sv" || e == "v"))
        .filter(|path| {
            args.only
                .as_ref()
                .is_none_or(|text| path.to_string_lossy().contains(text))
        })
        .collect();
    files.sort();
    if files.is_empty() {
        Err(format!("there is no design in {folder}"))
    } else {
        Ok(files.into_iter().step_by(args.sample.max(1)).collect())
    }
}

struct Design<'a> {
    args: &'a DesignsArgs,
    assay: &'a Path,
    file: &'a Path,
    /// By command: what its first run said.
    first: BTreeMap<&'static str, Answer>,
    faults: Vec<String>,
}

impl Design<'_> {
    fn run(&mut self) -> Result<(), String> {
        for seed in 0..self.args.runs {
            let deterministic = seed + 1 == self.args.runs;
            let mut flags = vec![
                "--timeout".to_string(),
                self.args.timeout.to_string(),
                "--jobs".to_string(),
                (1 + seed % 4).to_string(),
                "--format".to_string(),
                "json".to_string(),
            ];
            if deterministic {
                flags.push("--deterministic".into());
            }
            for name in self.properties(seed) {
                flags.extend(["--property".to_string(), name]);
            }
            for command in ["check", "cover", "core"] {
                self.ask(command, seed, &flags, None)?;
            }
            let explained = self.explained(seed);
            if let Some(mutant) = explained {
                self.ask("explain", seed, &flags, Some(&mutant))?;
            }
        }
        Ok(())
    }

    /// The properties that the first run has found, turned by the seed.
    fn properties(&self, seed: u64) -> Vec<String> {
        let Some((_, verdicts)) = self.first.get("check") else {
            return vec![];
        };
        let mut names: Vec<String> = verdicts.keys().cloned().collect();
        let by = seed as usize % names.len().max(1);
        names.rotate_left(by);
        names
    }

    /// A mutant that the first run has decided.
    fn explained(&self, seed: u64) -> Option<String> {
        let (_, verdicts) = self.first.get("cover")?;
        let mutants: Vec<&String> = verdicts.keys().collect();
        let at = seed as usize % mutants.len().max(1);
        mutants.get(at).map(|id| id.to_string())
    }

    fn ask(
        &mut self,
        command: &'static str,
        seed: u64,
        flags: &[String],
        mutant: Option<&str>,
    ) -> Result<(), String> {
        let mut words = vec![command.to_string()];
        words.extend(flags.iter().cloned());
        if matches!(command, "cover" | "explain") {
            words.push("--no-store".into());
        }
        let last = match mutant {
            Some(mutant) => {
                words.push(self.file.display().to_string());
                Path::new(mutant)
            }
            None => self.file,
        };
        let limit = Duration::from_secs(2 * self.args.timeout + 10);
        let done = run(self.assay, &words, last, limit)?;
        let line = format!("assay {} {}", words.join(" "), last.display());
        if done.panicked() || done.exit == Some(70) {
            let why = done.stderr.lines().find(|l| l.contains("panicked"));
            let why = why.or(done.stderr.lines().last()).unwrap_or("");
            self.faults
                .push(format!("exit {:?}: {line}: {why}", done.exit));
            return Ok(());
        }
        let Some(document) = done.json() else {
            let said = done
                .stderr
                .lines()
                .find(|l| l.contains("error"))
                .unwrap_or("no result");
            self.faults
                .push(format!("exit {:?}: {line}: {said}", done.exit));
            return Ok(());
        };
        let verdicts = verdicts(command, &document);
        match (mutant, self.first.get(command)) {
            (Some(_), _) => {
                // What is explained has the verdict that `cover` gave.
                let known = self
                    .first
                    .get("cover")
                    .map(|(_, v)| v.clone())
                    .unwrap_or_default();
                self.compare(&line, &known, &verdicts);
            }
            (None, Some((exit, known))) => {
                let (exit, known) = (*exit, known.clone());
                if exit != done.exit {
                    let fault = format!("exit {:?}, {exit:?} in the first run: {line}", done.exit);
                    self.faults.push(fault);
                }
                if known.len() != verdicts.len() {
                    let (now, before) = (verdicts.len(), known.len());
                    self.faults
                        .push(format!("{now} verdicts, {before} in the first run: {line}"));
                }
                self.compare(&line, &known, &verdicts);
            }
            (None, None) if seed == 0 => {
                if verdicts.is_empty() {
                    self.faults.push(format!("no verdict: {line}"));
                }
                self.first.insert(command, (done.exit, verdicts));
            }
            // The first run has failed, and that was said.
            (None, None) => {}
        }
        Ok(())
    }

    fn compare(
        &mut self,
        line: &str,
        known: &BTreeMap<String, String>,
        found: &BTreeMap<String, String>,
    ) {
        for (name, verdict) in found {
            let before = known.get(name).map_or("missing", String::as_str);
            if before != verdict {
                self.faults.push(format!(
                    "{name} is {verdict}, {before} in the first run: {line}"
                ));
            }
        }
    }
}

/// The verdicts of a result by name: of properties, of mutants where there are any.
fn verdicts(command: &str, document: &Value) -> BTreeMap<String, String> {
    let (list, key) = match command {
        "cover" | "explain" => ("mutants", "id"),
        _ => ("properties", "name"),
    };
    let entries = document[list].as_array().into_iter().flatten();
    entries
        .filter_map(|entry| {
            let name = entry[key].as_str()?.to_string();
            Some((name, entry["verdict"].as_str()?.to_string()))
        })
        .collect()
}
