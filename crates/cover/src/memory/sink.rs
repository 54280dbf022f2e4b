//! Where results go as they come, and where earlier ones come from.
//!
//! Everything that passes here is plain data by name: it means something in another process, and on
//! an edited model. Nothing that comes back is believed: cover checks the evidence in it again, and
//! what fails is as if it had never been there.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A digest of everything that a fact depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

/// What drives an execution: values of inputs, rigid parameters, states without an initial value
/// and functions, as SMT-LIB text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedStimulus {
    pub length: usize,
    /// Name and values: one for each step, or one alone where only the first step is free.
    pub values: Vec<(String, Vec<String>)>,
    /// Name, arguments, result.
    pub functions: Vec<(String, Vec<String>, String)>,
}

/// A certificate whose lemmas and properties are SMT-LIB text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedCertificate {
    pub k: usize,
    pub lemmas: Vec<String>,
    pub properties: Vec<String>,
    /// The solvers that proved it: whoever checks it is to be another one.
    pub provers: Vec<String>,
}

/// How original and mutant part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parting {
    /// In this variable; masked if no output was found that differs.
    Differs { observable: String, masked: bool },
    /// The mutant's assumptions block what the original admits.
    Blocks,
    /// The mutant's assumptions admit what the original excludes.
    Admits,
}

/// What was found, with its evidence. An unknown is no fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact {
    /// The property fails at the end of this execution; found by this stage or engine.
    Violated { stimulus: NamedStimulus, by: String },
    /// The property holds.
    Holds {
        certificate: NamedCertificate,
        by: String,
    },
    /// A survivor and the original part at the end of this execution.
    Parts {
        stimulus: NamedStimulus,
        parting: Parting,
        restricted: bool,
    },
    /// Mutant and original agree; the certificate is about the original with that claim.
    Agrees { certificate: NamedCertificate },
}

/// What is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub key: Key,
    /// What the question is called in every version of the model. The last fact under a topic is a
    /// hint where the key is new.
    pub topic: Option<Key>,
}

/// What is remembered about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    Nothing,
    /// Found under the same key.
    Same(Arc<Fact>),
    /// Found under the same topic, when the key was another: of a model that has been edited since.
    Other(Arc<Fact>),
}

/// Keeps facts between runs. A sink never fails: where it cannot keep or find something, it forgets.
pub trait Sink: Send {
    /// What is remembered, one answer for each question.
    fn recall(&mut self, questions: &[Question]) -> Vec<Memory>;
    /// Keeps facts. Called as they are found.
    fn record(&mut self, facts: Vec<(Question, Arc<Fact>)>);
}
