//! Original and mutants side by side: the search for a difference that reaches an output, or for an
//! input that one admits and the other blocks.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step};
use assay_system::{Cone, Mutants, Role, Stimulus, System, VarKind};
use assay_term::{Pool, TermId, VarId};

use super::agreement::{Means, claim};
use crate::combined::Combined;
use crate::lab::describe;

/// What a bounded search came to.
pub enum Search {
    None,
    /// What drives the execution.
    Found(Stimulus),
    /// Not decided, and why.
    Open(String),
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
        let patched = &combined.system;
        let original_vars = original.vars.len();
        let mut system = original.clone();
        // The combined pool has grown out of the original's: its terms are the original's terms.
        system.pool = patched.pool.clone();
        for &bit in &combined.bits {
            system.vars.push(patched.var(bit).clone());
        }
        let influenced = influenced(original, mutants, members);
        let mut copy: Vec<VarId> = original.var_ids().collect();
        for v in original.var_ids().filter(|v| influenced[v.index()]) {
            let mut variable = original.var(v).clone();
            variable.name = format!("{}'", variable.name);
            // Its definition follows once every copy exists.
            variable.kind = VarKind::Input;
            copy[v.index()] = system.add_var(original.sort(v), variable);
        }
        let mut pool = std::mem::take(&mut system.pool);
        let images: Vec<TermId> = copy.iter().map(|&c| pool.var(c)).collect();
        let rename = |pool: &mut Pool, term: TermId| -> TermId {
            pool.substitute(&[term], |v| images.get(v.index()).copied())[0]
        };
        for v in original.var_ids().filter(|v| influenced[v.index()]) {
            let kind = match &patched.var(v).kind {
                VarKind::Wire { def } => VarKind::Wire {
                    def: rename(&mut pool, *def),
                },
                VarKind::State { init, next } => {
                    // What was remembered before the first step is shared.
                    let init = match init {
                        Some(init) => rename(&mut pool, *init),
                        None => pool.var(v),
                    };
                    VarKind::State {
                        init: Some(init),
                        next: rename(&mut pool, *next),
                    }
                }
                other => other.clone(),
            };
            system.vars[copy[v.index()].index()].kind = kind;
        }
        let admits: Vec<TermId> = patched
            .constraints
            .iter()
            .map(|c| rename(&mut pool, c.term))
            .collect();
        let mutant_admits = pool.and(admits);
        let original_admits = pool.and(original.constraints.iter().map(|c| c.term));
        // A property's own variable is specification: every property holds on both anyway.
        let is_property = |v: VarId| {
            properties
                .iter()
                .any(|&p| original.properties[p].var == Some(v))
        };
        let mut same: Vec<TermId> = Vec::new();
        for v in original.var_ids() {
            let output = original.var(v).role == Role::Output && !is_property(v);
            if output && copy[v.index()] != v {
                let (a, b) = (pool.var(v), pool.var(copy[v.index()]));
                same.push(pool.eq(a, b));
            }
        }
        let outputs_agree = pool.and(same);
        system.pool = pool;
        let roots = [outputs_agree, mutant_admits, original_admits];
        system.properties = roots.iter().map(|&t| claim(t)).collect();
        let backend =
            Backend::choose(&system, &[0, 1, 2], means.found).map_err(|error| error.to_string())?;
        let oracle = backend
            .with_patience(means.patience)
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
            budget: means.budget,
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
                Answer::Unknown(why) => return Ok(Search::Open(describe(why))),
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

/// What the members' patches can change: their variables and everything computed from them, in this
/// step or later.
fn influenced(system: &System, mutants: &Mutants, members: &[usize]) -> Vec<bool> {
    let mut users: Vec<Vec<VarId>> = vec![Vec::new(); system.vars.len()];
    for v in system.var_ids() {
        for read in system.pool.variables(&system.defining_terms(v)) {
            users[read.index()].push(v);
        }
    }
    // A patch may read fresh states, which read the mutant's copies.
    let patches = members.iter().filter_map(|&m| mutants.mutants[m].patch());
    let mut reached = vec![false; system.vars.len()];
    let mut stack: Vec<VarId> = patches
        .flat_map(|p| p.vars.iter().map(|(v, _)| *v))
        .collect();
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut reached[v.index()], true) {
            stack.extend(&users[v.index()]);
        }
    }
    reached
}
