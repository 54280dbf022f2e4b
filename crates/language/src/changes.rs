//! Changes that the user defines: an element is tied to an expression or a generator of the user's own.

use assay_source::{Diagnostic, SourceFile, Span};
use assay_system::{ElementKind, OperatorRole, System};

use crate::{Mutator, closest};

/// What the changes of the user are listed under.
pub const USER: Mutator = Mutator {
    name: "user",
    role: OperatorRole::Replacement,
    says: "the element is what the user ties it to",
};

/// An element that the user ties to an expression in the model's language.
#[derive(Clone, Debug)]
pub struct Tied {
    /// The id of the mutant.
    pub id: String,
    /// As lists of mutants name it, and where the user names it.
    pub element: String,
    pub element_span: Span,
    /// The expression, and its place in the file that it stands in.
    pub text: String,
    pub span: Span,
    /// That file up to the end of the expression, with blanks before it: places in the expression are places in the file.
    pub file: SourceFile,
}

/// The element that a user names, by its index in the system.
pub fn find_element(system: &System, name: &str, span: Span) -> Result<usize, Box<Diagnostic>> {
    let mut elements = system.elements.iter();
    let is = |e: &assay_system::Element| e.kind == ElementKind::Equation && e.name == name;
    if let Some(at) = elements.position(is) {
        return Ok(at);
    }
    let elements = system.elements.iter();
    let elements = elements.filter(|e| e.kind == ElementKind::Equation);
    let names = elements.map(|e| e.name.as_str());
    let error = Diagnostic::error("A0025", format!("there is no element `{name}`")).at(span);
    Err(Box::new(match closest(name, names) {
        Some(near) => error.help(format!("there is a `{near}`")),
        None => error.help("`assay mutants` lists the elements that can be changed"),
    }))
}
