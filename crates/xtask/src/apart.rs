//! `xtask corpus engines`: circuits in AIGER and BTOR2, each engine of ours alone and all of them
//! together, against each other and, on AIGER, against ABC's `pdr`. A contradiction fails the run, and so does evidence
//! that the check room refuses. With `--csv` a run that was cut short is taken up again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::abc;
use crate::circuit::{Circuit, is_aiger};
use crate::corpus::place;
use crate::netlist::{Said, decided, known, ours};

#[derive(clap::Args)]
pub struct ApartArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Processor seconds for each property and tool.
    #[arg(long, default_value_t = 1)]
    timeout: u64,
    /// Only files whose path contains this; may be given several times. Default: all but HWMCC'08, which
    /// `corpus netlist` runs.
    #[arg(long)]
    only: Vec<String>,
    /// Every n-th file.
    #[arg(long, default_value_t = 1)]
    sample: usize,
    /// At most so many properties of a file.
    #[arg(long, default_value_t = 1)]
    properties: usize,
    /// ABC's executable.
    #[arg(long, default_value = "berkeley-abc")]
    abc: String,
    /// Writes one row a property here, and takes up what is there.
    #[arg(long)]
    csv: Option<PathBuf>,
}

/// Who is asked. `all` takes turns; ABC is asked about AIGER only.
const ASKED: [&str; 7] = [
    "bmc",
    "k-induction",
    "ic3",
    "interpolation",
    "bdd",
    "all",
    "abc",
];

/// A property, and what each of [`ASKED`] said of it.
struct Row {
    file: String,
    property: usize,
    said: Vec<String>,
}

pub fn compare(args: &ApartArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref()).join("netlist");
    if !corpus.join("manifest.csv").exists() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let mut files = known(&corpus)?;
    files.retain(|(name, _)| {
        if args.only.is_empty() {
            !name.starts_with("hwmcc08")
        } else {
            args.only.iter().any(|part| name.contains(part))
        }
    });
    let mut done = read(args.csv.as_deref())?;
    let mut rows = Vec::new();
    for (file, _) in files.into_iter().step_by(args.sample.max(1)) {
        let circuit = match Circuit::load(&corpus.join(&file)) {
            Ok(circuit) => circuit,
            Err(why) => {
                println!("refused: {why}");
                continue;
            }
        };
        for property in 0..circuit.system.properties.len().min(args.properties) {
            let row = match done.remove(&(file.clone(), property)) {
                Some(row) => row,
                None => {
                    let row = ask(&corpus, args, &circuit, &file, property)?;
                    append(args.csv.as_deref(), &row)?;
                    row
                }
            };
            println!("{file} {property}: {}", row.said.join(" "));
            rows.push(row);
        }
    }
    Ok(summary(&rows, args.timeout))
}

fn ask(
    corpus: &Path,
    args: &ApartArgs,
    circuit: &Circuit,
    file: &str,
    property: usize,
) -> Result<Row, String> {
    let path = corpus.join(file);
    let mut said = Vec::new();
    for who in ASKED {
        let engines: &[&str] = match who {
            "all" => &[],
            _ => &[who],
        };
        let answer: Said = match (who, &circuit.aiger) {
            ("abc", Some((aiger, claims))) => {
                abc::property(&args.abc, &path, aiger, claims[property], args.timeout)?
            }
            ("abc", None) => Said::nothing(),
            _ => ours(&path, engines, property, args.timeout)?,
        };
        said.push(answer.verdict);
    }
    Ok(Row {
        file: file.to_string(),
        property,
        said,
    })
}

/// Prints the counts; false if two contradict each other.
fn summary(rows: &[Row], timeout: u64) -> bool {
    let files: BTreeSet<&str> = rows.iter().map(|r| r.file.as_str()).collect();
    let aiger = rows.iter().filter(|r| is_aiger(&r.file)).count();
    println!(
        "{} files, {} properties, {aiger} of them of AIGER; {timeout} s for each property and tool",
        files.len(),
        rows.len()
    );
    let count = |of: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| of(r)).count();
    println!(
        "decided by some: {}",
        count(&|r| r.said.iter().any(|s| decided(s)))
    );
    println!(
        "by two or more: {}",
        count(&|r| r.said.iter().filter(|s| decided(s)).count() > 1)
    );
    for (i, who) in ASKED.iter().enumerate() {
        println!(
            "{who:<14} {:>4}: {} safe, {} unsafe",
            count(&|r| decided(&r.said[i])),
            count(&|r| r.said[i] == "safe"),
            count(&|r| r.said[i] == "unsafe")
        );
    }
    let (all, abc) = (ASKED.len() - 2, ASKED.len() - 1);
    println!(
        "of AIGER: all {}, abc {}, only all {}, only abc {}",
        count(&|r| is_aiger(&r.file) && decided(&r.said[all])),
        count(&|r| decided(&r.said[abc])),
        count(&|r| is_aiger(&r.file) && decided(&r.said[all]) && !decided(&r.said[abc])),
        count(&|r| !decided(&r.said[all]) && decided(&r.said[abc])),
    );
    let mut good = true;
    for row in rows {
        let words: BTreeSet<&String> = row.said.iter().filter(|s| decided(s)).collect();
        if words.len() > 1 {
            println!(
                "CONTRADICTION on {} {}: {:?}",
                row.file, row.property, row.said
            );
            good = false;
        }
    }
    good
}

fn append(path: Option<&Path>, row: &Row) -> Result<(), String> {
    let Some(path) = path else { return Ok(()) };
    let mut header = vec!["file", "property"];
    header.extend(ASKED);
    let line = format!("{},{},{}", row.file, row.property, row.said.join(","));
    crate::netlist::append_line(path, &header, &line)
}

fn read(path: Option<&Path>) -> Result<BTreeMap<(String, usize), Row>, String> {
    let Some(path) = path.filter(|p| p.exists()) else {
        return Ok(BTreeMap::new());
    };
    let mut reader = csv::Reader::from_path(path).map_err(|e| e.to_string())?;
    let mut rows = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        let mut fields = record.iter().map(str::to_string);
        let file = fields.next().unwrap_or_default();
        let property = fields.next().and_then(|p| p.parse().ok()).unwrap_or(0);
        let said: Vec<String> = fields.collect();
        if said.len() != ASKED.len() {
            return Err(format!("{}: not a file of this command", path.display()));
        }
        let key = (file.clone(), property);
        rows.insert(
            key,
            Row {
                file,
                property,
                said,
            },
        );
    }
    Ok(rows)
}
