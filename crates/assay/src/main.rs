//! The command line: arguments, files and exit codes. One module for each subcommand.

mod advice;
mod args;
mod commands;
mod dead_end;
mod diff;
mod document;
mod engines;
mod evidence;
mod excerpt;
mod exit;
mod files;
mod front;
mod gates;
mod input;
mod interrupt;
mod narrow;
mod output;
mod provenance;
mod reports;
mod store;
mod vacuity;
mod waivers;
mod yosys;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;
use output::Output;

/// Machine-written models nest deeply, and so do the walks over them.
const STACK: usize = 256 << 20;

fn main() {
    let cli = Cli::try_parse().unwrap_or_else(|said| {
        // Help and version are a result too.
        let code = match said.print() {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Exit::BadInput.code(),
            _ => said.exit_code(),
        };
        std::process::exit(code)
    });
    input::limit_input(cli.global.max_input);
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
    result.unwrap_or_else(|stop| stop.report(output))
}
