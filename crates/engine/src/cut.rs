//! What an assumption cuts off: a beginning of an execution that no choice of later inputs carries over the assumption. What the code under
//! test did in it is looked at by no later check.
//!
//! That is a question with two quantifiers: are there early inputs that come to the assumption for some later inputs, such that no later
//! inputs go on behind it? It is answered by refinement [1]: a beginning is guessed that none of the known choices carries over, and a new
//! choice is asked for. Where there is none, the guess is the answer.
//!
//! References:
//! [1] Janota, Marques-Silva: Abstraction-Based Algorithm for 2QBF. SAT 2011.

use std::collections::{BTreeMap, BTreeSet};

use assay_solver::{Answer, Effort, OracleError, Questions, StopFlag};
use assay_term::{Pool, TermId, Value, VarId};

use crate::passing::satisfying;

/// Guesses of one search.
const ROUNDS: usize = 48;

/// Early inputs after which the assumption fails for all later ones, with later ones that come to it.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub inputs: BTreeMap<VarId, Value>,
    /// False in every execution: it begins like this and goes on behind the assumption.
    pub impossible: TermId,
}

/// Looks for such a beginning. None where there is none, or the search was too hard.
pub fn beginning(
    pool: &mut Pool,
    (reached, passed): (TermId, TermId),
    later: &[VarId],
    effort: Effort,
    stop: &StopFlag,
) -> Result<Option<Beginning>, OracleError> {
    let mut questions = Questions::new(stop.clone());
    let later: BTreeSet<VarId> = later.iter().copied().collect();
    let mut open = reached;
    for _ in 0..ROUNDS {
        let Some(guess) = model(&mut questions, pool, open, effort)? else {
            return Ok(None);
        };
        let early = equalities(pool, &[reached, passed], &guess, |v| !later.contains(&v));
        let goes_on = pool.and2(early, passed);
        match questions.ask(pool, goes_on, Some(effort))? {
            Answer::Unsat => {
                return Ok(Some(Beginning {
                    inputs: guess,
                    impossible: goes_on,
                }));
            }
            Answer::Unknown(_) => return Ok(None),
            Answer::Sat => {}
        }
        let Some(choice) = model(&mut questions, pool, goes_on, effort)? else {
            return Ok(None);
        };
        // No beginning that this choice carries over.
        let mut known: BTreeMap<VarId, TermId> = BTreeMap::new();
        for &var in &later {
            let value = value(pool, var, &choice);
            known.insert(var, pool.constant(value));
        }
        let carried = pool.substitute(&[passed], |v| known.get(&v).copied());
        let not_carried = pool.not(carried[0]);
        open = pool.and2(open, not_carried);
    }
    Ok(None)
}

/// Values that make a term true. None where there are none, or that is not known.
fn model(
    questions: &mut Questions,
    pool: &Pool,
    term: TermId,
    effort: Effort,
) -> Result<Option<BTreeMap<VarId, Value>>, OracleError> {
    if questions.ask(pool, term, Some(effort))? != Answer::Sat {
        return Ok(None);
    }
    Ok(satisfying(questions, pool, term))
}

fn value(pool: &Pool, var: VarId, inputs: &BTreeMap<VarId, Value>) -> Value {
    let known = inputs.get(&var).cloned();
    known.unwrap_or_else(|| Value::default_of(pool.var_sort(var)))
}

/// That these variables of the terms have these values.
fn equalities(
    pool: &mut Pool,
    terms: &[TermId],
    inputs: &BTreeMap<VarId, Value>,
    wanted: impl Fn(VarId) -> bool,
) -> TermId {
    let vars = pool.variables(terms);
    let mut all = Vec::new();
    for var in vars.into_iter().filter(|v| wanted(*v)) {
        let value = value(pool, var, inputs);
        let (var, value) = (pool.var(var), pool.constant(value));
        all.push(pool.eq(var, value));
    }
    pool.and(all)
}

#[cfg(test)]
mod tests {
    use assay_term::Sort;

    use super::*;

    /// Early x, later y, and the assumption that y is below x: only x = 0 is cut off.
    #[test]
    fn only_what_no_choice_carries_over_is_cut_off() {
        let mut pool = Pool::new();
        let (x, y) = (
            pool.declare("x", Sort::BitVec(4)),
            pool.declare("y", Sort::BitVec(4)),
        );
        let (a, b) = (pool.var(x), pool.var(y));
        let yes = pool.bool(true);
        let below = pool.bv_ult(b, a);
        let stop = StopFlag::new();
        let found = beginning(&mut pool, (yes, below), &[y], 10_000, &stop).unwrap();
        let zero = Value::Bits(assay_term::Bits::new(4, 0u32));
        let found = found.expect("x = 0 has no y below it");
        assert_eq!(found.inputs.get(&x).unwrap_or(&zero), &zero);
        let not_above = pool.bv_ule(b, a);
        let none = beginning(&mut pool, (yes, not_above), &[y], 10_000, &stop).unwrap();
        assert!(none.is_none(), "every x has a y that is not above it");
    }
}
