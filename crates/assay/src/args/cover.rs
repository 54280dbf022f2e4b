//! `assay cover`, its gates, and results that are read again.

use std::path::PathBuf;

use assay_session::{CoverRequest, GateRequest, Killers, NarrowRequest};
use clap::{Args, ValueEnum};

use super::{EngineArgs, ModelArgs, ReportArgs, StoreArgs};
use crate::values::{factor, percent, ratio};

/// Makes small changes of the model (mutants) and shows those on which every property still holds
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay cover model.lus
  assay cover model.lus --killers one --no-explain     only the score, faster
  assay cover model.lus --in-diff change.patch         only the lines of a change
  assay cover model.lus --sample 200 --seed 7          an estimate with its confidence interval
  assay cover model.lus --mutators all --min-score 90
  assay cover model.smv --states busy                  states in which it is noticed that `busy` is wrong
  assay cover model.lus --list                         lists the mutants and decides nothing
  assay cover harness.c sut.c --sizes SIZE=1..5 --unwind SIZE+1     until one more kills nothing new
  assay cover model.lus --iterate                      after a new property: which more mutants it kills
  assay cover model.lus --format json --output result.json
  assay cover model.lus --report html=page.html --report sarif=survivors.sarif
  assay cover model.lus --fail-on new-survivors --baseline result.json

Survivors that are accepted are waived in assay.toml beside the model (or --config FILE):
  [[waiver]]
  fingerprint = \"0123456789abcdef\"     the mutant's, from the JSON
  element = \"89abcdef01234567\"         the hash of its element's text, from the JSON
  reason = \"the lamp may be on\"
A waived survivor is not listed any more, but it stays in the score. When the text of its element changes, the waiver is void.")]
pub struct CoverArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Measure at growing values of a name of the model (SIZE=1..5), until one more kills nothing new. Options of the language
    /// may depend on it: --unwind SIZE+1
    #[arg(
        long,
        value_name = "NAME=FIRST..LAST",
        conflicts_with_all = ["list", "core", "sample", "accuracy", "budget_ratio", "against", "iterate"]
    )]
    pub sizes: Option<String>,
    /// Find all properties that kill a mutant, or stop at the first one, which is faster
    #[arg(long, value_enum, default_value_t = KillersArg::All)]
    pub killers: KillersArg,
    /// Multiply the effort that one question and one mutant may take, for mutants that stay undecided although there is time
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    pub effort: f64,
    /// Do not look for executions on which survivors differ, nor for proofs that they are equivalent
    #[arg(long)]
    pub no_explain: bool,
    /// List the mutants and decide nothing, as `assay mutants` does
    #[arg(long)]
    pub list: bool,
    /// Make no mutants, but say in which states the CTL formulas notice that this Boolean signal is wrong
    #[arg(long, value_name = "SIGNAL", conflicts_with_all = ["list", "sizes"])]
    pub states: Option<String>,
    /// What else to measure: which mutants the automatically generated invariants notice
    #[arg(long, value_enum, value_name = "WHAT")]
    pub against: Option<AgainstArg>,
    /// Stop when the mutants have taken R times as long as the proof
    #[arg(long, value_name = "R", value_parser = ratio)]
    pub budget_ratio: Option<f64>,
    /// Decide only mutants that no earlier run has killed
    #[arg(long, conflicts_with = "no_store")]
    pub iterate: bool,
    /// For C: also say which mutants have the object code of the original or of each other (`cc -O2`); a hint, no verdict, because undefined
    /// behaviour can fool a compiler
    #[arg(long)]
    pub tce: bool,
    /// The mutators: names, or the groups `paper`, `more` and `all`, separated by commas
    #[arg(long, value_name = "NAMES", default_value = "paper")]
    pub mutators: String,
    #[command(flatten)]
    pub narrow: NarrowArgs,
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub gates: GateArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

impl CoverArgs {
    pub fn request(&self) -> CoverRequest {
        CoverRequest {
            engine: self.engine.options(),
            mutators: self.mutators.clone(),
            killers: match self.killers {
                KillersArg::All => Killers::All,
                KillersArg::One => Killers::One,
            },
            effort: self.effort,
            explain: !self.no_explain,
            against_invariants: self.against == Some(AgainstArg::Invariants),
            budget_ratio: self.budget_ratio,
            iterate: self.iterate,
            compare_code: self.tce,
            narrow: NarrowRequest {
                core: self.narrow.core,
                in_diff: self.narrow.in_diff.clone(),
                sample: self.narrow.sample,
                seed: self.narrow.seed,
                accuracy: self.narrow.accuracy,
            },
            gates: GateRequest {
                min_score: self.gates.min_score,
                no_new_survivors: self.gates.fail_on.contains(&FailOn::NewSurvivors),
                baseline: self.gates.baseline.clone(),
            },
            store: self.store.directory(),
            provenance: self.report.shows_run(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AgainstArg {
    Invariants,
}

/// Which of the mutants are looked at. What is left out is counted in the report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fewer mutants")]
pub struct NarrowArgs {
    /// Use only mutants of elements that the proof needs: those of one minimal core
    #[arg(long)]
    pub core: bool,
    /// Use only mutants on lines that a unified diff adds or changes
    #[arg(long, value_name = "FILE")]
    pub in_diff: Option<PathBuf>,
    /// Use a random sample of N mutants; the result has a confidence interval for the score
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// The seed of the random sample
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Stop when this percentage of the mutants is decided, or when the result of --min-score is certain; the score is then
    /// an interval
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub accuracy: Option<f64>,
}

/// Conditions on the result. None passes where undecided mutants may change that, or on a result that was cut short.
#[derive(Debug, Args)]
#[command(next_help_heading = "Gates")]
pub struct GateArgs {
    /// Exit with code 1 if the score is below this percentage
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_score: Option<f64>,
    /// Exit with code 1 if there are survivors that the result named by --baseline does not have
    #[arg(long, value_enum, value_name = "WHAT", requires = "baseline")]
    pub fail_on: Vec<FailOn>,
    /// An earlier result, in JSON, to compare with
    #[arg(long, value_name = "FILE", requires = "fail_on")]
    pub baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    NewSurvivors,
}

/// Converts a result of `assay cover` into another format
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay report result.json
  assay report result.json --format html --output page.html
  assay report result.json --report sarif=survivors.sarif --report junit=tests.xml --output summary.txt")]
pub struct StoredArgs {
    /// A file that `assay cover --format json` has written
    pub result: PathBuf,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KillersArg {
    All,
    One,
}
