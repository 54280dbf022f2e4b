//! The command line as it is typed. What it means is the business of `commands`.

use std::path::PathBuf;

use assay_lustre::Dialect;
use assay_system::EngineName;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::exit;
use crate::front::Breaks;

#[derive(Debug, Parser)]
#[command(
    name = "assay",
    version,
    about = "Proves or refutes the properties of a model, and hands out evidence that can be checked",
    after_help = exit::table(),
    propagate_version = true
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Global {
    /// When to use colours; `auto` honours NO_COLOR and uses none where the output is no terminal
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// No progress, warnings or notes on standard error; errors are still shown
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The formats of most commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct FormatArgs {
    /// How the result is written to standard output; the JSON is described by docs/schema/result.json
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// Where coverage is reported, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ReportArgs {
    /// How the result is written: for people, as JSON (docs/schema/result.json) that `assay report` reads, as a page to
    /// browse, for the viewers of Stryker, for code scanning, for build servers, or as a summary for a pull request
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Write the result to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write the result in this format to this file; may be given several times
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report)]
    pub reports: Vec<(ReportFormat, PathBuf)>,
    /// In text, show every mutant with its evidence, not only what is to be read
    #[arg(long)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
    // Comments, not documentation: clap would turn the whole help into its long form.
    // One page that needs nothing else.
    Html,
    // The report of mutation-testing-elements, which Stryker's viewers read.
    Stryker,
    // SARIF 2.1.0: the survivors, for code scanning.
    Sarif,
    // JUnit XML: properties and gates as test cases.
    Junit,
    // Markdown: a summary for a pull request.
    Md,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Check(CheckArgs),
    Core(CoreArgs),
    Cover(CoverArgs),
    Explain(ExplainArgs),
    Mutants(MutantsArgs),
    Report(StoredArgs),
    Simulate(SimulateArgs),
    Solvers(SolversArgs),
}

impl Command {
    /// Whether the result on standard output is JSON. Commands that report coverage choose for themselves.
    pub fn wants_json(&self) -> bool {
        let format = match self {
            Command::Check(args) => args.format,
            Command::Core(args) => args.format,
            Command::Explain(args) => args.format,
            Command::Mutants(args) => args.format,
            Command::Simulate(args) => args.format,
            Command::Solvers(args) => args.format,
            Command::Cover(args) => return args.list && args.report.format == ReportFormat::Json,
            Command::Report(_) => return false,
        };
        format.format == Format::Json
    }
}

/// Lists the solvers that were found, and what each is used for
#[derive(Debug, Args)]
pub struct SolversArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What every command that reads a model needs.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// A Lustre file, or a circuit in AIGER (.aag, .aig), BTOR2 (.btor2, .btor) or Verilog (.sv, .v)
    pub file: PathBuf,
    /// The main node (default: the one marked `--%MAIN`, else the last)
    #[arg(long, value_name = "NODE")]
    pub main: Option<String>,
    /// The dialect: `jkind` or `kind2` (default: what the file looks like)
    #[arg(long)]
    pub dialect: Option<Dialect>,
    /// The module at the top of a Verilog file (default: the one that no other uses)
    #[arg(long, value_name = "MODULE")]
    pub top: Option<String>,
}

/// Which engines run, and for how long.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Only this property; may be given several times
    #[arg(long = "property", value_name = "NAME")]
    pub properties: Vec<String>,
    /// Only this engine; may be given several times
    #[arg(long = "engine", value_name = "ENGINE", value_parser = engine)]
    pub engines: Vec<EngineName>,
    /// How many engines work at the same time (default: one for each processor, at least 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    /// Stop after so much solver effort, so that the run can be repeated; implies --deterministic
    #[arg(long, value_name = "N")]
    pub budget: Option<u64>,
    /// Engines take turns in a fixed order: the same input gives the same evidence
    #[arg(long)]
    pub deterministic: bool,
    /// Greatest depth for BMC and k-induction
    #[arg(long, value_name = "K", default_value_t = 1000)]
    pub max_k: u32,
    /// Do not check certificates (traces are always replayed)
    #[arg(long)]
    pub no_certify: bool,
}

/// Proves or refutes every property of a model
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay check model.lus
  assay check model.lus --property safe --engine k-induction --timeout 60
  assay check model.lus --format json > result.json
  assay check model.lus --trace-format vcd --trace-dir traces
  assay check model.lus --save lemmas.smt2     then: --advice lemmas.smt2")]
pub struct CheckArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Let k-induction assume that the states of its step case are pairwise different, on models with finitely many
    /// states; a proof that needs it says so
    #[arg(long)]
    pub simple_path: bool,
    /// Make counterexamples smooth: of the shortest ones, one in which inputs change least often
    #[arg(long)]
    pub smooth: bool,
    /// Write the lemmas that were proved to a file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Offer the lemmas of a file, written by --save, to the engines; they are proved again before they are used
    #[arg(long, value_name = "FILE")]
    pub advice: Option<PathBuf>,
    /// Write evidence about a circuit for other tools to files in this directory: counterexamples as AIGER or BTOR2 witnesses,
    /// proofs of AIGER circuits as witness circuits
    #[arg(long, value_name = "DIR")]
    pub witness: Option<PathBuf>,
    /// How counterexamples are written; vcd is for waveform viewers
    #[arg(long, value_enum, default_value_t = TraceFormat::Table)]
    pub trace_format: TraceFormat,
    /// Write counterexamples to files in this directory instead, one for each violated property
    #[arg(long, value_name = "DIR")]
    pub trace_dir: Option<PathBuf>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Says which elements of a model the proofs of its properties need
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay core model.lus
  assay core model.lus --all --property safe
  assay core model.lus --all --elements all --format json")]
pub struct CoreArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Find all minimal cores, and with them MAY (their union) and MUST (their intersection)
    #[arg(long)]
    pub all: bool,
    /// Stop after so many minimal cores
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    pub limit: usize,
    /// What counts as an element: what is assigned, or also each binding of a parameter at a call,
    /// where calls with equal arguments are one
    #[arg(long, value_enum, default_value_t = Elements::Equations)]
    pub elements: Elements,
    /// What a core may leave out: elements, or assertions too
    #[arg(long, value_enum, default_value_t = CoresOver::Elements)]
    pub cores_over: CoresOver,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Breaks the model in small ways and says which breaks no property notices
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay cover model.lus
  assay cover model.lus --killers one --no-explain     only the score, fast
  assay cover model.lus --in-diff change.patch         what a change brought in
  assay cover model.lus --sample 200 --seed 7          an estimate with its interval
  assay cover model.lus --mutators all --min-score 90
  assay cover model.lus --list                         the mutants, nothing run
  assay cover model.lus --iterate                      after a new property: what it adds
  assay cover model.lus --format json --output result.json
  assay cover model.lus --report html=page.html --report sarif=survivors.sarif
  assay cover model.lus --fail-on new-survivors --baseline result.json

Survivors that are accepted are waived in assay.toml beside the model (or --config FILE):
  [[waiver]]
  fingerprint = \"0123456789abcdef\"     the mutant's, from the JSON
  element = \"89abcdef01234567\"         the hash of its element's text, from the JSON
  reason = \"the lamp may be on\"
A waived survivor leaves the list of survivors and stays in the score. When the element's text changes, the waiver is void.")]
pub struct CoverArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// All properties that kill a mutant, or one, which is faster
    #[arg(long, value_enum, default_value_t = KillersArg::All)]
    pub killers: KillersArg,
    /// Do not look for differences of survivors, nor for equivalence
    #[arg(long)]
    pub no_explain: bool,
    /// List the mutants and run nothing, as `assay mutants` does
    #[arg(long)]
    pub list: bool,
    /// What else to measure: which elements the automatically generated invariants constrain
    #[arg(long, value_enum, value_name = "WHAT")]
    pub against: Option<AgainstArg>,
    /// Stop once the mutants have taken so many times as long as the proof
    #[arg(long, value_name = "R", value_parser = ratio)]
    pub budget_ratio: Option<f64>,
    /// Ask only about mutants that are not known to be killed
    #[arg(long, conflicts_with = "no_store")]
    pub iterate: bool,
    #[command(flatten)]
    pub breaks: BreakArgs,
    #[command(flatten)]
    pub narrow: NarrowArgs,
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub gates: GateArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AgainstArg {
    Invariants,
}

/// Which of the mutants are looked at. What is left out is counted in the report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fewer mutants")]
pub struct NarrowArgs {
    /// Only elements that the proof needs: those of one minimal core
    #[arg(long)]
    pub core: bool,
    /// Only mutants on lines that a unified diff adds or changes
    #[arg(long, value_name = "FILE")]
    pub in_diff: Option<PathBuf>,
    /// A random sample of so many mutants; the score gets a confidence interval
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// Which sample
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Stop once this per cent of the mutants is decided, or once --min-score is settled; the score is an interval then
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub accuracy: Option<f64>,
}

/// What is broken, and how.
#[derive(Debug, Args)]
pub struct BreakArgs {
    /// Which mutators: names or the groups `paper`, `more`, `all`, separated by commas
    #[arg(long, value_name = "NAMES", default_value = "paper")]
    pub mutators: String,
    #[command(flatten)]
    pub circuit: CircuitArgs,
}

impl BreakArgs {
    pub fn breaks(&self) -> Breaks {
        Breaks {
            mutators: self.mutators.clone(),
            circuit: self.circuit,
        }
    }
}

/// What is broken in a circuit
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Circuits")]
pub struct CircuitArgs {
    /// What is broken: registers, which is the default, gates, or both
    #[arg(long, value_enum, value_name = "WHICH")]
    pub nodes: Option<NodesArg>,
    /// Where a register is cut: at its next-state function, so that its initial value stays, which is the default, or at its
    /// output, so that everything reads the changed value from the first step on
    #[arg(long, value_enum, value_name = "WHERE")]
    pub cut: Option<CutArg>,
    /// Break each bit of a word alone
    #[arg(long)]
    pub bits: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NodesArg {
    Registers,
    Gates,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CutArg {
    Next,
    Output,
}

impl CircuitArgs {
    /// A flag that was given.
    pub fn given(&self) -> Option<&'static str> {
        match (self.nodes, self.cut, self.bits) {
            (Some(_), _, _) => Some("--nodes"),
            (None, Some(_), _) => Some("--cut"),
            (None, None, true) => Some("--bits"),
            (None, None, false) => None,
        }
    }

    /// What names the same mutants again.
    pub fn words(&self) -> Vec<String> {
        let cut = match self.cut {
            Some(CutArg::Output) => vec!["--cut".to_string(), "output".into()],
            _ => vec![],
        };
        let bits = self.bits.then(|| "--bits".to_string());
        cut.into_iter().chain(bits).collect()
    }
}

/// Results of earlier runs
#[derive(Debug, Args)]
#[command(next_help_heading = "Store")]
pub struct StoreArgs {
    /// Where results are kept and found again; losing it costs time only
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".assay",
        conflicts_with = "no_store"
    )]
    pub store: PathBuf,
    /// Neither keep results nor use those of earlier runs
    #[arg(long)]
    pub no_store: bool,
}

/// Conditions on the result. None passes on a result that is incomplete, unless it ended because the gate was settled.
#[derive(Debug, Args)]
#[command(next_help_heading = "Gates")]
pub struct GateArgs {
    /// A score below this per cent is a finding (exit code 1)
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub min_score: Option<f64>,
    /// What else is a finding: survivors that the result named by --baseline does not have
    #[arg(long, value_enum, value_name = "WHAT", requires = "baseline")]
    pub fail_on: Vec<FailOn>,
    /// An earlier result in JSON to compare with
    #[arg(long, value_name = "FILE", requires = "fail_on")]
    pub baseline: Option<PathBuf>,
    /// Waivers (default: `assay.toml` beside the model, if it is there)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl GateArgs {
    /// The score that is wanted, if nothing else is.
    pub fn only_score(&self) -> Option<f64> {
        self.min_score.filter(|_| self.fail_on.is_empty())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    NewSurvivors,
}

/// Shows one mutant: the change, the verdict and the evidence
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay explain model.lus 7:12:or2left
  assay explain model.lus 7:12:or2left --vcd difference.vcd")]
pub struct ExplainArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Which one: its id, as `assay mutants` lists it
    pub mutant: String,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Write the execution for a waveform viewer: of a survivor original and mutant side by side
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
    #[command(flatten)]
    pub circuit: CircuitArgs,
    #[command(flatten)]
    pub format: FormatArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

/// Lists the mutants of a model and runs nothing
#[derive(Debug, Args)]
pub struct MutantsArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub breaks: BreakArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Turns a stored result of `assay cover` into another format
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay report result.json
  assay report result.json --format html --output page.html
  assay report result.json --report sarif=survivors.sarif --report junit=tests.xml --output summary.txt")]
pub struct StoredArgs {
    /// What `assay cover --format json` has written
    pub result: PathBuf,
    #[command(flatten)]
    pub report: ReportArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KillersArg {
    All,
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Elements {
    Equations,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoresOver {
    Elements,
    All,
}

/// Runs a model on given or random inputs
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay simulate model.lus --inputs inputs.csv
  assay simulate model.lus --random --steps 20 --seed 7
  assay simulate model.lus --random --trace-format vcd > wave.vcd

An input file has a header with names of inputs and a line for each step. Columns that name other variables of the
model, and a column `step`, are ignored, so that a trace written as CSV can be run again.")]
pub struct SimulateArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub source: StimulusArgs,
    /// How many steps (default: as many as the input file has, or 10)
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    /// Seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// How the trace is written; vcd is for waveform viewers
    #[arg(long, value_enum, default_value_t = TraceFormat::Table)]
    pub trace_format: TraceFormat,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct StimulusArgs {
    /// Inputs from a CSV file
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    /// Random inputs
    #[arg(long)]
    pub random: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Table,
    Csv,
    Vcd,
}

fn report(text: &str) -> Result<(ReportFormat, PathBuf), String> {
    let (format, file) = text
        .split_once('=')
        .ok_or("a format and a file are needed, such as md=summary.md")?;
    if file.is_empty() {
        return Err(format!("`{format}=` names no file"));
    }
    let format = ReportFormat::from_str(format, false).map_err(|_| {
        let all = ReportFormat::value_variants().iter();
        let names: Vec<String> = all
            .filter_map(|v| v.to_possible_value())
            .map(|v| v.get_name().to_string())
            .collect();
        format!("the formats are {}", names.join(", "))
    })?;
    Ok((format, PathBuf::from(file)))
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (0.0..=100.0).contains(&p) => Ok(p),
        _ => Err("a number from 0 to 100 is needed".to_string()),
    }
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(r) if r.is_finite() && r >= 0.0 => Ok(r),
        _ => Err("a number that is not negative is needed".to_string()),
    }
}

fn engine(text: &str) -> Result<EngineName, String> {
    EngineName::ALL
        .into_iter()
        .find(|e| e.as_str() == text)
        .ok_or_else(|| {
            let names: Vec<&str> = EngineName::ALL.iter().map(|e| e.as_str()).collect();
            format!("the engines are {}", names.join(", "))
        })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // More than a year is no limit, and more than u64 seconds is no duration.
        Ok(s) if s > 0.0 && s <= 1e9 => Ok(s),
        _ => Err("a positive number of seconds is needed".to_string()),
    }
}
