//! The states of a system and the transitions between them, as decision diagrams.
//!
//! Sets of states are parts of a space, and a complement is taken within it. The space is either all valid states, or the reachable ones:
//! both are closed under transitions, so that the same formulas hold in a reachable state. Which one is easier to work with depends on the
//! model.

use assay_solver::StopFlag;
use assay_system::System;
use assay_term::{TermId, VarId};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Limits;
use super::model::{Latch, Model, model};
use crate::symbolic::{Func, Machine, Of, Relation, Trouble, Var};

pub(super) struct Kripke<'a> {
    pub system: &'a System,
    pub model: Model,
    pub relation: Relation,
    /// Initial valid states with the inputs that their initial values read, and without.
    pub starts: Func,
    pub init: Func,
    valid: Func,
    /// Reachable states so far, the last ones among them, and how many transitions it took.
    pub reached: Func,
    ring: Func,
    pub depth: usize,
    /// All states that there are.
    pub space: Func,
    /// One that is always true where the system has none.
    pub conditions: Vec<Func>,
    /// From which a fair execution starts; see [`Kripke::work_in`].
    pub fair: Func,
    /// Neither constraints nor fairness: every path goes on.
    pub is_free: bool,
    /// The sets in which terms are true.
    atoms: FxHashMap<TermId, Func>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    Trouble(Trouble),
    Refused(String),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        Failure::Trouble(trouble)
    }
}

impl<'a> Kripke<'a> {
    /// With the sets of these terms, which read states only. With `whole`, all states are part of it, otherwise those that matter.
    pub fn new(
        system: &'a System,
        terms: &[TermId],
        whole: bool,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Kripke<'a>, Failure> {
        if let Some(pair) = system.fairness.iter().find(|f| f.then.is_some()) {
            let name = &pair.name;
            return Err(Failure::Refused(format!(
                "COMPASSION is not supported ({name})"
            )));
        }
        let mut terms = terms.to_vec();
        terms.sort_unstable();
        terms.dedup();
        let model = model(system, &terms, whole).map_err(Failure::Refused)?;
        let (mut relation, functions) = relation(&model, limits, stop)?;
        let mut functions = functions.into_iter();
        let mut take = || functions.next().expect("one for each that was asked for");
        let [valid, starts, outside, leaves] = [(); 4].map(|()| take());
        let conditions: Vec<Func> = model.fairness.iter().map(|_| take()).collect();
        let atoms = terms.iter().map(|&t| (t, take())).collect();
        let starts = relation.diagrams.and(&starts, &valid)?;
        keeps_ranges(&mut relation, &valid, &outside, &leaves)?;
        let init = relation.states_of(&starts)?;
        let is_free = system.constraints.is_empty() && system.fairness.is_empty();
        let always = relation.diagrams.constant(true);
        Ok(Kripke {
            system,
            model,
            starts,
            reached: init.clone(),
            ring: init.clone(),
            init,
            depth: 0,
            space: valid.clone(),
            valid,
            conditions: if conditions.is_empty() {
                vec![always.clone()]
            } else {
                conditions
            },
            fair: always,
            is_free,
            atoms,
            relation,
        })
    }

    /// All reachable states, ring by ring. It can be called again where it was interrupted.
    pub fn reach(&mut self) -> Of<()> {
        while !self.ring.is_false() {
            let image = self.relation.image(&self.ring)?;
            let diagrams = &mut self.relation.diagrams;
            let image = diagrams.and(&image, &self.valid)?;
            let ring = diagrams.minus(&image, &self.reached)?;
            self.reached = diagrams.or(&self.reached, &ring)?;
            self.depth += usize::from(!ring.is_false());
            self.ring = ring;
        }
        Ok(())
    }

    /// From now on, these are all states: the reachable ones, which must be known, or all valid ones.
    pub fn work_in(&mut self, only_reachable: bool) -> Of<()> {
        self.space = if only_reachable {
            self.reached.clone()
        } else {
            self.valid.clone()
        };
        self.fair = self.space.clone();
        if !self.is_free {
            self.fair = self.fair_within(&self.space.clone())?;
        }
        Ok(())
    }

    /// From now on, the reachable states are all states, and nothing is asked about fairness.
    pub fn stay_in_reached(&mut self) {
        self.space = self.reached.clone();
    }

    /// Where a term holds.
    pub fn atom(&mut self, term: TermId) -> Of<Func> {
        let holds = self.atoms[&term].clone();
        self.and(&holds, &self.space.clone())
    }

    /// From now on, the term holds in this set. The result is where it held before; nowhere if it was not known.
    pub fn replace_atom(&mut self, term: TermId, set: Func) -> Func {
        let none = self.none();
        self.atoms.insert(term, set).unwrap_or(none)
    }

    /// Where rigid parameters have these values.
    pub fn with_parameters(&mut self, choice: &[(VarId, bool)]) -> Of<Func> {
        let mut all = self.relation.diagrams.constant(true);
        for (var, value) in choice {
            let latch = self.model.latches.iter().position(|l| l.bit.var == *var);
            if let Some(latch) = latch {
                let var = self.relation.now()[latch];
                let set = self.relation.diagrams.var(var)?;
                let set = if *value { set } else { set.not() };
                all = self.and(&all, &set)?;
            }
        }
        Ok(all)
    }

    pub fn and(&mut self, a: &Func, b: &Func) -> Of<Func> {
        self.relation.diagrams.and(a, b)
    }

    pub fn or(&mut self, a: &Func, b: &Func) -> Of<Func> {
        self.relation.diagrams.or(a, b)
    }

    pub fn minus(&mut self, a: &Func, b: &Func) -> Of<Func> {
        self.relation.diagrams.minus(a, b)
    }

    /// All states but these.
    pub fn not(&mut self, a: &Func) -> Of<Func> {
        self.relation.diagrams.minus(&self.space, a)
    }

    pub fn none(&mut self) -> Func {
        self.relation.diagrams.constant(false)
    }

    /// The states from which a transition leads into the set.
    pub fn before(&mut self, set: &Func) -> Of<Func> {
        let before = self.relation.preimage(set)?;
        self.relation.diagrams.and(&before, &self.space)
    }

    /// The states that follow a state of the set.
    pub fn after(&mut self, set: &Func) -> Of<Func> {
        let after = self.relation.image(set)?;
        self.relation.diagrams.and(&after, &self.space)
    }

    /// How many states a set has: values of the states in the cone.
    pub fn count(&self, set: &Func) -> BigUint {
        self.relation.diagrams.count(set, self.relation.now())
    }

    /// The latch whose present value a variable is.
    pub fn latch(&self, var: Var) -> &Latch {
        let latch = self.relation.latch_of(var);
        &self.model.latches[latch.expect("sets of states read latches only")]
    }

    /// The part of a set that is one state: the values of latches.
    pub fn pick(&self, set: &Func) -> Option<Vec<bool>> {
        Some(self.relation.pick(set)?.0)
    }

    /// The values of latches in a full step.
    pub fn latches_of(&self, step: &[assay_term::Value]) -> Vec<bool> {
        let bits = self.model.latches.iter();
        bits.map(|latch| latch.bit.of(&step[latch.bit.var.index()]))
            .collect()
    }
}

/// The relation with the functions that are asked of it: valid states, initial states with inputs, initial values and transitions that leave
/// ranges, fairness, and terms.
fn relation(
    model: &Model,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<(Relation, Vec<Func>), Trouble> {
    let mut aig = model.aig.clone();
    let valid = aig.and_all(model.valid.iter().copied());
    let starts = aig.and_all(model.init.iter().chain(&model.ranges).copied());
    let ranges = model.ranges.iter().chain([&model.begins_outside]);
    let outside = aig.and_all(ranges.copied());
    let mut functions = vec![valid, starts, outside, model.leaves];
    functions.extend(&model.fairness);
    functions.extend(&model.asked);
    let inputs: Vec<_> = model.inputs.iter().map(|(lit, _)| *lit).collect();
    let of_latches = model.latches.iter().map(|l| l.bit.var.index());
    let of_inputs = model.inputs.iter().map(|(_, var)| var.index());
    let mut first = model.asked.clone();
    first.extend(&model.fairness);
    first.extend(&model.valid);
    first.extend(&model.init);
    let machine = Machine {
        aig: &aig,
        latches: model.latches.iter().map(|l| (l.now, l.next)).collect(),
        inputs: &inputs,
        goes_on: model.ranges.iter().chain(&model.goes_on).copied().collect(),
        first,
        of_variable: of_latches.chain(of_inputs).collect(),
    };
    Relation::new(&machine, &functions, limits.nodes, stop)
}

/// Typing promises that values stay in their ranges; without that nothing is claimed.
fn keeps_ranges(
    relation: &mut Relation,
    valid: &Func,
    outside: &Func,
    leaves: &Func,
) -> Result<(), Failure> {
    let escapes = relation.diagrams.and(leaves, valid)?;
    let escapes = relation.possible(&escapes)?;
    if !outside.is_false() || !escapes.is_false() {
        return Err(Failure::Refused(
            "a state can leave its declared range".into(),
        ));
    }
    Ok(())
}
