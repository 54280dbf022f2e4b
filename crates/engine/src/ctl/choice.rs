//! Inputs as functions of the state: which ones lead where they should.
//!
//! From the relation of states and inputs, one bit of an input after the other becomes a function of the state and of the bits before it.

use rustc_hash::FxHashMap;

use super::kripke::Kripke;
use crate::symbolic::{Func, Of, Var};

/// The relation may grow to so many nodes before functions are taken out of it.
const PENDING: usize = 4_000;

/// Functions of the state by the variable of the input's bit. They are false outside of the states that were asked for.
#[derive(Default)]
pub(super) struct Chosen {
    functions: FxHashMap<Var, Func>,
    /// Steps from states that have no choice yet.
    pending: Option<Func>,
}

impl Chosen {
    pub fn get(&self, input: Var) -> Option<&Func> {
        self.functions.get(&input)
    }

    /// From each state of `from`, which were not asked for before, into `to`.
    pub fn add(&mut self, kripke: &mut Kripke<'_>, from: &Func, to: &Func) -> Of<()> {
        let steps = kripke.relation.steps(from, to)?;
        let steps = match &self.pending {
            Some(pending) => kripke.or(pending, &steps)?,
            None => steps,
        };
        let is_large = kripke.relation.diagrams.size(&steps) > PENDING;
        self.pending = Some(steps);
        if is_large { self.finish(kripke) } else { Ok(()) }
    }

    /// Takes the functions out of what is pending. To be called at the end.
    pub fn finish(&mut self, kripke: &mut Kripke<'_>) -> Of<()> {
        let Some(steps) = self.pending.take() else {
            return Ok(());
        };
        let diagrams = &mut kripke.relation.diagrams;
        let read = diagrams.support(&steps);
        let mut inputs: Vec<Var> = kripke.relation.inputs().to_vec();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|v| read.binary_search(v).is_ok());
        let diagrams = &mut kripke.relation.diagrams;
        // The last input is quantified first.
        let mut relations = vec![steps];
        for &input in inputs.iter().rev() {
            let cube = diagrams.cube([input])?;
            let last = relations.last().expect("the steps").clone();
            relations.push(diagrams.exists(&last, &cube)?);
        }
        let mut chosen: Vec<(Var, Func)> = Vec::new();
        let from = relations.pop().expect("the states");
        for &input in &inputs {
            let relation = relations.pop().expect("one for each input");
            let by = diagrams.substitution(chosen.iter().cloned());
            let here = diagrams.substitute(&relation, &by)?;
            // False where it can be.
            let without = diagrams.at(&here, &[(input, false)])?;
            chosen.push((input, diagrams.minus(&from, &without)?));
        }
        for (input, function) in chosen {
            let all = match self.functions.get(&input) {
                Some(known) => diagrams.or(known, &function)?,
                None => function,
            };
            self.functions.insert(input, all);
        }
        Ok(())
    }
}
