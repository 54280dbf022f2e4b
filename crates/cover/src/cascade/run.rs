//! What the steps share: the campaign with what is known, the batches and families of mutants in solvers, the executions that
//! were found, and how findings are entered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::failure::Failures;
use assay_system::{Certificate, Mutants, Stimulus, VarKind, open, replay};
use assay_term::{Term, Value, VarId};
use rustc_hash::FxHashMap;

use super::batches::Batches;
use super::families::Families;
use super::limit::Cut;
use super::tally::Tally;
use super::{Conclusion, Decided, Fault, Listeners};
use crate::baseline::Proof;
use crate::campaign::Campaign;
use crate::claims::Claims;
use crate::means::Means;
use crate::memory::archive::Keeper;
use crate::result::{CertificateOf, Notice, Stage, StageReport};
use crate::simulate::{Base, Hit, Simulator};
use crate::wide;

pub(crate) struct Run<'a, 'r> {
    pub campaign: Campaign<'a>,
    pub proof: &'a Proof,
    pub means: Means<'a>,
    pub simulator: &'a Simulator<'a>,
    pub batches: Batches,
    pub families: Families,
    /// Executions that were tried on all mutants.
    pub executions: Vec<Arc<Stimulus>>,
    /// Executions that killed mutants of an earlier model.
    pub hints: Vec<Arc<Stimulus>>,
    /// For many patterns at once; None before replay and where the model is not finite.
    pub wide: Option<Arc<wide::Model>>,
    /// Violations before this step were looked for.
    pub searched: u32,
    /// Solver instances that were made for one mutant alone.
    pub own_instances: usize,
    /// Mutants of which earlier runs left nothing to ask.
    pub reused: usize,
    /// What broke on the way.
    pub failures: Failures,
    pub cut: Option<Cut>,
    pub started: Instant,
    pub course: Vec<(Duration, usize)>,
    pub keeper: &'r mut dyn Keeper,
    pub tally: Tally<'r>,
}

impl<'a, 'r> Run<'a, 'r> {
    pub fn new(
        campaign: Campaign<'a>,
        simulator: &'a Simulator<'a>,
        proof: &'a Proof,
        means: Means<'a>,
        listeners: Listeners<'r>,
    ) -> Self {
        Run {
            campaign,
            proof,
            means,
            simulator,
            batches: Batches::default(),
            families: Families::default(),
            executions: Vec::new(),
            hints: Vec::new(),
            wide: None,
            searched: 0,
            own_instances: 0,
            reused: 0,
            failures: Failures::default(),
            cut: None,
            started: Instant::now(),
            course: Vec::new(),
            keeper: listeners.keeper,
            tally: Tally::new(listeners.on_progress),
        }
    }

    pub fn finish(self, stages: Vec<StageReport>) -> Decided<'a> {
        Decided {
            shared_instances: self.batches.instances(),
            campaign: self.campaign,
            stages,
            course: self.course,
            executions: self.executions,
            own_instances: self.own_instances,
            reused: self.reused,
            cut: self.cut,
            failures: self.failures,
        }
    }

    /// How often each conclusion was entered so far.
    pub fn conclusions(&self) -> [(Conclusion, usize); 3] {
        let cases = &self.campaign.cases;
        let count = |wanted: fn(&Notice) -> bool| {
            let notices = cases.iter().flat_map(|c| c.notices.iter().flatten());
            notices.filter(|n| wanted(n)).count()
        };
        let verdicts = cases.iter().filter(|c| c.verdict.is_some()).count();
        [
            (
                Conclusion::Kill,
                count(|n| matches!(n, Notice::Kills { .. })),
            ),
            (
                Conclusion::Survival,
                count(|n| matches!(n, Notice::Survives { .. })),
            ),
            (Conclusion::Verdict, verdicts),
        ]
    }

    /// A barrier: what was found is kept, and the caller hears how far it is.
    pub fn show(&mut self, stage: Stage) {
        self.keeper.record(&self.campaign);
        let decided = self.campaign.decided();
        if self
            .course
            .last()
            .is_none_or(|(_, before)| *before < decided)
        {
            self.course.push((self.started.elapsed(), decided));
        }
        self.tally.begin(stage.as_str(), &self.campaign);
    }

    /// Notes what failed, and why these mutants may stay undecided.
    pub fn lost(&mut self, part: &str, mutants: Vec<usize>, why: &str) {
        self.failures.note(part, why);
        for m in mutants {
            self.campaign.cases[m].doubt = Some(format!("{part} failed: {why}"));
        }
    }

    /// Enters that these properties hold of the mutant, and of those that it dominates.
    pub fn survived(
        &mut self,
        m: usize,
        properties: &[usize],
        certificate: impl Into<Arc<Certificate>>,
        stage: Stage,
    ) -> Result<(), Fault> {
        let number = self
            .campaign
            .add_certificate(CertificateOf::Mutant(m), certificate);
        self.campaign.survives(m, properties, number, stage)?;
        for dominated in self.campaign.dominates[m].clone() {
            self.campaign
                .survives(dominated, properties, number, stage)?;
        }
        Ok(())
    }

    /// Enters a kill, and those of the mutants that set the same wires free.
    pub fn killed(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        stage: Stage,
    ) -> Result<(), Fault> {
        if self.campaign.killed(mutant, hits, stimulus, stage)? {
            self.dominators_killed(mutant, hits, stimulus, stage)?;
        }
        Ok(())
    }

    /// Enters the kills of the mutants that set the wires of a killed one free.
    pub fn dominators_killed(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        stage: Stage,
    ) -> Result<(), Fault> {
        let asked = |f: &usize| {
            let open = self.campaign.open(*f);
            hits.iter().any(|(p, _)| open.contains(p))
        };
        if self.campaign.dominated_by[mutant].iter().any(asked) {
            let scope = self.simulator.scope(&[mutant]);
            let base = self.simulator.base(stimulus, &scope);
            self.kill_dominators(mutant, hits, stimulus, &base, stage)?;
        }
        Ok(())
    }

    /// A mutant that sets wires free can do what the killed one did: its fresh inputs take the values
    /// that the wires had.
    pub fn kill_dominators(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        base: &Base,
        stage: Stage,
    ) -> Result<(), Fault> {
        for f in self.campaign.dominated_by[mutant].clone() {
            let left = self.campaign.open(f);
            if !hits.iter().any(|(p, _)| left.contains(p)) {
                continue;
            }
            let Some(stimulus) = self.freed(mutant, f, stimulus, base) else {
                continue;
            };
            let stimulus = Arc::new(stimulus);
            let scope = self.simulator.scope(&[f]);
            let (plan, base) = (
                self.simulator.plan(f),
                self.simulator.base(&stimulus, &scope),
            );
            let hits = self
                .simulator
                .run(&plan, &base, &mut self.simulator.scratch());
            self.campaign.killed(f, &hits, &stimulus, stage)?;
        }
        Ok(())
    }

    /// `stimulus` with the values that the wires which `freeing` sets free have on `mutant`.
    fn freed(
        &self,
        mutant: usize,
        freeing: usize,
        stimulus: &Stimulus,
        base: &Base,
    ) -> Option<Stimulus> {
        let system = &self.campaign.mutants.system;
        let patch = self.campaign.mutants.mutants[freeing].patch()?;
        let mut input_of: FxHashMap<VarId, usize> = FxHashMap::default();
        let mut wires: Vec<VarId> = Vec::new();
        for (wire, kind) in &patch.vars {
            let VarKind::Wire { def } = kind else {
                return None;
            };
            let Term::Var(input) = system.pool.get(*def) else {
                return None;
            };
            input_of.insert(*input, wires.len());
            wires.push(*wire);
        }
        let plan = self.simulator.plan(mutant);
        let mut scratch = self.simulator.scratch();
        let values = self.simulator.values(&plan, base, &mut scratch, &wires)?;
        let vars: Vec<VarId> = open(system)
            .filter(|v| {
                // What drives other mutants' changes drives nothing here.
                let shared = v.index() < self.campaign.mutants.fresh_from;
                input_of.contains_key(v) || shared && stimulus.vars.binary_search(v).is_ok()
            })
            .collect();
        let steps = values.iter().enumerate().map(|(step, wires)| {
            let value = |v: &VarId| -> Value {
                match input_of.get(v) {
                    Some(&at) => wires[at].clone(),
                    None => stimulus.value(step, *v).expect("it is named").clone(),
                }
            };
            vars.iter().map(value).collect()
        });
        Some(Stimulus {
            steps: steps.collect(),
            vars: vars.clone(),
            functions: stimulus.functions.clone(),
        })
    }
}

/// What the mutant violates on the execution, computed without limits on numbers.
pub(crate) fn exactly(mutants: &Mutants, m: usize, stimulus: &Stimulus) -> Vec<Hit> {
    let Some(patch) = mutants.mutants[m].patch() else {
        return vec![];
    };
    let patched = patch.apply(&mutants.system);
    let Ok(trace) = stimulus.run(&patched, stimulus.len()) else {
        return vec![];
    };
    let Ok(outcome) = replay(&patched, &trace) else {
        return vec![];
    };
    let admitted = outcome.constraint_fails.iter().flatten().min();
    let fails = outcome.property_fails.iter().enumerate();
    fails
        .filter(|(p, _)| Claims::Universal.include(&patched.properties[*p].claim))
        .filter_map(|(p, step)| step.map(|s| (p, s)))
        .filter(|(_, step)| admitted.is_none_or(|a| step < a))
        .collect()
}
