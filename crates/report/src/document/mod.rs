//! The cover document: what `assay cover --format json` writes and every other report of coverage reads.
//!
//! All reports are functions of this one document, so that `assay report RESULT.json --format X` gives what
//! `assay cover --format X` gave. Its schema is `docs/schema/result.json`. Fields are added to, never renamed; readers pass
//! over fields they do not know, and a document of another command or of a later layout is refused ([`ReadError`]).
//!
//! Invariant: the classes of [`Counts`] are disjoint and add up, and what can be computed from the mutants is computed from them.

mod derive;
mod fold;
mod layout;
mod measure;
mod mutant;
mod rank;
mod read;
mod trace;
mod trace_json;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::{Input, Message, Place};

pub use measure::{
    Cores, Counts, Element, Gate, Instances, Invariants, Limit, LineScore, Moment, OperatorScore,
    PropertyCores, PropertyScore, Sample, Scores, Stage, Summary, Times,
};
pub use mutant::{
    CertificateId, Checked, Difference, Excluded, Mutant, Notice, NoticeVerdict, Side, Tag, Target,
    Verdict, Waived,
};
pub use read::ReadError;
pub use trace::{Function, Row, SignalInfo, SignalKind, Trace, Value};

/// The layout of the document. It goes up when an old reader would misread a new document.
pub const LAYOUT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The version of assay that wrote it.
    pub assay: String,
    pub command: Command,
    pub layout: u32,
    pub input: Input,
    /// The options in force, by their long names.
    pub options: Map<String, serde_json::Value>,
    /// Wall-clock time of the run.
    pub seconds: f64,
    pub messages: Vec<Message>,
    /// False if the run was cut short; no gate passes then.
    pub complete: bool,
    /// Why it was cut short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// The model as it was read.
    pub source: Vec<Source>,
    /// The properties on the original; only proved ones take part.
    pub baseline: Vec<Property>,
    pub summary: Summary,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Gate>,
    /// What restricted the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<Limit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
    pub stages: Vec<Stage>,
    /// How many mutants were decided when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Moment>,
    /// Mutants whose verdict follows from what an earlier run found; they count under the stage that found it.
    #[serde(default)]
    pub reused: usize,
    pub solver_instances: Instances,
    pub times: Times,
    /// One for each source element, instances merged.
    pub elements: Vec<Element>,
    /// Of all proved properties together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<Cores>,
    /// Where the caller asked what the generated invariants constrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariants: Option<Invariants>,
    /// The operators that made the mutants.
    #[serde(default)]
    pub operators: Vec<Operator>,
    /// The variables that traces show, in the order in which they are shown.
    pub signals: Vec<SignalInfo>,
    pub mutants: Vec<Mutant>,
    pub certificates: Vec<Certificate>,
}

/// The command whose document this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    Cover,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// As the user gave it.
    pub path: String,
    pub text: String,
}

/// A property on the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    pub name: String,
    pub verdict: BaselineVerdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Place>,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineVerdict {
    Proved,
    Violated,
    Unknown,
}

impl BaselineVerdict {
    pub fn as_str(self) -> &'static str {
        match self {
            BaselineVerdict::Proved => "proved",
            BaselineVerdict::Violated => "violated",
            BaselineVerdict::Unknown => "unknown",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operator {
    pub name: String,
    /// One line for people.
    pub says: String,
}

/// Lemmas and the properties together hold at the first k steps, and after k steps at the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    pub id: String,
    pub k: usize,
    /// SMT-LIB terms over the variables of one step.
    pub lemmas: Vec<String>,
}

impl Document {
    /// As it is written: a line for each field of each mutant, with a final newline.
    pub fn to_json(&self) -> String {
        let mut text = layout::to_string(self);
        text.push('\n');
        text
    }

    /// The names of the proved properties, in order: those that notices are about.
    pub fn proved(&self) -> impl Iterator<Item = &Property> {
        self.baseline
            .iter()
            .filter(|p| p.verdict == BaselineVerdict::Proved)
    }

    pub fn mutant(&self, id: &str) -> Option<&Mutant> {
        self.mutants.iter().find(|m| m.id == id)
    }

    /// A line of the model without its line ending; the empty text if there is no such line.
    pub fn source_line(&self, line: usize) -> &str {
        self.source
            .first()
            .and_then(|s| s.text.lines().nth(line.checked_sub(1)?))
            .unwrap_or_default()
    }
}
