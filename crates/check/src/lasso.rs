//! Replays a lasso: an execution that comes back to a state, so that it can go round for ever, and on whose loop every condition of
//! a justice claim holds.
//!
//! The claim is checked as it was made, over the conditions, not as it was translated to an invariant: the states that the translation
//! added to remember things take no part. States that neither the conditions nor the constraints depend on need not come back: they
//! never end an execution, and no condition sees them.

use assay_system::{System, Trace, VarKind};
use assay_term::TermId;

use crate::obligations::cone;
use crate::trace::{Failure, is_execution, truth_at};

/// Whether `trace` is an execution whose last state is the one at step `back`, and on whose loop all conditions hold at some step.
pub(crate) fn check_lasso(
    system: &System,
    trace: &Trace,
    back: usize,
    conditions: &[TermId],
) -> Result<(), Failure> {
    is_execution(system, trace)?;
    let matters = matters(system, conditions);
    goes_round(system, trace, back, conditions, &matters)
}

/// What the conditions and the constraints depend on, by the number of the variable.
pub(crate) fn matters(system: &System, conditions: &[TermId]) -> Vec<bool> {
    let constraints = system.constraints.iter().map(|c| c.term);
    let roots: Vec<TermId> = conditions.iter().copied().chain(constraints).collect();
    cone(system, system.pool.variables(&roots))
}

/// Whether the last state of an execution is the one at step `back`, by the states that matter, and all conditions hold in between.
pub(crate) fn goes_round(
    system: &System,
    trace: &Trace,
    back: usize,
    conditions: &[TermId],
    matters: &[bool],
) -> Result<(), Failure> {
    let last = trace.len() - 1;
    if back >= last {
        return Err(Failure::NoLoop { back });
    }
    for var in system.var_ids().filter(|v| matters[v.index()]) {
        let is_state = matches!(system.var(var).kind, VarKind::State { .. });
        if is_state && trace.value(back, var) != trace.value(last, var) {
            return Err(Failure::NotClosed {
                variable: system.var(var).name.clone(),
            });
        }
    }
    // The last step is the first of the next round.
    for &condition in conditions {
        let mut seen = false;
        for step in back..last {
            seen |= truth_at(system, trace, step, condition)?;
        }
        if !seen {
            return Err(Failure::NotSeen {
                condition: system.pool.text(condition),
            });
        }
    }
    Ok(())
}
