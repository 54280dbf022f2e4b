//! Executions that satisfy what must hold, and as many wishes as possible: the passing executions of a mutant [1, Algorithm 2].
//!
//! First what must hold alone, then the requirements of the user, one more at a time, then the wish that original and mutant differ. Each is
//! kept where it can be met. Then the number of goals that are met is raised until the solver says that there is no more, over the
//! outputs of a totalizer [2]: the k-th is true where at least k goals are. That is where we deviate from [1], which leaves the
//! number of branches to a few random restarts.
//!
//! A "no" is an answer of the solver, and the caller has it checked: [`Passing::impossible`] lists the terms that are said to be false always.
//!
//! References:
//! [1] Groce, Ahmed, Jensen, McKenney: How Verified is My Code? Falsification-Driven Verification. ASE 2015.
//! [2] Bailleux, Boufkhad: Efficient CNF encoding of Boolean cardinality constraints. CP 2003.

use std::collections::BTreeMap;

use assay_solver::{Answer, Effort, OracleError, Questions, StopFlag};
use assay_term::{Evaluator, Functions, Pool, TermId, Value, VarId};

/// What is asked for, over inputs of one step.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub must: TermId,
    /// Also, one after the other.
    pub required: Vec<TermId>,
    /// Where that is possible.
    pub differs: TermId,
    /// As many of these as possible.
    pub goals: Vec<TermId>,
}

/// What a solver says of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    Yes,
    /// It cannot be met.
    No,
    /// That was too hard.
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Passing {
    /// Values of the variables. None where there is no execution, or none was found.
    pub inputs: Option<BTreeMap<VarId, Value>>,
    /// Whether what must hold can hold, and then each of the requirements together with those before it.
    pub steps: Vec<Met>,
    pub differs: Met,
    /// How many goals the execution meets, and whether no other meets more.
    pub goals: usize,
    pub greatest: bool,
    /// What is false in every execution, as the solver says.
    pub impossible: Vec<TermId>,
}

/// Looks for an execution, with so much effort for each question.
pub fn passing(
    pool: &mut Pool,
    wanted: &Wanted,
    effort: Effort,
    stop: &StopFlag,
) -> Result<Passing, OracleError> {
    let mut search = Search {
        pool,
        questions: Questions::new(stop.clone()),
        effort,
        inputs: None,
        impossible: Vec::new(),
    };
    let mut base = wanted.must;
    let mut steps = vec![search.meets(base)?];
    for &required in &wanted.required {
        if steps.last() != Some(&Met::Yes) {
            break;
        }
        base = search.pool.and2(base, required);
        steps.push(search.meets(base)?);
    }
    if steps.last() != Some(&Met::Yes) {
        return Ok(Passing {
            inputs: None,
            steps,
            differs: Met::Unknown,
            goals: 0,
            greatest: false,
            impossible: search.impossible,
        });
    }
    let different = search.pool.and2(base, wanted.differs);
    let differs = search.meets(different)?;
    if differs == Met::Yes {
        base = different;
    }
    let (goals, greatest) = search.most(base, &wanted.goals)?;
    Ok(Passing {
        inputs: search.inputs,
        steps,
        differs,
        goals,
        greatest,
        impossible: search.impossible,
    })
}

struct Search<'a> {
    pool: &'a mut Pool,
    questions: Questions,
    effort: Effort,
    /// Of the last answer "yes".
    inputs: Option<BTreeMap<VarId, Value>>,
    impossible: Vec<TermId>,
}

impl Search<'_> {
    fn meets(&mut self, term: TermId) -> Result<Met, OracleError> {
        match self.questions.ask(self.pool, term, Some(self.effort))? {
            Answer::Unsat => {
                self.impossible.push(term);
                Ok(Met::No)
            }
            Answer::Unknown(_) => Ok(Met::Unknown),
            Answer::Sat => {
                let found = satisfying(&mut self.questions, self.pool, term);
                Ok(match found {
                    Some(inputs) => {
                        self.inputs = Some(inputs);
                        Met::Yes
                    }
                    None => Met::Unknown,
                })
            }
        }
    }

    /// The greatest number of goals that can be met together, and whether it is known to be the greatest.
    fn most(&mut self, base: TermId, goals: &[TermId]) -> Result<(usize, bool), OracleError> {
        let counted = totalizer(self.pool, goals);
        let mut met = self.count(goals);
        while met < goals.len() {
            let more = self.pool.and2(base, counted[met]);
            match self.meets(more)? {
                Met::Yes => met = self.count(goals).max(met + 1),
                Met::No => return Ok((met, true)),
                Met::Unknown => return Ok((met, false)),
            }
        }
        Ok((met, true))
    }

    fn count(&self, goals: &[TermId]) -> usize {
        let Some(inputs) = &self.inputs else {
            return 0;
        };
        holding(self.pool, goals, inputs)
    }
}

/// Inputs that make a term true, after the answer "yes" to it. Whatever is not named is zero, also in the execution in which everything is: the
/// solver may have meant that one.
pub(crate) fn satisfying(
    questions: &mut Questions,
    pool: &Pool,
    term: TermId,
) -> Option<BTreeMap<VarId, Value>> {
    // The latest is the last, and most likely the one.
    let all = questions.assignments().into_iter().rev();
    let all = all.map(|a| a.into_iter().collect());
    let mut all = all.chain([BTreeMap::new()]);
    all.find(|inputs| holding(pool, &[term], inputs) == 1)
}

/// How many of the terms are true; variables without a value are zero.
pub(crate) fn holding(pool: &Pool, terms: &[TermId], inputs: &BTreeMap<VarId, Value>) -> usize {
    let value = |var: VarId| {
        let known = inputs.get(&var).cloned();
        known.unwrap_or_else(|| Value::default_of(pool.var_sort(var)))
    };
    let all = (0..pool.var_count()).map(|n| value(VarId(n as u32)));
    let (values, functions) = (all.collect::<Vec<Value>>(), Functions::default());
    let mut evaluator = Evaluator::new(pool, &values, &functions);
    let mut holds = |term: &&TermId| evaluator.eval_bool(**term) == Ok(true);
    terms.iter().filter(|t| holds(t)).count()
}

/// For each k from 1 on a term that is true where at least k of the inputs are.
fn totalizer(pool: &mut Pool, inputs: &[TermId]) -> Vec<TermId> {
    if inputs.len() < 2 {
        return inputs.to_vec();
    }
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let (left, right) = (totalizer(pool, left), totalizer(pool, right));
    let at_least = |side: &[TermId], k: usize| k.checked_sub(1).map(|at| side[at]);
    let mut outputs = Vec::with_capacity(inputs.len());
    for k in 1..=inputs.len() {
        let from = k.saturating_sub(right.len());
        let ways: Vec<TermId> = (from..=k.min(left.len()))
            .filter_map(|n| match (at_least(&left, n), at_least(&right, k - n)) {
                (Some(a), Some(b)) => Some(pool.and2(a, b)),
                (a, b) => a.or(b),
            })
            .collect();
        outputs.push(pool.or(ways));
    }
    outputs
}

#[cfg(test)]
mod tests {
    use assay_term::Sort;

    use super::*;

    const EFFORT: Effort = 100_000;

    fn words(count: usize) -> (Pool, Vec<TermId>) {
        let mut pool = Pool::new();
        let vars: Vec<VarId> = (0..count)
            .map(|n| pool.declare(format!("x{n}"), Sort::BitVec(3)))
            .collect();
        let terms = vars.iter().map(|v| pool.var(*v)).collect();
        (pool, terms)
    }

    /// The number of goals is the greatest that enumeration finds.
    #[test]
    fn the_most_goals_are_those_of_enumeration() {
        for seed in 0u32..40 {
            let (mut pool, x) = words(2);
            let product = pool.bv_mul(x[0], x[1]);
            let sum = pool.bv_add(x[0], x[1]);
            let mut goals = Vec::new();
            for n in 0..6 {
                let wanted = pool.bits(3, (seed * 7 + n * 3) % 8);
                let of = [product, sum, x[0]][n as usize % 3];
                goals.push(pool.eq(of, wanted));
            }
            let limit = pool.bits(3, seed % 8);
            let must = pool.bv_ule(x[1], limit);
            let yes = pool.bool(true);
            let wanted = Wanted {
                must,
                required: vec![],
                differs: yes,
                goals: goals.clone(),
            };
            let found = passing(&mut pool, &wanted, EFFORT, &StopFlag::new()).unwrap();
            let all = (0..64u32).map(|n| {
                let value = |v: u32| Value::Bits(assay_term::Bits::new(3, v));
                BTreeMap::from([(VarId(0), value(n % 8)), (VarId(1), value(n / 8))])
            });
            let allowed = all.filter(|i| holding(&pool, &[must], i) == 1);
            let most = allowed.map(|i| holding(&pool, &goals, &i)).max();
            assert_eq!((Some(found.goals), found.greatest), (most, true), "{seed}");
            let inputs = found.inputs.unwrap();
            assert_eq!(holding(&pool, &[must], &inputs), 1);
            assert_eq!(holding(&pool, &goals, &inputs), found.goals);
        }
    }

    /// Requirements are added one by one, and the first that cannot be met is named.
    #[test]
    fn requirements_are_met_in_order() {
        let (mut pool, x) = words(1);
        let yes = pool.bool(true);
        let constants: Vec<TermId> = (0u32..8).map(|n| pool.bits(3, n)).collect();
        let is: Vec<TermId> = constants.iter().map(|c| pool.eq(x[0], *c)).collect();
        let not: Vec<TermId> = is.iter().map(|t| pool.not(*t)).collect();
        let wanted = Wanted {
            must: not[0],
            required: vec![not[1], is[1], not[2]],
            differs: yes,
            goals: vec![],
        };
        let found = passing(&mut pool, &wanted, EFFORT, &StopFlag::new()).unwrap();
        assert_eq!(found.steps, [Met::Yes, Met::Yes, Met::No]);
        assert!(found.inputs.is_none());
        let wanted = Wanted {
            required: vec![not[1], not[2]],
            differs: is[0],
            ..wanted
        };
        let found = passing(&mut pool, &wanted, EFFORT, &StopFlag::new()).unwrap();
        assert_eq!(found.differs, Met::No);
        assert!(found.inputs.is_some() && found.greatest);
    }
}
