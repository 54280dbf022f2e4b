//! Original and mutants side by side: the search for a difference that reaches an output, or for an
//! input that one admits and the other blocks.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step};
use assay_system::{Cone, Mutants, Stimulus, System};
use assay_term::{TermId, VarId};

use super::agreement::claim;
use super::pair::Pair;
use crate::batch::describe;
use crate::combined::Combined;
use crate::means::Means;

/// What a bounded search came to.
pub enum Search {
    None,
    /// What drives the execution.
    Found(Stimulus),
    /// Not decided, and why; after so many steps without one.
    Open(String, u32),
}

/// Original and mutants side by side over the same inputs: the original once, and a copy of
/// everything that some member's patch can influence. The code chooses the member, so one solver
/// instance serves all.
pub struct Twin {
    system: Arc<System>,
    combined: Combined,
    outputs_agree: TermId,
    /// What the mutant assumes of its own copy.
    mutant_admits: TermId,
    original_vars: usize,
    oracle: Box<dyn Oracle + Send>,
    unroller: Unroller,
    /// For each step literals that imply that the original, and that the mutant, admits this step and
    /// those before.
    original_guards: Vec<Lit>,
    mutant_guards: Vec<Lit>,
    /// What the original assumes.
    original_admits: TermId,
    budget: Option<Effort>,
}

impl Twin {
    pub fn new(
        mutants: &Mutants,
        members: &[usize],
        properties: &[usize],
        means: Means<'_>,
    ) -> Result<Twin, String> {
        let original = &mutants.system;
        let combined = Combined::new(mutants, members);
        let original_vars = original.vars.len();
        let patches = members.iter().filter_map(|&m| mutants.mutants[m].patch());
        let Pair {
            mut system,
            outputs_agree,
            original_admits,
            mutant_admits,
        } = Pair::new(original, &combined.system, patches, properties);
        let roots = [outputs_agree, mutant_admits, original_admits];
        system.properties = roots.iter().map(|&t| claim(t)).collect();
        let backend =
            Backend::choose(&system, &[0, 1, 2], means.found).map_err(|error| error.to_string())?;
        let oracle = backend
            .with_patience(means.options.explain_patience)
            .oracle(means.stop)
            .map_err(|e| e.to_string())?;
        let cone = Cone::of(&system, &roots);
        let system = Arc::new(system);
        Ok(Twin {
            unroller: Unroller::new(system.clone(), cone, Start::Initial),
            system,
            combined,
            outputs_agree,
            mutant_admits,
            original_vars,
            oracle,
            original_guards: Vec::new(),
            mutant_guards: Vec::new(),
            original_admits,
            budget: means.options.question_budget,
        })
    }

    fn reach(&mut self, step: u32) -> Result<(), OracleError> {
        let pool = &self.system.pool;
        while self.unroller.steps() <= step {
            let at = self.unroller.add_bare_step(pool, &mut *self.oracle)?;
            let sides = [
                (self.original_admits, &mut self.original_guards),
                (self.mutant_admits, &mut self.mutant_guards),
            ];
            for (admits, guards) in sides {
                let admits = self.oracle.literal(pool, admits, at)?;
                let guard = self.oracle.fresh()?;
                self.oracle.clause(&[!guard, admits])?;
                if let Some(&before) = guards.last() {
                    self.oracle.clause(&[!guard, before])?;
                }
                guards.push(guard);
            }
        }
        Ok(())
    }

    /// Is there an execution on which `term` is false at `step`, with the first so many steps admitted
    /// by the original and by the mutant?
    fn ask(
        &mut self,
        position: usize,
        term: TermId,
        step: u32,
        (by_original, by_mutant): (u32, u32),
    ) -> Result<Answer, OracleError> {
        self.reach(step)?;
        let pool = &self.system.pool;
        let mut assumptions: Vec<Lit> = Vec::new();
        for (bit, value) in self.combined.code(position) {
            if self.unroller.cone().contains(bit) {
                let lit = self.oracle.literal(pool, pool.var(bit), Step(0))?;
                assumptions.push(if value { lit } else { !lit });
            }
        }
        let last = |guards: &[Lit], n: u32| n.checked_sub(1).map(|s| guards[s as usize]);
        assumptions.extend(last(&self.original_guards, by_original));
        assumptions.extend(last(&self.mutant_guards, by_mutant));
        assumptions.push(!self.oracle.literal(pool, term, Step(step))?);
        self.oracle.solve(&assumptions, self.budget)
    }

    /// The shortest execution of at most `depth` steps that both admit and on which an output differs at
    /// the last. Err says why that is not known.
    pub fn visible(&mut self, position: usize, depth: u32) -> Result<Search, OracleError> {
        if self.system.pool.as_bool(self.outputs_agree) == Some(true) {
            return Ok(Search::None);
        }
        let both = |step: u32| (step + 1, step + 1);
        self.shortest(position, self.outputs_agree, depth, both)
    }

    /// The shortest execution of the original that the mutant's assumptions block at the last step.
    pub fn blocks(&mut self, position: usize, depth: u32) -> Result<Search, OracleError> {
        if self.original_admits == self.mutant_admits {
            return Ok(Search::None);
        }
        self.shortest(position, self.mutant_admits, depth, |step| (step + 1, step))
    }

    /// The shortest execution of the mutant that the original's assumptions exclude at the last step.
    pub fn admits(&mut self, position: usize, depth: u32) -> Result<Search, OracleError> {
        if self.original_admits == self.mutant_admits {
            return Ok(Search::None);
        }
        self.shortest(position, self.original_admits, depth, |step| {
            (step, step + 1)
        })
    }

    fn shortest(
        &mut self,
        position: usize,
        term: TermId,
        depth: u32,
        admitted: impl Fn(u32) -> (u32, u32),
    ) -> Result<Search, OracleError> {
        for step in 0..depth {
            match self.ask(position, term, step, admitted(step))? {
                Answer::Unsat => {}
                Answer::Unknown(why) => return Ok(Search::Open(describe(why), step)),
                Answer::Sat => return Ok(Search::Found(self.stimulus(position, step)?)),
            }
        }
        Ok(Search::None)
    }

    /// What drives the execution just found: both halves share it.
    fn stimulus(&mut self, position: usize, step: u32) -> Result<Stimulus, OracleError> {
        let keep = |v: VarId| v.index() < self.original_vars && self.combined.belongs(position, v);
        let pool = &self.system.pool;
        let oracle = &mut *self.oracle;
        self.unroller.stimulus(pool, oracle, step + 1, keep)
    }
}
