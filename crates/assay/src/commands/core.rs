//! `assay core`: the elements that the proofs need.

use assay_report::{core_to_json, core_to_text, document};
use assay_session::{Exit, Stop};

use super::open;
use crate::args::CoreArgs;
use crate::output::Output;

pub fn run(args: &CoreArgs, output: Output) -> Result<Exit, Stop> {
    let opened = open(&args.model, args.engine.timeout, output)?;
    let (result, exit) = opened.core(&args.request(output.json()))?;
    output.result(&if output.json() {
        document(&core_to_json(&result))
    } else {
        core_to_text(&result, output.style())
    })?;
    Ok(exit)
}
