//! `assay solvers`: what was found, where, and what each is used for.

use assay_report::{document, solvers_to_json, solvers_to_text};
use assay_session::{Exit, Stop, solvers};

use crate::output::Output;

pub fn run(output: Output) -> Result<Exit, Stop> {
    let result = solvers();
    output.result(&if output.json() {
        document(&solvers_to_json(&result))
    } else {
        solvers_to_text(&result, output.style())
    })?;
    Ok(Exit::Holds)
}
