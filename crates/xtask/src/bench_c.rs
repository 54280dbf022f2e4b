//! `xtask bench c`: what checks and mutation coverage of C programs cost, in processor seconds, beside CBMC and beside one run for each
//! mutant. The programs are the quicksort that the paper mutates (from the corpus), and programs of the same kind as the others that its
//! authors mutated (from `crates/xtask/programs`), for which nothing was tuned.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_session::ModelRequest;
use serde_json::Value;

use crate::cbmc::{self, Verdict};
use crate::corpus::{executable, place};
use crate::formula::{Gates, gates};
use crate::run::{Run, run};

#[derive(clap::Args)]
pub struct ProgramsBenchArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// The CBMC executable; `scripts/setup-peers.sh` puts it here.
    #[arg(long, default_value = ".peers/bin/cbmc")]
    cbmc: PathBuf,
    /// Only programs whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Only these sizes.
    #[arg(long, value_name = "N,...", value_delimiter = ',')]
    sizes: Vec<u32>,
    /// So many mutants are decided one by one, chosen evenly; their time is scaled up to all.
    #[arg(long, value_name = "N", default_value_t = 10)]
    sample: usize,
    /// Seconds for each check; coverage gets ten times as long.
    #[arg(long, default_value_t = 300)]
    timeout: u64,
}

/// A harness and its program, with how they are checked.
struct Subject {
    name: &'static str,
    harness: PathBuf,
    program: PathBuf,
    sizes: &'static [u32],
    /// How far loops are unrolled at a size.
    unwind: fn(u32) -> u32,
    checks: &'static [&'static str],
}

/// The checks of the paper.
const MEMORY: &[&str] = &[
    "--no-standard-checks",
    "--bounds-check",
    "--pointer-check",
    "--unwinding-assertions",
];

fn subjects(corpus: &Path) -> Vec<Subject> {
    let paper = corpus.join("c/paper");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let made = |name, sizes, unwind| Subject {
        name,
        harness: own.join(format!("{name}_harness.c")),
        program: own.join(format!("{name}.c")),
        sizes,
        unwind,
        checks: MEMORY,
    };
    let quicksort = Subject {
        name: "quicksort",
        harness: paper.join("sort_harness.c"),
        program: paper.join("quicksort.c"),
        sizes: &[1, 2, 3, 4],
        unwind: |size| size + 1,
        checks: MEMORY,
    };
    let mut all = vec![
        made("list", &[1, 2, 3, 4], |size| size + 1),
        made("search", &[2, 3, 4], |size| size.max(3) + 1),
        made("unique", &[1, 2, 3], |size| 2 * size + 1),
    ];
    if quicksort.harness.exists() {
        all.insert(0, quicksort);
    } else {
        println!("no corpus at {}: without the quicksort", corpus.display());
    }
    all
}

impl Subject {
    /// What both tools are told. The program itself comes last.
    fn words(&self, size: u32) -> Vec<String> {
        let mut words = vec![
            "-D".to_string(),
            format!("SIZE={size}"),
            "--unwind".to_string(),
            (self.unwind)(size).to_string(),
        ];
        words.extend(self.checks.iter().map(|w| w.to_string()));
        words.push(self.harness.display().to_string());
        words
    }

    /// The same for the library.
    fn request(&self, size: u32) -> ModelRequest {
        let mut request = ModelRequest {
            paths: vec![self.harness.clone(), self.program.clone()],
            ..ModelRequest::default()
        };
        let unwind = (self.unwind)(size).to_string();
        request.given.set("define", vec![format!("SIZE={size}")]);
        request.given.set("unwind", vec![unwind]);
        for check in self.checks {
            request.given.set(check.trim_start_matches('-'), vec![]);
        }
        request
    }
}

pub fn bench(args: &ProgramsBenchArgs) -> Result<bool, String> {
    if !args.cbmc.exists() {
        return Err(format!(
            "there is no {}: run scripts/setup-peers.sh, or name another with --cbmc",
            args.cbmc.display()
        ));
    }
    let mut subjects = subjects(&place(args.corpus.as_deref()));
    subjects.retain(|s| args.only.as_ref().is_none_or(|part| s.name.contains(part)));
    println!("checks: {}", MEMORY.join(" "));
    println!("\n{}", Row::HEADING);
    let mut agree = true;
    for subject in &subjects {
        for &size in subject.sizes {
            if args.sizes.is_empty() || args.sizes.contains(&size) {
                let row = measure(args, subject, size)?;
                agree &= row.agrees();
                println!("{}", row.text(subject.name, size));
            }
        }
    }
    Ok(agree)
}

/// Processor seconds of a step, and whether it ended with an answer.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    whole: bool,
}

impl Cost {
    fn text(self) -> String {
        let mark = if self.whole { "" } else { "> " };
        format!("{mark}{:.2}", self.seconds)
    }
}

struct Row {
    check: Cost,
    gates: Option<Gates>,
    theirs: Cost,
    formula: Option<(u64, u64)>,
    cover: Cost,
    counts: String,
    alone: Alone,
    /// What the two tools say of the original.
    verdicts: (Option<bool>, Option<bool>),
}

impl Row {
    const HEADING: &'static str = "| program | size | check, s | gates, with mutants | CBMC, s | its variables, clauses \
        | mutants: killed, survived, unknown | cover, s | of check | one by one, s | CBMC one by one, s | differing |\n\
        |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

    fn agrees(&self) -> bool {
        let same = match self.verdicts {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => true,
        };
        same && self.alone.differing.is_empty()
    }

    fn text(&self, name: &str, size: u32) -> String {
        let pair = |pair: Option<(u64, u64)>| match pair {
            Some((a, b)) => format!("{a}, {b}"),
            None => "not known".to_string(),
        };
        let gates = self.gates.map(|g| (g.original as u64, g.mutants as u64));
        let differing = match self.alone.differing.as_slice() {
            [] => "none".to_string(),
            ids => ids.join(" "),
        };
        format!(
            "| {name} | {size} | {} | {} | {} | {} | {} | {} | {:.1} | {} | {} | {differing} |",
            self.check.text(),
            pair(gates),
            self.theirs.text(),
            pair(self.formula),
            self.counts,
            self.cover.text(),
            self.cover.seconds / self.check.seconds.max(0.01),
            self.alone.ours.text(),
            self.alone.theirs.text(),
        )
    }
}

fn measure(args: &ProgramsBenchArgs, subject: &Subject, size: u32) -> Result<Row, String> {
    let assay = executable(args.assay.as_deref());
    let words = subject.words(size);
    let limit = Duration::from_secs(args.timeout);
    let checked = check(args, &assay, &words, &subject.program)?;
    let asked = cbmc::ask(&args.cbmc, &words, &subject.program, limit)?;
    let covered = cover(args, &assay, &words, &subject.program)?;
    let json = covered.json().ok_or("assay cover gave no result")?;
    let number = |key: &str| json["summary"][key].as_u64().unwrap_or_default();
    let alone = one_by_one(args, &assay, subject, &words, &json)?;
    let (ours, theirs) = (holds(&checked), says(asked.verdict));
    Ok(Row {
        check: cost(checked.cpu, ours.is_some()),
        gates: gates(&subject.request(size), args.timeout as f64).ok(),
        theirs: cost(asked.cpu, theirs.is_some()),
        formula: asked.formula,
        cover: cost(covered.cpu, number("unknown") == 0),
        counts: format!(
            "{}, {}, {}",
            number("killed"),
            number("survived") + number("equivalent"),
            number("unknown")
        ),
        alone,
        verdicts: (ours, theirs),
    })
}

fn cost(cpu: Duration, whole: bool) -> Cost {
    Cost {
        seconds: cpu.as_secs_f64(),
        whole,
    }
}

fn check(
    args: &ProgramsBenchArgs,
    assay: &Path,
    words: &[String],
    program: &Path,
) -> Result<Run, String> {
    let mut all = vec!["check".to_string(), "--no-certify".into(), "--quiet".into()];
    all.extend(["--timeout".to_string(), args.timeout.to_string()]);
    all.extend_from_slice(words);
    run(assay, &all, program, Duration::from_secs(args.timeout + 30))
}

fn cover(
    args: &ProgramsBenchArgs,
    assay: &Path,
    words: &[String],
    program: &Path,
) -> Result<Run, String> {
    let timeout = args.timeout * 10;
    let mut all: Vec<String> = "cover --mutators paper --killers one --no-explain --no-certify --no-store --quiet --format json --timeout"
        .split(' ')
        .map(String::from)
        .collect();
    all.push(timeout.to_string());
    all.extend_from_slice(words);
    run(assay, &all, program, Duration::from_secs(timeout + 60))
}

/// Whether every check holds; None if that is open.
fn holds(ran: &Run) -> Option<bool> {
    match ran.exit {
        Some(0) => Some(true),
        Some(1) => Some(false),
        _ => None,
    }
}

fn says(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Successful => Some(true),
        Verdict::Failed => Some(false),
        Verdict::Nothing => None,
    }
}

/// A sample of the mutants, each decided by a run of its own, scaled up to all.
struct Alone {
    ours: Cost,
    theirs: Cost,
    /// Mutants on which CBMC, our own run and the coverage run do not agree.
    differing: Vec<String>,
}

fn one_by_one(
    args: &ProgramsBenchArgs,
    assay: &Path,
    subject: &Subject,
    words: &[String],
    json: &Value,
) -> Result<Alone, String> {
    let mutants = json["mutants"].as_array().map_or(&[][..], Vec::as_slice);
    let valid: Vec<&Value> = mutants
        .iter()
        .filter(|m| m["verdict"] != "invalid")
        .collect();
    let chosen: Vec<&Value> = valid
        .iter()
        .step_by(valid.len().div_ceil(args.sample.max(1)).max(1))
        .copied()
        .collect();
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut alone = Alone {
        ours: cost(Duration::ZERO, true),
        theirs: cost(Duration::ZERO, true),
        differing: vec![],
    };
    for mutant in &chosen {
        let id = mutant["id"].as_str().unwrap_or_default();
        let file = folder.path().join("mutant.c");
        write_mutant(assay, words, &subject.program, id, &file)?;
        let ran = check(args, assay, words, &file)?;
        let limit = Duration::from_secs(args.timeout);
        let asked = cbmc::ask(&args.cbmc, words, &file, limit)?;
        let (ours, theirs) = (holds(&ran), says(asked.verdict));
        let covered = match mutant["verdict"].as_str() {
            Some("killed") => Some(false),
            Some("survived" | "equivalent") => Some(true),
            _ => None,
        };
        let answers = [ours, theirs, covered];
        if answers.contains(&Some(true)) && answers.contains(&Some(false)) {
            alone.differing.push(id.to_string());
        }
        alone.ours.seconds += ran.cpu.as_secs_f64();
        alone.ours.whole &= ours.is_some();
        alone.theirs.seconds += asked.cpu.as_secs_f64();
        alone.theirs.whole &= theirs.is_some();
    }
    let scale = valid.len() as f64 / chosen.len().max(1) as f64;
    alone.ours.seconds *= scale;
    alone.theirs.seconds *= scale;
    Ok(alone)
}

/// Writes the program with the mutant's change.
fn write_mutant(
    assay: &Path,
    words: &[String],
    program: &Path,
    id: &str,
    to: &Path,
) -> Result<(), String> {
    let mut all = vec!["mutants".to_string(), "--write".into(), id.into()];
    all.extend(["--output".to_string(), to.display().to_string()]);
    all.extend_from_slice(words);
    let ran = run(assay, &all, program, Duration::from_secs(60))?;
    match ran.exit {
        Some(0) => Ok(()),
        _ => Err(format!("mutant {id} was not written: {}", ran.stderr)),
    }
}
