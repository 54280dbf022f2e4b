//! Where a mutant parts from the original on one execution, by the evaluator of the check room.
//!
//! The simulator counts in machine numbers: what reads a memory or a word beyond 64 bits does not fit, so that a
//! difference there would look as if there were none, or as if no output showed it. The evaluator knows every value and
//! is slower by far, so it is asked only about such models and about executions that a solver has found.

use assay_check::{Execution, Failure};
use assay_system::{Mutants, Role, Stimulus, System};
use assay_term::{Sort, VarId};

use crate::simulate::Comparison;

/// Whether some value of the model is beyond the simulator.
pub fn is_needed(system: &System) -> bool {
    let large = |v: VarId| match system.sort(v) {
        Sort::Array { .. } => true,
        Sort::BitVec(width) => width > 64,
        Sort::Bool | Sort::Int | Sort::Real => false,
    };
    system.var_ids().any(large)
}

/// None if the execution has no values.
pub fn compare(mutants: &Mutants, mutant: usize, stimulus: &Stimulus) -> Option<Comparison> {
    let original = &mutants.system;
    let mutated = mutants.mutants[mutant].patch()?.apply(original);
    let mut before = Execution::new(original, stimulus, stimulus.len());
    let mut after = Execution::new(&mutated, stimulus, stimulus.len());
    let (admits, blocks) = (
        admitted(&mut before, stimulus)?,
        admitted(&mut after, stimulus)?,
    );
    let specified = |v: VarId| original.properties.iter().any(|p| p.var == Some(v));
    let shown: Vec<VarId> = original
        .var_ids()
        .filter(|&v| original.var(v).role != Role::Internal && !specified(v))
        .collect();
    let mut comparison = Comparison {
        blocks: (blocks < admits).then_some(blocks),
        admits: (admits < blocks).then_some(admits),
        ..Comparison::default()
    };
    for step in 0..admits.min(blocks) {
        for &v in &shown {
            let found = match original.var(v).role {
                Role::Output => &mut comparison.visible,
                _ => &mut comparison.masked,
            };
            if found.is_some() {
                continue;
            }
            let old = before.value(step, original.pool.var(v)).ok()?;
            let new = after.value(step, mutated.pool.var(v)).ok()?;
            if old != new {
                *found = Some((step, original.var(v).name.clone()));
            }
        }
    }
    Some(comparison)
}

/// For how many steps the assumptions hold; None if that cannot be told.
fn admitted(execution: &mut Execution, stimulus: &Stimulus) -> Option<usize> {
    match execution.admitted() {
        Ok(()) => Some(stimulus.len()),
        Err(Failure::ConstraintFails { step, .. }) => Some(step),
        Err(_) => None,
    }
}
