//! Chores of the project: corpus runs and benchmarks. Everything here runs the built `assay` as a
//! user would, one process a file, so that a crash is a result and memory and processor time can be
//! measured.

mod cores;
mod corpus;
mod engines;
mod manifest;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Corpus runs and benchmarks of assay")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the models of a corpus and compares the verdicts with those of other tools.
    #[command(subcommand)]
    Corpus(Corpus),
}

#[derive(Subcommand)]
enum Corpus {
    /// The Lustre models.
    Lustre(LustreArgs),
    /// MUST and MAY sets of the Lustre models, against published ones.
    Cores(CoresArgs),
}

#[derive(clap::Args)]
struct CoresArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Seconds for each file.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
}

#[derive(clap::Args)]
pub struct LustreArgs {
    /// Where the corpus is; default $ASSAY_CORPUS, else ../shared/corpus.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Seconds for each file.
    #[arg(long, default_value_t = 60)]
    timeout: u64,
    /// Files at a time. Each file may use two cores.
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Only files whose path contains this.
    #[arg(long)]
    only: Option<String>,
    /// A fixed sample of quick files, for continuous integration.
    #[arg(long)]
    sample: bool,
    /// Only files whose verdict is known.
    #[arg(long)]
    known: bool,
    /// Runs every engine alone and says which files only it decides.
    #[arg(long)]
    engines: bool,
    /// Writes one row a file here.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Further arguments for assay check.
    #[arg(last = true)]
    extra: Vec<String>,
}

fn main() -> ExitCode {
    let Command::Corpus(command) = Cli::parse().command;
    let outcome = match &command {
        Corpus::Lustre(args) => corpus::lustre(args),
        Corpus::Cores(args) => {
            let place = corpus::place(args.corpus.as_deref());
            let assay = corpus::executable(args.assay.as_deref());
            match place.join("lustre/ivc-oracle.csv").exists() {
                true => cores::compare(&place, &assay, args.timeout),
                false => {
                    println!("no corpus at {}: skipped", place.display());
                    Ok(true)
                }
            }
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}
