//! Equivalence is an invariant of the *original*: as long as nothing has differed, both are in the same
//! state, so the first difference is one of the patched definitions themselves, evaluated on the original.
//! All mutants share the original's unrollings.
//!
//! Invariant: what [`with_agreement`] asks of the independent room is what is asked here. At the step of a difference the
//! assumptions that the change can reach do not count ([`super::assumed`]).

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Lit, OracleError, Step};
use assay_system::{Cone, Mutants, Patch, Property, Provers, Stimulus, System, VarKind};
use assay_term::{Dag, Pool, TermId, VarId};

use super::assumed::{Reach, delay, reached_by};
use crate::batch::{Side, describe};
use crate::means::Means;

/// "The patched definitions agree", over the original system's variables and the patch's fresh ones.
pub fn agreement(pool: &mut Pool, system: &System, patch: &Patch) -> TermId {
    let mut same: Vec<TermId> = Vec::new();
    for (v, kind) in &patch.vars {
        match (&system.var(*v).kind, kind) {
            (VarKind::Wire { def: a }, VarKind::Wire { def: b }) => same.push(pool.eq(*a, *b)),
            (VarKind::State { init: i, next: a }, VarKind::State { init: j, next: b }) => {
                same.push(pool.eq(*a, *b));
                match (i, j) {
                    (Some(i), Some(j)) => same.push(pool.eq(*i, *j)),
                    (None, None) => {}
                    // One of them starts with any value.
                    _ => same.push(pool.bool(false)),
                }
            }
            _ => unreachable!("a patch keeps the kind of its variables"),
        }
    }
    // What both exclude is no difference, whichever of several assumptions excludes it.
    let before = patch
        .constraints
        .iter()
        .map(|(c, _)| system.constraints[*c].term);
    let before = pool.and(before);
    let after = pool.and(patch.constraints.iter().map(|(_, term)| *term));
    same.push(pool.eq(before, after));
    pool.and(same)
}

/// What was found out about a mutant's definitions.
pub enum Agreement {
    /// They always agree: inductive over the proof's k, together with the original's lemmas.
    Always,
    /// They differ at the last step of the execution that this drives, and never before.
    Differs(Stimulus),
    /// Neither was shown, and why.
    Open(String),
}

/// The original's unrollings, from the initial states and from anywhere.
pub struct Original {
    system: Arc<System>,
    pool: Pool,
    lemmas: Vec<TermId>,
    k: u32,
    /// All assumptions.
    assumed: TermId,
    base: Side,
    step: Side,
    budget: Option<Effort>,
    /// For each claim the assumptions that its mutant's patch reaches.
    reached: Vec<Vec<usize>>,
    /// For each claim the variables that its mutant's patch alone reads.
    fresh: Vec<Vec<VarId>>,
    fresh_from: usize,
    provers: Provers,
}

impl Original {
    /// `among`: the mutants in question. Err if no solver takes the system together with the patches'
    /// fresh variables.
    pub fn new(
        mutants: &Mutants,
        among: &[usize],
        lemmas: &Dag,
        k: u32,
        means: Means<'_>,
    ) -> Result<Original, String> {
        let mut system = mutants.system.clone();
        let mut pool = std::mem::take(&mut system.pool);
        system.properties.clear();
        for &m in among {
            let patch = mutants.mutants[m].patch().expect("survivors have patches");
            let term = agreement(&mut pool, &mutants.system, patch);
            system.properties.push(claim(term));
        }
        let lemmas = pool.import(lemmas);
        let assumed = pool.and(system.constraints.iter().map(|c| c.term));
        system.pool = pool;
        let reach = Reach::new(&mutants.system);
        let reached = |m: &usize| {
            let patch = mutants.mutants[*m].patch().expect("survivors have patches");
            reach.of(&mutants.system, patch)
        };
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let backend = Backend::choose(&system, &all, means.found).map_err(|e| e.to_string())?;
        let backend = backend.with_patience(means.options.explain_patience);
        let mut roots: Vec<TermId> = system.properties.iter().map(|p| p.term).collect();
        roots.extend(&lemmas);
        let cone = Cone::of(&system, &roots);
        let system = Arc::new(system);
        let side = |start| -> Result<Side, String> {
            Ok(Side {
                oracle: backend.oracle(means.stop).map_err(|e| e.to_string())?,
                unroller: Unroller::new(system.clone(), cone.clone(), start),
                guards: Vec::new(),
            })
        };
        Ok(Original {
            pool: system.pool.clone(),
            base: side(Start::Initial)?,
            step: side(Start::Anywhere)?,
            system,
            lemmas,
            k,
            assumed,
            budget: means.options.question_budget,
            reached: among.iter().map(reached).collect(),
            fresh: among.iter().map(|&m| mutants.fresh(m)).collect(),
            fresh_from: mutants.fresh_from,
            provers: backend.provers(),
        })
    }

    /// Who answers.
    pub fn provers(&self) -> &Provers {
        &self.provers
    }

    /// Looks for the first difference within `depth` steps, and for a proof that there is none.
    pub fn agreement(&mut self, claim: usize, depth: u32) -> Result<Agreement, OracleError> {
        let term = self.system.properties[claim].term;
        for step in 0..depth {
            self.base.reach(&self.system, &self.pool, step)?;
            let reached = &self.reached[claim];
            let mut assumptions = relied_on(&self.system, &mut self.base, reached, step)?;
            assumptions.push(!self.base.oracle.literal(&self.pool, term, Step(step))?);
            match self.base.oracle.solve(&assumptions, self.budget)? {
                Answer::Unsat => {}
                Answer::Unknown(why) => return Ok(Agreement::Open(describe(why))),
                Answer::Sat => {
                    let keep = |v: VarId| {
                        v.index() < self.fresh_from || self.fresh[claim].binary_search(&v).is_ok()
                    };
                    let oracle = &mut *self.base.oracle;
                    let stimulus =
                        self.base
                            .unroller
                            .stimulus(&self.pool, oracle, step + 1, keep)?;
                    return Ok(Agreement::Differs(stimulus));
                }
            }
            if step + 1 == self.k.min(depth) && self.inductive(claim)? {
                return Ok(Agreement::Always);
            }
        }
        let why = format!("no difference in the first {depth} steps");
        Ok(Agreement::Open(why))
    }

    /// Whether agreement is inductive over the proof's k, together with the original's lemmas. It is
    /// known to hold at the first k steps.
    fn inductive(&mut self, claim: usize) -> Result<bool, OracleError> {
        let term = self.system.properties[claim].term;
        while self.step.unroller.steps() <= self.k {
            let step = Step(self.step.unroller.steps());
            self.step.reach(&self.system, &self.pool, step.0)?;
            let oracle = &mut *self.step.oracle;
            // A lemma holds where the assumptions of its step do.
            let assumed = oracle.literal(&self.pool, self.assumed, step)?;
            for &lemma in &self.lemmas {
                let lit = oracle.literal(&self.pool, lemma, step)?;
                oracle.clause(&[!assumed, lit])?;
            }
        }
        let reached = &self.reached[claim];
        let mut assumptions = relied_on(&self.system, &mut self.step, reached, self.k)?;
        let oracle = &mut *self.step.oracle;
        for s in 0..self.k {
            assumptions.push(oracle.literal(&self.pool, term, Step(s))?);
        }
        assumptions.push(!oracle.literal(&self.pool, term, Step(self.k))?);
        Ok(oracle.solve(&assumptions, self.budget)? == Answer::Unsat)
    }
}

/// Literals for the assumptions that count when a difference at `step` is asked for: those of the steps before, and
/// those at the step itself that the change does not reach.
fn relied_on(
    system: &System,
    side: &mut Side,
    reached: &[usize],
    step: u32,
) -> Result<Vec<Lit>, OracleError> {
    if reached.is_empty() {
        return Ok(vec![side.guards[step as usize]]);
    }
    let before = step.checked_sub(1).map(|s| side.guards[s as usize]);
    let mut lits: Vec<Lit> = before.into_iter().collect();
    for (c, constraint) in system.constraints.iter().enumerate() {
        if !reached.contains(&c) {
            lits.push(
                side.oracle
                    .literal(&system.pool, constraint.term, Step(step))?,
            );
        }
    }
    Ok(lits)
}

pub(super) fn claim(term: TermId) -> Property {
    Property::invariant("the mutant agrees with the original", term)
}

/// The original with an extra property for each of the mutants, agreement with it: what an equivalence
/// certificate is about. The extra properties are the last ones, in order; the assumptions that the mutants
/// reach count a step later.
pub fn with_agreement(mutants: &Mutants, equivalent: &[usize]) -> System {
    let mut system = mutants.system.clone();
    let mut pool = std::mem::take(&mut system.pool);
    for &m in equivalent {
        let patch = mutants.mutants[m].patch().expect("it has a patch");
        let term = agreement(&mut pool, &mutants.system, patch);
        system.properties.push(claim(term));
    }
    system.pool = pool;
    delay(&mut system, &reached_by(mutants, equivalent));
    system
}
