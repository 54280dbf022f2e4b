//! The cover document: what `assay cover --format json` writes and every other report of coverage reads.
//!
//! All reports are functions of this one document, so that `assay report RESULT.json --format X` gives what
//! `assay cover --format X` gave. Its schema is `docs/schema/result.json`. Fields are added to, never renamed; readers pass
//! over fields they do not know, and a document of another command or of a later layout is refused ([`ReadError`]).
//!
//! Invariant: the classes of [`Counts`] are disjoint and add up, and what can be computed from the mutants is computed from them.

mod code;
mod derive;
mod files;
mod fold;
mod harness;
mod invariants;
mod layout;
mod measure;
mod merge;
mod mutant;
mod passing;
mod rank;
mod read;
mod shared;
mod sizes;
mod trace;
mod trace_json;
mod upgrade;

use std::collections::HashSet;
use std::io::{self, Write};

use assay_system::System;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::style::visible;
use crate::{
    ClaimView, Failure, Input, Message, Place, Provenance, SCHEMA, SecondOpinion, WithinView,
};

pub use code::SameCode;
pub use harness::{Harness, Neighbour, Strength};
pub use measure::{
    Cores, Counts, Element, FileLines, Gate, Instances, Invariants, LeftOut, Limit, LineScore,
    Moment, OperatorScore, PropertyCores, PropertyScore, Sample, Scores, Stage, Summary, Times,
};
pub use mutant::{
    CertificateId, Checked, Difference, Excluded, Extent, Mutant, Notice, NoticeVerdict, Notices,
    Side, Tag, Target, Tree, Verdict, Waived,
};
pub use passing::{Passing, PassingVerdict, Sides};
pub use read::ReadError;
use shared::Collector;
pub use shared::{List, Shared};
pub use sizes::{Size, SizeEffort};
pub use trace::{Function, Places, Row, SignalInfo, SignalKind, Trace, Value};

/// The layout of the document. It goes up when an old reader would misread a new document; older ones are read too. A document of one file
/// says 2, so that programs that know nothing of several files still read it.
pub const LAYOUT: u32 = 3;
const LAYOUT_OF_ONE_FILE: u32 = 2;

/// The layout of a document of so many files.
pub fn layout_of(files: usize) -> u32 {
    if files > 1 {
        LAYOUT
    } else {
        LAYOUT_OF_ONE_FILE
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The version of assay that wrote it.
    pub assay: String,
    /// The version of the schema; results of older versions have none.
    #[serde(default = "schema")]
    pub schema: u32,
    pub command: Command,
    pub layout: u32,
    pub input: Input,
    /// The options in force, by their long names.
    pub options: Map<String, serde_json::Value>,
    /// Wall-clock time of the run.
    pub seconds: f64,
    /// Absent in results of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Provenance>,
    pub messages: Vec<Message>,
    /// Engines and stages that failed: they cost answers, never truth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// False if the run was cut short or left mutants undecided.
    pub complete: bool,
    /// Why it is incomplete.
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
    /// What the proof of the original took, in the units in which mutants count their `effort`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
    /// What was found at each size, where the model was measured at several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
    /// The size from which on one more kills nothing new; null where no such size was found, and absent where nobody looked.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "sizes::present"
    )]
    pub stable: Option<Option<u64>>,
    /// One for each source element, instances merged.
    pub elements: Vec<Element>,
    /// The cores of all proved properties together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<Cores>,
    /// Where the caller asked what the generated invariants notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariants: Option<Invariants>,
    /// What another tool says of the one mutant that was explained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<SecondOpinion>,
    /// Where object code was compared: mutants that have the code of the original or of another mutant. Nothing follows from it for certain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_code: Vec<SameCode>,
    /// Where the mutants are those of a harness: how strong they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness: Option<Harness>,
    /// The operators that made the mutants.
    #[serde(default)]
    pub operators: Vec<Operator>,
    /// The variables that traces show, in the order in which they are shown.
    pub signals: Vec<SignalInfo>,
    /// The command that shows one mutant, but for its id, which comes last.
    pub replay: String,
    pub mutants: Vec<Mutant>,
    /// What the properties say of mutants, whether evidence was checked, executions: each once, and mutants name them by their ids.
    pub notices: List<Notices>,
    pub checks: List<Checked>,
    pub traces: List<Trace>,
    pub certificates: Vec<Certificate>,
}

fn schema() -> u32 {
    SCHEMA
}

/// The command whose document this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Command {
    Cover,
}

/// One file of the model: the texts of those that `input.files` names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// As in `input.files`.
    pub path: String,
    pub text: String,
}

/// A property on the original.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    pub name: String,
    #[serde(flatten)]
    pub claim: ClaimView,
    pub verdict: BaselineVerdict,
    /// Within what a proof holds; absent where it is about everything that the model can do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<WithinView>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Place>,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What proves it, or of a property that claims that something can be reached, that it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateId>,
    /// An execution that shows it, where it claims that there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Shared<Trace>>,
    /// Only for a decided property: whether its certificate or counterexample was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<Checked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineVerdict {
    Proved,
    Violated,
    Unknown,
}

impl Property {
    /// A property of the system of which nothing was found yet.
    pub fn undecided(system: &System, index: usize, span: Option<Place>) -> Property {
        let property = &system.properties[index];
        Property {
            name: property.name.clone(),
            claim: property.into(),
            verdict: BaselineVerdict::Unknown,
            within: None,
            span,
            reason: None,
            certificate: None,
            trace: None,
            checked: None,
        }
    }

    /// The verdict in words: a proof of some executions is never called a proof.
    pub fn told(&self) -> String {
        let verdict = self.verdict.as_str();
        let within = self.within.as_ref();
        within.map_or(verdict.to_string(), |w| format!("{verdict} within {w}"))
    }
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
    #[serde(default)]
    pub role: Role,
    /// One line for people.
    pub says: String,
}

/// What an operator does to an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// It takes any value: its definition is gone.
    Removal,
    /// It has one value at every step.
    StuckAt,
    /// Its first value is another one.
    FirstValue,
    /// Its definition is another one. Older documents say no role.
    #[default]
    Replacement,
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
    /// Writes it as JSON: a line for each mutant, with a final newline. Nothing is held back, however large it is.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::write(self, &mut *out)?;
        out.write_all(b"\n")
    }

    /// The text that [`Document::write_json`] writes.
    pub fn to_json(&self) -> String {
        text_of(|out| self.write_json(out))
    }

    /// Stores the executions that properties of the original rest on, and lets the properties refer to them.
    pub fn share_baseline(&mut self, sharing: &mut Sharing) {
        let traces = self.baseline.iter_mut().filter_map(|p| p.trace.as_mut());
        traces.for_each(|t| sharing.traces.collect(t));
    }

    /// Stores the evidence of these mutants once, adds them, and lets them refer to it.
    pub fn add(&mut self, mutants: Vec<Mutant>, sharing: &mut Sharing) {
        for mut m in mutants {
            sharing.notices.collect(&mut m.notices);
            sharing.checks.collect(&mut m.checked);
            m.traces_mut().for_each(|t| sharing.traces.collect(t));
            self.mutants.push(m);
        }
    }

    /// The command that shows this one mutant, as a shell reads it back.
    pub fn replay(&self, m: &Mutant) -> String {
        let of_size = self.sizes.iter().find(|s| Some(s.size) == m.size);
        let command = of_size.map_or(&self.replay, |s| &s.replay);
        format!("{command} {}", quoted(&m.id))
    }

    /// The names of the proved properties, in order: those that notices are about.
    pub fn proved(&self) -> impl Iterator<Item = &Property> {
        self.baseline
            .iter()
            .filter(|p| p.verdict == BaselineVerdict::Proved)
    }

    /// Within what proofs of this run hold, in words: a bound or scope of the model, for every property the same. None where proofs are about
    /// everything that the model can do.
    pub fn within(&self) -> Option<String> {
        let within = self.baseline.iter().find_map(|p| p.within.as_ref());
        within.map(|w| visible(&w.to_string()))
    }

    /// "every property holds", with what that holds within.
    pub(crate) fn every_property_holds(&self) -> String {
        let within = self.within().map(|w| format!(" within {w}"));
        format!("every property holds{}", within.unwrap_or_default())
    }

    /// The names of the operators with this role.
    pub(crate) fn operators_that(&self, role: Role) -> HashSet<&str> {
        let all = self.operators.iter().filter(|o| o.role == role);
        all.map(|o| o.name.as_str()).collect()
    }

    pub fn mutant(&self, id: &str) -> Option<&Mutant> {
        self.mutants.iter().find(|m| m.id == id)
    }
}

/// What was stored so far while a document is filled.
#[derive(Default)]
pub struct Sharing {
    notices: Collector<Notices>,
    checks: Collector<Checked>,
    traces: Collector<Trace>,
}

impl Sharing {
    /// The lists for the document whose mutants were added.
    pub fn finish(self, document: &mut Document) {
        document.notices = self.notices.list();
        document.checks = self.checks.list();
        document.traces = self.traces.list();
    }
}

/// What a writer writes, as a text.
pub(crate) fn text_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("a vector takes every byte");
    String::from_utf8(out).expect("what is written is UTF-8")
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
