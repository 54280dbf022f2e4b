//! What came of it, as plain data.

use std::sync::Arc;

use assay_system::{Certificate, Part, System, Trace, without};

use crate::failure::Failures;

/// One thing that a core has or has not.
#[derive(Clone, Debug)]
pub struct Item {
    /// `x`, `node.x` for an element; `node~0.x` for an instance; a constraint's own name.
    pub name: String,
    pub kind: ItemKind,
    /// The properties whose own equation it is: part of the specification, not of the model.
    pub own_of: Vec<usize>,
    /// What is removed with it.
    pub part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Index into the system's elements.
    Element(usize),
    /// Index into the system's elements and into the element's instances.
    Instance(usize, usize),
    /// Index into the system's constraints.
    Constraint(usize),
}

/// Cores of single properties and of all of them together, by source element and by instance.
#[derive(Clone, Debug)]
pub struct CoreReport {
    /// What cores by element are made of.
    pub elements: Vec<Item>,
    /// What cores by instance are made of.
    pub instances: Vec<Item>,
    /// One for each property, in the order given, without those that are left out.
    pub properties: Vec<PropertyCores>,
    /// Properties that cores say nothing about, and why: their claims are not universal.
    pub left_out: Vec<(usize, String)>,
    /// For all properties together; None if there is none.
    pub together: Option<PropertyCores>,
    /// What broke on the way.
    pub failures: Failures,
}

#[derive(Clone, Debug)]
pub struct PropertyCores {
    /// Indices into the system's properties.
    pub properties: Vec<usize>,
    /// Over [`CoreReport::elements`].
    pub by_element: Cores,
    /// Over [`CoreReport::instances`].
    pub by_instance: Cores,
}

/// A set of items without which the properties need not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Ascending.
    pub items: Vec<usize>,
    /// Whether each item was shown to be needed; else it is a core that may be too large.
    pub minimal: bool,
    /// Why the properties hold with these items alone; see [`CoreReport::reduced`]. None only if
    /// the given proof could not be carried over to the switched system.
    pub certificate: Option<Arc<Certificate>>,
}

/// Items are indices into one of the report's lists, ascending.
#[derive(Clone, Debug)]
pub struct Cores {
    /// In the cone of the properties and of the constraints.
    pub slice: Vec<usize>,
    /// One core.
    pub minimal: Core,
    /// The minimal cores that are known; all of them if `complete`.
    pub all: Vec<Core>,
    /// Their union.
    pub may: Vec<usize>,
    /// What cannot be removed alone, each with an execution in which it is missing and a property
    /// fails. Exact but for `unknown`; the intersection of all minimal cores if `complete`.
    pub must: Vec<usize>,
    pub witnesses: Vec<Arc<Trace>>,
    /// What may or may not belong to `must`, and why that was not decided.
    pub unknown: Vec<(usize, String)>,
    /// Whether `all`, `may` and `must` are exact.
    pub complete: bool,
}

impl CoreReport {
    /// The system on which the certificate of a core by element holds: what is in the slice and not
    /// in the core is removed.
    fn reduced_by_element(&self, system: &System, cores: &Cores, core: &Core) -> System {
        reduced(&self.elements, system, cores, core)
    }

    /// The same for a core by instance.
    fn reduced_by_instance(&self, system: &System, cores: &Cores, core: &Core) -> System {
        reduced(&self.instances, system, cores, core)
    }

    /// What every core claims: that the properties hold of the system without the rest of its slice, and the
    /// certificate that is to show it.
    pub fn claims(&self, system: &System) -> Vec<(System, Arc<Certificate>)> {
        // The properties together are not looked at again where there is only one.
        let together = self.together.iter().filter(|_| self.properties.len() > 1);
        let by_instance = self.elements.len() != self.instances.len();
        let mut claims = Vec::new();
        for cores in self.properties.iter().chain(together) {
            for core in &cores.by_element.all {
                claims.extend(core.certificate.clone().map(|certificate| {
                    let reduced = self.reduced_by_element(system, &cores.by_element, core);
                    (reduced, certificate)
                }));
            }
            for core in cores.by_instance.all.iter().filter(|_| by_instance) {
                claims.extend(core.certificate.clone().map(|certificate| {
                    let reduced = self.reduced_by_instance(system, &cores.by_instance, core);
                    (reduced, certificate)
                }));
            }
        }
        claims
    }
}

fn reduced(items: &[Item], system: &System, cores: &Cores, core: &Core) -> System {
    let removed = cores.slice.iter().filter(|i| !core.items.contains(i));
    without(system, removed.map(|&i| &items[i].part))
}
