//! What another tool says of a model: a second opinion, which confirms nothing and may show an error in either tool.

use std::time::Instant;

use assay_source::{Diagnostic, Span};

use crate::Breaks;

/// What is asked of the other tool.
pub struct OpinionRequest<'a> {
    /// Its name, or the path of its program.
    pub tool: &'a str,
    /// One mutant by its id in place of the original, and what makes it.
    pub mutant: Option<(&'a Breaks, &'a str)>,
    pub deadline: Option<Instant>,
}

/// An answer.
pub struct Opinion {
    /// The tool with its version.
    pub tool: String,
    /// None where it gave no verdicts; then `silence` says why.
    pub said: Vec<Said>,
    pub silence: Option<String>,
}

/// What the tool says of one check.
pub struct Said {
    /// The class of a property, as results name it. None for a kind of check that the language does not have.
    pub class: Option<&'static str>,
    /// The beginning of its line. None where the tool names no place in the model.
    pub line: Option<Span>,
    /// None where it gave no verdict.
    pub holds: Option<bool>,
    /// The tool's own name of the check, and what it says about it.
    pub text: String,
}

/// The refusal of a language that no other tool knows.
pub(crate) fn nobody() -> Box<Diagnostic> {
    let message = "no other tool can be asked about models of this language";
    Box::new(Diagnostic::error("A0029", message).help("`--second-opinion cbmc` is about C"))
}
