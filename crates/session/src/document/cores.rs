//! What the proofs rest on, in the model's names: cores, and what generated invariants constrain.

use assay_cover::Against;
use assay_cover::result::CheckedCores;
use assay_engine::core as engine;
use assay_report::document::{Cores, Document, Invariants, PropertyCores};
use assay_system::System;

use super::mutant::checked;

/// The cores by source element, in the model's names.
pub(super) fn cores(system: &System, found: &CheckedCores) -> Option<Cores> {
    let report = &found.report;
    let names = |items: &[usize]| -> Vec<String> {
        let names = items.iter().map(|&i| report.elements[i].name.clone());
        names.collect()
    };
    let complete = |c: &engine::Cores| c.minimal.minimal && c.unknown.is_empty();
    let together = report.together.as_ref()?;
    let all = &together.by_element;
    let each = report.properties.iter().map(|p| {
        let c = &p.by_element;
        let named = p
            .properties
            .iter()
            .map(|&i| system.properties[i].name.as_str());
        PropertyCores {
            name: named.collect::<Vec<_>>().join(", "),
            slice: names(&c.slice),
            minimal: names(&c.minimal.items),
            may: None,
            must: names(&c.must),
            complete: complete(c),
        }
    });
    Some(Cores {
        slice: names(&all.slice),
        minimal: names(&all.minimal.items),
        may: None,
        must: names(&all.must),
        complete: complete(all),
        checked: Some(checked(&found.checked)),
        properties: each.collect(),
    })
}

/// Which mutants the generated invariants notice.
pub fn enter_invariants(document: &mut Document, against: &Against) {
    for (mutant, noticed) in document.mutants.iter_mut().zip(&against.noticed) {
        mutant.invariants = *noticed;
    }
    document.invariants = Some(Invariants {
        found: against.invariants,
        ..Invariants::default()
    });
    document.derive();
}
