//! What a survivor means: it is equivalent (proved), or here is an execution on which original and
//! mutant differ while every property holds on both.
//!
//! As long as nothing has differed, both are in the same state; so the first difference is one of the
//! patched definitions themselves, evaluated on the original. That makes equivalence an invariant of
//! the *original* system, "the patched definitions agree", and all mutants share its unrolling. Only
//! the search for a difference that reaches an output needs both at once: the *twin* system has the
//! original and a copy of everything the patch can influence, over the same inputs.
//!
//! A difference in what is assumed is a difference too: an input that one admits and the other blocks.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::unroll::{Start, Unroller};
use assay_solver::{Answer, Effort, Found, Lit, Oracle, OracleError, Step, StopFlag};
use assay_system::{Certificate, Cone, Property, Role, Stimulus, System, VarKind};
use assay_term::{Dag, Pool, TermId, VarId};

use crate::combined::Combined;
use crate::lab::describe;
use crate::result::{Difference, Explanation};
use assay_system::{Mutants, Patch};

/// "The patched definitions agree", over the original system's variables and the patch's fresh ones.
pub fn agreement(pool: &mut Pool, system: &System, patch: &Patch) -> TermId {
    let mut same: Vec<TermId> = Vec::new();
    for (v, kind) in &patch.vars {
        match (&system.var(*v).kind, kind) {
            (VarKind::Wire { def: a }, VarKind::Wire { def: b }) => same.push(pool.eq(*a, *b)),
            (VarKind::State { init: i, next: a }, VarKind::State { init: j, next: b }) => {
                same.push(pool.eq(*a, *b));
                if let (Some(i), Some(j)) = (i, j) {
                    same.push(pool.eq(*i, *j));
                }
            }
            _ => unreachable!("a patch keeps the kind of its variables"),
        }
    }
    for &(c, term) in &patch.constraints {
        let before = system.constraints[c].term;
        same.push(pool.eq(before, term));
    }
    pool.and(same)
}

/// The original's unrollings, shared by all questions of equivalence.
pub struct Original {
    system: Arc<System>,
    pool: Pool,
    lemmas: Vec<TermId>,
    k: u32,
    step: Box<dyn Oracle + Send>,
    unroller: Unroller,
    budget: Option<Effort>,
}

impl Original {
    /// None if no solver takes the system together with the patches' fresh variables.
    pub fn new(
        mutants: &Mutants,
        among: &[usize],
        lemmas: &Dag,
        k: u32,
        found: &[Found],
        stop: &StopFlag,
        budget: Option<Effort>,
    ) -> Option<Original> {
        // One extra property for each mutant makes the back end see what they read.
        let mut system = mutants.system.clone();
        let mut pool = std::mem::take(&mut system.pool);
        system.properties.clear();
        for &m in among {
            let patch = mutants.mutants[m].patch().expect("survivors have patches");
            let term = agreement(&mut pool, &mutants.system, patch);
            system.properties.push(claim(term));
        }
        let lemmas = pool.import(lemmas);
        system.pool = pool;
        let all: Vec<usize> = (0..system.properties.len()).collect();
        let backend = Backend::choose(&system, &all, found).ok()?;
        let mut roots: Vec<TermId> = system.properties.iter().map(|p| p.term).collect();
        roots.extend(&lemmas);
        let cone = Cone::of(&system, &roots);
        let system = Arc::new(system);
        Some(Original {
            pool: system.pool.clone(),
            unroller: Unroller::new(system.clone(), cone, Start::Anywhere),
            step: backend.oracle(stop).ok()?,
            system,
            lemmas,
            k,
            budget,
        })
    }

    /// Whether agreement (the claim with this index) is inductive together with the original's
    /// lemmas. `holds_for` says for how many first steps it is known to hold.
    pub fn equivalent(
        &mut self,
        claim: usize,
        holds_for: u32,
    ) -> Result<Option<Certificate>, OracleError> {
        let term = self.system.properties[claim].term;
        while self.unroller.steps() <= self.k {
            let step = self.unroller.add_step(&self.pool, &mut *self.step)?;
            for &lemma in &self.lemmas {
                let lit = self.step.literal(&self.pool, lemma, step)?;
                self.step.clause(&[lit])?;
            }
        }
        for k in 1..=self.k.min(holds_for) {
            let mut assumptions: Vec<Lit> = Vec::new();
            for s in 0..k {
                assumptions.push(self.step.literal(&self.pool, term, Step(s))?);
            }
            assumptions.push(!self.step.literal(&self.pool, term, Step(k))?);
            if self.step.solve(&assumptions, self.budget)? == Answer::Unsat {
                return Ok(Some(Certificate {
                    k: self.k as usize,
                    lemmas: self.pool.export(&self.lemmas),
                    properties: vec![claim],
                }));
            }
        }
        Ok(None)
    }
}

fn claim(term: TermId) -> Property {
    Property {
        name: "the mutant agrees with the original".into(),
        term,
        var: None,
        span: None,
    }
}

/// The original with one extra property, agreement with a mutant: what an equivalence certificate is
/// about. The extra property is the last one.
pub fn with_agreement(mutants: &Mutants, m: usize) -> System {
    let mut system = mutants.system.clone();
    let patch = mutants.mutants[m].patch().expect("it has a patch");
    let mut pool = std::mem::take(&mut system.pool);
    let term = agreement(&mut pool, &mutants.system, patch);
    system.pool = pool;
    system.properties.push(claim(term));
    system
}

/// Original and mutants side by side over the same inputs: the original once, and a copy of
/// everything that some member's patch can influence. The code chooses the member, so one solver
/// instance serves all.
pub struct Twin {
    system: Arc<System>,
    combined: Combined,
    /// For each variable of the original its copy in the mutant, or itself where nothing changes.
    copy: Vec<VarId>,
    outputs_agree: TermId,
    all_agree: TermId,
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
        found: &[Found],
        stop: &StopFlag,
        budget: Option<Effort>,
        patience: std::time::Duration,
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
        let mut agree = |wanted: &dyn Fn(VarId) -> bool| {
            let mut same: Vec<TermId> = Vec::new();
            for v in original.var_ids() {
                if copy[v.index()] != v && wanted(v) {
                    let (a, b) = (pool.var(v), pool.var(copy[v.index()]));
                    same.push(pool.eq(a, b));
                }
            }
            pool.and(same)
        };
        let outputs_agree = agree(&|v| original.var(v).role == Role::Output && !is_property(v));
        let all_agree = agree(&|v| original.var(v).role != Role::Internal);
        system.pool = pool;
        let roots = [outputs_agree, all_agree, mutant_admits, original_admits];
        system.properties = roots.iter().map(|&t| claim(t)).collect();
        let backend =
            Backend::choose(&system, &[0, 1, 2, 3], found).map_err(|error| error.to_string())?;
        let oracle = backend
            .with_patience(patience)
            .oracle(stop)
            .map_err(|e| e.to_string())?;
        let cone = Cone::of(&system, &roots);
        let system = Arc::new(system);
        Ok(Twin {
            unroller: Unroller::new(system.clone(), cone, Start::Initial),
            system,
            combined,
            copy,
            outputs_agree,
            all_agree,
            mutant_admits,
            original_vars,
            oracle,
            original_guards: Vec::new(),
            mutant_guards: Vec::new(),
            original_admits,
            budget,
        })
    }

    pub fn members(&self) -> &[usize] {
        &self.combined.members
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

    /// The shortest execution of at most `depth` steps that both admit and on which they differ: at
    /// an output if possible. Also whether the original has an execution that the mutant blocks.
    pub fn explain(
        &mut self,
        position: usize,
        depth: u32,
    ) -> Result<(Explanation, bool), OracleError> {
        let assumes = self.original_admits != self.mutant_admits;
        let mut masked: Option<Difference> = None;
        let mut admission: Option<Explanation> = None;
        let mut restricted = false;
        let mut doubt = None;
        for step in 0..depth {
            if assumes && !restricted {
                match self.ask(position, self.mutant_admits, step, (step + 1, step))? {
                    Answer::Sat => {
                        let (stimulus, step) = (self.stimulus(position, step)?, step as usize);
                        restricted = true;
                        admission.get_or_insert(Explanation::Blocks { stimulus, step });
                    }
                    Answer::Unsat => {}
                    Answer::Unknown(why) => doubt = Some(describe(why)),
                }
            }
            if assumes && admission.is_none() {
                match self.ask(position, self.original_admits, step, (step, step + 1))? {
                    Answer::Sat => {
                        let (stimulus, step) = (self.stimulus(position, step)?, step as usize);
                        admission = Some(Explanation::Admits { stimulus, step });
                    }
                    Answer::Unsat => {}
                    Answer::Unknown(why) => doubt = Some(describe(why)),
                }
            }
            for (agree, outputs) in [(self.outputs_agree, true), (self.all_agree, false)] {
                let nothing_to_see = self.system.pool.as_bool(agree) == Some(true);
                if nothing_to_see || (!outputs && masked.is_some()) {
                    continue;
                }
                match self.ask(position, agree, step, (step + 1, step + 1))? {
                    Answer::Sat => {
                        let difference = self.difference(position, step, outputs)?;
                        if outputs {
                            return Ok((Explanation::Visible(difference), restricted));
                        }
                        masked = Some(difference);
                    }
                    Answer::Unsat => {}
                    Answer::Unknown(why) => doubt = Some(describe(why)),
                }
            }
        }
        let explanation = match (masked, admission, doubt) {
            (Some(difference), _, _) => Explanation::Masked(difference),
            (None, Some(admission), _) => admission,
            (None, None, Some(why)) => Explanation::Open(why),
            (None, None, None) => {
                Explanation::Open(format!("no difference in the first {depth} steps"))
            }
        };
        Ok((explanation, restricted))
    }

    /// What drives the execution just found: both halves share it.
    fn stimulus(&mut self, position: usize, step: u32) -> Result<Arc<Stimulus>, OracleError> {
        let keep = |v: VarId| v.index() < self.original_vars && self.combined.belongs(position, v);
        let pool = &self.system.pool;
        let oracle = &mut *self.oracle;
        let stimulus = self.unroller.stimulus(pool, oracle, step + 1, keep)?;
        Ok(Arc::new(stimulus))
    }

    fn difference(
        &mut self,
        position: usize,
        step: u32,
        outputs: bool,
    ) -> Result<Difference, OracleError> {
        // Which of the variables that may show it differ: the solver has both values.
        let shown = |v: &VarId| match self.system.var(*v).role {
            Role::Output => true,
            Role::Internal => false,
            _ => !outputs,
        };
        let candidates = (0..self.original_vars as u32)
            .map(VarId)
            .filter(|v| self.copy[v.index()] != *v && shown(v));
        let pairs: Vec<(VarId, VarId)> = candidates.map(|v| (v, self.copy[v.index()])).collect();
        let at = Step(step);
        let asked: Vec<(VarId, Step)> = pairs
            .iter()
            .flat_map(|&(v, c)| [(v, at), (c, at)])
            .collect();
        let values = self.oracle.values(&self.system.pool, &asked)?;
        let differing = pairs
            .iter()
            .zip(values.chunks(2))
            .find(|(_, two)| two[0] != two[1]);
        let observable = differing
            .map(|((v, _), _)| self.system.var(*v).name.clone())
            .ok_or_else(|| OracleError("the solver's difference is none".into()))?;
        Ok(Difference {
            stimulus: self.stimulus(position, step)?,
            step: step as usize,
            observable,
        })
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
