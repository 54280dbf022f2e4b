//! Mutants: a transition less, more or elsewhere; a label more or less in one state, or everywhere.

use assay_source::{SourceFile, Span};
use assay_system::{
    Catalogue, Change, Group, Mutant, Mutants, OperatorRole, Patch, Role, Target, VarKind,
    Variable, fnv1a,
};

use crate::lower::{Lowered, is_state};
use crate::structure::{Edge, Structure};

/// A mutator with one line for people.
pub struct Mutator {
    pub name: &'static str,
    group: Group,
    pub role: OperatorRole,
    pub says: &'static str,
}

/// Every mutator, in a fixed order.
pub const MUTATORS: &[Mutator] = &[
    Mutator {
        name: "nondet",
        group: Group::Paper,
        role: OperatorRole::Removal,
        says: "the label holds or does not at each step",
    },
    Mutator {
        name: "zero",
        group: Group::Paper,
        role: OperatorRole::StuckAt,
        says: "no state has the label",
    },
    Mutator {
        name: "one",
        group: Group::Paper,
        role: OperatorRole::StuckAt,
        says: "every state has the label",
    },
    Mutator {
        name: "flip",
        group: Group::Paper,
        role: OperatorRole::Replacement,
        says: "one state gets the label or loses it",
    },
    Mutator {
        name: "drop",
        group: Group::Paper,
        role: OperatorRole::Replacement,
        says: "the transition is not there",
    },
    Mutator {
        name: "redirect",
        group: Group::More,
        role: OperatorRole::Replacement,
        says: "the transition leads to another state",
    },
    Mutator {
        name: "add",
        group: Group::More,
        role: OperatorRole::Replacement,
        says: "the state has one transition more",
    },
];

/// With more states than this, a transition is led to and added to the next state only that has none yet.
const FEW: usize = 8;

#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, Group)> {
        MUTATORS.iter().map(|m| (m.name, m.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;

/// A change of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    Nondet(usize),
    Zero(usize),
    One(usize),
    /// Of the label in the state.
    Flip(usize, usize),
    /// The state's transition with this index.
    Drop(usize, usize),
    Redirect(usize, usize, usize),
    /// From the state to another.
    Add(usize, usize),
}

impl Edit {
    fn operator(self) -> &'static str {
        match self {
            Edit::Nondet(_) => "nondet",
            Edit::Zero(_) => "zero",
            Edit::One(_) => "one",
            Edit::Flip(..) => "flip",
            Edit::Drop(..) => "drop",
            Edit::Redirect(..) => "redirect",
            Edit::Add(..) => "add",
        }
    }

    /// The changed structure; None if it cannot be written as one. Transitions that are dropped leave no gap.
    pub fn apply(self, structure: &Structure) -> Option<Structure> {
        let mut changed = structure.clone();
        match self {
            Edit::Nondet(_) => return None,
            Edit::Zero(label) => {
                for state in &mut changed.states {
                    state.labels.retain(|l| *l != label);
                }
            }
            Edit::One(label) => {
                for state in &mut changed.states {
                    if let Err(at) = state.labels.binary_search(&label) {
                        state.labels.insert(at, label);
                    }
                }
            }
            Edit::Flip(label, state) => {
                let labels = &mut changed.states[state].labels;
                match labels.binary_search(&label) {
                    Ok(at) => drop(labels.remove(at)),
                    Err(at) => labels.insert(at, label),
                }
            }
            Edit::Drop(state, edge) => drop(changed.states[state].edges.remove(edge)),
            Edit::Redirect(state, edge, to) => changed.states[state].edges[edge].to = to,
            Edit::Add(state, to) => {
                let span = changed.states[state].span;
                changed.states[state].edges.push(Edge { to, span });
            }
        }
        Some(changed)
    }
}

/// Every change that the selection makes, in the order of the text.
pub fn edits(structure: &Structure, selection: &Selection) -> Vec<Edit> {
    let mut edits = Vec::new();
    let count = structure.states.len();
    for label in 0..structure.labels.len() {
        edits.extend([Edit::Nondet(label), Edit::Zero(label), Edit::One(label)]);
        edits.extend((0..count).map(|state| Edit::Flip(label, state)));
    }
    for (at, state) in structure.states.iter().enumerate() {
        let free = |to: &usize| !state.edges.iter().any(|e| e.to == *to);
        let others = (1..=count).map(|by| (at + by) % count).filter(free);
        let others: Vec<usize> = if count <= FEW {
            others.collect()
        } else {
            others.take(1).collect()
        };
        for edge in 0..state.edges.len() {
            edits.push(Edit::Drop(at, edge));
            edits.extend(others.iter().map(|&to| Edit::Redirect(at, edge, to)));
        }
        edits.extend(others.iter().map(|&to| Edit::Add(at, to)));
    }
    edits.retain(|edit| selection.has(edit.operator()));
    edits
}

/// The mutants of these changes.
pub fn mutants(
    structure: &Structure,
    lowered: &Lowered,
    file: &SourceFile,
    edits: &[Edit],
) -> Mutants {
    let mut mutants = Mutants {
        system: lowered.system.clone(),
        fresh_from: lowered.system.vars.len(),
        mutants: Vec::new(),
        executions: Vec::new(),
    };
    for &edit in edits {
        let mutant = mutant(structure, lowered, file, edit, &mut mutants);
        mutants.mutants.push(mutant);
    }
    mutants
}

fn mutant(
    structure: &Structure,
    lowered: &Lowered,
    file: &SourceFile,
    edit: Edit,
    mutants: &mut Mutants,
) -> Mutant {
    let (element, span, original, replacement) = words(structure, lowered, edit);
    let system = &mut mutants.system;
    let name = system.elements[element].name.clone();
    let var = system.elements[element].instances[0].var;
    let VarKind::Wire { def: old } = system.var(var).kind else {
        unreachable!("elements are wires");
    };
    let def = match edit {
        Edit::Nondet(_) => {
            let free = Variable {
                name: format!("free {name}"),
                kind: VarKind::Input,
                role: Role::Internal,
                ..system.var(var).clone()
            };
            let free = system.add_var(system.sort(var), free);
            system.pool.var(free)
        }
        Edit::Zero(_) => system.pool.bool(false),
        Edit::One(_) => system.pool.bool(true),
        Edit::Flip(_, state) => {
            let here = system.pool.var(lowered.state);
            let here = is_state(&mut system.pool, here, state);
            system.pool.xor(old, here)
        }
        Edit::Drop(..) => system.pool.int(structure.states.len() as i64),
        Edit::Redirect(_, _, to) | Edit::Add(_, to) => system.pool.int(to as i64),
    };
    let operator = edit.operator();
    let place = file.start(span);
    let several = matches!(edit, Edit::Flip(..) | Edit::Redirect(..) | Edit::Add(..));
    let variant = if several {
        format!(":{replacement}")
    } else {
        String::new()
    };
    let identity = format!("{name} {operator} {replacement}");
    Mutant {
        id: format!("{}:{}:{operator}{variant}", place.line, place.column),
        operator,
        target: Target::Element(element),
        element: name,
        span,
        line: place.line,
        column: place.column,
        original,
        replacement,
        fingerprint: format!("{:016x}", fnv1a(identity.as_bytes())),
        change: Change::Patch(Patch {
            vars: vec![(var, VarKind::Wire { def })],
            ..Patch::default()
        }),
    }
}

/// The element of a change, its place, and both texts.
fn words(structure: &Structure, lowered: &Lowered, edit: Edit) -> (usize, Span, String, String) {
    let name = |state: usize| structure.states[state].name.clone();
    let label = |label: usize| (lowered.labels[label].1, &structure.labels[label]);
    match edit {
        Edit::Nondet(l) | Edit::Zero(l) | Edit::One(l) => {
            let (element, label) = label(l);
            let text = match edit {
                Edit::Zero(_) => "FALSE",
                Edit::One(_) => "TRUE",
                _ => "{TRUE, FALSE}",
            };
            (element, label.span, label.name.clone(), text.into())
        }
        Edit::Flip(l, state) => {
            let (element, label) = label(l);
            let (with, without) = (
                format!("{}: {}", name(state), label.name),
                format!("{}: !{}", name(state), label.name),
            );
            let span = structure.states[state].span;
            if structure.has(state, l) {
                (element, span, with, without)
            } else {
                (element, span, without, with)
            }
        }
        Edit::Drop(state, edge) => {
            let at = &structure.states[state].edges[edge];
            let element = lowered.slots[state][edge].1;
            (element, at.span, name(at.to), String::new())
        }
        Edit::Redirect(state, edge, to) => {
            let at = &structure.states[state].edges[edge];
            let element = lowered.slots[state][edge].1;
            (element, at.span, name(at.to), name(to))
        }
        Edit::Add(state, to) => {
            let last = lowered.slots[state].len() - 1;
            let element = lowered.slots[state][last].1;
            let span = structure.states[state].span;
            (
                element,
                span,
                name(state),
                format!("{} -> {}", name(state), name(to)),
            )
        }
    }
}
