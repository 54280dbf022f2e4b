//! `assay report`: a stored result of `assay cover` in another format.

use std::path::Path;

use assay_report::Document;
use assay_source::Diagnostic;

use super::Stop;
use crate::args::StoredArgs;
use crate::exit::Exit;
use crate::input::read_text;
use crate::output::Output;
use crate::reports::{refuse_bad_places, write_all};

pub fn run(args: &StoredArgs, output: Output) -> Result<Exit, Stop> {
    refuse_bad_places(&args.report)?;
    let document = read_document(&args.result)?;
    write_all(&document, &args.report, output)?;
    Ok(Exit::Holds)
}

/// A cover document from a file.
pub fn read_document(path: &Path) -> Result<Document, Stop> {
    let text = read_text(path)?;
    Document::read(&text).map_err(|error| {
        let message = format!("`{}` is {error}", path.display());
        let help = "`assay cover MODEL --format json --output FILE` writes one";
        Stop::bad_input(Diagnostic::error("A0012", message).help(help))
    })
}
