//! That the states of an induction step's path are pairwise different.
//!
//! References: [1] Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a
//! SAT-Solver, FMCAD 2000. [2] Eén, Sörensson: Temporal Induction by Incremental SAT Solving, BMC 2003
//! (only pairs that a model makes equal are told apart).
//!
//! Everything is said under one literal, so that the core of an answer tells whether a proof needs it.
//! [`assay_system::Certificate`] has the argument why it may be assumed.

use assay_solver::{Lit, Oracle, OracleError, Step};
use assay_system::{Cone, System};
use assay_term::{Pool, TermId, Value, VarId};
use rustc_hash::FxHashMap;

pub(crate) struct SimplePath {
    /// A question that assumes this literal is about simple paths only.
    active: Lit,
    /// What a state consists of.
    states: Vec<VarId>,
    /// Two more names for each of them: what it is at the one and at the other step of a pair.
    names: [Vec<VarId>; 2],
    /// Some state variable is not the same under both names.
    differ: TermId,
    /// Pairs told apart so far.
    pairs: u32,
}

impl SimplePath {
    /// Paths through the states of `cone`. `pool` is the engine's own.
    pub fn new(
        system: &System,
        cone: &Cone,
        pool: &mut Pool,
        oracle: &mut dyn Oracle,
    ) -> Result<SimplePath, OracleError> {
        let states: Vec<VarId> = cone.states(system).collect();
        let names = ["one", "other"].map(|which| {
            let name = |&v: &VarId| (format!("{} {which}", pool.var_name(v)), pool.var_sort(v));
            let named: Vec<_> = states.iter().map(name).collect();
            let declared = named.into_iter().map(|(n, sort)| pool.declare(n, sort));
            declared.collect::<Vec<VarId>>()
        });
        let mut apart = Vec::new();
        for (&one, &other) in names[0].iter().zip(&names[1]) {
            let (one, other) = (pool.var(one), pool.var(other));
            let same = pool.eq(one, other);
            apart.push(pool.not(same));
        }
        Ok(SimplePath {
            active: oracle.fresh()?,
            differ: pool.or(apart),
            states,
            names,
            pairs: 0,
        })
    }

    pub fn active(&self) -> Lit {
        self.active
    }

    /// After `Sat`: tells apart what the model makes equal among the states of steps 0 to `last`. False if
    /// its path is simple.
    pub fn tell_apart(
        &mut self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        last: u32,
    ) -> Result<bool, OracleError> {
        let at = |step| self.states.iter().map(move |&v| (v, Step(step)));
        let asked: Vec<(VarId, Step)> = (0..=last).flat_map(at).collect();
        let values = oracle.values(pool, &asked)?;
        let width = self.states.len();
        let mut seen: FxHashMap<&[Value], u32> = FxHashMap::default();
        let mut equal = Vec::new();
        for step in 0..=last {
            let from = step as usize * width;
            // The latest step with the same state; earlier ones were told apart from that.
            if let Some(before) = seen.insert(&values[from..from + width], step) {
                equal.push((before, step));
            }
        }
        for &(one, other) in &equal {
            self.pair(pool, oracle, Step(one), Step(other))?;
        }
        Ok(!equal.is_empty())
    }

    fn pair(
        &mut self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        one: Step,
        other: Step,
    ) -> Result<(), OracleError> {
        // A place of its own in time, from the end: no step of a path is there.
        let place = Step(Step::RIGID.0 - 1 - self.pairs);
        self.pairs += 1;
        for (names, step) in self.names.iter().zip([one, other]) {
            for (&name, &state) in names.iter().zip(&self.states) {
                oracle.define(pool, name, place, pool.var(state), step)?;
            }
        }
        let differ = oracle.literal(pool, self.differ, place)?;
        oracle.clause(&[!self.active, differ])
    }
}
