//! What is said of mutants, as plain data for reports and the store.

use std::sync::Arc;
use std::time::Duration;

use assay_engine::core::CoreReport;
use assay_engine::failure::Failures;
use assay_solver::Effort;
use assay_system::{Certificate, Fixpoint, Stimulus, Trace, Tree};
use assay_term::VarId;

/// The stages of the cascade, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Not in the cone of any property or assumption.
    Cone,
    /// The changed term equals the original.
    Equal,
    /// The proof does not use the element.
    Core,
    /// A known or random execution violates a property.
    Replay,
    /// The engines decide whether the mutant still reaches what a property says can be reached.
    Direct,
    /// Formulas of branching time, for many mutants in one decision diagram.
    Branching,
    /// Whether a mutant's assumptions still admit executions.
    Vacuity,
    /// Bounded search for a violation.
    Counterexample,
    /// The original's certificate, or an inductive part of it, still holds.
    Induction,
    /// The whole portfolio on this mutant alone.
    Prove,
}

impl Stage {
    pub const ALL: [Stage; 10] = [
        Stage::Cone,
        Stage::Equal,
        Stage::Core,
        Stage::Replay,
        Stage::Direct,
        Stage::Branching,
        Stage::Vacuity,
        Stage::Counterexample,
        Stage::Induction,
        Stage::Prove,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Stage::Cone => "cone",
            Stage::Equal => "equal",
            Stage::Core => "core",
            Stage::Replay => "replay",
            Stage::Direct => "direct",
            Stage::Branching => "branching",
            Stage::Counterexample => "counterexample",
            Stage::Induction => "induction",
            Stage::Prove => "prove",
            Stage::Vacuity => "vacuity",
        }
    }
}

/// Disjoint; they add up to the number of mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MutantVerdict {
    /// Some property notices.
    Killed,
    /// No property notices, and it is not known to be equivalent.
    Survived,
    /// Proved: no execution makes any variable of the model differ.
    Equivalent,
    /// Its assumptions contradict each other, or no execution of it is fair, so that every property holds of it for no reason.
    Vacuous,
    /// No model.
    Invalid,
    Unknown,
}

impl MutantVerdict {
    pub const ALL: [MutantVerdict; 6] = [
        MutantVerdict::Killed,
        MutantVerdict::Survived,
        MutantVerdict::Equivalent,
        MutantVerdict::Vacuous,
        MutantVerdict::Invalid,
        MutantVerdict::Unknown,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            MutantVerdict::Killed => "killed",
            MutantVerdict::Survived => "survived",
            MutantVerdict::Equivalent => "equivalent",
            MutantVerdict::Vacuous => "vacuous",
            MutantVerdict::Invalid => "invalid",
            MutantVerdict::Unknown => "unknown",
        }
    }
}

/// Which of the result's traces, certificates or pieces of evidence of branching time shows something.
///
/// A claim about all executions is violated by a trace and proved by a certificate. That something can be reached is proved by a
/// trace, and violated by the certificate that it never happens. A formula of branching time is violated by a tree and proved by sets
/// of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    Trace(usize),
    Certificate(usize),
    Branching(usize),
}

impl Evidence {
    pub fn trace(self) -> Option<usize> {
        match self {
            Evidence::Trace(number) => Some(number),
            Evidence::Certificate(_) | Evidence::Branching(_) => None,
        }
    }

    pub fn certificate(self) -> Option<usize> {
        match self {
            Evidence::Certificate(number) => Some(number),
            Evidence::Trace(_) | Evidence::Branching(_) => None,
        }
    }

    pub fn branching(self) -> Option<usize> {
        match self {
            Evidence::Branching(number) => Some(number),
            Evidence::Trace(_) | Evidence::Certificate(_) => None,
        }
    }
}

/// What one property says of one mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Violated; what shows it, and who found it.
    Kills { evidence: Evidence, stage: Stage },
    /// It holds of the mutant as well; what shows it, and who found it.
    Survives { evidence: Evidence, stage: Stage },
    /// Undecided, and why.
    Unknown { reason: String },
    /// Not asked: another property killed the mutant and one killer was enough.
    NotAsked,
}

impl Notice {
    /// What shows it, where anything was decided.
    pub fn evidence(&self) -> Option<Evidence> {
        match self {
            Notice::Kills { evidence, .. } | Notice::Survives { evidence, .. } => Some(*evidence),
            Notice::Unknown { .. } | Notice::NotAsked => None,
        }
    }
}

/// An execution on which original and mutant differ and every property holds on both.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Drives both.
    pub stimulus: Arc<Stimulus>,
    /// The step at which they first differ in `observable`; the execution ends with it.
    pub step: usize,
    /// The variable that shows it: an output where possible.
    pub observable: String,
}

/// What is known about a survivor's difference from the original.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// Not looked for: not a survivor, or the caller did not ask.
    None,
    /// At an output.
    Visible(Difference),
    /// In a variable that is no output, and no output shows it as far as is known.
    Masked(Difference, Masking),
    /// An execution of the original that the mutant's assumptions block.
    Blocks {
        stimulus: Arc<Stimulus>,
        step: usize,
    },
    /// An execution of the mutant that the original's assumptions exclude.
    Admits {
        stimulus: Arc<Stimulus>,
        step: usize,
    },
    /// Neither a difference nor a proof of equivalence within the limits.
    Open(String),
}

/// How far a difference is known to reach no output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masking {
    /// In no execution: no output depends on what the change reaches.
    Unread,
    /// In no execution: the certificate shows it. Before that so many steps were searched.
    Proved { certificate: usize, searched: usize },
    /// In no execution of so many steps; longer ones were not searched. 0 if none were.
    Within(usize),
}

/// Executions of a mutant end earlier than the original's.
#[derive(Clone, Debug)]
pub struct Vacuity {
    /// No execution of the mutant has more steps than these.
    pub steps: usize,
    /// The certificate of that.
    pub certificate: usize,
    /// Drives an execution of the original that has more.
    pub stimulus: Arc<Stimulus>,
}

/// Whether some fair execution starts in an initial state of a mutant, with the number of the evidence of branching time that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fairness {
    Fair(usize),
    /// None does: every formula of branching time holds for want of executions.
    NoExecution(usize),
}

/// Whether any execution runs what a mutant changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The language does not tell, or the mutant is no survivor.
    NotAsked,
    Reached,
    /// Proved: none does. Whether that was checked.
    Unreached(Checked),
    Unknown,
}

/// Whether evidence was checked, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    Yes(String),
    No(String),
}

#[derive(Clone, Debug)]
pub struct MutantResult {
    pub verdict: MutantVerdict,
    /// Where the verdict was settled; None for invalid and unknown ones.
    pub stage: Option<Stage>,
    /// For each baseline property, in order.
    pub notices: Vec<Notice>,
    /// The certificate of equivalence: about the original system, see [`CertificateOf`].
    pub equivalence: Option<usize>,
    pub explanation: Explanation,
    /// Of a vacuous one: what shows that it is.
    pub vacuity: Option<Vacuity>,
    /// Whether a fair execution starts in an initial state, where a formula of branching time was asked about and that is not plain.
    pub fairness: Option<Fairness>,
    /// It blocks some execution of the original.
    pub restricted: bool,
    /// What the questions about it took in the solver's units; 0 where known executions or structure decided it.
    pub effort: Effort,
    /// Of a killed one: the property that fails first, where several fail in one step and the language knows their order.
    pub first_killer: Option<usize>,
    /// Of a survivor: whether any execution runs what is changed.
    pub reach: Reach,
    /// Why it is unknown, invalid or vacuous.
    pub reason: Option<String>,
    pub checked: Checked,
}

impl MutantResult {
    /// Indices of the killing properties in the baseline.
    pub fn killers(&self) -> impl Iterator<Item = usize> + '_ {
        let kills = |n: &Notice| matches!(n, Notice::Kills { .. });
        self.notices
            .iter()
            .enumerate()
            .filter(move |(_, n)| kills(n))
            .map(|(i, _)| i)
    }
}

/// What a stored certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateOf {
    Original,
    /// The original without the definitions of these wires: it holds of every mutant that changes no
    /// others.
    Without(Vec<VarId>),
    /// One mutant, by index.
    Mutant(usize),
    /// The original, with an extra property for each of these mutants: that its definitions agree.
    Equivalence(Vec<usize>),
    /// One mutant, with an extra property: that it is within its first so many steps.
    Within {
        mutant: usize,
        steps: usize,
    },
    /// The original beside one mutant: no output differs. The outputs of these properties are not compared.
    Masked {
        mutant: usize,
        properties: Vec<usize>,
    },
}

#[derive(Clone, Debug)]
pub struct StoredCertificate {
    pub about: CertificateOf,
    pub certificate: Arc<Certificate>,
    pub checked: Checked,
}

/// What a piece of evidence of branching time is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchingOf {
    Original,
    /// The original without the definitions of these wires, which the formula does not depend on.
    Without(Vec<VarId>),
    /// One mutant, by index.
    Mutant(usize),
    /// Some mutants, all at once: the `chosen` ones of those that are alternatives in one system.
    Several {
        members: Vec<usize>,
        chosen: Vec<usize>,
    },
}

/// What it shows.
#[derive(Clone, Debug)]
pub enum Branching {
    /// The claim of this property holds.
    Holds {
        property: usize,
        fixpoint: Arc<Fixpoint>,
    },
    /// It fails.
    Fails { property: usize, tree: Arc<Tree> },
    /// A fair execution starts in an initial state: its last state is the one at the step `back`.
    Execution { trace: Arc<Trace>, back: usize },
    /// None does. The certificate is for the formula that says so of the mutants beside the original, which has executions.
    NoExecution { fixpoint: Arc<Fixpoint> },
}

#[derive(Clone, Debug)]
pub struct StoredBranching {
    pub about: BranchingOf,
    pub shows: Branching,
    pub checked: Checked,
}

/// An execution of a mutant: what drives it, and how many steps there are to where it violates a property, or reaches what a
/// property says can be reached.
#[derive(Clone, Debug)]
pub struct StoredTrace {
    pub mutant: usize,
    pub stimulus: Arc<Stimulus>,
    pub length: usize,
}

#[derive(Clone, Debug)]
pub struct StageReport {
    pub stage: Stage,
    /// Mutants whose verdict it settled.
    pub decided: usize,
    pub time: Duration,
}

/// A property of the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Which of the result's certificates shows it.
    Proved {
        certificate: usize,
    },
    /// Its counterexample was checked.
    Violated {
        checked: Checked,
    },
    /// A formula of branching time holds. Which of the result's pieces of evidence of branching time shows it.
    Holds {
        branching: usize,
    },
    /// It can be reached, as claimed; the execution that shows it was checked.
    Reached {
        checked: Checked,
    },
    /// It cannot be reached, though that is claimed. Which of the result's certificates shows it, and whether that was checked; a
    /// result in which no property holds has no certificates.
    Unreachable {
        certificate: usize,
        checked: Checked,
    },
    /// A formula of branching time says nothing: no fair execution starts in an initial state. Whether that was checked.
    NoExecutions {
        checked: Checked,
    },
    Unknown(String),
}

impl Baseline {
    /// Whether the claim of the property holds.
    pub fn is_met(&self) -> bool {
        matches!(
            self,
            Baseline::Proved { .. } | Baseline::Holds { .. } | Baseline::Reached { .. }
        )
    }
}

/// Cores, and whether the certificates that show them were checked.
#[derive(Clone, Debug)]
pub struct CheckedCores {
    pub report: CoreReport,
    pub checked: Checked,
}

impl CoverResult {
    /// Whether some property holds on the original, so that something is measured.
    pub fn has_proof(&self) -> bool {
        self.baseline.iter().any(Baseline::is_met)
    }
}

#[derive(Clone, Debug)]
pub struct CoverResult {
    /// Every property of the system; the proved ones, in this order, are what notices count.
    pub baseline: Vec<Baseline>,
    /// Indices of the proved ones.
    pub properties: Vec<usize>,
    /// Of the proofs; None if the caller did not ask.
    pub cores: Option<CheckedCores>,
    /// In the order of the mutants.
    pub mutants: Vec<MutantResult>,
    pub certificates: Vec<StoredCertificate>,
    pub traces: Vec<StoredTrace>,
    pub branching: Vec<StoredBranching>,
    pub stages: Vec<StageReport>,
    /// How many mutants were decided when, counted from the end of the proof.
    pub course: Vec<(Duration, usize)>,
    /// Solver instances that serve many mutants each, and those made for one mutant alone.
    pub shared_instances: usize,
    pub own_instances: usize,
    pub proof_time: Duration,
    /// What the proof of the original took in the solver's units; 0 where it was remembered.
    pub proof_effort: Effort,
    pub explain_time: Duration,
    pub core_time: Duration,
    pub check_time: Duration,
    /// Looking up earlier results, and the check of what was found.
    pub recall_time: Duration,
    /// Mutants whose verdict follows from what an earlier run found.
    pub reused: usize,
    /// Every mutant is decided, and nothing cut the run short.
    pub complete: bool,
    /// Nothing cut the run short, though mutants may have been too hard.
    pub whole: bool,
    /// Why it is incomplete.
    pub cut: Option<String>,
    /// It was cut short because the score that was asked about is reached, or out of reach, whatever the rest comes to.
    pub settled: bool,
    /// It was cut short as the caller asked: settled, accurate enough, or expensive enough.
    pub as_asked: bool,
    /// What broke on the way; it cost answers, never truth.
    pub failures: Failures,
}
