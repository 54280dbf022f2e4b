//! Justice as safety: "these hold infinitely often together" is violated by an execution that comes back to a state.
//!
//! References: [1] Biere, Artho, Schuppan: Liveness Checking as Safety Checking, ENTCS 66(2), 2002.
//!
//! At a step of its choice the translated system saves its state. From then on it is in the loop, and for each
//! literal it remembers whether it held there. The loop is closed at a step whose state is the saved one; if every
//! literal was seen by then, the execution can be repeated for ever, and the property is violated. A finite system has no
//! infinite executions but those with such a loop among their shortest.
//!
//! Where it deviates: only states in the cone of the literals and the constraints are saved, because the others are
//! functions of time that never end an execution; and one saved state serves all justice properties, which are asked
//! one by one anyway. Inputs need not repeat: the next state depends on those inside the loop alone. A change of the
//! system keeps the translation right as long as it makes no definition read a state outside of that cone.
//!
//! Invariant: the system without the added variables has the executions that it had.

use assay_source::Span;
use assay_term::{Sort, TermId, VarId};
use rustc_hash::FxHashMap;

use crate::names::Names;
use crate::{Claim, Cone, Property, Role, Shown, System, VarKind, Variable, default_value};

/// A set of conditions that are not to hold infinitely often together.
#[derive(Clone, Debug)]
pub struct Justice {
    pub name: String,
    pub conditions: Vec<TermId>,
    pub span: Option<Span>,
}

/// The input that says when the state is saved, for those who drive the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loop {
    pub save: VarId,
}

/// Adds a safety property for each justice property, violated where it and all of `fairness` can hold infinitely often.
/// Nothing is added where there is no justice property.
pub fn add_justice(system: &mut System, justice: &[Justice], fairness: &[TermId]) -> Option<Loop> {
    if justice.is_empty() {
        return None;
    }
    let mut roots: Vec<TermId> = fairness.to_vec();
    roots.extend(justice.iter().flat_map(|j| &j.conditions));
    let states: Vec<VarId> = Cone::of(system, &roots).states(system).collect();
    let no = system.pool.bool(false);
    let mut names = Names::of(system);

    let save = add(system, &mut names, "save", Sort::Bool, VarKind::Input);
    let kind = VarKind::State {
        init: Some(no),
        next: no,
    };
    let saved = add(system, &mut names, "saved", Sort::Bool, kind.clone());
    let (save_term, saved_term) = (system.pool.var(save), system.pool.var(saved));
    let def = system.pool.or2(saved_term, save_term);
    let inside = add(
        system,
        &mut names,
        "loop",
        Sort::Bool,
        VarKind::Wire { def },
    );
    system.vars[inside.index()].role = Role::Local;
    let inside = system.pool.var(inside);
    set_next(system, saved, inside);

    let now = {
        let first = system.pool.not(saved_term);
        system.pool.and2(save_term, first)
    };
    let mut closed = vec![saved_term];
    for state in states {
        let name = format!("saved {}", system.var(state).name);
        let sort = system.sort(state);
        let before = system.pool.constant(default_value(system, state));
        let kind = VarKind::State {
            init: Some(before),
            next: before,
        };
        let copy = add(system, &mut names, &name, sort, kind);
        system.vars[copy.index()].range = system.var(state).range.clone();
        let (state, copied) = (system.pool.var(state), system.pool.var(copy));
        let next = system.pool.ite(now, state, copied);
        set_next(system, copy, next);
        closed.push(system.pool.eq(state, copied));
    }
    let closed = system.pool.and(closed);
    let def = VarKind::Wire { def: closed };
    let closed = add(system, &mut names, "closed", Sort::Bool, def);
    let closed = system.pool.var(closed);

    let mut seen: FxHashMap<TermId, TermId> = FxHashMap::default();
    for property in justice {
        let mut all = vec![closed];
        let conditions = property.conditions.iter().chain(fairness);
        let conditions: Vec<TermId> = conditions.copied().collect();
        for &condition in &conditions {
            let held = *seen.entry(condition).or_insert_with(|| {
                let name = format!("seen {}", system.vars.len());
                let state = add(system, &mut names, &name, Sort::Bool, kind.clone());
                let held = system.pool.var(state);
                let here = system.pool.and2(inside, condition);
                let next = system.pool.or2(held, here);
                set_next(system, state, next);
                held
            });
            all.push(held);
        }
        let bad = system.pool.and(all);
        let term = system.pool.not(bad);
        system.properties.push(Property {
            claim: Claim::Justice { save, conditions },
            ..Property::invariant(property.name.clone(), term).at(property.span)
        });
    }
    Some(Loop { save })
}

fn add(system: &mut System, names: &mut Names, name: &str, sort: Sort, kind: VarKind) -> VarId {
    let name = names.claim(None, name.to_string());
    let variable = Variable {
        name,
        kind,
        role: Role::Internal,
        range: None,
        shown: Shown::Plain,
        span: None,
    };
    system.add_var(sort, variable)
}

fn set_next(system: &mut System, state: VarId, function: TermId) {
    if let VarKind::State { next, .. } = &mut system.vars[state.index()].kind {
        *next = function;
    }
}
