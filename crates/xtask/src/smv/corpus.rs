//! `xtask corpus smv`: the SMV models of the corpus through `assay check`, compared with what NuSMV 2.5.4 said of them: which files it
//! accepts, its verdicts, and the quantities that it computed. NuSMV itself is not run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::answers::{Answer, Answered, answers, by_instance};
use super::nusmv::Said;
use super::rows::{self, Known, align};
use super::source::{self, Kind, Source};
use crate::corpus::{executable, place};
use crate::run::{Run, run_within};

#[derive(clap::Args)]
pub struct ModelsArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Processor seconds for each file.
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
    /// Further arguments for assay check.
    #[arg(last = true)]
    extra: Vec<String>,
}

/// Verdicts of these kinds are in the corpus. Quantities have a table of their own.
const VERDICTS: [Kind; 4] = [Kind::Ctl, Kind::Ltl, Kind::Psl, Kind::Invariant];

/// What became of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    AsExpected,
    /// True here because there are no executions; NuSMV says true.
    Vacuous,
    /// The reason.
    Undecided(String),
    /// The file is refused.
    Refused,
    Contradicts(String),
}

/// What became of one file.
#[derive(Default)]
struct Outcome {
    rows: Vec<(Kind, Fate)>,
    /// The code and the sentence of the diagnostic.
    refused: Option<String>,
    broken: Option<String>,
    /// Names of properties whose evidence was not checked.
    unchecked: Vec<String>,
    cpu: Duration,
}

pub fn compare(args: &ModelsArgs) -> Result<bool, String> {
    let corpus = place(args.corpus.as_deref()).join("smv");
    if !corpus.is_dir() {
        println!("no corpus at {}: skipped", corpus.display());
        return Ok(true);
    }
    let assay = executable(args.assay.as_deref());
    let mut files: Vec<(String, Known)> = rows::read(&corpus)?.into_iter().collect();
    if let Some(part) = &args.only {
        files.retain(|(file, _)| file.contains(part.as_str()));
    }
    if args.sample {
        files = files.into_iter().step_by(5).collect();
    }
    let mut outcomes = Vec::new();
    for (file, known) in files {
        let outcome = check(args, &corpus, &assay, &file, &known)?;
        println!(
            "{file:<62} {:>7.2}s {}",
            outcome.cpu.as_secs_f64(),
            told(&outcome)
        );
        outcomes.push((file, known, outcome));
    }
    Ok(report(&outcomes))
}

fn check(
    args: &ModelsArgs,
    corpus: &Path,
    assay: &Path,
    file: &str,
    known: &Known,
) -> Result<Outcome, String> {
    let path = corpus.join(file);
    let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let source = source::read(&String::from_utf8_lossy(&bytes));
    let words = ["check", "--format", "json", "--quiet"].map(String::from);
    let words = [&words, args.extra.as_slice()].concat();
    // Others may use the processor too: only a process that hangs meets the limit.
    let limit = Duration::from_secs(args.timeout * 6 + 60);
    let cpu = Duration::from_secs(args.timeout);
    let ran = run_within(assay, &words, &path, limit, Some(cpu))?;
    let outcome = judge(&source, known, &ran).map_err(|why| format!("{file}: {why}"))?;
    let contradicts = |(_, fate): &(Kind, Fate)| matches!(fate, Fate::Contradicts(_));
    let of_interest = outcome.refused.is_some()
        || outcome.broken.is_some()
        || outcome.rows.iter().any(contradicts);
    if args.verbose && of_interest {
        println!("{}{}", ran.stdout, ran.stderr);
    }
    Ok(outcome)
}

/// Err where the rows of the corpus do not fit the file.
fn judge(source: &Source, known: &Known, ran: &Run) -> Result<Outcome, String> {
    let mut outcome = Outcome {
        cpu: ran.cpu,
        ..Outcome::default()
    };
    let json = ran.json();
    let all = json.as_ref().map(answers).unwrap_or_default();
    if ran.panicked() || ran.exit == Some(70) {
        let line = ran.stderr.lines().find(|l| !l.is_empty());
        outcome.broken = Some(format!("exit {:?}: {}", ran.exit, line.unwrap_or_default()));
    } else if json.is_none() {
        outcome.refused = Some(refusal(&ran.stderr));
    }
    let accepted = outcome.refused.is_none();
    let properties = by_instance(source, &all);
    for (rows, kinds) in [
        (&known.verdicts, &VERDICTS[..]),
        (&known.dynamic, &VERDICTS[..]),
        (&known.quantities, &[Kind::Compute][..]),
    ] {
        for (row, at) in rows.iter().zip(align(source, rows, kinds)?) {
            let kind = source.claims[source.instances[at].claim].kind;
            let fate = if accepted {
                fate(row, properties[at])
            } else {
                Fate::Refused
            };
            outcome.rows.push((kind, fate));
        }
    }
    let unchecked = all.iter().filter(|a| !a.checked);
    outcome.unchecked = unchecked.map(|a| a.name.clone()).collect();
    Ok(outcome)
}

fn fate(row: &Said, property: Option<&Answered>) -> Fate {
    let Some(property) = property else {
        return Fate::Undecided("no property is at its place".into());
    };
    match (&property.answer, property.answer.word()) {
        (Answer::Unknown(reason), _) => Fate::Undecided(reason.clone()),
        (answer, Some(word)) if word == row.answer => match answer {
            Answer::Vacuous => Fate::Vacuous,
            _ => Fate::AsExpected,
        },
        (answer, _) => {
            let (name, formula) = (&property.name, &row.formula);
            Fate::Contradicts(format!(
                "{name} `{formula}` is {answer:?} here, NuSMV says {}",
                row.answer
            ))
        }
    }
}

/// `error[S0901]: sentence` of a refused file.
fn refusal(stderr: &str) -> String {
    let line = stderr.lines().find(|line| line.contains("error"));
    let line = line.or_else(|| stderr.lines().find(|line| !line.trim().is_empty()));
    line.unwrap_or("nothing was said").trim().to_string()
}

fn told(outcome: &Outcome) -> String {
    if let Some(why) = &outcome.broken {
        return format!("BROKEN {why}");
    }
    if let Some(why) = &outcome.refused {
        return format!("refused: {why}");
    }
    let count = |f: fn(&Fate) -> bool| outcome.rows.iter().filter(|(_, fate)| f(fate)).count();
    let open = count(|fate| matches!(fate, Fate::Undecided(_)));
    let mut text = format!(
        "{} of {} rows",
        outcome.rows.len() - open,
        outcome.rows.len()
    );
    for (_, fate) in &outcome.rows {
        if let Fate::Contradicts(why) = fate {
            text.push_str(&format!("\n  CONTRADICTS: {why}"));
        }
    }
    if !outcome.unchecked.is_empty() {
        text.push_str(&format!(", not checked: {}", outcome.unchecked.join(" ")));
    }
    text
}

/// Prints the tables. True if nothing contradicts or is broken.
fn report(outcomes: &[(String, Known, Outcome)]) -> bool {
    verdicts(outcomes);
    acceptance(outcomes);
    let bad = |o: &Outcome| {
        o.broken.is_some()
            || o.rows
                .iter()
                .any(|(_, fate)| matches!(fate, Fate::Contradicts(_)))
    };
    let unchecked: usize = outcomes.iter().map(|(_, _, o)| o.unchecked.len()).sum();
    println!("\ndecided, and the evidence was not checked: {unchecked}");
    let broken: Vec<&str> = outcomes
        .iter()
        .filter(|(_, _, o)| bad(o))
        .map(|(file, _, _)| file.as_str())
        .collect();
    println!(
        "files that contradict or are broken: {} {broken:?}",
        broken.len()
    );
    broken.is_empty()
}

/// The table of rows by kind, and reasons of what is undecided.
fn verdicts(outcomes: &[(String, Known, Outcome)]) {
    println!(
        "\n| kind | rows | as expected | of these without executions | undecided | refused | contradicting |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let mut reasons: BTreeMap<(Kind, &str), Vec<&str>> = BTreeMap::new();
    for kind in [
        Kind::Ctl,
        Kind::Invariant,
        Kind::Compute,
        Kind::Ltl,
        Kind::Psl,
    ] {
        let mut counts = [0; 5];
        for (file, _, outcome) in outcomes {
            for (_, fate) in outcome.rows.iter().filter(|(of, _)| *of == kind) {
                let places: &[usize] = match fate {
                    Fate::AsExpected => &[0],
                    Fate::Vacuous => &[0, 1],
                    Fate::Undecided(reason) => {
                        reasons.entry((kind, reason)).or_default().push(file);
                        &[2]
                    }
                    Fate::Refused => &[3],
                    Fate::Contradicts(_) => &[4],
                };
                places.iter().for_each(|&place| counts[place] += 1);
            }
        }
        let rows = counts.iter().sum::<usize>() - counts[1];
        let cells = counts.map(|n| n.to_string()).join(" | ");
        println!("| {} | {rows} | {cells} |", kind.text());
    }
    println!("\nundecided:");
    for ((kind, reason), mut files) in reasons {
        let count = files.len();
        files.dedup();
        let shown = if files.len() > 6 {
            format!("{} files", files.len())
        } else {
            files.join(" ")
        };
        println!("  {count:>4} {}: {reason}: {shown}", kind.text());
    }
}

/// Files that one of the two refuses.
fn acceptance(outcomes: &[(String, Known, Outcome)]) {
    let theirs = outcomes
        .iter()
        .filter(|(_, known, _)| known.accepted())
        .count();
    let both = outcomes
        .iter()
        .filter(|(_, known, o)| known.accepted() && o.refused.is_none())
        .count();
    println!(
        "\nof {theirs} files that NuSMV accepts, {both} are accepted ({:.1} %)",
        100.0 * both as f64 / theirs.max(1) as f64
    );
    let mut refused: BTreeMap<(bool, &str), Vec<&str>> = BTreeMap::new();
    for (file, known, outcome) in outcomes {
        if let Some(why) = &outcome.refused {
            refused
                .entry((known.accepted(), why))
                .or_default()
                .push(file);
        }
    }
    for accepted in [true, false] {
        println!(
            "refused, and NuSMV {} them:",
            if accepted { "accepts" } else { "refuses" }
        );
        for ((_, why), files) in refused.iter().filter(|((of, _), _)| *of == accepted) {
            println!("  {:>4} {why}: {}", files.len(), files.join(" "));
        }
    }
    println!("accepted, and NuSMV refuses them:");
    for (file, known, outcome) in outcomes {
        if !known.accepted() && outcome.refused.is_none() {
            println!("  {file}: {}", known.status);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smv::nusmv::What;

    fn ran(exit: i32, stdout: &str, stderr: &str) -> Run {
        Run {
            exit: Some(exit),
            stdout: stdout.into(),
            stderr: stderr.into(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            memory: 0,
        }
    }

    const MODEL: &str = "MODULE main\nVAR x : boolean;\nSPEC AG x\nSPEC EF x\nLTLSPEC F x\n";

    fn known(answers: [&str; 3]) -> Known {
        let formulas = ["AG x", "EF x", "F x"];
        let rows = formulas.iter().zip(answers);
        Known {
            status: "ok".into(),
            verdicts: rows
                .map(|(f, a)| Said::new(What::Specification, f, a))
                .collect(),
            ..Known::default()
        }
    }

    const SAID: &str = r#"{ "properties": [
        { "name": "a", "verdict": "violated", "checked": { "ok": true }, "span": { "line": 3, "column": 6 } },
        { "name": "b", "verdict": "vacuous", "span": { "line": 4, "column": 6 } },
        { "name": "c", "verdict": "unknown", "reason": "LTL is not supported", "span": { "line": 5, "column": 9 } } ] }"#;

    #[test]
    fn rows_meet_what_was_said() {
        let source = source::read(MODEL);
        let outcome = judge(
            &source,
            &known(["false", "true", "true"]),
            &ran(1, SAID, ""),
        )
        .expect("rows fit");
        let open = Fate::Undecided("LTL is not supported".into());
        let fates = [
            (Kind::Ctl, Fate::AsExpected),
            (Kind::Ctl, Fate::Vacuous),
            (Kind::Ltl, open),
        ];
        assert_eq!(outcome.rows, fates);
        assert_eq!(outcome.unchecked, ["b"]);
        let outcome = judge(
            &source,
            &known(["true", "false", "true"]),
            &ran(1, SAID, ""),
        )
        .expect("rows fit");
        assert!(matches!(outcome.rows[0].1, Fate::Contradicts(_)));
        assert!(matches!(outcome.rows[1].1, Fate::Contradicts(_)));
    }

    #[test]
    fn what_is_refused_or_broken_is_told() {
        let source = source::read(MODEL);
        let stderr = "error[S0901]: macros are not supported\n --> x.smv:1:1\n";
        let outcome = judge(&source, &known(["true"; 3]), &ran(2, "", stderr)).expect("rows fit");
        assert_eq!(
            outcome.refused.as_deref(),
            Some("error[S0901]: macros are not supported")
        );
        assert!(outcome.rows.iter().all(|(_, fate)| *fate == Fate::Refused));
        let outcome = judge(&source, &known(["true"; 3]), &ran(70, SAID, "bug")).expect("rows fit");
        assert!(outcome.broken.is_some());
    }
}
