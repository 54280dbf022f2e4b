//! `assay core`.

use assay_session::CoreRequest;
use clap::{Args, ValueEnum};

use super::{EngineArgs, FormatArgs, ModelArgs};

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
