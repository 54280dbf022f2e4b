//! Executions in the terms of the language that a model is written in.
//!
//! The check room replays traces on the system; it takes the system, and the patch of a mutant, as given. A language that can run
//! its own models runs them as well, so that an error in lowering cannot make a verdict.

use assay_term::TermId;

use crate::{Mutant, RunLine, System, Trace, replay};

/// What a replay came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Whether the property is false at the trace's last step.
    pub violated: bool,
    /// Who compared the property: what a result names. A language may leave some properties to the evaluator of terms.
    pub by: &'static str,
}

/// A model that can be run, as it is or with a change.
pub trait Replayer: Sync {
    /// Runs a trace of the model. Err if it is no execution: some value differs, or an assumption fails on it.
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String>;

    /// Runs a path, which begins in an initial state or in any other. Err if it is none of the model; None where the language cannot tell.
    /// The trace may have further variables behind those of the model.
    fn follows(&self, _trace: &Trace, _initial: bool) -> Option<Result<(), String>> {
        None
    }

    /// For each step the truth of these atoms of temporal formulas and conditions of fairness, by their terms; None for what the language
    /// cannot tell.
    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        Ok(vec![vec![None; atoms.len()]; trace.len()])
    }

    /// Which property fails first on a trace, where several fail in one step and the language knows their order.
    fn first_failure(&self, _trace: &Trace) -> Option<usize> {
        None
    }

    /// Runs a trace that no check is to notice, and says who did; None where the language cannot tell. Err if a check notices it, if an
    /// assumption fails, if it does not end, or if it does not run the changed code.
    fn passes(&self, _trace: &Trace) -> Result<Option<&'static str>, String> {
        Ok(None)
    }

    /// The trace in the language's own words, up to where this property fails or to its end. None for a language that has no better
    /// words than the values of its variables.
    fn readable(&self, _trace: &Trace, _property: Option<usize>) -> Option<Vec<RunLine>> {
        None
    }

    /// The values that matter at its end, for a remark of one line: `size = 1`.
    fn left_behind(&self, _trace: &Trace) -> Vec<String> {
        vec![]
    }

    /// The same as a program that does it without this tool, or why there is none.
    fn compilable(
        &self,
        _trace: &Trace,
        _property: Option<usize>,
    ) -> Option<Result<String, String>> {
        None
    }

    /// The model with this change, made in the language's own terms; None where it cannot express the change.
    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>>;
}

/// Runs a system by the evaluator of terms, for languages that have no interpreter.
pub struct Evaluated<'s>(pub &'s System);

impl Replayer for Evaluated<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let fails = replay(self.0, trace).map_err(|error| error.to_string())?;
        Ok(Replayed {
            violated: fails.violates(property),
            by: "evaluator",
        })
    }

    /// Nothing is known of how the change would be written.
    fn change<'a>(&'a self, _mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        None
    }
}
