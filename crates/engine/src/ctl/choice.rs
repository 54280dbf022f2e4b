//! Inputs as functions of the state: which ones lead where they should.
//!
//! What is asked for comes as pairs of states, ring by ring; [`crate::symbolic::Relation::choices`] finds the functions.

use rustc_hash::FxHashMap;

use super::kripke::Kripke;
use crate::symbolic::{Func, Of, Var};

/// The pairs may grow to so many nodes before functions are looked for.
const PENDING: usize = 4_000;

/// Functions of the state by the variable of the input's bit. They are false outside of the states that were asked for.
#[derive(Default)]
pub(super) struct Chosen {
    functions: FxHashMap<Var, Func>,
    /// Pairs whose states have no choice yet.
    pending: Option<Func>,
}

impl Chosen {
    pub fn get(&self, input: Var) -> Option<&Func> {
        self.functions.get(&input)
    }

    /// From each state of `from`, which were not asked for before, into `to`.
    pub fn add(&mut self, kripke: &mut Kripke<'_>, from: &Func, to: &Func) -> Of<()> {
        let size = |set: &Func| kripke.relation.diagrams.size(set);
        if size(from).saturating_mul(size(to)) > PENDING {
            // Their product would be much larger than both.
            let later = kripke.relation.later(to)?;
            return self.take(kripke, &[from.clone(), later]);
        }
        let pairs = kripke.relation.pairs(from, to)?;
        let pairs = match &self.pending {
            Some(pending) => kripke.or(pending, &pairs)?,
            None => pairs,
        };
        let is_large = kripke.relation.diagrams.size(&pairs) > PENDING;
        self.pending = Some(pairs);
        if is_large {
            self.finish(kripke)
        } else {
            Ok(())
        }
    }

    /// Takes the functions out of what is pending. To be called at the end.
    pub fn finish(&mut self, kripke: &mut Kripke<'_>) -> Of<()> {
        match self.pending.take() {
            Some(pairs) => self.take(kripke, &[pairs]),
            None => Ok(()),
        }
    }

    fn take(&mut self, kripke: &mut Kripke<'_>, pairs: &[Func]) -> Of<()> {
        for (input, function) in kripke.relation.choices(pairs)? {
            let all = match self.functions.get(&input) {
                Some(known) => kripke.or(known, &function)?,
                None => function,
            };
            self.functions.insert(input, all);
        }
        Ok(())
    }
}
