//! `assay animate`.

use std::path::PathBuf;

use clap::Args;

use super::{FormatArgs, ModelArgs};

/// Runs the operations of a specification and answers questions about it, in a session
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assay animate counter.sum
  assay animate counter.sum --scope DATA=2 --ints -8..8
  assay animate counter.sum --script journey.txt
  echo 'add{3/x?}' | assay animate counter.sum --format json

In a session, `help` lists the commands. A script has one command a line. It ends with exit code 1 if an expectation failed or an
operation could not be executed, with 2 if a line could not be read, and with 3 if a question found no answer within the scope.")]
pub struct AnimateArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Run the commands of this file, and end; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    #[command(flatten)]
    pub format: FormatArgs,
}
