//! Replays of properties that were chosen from those of the model.

use assay_report::RunView;
use assay_source::SourceMap;
use assay_system::{Mutant, Replayed, Replayer, RunLine, Trace};
use assay_term::TermId;

/// Knows the properties by their numbers among those that were asked for; the language knows them by its own.
pub(crate) struct Renumbered<'a> {
    pub inner: &'a dyn Replayer,
    /// For each property that was asked for its number in the model.
    pub kept: Vec<usize>,
}

impl Replayer for Renumbered<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        self.inner.replay(trace, self.kept[property])
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        self.inner.follows(trace, initial)
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        self.inner.atoms(trace, atoms)
    }

    fn readable(&self, trace: &Trace, property: Option<usize>) -> Option<Vec<RunLine>> {
        self.inner.readable(trace, property.map(|p| self.kept[p]))
    }

    fn compilable(&self, trace: &Trace, property: Option<usize>) -> Option<Result<String, String>> {
        self.inner.compilable(trace, property.map(|p| self.kept[p]))
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let inner = self.inner.change(mutant)?;
        let kept = &self.kept;
        Some(Box::new(Changed { inner, kept }))
    }
}

/// The same of a changed model.
struct Changed<'a> {
    inner: Box<dyn Replayer + 'a>,
    kept: &'a [usize],
}

impl Replayer for Changed<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        self.inner.replay(trace, self.kept[property])
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        self.inner.follows(trace, initial)
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        self.inner.atoms(trace, atoms)
    }

    fn first_failure(&self, trace: &Trace) -> Option<usize> {
        let first = self.inner.first_failure(trace)?;
        self.kept.iter().position(|kept| *kept == first)
    }

    fn readable(&self, trace: &Trace, property: Option<usize>) -> Option<Vec<RunLine>> {
        self.inner.readable(trace, property.map(|p| self.kept[p]))
    }

    fn compilable(&self, trace: &Trace, property: Option<usize>) -> Option<Result<String, String>> {
        self.inner.compilable(trace, property.map(|p| self.kept[p]))
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        self.inner.change(mutant)
    }
}

/// A trace as the language tells it, with a program that does the same if that is wanted.
pub(crate) fn told(
    replayer: &dyn Replayer,
    trace: &Trace,
    property: Option<usize>,
    map: &SourceMap,
    program: bool,
) -> Option<RunView> {
    let lines = replayer.readable(trace, property)?;
    let program = program.then(|| replayer.compilable(trace, property));
    Some(RunView::new(&lines, program.flatten(), map))
}
