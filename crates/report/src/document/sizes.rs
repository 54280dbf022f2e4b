//! What was found at each size of a model: a bound or a constant that the user lets grow.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::{BaselineVerdict, Counts, Document, Mutant, Verdict};

/// The run at one size. It asks about the mutants that no smaller size killed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// What the size is called in the model.
    pub name: String,
    pub size: u64,
    /// The worst verdict on a property of the original. Unless it is `proved`, kills at this size are of limited confidence.
    pub original: BaselineVerdict,
    /// The mutants that were asked about, by what this size says of them: those that it kills are killed by no smaller one.
    #[serde(flatten)]
    pub counts: Counts,
    /// The killed ones by the class of the check that fails.
    pub reasons: BTreeMap<String, usize>,
    pub seconds: f64,
    /// Absent where it is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<SizeEffort>,
    /// How many terms the formula of the original has.
    pub terms: usize,
    /// The command that shows one mutant at this size, but for its id.
    pub replay: String,
}

/// Effort of the solver, in its own units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeEffort {
    /// The proof of the original.
    pub original: u64,
    /// All questions about mutants.
    pub mutants: u64,
}

impl Size {
    /// What the result of one size says in short. `terms` is the size of the original's formula.
    pub fn new(name: &str, size: u64, terms: usize, document: &Document) -> Size {
        let mut reasons = BTreeMap::new();
        let killed = |m: &&Mutant| m.verdict == Verdict::Killed;
        for m in document.mutants.iter().filter(killed) {
            let reason = m.reason.as_deref().unwrap_or("assertion");
            *reasons.entry(reason.to_string()).or_insert(0) += 1;
        }
        let verdicts = document.baseline.iter().map(|p| p.verdict);
        let worst = |v: &BaselineVerdict| match v {
            BaselineVerdict::Proved => 0,
            BaselineVerdict::Unknown => 1,
            BaselineVerdict::Violated => 2,
        };
        Size {
            name: name.to_string(),
            size,
            original: verdicts
                .max_by_key(worst)
                .unwrap_or(BaselineVerdict::Unknown),
            counts: document.summary.counts,
            reasons,
            seconds: document.seconds,
            effort: document.effort.map(|original| SizeEffort {
                original,
                mutants: document.mutants.iter().filter_map(|m| m.effort).sum(),
            }),
            terms,
            replay: document.replay.clone(),
        }
    }

    /// Whether every mutant that was asked about has a verdict and the original is proved.
    pub fn is_settled(&self) -> bool {
        self.original == BaselineVerdict::Proved && self.counts.unknown == 0
    }

    /// `SIZE=3`
    pub fn told(&self) -> String {
        format!("{}={}", self.name, self.size)
    }
}

impl Document {
    /// The effort for the mutant as a multiple of the effort for the original at the same size. None where one of them is not counted.
    pub fn strength(&self, m: &Mutant) -> Option<f64> {
        let of_size = self.sizes.iter().find(|s| Some(s.size) == m.size);
        let original = match of_size {
            Some(size) => size.effort?.original,
            None => self.effort?,
        };
        (original > 0).then(|| Some(m.effort? as f64 / original as f64))?
    }

    /// The size that decided the mutant, as `SIZE=3`.
    pub(crate) fn size_of(&self, m: &Mutant) -> Option<String> {
        let of_size = self.sizes.iter().find(|s| Some(s.size) == m.size);
        of_size.map(Size::told)
    }
}

/// A field that is there: null is a value of it.
pub(super) fn present<'de, D, T>(d: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(d).map(Some)
}
