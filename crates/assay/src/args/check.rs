//! `assay check`.

use std::path::PathBuf;

use assay_session::CheckRequest;
use clap::{Args, ValueEnum};

use super::{EngineArgs, FormatArgs, ModelArgs, OpinionArgs};

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
  assay check model.smv --formula 'AG EF idle'                      a formula of your own
  assay check model.smv --at 'state = busy' --formula 'AF done'     a formula at a state
  assay check model.smv --show-labels --formula 'E[p U q]'          which states get which labels, round by round")]
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
    /// Ask about this formula of CTL in the place of the properties: whether it holds in all initial states, or, with --at, at a state
    #[arg(long, value_name = "FORMULA", conflicts_with = "properties")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Table,
    Csv,
    Vcd,
    C,
    Dot,
    Svg,
}
