//! One mutant of a document: the change, the verdict and the evidence.

use serde::{Deserialize, Serialize};

use super::shared::{Listed, Shared};
use super::{Passing, Trace};
use crate::branching::Drawing;
use crate::style::{one_line, plural, visible};
use crate::waivers::Day;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// `line:column:operator[:replacement]`, with the file before it where the model has several. Unique, and for people: nothing is read
    /// out of it.
    pub id: String,
    pub operator: String,
    /// The element's name, or what the assertion is called.
    pub element: String,
    #[serde(default, skip_serializing_if = "Target::is_element")]
    pub target: Target,
    /// Survives unrelated edits of the model.
    pub fingerprint: String,
    /// Only for survivors: a hash of the text of the equation or assertion. Waivers are void when it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element_hash: Option<String>,
    /// Where the model has several files: the one that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where the id points: the operator, or the variable on the left.
    pub line: usize,
    pub column: usize,
    /// The replaced text.
    pub span: Extent,
    pub original: String,
    /// Empty if the original is removed.
    pub replacement: String,
    pub verdict: Verdict,
    /// What decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// What the properties say of it.
    pub notices: Shared<Notices>,
    /// Where the model was measured at several sizes: the smallest at which it is killed, or the largest at which it survived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// What the questions about it took, in units of the solver. None where that is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
    /// Whether the generated invariants notice it; None where nobody asked or it was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariants: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// No output shows the difference in executions of so many steps; whether one does later is not known. 0 if that was not searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked_within: Option<usize>,
    /// For survivors: 1 is to be read first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The id of the mutant that it is folded under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subsumed_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<Waived>,
    /// An execution that kills it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Shared<Trace>>,
    /// Executions as a tree that show that a formula of branching time fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Excluded>,
    /// An execution that no property notices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passing: Option<Passing>,
    pub checked: Shared<Checked>,
}

/// Why a formula of branching time fails of a mutant, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    pub property: String,
    /// The negation of the claim, which the tree shows.
    pub formula: String,
    /// In one sentence.
    pub reason: String,
    /// The branches, with a table for each path.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Drawing>,
}

/// A text from its start to before its end: line, column, line, column. They count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[usize; 4]", into = "[usize; 4]")]
pub struct Extent {
    pub start: (usize, usize),
    pub end: (usize, usize),
}

impl From<[usize; 4]> for Extent {
    fn from([line, column, end_line, end_column]: [usize; 4]) -> Extent {
        Extent {
            start: (line, column),
            end: (end_line, end_column),
        }
    }
}

impl From<Extent> for [usize; 4] {
    fn from(Extent { start, end }: Extent) -> [usize; 4] {
        [start.0, start.1, end.0, end.1]
    }
}

impl Mutant {
    /// The file that it is in, where the model has several.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    pub fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// Whether neither a property nor a generated invariant notices it: known, not only unasked.
    pub(crate) fn is_unnoticed(&self) -> bool {
        self.verdict == Verdict::Survived && self.invariants == Some(false)
    }

    /// What is known about the difference: where it is, and whether an output shows it.
    pub fn told_difference(&self) -> Option<String> {
        let d = self.difference.as_ref()?;
        let (name, step) = (visible(&d.observable), d.step);
        let outputs = match self.masked_within {
            _ if self.has(Tag::Masked) => ", which no output shows".to_string(),
            None | Some(0) => String::new(),
            Some(n) => format!(
                ", with no difference at an output within {}",
                plural(n, "step")
            ),
        };
        Some(format!("{name} differs at step {step}{outputs}"))
    }

    /// Whether every proved property was decided, so that `killed_by` are all there are.
    pub(crate) fn killers_are_exact(&self) -> bool {
        let decided =
            |v: NoticeVerdict| matches!(v, NoticeVerdict::Killed | NoticeVerdict::Survived);
        self.notices.all.iter().all(|n| decided(n.verdict))
    }

    pub fn killed_by(&self) -> &[String] {
        &self.notices.killed_by
    }

    /// Every trace that it refers to.
    pub(super) fn traces_mut(&mut self) -> impl Iterator<Item = &mut Shared<Trace>> {
        let difference = self.difference.iter_mut();
        let pair = difference.flat_map(|d| [&mut d.trace, &mut d.mutant_trace]);
        let excluded = self.excluded.iter_mut().map(|e| &mut e.trace);
        self.trace.iter_mut().chain(pair).chain(excluded)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Killed,
    Survived,
    Equivalent,
    Vacuous,
    Invalid,
    Unknown,
}

impl Verdict {
    pub const ALL: [Verdict; 6] = [
        Verdict::Killed,
        Verdict::Survived,
        Verdict::Equivalent,
        Verdict::Vacuous,
        Verdict::Invalid,
        Verdict::Unknown,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Killed => "killed",
            Verdict::Survived => "survived",
            Verdict::Equivalent => "equivalent",
            Verdict::Vacuous => "vacuous",
            Verdict::Invalid => "invalid",
            Verdict::Unknown => "unknown",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    #[default]
    Element,
    Assertion,
}

impl Target {
    fn is_element(&self) -> bool {
        *self == Target::Element
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// Proved: the difference reaches no output in any execution.
    Masked,
    /// It blocks some execution of the original.
    Restricted,
    /// What kills it is not proved on the original.
    Limited,
    /// Proved: no execution runs the changed code.
    Unreached,
    /// Executions run the changed code, and no property looks at what it does.
    Unasserted,
}

impl Tag {
    pub fn as_str(self) -> &'static str {
        match self {
            Tag::Masked => "masked",
            Tag::Restricted => "restricted",
            Tag::Limited => "limited",
            Tag::Unreached => "unreached",
            Tag::Unasserted => "unasserted",
        }
    }
}

/// What the properties say of a mutant; many mutants have the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Notices {
    pub killed_by: Vec<String>,
    /// Properties that are proved to hold of it.
    pub survives: Vec<String>,
    /// One for each proved property, in order.
    pub all: Vec<Notice>,
}

impl Notices {
    pub fn new(all: Vec<Notice>) -> Notices {
        let that = |verdict: NoticeVerdict| -> Vec<String> {
            let those = all.iter().filter(|n| n.verdict == verdict);
            those.map(|n| n.property.clone()).collect()
        };
        Notices {
            killed_by: that(NoticeVerdict::Killed),
            survives: that(NoticeVerdict::Survived),
            all,
        }
    }
}

impl Listed for Notices {
    const LETTER: char = 'n';
}

impl Listed for Trace {
    const LETTER: char = 't';
}

impl Listed for Checked {
    const LETTER: char = 'k';
}

/// What one property says of the mutant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Notice {
    pub property: String,
    pub verdict: NoticeVerdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeVerdict {
    Killed,
    Survived,
    Unknown,
    /// Another property killed the mutant and one was enough, or the verdict needed no property.
    NotAsked,
}

impl NoticeVerdict {
    pub fn as_str(self) -> &'static str {
        match self {
            NoticeVerdict::Killed => "killed",
            NoticeVerdict::Survived => "survived",
            NoticeVerdict::Unknown => "unknown",
            NoticeVerdict::NotAsked => "not-asked",
        }
    }
}

/// Why a survivor is accepted, by whom and until when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waived {
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Day>,
    /// The last day on which it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Day>,
}

impl Waived {
    /// The reason alone, as the waivers of earlier versions have it.
    pub fn because(reason: impl Into<String>) -> Waived {
        Waived {
            reason: reason.into(),
            ..Waived::default()
        }
    }

    /// The reason in one line, with who accepted it, when, and until when.
    pub fn told(&self) -> String {
        let author = self.author.as_ref().map(|a| one_line(a));
        let date = self.date.as_ref().map(Day::to_string);
        let until = self.expires.as_ref().map(|d| format!("until {d}"));
        let more: Vec<String> = [author, date, until].into_iter().flatten().collect();
        if more.is_empty() {
            one_line(&self.reason)
        } else {
            format!("{} ({})", one_line(&self.reason), more.join(", "))
        }
    }
}

/// The id of one of the document's certificates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CertificateId {
    pub id: String,
}

/// An execution on which original and mutant differ and no property notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The execution of the original.
    pub trace: Shared<Trace>,
    /// The execution of the mutant on the same inputs.
    pub mutant_trace: Shared<Trace>,
    /// The variable that shows it: an output where possible.
    pub observable: String,
    /// The first step at which `observable` differs.
    pub step: usize,
    /// Only for a masked difference: the certificate that no output ever differs. None where no output depends on the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateId>,
}

/// An execution that only one of original and mutant has, because the other's assumptions exclude it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded {
    pub by: Side,
    /// The step at which it is excluded.
    pub step: usize,
    pub trace: Shared<Trace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Original,
    Mutant,
}

/// Whether the evidence was checked independently, and by what (or why not).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Checked {
    pub ok: bool,
    pub by: Option<String>,
}
