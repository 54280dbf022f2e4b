//! Dead ends: for how many steps do the assumptions admit an execution?
//!
//! Assumptions can contradict each other at step 0, or only later: then every execution ends, and from there on every property
//! holds because nothing is left that could violate it. Executions of 1, 2, 4, ... steps are looked for under the constraints alone. A
//! length that has none is a fact, which [`assay_system::within`] turns into a claim that the check room proves
//! again. An execution that returns to an earlier state can go round for ever, so there the search ends as well. Between the two it
//! ends at a bound, and nothing is known beyond it.

use std::sync::Arc;
use std::time::Duration;

use assay_solver::{Answer, Effort, Found, Lit, Oracle, OracleError, Step, StopFlag};
use assay_system::{ClauseWhen, Cone, Constraint, Provers, System};
use assay_term::{TermId, Value, VarId};

use crate::backend::Backend;
use crate::guard::guarded;
use crate::unroll::{Start, Unroller};

/// How far executions are looked for, unless that is too much: variables times steps.
const DEPTH: usize = 256;
const SIZE: usize = 1_000_000;
/// So far they are looked for in models of any size.
const SURELY: usize = 16;
/// For one question on bits, in conflicts; and processor time for one to an SMT solver.
const EFFORT: Effort = 20_000;
const PATIENCE: Duration = Duration::from_secs(2);

/// Every execution ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadEnd {
    /// No execution has more steps than these, so none reaches the step of this number.
    pub steps: usize,
    /// What contradicts itself there: all of it together does, and without any part of it it does not, as far as the solver could tell.
    pub assumptions: Vec<Assumed>,
    /// Who says so.
    pub provers: Provers,
}

/// An assumption by its index in the system: a constraint, or in the place of one that stands for several, a clause of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    Constraint(usize),
    Clause(usize),
}

/// What is known about the length of executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Executions {
    End(DeadEnd),
    /// One of them can go on for ever.
    GoOn,
    /// There is one of so many steps; longer ones were not looked for.
    Reach(usize),
}

/// Looks for longer and longer executions, at least of `wanted` steps unless a question is too hard.
pub fn executions(
    system: &System,
    found: &[Found],
    wanted: usize,
    stop: &StopFlag,
) -> Result<Executions, OracleError> {
    if system.constraints.is_empty() {
        return Ok(Executions::GoOn);
    }
    let Ok(backend) = Backend::choose(system, &[], found) else {
        return Ok(Executions::Reach(0));
    };
    let backend = backend.with_patience(PATIENCE);
    let system = Arc::new(system.clone());
    let mut search = Search::new(&system, &backend, stop)?;
    let affordable = (SIZE / search.size).clamp(SURELY, DEPTH);
    let depth = affordable.max(wanted);
    let (mut reached, mut length) = (0, 1);
    while reached < depth {
        match search.admits(length)? {
            Answer::Sat if search.returns(length)? => return Ok(Executions::GoOn),
            Answer::Sat => reached = length,
            Answer::Unsat => {
                let steps = search.longest(reached, length)?;
                let least = contradicting(&system, &backend, steps + 1, stop);
                return Ok(Executions::End(DeadEnd {
                    steps,
                    assumptions: least.unwrap_or_else(|_| assumptions(&system)),
                    provers: backend.provers(),
                }));
            }
            Answer::Unknown(_) => break,
        }
        length = (2 * length).min(depth);
    }
    Ok(Executions::Reach(reached))
}

/// How long executions are known to be at least, at most [`usize::MAX`]. Err if all of them end. What a broken solver did not answer
/// is not known.
pub fn reach(
    system: &System,
    found: &[Found],
    wanted: usize,
    stop: &StopFlag,
) -> Result<usize, DeadEnd> {
    match guarded(|| executions(system, found, wanted, stop)) {
        Ok(Ok(Executions::End(end))) => Err(end),
        Ok(Ok(Executions::GoOn)) => Ok(usize::MAX),
        Ok(Ok(Executions::Reach(steps))) => Ok(steps),
        Ok(Err(_)) | Err(_) => Ok(0),
    }
}

/// An unrolling in which each step's constraints count only where an execution of that length is asked for.
struct Search {
    system: Arc<System>,
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    /// For each step: its constraints, and those of the steps before, hold.
    guards: Vec<Lit>,
    /// The states that constraints depend on.
    states: Vec<VarId>,
    /// How many variables a step has.
    size: usize,
    budget: Option<Effort>,
}

impl Search {
    fn new(
        system: &Arc<System>,
        backend: &Backend,
        stop: &StopFlag,
    ) -> Result<Search, OracleError> {
        let cone = Cone::of(system, &[]);
        Ok(Search {
            states: cone.states(system).collect(),
            size: cone.vars().count().max(1),
            system: system.clone(),
            oracle: backend.oracle(stop)?,
            unroller: Unroller::new(system.clone(), cone, Start::Initial),
            guards: Vec::new(),
            budget: backend.is_finite().then_some(EFFORT),
        })
    }

    /// Is there an execution of so many steps?
    fn admits(&mut self, length: usize) -> Result<Answer, OracleError> {
        let pool = &self.system.pool;
        while self.guards.len() < length {
            let step = self.unroller.add_bare_step(pool, &mut *self.oracle)?;
            let guard = self.oracle.fresh()?;
            if let Some(&before) = self.guards.last() {
                self.oracle.clause(&[!guard, before])?;
            }
            for constraint in &self.system.constraints {
                let holds = self.oracle.literal(pool, constraint.term, step)?;
                self.oracle.clause(&[!guard, holds])?;
            }
            self.guards.push(guard);
        }
        self.oracle.solve(&[self.guards[length - 1]], self.budget)
    }

    /// How long executions are at most, where there are some of `reached` steps and none of `beyond`.
    fn longest(&mut self, mut reached: usize, mut beyond: usize) -> Result<usize, OracleError> {
        while reached + 1 < beyond {
            let middle = reached.midpoint(beyond);
            match self.admits(middle)? {
                Answer::Sat => reached = middle,
                Answer::Unsat => beyond = middle,
                // That there are none of `beyond` steps is true all the same.
                Answer::Unknown(_) => break,
            }
        }
        Ok(beyond - 1)
    }

    /// Whether the execution of `length` steps that was just found is twice in the same state. Where constraints depend on no state,
    /// one step is like any other.
    fn returns(&mut self, length: usize) -> Result<bool, OracleError> {
        if self.states.is_empty() {
            return Ok(true);
        }
        let states = &self.states;
        let asked: Vec<(VarId, Step)> = (0..length as u32)
            .flat_map(|step| states.iter().map(move |&v| (v, Step(step))))
            .collect();
        let values = self.oracle.values(&self.system.pool, &asked)?;
        let visited: Vec<&[Value]> = values.chunks(states.len()).collect();
        let mut visits = visited.iter().enumerate();
        Ok(visits.any(|(n, state)| visited[..n].contains(state)))
    }
}

/// All assumptions: the clauses of a constraint that has some, other constraints themselves.
fn assumptions(system: &System) -> Vec<Assumed> {
    let stands_for_others =
        |constraint: &Constraint| system.clauses.iter().any(|c| c.of == constraint.term);
    let constraints = system.constraints.iter().enumerate();
    let whole = constraints.filter(|(_, c)| !stands_for_others(c));
    let clauses = (0..system.clauses.len()).map(Assumed::Clause);
    whole
        .map(|(c, _)| Assumed::Constraint(c))
        .chain(clauses)
        .collect()
}

/// The term of an assumption, if it counts at this step of an execution of `length` steps.
fn counting(system: &System, assumed: Assumed, step: usize, length: usize) -> Option<TermId> {
    let clause = match assumed {
        Assumed::Constraint(c) => return Some(system.constraints[c].term),
        Assumed::Clause(c) => &system.clauses[c],
    };
    let counts = match clause.when {
        ClauseWhen::First => step == 0,
        ClauseWhen::Moves => step + 1 < length,
    };
    counts.then_some(clause.term)
}

/// A minimal set of assumptions that exclude every execution of `length` steps.
fn contradicting(
    system: &Arc<System>,
    backend: &Backend,
    length: usize,
    stop: &StopFlag,
) -> Result<Vec<Assumed>, OracleError> {
    let budget = backend.is_finite().then_some(EFFORT);
    let mut oracle = backend.oracle(stop)?;
    let cone = Cone::of(system, &[]);
    let mut unroller = Unroller::new(system.clone(), cone, Start::Initial);
    let all = assumptions(system);
    let counts: Vec<Lit> = (all.iter())
        .map(|_| oracle.fresh())
        .collect::<Result<_, _>>()?;
    for at in 0..length {
        let step = unroller.add_bare_step(&system.pool, &mut *oracle)?;
        for (&assumed, &counts) in all.iter().zip(&counts) {
            if let Some(term) = counting(system, assumed, at, length) {
                let holds = oracle.literal(&system.pool, term, step)?;
                oracle.clause(&[!counts, holds])?;
            }
        }
    }
    let mut set = counts.clone();
    let mut tried = 0;
    // First what the solver needed at once, then one after the other.
    if oracle.solve(&set, budget)? == Answer::Unsat {
        set = oracle.core()?;
    }
    while tried < set.len() {
        let mut fewer = set.clone();
        fewer.remove(tried);
        match oracle.solve(&fewer, budget)? {
            Answer::Unsat => set = fewer,
            Answer::Sat | Answer::Unknown(_) => tried += 1,
        }
    }
    let members = all.into_iter().zip(&counts);
    Ok(members
        .filter(|(_, l)| set.contains(l))
        .map(|(a, _)| a)
        .collect())
}
