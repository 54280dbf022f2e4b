//! The mutators: what becomes of a node. Adding one is a line in the table and an arm.

use assay_source::{SourceFile, Span};
use assay_system::{Catalogue, Group, Role, System, VarKind, Variable};
use assay_term::{Bits, Sort, TermId, VarId};

use super::Site;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// The node is an input.
    Nondet,
    /// The node is stuck at this value.
    Stuck(bool),
    Invert,
    /// The register starts with the other value.
    FlipInit,
}

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    /// One line for people.
    pub says: &'static str,
    does: Does,
}

/// Every mutator, in a fixed order.
pub const OPERATORS: &[Operator] = &[
    Operator {
        name: "nondet",
        group: Group::Paper,
        says: "the node takes any value at each step",
        does: Does::Nondet,
    },
    Operator {
        name: "zero",
        group: Group::Paper,
        says: "the node is stuck at 0",
        does: Does::Stuck(false),
    },
    Operator {
        name: "one",
        group: Group::Paper,
        says: "the node is stuck at 1",
        does: Does::Stuck(true),
    },
    Operator {
        name: "invert",
        group: Group::More,
        says: "the node is negated",
        does: Does::Invert,
    },
    Operator {
        name: "init_flip",
        group: Group::More,
        says: "the register starts with the other value",
        does: Does::FlipInit,
    },
];

/// The mutators of netlists.
#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, Group)> {
        OPERATORS.iter().map(|o| (o.name, o.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;

/// The new definition of one variable, and the text that stands for it.
pub(super) struct Offer {
    pub var: VarId,
    pub kind: VarKind,
    pub span: Span,
    pub text: String,
}

impl Operator {
    /// What becomes of the site; nothing where the operator does not fit.
    pub(super) fn apply(
        &self,
        system: &mut System,
        file: &SourceFile,
        site: &Site,
    ) -> Option<Offer> {
        let wire = system.elements[site.element].instances.first()?.var;
        let VarKind::Wire { def } = system.var(wire).kind else {
            return None;
        };
        let (def, text) = match self.does {
            Does::Nondet => (free(system, wire), "*".to_string()),
            Does::Stuck(value) => (
                stuck(system, wire, value)?,
                if value { "1" } else { "0" }.to_string(),
            ),
            Does::Invert if system.sort(wire) == Sort::Bool => {
                let driver = file.slice(site.driver);
                let text = if driver.contains(' ') {
                    format!("!({driver})")
                } else {
                    format!("!{driver}")
                };
                (system.pool.not(def), text)
            }
            Does::Invert => return None,
            Does::FlipInit => return flip_init(system, site),
        };
        Some(Offer {
            var: wire,
            kind: VarKind::Wire { def },
            span: site.driver,
            text,
        })
    }
}

fn free(system: &mut System, wire: VarId) -> TermId {
    let variable = system.var(wire).clone();
    let free = Variable {
        name: format!("any {}", variable.name),
        kind: VarKind::Input,
        role: Role::Internal,
        ..variable
    };
    let free = system.add_var(system.sort(wire), free);
    system.pool.var(free)
}

fn stuck(system: &mut System, wire: VarId, value: bool) -> Option<TermId> {
    match system.sort(wire) {
        Sort::Bool => Some(system.pool.bool(value)),
        Sort::BitVec(width) => {
            let word = if value {
                Bits::ones(width)
            } else {
                Bits::zero(width)
            };
            Some(system.pool.constant(word.into()))
        }
        Sort::Int | Sort::Real | Sort::Array { .. } => None,
    }
}

fn flip_init(system: &mut System, site: &Site) -> Option<Offer> {
    let (state, span) = (site.state?, site.init?);
    let VarKind::State {
        init: Some(init),
        next,
    } = system.var(state).kind
    else {
        return None;
    };
    let value = system.pool.as_bool(init)?;
    let init = system.pool.bool(!value);
    Some(Offer {
        var: state,
        kind: VarKind::State {
            init: Some(init),
            next,
        },
        span,
        text: if value { "0" } else { "1" }.to_string(),
    })
}
