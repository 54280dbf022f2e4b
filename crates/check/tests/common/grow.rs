//! Random systems over a few small variables, with lemmas.

use assay_system::{System, VarKind};
use assay_term::{TermId, VarId};
use assay_testkit::{Arithmetic, Explicit, Random, Shape, Terms};

const SHAPE: Shape = Shape {
    states: 2..=3,
    inputs: 1..=2,
    rigid: 50,
    wires: 2..=2,
    constraints: &[0, 0, 1],
    properties: 2..=2,
    ranges: &[(-1, 2), (0, 3)],
    depth: 2,
    escapes: 12,
    arithmetic: Arithmetic::Divisions,
    ..Shape::GENERAL
};

/// A system with two properties, and up to two lemmas that may be true or not.
pub fn system(random: &mut Random) -> (System, Vec<TermId>) {
    let mut system = assay_testkit::system(random, &SHAPE);
    let terms = Terms::over(&system.pool, system.var_ids());
    let lemmas = (0..random.below(3))
        .map(|_| {
            let (x, y) = (
                terms.bool(&mut system.pool, random, 1),
                terms.bool(&mut system.pool, random, 2),
            );
            system.pool.or2(x, y)
        })
        .collect();
    (system, lemmas)
}

/// Terms over the states alone that hold in every reachable configuration but not in every
/// configuration: lemmas that say something. Property 0 becomes the first of them.
pub fn strengthen(system: &mut System, random: &mut Random) -> Vec<TermId> {
    let kept = |v: &VarId| {
        let kind = &system.var(*v).kind;
        matches!(kind, VarKind::State { .. } | VarKind::Rigid)
    };
    let terms = Terms::over(&system.pool, system.var_ids().filter(kept));
    let candidates: Vec<TermId> = (0..12)
        .map(|_| terms.bool(&mut system.pool, random, 2))
        .collect();
    let explicit = Explicit::new(system);
    let anywhere = explicit.anywhere();
    let lemmas: Vec<TermId> = candidates
        .into_iter()
        .filter(|c| explicit.is_true(*c) && !anywhere.iter().all(|v| explicit.holds(v, *c)))
        .collect();
    if let Some(first) = lemmas.first() {
        system.properties[0].term = *first;
    }
    lemmas
}
