//! `xtask random smv`: random models and random explicit structures through NuSMV and through assay.
//!
//! Every text ends with the claim `FALSE`: NuSMV calls it true if and only if there is no fair execution from an initial state. There a
//! formula and its negation are both true for NuSMV, and we have to say that claims of CTL are vacuous; elsewhere we must not. Invariants
//! count without fairness. Quantities are about fair executions, and NuSMV's own are of no use where there are none; we leave those out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::answers::{Answer, answers, by_instance};
use super::nusmv::{self, Asked, Outcome};
use super::rows::align;
use super::source::{self, Kind, Source};
use super::{kripke, model};
use crate::corpus::executable;
use crate::run::{Run, run_within};

#[derive(clap::Args)]
pub struct RandomModelsArgs {
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// The NuSMV executable; `scripts/setup-peers.sh` puts it here.
    #[arg(long, default_value = ".peers/bin/NuSMV")]
    nusmv: PathBuf,
    /// How many models, and how many explicit structures.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Processor seconds for each text.
    #[arg(long, default_value_t = 20)]
    timeout: u64,
    /// Only models, or only structures.
    #[arg(long, value_enum)]
    only: Option<Of>,
    /// Asks NuSMV alone: what it accepts of the models, and how many claims are true.
    #[arg(long)]
    calibrate: bool,
    /// An open claim counts as a difference.
    #[arg(long)]
    decided: bool,
    /// Where texts are left on which the two differ.
    #[arg(long, default_value = "target/tmp/random")]
    into: PathBuf,
    /// Further arguments for assay check.
    #[arg(last = true)]
    extra: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Of {
    Models,
    Structures,
}

impl Of {
    fn text(self, seed: u64) -> String {
        match self {
            Of::Models => model::model(seed),
            Of::Structures => kripke::structure(seed),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Of::Models => "model",
            Of::Structures => "structure",
        }
    }
}

/// NuSMV's answers; all of a kind together.
const KINDS: [Kind; 3] = [Kind::Ctl, Kind::Compute, Kind::Invariant];

#[derive(Default)]
struct Tally {
    texts: usize,
    /// Texts without executions.
    empty: usize,
    /// NuSMV did not answer: its message or what else there was, without places.
    skipped: BTreeMap<String, usize>,
    /// Answers of NuSMV by kind and word.
    theirs: BTreeMap<(Kind, String), usize>,
    /// Claims on which both say the same.
    same: BTreeMap<Kind, usize>,
    /// Claims that we leave open, by reason.
    open: BTreeMap<(Kind, String), usize>,
    /// Claims that have no property in our results.
    missing: BTreeMap<Kind, usize>,
    unchecked: usize,
    different: usize,
}

impl Tally {
    fn print(&self, what: &str) {
        println!(
            "{what}: {} texts, {} without executions, {} differ",
            self.texts, self.empty, self.different
        );
        println!("  NuSMV does not answer: {:?}", self.skipped);
        println!("  NuSMV's answers: {}", counted(&self.theirs));
        println!("  the same here: {:?}", self.same);
        println!(
            "  open here: {}; without a property: {:?}; not checked: {}",
            counted(&self.open),
            self.missing,
            self.unchecked
        );
    }
}

/// Numbers and the like are one.
fn counted(all: &BTreeMap<(Kind, String), usize>) -> String {
    let mut merged: BTreeMap<(Kind, &str), usize> = BTreeMap::new();
    for ((kind, word), count) in all {
        let word = if word.parse::<u64>().is_ok() {
            "a number"
        } else {
            word
        };
        *merged.entry((*kind, word)).or_default() += count;
    }
    let parts: Vec<String> = merged
        .iter()
        .map(|((kind, word), n)| format!("{} {word} {n}", kind.text()))
        .collect();
    parts.join(", ")
}

pub fn compare(args: &RandomModelsArgs) -> Result<bool, String> {
    if !args.nusmv.exists() {
        return Err(format!(
            "there is no {}; scripts/setup-peers.sh builds it",
            args.nusmv.display()
        ));
    }
    std::fs::create_dir_all(&args.into).map_err(|e| format!("{}: {e}", args.into.display()))?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut right = true;
    for of in [Of::Models, Of::Structures] {
        if args.only.is_some_and(|only| only != of) {
            continue;
        }
        let mut tally = Tally::default();
        for seed in args.seed..args.seed + args.count {
            let text = of.text(seed);
            let file = folder.path().join("random.smv");
            std::fs::write(&file, &text).map_err(|e| e.to_string())?;
            tally.texts += 1;
            let differences = one(args, &text, &file, &mut tally)?;
            if !differences.is_empty() {
                tally.different += 1;
                let kept = args.into.join(format!("{}{seed}.smv", of.name()));
                std::fs::write(&kept, &text).map_err(|e| e.to_string())?;
                println!("{}:", kept.display());
                differences.iter().for_each(|line| println!("  {line}"));
            }
            if tally.texts % 500 == 0 {
                tally.print(&format!("{}s up to seed {seed}", of.name()));
            }
        }
        tally.print(&format!("{}s", of.name()));
        right &= tally.different == 0 && tally.missing.is_empty();
    }
    Ok(right)
}

/// Runs both on one text. What differs, a line each.
fn one(
    args: &RandomModelsArgs,
    text: &str,
    file: &Path,
    tally: &mut Tally,
) -> Result<Vec<String>, String> {
    let limit = Duration::from_secs(args.timeout * 6 + 60);
    let cpu = Some(Duration::from_secs(args.timeout));
    let theirs = nusmv::ask(&args.nusmv, &["-dynamic"], file, limit, cpu)?;
    let source = source::read(text);
    let aligned = match &theirs.outcome {
        Outcome::Done => align(&source, &theirs.said, &KINDS)?,
        Outcome::Stopped => return Ok(skip(tally, "stopped")),
        Outcome::Refused(why) => return Ok(skip(tally, &without_place(why))),
    };
    for (said, &at) in theirs.said.iter().zip(&aligned) {
        let kind = source.claims[source.instances[at].claim].kind;
        *tally.theirs.entry((kind, said.answer.clone())).or_default() += 1;
    }
    let empty = no_executions(&source, &theirs, &aligned);
    tally.empty += usize::from(empty);
    if args.calibrate {
        return Ok(vec![]);
    }
    let words = ["check", "--format", "json", "--quiet"].map(String::from);
    let words = [&words, args.extra.as_slice()].concat();
    let ours = run_within(&executable(args.assay.as_deref()), &words, file, limit, cpu)?;
    Ok(differences(
        args, &source, &theirs, &aligned, empty, &ours, tally,
    ))
}

fn skip(tally: &mut Tally, why: &str) -> Vec<String> {
    *tally.skipped.entry(why.to_string()).or_default() += 1;
    vec![]
}

/// What NuSMV says of the last claim of CTL, which is `FALSE`.
fn no_executions(source: &Source, theirs: &Asked, aligned: &[usize]) -> bool {
    let of_ctl =
        |&(_, &at): &(_, &usize)| source.claims[source.instances[at].claim].kind == Kind::Ctl;
    let last = theirs.said.iter().zip(aligned).rfind(of_ctl);
    last.is_some_and(|(said, _)| said.answer == "true")
}

fn differences(
    args: &RandomModelsArgs,
    source: &Source,
    theirs: &Asked,
    aligned: &[usize],
    empty: bool,
    ours: &Run,
    tally: &mut Tally,
) -> Vec<String> {
    if ours.panicked() || ours.exit == Some(70) {
        let line = ours.stderr.lines().find(|l| !l.is_empty());
        return vec![format!(
            "BROKEN, exit {:?}: {}",
            ours.exit,
            line.unwrap_or_default()
        )];
    }
    let Some(json) = ours.json() else {
        let line = ours.stderr.lines().find(|l| l.contains("error"));
        return vec![format!("refused: {}", line.unwrap_or_default())];
    };
    let all = answers(&json);
    let properties = by_instance(source, &all);
    tally.unchecked += all.iter().filter(|a| !a.checked).count();
    let mut different = Vec::new();
    for (said, &at) in theirs.said.iter().zip(aligned) {
        let kind = source.claims[source.instances[at].claim].kind;
        let line = source.claims[source.instances[at].claim].line;
        let Some(property) = properties[at] else {
            *tally.missing.entry(kind).or_default() += 1;
            continue;
        };
        let answer = &property.answer;
        if let Answer::Unknown(reason) = answer {
            *tally.open.entry((kind, reason.clone())).or_default() += 1;
            if args.decided {
                different.push(format!("line {line}: `{}` is open: {reason}", said.formula));
            }
        } else if agrees(kind, empty, answer, &said.answer) {
            *tally.same.entry(kind).or_default() += 1;
        } else {
            let empty = if empty { " (no executions)" } else { "" };
            different.push(format!(
                "line {line}: {} `{}` is {answer:?} here, NuSMV says {}{empty}",
                property.name, said.formula, said.answer
            ));
        }
    }
    different
}

fn agrees(kind: Kind, empty: bool, answer: &Answer, theirs: &str) -> bool {
    match kind {
        Kind::Ctl if empty => *answer == Answer::Vacuous,
        Kind::Ctl => *answer != Answer::Vacuous && answer.word() == Some(theirs),
        Kind::Compute if empty => true,
        _ => answer.word() == Some(theirs),
    }
}

/// A message of NuSMV without the file, the line and names.
fn without_place(message: &str) -> String {
    let behind = message
        .rsplit_once("line ")
        .map_or(message, |(_, behind)| behind);
    let words = behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
    words.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_executions_claims_of_ctl_have_to_be_vacuous() {
        let all = [Answer::Holds, Answer::Fails, Answer::Vacuous];
        let agree = |kind, empty, theirs| all.clone().map(|a| agrees(kind, empty, &a, theirs));
        assert_eq!(agree(Kind::Ctl, true, "true"), [false, false, true]);
        assert_eq!(agree(Kind::Ctl, false, "true"), [true, false, false]);
        assert_eq!(agree(Kind::Ctl, false, "false"), [false, true, false]);
        assert_eq!(agree(Kind::Invariant, true, "true"), [true, false, true]);
        assert_eq!(agree(Kind::Invariant, true, "false"), [false, true, false]);
        assert!(agrees(
            Kind::Compute,
            false,
            &Answer::Value("3".into()),
            "3"
        ));
        assert!(!agrees(
            Kind::Compute,
            false,
            &Answer::Value("infinity".into()),
            "3"
        ));
    }

    #[test]
    fn messages_are_counted_without_their_places() {
        let message = "file /tmp/x.smv: line 3: cannot assign value 6 to variable x";
        assert_eq!(
            without_place(message),
            "cannot assign value 6 to variable x"
        );
    }

    #[test]
    fn the_same_seed_makes_the_same_text_and_each_claim_has_a_place() {
        for of in [Of::Models, Of::Structures] {
            for seed in 0..200 {
                let text = of.text(seed);
                assert_eq!(text, of.text(seed));
                let source = source::read(&text);
                let last = source.claims.iter().rfind(|c| c.kind == Kind::Ctl);
                assert_eq!(last.map(|c| c.text.as_str()), Some("FALSE"), "seed {seed}");
                assert!(source.instances.len() >= source.claims.len(), "seed {seed}");
            }
        }
    }
}
