//! C as a language of the tool.

mod audit;
mod bank;
mod code;
mod compare;
mod compilable;
mod feasible;
mod linking;
mod lower;
mod model;
mod mutants;
mod opinion;
pub(crate) mod options;
mod parts;
mod passing;
mod plan;
mod reach;
mod read;
mod readable;
mod replay;
mod require;

use std::path::Path;

use assay_language::{Language, Mutator, OptionSpec, Read, ReadRequest};

use crate::project;

/// C11 with GNU extensions, under a bounded check.
pub struct C;

impl Language for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn title(&self) -> &'static str {
        "C"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["c", "i"]
    }

    fn takes(&self, path: &Path) -> bool {
        project::recognises(path)
    }

    fn options(&self) -> Vec<OptionSpec> {
        options::specs()
    }

    fn sizes(&self) -> Option<&'static str> {
        Some(options::DEFINE.long)
    }

    fn part(&self) -> &'static str {
        "function"
    }

    fn how_to_state(&self) -> &'static str {
        "write `assert(...)` or `__CPROVER_assert(..., \"...\")` in the harness"
    }

    fn mutators(&self) -> Vec<Mutator> {
        mutants::mutators()
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        read::read(request)
    }
}
