//! Values that need themselves: `x := y; y := x;`, `next(x) := next(y); next(y) := next(x);`.

use assay_source::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Assign, Flat, Kind, NodeId, VarIx};
use crate::tree::AssignKind;

/// A value of a variable: in the first step, in any step, in the step after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum When {
    First,
    Now,
    Next,
}

type Place = (VarIx, When);

pub(super) fn find(flat: &Flat, diagnostics: &mut Vec<Diagnostic>) {
    let mut assigns: FxHashMap<(VarIx, AssignKind), Vec<&Assign>> = FxHashMap::default();
    for assign in &flat.assigns {
        let of = assigns.entry((assign.var, assign.kind));
        of.or_default().push(assign);
    }
    let mut done: FxHashSet<Place> = FxHashSet::default();
    for assign in &flat.assigns {
        for when in [When::First, When::Now, When::Next] {
            let start = (assign.var, when);
            if let Some(var) = cycle(flat, &assigns, start, &mut done) {
                let name = &flat.var(var).name;
                let message = format!("the value of `{name}` needs itself in the same step");
                diagnostics.push(Diagnostic::error("S0412", message).at(assign.span));
                return;
            }
        }
    }
}

/// A variable that comes back to itself, from `start` on.
fn cycle(
    flat: &Flat,
    assigns: &FxHashMap<(VarIx, AssignKind), Vec<&Assign>>,
    start: Place,
    done: &mut FxHashSet<Place>,
) -> Option<VarIx> {
    let mut open: FxHashSet<Place> = FxHashSet::default();
    let mut stack = vec![(start, false)];
    while let Some((place, leaving)) = stack.pop() {
        if leaving {
            open.remove(&place);
            done.insert(place);
            continue;
        }
        if done.contains(&place) {
            continue;
        }
        if !open.insert(place) {
            return Some(place.0);
        }
        stack.push((place, true));
        for needed in needs(flat, assigns, place) {
            if open.contains(&needed) {
                return Some(needed.0);
            }
            stack.push((needed, false));
        }
    }
    None
}

fn needs(
    flat: &Flat,
    assigns: &FxHashMap<(VarIx, AssignKind), Vec<&Assign>>,
    (var, when): Place,
) -> Vec<Place> {
    let of = |kind| assigns.get(&(var, kind)).into_iter().flatten();
    let mut found = Vec::new();
    for assign in of(AssignKind::Current) {
        let read = reads(flat, assign.value);
        found.extend(read.into_iter().map(|(v, _)| (v, when)));
    }
    match when {
        When::First => {
            for assign in of(AssignKind::Init) {
                let read = reads(flat, assign.value);
                found.extend(read.into_iter().map(|(v, _)| (v, when)));
            }
        }
        When::Now => {}
        When::Next => {
            for assign in of(AssignKind::Next) {
                let read = reads(flat, assign.value).into_iter();
                let next = read.filter(|(_, next)| *next);
                found.extend(next.map(|(v, _)| (v, When::Next)));
            }
        }
    }
    found
}

/// The variables that an expression reads, and whether in the next step.
fn reads(flat: &Flat, root: NodeId) -> FxHashSet<(VarIx, bool)> {
    let mut found = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![(root, false)];
    while let Some((node, next)) = stack.pop() {
        if !seen.insert((node, next)) {
            continue;
        }
        match &flat.node(node).kind {
            Kind::Var(var) => {
                found.insert((*var, next));
            }
            Kind::Define(define) => stack.push((flat.define(*define).body, next)),
            Kind::Next(a) => stack.push((*a, true)),
            _ => flat.each_operand(node, |operand| stack.push((operand, next))),
        }
    }
    found
}
