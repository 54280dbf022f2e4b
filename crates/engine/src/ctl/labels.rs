//! Where the parts of a formula hold: fixpoints over sets of states.
//!
//! References: [1] Emerson, Clarke: Characterizing Correctness Properties of Parallel Programs Using Fixpoints, ICALP 1980. [2] Emerson,
//! Lei: Efficient Model Checking in Fragments of the Propositional Mu-Calculus, LICS 1986. What is about all executions is the complement
//! of what is about some.

use assay_system::branching::{Normal, NormalPart, Quantifier};

use super::kripke::Kripke;
use crate::symbolic::{Func, Of};

impl Kripke<'_> {
    /// The set of each part.
    pub fn label(&mut self, normal: &Normal) -> Of<Vec<Func>> {
        let mut sets: Vec<Func> = Vec::with_capacity(normal.parts.len());
        for part in &normal.parts {
            let set = match *part {
                NormalPart::Literal(term, positive) => {
                    let holds = self.atom(term)?;
                    if positive { holds } else { self.not(&holds)? }
                }
                NormalPart::And(a, b) => self.and(&sets[a], &sets[b])?,
                NormalPart::Or(a, b) => self.or(&sets[a], &sets[b])?,
                NormalPart::Next(Quantifier::Some, a) => self.some_next(&sets[a])?,
                NormalPart::Until(Quantifier::Some, a, b) => self.some_until(&sets[a], &sets[b])?,
                NormalPart::Release(Quantifier::Some, a, b) => {
                    self.some_release(&sets[a], &sets[b])?
                }
                NormalPart::Next(Quantifier::All, a) => {
                    let a = self.not(&sets[a])?;
                    let fails = self.some_next(&a)?;
                    self.not(&fails)?
                }
                NormalPart::Until(Quantifier::All, a, b) => {
                    let (a, b) = (self.not(&sets[a])?, self.not(&sets[b])?);
                    let fails = self.some_release(&a, &b)?;
                    self.not(&fails)?
                }
                NormalPart::Release(Quantifier::All, a, b) => {
                    let (a, b) = (self.not(&sets[a])?, self.not(&sets[b])?);
                    let fails = self.some_until(&a, &b)?;
                    self.not(&fails)?
                }
            };
            sets.push(set);
        }
        Ok(sets)
    }

    fn some_next(&mut self, a: &Func) -> Of<Func> {
        let goal = self.and(a, &self.fair.clone())?;
        self.before(&goal)
    }

    fn some_until(&mut self, a: &Func, b: &Func) -> Of<Func> {
        let goal = self.and(b, &self.fair.clone())?;
        self.reaching(a, &goal)
    }

    /// b until a fair state in which a holds too, or for ever.
    fn some_release(&mut self, a: &Func, b: &Func) -> Of<Func> {
        let both = self.and(a, b)?;
        let ends = self.some_until(b, &both)?;
        let for_ever = self.fair_within(b)?;
        self.or(&ends, &for_ever)
    }

    /// The states from which a path through `within` leads to the goal.
    pub fn reaching(&mut self, within: &Func, goal: &Func) -> Of<Func> {
        let mut reached = goal.clone();
        let mut ring = goal.clone();
        while !ring.is_false() {
            let before = self.before(&ring)?;
            let before = self.and(&before, within)?;
            ring = self.minus(&before, &reached)?;
            reached = self.or(&reached, &ring)?;
        }
        Ok(reached)
    }

    /// The states from which a fair execution stays within the set.
    pub fn fair_within(&mut self, within: &Func) -> Of<Func> {
        let conditions = self.conditions.clone();
        let mut fair = within.clone();
        loop {
            let before = fair.clone();
            for condition in &conditions {
                let goal = self.and(&fair, condition)?;
                let leads = if condition.is_true() {
                    goal
                } else {
                    self.reaching(&fair, &goal)?
                };
                let leads = self.before(&leads)?;
                fair = self.and(&fair, &leads)?;
            }
            if fair == before || fair.is_false() {
                return Ok(fair);
            }
        }
    }
}
