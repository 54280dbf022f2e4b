//! The score: killed of those that could be, as an interval where something is unknown.

use crate::result::{MutantResult, MutantVerdict};

/// How many mutants of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub killed: usize,
    pub survived: usize,
    pub equivalent: usize,
    pub vacuous: usize,
    pub invalid: usize,
    pub unknown: usize,
}

impl Counts {
    pub fn of<'a>(results: impl IntoIterator<Item = &'a MutantResult>) -> Counts {
        let mut counts = Counts::default();
        for result in results {
            *match result.verdict {
                MutantVerdict::Killed => &mut counts.killed,
                MutantVerdict::Survived => &mut counts.survived,
                MutantVerdict::Equivalent => &mut counts.equivalent,
                MutantVerdict::Vacuous => &mut counts.vacuous,
                MutantVerdict::Invalid => &mut counts.invalid,
                MutantVerdict::Unknown => &mut counts.unknown,
            } += 1;
        }
        counts
    }

    pub fn total(&self) -> usize {
        self.killed + self.survived + self.equivalent + self.vacuous + self.invalid + self.unknown
    }

    /// Those that a property could have noticed: equivalent, vacuous and invalid ones are not
    /// counted.
    pub fn scored(&self) -> usize {
        self.killed + self.survived + self.unknown
    }

    /// Per cent, as if every unknown had survived, and as if every unknown were killed. None if
    /// nothing is scored.
    pub fn score_range(&self) -> Option<(f64, f64)> {
        let of = self.scored();
        (of > 0).then(|| {
            let percent = |n: usize| 100.0 * n as f64 / of as f64;
            (percent(self.killed), percent(self.killed + self.unknown))
        })
    }
}
