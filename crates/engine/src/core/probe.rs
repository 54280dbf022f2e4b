//! Incremental questions about a system whose parts have switches, under the assumption that some
//! parts are in force.
//!
//! The switches of the other parts are left open. That asks the same question as switching them
//! off, because a part in force is one way for it to be absent, and so a core consists of parts in
//! force only.
//!
//! Constraints are guarded by a literal for each step: a question about step n is asked under the
//! constraints of steps 0 to n, however many steps earlier questions have laid out.

use std::sync::Arc;

use assay_solver::{
    Answer, Effort, Lit, Oracle, OracleError, SatOracle, SmtOptions, SmtOracle, Step, StopFlag,
};
use assay_system::{Cone, System, Trace};
use assay_term::{Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::CoreOptions;
use super::set::Set;
use crate::backend::Backend;
use crate::unroll::{Start, Unroller};

pub(super) struct Probe {
    oracle: Box<dyn Oracle + Send>,
    system: Arc<System>,
    unroller: Unroller,
    switches: Vec<Lit>,
    /// For each step a literal that implies its constraints.
    guards: Vec<Lit>,
    budget: Option<Effort>,
    /// How many more parts may be tried for whether an answer needs them.
    tries: u32,
}

/// Trying whether a part is needed is a question; where it is answered in microseconds, so many are asked.
const TRIES: u32 = 64;

/// Steps of a question: hypotheses at all steps before `last` or at none, the goal at `last`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    last: Step,
    inductive: bool,
}

impl Window {
    /// A goal at one step, without hypotheses.
    pub fn at(step: u32) -> Window {
        Window {
            last: Step(step),
            inductive: false,
        }
    }

    /// A goal after `k` steps of hypotheses.
    pub fn after(k: u32) -> Window {
        Window {
            last: Step(k),
            inductive: true,
        }
    }

    fn before(self) -> impl Iterator<Item = Step> {
        let steps = if self.inductive { self.last.0 } else { 0 };
        (0..steps).map(Step)
    }
}

/// What is left of a set of terms.
pub(super) enum Filtered {
    /// These hold together.
    Rest(Vec<TermId>),
    /// An indispensable one fails; the oracle has the model.
    Lost,
    Stopped,
}

/// Which hypotheses and parts an answer needs.
pub(super) struct Needs {
    pub terms: Vec<TermId>,
    pub parts: Set,
}

impl Probe {
    /// `system` has the rigid `switches`; `roots` are all terms that will be asked about.
    pub fn new(
        system: &Arc<System>,
        switches: &[VarId],
        roots: &[TermId],
        start: Start,
        backend: &Backend,
        options: &CoreOptions,
        stop: &StopFlag,
    ) -> Result<Self, OracleError> {
        // A clock for SMT processes, which have no common measure of effort; conflicts for CaDiCaL.
        let (mut oracle, budget): (Box<dyn Oracle + Send>, _) = match backend.solver() {
            None => (
                Box::new(SatOracle::new(stop.clone())),
                Some(options.conflicts),
            ),
            Some(solver) => {
                let patience = SmtOptions {
                    patience: Some(options.patience),
                    ..SmtOptions::default()
                };
                let oracle = SmtOracle::new(solver, stop.clone(), patience)?;
                (Box::new(oracle), None)
            }
        };
        let cone = Cone::of(system, roots);
        let in_cone: Vec<bool> = switches.iter().map(|&v| cone.contains(v)).collect();
        let mut unroller = Unroller::new(system.clone(), cone, start);
        unroller.add_bare_step(&system.pool, &mut *oracle)?;
        let mut lits = Vec::with_capacity(switches.len());
        for (&switch, seen) in switches.iter().zip(in_cone) {
            lits.push(if seen {
                oracle.literal(&system.pool, system.pool.var(switch), Step(0))?
            } else {
                oracle.fresh()?
            });
        }
        let mut probe = Probe {
            oracle,
            system: system.clone(),
            unroller,
            switches: lits,
            guards: Vec::new(),
            budget,
            tries: budget.map_or(0, |_| TRIES),
        };
        probe.guard(&system.pool, Step(0))?;
        Ok(probe)
    }

    fn guard(&mut self, pool: &Pool, step: Step) -> Result<(), OracleError> {
        let guard = self.oracle.fresh()?;
        for constraint in &self.system.constraints {
            let lit = self.oracle.literal(pool, constraint.term, step)?;
            self.oracle.clause(&[!guard, lit])?;
        }
        self.guards.push(guard);
        Ok(())
    }

    /// Sees to it that `last` is laid out.
    fn reach(&mut self, pool: &Pool, last: Step) -> Result<(), OracleError> {
        while self.unroller.steps() <= last.0 {
            let step = self.unroller.add_bare_step(pool, &mut *self.oracle)?;
            self.guard(pool, step)?;
        }
        Ok(())
    }

    /// Whether the terms speak of nothing that the probe does not lay out.
    pub fn knows(&self, pool: &Pool, term: TermId) -> bool {
        let cone = self.unroller.cone();
        pool.variables(&[term]).iter().all(|&v| cone.contains(v))
    }

    fn under(&self, on: &Set, last: Step) -> Vec<Lit> {
        let guards = &self.guards[..=last.0 as usize];
        let switches = on.iter().map(|i| self.switches[i]);
        guards.iter().copied().chain(switches).collect()
    }

    fn lits(&mut self, pool: &Pool, terms: &[TermId], at: Step) -> Result<Vec<Lit>, OracleError> {
        self.unroller.literals(pool, &mut *self.oracle, terms, at)
    }

    /// Asks under the assumptions whether one of `lits` can be false, for this question only.
    fn can_fail(&mut self, lits: &[Lit], mut under: Vec<Lit>) -> Result<Answer, OracleError> {
        under.push(self.some_fails(lits)?);
        self.oracle.solve(&under, self.budget)
    }

    /// A literal under which one of `lits` is false.
    fn some_fails(&mut self, lits: &[Lit]) -> Result<Lit, OracleError> {
        let some_fails = self.oracle.fresh()?;
        let clause: Vec<Lit> = [!some_fails]
            .into_iter()
            .chain(lits.iter().map(|&l| !l))
            .collect();
        self.oracle.clause(&clause)?;
        Ok(some_fails)
    }

    /// Houdini: the largest subset of `set` that holds at the window's last step if it holds at those
    /// before, with the parts in `on` in force. Gives up once one of `indispensable` is found to fail: with
    /// fewer hypotheses it fails as well.
    ///
    /// Reference: Flanagan, Leino: Houdini, FME 2001.
    pub fn filter(
        &mut self,
        pool: &Pool,
        on: &Set,
        mut set: Vec<TermId>,
        indispensable: &[TermId],
        window: Window,
    ) -> Result<Filtered, OracleError> {
        let last = window.last;
        self.reach(pool, last)?;
        while !set.is_empty() {
            let mut under = self.under(on, last);
            for step in window.before() {
                under.extend(self.lits(pool, &set, step)?);
            }
            let holds = self.lits(pool, &set, last)?;
            match self.can_fail(&holds, under)? {
                Answer::Unsat => break,
                Answer::Unknown(_) => return Ok(Filtered::Stopped),
                Answer::Sat => {
                    let truths = self.oracle.truths(&holds)?;
                    let lost: FxHashSet<TermId> = set
                        .iter()
                        .zip(truths)
                        .filter_map(|(&t, holds)| (!holds).then_some(t))
                        .collect();
                    if indispensable.iter().any(|t| lost.contains(t)) {
                        return Ok(Filtered::Lost);
                    }
                    set.retain(|t| !lost.contains(t));
                }
            }
        }
        Ok(Filtered::Rest(set))
    }

    /// Which of `already`, assumed at the last step, of `hypotheses`, assumed before it, and which parts
    /// make every one of `goals` hold at the last; None if the oracle does not find that they do. The
    /// first, early hypotheses and `preferred` parts are used rather than others.
    pub fn needs(
        &mut self,
        pool: &Pool,
        on: &Set,
        preferred: &Set,
        goals: &[TermId],
        (already, hypotheses): (&[TermId], &[TermId]),
        window: Window,
    ) -> Result<Option<Needs>, OracleError> {
        let last = window.last;
        self.reach(pool, last)?;
        let mut under: Vec<Lit> = self.guards[..=last.0 as usize].to_vec();
        under.extend(
            preferred
                .iter()
                .filter(|&i| on.contains(i))
                .map(|i| self.switches[i]),
        );
        let mut term_of: FxHashMap<Lit, TermId> = FxHashMap::default();
        for &t in already {
            let lit = self.oracle.literal(pool, t, last)?;
            term_of.entry(lit).or_insert(t);
            under.push(lit);
        }
        for &t in hypotheses {
            for step in window.before() {
                let lit = self.oracle.literal(pool, t, step)?;
                term_of.entry(lit).or_insert(t);
                under.push(lit);
            }
        }
        let goals = self.lits(pool, goals, last)?;
        under.push(self.some_fails(&goals)?);
        let others: Vec<Lit> = on
            .iter()
            .filter(|&i| !preferred.contains(i))
            .map(|i| self.switches[i])
            .collect();
        let with = |switches: &[Lit]| [under.as_slice(), switches].concat();
        if self.oracle.solve(&with(&others), self.budget)? != Answer::Unsat {
            return Ok(None);
        }
        let mut core: FxHashSet<Lit> = self.oracle.core()?.into_iter().collect();
        // A hypothesis more may spare a part.
        for &switch in &others {
            if self.tries == 0 || !core.contains(&switch) {
                continue;
            }
            self.tries -= 1;
            let mut fewer = others.clone();
            fewer.retain(|l| *l != switch && core.contains(l));
            if self.oracle.solve(&with(&fewer), self.budget)? == Answer::Unsat {
                core = self.oracle.core()?.into_iter().collect();
            }
        }
        let used: FxHashSet<TermId> = core
            .iter()
            .filter_map(|l| term_of.get(l))
            .copied()
            .collect();
        let mut terms: Vec<TermId> = already.iter().chain(hypotheses).copied().collect();
        terms.retain(|t| used.contains(t));
        let parts = on.iter().filter(|&i| core.contains(&self.switches[i]));
        Ok(Some(Needs {
            terms,
            parts: parts.collect(),
        }))
    }

    /// After a loss in a probe from the initial states: the execution that ends with `last`.
    pub fn trace(&mut self, pool: &Pool, last: u32) -> Result<Trace, OracleError> {
        self.unroller.trace(pool, &mut *self.oracle, last + 1)
    }
}
