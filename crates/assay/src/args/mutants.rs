//! `assay mutants` and `assay explain`: single mutants.

use std::path::PathBuf;

use assay_session::ExplainRequest;
use clap::{Args, ValueEnum};

use super::{EngineArgs, FormatArgs, ModelArgs, OpinionArgs, StoreArgs};
use crate::values::factor;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    Table,
    C,
}
