//! `assay cover`: the main job.

use assay_report::document;
use assay_report::states::{states_to_json, states_to_text};
use assay_session::{Exit, Stop};

use super::{mutants, open, session};
use crate::args::{CoverArgs, ReportFormat};
use crate::output::Output;
use crate::reports::{refuse_bad_places, write_all, write_undecided};

pub fn run(args: &CoverArgs, output: Output) -> Result<Exit, Stop> {
    if args.list {
        return mutants::list(&args.model, &args.mutators, output);
    }
    if let Some(signal) = &args.states {
        let opened = open(&args.model, args.engine.timeout, output)?;
        let (result, exit) = opened.covered_states(signal)?;
        output.result(&match args.report.format {
            ReportFormat::Json => document(&states_to_json(&result)),
            _ => states_to_text(&result, output.style()),
        })?;
        return Ok(exit);
    }
    refuse_bad_places(&args.report)?;
    let reply = match &args.sizes {
        Some(sizes) => {
            session(output).cover_sizes(&args.model.request(), sizes, &args.request())?
        }
        None => open(&args.model, args.engine.timeout, output)?.cover(&args.request())?,
    };
    if reply.unproved {
        write_undecided(&reply.document, &args.report, output)?;
    } else {
        write_all(&reply.document, &args.report, output)?;
    }
    Ok(reply.exit)
}
