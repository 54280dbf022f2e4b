//! `xtask bench cover`: what mutation coverage costs, measured in processor time on the corpus' valid
//! models of JKind's dialect, or on its circuits of HWMCC'08 that are safe, from the proof alone up to the
//! default run, and against deciding every mutant from nothing. The steps add one thing each, so that neighbours show what it costs.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use crate::corpus::{executable, place};
use crate::manifest;
use crate::measures::{print, write_csv};
use crate::run::{Run, run};

#[derive(clap::Args)]
pub struct BenchArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Seconds for each run.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Seconds for each run about mutants, if not the same: --timeout then says which proofs count.
    #[arg(long, value_name = "SECONDS")]
    cover_timeout: Option<u64>,
    /// The circuits instead of the Lustre models.
    #[arg(long)]
    circuits: bool,
    /// Only these steps, by name; the proof and all mutators always run.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    steps: Vec<String>,
    /// Every n-th file only.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    sample: u16,
    /// Only files whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// Most mutants of a file that are decided from nothing; their time is scaled up to all.
    #[arg(long, value_name = "N")]
    naive_limit: Option<usize>,
    /// Seconds for a mutant that is decided from nothing; one that takes longer counts with these.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    patience: u64,
    /// Files measured at the same time, each run with one job.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    parallel: u16,
    /// Writes one row a file here.
    #[arg(long)]
    csv: Option<PathBuf>,
}

/// The steps (a) to (g): a name and the arguments.
pub const STEPS: [(&str, &[&str]); 7] = [
    ("proof", &["check", "--no-certify"]),
    ("core", &["core"]),
    (
        "remove",
        &[
            "cover",
            "--mutators",
            "equation_remove",
            "--killers",
            "one",
            "--no-explain",
            "--no-certify",
        ],
    ),
    (
        "all",
        &["cover", "--killers", "one", "--no-explain", "--no-certify"],
    ),
    ("exact", &["cover", "--no-explain", "--no-certify"]),
    ("explain", &["cover", "--no-certify"]),
    ("checked", &["cover"]),
];

/// Indices into [`STEPS`].
pub const PROOF: usize = 0;
pub const ALL: usize = 3;
pub const EXACT: usize = 4;
pub const EXPLAIN: usize = 5;
pub const CHECKED: usize = 6;

/// One measured step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub cpu: f64,
    /// Whether it ended by itself with everything decided; else the time is a lower bound.
    pub whole: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StageShare {
    pub stage: String,
    pub decided: u64,
    pub seconds: f64,
}

/// Each mutant decided from nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Naive {
    /// Processor seconds for all mutants, scaled up from those that were run.
    pub cpu: f64,
    pub run: u64,
    pub undecided: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub file: String,
    /// Without the invalid ones.
    pub mutants: u64,
    pub decided: u64,
    /// One for each of [`STEPS`] that was run.
    pub costs: Vec<Option<Cost>>,
    pub naive: Option<Naive>,
    /// Of the step with all mutators and one killer.
    pub stages: Vec<StageShare>,
    /// How many mutants were decided after how many seconds of that step.
    pub course: Vec<(f64, u64)>,
    /// What the proof took in that step, by the clock as the others.
    pub proof_seconds: f64,
}

pub fn cover(args: &BenchArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref());
    let folder = if args.circuits { "netlist" } else { "lustre" };
    if !corpus.join(folder).join("manifest.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let stored = knows_a_store(&assay)?;
    let mut files = if args.circuits {
        safe_circuits(&corpus)?
    } else {
        valid_models(&corpus)?
    };
    if let Some(part) = &args.only {
        files.retain(|f| f.contains(part.as_str()));
    }
    let files: Vec<String> = files.into_iter().step_by(args.sample.into()).collect();
    let next = AtomicUsize::new(0);
    let outcomes: Vec<Mutex<Option<Outcome>>> = files.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..args.parallel {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::SeqCst)
                    && let Some(file) = files.get(at)
                {
                    let path = corpus.join(folder).join(file);
                    let outcome = measure(args, &assay, stored, file, &path);
                    let said = match &outcome {
                        Ok(Ok(row)) => format!("{} mutants", row.mutants),
                        Ok(Err(why)) | Err(why) => why.clone(),
                    };
                    eprintln!("{:>4}/{} {file} {said}", at + 1, files.len());
                    *outcomes[at].lock().unwrap_or_else(|e| e.into_inner()) = Some(outcome);
                }
            });
        }
    });
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for (file, outcome) in files.iter().zip(outcomes) {
        let outcome = outcome.into_inner().unwrap_or_else(|e| e.into_inner());
        match outcome.expect("every file was measured")? {
            Ok(row) => rows.push(row),
            Err(why) => left_out.push((file.clone(), why)),
        }
    }
    if let Some(path) = &args.csv {
        write_csv(path, &rows)?;
    }
    print(&rows, &left_out);
    Ok(!left_out.iter().any(|(_, why)| why.starts_with(BROKEN)))
}

const BROKEN: &str = "BROKEN";

fn valid_models(corpus: &Path) -> Result<Vec<String>, String> {
    let mut entries = manifest::read(corpus)?;
    entries.retain(|e| e.is_jkind() && e.expected == "all valid");
    Ok(entries.into_iter().map(|e| e.file).collect())
}

fn safe_circuits(corpus: &Path) -> Result<Vec<String>, String> {
    let mut known = crate::netlist::known(&corpus.join("netlist"))?;
    known.retain(|(file, verdict)| file.contains("hwmcc08") && verdict == "safe");
    Ok(known.into_iter().map(|(file, _)| file).collect())
}

/// Results of earlier runs must not answer for this one.
fn knows_a_store(assay: &Path) -> Result<bool, String> {
    let words = ["cover".to_string()];
    let help = run(assay, &words, Path::new("--help"), Duration::from_secs(30))?;
    Ok(help.stdout.contains("--no-store"))
}

/// What became of a file; the inner error says why it has no row.
type Outcome = Result<Result<Row, String>, String>;

/// All steps on one file.
fn measure(args: &BenchArgs, assay: &Path, stored: bool, file: &str, path: &Path) -> Outcome {
    let mut costs = Vec::new();
    let mut row = None;
    let mut properties = Vec::new();
    for (step, (name, words)) in STEPS.iter().enumerate() {
        let wanted = args.steps.is_empty() || args.steps.iter().any(|s| s == name);
        if !wanted && step != PROOF && step != ALL {
            costs.push(None);
            continue;
        }
        // What sets a node free has another name in a circuit.
        let word = |w: &&str| match *w {
            "equation_remove" if args.circuits => "nondet".to_string(),
            w => w.to_string(),
        };
        let mut words: Vec<String> = words.iter().map(word).collect();
        if stored && words[0] == "cover" {
            words.push("--no-store".into());
        }
        words.extend(["--format", "json", "--quiet", "--timeout"].map(String::from));
        let timeout = match words[0].as_str() {
            "cover" => args.cover_timeout.unwrap_or(args.timeout),
            _ => args.timeout,
        };
        words.push(timeout.to_string());
        if args.parallel > 1 {
            words.push("--jobs=1".into());
        }
        // Checking the evidence comes after the time limit for deciding.
        let limit = Duration::from_secs(timeout * 3 + 30);
        let result = run(assay, &words, path, limit)?;
        if let Some(why) = unusable(name, &result) {
            return Ok(Err(why));
        }
        let json = result.json().unwrap_or_default();
        let unknown = json["summary"]["unknown"].as_u64().unwrap_or_default();
        costs.push(Some(Cost {
            cpu: result.cpu.as_secs_f64(),
            whole: result.exit == Some(0) && unknown == 0,
        }));
        match step {
            PROOF => {
                properties = proved(&json);
                if properties.is_empty() {
                    return Ok(Err("no property is proved in the time".into()));
                }
            }
            ALL => row = Some(counted(file, &json)),
            _ => {}
        }
    }
    let Some(mut row) = row.filter(|r| r.mutants > 0) else {
        return Ok(Err("no mutants".into()));
    };
    row.costs = costs;
    row.naive = Some(from_nothing(args, path, &properties)?);
    Ok(Ok(row))
}

fn unusable(step: &str, result: &Run) -> Option<String> {
    match result.exit {
        _ if result.panicked() => Some(format!("{BROKEN}: {step} crashed or hung")),
        Some(70) => Some(format!("{BROKEN}: evidence of {step} failed its check")),
        Some(2) => Some(format!("{step} refuses it")),
        Some(4) => Some("no property is proved in the time".into()),
        Some(1) => Some(format!("{step} finds a violated property")),
        _ if result.json().is_none() => Some(format!("{BROKEN}: {step} wrote no JSON")),
        _ => None,
    }
}

fn proved(json: &Value) -> Vec<String> {
    let properties = json["properties"].as_array().into_iter().flatten();
    properties
        .filter(|p| p["verdict"] == "proved")
        .filter_map(|p| p["name"].as_str().map(String::from))
        .collect()
}

fn counted(file: &str, json: &Value) -> Row {
    let number = |key: &str| json["summary"][key].as_u64().unwrap_or_default();
    let mutants = number("mutants") - number("invalid");
    let stages = json["stages"].as_array().into_iter().flatten();
    let course = json["course"].as_array().into_iter().flatten();
    let moment = |m: &Value| Some((m["seconds"].as_f64()?, m["decided"].as_u64()?));
    Row {
        file: file.to_string(),
        mutants,
        decided: mutants - number("unknown"),
        costs: Vec::new(),
        naive: None,
        course: course.filter_map(moment).collect(),
        proof_seconds: json["times"]["proof"].as_f64().unwrap_or_default(),
        stages: stages
            .map(|s| StageShare {
                stage: s["stage"].as_str().unwrap_or_default().to_string(),
                decided: s["decided"].as_u64().unwrap_or_default(),
                seconds: s["seconds"].as_f64().unwrap_or_default(),
            })
            .collect(),
    }
}

/// Runs this program again, for the time of a process.
fn from_nothing(args: &BenchArgs, path: &Path, properties: &[String]) -> Result<Naive, String> {
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut words = vec!["naive".to_string(), format!("--patience={}", args.patience)];
    words.extend(properties.iter().map(|p| format!("--property={p}")));
    words.extend(args.naive_limit.map(|n| format!("--limit={n}")));
    let result = run(&this, &words, path, Duration::from_secs(3600))?;
    let json = result
        .json()
        .ok_or_else(|| format!("{}: {}", path.display(), result.stderr))?;
    let number = |key: &str| json[key].as_u64().unwrap_or_default();
    let setup = json["setup"].as_f64().unwrap_or_default();
    let cpu = result.cpu.as_secs_f64();
    Ok(Naive {
        cpu: setup + scaled((cpu - setup).max(0.0), number("run"), number("mutants")),
        run: number("run"),
        undecided: number("undecided"),
    })
}

/// What `seconds` for `run` mutants come to for all.
fn scaled(seconds: f64, run: u64, all: u64) -> f64 {
    seconds * all as f64 / run.max(1) as f64
}
