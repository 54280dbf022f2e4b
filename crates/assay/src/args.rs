//! The command line as it is typed: what is common to all commands, and the list of them. What it means is the business of `commands`.

mod animate;
mod check;
mod core;
mod cover;
mod model;
mod mutants;
mod reports;
mod simulate;

use std::path::PathBuf;

use assay_session::CONFIG_FILE;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::values::size;

pub use self::animate::AnimateArgs;
pub use self::check::{CheckArgs, TraceFormat};
pub use self::core::CoreArgs;
pub use self::cover::{CoverArgs, StoredArgs};
pub use self::model::{EngineArgs, ModelArgs, OpinionArgs, StoreArgs};
pub use self::mutants::{ExplainArgs, ExplainFormat, MutantsArgs};
pub use self::reports::{Format, FormatArgs, ReportArgs, ReportFormat, Sort};
pub use self::simulate::SimulateArgs;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Animate(AnimateArgs),
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
            Command::Animate(args) => Some(&mut args.model),
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
            Command::Animate(args) => (
                args.model.files.iter().chain(&args.script).collect(),
                vec![],
            ),
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
            Command::Animate(args) => args.format,
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
