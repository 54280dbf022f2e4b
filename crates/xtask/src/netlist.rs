//! `xtask corpus netlist`: the AIGER files of the corpus, one property each, decided by our engines and
//! by ABC's `pdr` side by side: one core each, the same processor time, the same run.
//!
//! Where the manifest knows a verdict, both are compared with it, and always with each other: a
//! contradiction fails the run. With `--csv` a run that was cut short is taken up again: files that
//! have a row are not run a second time.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::abc;
use crate::circuit::is_aiger;
use crate::corpus::place;

#[derive(clap::Args)]
pub struct NetlistArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Processor seconds for each file and tool.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Only files whose path contains this.
    #[arg(long, default_value = "hwmcc08")]
    only: String,
    /// Every n-th file.
    #[arg(long, default_value_t = 1)]
    sample: usize,
    /// Our engines; may be given several times. Default: all.
    #[arg(long = "engine")]
    engines: Vec<String>,
    /// ABC's executable.
    #[arg(long, default_value = "berkeley-abc")]
    abc: String,
    /// Leaves ABC out.
    #[arg(long)]
    no_abc: bool,
    /// Writes one row a file here, and takes up what is there.
    #[arg(long)]
    csv: Option<PathBuf>,
}

/// What a tool said of a file, and its processor seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    pub verdict: String,
    pub by: String,
    pub seconds: f64,
}

impl Said {
    /// Of one who was not asked.
    pub fn nothing() -> Said {
        Said {
            verdict: "-".into(),
            by: "-".into(),
            seconds: 0.0,
        }
    }
}

struct Row {
    file: String,
    expected: String,
    ours: Said,
    abc: Said,
}

pub fn compare(args: &NetlistArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref()).join("netlist");
    if !corpus.join("manifest.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let files = files(&corpus, args)?;
    let mut known = match &args.csv {
        Some(path) => read_rows(path)?,
        None => BTreeMap::new(),
    };
    let mut rows = Vec::new();
    for (file, expected) in files {
        let row = match known.remove(&file) {
            Some(row) => row,
            None => {
                let row = run(&corpus, args, file, expected)?;
                if let Some(path) = &args.csv {
                    append(path, &row)?;
                }
                row
            }
        };
        println!(
            "{:40} {:7} ours {:7} {:12} {:6.2} s   abc {:7} {:6.2} s",
            row.file,
            row.expected,
            row.ours.verdict,
            row.ours.by,
            row.ours.seconds,
            row.abc.verdict,
            row.abc.seconds
        );
        rows.push(row);
    }
    Ok(summary(&rows, args.timeout))
}

/// The files to run, and what is known of them.
fn files(corpus: &Path, args: &NetlistArgs) -> Result<Vec<(String, String)>, String> {
    let mut files = known(corpus)?;
    files.retain(|(name, _)| is_aiger(name) && name.contains(&args.only));
    Ok(files.into_iter().step_by(args.sample.max(1)).collect())
}

/// All circuits, and what is known of them.
pub fn known(corpus: &Path) -> Result<Vec<(String, String)>, String> {
    let path = corpus.join("manifest.csv");
    let mut reader = csv::Reader::from_path(&path).map_err(|e| e.to_string())?;
    let headers = reader.headers().map_err(|e| e.to_string())?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|h| h == name);
        found.ok_or_else(|| format!("{}: no column {name}", path.display()))
    };
    let (file, verdict) = (column("file")?, column("verdict")?);
    let mut files = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        files.push((record[file].to_string(), record[verdict].to_string()));
    }
    Ok(files)
}

fn run(corpus: &Path, args: &NetlistArgs, file: String, expected: String) -> Result<Row, String> {
    let path = corpus.join(&file);
    let limit = hard_limit(args.timeout);
    let in_time = |said: Said| {
        if said.seconds <= args.timeout as f64 {
            said
        } else {
            Said {
                verdict: "unknown".into(),
                ..said
            }
        }
    };
    Ok(Row {
        ours: in_time(ours(&path, &args.engines, 0, limit)?),
        abc: if args.no_abc {
            Said::nothing()
        } else {
            in_time(abc::only_property(&args.abc, &path, limit)?)
        },
        file,
        expected,
    })
}

/// What our engines, all of them where none is named, say of a property.
pub fn ours<S: AsRef<str>>(
    path: &Path,
    engines: &[S],
    property: usize,
    limit: u64,
) -> Result<Said, String> {
    let this = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut command = Command::new(this);
    command.arg("decide").arg(path);
    command.args(["--property", &property.to_string()]);
    command.args(["--seconds", &limit.to_string()]);
    for engine in engines {
        command.args(["--engine", engine.as_ref()]);
    }
    let (text, errors, seconds) = output(command, limit)?;
    let line: Option<Value> = serde_json::from_str(text.trim()).ok();
    let word = |name: &str| Some(line.as_ref()?.get(name)?.as_str()?.to_string());
    if line.is_none() && !errors.trim().is_empty() {
        return Err(format!("{}: {}", path.display(), errors.trim()));
    }
    Ok(Said {
        verdict: word("verdict").unwrap_or_else(|| "unknown".into()),
        by: word("engine").unwrap_or_else(|| "-".into()),
        seconds,
    })
}

/// The kernel enforces limits by sampling, which on a busy machine is off by a fifth; what comes later than
/// the limit proper does not count.
fn hard_limit(limit: u64) -> u64 {
    limit + limit / 2 + 1
}

/// What a program prints, and its processor seconds, which are limited.
pub fn output(mut command: Command, limit: u64) -> Result<(String, String, f64), String> {
    command.stdin(Stdio::null());
    let limits = libc::rlimit {
        rlim_cur: limit,
        rlim_max: limit + 1,
    };
    let name = command.get_program().to_string_lossy().into_owned();
    // SAFETY: setrlimit may be called between fork and exec, and the limit is a valid value.
    unsafe {
        command.pre_exec(move || {
            libc::setrlimit(libc::RLIMIT_CPU, &limits);
            Ok(())
        });
    }
    let before = children_seconds();
    let output = command
        .output()
        .map_err(|e| format!("cannot run {name}: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let seconds = children_seconds() - before;
    Ok((text(&output.stdout), text(&output.stderr), seconds))
}

/// Processor time of the processes that have ended; they run one after the other.
fn children_seconds() -> f64 {
    // SAFETY: an all-zero rusage is a valid value, and getrusage fills it.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) };
    crate::run::processor_time(&usage).as_secs_f64()
}

pub fn decided(verdict: &str) -> bool {
    verdict == "safe" || verdict == "unsafe"
}

/// Prints the counts; false if verdicts contradict each other.
fn summary(rows: &[Row], timeout: u64) -> bool {
    let count = |of: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| of(r)).count();
    println!(
        "{} files, {timeout} s each: ours {} decided, abc pdr {} decided; only ours {}, only abc {}",
        rows.len(),
        count(&|r| decided(&r.ours.verdict)),
        count(&|r| decided(&r.abc.verdict)),
        count(&|r| decided(&r.ours.verdict) && !decided(&r.abc.verdict)),
        count(&|r| !decided(&r.ours.verdict) && decided(&r.abc.verdict)),
    );
    let mut engines: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows.iter().filter(|r| decided(&r.ours.verdict)) {
        *engines.entry(&row.ours.by).or_default() += 1;
    }
    println!("by engine: {engines:?}");
    let mut good = true;
    for row in rows {
        let expected = Said {
            verdict: row.expected.clone(),
            ..row.abc.clone()
        };
        for (one, other) in [
            (&row.ours, &expected),
            (&row.abc, &expected),
            (&row.ours, &row.abc),
        ] {
            if decided(&one.verdict) && decided(&other.verdict) && one.verdict != other.verdict {
                println!(
                    "CONTRADICTION on {}: {} and {}",
                    row.file, one.verdict, other.verdict
                );
                good = false;
            }
        }
    }
    good
}

const HEADER: [&str; 7] = [
    "file",
    "expected",
    "ours",
    "engine",
    "seconds",
    "abc",
    "abc_seconds",
];

fn append(path: &Path, row: &Row) -> Result<(), String> {
    let line = format!(
        "{},{},{},{},{:.3},{},{:.3}",
        row.file,
        row.expected,
        row.ours.verdict,
        row.ours.by,
        row.ours.seconds,
        row.abc.verdict,
        row.abc.seconds
    );
    append_line(path, &HEADER, &line)
}

/// Adds a row to a table, and before the first one its header.
pub fn append_line(path: &Path, header: &[&str], line: &str) -> Result<(), String> {
    let new = !path.exists();
    let file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path);
    let mut file = file.map_err(|e| format!("{}: {e}", path.display()))?;
    let text = if new {
        format!("{}\n{line}\n", header.join(","))
    } else {
        format!("{line}\n")
    };
    file.write_all(text.as_bytes()).map_err(|e| e.to_string())
}

fn read_rows(path: &Path) -> Result<BTreeMap<String, Row>, String> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let mut reader = csv::Reader::from_path(path).map_err(|e| e.to_string())?;
    let mut rows = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let field = |i: usize| record.get(i).unwrap_or_default().to_string();
        let said = |verdict: usize, by: String, seconds: usize| Said {
            verdict: field(verdict),
            by,
            seconds: field(seconds).parse().unwrap_or(0.0),
        };
        let row = Row {
            file: field(0),
            expected: field(1),
            ours: said(2, field(3), 4),
            abc: said(5, "pdr".into(), 6),
        };
        rows.insert(row.file.clone(), row);
    }
    Ok(rows)
}
