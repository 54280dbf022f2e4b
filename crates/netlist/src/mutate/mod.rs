//! Mutants of a netlist: one node at a time is cut from what drives it.
//!
//! References: [1] Chockler, Kroening, Purandare: Computing Mutation Coverage in Interpolation-Based Model Checking,
//! section III-B.
//!
//! A front end gives *sites*: elements whose wire stands where its kind of cut wants it (see [`crate::aiger::Cut`]), with
//! the text that a change would replace, and what else only they know: for an operator on words, what it could be instead.
//! A word is changed as a whole or, where that is asked for, each of its bits alone. Every operator is applied to every site that it fits. The paper mutates every
//! node of the graph; so do we, the gates of the property included, where gates are elements at all: a netlist does not
//! say which gates are meant as specification.

mod bits;
mod operators;

use assay_source::{LineColumn, SourceFile, Span};
use assay_system::{Change, Mutant, Mutants, Patch, System, Target, fnv1a};
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use crate::verilog::Phrase;
pub(crate) use operators::Alter;
use operators::Offer;
pub use operators::{Mutators, OPERATORS, Operator, Selection};

/// One element that can be mutated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// In [`System::elements`]; the wires of its instances are what is cut: one, or one for each word of a memory.
    pub element: usize,
    /// The states of a register.
    pub states: Vec<VarId>,
    /// The text that drives the node.
    pub driver: Span,
    /// Other texts that do, where a register is assigned in several places.
    pub elsewhere: Vec<(Span, Phrase)>,
    /// The text of a register's initial value; empty where the file leaves it out.
    pub init: Option<Span>,
    pub wording: Wording,
    /// Other definitions of the node.
    pub alternatives: Vec<Alternative>,
    /// What the node is, in words that unrelated edits do not change; unique among sites.
    pub identity: String,
}

/// How a change is put into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wording {
    /// The new text takes the place of the old one.
    Plain,
    /// `NAME = TEXT`: the place of the change does not say what is changed.
    Named(String),
    /// As it would be written in Verilog.
    Verilog(Phrase),
}

/// Something else that a node could compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternative {
    pub kind: Alter,
    /// Which of several, part of the id; may be empty.
    pub variant: &'static str,
    pub term: TermId,
    pub text: String,
}

/// What is changed of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Grain {
    #[default]
    Words,
    /// Each bit alone, as if it were an element of its own: `count[0]`. Arrays are changed as a whole.
    Bits,
}

/// Every selected mutant of every site, in the order of the sites. Ids are `element:operator`, with `:variant` where an
/// operator has several. `files` are those that the sites lie in.
pub(crate) fn mutants(
    mut system: System,
    files: &[SourceFile],
    sites: &[Site],
    selection: &Selection,
    grain: Grain,
) -> Mutants {
    let fresh_from = system.vars.len();
    let operators: Vec<&Operator> = OPERATORS.iter().filter(|o| selection.has(o.name)).collect();
    let mut mutants = Vec::with_capacity(sites.len() * operators.len());
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    for site in sites {
        // Nodes that are alike are told apart by their order.
        let twin = seen.entry(&site.identity).or_default();
        *twin += 1;
        for operator in &operators {
            for offer in operator.apply(&mut system, files, site, grain) {
                mutants.push(mutant(&system, files, site, *twin, operator.name, offer));
            }
        }
    }
    Mutants {
        system,
        fresh_from,
        mutants,
        executions: vec![],
    }
}

fn mutant(
    system: &System,
    files: &[SourceFile],
    site: &Site,
    twin: usize,
    operator: &'static str,
    offer: Offer,
) -> Mutant {
    let name = &system.elements[site.element].name;
    let element = match offer.bit {
        Some(bit) => format!("{name}[{bit}]"),
        None => name.clone(),
    };
    let variant = match offer.variant {
        "" => String::new(),
        variant => format!(":{variant}"),
    };
    let file = files.iter().find(|f| f.id == offer.span.file);
    let at = file.map_or(LineColumn { line: 1, column: 1 }, |f| f.start(offer.span));
    let original = file.map_or("", |f| f.slice(offer.span)).to_string();
    let mut identity = format!("{}\n{twin}\n{operator}{variant}", site.identity);
    if let Some(bit) = offer.bit {
        identity += &format!("\n{bit}");
    }
    let replacement = match &site.wording {
        Wording::Named(_) if offer.bit.is_some() => format!("{element} = {}", offer.text),
        Wording::Named(name) => format!("{name} = {}", offer.text),
        Wording::Plain | Wording::Verilog(_) => offer.text,
    };
    Mutant {
        id: format!("{element}:{operator}{variant}"),
        operator,
        target: Target::Element(site.element),
        element,
        span: offer.span,
        line: at.line,
        column: at.column,
        original,
        replacement,
        fingerprint: format!("{:016x}", fnv1a(identity.as_bytes())),
        change: Change::Patch(Patch {
            vars: offer.vars,
            ..Patch::default()
        }),
    }
}
