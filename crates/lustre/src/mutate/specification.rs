//! What belongs to the specification rather than to the model: variables that a property names and
//! that no equation of the model reads.

use assay_system::{ElementKind, VarKind};
use assay_term::VarId;
use rustc_hash::FxHashSet;

use crate::lower::Lowered;
use crate::model::{self, Model, NodeId};

#[derive(Clone, Debug, Default)]
pub struct Specified {
    /// Variables of nodes whose equation is not mutated.
    pub untouched: FxHashSet<(NodeId, model::VarId)>,
    /// Properties (by index in the system) whose variable the model reads: they keep their original
    /// definition.
    pub copied: Vec<usize>,
}

/// A variable that some property names is specification if all its readers are specification too.
/// One that the model reads is mutated, and the property keeps a copy.
pub fn of(model: &Model, lowered: &Lowered) -> Specified {
    let system = &lowered.system;
    let mut readers: Vec<Vec<VarId>> = vec![Vec::new(); system.vars.len()];
    for v in system.var_ids() {
        for read in system.pool.variables(&system.defining_terms(v)) {
            readers[read.index()].push(v);
        }
    }
    let assumed: FxHashSet<VarId> = system
        .constraints
        .iter()
        .flat_map(|c| system.pool.variables(&[c.term]))
        .collect();
    let named: Vec<VarId> = system.properties.iter().filter_map(|p| p.var).collect();
    let mut spec: FxHashSet<VarId> = named.iter().copied().collect();
    loop {
        let kept: FxHashSet<VarId> = spec
            .iter()
            .copied()
            .filter(|v| !assumed.contains(v) && readers[v.index()].iter().all(|r| spec.contains(r)))
            .collect();
        if kept.len() == spec.len() {
            break;
        }
        spec = kept;
    }
    // A node's variable is untouched if it is specification in every instance.
    let mut untouched = FxHashSet::default();
    let mut touched = FxHashSet::default();
    for instance in &lowered.instances {
        let node = model.node(instance.node);
        for at in 0..node.variables.len() {
            let var = model::VarId(at as u32);
            let leaves: Vec<VarId> = instance.leaves(var).collect();
            let is_spec = !leaves.is_empty() && leaves.iter().all(|l| spec.contains(l));
            let place = if is_spec {
                &mut untouched
            } else {
                &mut touched
            };
            place.insert((instance.node, var));
        }
    }
    untouched.retain(|key| !touched.contains(key));
    let copied = (0..system.properties.len())
        .filter(|&p| {
            system.properties[p].var.is_some_and(|v| {
                let wire = matches!(system.var(v).kind, VarKind::Wire { .. });
                let defined = system.elements.iter().any(|e| {
                    e.kind == ElementKind::Equation && e.instances.iter().any(|i| i.var == v)
                });
                wire && defined && !spec.contains(&v)
            })
        })
        .collect();
    Specified { untouched, copied }
}
