//! What a run works with, handed on as one value.

use assay_engine::backend::{Backend, NoSolver};
use assay_engine::director;
use assay_engine::invariants::affordable;
use assay_solver::{Found, StopFlag};
use assay_system::{EngineName, System};

use crate::options::CoverOptions;

/// The solvers that were found, the caller's options, and the flag that stops the run.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub found: &'a [Found],
    pub options: &'a CoverOptions,
    pub stop: &'a StopFlag,
}

impl Means<'_> {
    /// The solver for these properties of the system, with the caller's patience for one question.
    pub fn backend(&self, system: &System, properties: &[usize]) -> Result<Backend, NoSolver> {
        let backend = Backend::choose(system, properties, self.found)?;
        Ok(backend.with_patience(self.options.patience))
    }

    /// How all engines are to decide these properties of one mutant.
    pub fn directions(&self, system: &System, properties: &[usize]) -> director::Options {
        let mut directions = director::Options {
            // Mutants are what runs in parallel here.
            jobs: 1,
            deterministic: true,
            budget: Some(self.options.prove_budget),
            timeout: Some(self.options.prove_patience),
            simple_path: false,
            ..self.options.proof.clone()
        };
        if !affordable(system, properties) {
            directions.engines.retain(|e| *e != EngineName::Invariants);
        }
        directions
    }
}
