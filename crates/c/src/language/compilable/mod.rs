//! An execution as a C program that does the same without this tool: a test that is compiled together with the files of the user.
//!
//! What the program leaves open is given to it in the order in which it asks: functions without a body return listed values, and
//! locals and memory without a first value are set where they come to life. `__CPROVER_assume` ends the test where it is false.
//!
//! The test needs no header, and defines functions by their names for the linker. So no declaration of the user contradicts it. Where a value
//! has to be set inside of a function, or where a mutant is run, the file with that function is part of the test, as the preprocessor left it.

mod embed;
mod given;
mod text;

use assay_source::SourceMap;

use super::read::Sources;
use crate::interpret::Run;
use crate::mutate::Offer;
use crate::program::{FunctionId, Program};

/// What a test is made of.
pub struct Execution<'a> {
    pub program: &'a Program,
    pub entry: FunctionId,
    pub run: &'a Run,
    /// Where the run ends for the reader: events after it are left out.
    pub events: usize,
    pub sources: &'a Sources,
    pub map: &'a SourceMap,
    /// The change, where a mutant is run.
    pub offer: Option<&'a Offer>,
    /// What the preprocessor is told: `-DSIZE=3`.
    pub flags: &'a [String],
    /// What happens at its end, in words.
    pub says: &'a str,
}

/// The text of the test, or why there is none.
pub fn program(execution: &Execution<'_>) -> Result<String, String> {
    let given = given::Given::of(execution)?;
    let embedded = embed::embedded(execution, &given)?;
    text::write(execution, &given, embedded.as_ref())
}
