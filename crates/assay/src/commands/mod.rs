//! One module for each subcommand: what was typed becomes a request, and the result goes where it was asked for.

pub mod animate;
pub mod check;
pub mod completions;
pub mod core;
pub mod cover;
pub mod explain;
pub mod init;
pub mod man;
pub mod mutants;
pub mod report;
pub mod simulate;
pub mod solvers;

use std::sync::Arc;

use assay_session::{Opened, Session, Stop, languages};

use crate::args::ModelArgs;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use crate::screen::Screen;

fn session(output: Output) -> Session<'static> {
    Session::new(languages(), Arc::new(Screen::new(output)))
        .stopped_by(on_interrupt())
        .max_input(output.max_input())
}

/// Opens the model that was named; the timeout counts from here on.
fn open(args: &ModelArgs, timeout: Option<f64>, output: Output) -> Result<Opened<'static>, Stop> {
    session(output).open(&args.request(), timeout)
}
