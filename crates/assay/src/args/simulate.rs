//! `assay simulate`.

use std::path::PathBuf;

use clap::Args;

use super::{FormatArgs, ModelArgs, TraceFormat};

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
