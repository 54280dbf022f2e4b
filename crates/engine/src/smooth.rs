//! Smoothing: among the counterexamples of the same length, one whose inputs change least often.
//!
//! The number of changes is counted in unary by clauses (a sequential counter, [1]) and lowered until
//! the oracle says that fewer is impossible. The counter is as wide as the changes of the given
//! trace, so it stays small for traces that are already calm.
//!
//! References: [1] Sinz: Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step};
use assay_system::{Cone, System, Trace, VarKind, replay};
use assay_term::{Pool, Sort, TermId, VarId};

use crate::unroll::{Start, Unroller};

/// The calmest counterexample to `property` of the trace's length, as far as the budget (for each
/// question) allows; the given trace if nothing calmer was found.
pub fn smooth(
    system: &Arc<System>,
    property: usize,
    trace: &Trace,
    oracle: &mut dyn Oracle,
    budget: Option<Effort>,
) -> Result<Trace, OracleError> {
    let pool = &system.pool;
    let cone = Cone::of(system, &[system.properties[property].term]);
    let inputs: Vec<VarId> = cone
        .vars()
        .filter(|&v| matches!(system.var(v).kind, VarKind::Input))
        .collect();
    let mut best = trace.clone();
    let mut unroller = Unroller::new(system.clone(), cone, Start::Initial);
    let length = trace.len() as u32;
    for _ in 0..length {
        unroller.add_step(pool, oracle)?;
    }
    let last = Step(length - 1);
    let holds = oracle.literal(pool, system.properties[property].term, last)?;
    oracle.clause(&[!holds])?;
    let width = changes(&best, &inputs);
    if width == 0 {
        return Ok(best);
    }
    let mut changed: Vec<Lit> = Vec::new();
    let mut helper = History::new(pool);
    for step in 1..length {
        for &input in &inputs {
            changed.push(helper.changed(oracle, input, Step(step))?);
        }
    }
    let at_least = counter(oracle, &changed, width)?;
    loop {
        let count = changes(&best, &inputs);
        if count == 0 {
            return Ok(best);
        }
        // at_least[c - 1] is forced as soon as c inputs change: deny the present count.
        match oracle.solve(&[!at_least[count - 1]], budget)? {
            Answer::Unsat | Answer::Unknown(_) => return Ok(best),
            Answer::Sat => {
                let calmer = unroller.trace(pool, oracle, length)?;
                let genuine = replay(system, &calmer).is_ok_and(|r| r.violates(property));
                if !genuine || changes(&calmer, &inputs) >= count {
                    return Ok(best);
                }
                best = calmer;
            }
        }
    }
}

/// How many inputs change, over all steps.
pub fn changes(trace: &Trace, inputs: &[VarId]) -> usize {
    trace
        .steps
        .windows(2)
        .map(|w| {
            inputs
                .iter()
                .filter(|v| w[0][v.index()] != w[1][v.index()])
                .count()
        })
        .sum()
}

/// Terms that compare a variable with a copy of itself one step earlier. The copies are declared in a
/// pool of their own, on top of the system's.
struct History {
    pool: Pool,
    of: rustc_hash::FxHashMap<VarId, (VarId, TermId)>,
}

impl History {
    fn new(pool: &Pool) -> Self {
        History {
            pool: pool.clone(),
            of: Default::default(),
        }
    }

    fn changed(
        &mut self,
        oracle: &mut dyn Oracle,
        var: VarId,
        step: Step,
    ) -> Result<Lit, OracleError> {
        let pool = &mut self.pool;
        let (copy, same) = *self.of.entry(var).or_insert_with(|| {
            let sort: Sort = pool.var_sort(var);
            let copy = pool.declare(format!("{} before", pool.var_name(var)), sort);
            let (now, before) = (pool.var(var), pool.var(copy));
            (copy, pool.eq(now, before))
        });
        let now = self.pool.var(var);
        oracle.define(&self.pool, copy, step, now, Step(step.0 - 1))?;
        Ok(!oracle.literal(&self.pool, same, step)?)
    }
}

/// Literals l with: if at least i + 1 of `lits` are true then l[i] is true, for i below `width`.
fn counter(oracle: &mut dyn Oracle, lits: &[Lit], width: usize) -> Result<Vec<Lit>, OracleError> {
    let mut row: Vec<Lit> = Vec::new();
    for &lit in lits {
        let next: Vec<Lit> = (0..width.min(row.len() + 1))
            .map(|_| oracle.fresh())
            .collect::<Result<_, _>>()?;
        for (i, &sum) in next.iter().enumerate() {
            if let Some(&before) = row.get(i) {
                oracle.clause(&[!before, sum])?;
            }
            match i.checked_sub(1) {
                None => oracle.clause(&[!lit, sum])?,
                Some(j) => oracle.clause(&[!lit, !row[j], sum])?,
            }
        }
        row = next;
    }
    Ok(row)
}
