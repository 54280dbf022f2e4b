//! Executions of a mutant that no check notices, as a question: a language says what has to hold, others look for it.

use assay_system::{Replayer, System};
use assay_term::TermId;

/// Terms over the inputs of a system without states.
pub struct PassingQuestion<'m> {
    pub system: System,
    /// It runs the changed code, satisfies every assumption and every check, and ends.
    pub must: TermId,
    /// What the user asks for beyond that: the text, and what it means.
    pub required: Vec<(String, TermId)>,
    /// The state that it leaves behind is another one than that of the original on the same inputs.
    pub differs: TermId,
    /// Sides of branches; as many as possible are wanted.
    pub branches: Vec<TermId>,
    /// Runs the mutant.
    pub replayer: Box<dyn Replayer + 'm>,
}
