//! `assay cover`: the main job.

use assay_session::{Exit, Stop};

use super::{mutants, open, session};
use crate::args::CoverArgs;
use crate::output::Output;
use crate::reports::{refuse_bad_places, write_all, write_undecided};

pub fn run(args: &CoverArgs, output: Output) -> Result<Exit, Stop> {
    if args.list {
        return mutants::list(&args.model, &args.mutators, output);
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
