//! `assay mutants`: the list, or one mutant as a model of its own.

use std::path::Path;

use assay_report::{document, mutants_to_json, mutants_to_text};
use assay_session::{Exit, MutantsRequest, Stop};

use super::open;
use crate::args::{ModelArgs, MutantsArgs};
use crate::files;
use crate::output::Output;

pub fn run(args: &MutantsArgs, output: Output) -> Result<Exit, Stop> {
    let Some(id) = &args.write else {
        return list(&args.model, &args.mutators, output);
    };
    let opened = open(&args.model, None, output)?;
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|e| e.to_string_lossy());
    let text = opened.write_mutant(id, ending.as_deref())?;
    match &args.output {
        Some(path) => files::write(path, &text)?,
        None => output.result(&text)?,
    }
    Ok(Exit::Holds)
}

/// What `assay cover --list` does too.
pub fn list(model: &ModelArgs, mutators: &str, output: Output) -> Result<Exit, Stop> {
    let opened = open(model, None, output)?;
    let result = opened.mutants(&MutantsRequest {
        mutators: mutators.to_string(),
    })?;
    output.result(&if output.json() {
        document(&mutants_to_json(&result))
    } else {
        mutants_to_text(&result, output.style())
    })?;
    Ok(Exit::Holds)
}
