//! Lays a system's steps into an oracle.
//!
//! Only the cone is laid out. Constraints are asserted at every step that exists: a step is added
//! only when a question about it is asked, so a violation at step n is looked for under the
//! constraints of steps 0 to n and no others.

use std::sync::Arc;

use assay_solver::{Lit, Oracle, OracleError, Step};
use assay_system::{Cone, Stimulus, System, Trace, VarKind, init_order, open};
use assay_term::{BigInt, Pool, Term, TermId, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How step 0 begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In an initial state.
    Initial,
    /// In any state within the ranges: the start of an induction step.
    Anywhere,
}

/// Those of the terms, and of what they are made of, that read variables of the cone only. Lemmas share most of what
/// they are made of, so this is one walk for all of them.
pub(crate) fn within(
    pool: &Pool,
    cone: &Cone,
    terms: impl IntoIterator<Item = TermId>,
) -> FxHashSet<TermId> {
    let roots: Vec<TermId> = terms.into_iter().collect();
    let mut inside: FxHashSet<TermId> = FxHashSet::default();
    for id in pool.below(&roots) {
        let here = match pool.get(id) {
            Term::Var(v) => cone.contains(*v),
            term => term.args().iter().all(|a| inside.contains(a)),
        };
        if here {
            inside.insert(id);
        }
    }
    inside
}

/// The steps laid out so far. `pool` is the engine's own clone of the system's pool and may have
/// grown.
pub struct Unroller {
    system: Arc<System>,
    cone: Cone,
    start: Start,
    steps: u32,
}

impl Unroller {
    pub fn new(system: Arc<System>, cone: Cone, start: Start) -> Self {
        Unroller {
            system,
            cone,
            start,
            steps: 0,
        }
    }

    pub fn cone(&self) -> &Cone {
        &self.cone
    }

    /// How many steps there are.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Adds the next step with its constraints and returns it.
    pub fn add_step(&mut self, pool: &Pool, oracle: &mut dyn Oracle) -> Result<Step, OracleError> {
        let step = self.add_bare_step(pool, oracle)?;
        for constraint in &self.system.constraints {
            let lit = oracle.literal(pool, constraint.term, step)?;
            oracle.clause(&[lit])?;
        }
        Ok(step)
    }

    /// Adds the next step without asserting its constraints.
    pub fn add_bare_step(
        &mut self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
    ) -> Result<Step, OracleError> {
        let step = Step(self.steps);
        let system = &*self.system;
        let mut initialised = Vec::new();
        for var in self.cone.vars() {
            let variable = system.var(var);
            match &variable.kind {
                VarKind::Input => oracle.free(pool, var, step, bounds(&variable.range))?,
                VarKind::Rigid if step.0 == 0 => {
                    oracle.free(pool, var, Step::RIGID, bounds(&variable.range))?
                }
                VarKind::State { next, .. } if step.0 > 0 => {
                    self.define(pool, oracle, var, step, *next, Step(step.0 - 1))?
                }
                VarKind::State {
                    init: Some(init), ..
                } if self.start == Start::Initial => initialised.push((var, *init)),
                VarKind::State { .. } => oracle.free(pool, var, step, bounds(&variable.range))?,
                VarKind::Rigid | VarKind::Wire { .. } => {}
            }
        }
        for var in init_order(system, &initialised) {
            if let VarKind::State {
                init: Some(init), ..
            } = system.var(var).kind
            {
                self.define(pool, oracle, var, step, init, step)?;
            }
        }
        for &wire in self.cone.wires() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                self.define(pool, oracle, wire, step, def, step)?;
            }
        }
        self.steps += 1;
        Ok(step)
    }

    fn define(
        &self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
    ) -> Result<(), OracleError> {
        match bounds(&self.system.var(var).range) {
            Some(range) => oracle.define_within(pool, var, step, term, at, range),
            None => oracle.define(pool, var, step, term, at),
        }
    }

    /// After `Sat` on an unrolling from the initial states: the execution of `length` steps that the
    /// oracle found. Only what the system leaves open is read from the oracle; variables outside
    /// the cone take default values.
    pub fn trace(
        &self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        length: u32,
    ) -> Result<Trace, OracleError> {
        let stimulus = self.stimulus(pool, oracle, length, |_| true)?;
        stimulus
            .run(&self.system, length as usize)
            .map_err(|error| OracleError(format!("the solver's model cannot be executed: {error}")))
    }

    /// What drives that execution, as far as `keep` wants it. On an unrolling from anywhere that includes the state in
    /// which it begins.
    pub fn stimulus(
        &self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        length: u32,
        keep: impl Fn(VarId) -> bool,
    ) -> Result<Stimulus, OracleError> {
        let begins = |v: &VarId| {
            let kind = &self.system.var(*v).kind;
            self.start == Start::Anywhere && matches!(kind, VarKind::State { init: Some(_), .. })
        };
        let mut vars: Vec<VarId> = open(&self.system).collect();
        vars.extend(self.system.var_ids().filter(begins));
        vars.retain(|v| self.cone.contains(*v) && keep(*v));
        vars.sort_unstable();
        let mut asked: Vec<(VarId, Step)> = Vec::new();
        for &var in &vars {
            match &self.system.var(var).kind {
                VarKind::Input => asked.extend((0..length).map(|n| (var, Step(n)))),
                VarKind::Rigid => asked.push((var, Step::RIGID)),
                _ => asked.push((var, Step(0))),
            }
        }
        let values = oracle.values(pool, &asked)?;
        let functions = oracle.functions(pool)?;
        let known: FxHashMap<(VarId, Step), Value> = asked.into_iter().zip(values).collect();
        let at = |var: VarId, step: u32| match self.system.var(var).kind {
            VarKind::Rigid => known[&(var, Step::RIGID)].clone(),
            VarKind::Input => known[&(var, Step(step))].clone(),
            _ => known[&(var, Step(0))].clone(),
        };
        Ok(Stimulus {
            steps: (0..length)
                .map(|n| vars.iter().map(|&v| at(v, n)).collect())
                .collect(),
            vars,
            functions,
        })
    }

    /// The literals of `terms` at `step`.
    pub fn literals(
        &self,
        pool: &Pool,
        oracle: &mut dyn Oracle,
        terms: &[TermId],
        step: Step,
    ) -> Result<Vec<Lit>, OracleError> {
        terms
            .iter()
            .map(|&t| oracle.literal(pool, t, step))
            .collect()
    }
}

fn bounds(range: &Option<(BigInt, BigInt)>) -> Option<(&BigInt, &BigInt)> {
    range.as_ref().map(|(lo, hi)| (lo, hi))
}
