//! Properties of typing, lowering and interpreting.

use std::collections::HashSet;

use assay_lustre::interp::Random;
use assay_lustre::lower::{Lowered, lower};
use assay_lustre::model::{Model, NodeId};
use assay_lustre::{Dialect, Loaded, load};
use assay_source::{Diagnostic, SourceFile};
use assay_system::{System, VarKind};
use assay_term::Sort;

use super::syntax::diagnostics_are_sound;
use crate::runs;

/// Reads a file: a model, or at least one error; either way what is said about it is sound.
pub fn loads_soundly(file: &SourceFile, dialect: Option<Dialect>) -> Option<Loaded> {
    match load(file, dialect) {
        Ok(loaded) => {
            diagnostics_are_sound(file.text(), &loaded.diagnostics);
            assert!(!loaded.diagnostics.iter().any(Diagnostic::is_error));
            assert!(!loaded.model.mains.is_empty(), "a model has a main node");
            Some(loaded)
        }
        Err(errors) => {
            diagnostics_are_sound(file.text(), &errors);
            assert!(
                errors.iter().any(Diagnostic::is_error),
                "refused without a reason"
            );
            // Only what is missing altogether has no place: a node.
            let placed = |e: &Diagnostic| e.span.is_some() || e.code == "L0412";
            assert!(
                errors.iter().all(placed),
                "an error without a place: {errors:?}"
            );
            None
        }
    }
}

/// Names are unique, definitions have the sort of what they define and are acyclic, and what should be a formula is one.
pub fn is_well_formed(system: &System) {
    let mut names = HashSet::new();
    for id in system.var_ids() {
        let var = system.var(id);
        assert!(
            names.insert(&var.name),
            "two variables are called `{}`",
            var.name
        );
        for term in system.defining_terms(id) {
            assert_eq!(system.pool.sort(term), system.sort(id), "`{}`", var.name);
        }
        if let Some((low, high)) = &var.range {
            assert_eq!(system.sort(id), Sort::Int, "`{}`", var.name);
            assert!(low <= high, "`{}`", var.name);
        }
    }
    let wires = system
        .vars
        .iter()
        .filter(|v| matches!(v.kind, VarKind::Wire { .. }));
    assert_eq!(system.wire_order().len(), wires.count());
    let formulas = system
        .constraints
        .iter()
        .map(|c| c.term)
        .chain(system.properties.iter().map(|p| p.term));
    assert!(
        formulas
            .into_iter()
            .all(|term| system.pool.sort(term) == Sort::Bool)
    );
    for instance in system.elements.iter().flat_map(|e| &e.instances) {
        let kind = &system.var(instance.var).kind;
        assert!(
            matches!(kind, VarKind::Wire { .. }),
            "`{}` is no wire",
            instance.name
        );
    }
}

/// Lowers every main node and runs it for some steps, in the system and in the interpreter, with the same results.
/// `prepare` may look at the lowered system first.
pub fn runs_agree(model: &Model, steps: usize, prepare: impl Fn(&mut Lowered)) {
    for &main in &model.mains {
        run_agrees(model, main, steps, &prepare);
    }
}

fn run_agrees(model: &Model, main: NodeId, steps: usize, prepare: &impl Fn(&mut Lowered)) {
    // The only reason for a refusal is size.
    let Ok(mut lowered) = lower(model, main) else {
        return;
    };
    prepare(&mut lowered);
    is_well_formed(&lowered.system);
    if let Err(difference) = runs::agree(model, main, &lowered, steps, &mut Random::new(1)) {
        panic!("the system and the interpreter differ: {difference}");
    }
}
