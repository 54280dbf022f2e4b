//! Fair states: those from which an execution can go on for ever on which every condition holds again and again.
//!
//! Reference: Emerson, Lei: Efficient Model Checking in Fragments of the Propositional Mu-Calculus, LICS 1986. The greatest set Z such
//! that from each of its states, for every condition, a path inside Z leads to a step on which the condition holds and which ends in
//! Z. Deviation: conditions are sets of steps, not of states, because they may read inputs.

use oxidd::BooleanFunction;
use oxidd::bcdd::BCDDFunction;
use oxidd::util::AllocResult;

use super::Relation;

/// The states of `within` from which an execution stays in `within` for ever and makes infinitely many steps of each of `conditions`.
/// Without conditions: those from which it stays there for ever.
pub fn fair_states(
    relation: &Relation,
    within: &BCDDFunction,
    conditions: &[BCDDFunction],
) -> AllocResult<BCDDFunction> {
    let mut fair = within.clone();
    loop {
        let before = fair.clone();
        if conditions.is_empty() {
            fair = fair.and(&relation.preimage(&fair)?)?;
        }
        for condition in conditions {
            let here = fair.and(&relation.preimage_by(&fair, condition)?)?;
            fair = reaching(relation, &fair, here)?;
        }
        if fair == before {
            return Ok(fair);
        }
    }
}

/// The states of `within` from which a path inside of it leads to `goal`, which is a part of it.
fn reaching(
    relation: &Relation,
    within: &BCDDFunction,
    goal: BCDDFunction,
) -> AllocResult<BCDDFunction> {
    let mut reached = goal;
    loop {
        let more = relation.preimage(&reached)?.and(within)?.or(&reached)?;
        if more == reached {
            return Ok(reached);
        }
        reached = more;
    }
}
