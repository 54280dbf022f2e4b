//! Rings: how far states are from a goal. They are ranks of certificates and lead shortest paths.

use super::kripke::Kripke;
use crate::symbolic::{Func, Of};

/// Disjoint sets of states; from a state of one of them a transition leads to the one before.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    pub list: Vec<Func>,
    /// The union.
    pub all: Func,
}

impl Rings {
    /// The number of the ring of a state.
    pub fn of(&self, kripke: &Kripke<'_>, state: &[bool]) -> Option<usize> {
        let has = |set: &Func| kripke.relation.contains(set, state, &[]);
        if !has(&self.all) {
            return None;
        }
        self.list.iter().position(has)
    }
}

impl Kripke<'_> {
    /// As [`Kripke::reaching`], ring by ring; the goal is the first one.
    pub fn rings(&mut self, within: &Func, goal: &Func) -> Of<Rings> {
        let mut rings = Rings {
            list: vec![goal.clone()],
            all: goal.clone(),
        };
        loop {
            let last = rings.list.last().expect("the goal").clone();
            let before = self.before(&last)?;
            let before = self.and(&before, within)?;
            let ring = self.minus(&before, &rings.all)?;
            if ring.is_false() {
                return Ok(rings);
            }
            rings.all = self.or(&rings.all, &ring)?;
            rings.list.push(ring);
        }
    }

    /// From each state of a set of [`Kripke::fair_within`] to each condition in turn, without leaving it. Where `ends` holds, nothing further is asked.
    pub fn rings_to_conditions(&mut self, set: &Func, ends: &Func) -> Of<Vec<Rings>> {
        let conditions = self.conditions.clone();
        let mut all = Vec::with_capacity(conditions.len());
        for condition in &conditions {
            let goal = self.or(condition, ends)?;
            let goal = self.and(&goal, set)?;
            all.push(self.rings(set, &goal)?);
        }
        Ok(all)
    }
}
