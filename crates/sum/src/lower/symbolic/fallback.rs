//! Predicates that the symbolic evaluator does not know: the explicit evaluator answers for all values of the variables that they read, if these are few.

use assay_term::TermId;

use super::{Defined, Refusal, Symbolic};
use crate::core::{Pred, VarId};
use crate::value::Size;

/// Values that are tried for one predicate.
const CASES: usize = 4096;

impl Symbolic {
    /// The condition, or where it was refused, the one that trying all cases gives.
    pub(super) fn or_by_cases(
        &mut self,
        found: Result<TermId, Refusal>,
        pred: &Pred,
    ) -> Result<TermId, Refusal> {
        let refusal = match found {
            Err(refusal) if self.frame.is_none() => refusal,
            other => return other,
        };
        match self.by_cases(pred) {
            Some(condition) => Ok(condition),
            None => Err(refusal),
        }
    }

    /// None where there are too many cases, or where the explicit evaluator has no answer for one.
    fn by_cases(&mut self, pred: &Pred) -> Option<TermId> {
        let free = self.explicit.free.pred(pred);
        let constant = |var: &VarId| self.explicit.free.is_constant(*var);
        let free: Vec<VarId> = free.iter().copied().filter(|var| !constant(var)).collect();
        let mut size = Size::number(1);
        for var in &free {
            let sym = &self.env.get(var)?.value.sym;
            size = size.times(&self.terms.case_count(sym));
        }
        if !size.at_most(CASES) {
            return None;
        }
        let yes = self.terms.yes();
        let mut rows = vec![(Vec::new(), yes)];
        for var in &free {
            let Defined { sym, when } = self.env.get(var)?.value.clone();
            if !self.terms.is(when, true) {
                return None;
            }
            let cases = self.terms.cases(&sym).ok()?;
            let mut longer = Vec::with_capacity(rows.len() * cases.len());
            for (row, when) in &rows {
                for (value, case) in &cases {
                    let mut row = row.clone();
                    row.push((*var, value.clone()));
                    longer.push((row, self.both(*when, *case)));
                }
            }
            rows = longer;
        }
        let mut holds = Vec::new();
        for (row, when) in rows {
            let truth = self
                .explicit
                .entering(|evaluator| evaluator.with(row, |evaluator| evaluator.truth(pred)));
            if truth.ok()? {
                holds.push(when);
            }
        }
        self.clipped.extend(self.explicit.take_notes().clipped);
        Some(self.terms.pool.or(holds))
    }
}
