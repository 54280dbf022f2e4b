//! Replays of properties that were chosen from those of the model.

use assay_system::{Mutant, Replayed, Replayer, Trace};

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

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        self.inner.change(mutant)
    }
}
