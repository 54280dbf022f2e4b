//! The results of the subcommands as plain data. What a field means in JSON is said in `docs/schema/result.json`.

use serde::{Deserialize, Serialize};

use crate::EvidenceView;
use crate::SecondOpinion;
use crate::branching::{AtResult, ComputeResult, LabelsView, StatsView};
use crate::{GoalOutcome, GoalResult, Outcome, PropertyResult, TraceView, TreeView, WithinView};

/// What every result says about its run.
#[derive(Clone, Debug)]
pub struct Header {
    /// The version of assay.
    pub version: String,
    pub input: Input,
    /// The options that were in force, by their long names.
    pub options: serde_json::Map<String, serde_json::Value>,
    /// Warnings and notes that the run gave, for readers of the JSON; the terminal has seen them as diagnostics.
    pub messages: Vec<Message>,
    /// Engines and other parts that failed.
    pub failures: Vec<Failure>,
    pub seconds: f64,
    pub run: Provenance,
}

/// When, where and with what a result was made. Comparisons of results ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The end of the run, in UTC, as RFC 3339 writes it.
    pub date: String,
    pub command_line: Vec<String>,
    /// The program and its version.
    pub tool: String,
    pub host: Option<String>,
    /// What is checked out in the repository of the model, if it is in one.
    pub commit: Option<String>,
    /// The solvers that the run could use; none for commands that solve nothing.
    pub solvers: Vec<SolverRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverRecord {
    pub name: String,
    /// None if it does not say.
    pub version: Option<String>,
    /// The SHA-256 of the executable, in hexadecimal; None for a solver that is built in.
    pub sha256: Option<String>,
}

/// A part of the run that failed. Its answers are missing; what the result says is checked all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// An engine, or a stage of coverage.
    pub part: String,
    pub reason: String,
    /// How often it failed like this.
    pub times: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The first file, as the user gave it.
    pub path: String,
    /// The SHA-256 of the first file, in hexadecimal.
    pub sha256: String,
    /// The main nodes: one, except where a Kind 2 file has several.
    pub mains: Vec<String>,
    /// Every file of the model, the first one first. Results of older versions do not have it.
    #[serde(default)]
    pub files: Vec<InputFile>,
}

/// A file of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    /// As the user gave it, or as another file of the model names it.
    pub path: String,
    /// In hexadecimal.
    pub sha256: String,
}

impl Input {
    pub fn new(first: InputFile, others: Vec<InputFile>, mains: Vec<String>) -> Input {
        Input {
            path: first.path.clone(),
            sha256: first.sha256.clone(),
            mains,
            files: std::iter::once(first).chain(others).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub severity: String,
    pub code: String,
    #[serde(rename = "message")]
    pub text: String,
    #[serde(rename = "span")]
    pub place: Option<Place>,
}

/// Line and column count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

impl Place {
    pub fn new(map: &assay_source::SourceMap, span: assay_source::Span) -> Option<Place> {
        let file = map.get(span.file)?;
        let start = file.start(span);
        Some(Place {
            file: file.name().to_string(),
            line: start.line,
            column: start.column,
        })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Whether somebody else has checked the evidence. A check that failed has no place here: it stops the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    By(String),
    Not,
}

/// The result of `assay check`.
#[derive(Clone, Debug)]
pub struct CheckResult {
    pub header: Header,
    pub properties: Vec<PropertyResult>,
    pub goals: Vec<GoalResult>,
    /// Each stored once; outcomes refer to them by index.
    pub certificates: Vec<CertificateView>,
    /// What another tool says, where it was asked.
    pub opinion: Option<SecondOpinion>,
    /// Lengths of paths that the model asks for.
    pub computed: Vec<ComputeResult>,
    /// The states of each part in numbers, where they were asked for.
    pub stats: Vec<StatsView>,
    /// Formulas at states that the user named.
    pub at: Vec<AtResult>,
    /// The labels of each round, where they were asked for.
    pub labels: Vec<LabelsView>,
}

impl CheckResult {
    /// Every tree that the result shows, with the name of its property.
    pub fn trees(&self) -> impl Iterator<Item = (&str, &TreeView)> {
        self.properties.iter().filter_map(|p| match &p.outcome {
            Outcome::Proved { evidence, .. } | Outcome::Violated { evidence, .. } => {
                Some((p.name.as_str(), evidence.tree()?))
            }
            _ => None,
        })
    }

    /// Every execution that the result shows, with the name of its property.
    pub fn traces(&self) -> impl Iterator<Item = (&str, &TraceView)> {
        self.properties.iter().filter_map(|p| match &p.outcome {
            Outcome::Proved {
                evidence: EvidenceView::Trace(trace),
                ..
            }
            | Outcome::Violated {
                evidence: EvidenceView::Trace(trace),
                ..
            } => Some((p.name.as_str(), trace)),
            _ => None,
        })
    }

    /// Whether every property and every goal was decided.
    pub fn is_complete(&self) -> bool {
        let unknown = |p: &PropertyResult| matches!(p.outcome, Outcome::Unknown { .. });
        let open = |g: &GoalResult| matches!(g.outcome, GoalOutcome::Open { .. });
        !self.properties.iter().any(unknown) && !self.goals.iter().any(open)
    }
}

/// A certificate in text: base and step of k-induction hold for the lemmas and properties together.
#[derive(Clone, Debug)]
pub struct CertificateView {
    pub k: usize,
    pub simple_path: bool,
    /// SMT-LIB terms over the variables of one step.
    pub lemmas: Vec<String>,
    pub properties: Vec<String>,
}

/// The result of `assay core`.
#[derive(Clone, Debug)]
pub struct CoreResult {
    pub header: Header,
    /// For all proved properties together; None if none is proved.
    pub together: Option<CoreView>,
    pub properties: Vec<PropertyCore>,
}

#[derive(Clone, Debug)]
pub struct PropertyCore {
    pub name: String,
    pub place: Option<Place>,
    /// `proved`, `violated` or `unknown`.
    pub verdict: String,
    /// Within what the proof holds.
    pub within: Option<WithinView>,
    /// None unless proved.
    pub core: Option<CoreView>,
}

/// Cores in the model's names: by source element, and by instance after inlining (`node~0.x`).
#[derive(Clone, Debug)]
pub struct CoreView {
    pub elements: CoreSets,
    pub instances: CoreSets,
}

#[derive(Clone, Debug, Default)]
pub struct CoreSets {
    /// How many elements there are to choose from.
    pub universe: usize,
    /// The cone of influence.
    pub slice: Vec<String>,
    /// One minimal core.
    pub minimal: Vec<String>,
    /// Whether each of its elements was shown to be needed; else the core may be too large.
    pub is_minimal: bool,
    /// All minimal cores that are known.
    pub all: Vec<Vec<String>>,
    /// The union of `all`.
    pub may: Vec<String>,
    /// What is in every minimal core.
    pub must: Vec<String>,
    /// What may or may not belong to `must`: undecided.
    pub unknown: Vec<String>,
    /// Whether `all` are all there are, and with them `may` and `must` exact.
    pub complete: bool,
}

/// The result of `assay simulate`.
#[derive(Clone, Debug)]
pub struct SimulateResult {
    pub header: Header,
    pub trace: TraceView,
    pub properties: Vec<PropertyRun>,
    pub assertions: Vec<PropertyRun>,
}

/// A property or an assertion on one execution.
#[derive(Clone, Debug)]
pub struct PropertyRun {
    pub name: String,
    pub place: Option<Place>,
    /// The first step at which it is false.
    pub fails_at: Option<usize>,
}

/// The result of `assay solvers`.
#[derive(Clone, Debug)]
pub struct SolversResult {
    pub version: String,
    pub solvers: Vec<SolverEntry>,
}

#[derive(Clone, Debug)]
pub struct SolverEntry {
    pub name: String,
    /// None if it was not found.
    pub version: Option<String>,
    /// A path, or `built in`.
    pub place: Option<String>,
    /// What it is used for.
    pub purpose: String,
    /// How to get it; shown if it was not found.
    pub install: String,
}
