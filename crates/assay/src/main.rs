//! The command line: arguments, the terminal and exit codes. What a command does is in the library (`assay-session`).

mod args;
mod commands;
mod files;
mod interrupt;
mod language_options;
mod output;
mod reports;
mod screen;

use assay_session::{Exit, languages};
use clap::FromArgMatches;

use args::{Cli, Command};
use output::Output;

/// Machine-written models nest deeply, and so do the walks over them.
const STACK: usize = 256 << 20;

fn main() {
    let cli = parse().unwrap_or_else(|said| {
        // Help and version are a result too.
        let code = match said.print() {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Exit::BadInput.code(),
            _ => said.exit_code(),
        };
        std::process::exit(code)
    });
    let output = Output::new(cli.global, cli.command.wants_json());
    let work = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || run(cli, output));
    let exit = match work.map(|thread| thread.join()) {
        Ok(Ok(exit)) => exit,
        // The panic has printed its message.
        Ok(Err(_)) => {
            output.bug("the run panicked");
            Exit::FailedCheck
        }
        Err(error) => {
            output.error(&format!("cannot start a thread: {error}"));
            Exit::Undecided
        }
    };
    std::process::exit(exit.code());
}

fn parse() -> Result<Cli, clap::Error> {
    let command = language_options::command(languages());
    let matches = command.try_get_matches()?;
    let mut cli = Cli::from_arg_matches(&matches)?;
    if let (Some((_, matches)), Some(model)) = (matches.subcommand(), cli.command.model_mut()) {
        model.given = language_options::given(languages(), matches);
    }
    Ok(cli)
}

fn run(cli: Cli, output: Output) -> Exit {
    let result = match &cli.command {
        Command::Check(args) => commands::check::run(args, output),
        Command::Core(args) => commands::core::run(args, output),
        Command::Cover(args) => commands::cover::run(args, output),
        Command::Explain(args) => commands::explain::run(args, output),
        Command::Mutants(args) => commands::mutants::run(args, output),
        Command::Report(args) => commands::report::run(args, output),
        Command::Simulate(args) => commands::simulate::run(args, output),
        Command::Solvers(_) => commands::solvers::run(output),
    };
    result.unwrap_or_else(|stop| output.stopped(stop))
}
