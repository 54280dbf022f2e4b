//! Predicates that the symbolic evaluator does not know, or answers within the scope only: the explicit evaluator answers for all values of
//! the variables that they read, if these are few.

use assay_term::TermId;

use super::{Defined, Refusal, Symbolic};
use crate::core::{Pred, VarId};
use crate::eval::Outside;
use crate::value::Size;

/// Values that are tried for one predicate.
const CASES: usize = 4096;

impl Symbolic {
    /// The condition. Where it was refused or is about the scope only, the one that trying all cases gives.
    pub(super) fn or_by_cases(
        &mut self,
        pred: &Pred,
        work: impl FnOnce(&mut Symbolic) -> Result<TermId, Refusal>,
    ) -> Result<TermId, Refusal> {
        let before = self.cut.clone();
        let found = work(self);
        if self.frame.is_some() || found.is_ok() && self.cut.len() == before.len() {
            return found;
        }
        if let Some(condition) = self.by_cases(pred, Outside::Refuse) {
            self.cut = before;
            return Ok(condition);
        }
        match found {
            Ok(condition) => Ok(condition),
            Err(refusal) => self.by_cases(pred, Outside::Note).ok_or(refusal),
        }
    }

    /// None where there are too many cases, or where the explicit evaluator has no answer for one.
    fn by_cases(&mut self, pred: &Pred, outside: Outside) -> Option<TermId> {
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
        self.explicit.options.outside = outside;
        for (row, when) in rows {
            let truth = self
                .explicit
                .entering(|evaluator| evaluator.with(row, |evaluator| evaluator.truth(pred)));
            if truth.ok()? {
                holds.push(when);
            }
        }
        self.cut.extend(self.explicit.take_notes().clipped);
        Some(self.terms.pool.or(holds))
    }
}
