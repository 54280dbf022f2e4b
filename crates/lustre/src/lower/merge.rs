//! Merges equal calls. Calls of the same node with the same arguments on the same clock compute the same values, so one instance
//! can stand for all of them.
//!
//! JKind reads every model this way. It matters where definitions can be removed: a node without its equation has one unknown value
//! for all equal calls, or one for each call. Mutants need each call of the text, so lowering keeps calls apart, and this file makes
//! a second system out of the lowered one.
//!
//! Every execution of the result is one of the original: the one whose merged calls also agree before the first step. So
//! what is proved of the original, with its certificate, holds of the result. Variables keep their
//! numbers; those of a merged call are still computed, but nothing reads them.

use assay_system::{System, VarKind};
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use super::{Instance, InstanceId, Lowered};
use crate::model::{Model, NodeId};

/// What equal calls have in common: the node, the clock, the arguments.
type Key = (NodeId, InstanceId, Vec<TermId>);

/// The system with equal plain calls merged; those under a condact of their own stay.
pub fn merge_equal_calls(model: &Model, lowered: &Lowered) -> System {
    let mut system = lowered.system.clone();
    let mut image: FxHashMap<VarId, VarId> = FxHashMap::default();
    let mut merged = vec![false; lowered.instances.len()];
    // Arguments may be calls themselves, so this is repeated until no further calls are equal.
    loop {
        let mut first: FxHashMap<Key, InstanceId> = FxHashMap::default();
        let before = image.len();
        for (i, instance) in lowered.instances.iter().enumerate() {
            if instance.caller.is_none() || !instance.held.is_empty() || merged[i] {
                continue;
            }
            let inputs = model.node(instance.node).inputs.iter();
            let wires = inputs.flat_map(|&input| instance.leaves(input));
            let bound: Vec<TermId> = wires.map(|w| definition(&system, w)).collect();
            let bound = substituted(&mut system, &bound, &image);
            let key = (instance.node, clock_owner(lowered, i), bound);
            match first.get(&key) {
                None => {
                    first.insert(key, i);
                }
                Some(&other) => {
                    merged[i] = true;
                    identify(lowered, instance, &lowered.instances[other], &mut image);
                }
            }
        }
        if image.len() == before {
            break;
        }
    }
    apply(&mut system, &image);
    system
}

/// The nearest instance above that has a clock of its own.
fn clock_owner(lowered: &Lowered, mut at: InstanceId) -> InstanceId {
    while let Some((caller, _)) = lowered.instances[at].caller
        && lowered.instances[at].held.is_empty()
    {
        at = caller;
    }
    at
}

fn definition(system: &System, wire: VarId) -> TermId {
    match system.var(wire).kind {
        VarKind::Wire { def } => def,
        _ => system.pool.var(wire),
    }
}

/// Maps the variables and memories of one instance to those of another.
fn identify(
    lowered: &Lowered,
    from: &Instance,
    to: &Instance,
    image: &mut FxHashMap<VarId, VarId>,
) {
    for (theirs, ours) in from.vars.iter().zip(&to.vars) {
        for (theirs, ours) in theirs.clone().zip(ours.clone()) {
            let (theirs, ours) = (VarId(theirs), VarId(ours));
            image.insert(theirs, ours);
            if let (Some(&past), Some(&kept)) = (lowered.past.get(&theirs), lowered.past.get(&ours))
            {
                image.insert(past, kept);
            }
        }
    }
    for (number, states) in &from.memories {
        let kept = to.memories.get(number).into_iter().flatten();
        for (&state, &kept) in states.iter().zip(kept) {
            if state != kept {
                image.insert(state, kept);
            }
        }
    }
}

fn substituted(
    system: &mut System,
    terms: &[TermId],
    image: &FxHashMap<VarId, VarId>,
) -> Vec<TermId> {
    let mut kept: FxHashMap<VarId, TermId> = FxHashMap::default();
    for (&from, mut to) in image {
        // The instance that it was merged with may have been merged itself later.
        while let Some(next) = image.get(to) {
            to = next;
        }
        kept.insert(from, system.pool.var(*to));
    }
    system.pool.substitute(terms, |v| kept.get(&v).copied())
}

/// Puts images for variables wherever they are read, and leaves merged instances out of elements.
fn apply(system: &mut System, image: &FxHashMap<VarId, VarId>) {
    let mut terms: Vec<TermId> = Vec::new();
    for variable in &system.vars {
        match variable.kind {
            VarKind::Wire { def } => terms.push(def),
            VarKind::State { init, next } => terms.extend(init.into_iter().chain([next])),
            VarKind::Input | VarKind::Rigid => {}
        }
    }
    terms.extend(system.constraints.iter().map(|c| c.term));
    terms.extend(system.properties.iter().map(|p| p.term));
    let mut images = substituted(system, &terms, image).into_iter();
    let mut replace = |term: &mut TermId| *term = images.next().expect("one for each term");
    for variable in &mut system.vars {
        match &mut variable.kind {
            VarKind::Wire { def } => replace(def),
            VarKind::State { init, next } => {
                init.iter_mut().for_each(&mut replace);
                replace(next);
            }
            VarKind::Input | VarKind::Rigid => {}
        }
    }
    system
        .constraints
        .iter_mut()
        .for_each(|c| replace(&mut c.term));
    system
        .properties
        .iter_mut()
        .for_each(|p| replace(&mut p.term));
    for property in &mut system.properties {
        property.var = property.var.map(|v| image.get(&v).copied().unwrap_or(v));
    }
    for element in &mut system.elements {
        element.instances.retain(|i| !image.contains_key(&i.var));
    }
}
