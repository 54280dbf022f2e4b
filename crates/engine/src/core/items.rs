//! What cores are made of: by source element, by instance, and which of them a slice has.

use assay_system::{Cone, ElementKind, Part, System, VarKind};
use assay_term::{TermId, VarId};

use super::report::{Item, ItemKind};
use super::{CoreOptions, ElementChoice};

/// The items by element and by instance. An element that the model's own list leaves out is always
/// in force and no item.
pub(super) fn items(system: &System, options: &CoreOptions) -> (Vec<Item>, Vec<Item>) {
    let mut elements = Vec::new();
    let mut instances = Vec::new();
    for (e, element) in system.elements.iter().enumerate() {
        let chosen = match options.elements {
            ElementChoice::Equations => element.kind == ElementKind::Equation,
            ElementChoice::All => true,
        };
        if !chosen || !element.listed {
            continue;
        }
        let is_wire = |v: VarId| matches!(system.var(v).kind, VarKind::Wire { .. });
        let mut wires: Vec<VarId> = Vec::new();
        for (i, instance) in element.instances.iter().enumerate() {
            if is_wire(instance.var) {
                wires.push(instance.var);
                let wires = vec![instance.var];
                let kind = ItemKind::Instance(e, i);
                instances.push(item(system, &instance.name, kind, wires));
            }
        }
        let kind = ItemKind::Element(e);
        elements.push(item(system, &element.name, kind, wires));
    }
    if options.constraints {
        for (c, constraint) in system.constraints.iter().enumerate() {
            let kind = ItemKind::Constraint(c);
            let mut item = item(system, &constraint.name, kind, vec![]);
            item.part.constraints = vec![c];
            elements.push(item.clone());
            instances.push(item);
        }
    }
    (elements, instances)
}

fn item(system: &System, name: &str, kind: ItemKind, wires: Vec<VarId>) -> Item {
    let own_of = (0..system.properties.len())
        .filter(|&p| {
            let var = system.properties[p].var;
            var.is_some_and(|v| wires.contains(&v))
        })
        .collect();
    Item {
        name: name.to_owned(),
        kind,
        own_of,
        part: Part {
            name: name.to_owned(),
            wires,
            constraints: vec![],
        },
    }
}

/// The indices of the items in the cone of the properties and of the constraints.
pub(super) fn slice(system: &System, items: &[Item], properties: &[usize]) -> Vec<usize> {
    let roots: Vec<TermId> = properties
        .iter()
        .map(|&p| system.properties[p].term)
        .collect();
    let cone = Cone::of(system, &roots);
    (0..items.len())
        .filter(|&i| {
            let part = &items[i].part;
            !part.constraints.is_empty() || part.wires.iter().any(|&w| cone.contains(w))
        })
        .collect()
}
