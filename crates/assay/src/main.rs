//! The command line: arguments, the terminal and exit codes. What a command does is in the library (`assay-session`).

mod args;
mod command_line;
mod commands;
mod files;
mod interrupt;
mod language_options;
mod output;
mod reports;
mod screen;
mod settings;
mod values;

use std::io::ErrorKind;

use assay_session::Exit;

use args::{Cli, Command};
use command_line::Refused;
use output::Output;

/// Machine-written models nest deeply, and so do the walks over them.
const STACK: usize = 256 << 20;

fn main() {
    let cli = command_line::parse(std::env::args_os().collect()).unwrap_or_else(|refused| {
        let code = match refused {
            Refused::Usage(said) => match said.print() {
                // Help and version are a result too.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Exit::BadInput.code(),
                _ => said.exit_code(),
            },
            Refused::Config(global, wrong) => {
                let output = Output::new(global, false);
                output.diagnostics(&wrong.map, &wrong.diagnostics);
                Exit::BadInput.code()
            }
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

fn run(cli: Cli, output: Output) -> Exit {
    let (read, written) = cli.command.files();
    if let Err(stop) = files::refuse_clashes(read, written) {
        return output.stopped(stop);
    }
    let result = match &cli.command {
        Command::Animate(args) => commands::animate::run(args, output),
        Command::Check(args) => commands::check::run(args, output),
        Command::Completions(args) => commands::completions::run(args, output),
        Command::Core(args) => commands::core::run(args, output),
        Command::Cover(args) => commands::cover::run(args, output),
        Command::Explain(args) => commands::explain::run(args, output),
        Command::Init(args) => commands::init::run(args, output),
        Command::Man(args) => commands::man::run(args, output),
        Command::Mutants(args) => commands::mutants::run(args, output),
        Command::Report(args) => commands::report::run(args, output),
        Command::Simulate(args) => commands::simulate::run(args, output),
        Command::Solvers(_) => commands::solvers::run(output),
    };
    result.unwrap_or_else(|stop| output.stopped(stop))
}
