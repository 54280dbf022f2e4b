//! The command line as it is typed. What it means is the business of `commands`.

use std::path::PathBuf;
use std::sync::Arc;

use assay_language::Given;
use assay_session::{
    CONFIG_FILE, CheckRequest, Config, CoreRequest, CoverRequest, EngineOptions, ExplainRequest,
    GateRequest, Killers, ModelRequest, NarrowRequest,
};
use assay_system::EngineName;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use crate::values::{engine, factor, percent, ratio, report, seconds, size};

#[derive(Debug, Parser)]
#[command(
    name = "assay",
    version,
    about = "Measures how much of a verified model its properties cover, and proves the properties with evidence that can be checked",
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
    /// When to use colours; `auto` means: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
    /// Do not print progress, warnings and notes; errors are still printed
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// How much is read of standard input, a pipe or a device, in bytes or with K, M or G; more is refused
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, hide = true, default_value = "256M")]
    pub max_input: u64,
}

/// As if nothing was typed.
impl Default for Global {
    fn default() -> Global {
        Global {
            color: When::Auto,
            quiet: false,
            max_input: 256 << 20,
        }
    }
}

/// The formats of most commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct FormatArgs {
    /// The format of the result on standard output; docs/schema/result.json describes the JSON
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
    /// The format of the result: text for a terminal; JSON, which `assay report` reads (docs/schema/result.json); an HTML page;
    /// Stryker's JSON; SARIF for code scanning; JUnit for build servers; Markdown for a pull request
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Write the result to this file, not to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write the result to this file, in this format; can be repeated
    #[arg(
        long = "report",
        value_name = "FORMAT=FILE",
        value_parser = report,
        value_hint = ValueHint::FilePath
    )]
    pub reports: Vec<(ReportFormat, PathBuf)>,
    /// In text, also show every mutant with its evidence, and tables of elements, operators and stages
    #[arg(long)]
    pub verbose: bool,
    /// In text, first list the mutants in this order: survivors, then the kills that took most
    #[arg(long, value_enum, value_name = "ORDER")]
    pub sort: Option<Sort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    Strength,
}

impl ReportArgs {
    /// The files that are written.
    fn files(&self) -> Vec<&PathBuf> {
        let reports = self.reports.iter().map(|(_, file)| file);
        reports.chain(&self.output).collect()
    }

    /// Whether some format is written that shows when and with what the result was made.
    pub fn shows_run(&self) -> bool {
        let mut formats = self.reports.iter().map(|(format, _)| *format);
        self.format != ReportFormat::Text || formats.any(|f| f != ReportFormat::Text)
    }
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
    Init(InitArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// What says which model is meant, of a command that reads one.
    pub fn model_mut(&mut self) -> Option<&mut ModelArgs> {
        match self {
            Command::Check(args) => Some(&mut args.model),
            Command::Core(args) => Some(&mut args.model),
            Command::Cover(args) => Some(&mut args.model),
            Command::Explain(args) => Some(&mut args.model),
            Command::Mutants(args) => Some(&mut args.model),
            Command::Simulate(args) => Some(&mut args.model),
            Command::Report(_)
            | Command::Solvers(_)
            | Command::Init(_)
            | Command::Completions(_)
            | Command::Man(_) => None,
        }
    }

    /// The files that it reads, and those that it writes.
    pub fn files(&self) -> (Vec<&PathBuf>, Vec<&PathBuf>) {
        match self {
            Command::Check(args) => (
                args.model.files.iter().collect(),
                args.save.iter().collect(),
            ),
            Command::Core(args) => (args.model.files.iter().collect(), vec![]),
            Command::Cover(args) => (args.model.files.iter().collect(), args.report.files()),
            Command::Explain(args) => {
                (args.model.files.iter().collect(), args.vcd.iter().collect())
            }
            Command::Mutants(args) => (
                args.model.files.iter().collect(),
                args.output.iter().collect(),
            ),
            Command::Report(args) => (vec![&args.result], args.report.files()),
            Command::Simulate(args) => (args.model.files.iter().collect(), vec![]),
            _ => (vec![], vec![]),
        }
    }

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
            Command::Report(_) | Command::Init(_) | Command::Completions(_) | Command::Man(_) => {
                return false;
            }
        };
        format.format == Format::Json
    }
}

/// Lists the solvers that were found, and what each is used for
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay solvers
  ASSAY_Z3=/opt/z3/bin/z3 assay solvers     with another z3")]
pub struct SolversArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Writes a configuration file in which every option is explained and commented out
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay init                            assay.toml, for models in this directory
  assay init models/assay.toml          for models in another one
  assay init every-option.toml          to copy from

`assay.toml` beside the first file of a model gives options that are not typed, and waivers.")]
pub struct InitArgs {
    /// The file to write
    #[arg(value_name = "FILE", default_value = CONFIG_FILE)]
    pub file: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
}

/// Prints a script with which a shell completes commands and options
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay completions bash > ~/.local/share/bash-completion/completions/assay
  assay completions zsh > ~/.local/share/zsh/site-functions/_assay     a directory of fpath
  assay completions fish > ~/.config/fish/completions/assay.fish

`make install` installs those of bash, zsh and fish.")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Writes manual pages: one for assay, one for each command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay man ~/.local/share/man/man1     then: man assay-cover

`make install` installs them.")]
pub struct ManArgs {
    /// The directory to write them to; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

/// What every command that reads a model needs.
#[derive(Clone, Debug, Args)]
pub struct ModelArgs {
    // Its help lists the languages, and a list of files may stand in its place: see `language_options`.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The main node of a Lustre file (default: the one marked `--%MAIN`, else the last), the module at the top of a circuit
    /// (default: the one that no other uses), the function of a C program that is checked (default: `main`), or the module of a
    /// specification (default: the last that no other imports)
    #[arg(long, value_name = "NAME", visible_aliases = ["top", "function", "module"])]
    pub main: Option<String>,
    /// A file with further properties over the variables of the model: lines `NAME: CTLSPEC FORMULA;` and `NAME: INVARSPEC EXPRESSION;`
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
    // Its values are the names of the languages: see `language_options`.
    /// The language of the model (default: what the name of the file says)
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// The file with options, changes and waivers (default: `assay.toml` beside the first file of the model, if it exists)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Options of the language that were typed.
    #[arg(skip)]
    pub given: Given,
    /// Options of languages that the configuration file has.
    #[arg(skip)]
    pub defaults: Given,
    /// What was read of the file with options and waivers.
    #[arg(skip)]
    pub configured: Arc<Config>,
}

impl ModelArgs {
    pub fn request(&self) -> ModelRequest {
        ModelRequest {
            paths: self.files.clone(),
            language: self.language.clone(),
            main: self.main.clone(),
            spec: self.spec.clone(),
            given: self.given.clone(),
            defaults: self.defaults.clone(),
            config: Some(self.configured.clone()),
        }
    }
}

/// Which engines run, and for how long.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// Use only this property; can be repeated
    #[arg(long = "property", value_name = "NAME")]
    pub properties: Vec<String>,
    /// Use only this engine; can be repeated
    #[arg(long = "engine", value_name = "ENGINE", value_parser = engine)]
    pub engines: Vec<EngineName>,
    /// How many engines run at the same time (default: the number of processors, at least 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    /// Stop after this much solver effort; unlike a time limit it gives the same result each time. Implies --deterministic
    #[arg(long, value_name = "N")]
    pub budget: Option<u64>,
    /// Let the engines take turns in a fixed order, so that the same input gives the same evidence
    #[arg(long)]
    pub deterministic: bool,
    /// The greatest depth of BMC and k-induction
    #[arg(long, value_name = "K", default_value_t = 1000)]
    pub max_k: u32,
    /// Nodes that decision diagrams may have at a time, about 32 bytes each (default: 30000000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub bdd_nodes: Option<u32>,
    /// Do not check certificates with a second solver (traces are always replayed)
    #[arg(long)]
    pub no_certify: bool,
}

impl EngineArgs {
    pub fn options(&self) -> EngineOptions {
        EngineOptions {
            properties: self.properties.clone(),
            engines: self.engines.clone(),
            jobs: self.jobs,
            timeout: self.timeout,
            budget: self.budget,
            deterministic: self.deterministic,
            max_k: self.max_k,
            bdd_nodes: self.bdd_nodes.map(|n| n as usize),
            certify: !self.no_certify,
        }
    }
}

/// Whom else to ask.
#[derive(Clone, Debug, Args)]
pub struct OpinionArgs {
    /// For C: ask an installed CBMC (`cbmc`, or the path of its program) about the same checks, and compare; exit code 1 if it says
    /// something else
    #[arg(long = "second-opinion", value_name = "TOOL")]
    pub tool: Option<String>,
}

/// Proves or refutes every property of a model
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay check model.lus
  assay check model.lus --property safe --engine k-induction --timeout 60
  assay check model.lus --format json > result.json
  assay check model.lus --trace-format vcd --trace-dir traces
  assay check model.lus --save lemmas.smt2     then: --advice lemmas.smt2
  assay check model.smv --trace-format svg --trace-dir pictures     trees of counterexamples as pictures
  assay check model.smv --stats                                     how many states there are
  assay check model.smv --at 'state = busy' --formula 'AF done'     a formula at a state
  assay check model.smv --show-labels --formula 'E[p U q]'          which states get which labels, round by round",
    group = ArgGroup::new("about").args(["at", "show_labels"]).multiple(true))]
pub struct CheckArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// On finite models, let k-induction assume that the states of its step case are pairwise different; a proof that
    /// needs this says so
    #[arg(long)]
    pub simple_path: bool,
    /// Accept assumptions that contradict each other: properties that hold only because every execution ends are reported as
    /// vacuous, but are no finding
    #[arg(long)]
    pub allow_vacuous: bool,
    /// Among the shortest counterexamples, show one in which the inputs change least often
    #[arg(long)]
    pub smooth: bool,
    /// Write the proved lemmas to a file
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Read lemmas from a file that --save wrote; each is proved again before it is used
    #[arg(long, value_name = "FILE")]
    pub advice: Option<PathBuf>,
    /// Write evidence about a circuit to files in this directory, for other tools: counterexamples as AIGER or BTOR2
    /// witnesses, proofs of AIGER circuits as witness circuits
    #[arg(long, value_name = "DIR")]
    pub witness: Option<PathBuf>,
    /// Count states: initial, reachable and fair ones, the diameter, and the nodes of the decision diagrams
    #[arg(long)]
    pub stats: bool,
    /// Ask about this formula of CTL in the place of the properties
    #[arg(
        long,
        value_name = "FORMULA",
        requires = "about",
        conflicts_with = "properties"
    )]
    pub formula: Option<String>,
    /// The state at which the formula is asked about: values of state variables, as in `x = 1, y = true`; variables that are not
    /// named may have any value
    #[arg(long, value_name = "STATE", requires = "formula")]
    pub at: Option<String>,
    /// Label the states with the parts of the formula, or of each CTL property, and show the labels of each round; for models of
    /// few states
    #[arg(long)]
    pub show_labels: bool,
    /// The format of counterexamples and examples; vcd is for waveform viewers, c is a program in C that fails in the same way, dot
    /// is for Graphviz, svg is a picture
    #[arg(long, value_enum, default_value_t = TraceFormat::Table)]
    pub trace_format: TraceFormat,
    /// Write counterexamples and examples to files in this directory, one for each property that has one
    #[arg(long, value_name = "DIR")]
    pub trace_dir: Option<PathBuf>,
    #[command(flatten)]
    pub opinion: OpinionArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

impl CheckArgs {
    pub fn request(&self, provenance: bool) -> CheckRequest {
        CheckRequest {
            engine: self.engine.options(),
            simple_path: self.simple_path,
            allow_vacuous: self.allow_vacuous,
            smooth: self.smooth,
            lemmas: self.save.is_some(),
            advice: self.advice.clone(),
            witnesses: self.witness.is_some(),
            second_opinion: self.opinion.tool.clone(),
            programs: self.trace_format == TraceFormat::C,
            stats: self.stats,
            formula: self.formula.clone(),
            at: self.at.clone(),
            labels: self.show_labels,
            provenance,
        }
    }
}

/// Finds the elements of a model that the proofs of its properties need
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
    /// Find all minimal cores, their union (MAY) and their intersection (MUST)
    #[arg(long)]
    pub all: bool,
    /// Stop after this many minimal cores
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    pub limit: usize,
    /// What is an element: each assigned variable, or also each parameter of each call; calls with equal arguments then
    /// count once
    #[arg(long, value_enum, default_value_t = Elements::Equations)]
    pub elements: Elements,
    /// What a core may leave out: only elements, or also assertions
    #[arg(long, value_enum, default_value_t = CoresOver::Elements)]
    pub cores_over: CoresOver,
    #[command(flatten)]
    pub format: FormatArgs,
}

impl CoreArgs {
    pub fn request(&self, provenance: bool) -> CoreRequest {
        CoreRequest {
            engine: self.engine.options(),
            all: self.all,
            limit: self.limit,
            elements: match self.elements {
                Elements::Equations => assay_session::Elements::Equations,
                Elements::All => assay_session::Elements::All,
            },
            cores_over: match self.cores_over {
                CoresOver::Elements => assay_session::CoresOver::Elements,
                CoresOver::All => assay_session::CoresOver::All,
            },
            provenance,
        }
    }
}

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

/// Results of earlier runs
#[derive(Debug, Args)]
#[command(next_help_heading = "Store")]
pub struct StoreArgs {
    /// The directory in which results are stored and found again; deleting it loses only time
    #[arg(
        long,
        value_name = "DIR",
        default_value = ".assay",
        conflicts_with = "no_store"
    )]
    pub store: PathBuf,
    /// Do not store results, and do not use stored ones
    #[arg(long)]
    pub no_store: bool,
}

impl StoreArgs {
    fn directory(&self) -> Option<PathBuf> {
        (!self.no_store).then(|| self.store.clone())
    }
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

/// Shows one mutant: the change, the verdict and the evidence
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:
  assay explain model.lus 7:12:or2left
  assay explain model.lus 7:12:or2left --vcd difference.vcd
  assay explain top.sv alu.sv count:nondet             the mutant comes last

MUTANT is the id of the mutant, as `assay mutants` lists it.",
    override_usage = "assay explain [OPTIONS] <FILE>... <MUTANT>"
)]
pub struct ExplainArgs {
    /// The last of the files is the id of the mutant.
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Multiply the effort that one question and one mutant may take, for mutants that stay undecided although there is time
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    pub effort: f64,
    /// Write the execution for a waveform viewer; for a survivor, original and mutant side by side
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
    /// Of a program in C: also show an execution of a killed mutant that runs the changed code, satisfies everything and ends; of a
    /// survivor it is always shown
    #[arg(long)]
    pub passing: bool,
    /// Of a program in C: a condition on what such an execution leaves behind, over globals and the variables of the entry
    /// function, such as `size != 1`; can be repeated
    #[arg(long, value_name = "EXPRESSION")]
    pub require: Vec<String>,
    /// How executions are written; c is a program in C that does the same
    #[arg(long, value_enum, default_value_t = ExplainFormat::Table)]
    pub trace_format: ExplainFormat,
    #[command(flatten)]
    pub opinion: OpinionArgs,
    #[command(flatten)]
    pub format: FormatArgs,
    #[command(flatten)]
    pub store: StoreArgs,
}

impl ExplainArgs {
    /// The model, and the id of the mutant. None where one of them is missing.
    pub fn split(&self) -> Option<(ModelArgs, String)> {
        let mut model = self.model.clone();
        // Where the last one is a file, the mutant was forgotten.
        let mutant = model.files.pop().filter(|last| !last.is_file())?;
        let named = !model.files.is_empty() || model.given.iter().next().is_some();
        named.then(|| (model, mutant.to_string_lossy().into_owned()))
    }

    pub fn request(&self, mutant: String, provenance: bool) -> ExplainRequest {
        ExplainRequest {
            engine: self.engine.options(),
            mutant,
            second_opinion: self.opinion.tool.clone(),
            effort: self.effort,
            passing: self.passing,
            required: self.require.clone(),
            programs: self.trace_format == ExplainFormat::C,
            store: self.store.directory(),
            provenance,
        }
    }
}

/// Lists the mutants of a model and decides nothing
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay mutants model.lus
  assay mutants model.lus --mutators all --format json
  assay mutants model.lus --mutators and2left,const
  assay mutants model.lus --write 7:12:or2left --output mutant.lus     for another tool to check")]
pub struct MutantsArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// The mutators: names, or the groups `paper`, `more` and `all`, separated by commas
    #[arg(long, value_name = "NAMES", default_value = "paper")]
    pub mutators: String,
    #[command(flatten)]
    pub format: FormatArgs,
    /// Write this mutant as a model of its own, in the language of the model; a circuit is written as BTOR2 if the name of
    /// the output file ends with .btor2
    #[arg(
        long,
        value_name = "ID",
        conflicts_with = "format",
        help_heading = "Output"
    )]
    pub write: Option<String>,
    /// Write the mutant to this file, not to standard output
    #[arg(
        long,
        short,
        value_name = "FILE",
        requires = "write",
        help_heading = "Output"
    )]
    pub output: Option<PathBuf>,
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

An input file has a header with the names of inputs, and one line for each step. A column `step` and columns of other
variables are ignored, so a trace that was written as CSV can be run again.")]
pub struct SimulateArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    #[command(flatten)]
    pub source: StimulusArgs,
    /// The number of steps (default: as many as the input file has, or 10)
    #[arg(long, value_name = "N")]
    pub steps: Option<usize>,
    /// The seed of the random inputs
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// The format of the trace; vcd is for waveform viewers, dot is for Graphviz, svg is a picture
    #[arg(long, value_enum, default_value_t = TraceFormat::Table)]
    pub trace_format: TraceFormat,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct StimulusArgs {
    /// Read the inputs from a CSV file
    #[arg(long, value_name = "FILE")]
    pub inputs: Option<PathBuf>,
    /// Use random inputs
    #[arg(long)]
    pub random: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    Table,
    C,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Table,
    Csv,
    Vcd,
    C,
    Dot,
    Svg,
}
