//! A system as states and the transitions between them, as terms: what the obligations of branching time are made of.
//!
//! Terms here read states, rigid parameters and, where they are about transitions, inputs. Wires are replaced by their definitions, the
//! state after a transition by the next-state functions, and inputs that are chosen by what they are chosen to be.
//!
//! A state is valid if the constraints hold and the states that matter are in their ranges. What does not matter for
//! the claim, the constraints, fairness and the certificate (the cone of influence) takes no part.

use assay_system::{System, VarKind};
use assay_term::{Pool, TermId, VarId};
use rustc_hash::FxHashMap;

use super::rewrite::{Becomes, Rewriting};
use crate::obligations::{cone, range_of};

/// Inputs with what they are chosen to be.
pub(super) type Chosen = Vec<(VarId, TermId)>;

pub(super) struct States<'a> {
    pub system: &'a System,
    pub pool: Pool,
    /// Wires replaced by their definitions.
    now: Rewriting,
    /// The state after a transition.
    after: Rewriting,
    /// The first state of an execution.
    first: Rewriting,
    /// What matters, by the number of the variable.
    pub matters: Vec<bool>,
    /// The next values of the states that matter.
    next: FxHashMap<VarId, TermId>,
    /// The states that matter and have a range.
    ranged: Vec<VarId>,
    /// The constraints.
    pub valid: TermId,
    /// The conditions of fairness; one that is always true where the system has none.
    pub conditions: Vec<TermId>,
    /// The state after the transition is valid.
    pub enters: TermId,
}

impl<'a> States<'a> {
    /// `roots` are terms of `pool`, which has those of the system: the claim and the terms of a certificate.
    pub fn new(system: &'a System, mut pool: Pool, roots: &[TermId]) -> Result<Self, String> {
        if system.vars.len() != system.pool.var_count() {
            return Err("the system does not describe every declared variable".into());
        }
        if let Some(pair) = system.fairness.iter().find(|f| f.then.is_some()) {
            return Err(format!("{} is compassion, which has no check", pair.name));
        }
        let mut all = roots.to_vec();
        all.extend(system.constraints.iter().map(|c| c.term));
        all.extend(system.fairness.iter().map(|f| f.term));
        let matters = cone(system, pool.variables(&all));
        let yes = pool.bool(true);
        let mut states = States {
            system,
            pool,
            now: Rewriting::default(),
            after: Rewriting::default(),
            first: Rewriting::default(),
            matters: Vec::new(),
            next: FxHashMap::default(),
            ranged: Vec::new(),
            valid: yes,
            conditions: Vec::new(),
            enters: yes,
        };
        let constraints = system.constraints.iter();
        let valid: Result<Vec<TermId>, String> = constraints
            .map(|c| states.of_states(c.term, &format!("the constraint {}", c.name)))
            .collect();
        states.valid = states.pool.and(valid?);
        for condition in &system.fairness {
            let what = format!("the condition {}", condition.name);
            let term = states.of_states(condition.term, &what)?;
            states.conditions.push(term);
        }
        if states.conditions.is_empty() {
            states.conditions.push(yes);
        }
        for var in system.var_ids().filter(|v| matters[v.index()]) {
            if let VarKind::State { next, .. } = system.var(var).kind {
                let next = states.inlined(next)?;
                states.next.insert(var, next);
                states
                    .ranged
                    .extend(range_of(system, var).is_some().then_some(var));
            }
        }
        states.matters = matters;
        let valid = states.later(states.valid)?;
        let ranges = states.ranges_after();
        states.enters = states.pool.and2(valid, ranges);
        Ok(states)
    }

    fn inlined(&mut self, term: TermId) -> Result<TermId, String> {
        let system = self.system;
        let becomes = |var: VarId| match system.var(var).kind {
            VarKind::Wire { def } => Becomes::Definition(def),
            _ => Becomes::Itself,
        };
        self.now.apply(&mut self.pool, term, becomes)
    }

    /// A term without wires that reads nothing but the state; `what` it is, for people.
    pub fn of_states(&mut self, term: TermId, what: &str) -> Result<TermId, String> {
        let term = self.inlined(term)?;
        let reads = self.pool.variables(&[term]);
        let is_input = |v: &&VarId| matches!(self.system.var(**v).kind, VarKind::Input);
        match reads.iter().find(is_input) {
            Some(&input) => {
                let name = &self.system.var(input).name;
                Err(format!("{what} reads {name}, which is not a state"))
            }
            None => Ok(term),
        }
    }

    /// What a term over states is in the state after a transition.
    pub fn later(&mut self, term: TermId) -> Result<TermId, String> {
        let next = &self.next;
        let becomes = |var: VarId| match next.get(&var) {
            Some(&next) => Becomes::Term(next),
            None => Becomes::Itself,
        };
        self.after.apply(&mut self.pool, term, becomes)
    }

    /// What a term over states is in the first state of an execution.
    pub fn initially(&mut self, term: TermId) -> Result<TermId, String> {
        let system = self.system;
        let becomes = |var: VarId| match system.var(var).kind {
            VarKind::Wire { def } => Becomes::Definition(def),
            VarKind::State {
                init: Some(init), ..
            } => Becomes::Definition(init),
            _ => Becomes::Itself,
        };
        self.first.apply(&mut self.pool, term, becomes)
    }

    /// With these inputs there is a transition of which `goal` is true, whatever the other inputs are.
    pub fn leads(&mut self, chosen: &Chosen, goal: TermId) -> Result<TermId, String> {
        let arrives = self.pool.and2(self.enters, goal);
        let becomes = |var: VarId| match chosen.iter().find(|(input, _)| *input == var) {
            Some((_, term)) => Becomes::Term(*term),
            None => Becomes::Itself,
        };
        let mut all = vec![Rewriting::default().apply(&mut self.pool, arrives, becomes)?];
        for &(input, term) in chosen {
            all.push(self.within(term, input));
        }
        Ok(self.pool.and(all))
    }

    /// A term is in the range of a variable.
    fn within(&mut self, term: TermId, of: VarId) -> TermId {
        let Some((lo, hi)) = range_of(self.system, of) else {
            return self.pool.bool(true);
        };
        let (lo, hi) = (self.pool.int(lo.clone()), self.pool.int(hi.clone()));
        let (above, below) = (self.pool.le(lo, term), self.pool.le(term, hi));
        self.pool.and2(above, below)
    }

    fn ranges_after(&mut self) -> TermId {
        let ranged = self.ranged.clone();
        let all: Vec<TermId> = ranged
            .into_iter()
            .map(|var| self.within(self.next[&var], var))
            .collect();
        self.pool.and(all)
    }

    /// The states that matter are in their ranges in the first state of an execution.
    pub fn ranges_initially(&mut self) -> Result<TermId, String> {
        let mut all = Vec::new();
        for var in self.ranged.clone() {
            let first = self.initially(self.pool.var(var))?;
            all.push(self.within(first, var));
        }
        Ok(self.pool.and(all))
    }

    /// That no transition out of a valid state leaves a range, if nothing but the range forbids it; None where nothing has a range.
    pub fn keeps_ranges(&mut self) -> Result<Option<TermId>, String> {
        if self.ranged.is_empty() {
            return Ok(None);
        }
        let ranges = self.ranges_after();
        let arrives = self.later(self.valid)?;
        let before = self.pool.and2(self.valid, arrives);
        Ok(Some(self.pool.implies(before, ranges)))
    }
}
