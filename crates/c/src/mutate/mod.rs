//! Mutants of a C program: small changes of the syntax tree, each with the text that a person would write.
//!
//! References: [1] Groce, Ahmed, Jensen, McKenney: How Verified is My Code? Falsification-Driven Verification, ASE 2015.
//! [2] Andrews, Briand, Labiche: Is Mutation an Appropriate Tool for Testing Experiments?, ICSE 2005: the operators that [1] uses.
//!
//! A mutator looks at one node and says which text becomes which, and what that is in the tree (`operators/`). A token in the body of a
//! macro, in an argument that is used twice or in a header stands several times in the trees. All of these change together, as they do
//! when the text is edited: what is found at one spelling is one offer ([`collect`]). Where a mutator does not fit all of them, there is no
//! offer.
//!
//! Where the group `paper` has more than the tool of [2]: `/` is among the arithmetic operators, `-` is replaced too, `(-1)` has
//! parentheses after a minus sign (the tool's `j--1` is no C), and the statement under an `if` or a loop is deleted by itself. It has less in one
//! point: declarations are not deleted, because no such mutant compiles.
//!
//! The text of a mutant and its tree agree but for what only the preprocessor sees: a macro that `#if` asks for, the text that `#` makes of
//! an argument, and `__LINE__` after a deleted line.

mod collect;
mod context;
mod edit;
mod found;
mod identity;
mod locals;
mod operators;
mod protect;
mod scope;
mod spelling;

use assay_source::{SourceMap, Span};
use assay_system::Catalogue;

pub use edit::{Edit, New, apply};
pub use identity::ids;
pub use operators::{Operator, all as operators};
pub use scope::{Scope, unit_of};

use crate::tree::Unit;

/// The mutators of C.
#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, assay_system::Group)> {
        operators().map(|o| (o.name, o.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;

/// One mutant of the source.
#[derive(Clone, Debug)]
pub struct Offer {
    pub operator: &'static str,
    /// Of the text that is replaced, in the file where it is spelled.
    pub span: Span,
    /// Where it is shown: of an operator its own place, even if the text around it gets parentheses. From 1, as editors show them.
    pub line: usize,
    pub column: usize,
    /// The text that is replaced, and by which text.
    pub original: String,
    pub replacement: String,
    /// Which of several at the same place; part of the id where it is not empty.
    pub variant: String,
    /// The function that it is in, the first one if it is in the text of a macro. None outside of functions.
    pub function: Option<String>,
    /// Survives edits of other statements.
    pub fingerprint: String,
    /// What changes, with the number of the unit: one edit for each place where the text comes into the program.
    pub edits: Vec<(usize, Edit)>,
}

/// All selected mutants of a program, by file, line and column. The units have been read with one
/// [`crate::Files`], so that a file has one number.
pub fn offers(
    units: &[Unit],
    scope: &Scope<'_>,
    selection: &Selection,
    map: &SourceMap,
) -> Vec<Offer> {
    collect::offers(units, scope, selection, map)
}

/// The text of the offer's file with the change made.
pub fn written(text: &str, offer: &Offer) -> String {
    let span = offer.span.range();
    let (before, after) = (&text[..span.start], &text[span.end..]);
    format!("{before}{}{after}", offer.replacement)
}
