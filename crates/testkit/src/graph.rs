//! The reachable states of a small system and the steps between them.

use std::collections::BTreeMap;

use assay_term::TermId;

use crate::{Explicit, Values};

/// One step that the constraints admit.
pub struct Moment {
    /// The numbers of the state that it starts in and of the state that it leads to.
    pub from: usize,
    pub to: usize,
    pub values: Values,
}

/// Every reachable state and every step from it. Initial values must not read inputs.
pub struct Graph<'a> {
    explicit: &'a Explicit<'a>,
    /// How many states there are.
    pub states: usize,
    pub moments: Vec<Moment>,
}

impl<'a> Graph<'a> {
    pub fn of(explicit: &'a Explicit<'a>) -> Graph<'a> {
        let mut numbers: BTreeMap<Values, usize> = BTreeMap::new();
        let mut moments = Vec::new();
        let mut now = explicit.first();
        for values in &now {
            let next = numbers.len();
            numbers.entry(explicit.state_of(values)).or_insert(next);
        }
        while !now.is_empty() {
            let mut new = Vec::new();
            for values in now.into_iter().filter(|v| explicit.constrained(v)) {
                let next = explicit.next_state(&values);
                let count = numbers.len();
                let to = *numbers.entry(next.clone()).or_insert(count);
                if to == count {
                    new.push(next);
                }
                let from = numbers[&explicit.state_of(&values)];
                moments.push(Moment { from, to, values });
            }
            now = new.iter().flat_map(|s| explicit.at_state(s)).collect();
        }
        Graph {
            explicit,
            states: numbers.len(),
            moments,
        }
    }

    /// Whether an execution goes round for ever and all conditions hold on its loop: a strongly connected part of the graph with at
    /// least one step that has them all.
    pub fn repeats(&self, conditions: &[TermId]) -> bool {
        let mut leads = vec![vec![false; self.states]; self.states];
        for (state, row) in leads.iter_mut().enumerate() {
            row[state] = true;
        }
        for m in &self.moments {
            leads[m.from][m.to] = true;
        }
        for via in 0..self.states {
            let through = leads[via].clone();
            for row in leads.iter_mut().filter(|row| row[via]) {
                for (to, reached) in through.iter().enumerate() {
                    row[to] |= reached;
                }
            }
        }
        (0..self.states).any(|here| {
            let inside = |m: &&Moment| leads[here][m.from] && leads[m.to][here];
            let moments: Vec<&Moment> = self.moments.iter().filter(inside).collect();
            let somewhere = |c: &TermId| moments.iter().any(|m| self.explicit.holds(&m.values, *c));
            !moments.is_empty() && conditions.iter().all(somewhere)
        })
    }
}
