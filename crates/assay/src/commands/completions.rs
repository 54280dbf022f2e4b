//! `assay completions`: what a shell has to know to complete a command line.

use assay_session::{Exit, Stop, languages};

use crate::args::CompletionsArgs;
use crate::language_options;
use crate::output::Output;

pub fn run(args: &CompletionsArgs, output: Output) -> Result<Exit, Stop> {
    let mut command = language_options::command(languages());
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "assay", &mut script);
    output.result_with(|out| out.write_all(&script))?;
    Ok(Exit::Holds)
}
