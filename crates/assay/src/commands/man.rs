//! `assay man`: manual pages, one for the program and one for each command.

use std::path::Path;

use assay_session::{Exit, Stop, languages};
use clap::Command;
use clap_mangen::Man;

use crate::args::ManArgs;
use crate::files::{unwritten, write_with};
use crate::language_options;
use crate::output::Output;

pub fn run(args: &ManArgs, output: Output) -> Result<Exit, Stop> {
    let directory = &args.directory;
    std::fs::create_dir_all(directory)
        .map_err(|error| unwritten(&format!("`{}`", directory.display()), &error))?;
    let mut command = language_options::command(languages()).disable_help_subcommand(true);
    command.build();
    page(&command, directory)?;
    for subcommand in command.get_subcommands() {
        page(subcommand, directory)?;
    }
    output.note(&format!("wrote manual pages to `{}`", directory.display()));
    Ok(Exit::Holds)
}

fn page(command: &Command, directory: &Path) -> Result<(), Stop> {
    let man = Man::new(command.clone()).manual("assay");
    let path = directory.join(man.get_filename());
    write_with(&path, |out| man.render(out))
}
