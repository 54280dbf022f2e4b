//! Mutants of a netlist: one node at a time is cut from what drives it.
//!
//! References: [1] Chockler, Kroening, Purandare: Computing Mutation Coverage in Interpolation-Based Model Checking,
//! section III-B.
//!
//! A front end gives *sites*: elements whose wire stands where its kind of cut wants it (see [`crate::aiger::Cut`]), with
//! the text that a change would replace. Every operator is applied to every site that it fits. The paper mutates every
//! node of the graph; so do we, the gates of the property included, where gates are elements at all: a netlist does not
//! say which gates somebody meant as specification.

mod operators;

use assay_source::{SourceFile, Span};
use assay_system::{Change, Mutant, Mutants, Patch, System, Target, fnv1a};
use assay_term::VarId;
use rustc_hash::FxHashMap;

pub use operators::{Mutators, OPERATORS, Operator, Selection};

/// One element that can be mutated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// In [`System::elements`]; the wire of its one instance is what is cut.
    pub element: usize,
    /// The state of a register.
    pub state: Option<VarId>,
    /// The text that drives the node.
    pub driver: Span,
    /// The text of a register's initial value; empty where the file leaves it out.
    pub init: Option<Span>,
    /// What the node is, in words that unrelated edits do not change; unique among sites.
    pub identity: String,
}

/// Every selected mutant of every site, in the order of the sites. Ids are `element:operator`.
pub fn mutants(
    mut system: System,
    file: &SourceFile,
    sites: &[Site],
    selection: &Selection,
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
            let Some(offer) = operator.apply(&mut system, file, site) else {
                continue;
            };
            let element = system.elements[site.element].name.clone();
            let at = file.start(offer.span);
            let identity = format!("{}\n{twin}\n{}", site.identity, operator.name);
            mutants.push(Mutant {
                id: format!("{element}:{}", operator.name),
                operator: operator.name,
                target: Target::Element(site.element),
                element,
                span: offer.span,
                line: at.line,
                column: at.column,
                original: file.slice(offer.span).to_string(),
                replacement: offer.text,
                fingerprint: format!("{:016x}", fnv1a(identity.as_bytes())),
                change: Change::Patch(Patch {
                    vars: vec![(offer.var, offer.kind)],
                    constraints: vec![],
                }),
            });
        }
    }
    Mutants {
        system,
        fresh_from,
        mutants,
    }
}
