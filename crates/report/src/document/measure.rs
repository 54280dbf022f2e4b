//! Counts, scores, elements, cores and gates of a document.

use serde::{Deserialize, Serialize};

use super::{Checked, Verdict};

/// How many mutants of each verdict. Disjoint; they add up to `mutants`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    pub mutants: usize,
    pub killed: usize,
    pub survived: usize,
    pub equivalent: usize,
    pub vacuous: usize,
    pub invalid: usize,
    pub unknown: usize,
}

impl Counts {
    pub fn add(&mut self, verdict: Verdict) {
        self.mutants += 1;
        *match verdict {
            Verdict::Killed => &mut self.killed,
            Verdict::Survived => &mut self.survived,
            Verdict::Equivalent => &mut self.equivalent,
            Verdict::Vacuous => &mut self.vacuous,
            Verdict::Invalid => &mut self.invalid,
            Verdict::Unknown => &mut self.unknown,
        } += 1;
    }

    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Counts {
        let mut counts = Counts::default();
        for verdict in verdicts {
            counts.add(verdict);
        }
        counts
    }

    /// How many mutants count for the score: a property could have noticed them. Equivalent, vacuous and invalid ones do not count.
    pub fn scored(&self) -> usize {
        self.killed + self.survived + self.unknown
    }

    /// Per cent killed, with the unknown ones as survived, and as killed, in hundredths: the lower end rounded down and the upper one up,
    /// so that a score that is shown is reached. None if nothing is scored.
    pub fn score_range(&self) -> Option<[f64; 2]> {
        let of = self.scored();
        let hundredths = |n: usize| 10_000 * n;
        let lower = hundredths(self.killed).checked_div(of)?;
        let upper = match self.unknown {
            0 => lower,
            _ => hundredths(self.killed + self.unknown).div_ceil(of),
        };
        Some([lower, upper].map(|n| n as f64 / 100.0))
    }

    /// Whether the lower end of the score is at least this per cent, without rounding. None if nothing is scored.
    pub fn reaches(&self, percent: f64) -> Option<bool> {
        let of = self.scored();
        (of > 0).then_some(100.0 * self.killed as f64 >= percent * of as f64)
    }

    /// Whether the score is below this per cent even if all that is undecided is killed, and so many of the survivors turn out to be
    /// equivalent. None if nothing is scored.
    pub fn misses(&self, percent: f64, may_be_equivalent: usize) -> Option<bool> {
        let best = self.killed + self.unknown;
        let of = best + self.survived.saturating_sub(may_be_equivalent);
        (self.scored() > 0).then_some(100.0 * (best as f64) < percent * of as f64)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    #[serde(flatten)]
    pub counts: Counts,
    /// The lower end of `score_range`; null if nothing is scored.
    pub score: Option<f64>,
    pub score_range: Option<[f64; 2]>,
}

impl Summary {
    pub fn new(counts: Counts) -> Summary {
        let range = counts.score_range();
        Summary {
            counts,
            score: range.map(|r| r[0]),
            score_range: range,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scores {
    /// One for each proved property, in order.
    pub properties: Vec<PropertyScore>,
    pub operators: Vec<OperatorScore>,
    /// Lines that have mutants, ascending, file by file.
    pub lines: Vec<LineScore>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyScore {
    pub name: String,
    pub killed: usize,
    /// Scored mutants that this property was asked about, decided or not.
    pub asked: usize,
    /// Mutants that are known to be killed by no other property; none where one killer was enough.
    pub alone: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorScore {
    pub name: String,
    #[serde(flatten)]
    pub counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineScore {
    /// Where the model has several files: the one that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: usize,
    #[serde(flatten)]
    pub counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    pub stage: String,
    /// How many mutants it settled.
    pub decided: usize,
    pub seconds: f64,
}

/// How many mutants were decided at a moment, in seconds after the proof of the original.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub seconds: f64,
    pub decided: usize,
}

/// Seconds of what is no stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The proof of the original.
    pub proof: f64,
    /// Differences and equivalences of survivors.
    pub explain: f64,
    /// The independent check of all evidence.
    pub check: f64,
    /// Looking up earlier results, and the check of what was found.
    #[serde(default)]
    pub recall: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instances {
    /// Solver instances that serve many mutants each.
    pub shared: usize,
    /// Solver instances made for one mutant alone.
    pub own: usize,
}

/// What a person wrote: one left-hand side of an equation. The end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    pub name: String,
    /// Where the model has several files: the one that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// In the cone of a proved property or of an assumption.
    pub slice: bool,
    /// In the core of the proofs, in some minimal core, in every one; null where nobody has looked.
    pub core: Option<bool>,
    pub may: Option<bool>,
    pub must: Option<bool>,
    /// Whether the generated invariants notice a mutant of it; null where nobody has looked, or not at all of them.
    pub invariants: Option<bool>,
    #[serde(flatten)]
    pub counts: Counts,
}

/// Cores by source element, all proved properties together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cores {
    pub slice: Vec<String>,
    pub minimal: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may: Option<Vec<String>>,
    pub must: Vec<String>,
    pub complete: bool,
    /// Whether the certificates that show them were checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Checked>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyCores>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyCores {
    pub name: String,
    pub slice: Vec<String>,
    pub minimal: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may: Option<Vec<String>>,
    pub must: Vec<String>,
    pub complete: bool,
}

/// The run looked at a random sample of the mutants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub size: usize,
    pub of: usize,
    pub seed: u64,
    /// Per cent.
    pub confidence: f64,
    /// The confidence interval of the score, in per cent.
    pub interval: [f64; 2],
}

/// What the automatically generated invariants notice; which mutants and elements, their `invariants` says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariants {
    pub found: usize,
    /// Scored mutants that they were decided on, and those of them that they notice.
    #[serde(default)]
    pub asked: usize,
    #[serde(default)]
    pub noticed: usize,
    /// Elements of which neither they nor a property notice any mutant.
    pub neither: Vec<String>,
    /// Survivors that they do not notice either, and the lines that these are on, in the first file.
    #[serde(default)]
    pub unnoticed: usize,
    #[serde(default)]
    pub lines: Vec<usize>,
    /// Where the model has several files: the lines of each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileLines>,
}

/// Lines of one file, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLines {
    pub file: String,
    pub lines: Vec<usize>,
}

/// What restricted the run to a part of the mutants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// `core`, `in-diff`, `accuracy`.
    pub kind: String,
    pub text: String,
    /// Mutants that were not looked at.
    pub left_out: usize,
    /// Where it is about elements: those whose mutants were not looked at, by place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<LeftOut>,
}

impl Limit {
    /// The elements that it left out, in one sentence; None where it is not about elements.
    pub fn names(&self) -> Option<String> {
        let named = |e: &LeftOut| match &e.file {
            None => format!("{} (line {})", e.name, e.line),
            Some(file) => format!("{} ({file}, line {})", e.name, e.line),
        };
        let all: Vec<String> = self.elements.iter().map(named).collect();
        (!all.is_empty()).then(|| format!("left out: {}", all.join(", ")))
    }
}

/// An element whose mutants were not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    pub name: String,
    /// Where the model has several files: the one that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: usize,
    pub column: usize,
    /// How many mutants it has.
    pub mutants: usize,
}

/// A condition that the caller set: passed, failed, or open where what is undecided may change the outcome. None passes on a result that
/// was cut short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "gate", rename_all = "kebab-case")]
pub enum Gate {
    MinScore {
        wanted: f64,
        got: Option<f64>,
        passed: bool,
        /// Mutants are undecided, and whatever they come to does not change the outcome.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        settled: bool,
        /// Neither passed nor failed: what is undecided may change the outcome, or the run was cut short.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
    NewSurvivors {
        /// Ids of survivors that the baseline does not have.
        new: Vec<String>,
        /// Ids of undecided mutants that the baseline does not have: they may be new survivors.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        undecided: Vec<String>,
        passed: bool,
        /// Neither passed nor failed: no survivor is new, but what is undecided may be, or the run was cut short.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
}

impl Gate {
    pub fn passed(&self) -> bool {
        match self {
            Gate::MinScore { passed, .. } | Gate::NewSurvivors { passed, .. } => *passed,
        }
    }

    /// Whether it neither passed nor failed.
    pub fn open(&self) -> bool {
        match self {
            Gate::MinScore { open, .. } | Gate::NewSurvivors { open, .. } => *open,
        }
    }

    pub fn failed(&self) -> bool {
        !self.passed() && !self.open()
    }

    /// Whether the outcome is certain although mutants are undecided.
    pub fn settled(&self) -> bool {
        matches!(self, Gate::MinScore { settled: true, .. })
    }

    /// `passed`, `failed` or `open`.
    pub fn word(&self) -> &'static str {
        match (self.passed(), self.open()) {
            (true, _) => "passed",
            (false, true) => "open",
            (false, false) => "failed",
        }
    }
}
