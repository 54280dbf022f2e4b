//! Chores of the project: corpus runs and benchmarks. Everything here runs the built `assay` as a
//! user would, one process a file, so that a crash is a result and memory and processor time can be
//! measured. Only `naive`, `decide` and `random` call the libraries themselves: no user would want what they do.

mod abc;
mod apart;
mod bench;
mod bench_c;
mod cbmc;
mod circuit;
mod cores;
mod corpus;
mod decide;
mod designs;
mod engines;
mod fork_mutants;
mod formula;
mod growth;
mod listed;
mod manifest;
mod measures;
mod must;
mod naive;
mod netlist;
mod open;
mod paper;
mod programs;
mod published;
mod random;
#[path = "../../c/tests/random_programs/mod.rs"]
mod random_programs;
mod run;
mod smv;

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
    /// Measures what assay costs.
    #[command(subcommand)]
    Bench(Bench),
    /// Runs random programs in every way that there is, and compares.
    #[command(subcommand)]
    Random(Random),
    /// Runs every command on the Verilog designs of the project many times: no panic, the same verdicts.
    Designs(designs::DesignsArgs),
    /// Decides every mutant of a file from nothing; part of `bench cover`.
    #[command(hide = true)]
    Naive(naive::NaiveArgs),
    /// Decides a property of a circuit; part of `corpus netlist` and `corpus engines`.
    #[command(hide = true)]
    Decide(decide::DecideArgs),
}

#[derive(Subcommand)]
enum Bench {
    /// Mutation coverage, step by step, and against deciding every mutant from nothing.
    Cover(bench::BenchArgs),
    /// How mutation coverage grows with registers and with mutants, on circuits made for it.
    Growth(growth::GrowthArgs),
    /// C programs and their mutants, beside CBMC and beside one run for each mutant.
    C(bench_c::ProgramsBenchArgs),
    /// Models of SMV, beside NuSMV.
    Smv(smv::bench::ModelsBenchArgs),
}

#[derive(Subcommand)]
enum Random {
    /// Programs of C: the compiler, the interpreter and the bounded execution.
    C(random::RandomArgs),
    /// Models of SMV and explicit structures: NuSMV and assay.
    Smv(smv::random::RandomModelsArgs),
}

#[derive(Subcommand)]
enum Corpus {
    /// The Lustre models.
    Lustre(LustreArgs),
    /// MUST and MAY sets of the Lustre models, against published ones.
    Cores(CoresArgs),
    /// Killed `equation_remove` mutants against MUST sets, ours and published ones.
    Must(must::MustArgs),
    /// Verdicts on mutants against those of another mutation tool.
    ForkMutants(fork_mutants::ForkArgs),
    /// The AIGER circuits, against ABC's pdr.
    Netlist(netlist::NetlistArgs),
    /// Every engine alone on circuits in AIGER and BTOR2, against each other and against ABC's pdr.
    Engines(apart::ApartArgs),
    /// The C programs, against CBMC's verdicts.
    C(programs::ProgramsArgs),
    /// The SMV models, against NuSMV's verdicts.
    Smv(smv::corpus::ModelsArgs),
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
    let outcome = match &Cli::parse().command {
        Command::Corpus(Corpus::Lustre(args)) => corpus::lustre(args),
        Command::Corpus(Corpus::Cores(args)) => {
            let place = corpus::place(args.corpus.as_deref());
            let assay = corpus::executable(args.assay.as_deref());
            if place.join("lustre/ivc-oracle.csv").exists() {
                cores::compare(&place, &assay, args.timeout)
            } else {
                println!("no corpus at {}: skipped", place.display());
                Ok(true)
            }
        }
        Command::Corpus(Corpus::Must(args)) => must::compare(args),
        Command::Corpus(Corpus::ForkMutants(args)) => fork_mutants::compare(args),
        Command::Corpus(Corpus::Netlist(args)) => netlist::compare(args),
        Command::Corpus(Corpus::Engines(args)) => apart::compare(args),
        Command::Corpus(Corpus::C(args)) => programs::compare(args),
        Command::Corpus(Corpus::Smv(args)) => smv::corpus::compare(args),
        Command::Bench(Bench::Cover(args)) => bench::cover(args),
        Command::Bench(Bench::Growth(args)) => growth::growth(args),
        Command::Bench(Bench::C(args)) => bench_c::bench(args),
        Command::Bench(Bench::Smv(args)) => smv::bench::bench(args),
        Command::Random(Random::C(args)) => random::compare(args),
        Command::Random(Random::Smv(args)) => smv::random::compare(args),
        Command::Designs(args) => designs::designs(args),
        Command::Naive(args) => naive::naive(args),
        Command::Decide(args) => decide::decide(args),
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
