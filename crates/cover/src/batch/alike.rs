//! A model that the solver found for one member, tried on the others: mutants of one place mostly fail for the same
//! reason, and a run of the simulator costs a thousandth of a question.

use assay_engine::unroll::Start;
use assay_solver::OracleError;
use assay_term::{Evaluator, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::{Batch, Who};
use crate::simulate::Simulator;

/// What was asked: hypotheses at all steps before `last`, goals at `last`.
pub struct Case<'a> {
    pub start: Start,
    pub hypotheses: &'a [TermId],
    pub goals: &'a [TermId],
    pub last: u32,
}

impl Batch {
    /// The members of `left` that fail a goal where the member at `position` just did, from the same state and with
    /// the same inputs, each with the truth of every goal. What they alone are free to choose has its default.
    pub fn fail_alike(
        &mut self,
        simulator: &Simulator<'_>,
        position: usize,
        left: &[usize],
        case: &Case<'_>,
    ) -> Result<Vec<(usize, Vec<bool>)>, OracleError> {
        let others: Vec<usize> = left.iter().copied().filter(|&p| p != position).collect();
        if others.is_empty() {
            return Ok(vec![]);
        }
        let (length, who) = (case.last as usize + 1, Who::Member(position));
        let stimulus = self.stimulus(case.start, who, case.last + 1)?;
        let members: Vec<usize> = others.iter().map(|&p| self.combined.members[p]).collect();
        let base = simulator.base(&stimulus, &simulator.scope(&members));
        let mut scratch = simulator.scratch();
        let vars = self.pool.variables(&[case.hypotheses, case.goals].concat());
        let truths = |values: &[Value], terms: &[TermId]| -> Option<Vec<bool>> {
            let named = vars.iter().copied().zip(values.iter().cloned());
            let named: FxHashMap<VarId, Value> = named.collect();
            let mut evaluator = Evaluator::new(&self.pool, &named, &stimulus.functions);
            terms.iter().map(|&t| evaluator.eval_bool(t).ok()).collect()
        };
        let mut alike = Vec::new();
        for (&p, &m) in others.iter().zip(&members) {
            let plan = simulator.plan(m);
            let steps = simulator.values(&plan, &base, &mut scratch, &vars);
            let Some(steps) = steps.filter(|steps| steps.len() == length) else {
                continue;
            };
            let (before, now) = steps.split_at(length - 1);
            let assumed = |values: &Vec<Value>| {
                truths(values, case.hypotheses).is_some_and(|t| t.iter().all(|&t| t))
            };
            if let Some(goals) = truths(&now[0], case.goals)
                && goals.contains(&false)
                && before.iter().all(assumed)
            {
                alike.push((p, goals));
            }
        }
        Ok(alike)
    }
}

#[cfg(test)]
mod tests {
    use assay_engine::backend::Backend;
    use assay_solver::StopFlag;

    use super::super::{CanFail, Which};
    use super::*;
    use crate::combined::{Combined, acyclic_groups};
    use crate::simulate::tests::random_mutants;

    /// The solver, asked about each of them alone, says the same.
    #[test]
    fn who_fails_alike_fails() {
        let mut alike = 0;
        for seed in 0..150 {
            let mutants = random_mutants(seed);
            let patched: Vec<usize> = (0..mutants.mutants.len())
                .filter(|&m| mutants.mutants[m].patch().is_some())
                .collect();
            let Some(group) = acyclic_groups(&mutants, &patched).into_iter().next() else {
                continue;
            };
            let combined = Combined::new(&mutants, &group);
            let properties: Vec<usize> = (0..mutants.system.properties.len()).collect();
            let Ok(backend) = Backend::choose(&combined.system, &properties, &[]) else {
                continue;
            };
            let simulator = Simulator::new(&mutants, &properties);
            let nothing = mutants.system.pool.export(&[]);
            let mut batch = Batch::new(combined, backend, &nothing, &StopFlag::new(), None);
            let terms = batch.terms(&properties);
            let left: Vec<usize> = (0..group.len()).collect();
            for (start, last) in [(Start::Anywhere, 1), (Start::Initial, 2)] {
                let hypotheses = match start {
                    Start::Anywhere => &terms[..],
                    Start::Initial => &[],
                };
                let case = Case {
                    start,
                    hypotheses,
                    goals: &terms,
                    last,
                };
                let Ok(Some(inquiry)) = batch.inquire(&left, &case) else {
                    continue;
                };
                let Which::Member(p) = batch.which(&inquiry).expect("a solver") else {
                    continue;
                };
                for (q, truths) in batch
                    .fail_alike(&simulator, p, &left, &case)
                    .expect("values")
                {
                    let failing = terms.iter().zip(truths).filter(|(_, truth)| !truth);
                    let failing: Vec<TermId> = failing.map(|(t, _)| *t).collect();
                    let who = Who::Member(q);
                    let answer = batch.can_fail(start, who, &failing, hypotheses, last);
                    let id = &mutants.mutants[group[q]].id;
                    assert!(matches!(answer, Ok(CanFail::Yes)), "seed {seed}, {id}");
                    alike += 1;
                }
            }
        }
        assert!(alike > 500, "{alike}");
    }
}
