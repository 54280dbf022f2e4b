//! One module for each request.
//!
//! Diagnostics of this room have codes of their own: `A00xx` what stops a run, `A01xx` warnings.

pub mod animate;
pub mod check;
pub mod core;
pub mod cover;
pub mod explain;
mod goals;
pub mod mutants;
mod neighbours;
mod one;
pub mod simulate;
pub mod sizes;
pub mod solvers;
pub mod states;

use std::path::Path;

use assay_report::Document;
use assay_source::Diagnostic;

use crate::{Reader, Stop};

/// A cover document from a file.
pub fn read_document(path: &Path, reader: &Reader) -> Result<Document, Stop> {
    let text = reader.read_text(path)?;
    Document::read(&text).map_err(|error| {
        let message = format!("`{}` is {error}", path.display());
        let help = "`assay cover MODEL --format json --output FILE` writes one";
        Stop::bad_input(Diagnostic::error("A0012", message).help(help))
    })
}
