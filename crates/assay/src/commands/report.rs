//! `assay report`: a stored result of `assay cover` in another format.

use assay_session::{Exit, Reader, Stop, read_document};

use crate::args::StoredArgs;
use crate::output::Output;
use crate::reports::{refuse_bad_places, write_all};

pub fn run(args: &StoredArgs, output: Output) -> Result<Exit, Stop> {
    refuse_bad_places(&args.report)?;
    let document = read_document(&args.result, &Reader::new(output.max_input()))?;
    write_all(&document, &args.report, output)?;
    Ok(Exit::Holds)
}
