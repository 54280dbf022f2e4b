//! The cascade: each stage decides what it can and passes the rest on.
//!
//! Order: cone, equal (by structure), core, replay, counterexample up to the proof's k, equal (by one
//! question), induction, counterexample up to the kill depth, prove. See [`Stage`].
//!
//! Deterministic: mutants are split into laboratories by their number and kind alone, never by how
//! many jobs there are; findings are exchanged only between stages and between depths, in the order
//! of the laboratories.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::Backend;
use assay_engine::core::used_parts;
use assay_engine::director::{self, decide};
use assay_solver::{Found, OracleError, StopFlag};
use assay_system::{
    Certificate, Cone, Element, Part, System, Trace, VarKind, Verdict, execute, replay,
};
use assay_term::{Sort, TermId, Value, VarId};

use crate::baseline::Proof;
use crate::campaign::{Campaign, Case};
use crate::combined::{Combined, acyclic_groups};
use crate::lab::{Kill, Lab, Who};
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{CertificateOf, MutantVerdict, Notice, Stage, StageReport};
use crate::simulate::{Program, Stimulus};
use crate::stimuli;

/// A laboratory holds about this many mutants; more of them are worth a laboratory of their own.
const MUTANTS_PER_LAB: usize = 160;
const MAX_LABS: usize = 8;

/// How far a run has come, for progress displays.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub stage: Stage,
    pub decided: usize,
    pub total: usize,
}

/// A finding that excludes another, or a solver that broke in a way that taints results.
pub type Fault = String;

pub struct Cascade<'a, 'r> {
    pub campaign: Campaign<'a>,
    proof: &'a Proof,
    found: &'a [Found],
    options: &'a CoverOptions,
    stop: &'a StopFlag,
    labs: Vec<Lab>,
    programs: Vec<Program>,
    pub stages: Vec<StageReport>,
    pub own_instances: usize,
    pub cut: Option<String>,
    on_progress: &'r mut dyn FnMut(Progress),
}

impl<'a, 'r> Cascade<'a, 'r> {
    pub fn new(
        campaign: Campaign<'a>,
        proof: &'a Proof,
        found: &'a [Found],
        options: &'a CoverOptions,
        stop: &'a StopFlag,
        on_progress: &'r mut dyn FnMut(Progress),
    ) -> Self {
        let stages = Stage::ALL
            .iter()
            .map(|&stage| StageReport {
                stage,
                decided: 0,
                time: Duration::ZERO,
            })
            .collect();
        Cascade {
            campaign,
            proof,
            found,
            options,
            stop,
            labs: Vec::new(),
            programs: Vec::new(),
            stages,
            own_instances: 0,
            cut: None,
            on_progress,
        }
    }

    pub fn shared_instances(&self) -> usize {
        self.labs.iter().map(Lab::instances).sum()
    }

    pub fn run(&mut self) -> Result<(), Fault> {
        let k = self.proof.k;
        let depth = self.options.kill_depth.unwrap_or((2 * k).max(7));
        self.stage(Stage::Cone, Self::cone)?;
        self.stage(Stage::Equal, Self::equal_by_structure)?;
        self.stage(Stage::Core, Self::core)?;
        self.build_labs();
        self.stage(Stage::Replay, Self::replay_random)?;
        self.stage(Stage::Counterexample, |c| c.search(0, k))?;
        self.stage(Stage::Induction, Self::induction)?;
        self.stage(Stage::Counterexample, |c| c.search(k, depth))?;
        self.stage(Stage::Prove, Self::prove)?;
        self.vacuity(depth)
    }

    /// Runs one stage, counts what it settled and times it. Left out if the caller said so or the run
    /// is cut short.
    fn stage(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        if !self.options.runs(stage) || self.over() {
            return Ok(());
        }
        let before = self.campaign.undecided().len();
        let started = Instant::now();
        work(self)?;
        let after = self.campaign.undecided().len();
        let report = self
            .stages
            .iter_mut()
            .find(|r| r.stage == stage)
            .expect("all are there");
        report.decided += before - after;
        report.time += started.elapsed();
        self.show(stage);
        Ok(())
    }

    fn show(&mut self, stage: Stage) {
        let total = self.campaign.cases.len();
        let decided = total - self.campaign.undecided().len();
        (self.on_progress)(Progress {
            stage,
            decided,
            total,
        });
    }

    /// Whether the run ends here: stopped from outside, or accurate enough.
    fn over(&mut self) -> bool {
        if self.cut.is_some() {
            return true;
        }
        if self.stop.is_raised() {
            self.cut = Some("interrupted".into());
        } else if let Some(wanted) = self.options.accuracy {
            let total = self.campaign.cases.len();
            let decided = total - self.campaign.undecided().len();
            if 100.0 * decided as f64 >= wanted * total as f64 && decided < total {
                self.cut = Some(format!("{wanted} % of the mutants are decided"));
            }
        }
        self.cut.is_some()
    }

    /// Mutants that no property and no assumption can see.
    fn cone(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let goals: Vec<TermId> = self
            .campaign
            .properties
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let cone = Cone::of(system, &goals);
        let unseen: Vec<usize> = self
            .campaign
            .undecided()
            .into_iter()
            .filter(|&m| {
                let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
                patch.constraints.is_empty() && patch.vars.iter().all(|(v, _)| !cone.contains(*v))
            })
            .collect();
        self.survive_as_original(&unseen, Stage::Cone)
    }

    /// The original's own certificates hold of these mutants too.
    fn survive_as_original(&mut self, mutants: &[usize], stage: Stage) -> Result<(), Fault> {
        if mutants.is_empty() {
            return Ok(());
        }
        // The elements whose definitions the patches replace; what a patch is shown at may be another
        // one, for instance where it changes an argument of a call.
        let system = &self.campaign.mutants.system;
        let replaced = |v: VarId| {
            let owns = |e: &Element| e.instances.iter().any(|i| i.var == v);
            system.elements.iter().position(owns)
        };
        let mut removed: Vec<usize> = mutants
            .iter()
            .filter_map(|&m| self.campaign.mutants.mutants[m].patch())
            .flat_map(|p| p.vars.iter().filter_map(|(v, _)| replaced(*v)))
            .collect();
        removed.sort_unstable();
        removed.dedup();
        for (p, certificate) in &self.proof.proved {
            let about = CertificateOf::Without(removed.clone());
            let number = self
                .campaign
                .add_certificate(about, (**certificate).clone());
            for &m in mutants {
                self.campaign.survives(m, &[*p], number, stage)?;
            }
        }
        Ok(())
    }

    /// Mutants whose patch changes nothing at all.
    fn equal_by_structure(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        for m in self.campaign.undecided() {
            let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
            let same = patch
                .vars
                .iter()
                .all(|(v, kind)| system.var(*v).kind == *kind)
                && patch
                    .constraints
                    .iter()
                    .all(|(c, t)| system.constraints[*c].term == *t);
            if same {
                let case = &mut self.campaign.cases[m];
                case.verdict = Some(MutantVerdict::Equivalent);
                case.stage = Some(Stage::Equal);
                case.reason = Some("the changed term is the original one, simplified".into());
            }
        }
        Ok(())
    }

    /// Elements that the proof of a property does not use: their mutants survive that property, all
    /// by one certificate.
    fn core(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let parts: Vec<Part> = system
            .elements
            .iter()
            .map(|e| Part {
                name: e.name.clone(),
                wires: e.instances.iter().map(|i| i.var).collect(),
                constraints: vec![],
            })
            .collect();
        let undecided = self.campaign.undecided();
        let mut owner: rustc_hash::FxHashMap<VarId, usize> = Default::default();
        for (e, part) in parts.iter().enumerate() {
            owner.extend(part.wires.iter().map(|&w| (w, e)));
        }
        for (p, certificate) in &self.proof.proved {
            if self.stop.is_raised() {
                break;
            }
            let used = used_parts(system, &parts, *p, certificate, self.found, self.stop);
            let Some((used, certificate)) = used else {
                continue;
            };
            let unused: Vec<usize> = (0..parts.len()).filter(|e| !used.contains(e)).collect();
            let members: Vec<usize> = undecided
                .iter()
                .copied()
                .filter(|&m| {
                    let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
                    patch.constraints.is_empty()
                        && patch.vars.iter().all(|(v, kind)| {
                            matches!(kind, VarKind::Wire { .. })
                                && owner.get(v).is_some_and(|e| !used.contains(e))
                        })
                })
                .collect();
            if members.is_empty() {
                continue;
            }
            let about = CertificateOf::Without(unused);
            let number = self.campaign.add_certificate(about, (*certificate).clone());
            for m in members {
                self.campaign.survives(m, &[*p], number, Stage::Core)?;
            }
        }
        Ok(())
    }

    /// Splits what is undecided into laboratories: by whether the mutant is finite, by acyclicity,
    /// then by number, elements kept together.
    fn build_labs(&mut self) {
        let mutants = self.campaign.mutants;
        let system = &mutants.system;
        // Vacuity is asked of decided mutants as well.
        let members: Vec<usize> = (0..self.campaign.cases.len())
            .filter(|&m| self.campaign.cases[m].verdict.is_none())
            .filter(|&m| self.campaign.is_open(m) || self.campaign.cases[m].assumes)
            .collect();
        let (unbounded, bounded): (Vec<usize>, Vec<usize>) = members
            .into_iter()
            .partition(|&m| adds_unbounded(mutants, m));
        for kind in [bounded, unbounded] {
            for group in acyclic_groups(mutants, &kind) {
                let labs = group.len().div_ceil(MUTANTS_PER_LAB).clamp(1, MAX_LABS);
                for share in shares(mutants, &group, labs) {
                    let combined = Combined::new(mutants, &share);
                    let properties = &self.campaign.properties;
                    let backend = Backend::choose(&combined.system, properties, self.found);
                    let Ok(backend) = backend else {
                        for m in share {
                            self.campaign.cases[m].doubt = Some(
                                "the mutant has unbounded numbers and needs an SMT solver".into(),
                            );
                        }
                        continue;
                    };
                    let backend = backend.with_patience(self.options.patience);
                    self.programs
                        .push(Program::new(combined.system.clone(), properties));
                    self.labs.push(Lab::new(
                        combined,
                        backend,
                        &self.proof.lemmas,
                        self.stop,
                        self.options.question_budget,
                    ));
                }
            }
        }
        debug_assert!(system.properties.len() >= self.campaign.properties.len());
    }

    /// Random executions on all mutants.
    fn replay_random(&mut self) -> Result<(), Fault> {
        let mut traces: Vec<Arc<Trace>> = self.proof.traces().cloned().collect();
        traces.extend(stimuli::random(&self.campaign.mutants.system));
        self.replay(&traces, Stage::Replay)
    }

    /// These executions on all undecided mutants; what violates is executed again exactly.
    fn replay(&mut self, traces: &[Arc<Trace>], stage: Stage) -> Result<(), Fault> {
        let stimuli: Vec<Stimulus> = traces
            .iter()
            .filter_map(|t| Stimulus::new(t.clone()))
            .collect();
        if stimuli.is_empty() {
            return Ok(());
        }
        let campaign = &self.campaign;
        let combined = self.labs.iter().map(|l| &l.combined);
        let mut work: Vec<(&Combined, &Program)> = combined.zip(&self.programs).collect();
        let stop = self.stop;
        let kills = parallel::each(&mut work, self.options.jobs, |_, (combined, program)| {
            let mut kills: Vec<(usize, Vec<usize>, Trace)> = Vec::new();
            for (position, &m) in combined.members.iter().enumerate() {
                let mut open = campaign.open(m);
                let code = combined.code(position);
                for stimulus in &stimuli {
                    if open.is_empty() || stop.is_raised() {
                        break;
                    }
                    let Some(found) = program.run(stimulus, &code) else {
                        continue;
                    };
                    let hits: Vec<(usize, usize)> = found
                        .into_iter()
                        .filter(|(p, _)| open.contains(p))
                        .collect();
                    let Some(length) = hits.iter().map(|(_, s)| s + 1).max() else {
                        continue;
                    };
                    let Some(trace) = confirm(combined, &code, stimulus, length) else {
                        continue;
                    };
                    let Ok(outcome) = replay(&combined.system, &trace) else {
                        continue;
                    };
                    let by: Vec<usize> = open
                        .iter()
                        .copied()
                        .filter(|&p| outcome.violates(p))
                        .collect();
                    if !by.is_empty() {
                        open.retain(|p| !by.contains(p));
                        kills.push((m, by, strip(combined, trace)));
                        if campaign.killers == crate::campaign::Killers::One {
                            break;
                        }
                    }
                }
            }
            kills
        });
        for (m, by, trace) in kills.into_iter().flatten() {
            self.killed(m, &by, Arc::new(trace), stage)?;
        }
        Ok(())
    }

    /// Enters a kill, and that of the mutant which sets the same wires free.
    fn killed(
        &mut self,
        mutant: usize,
        by: &[usize],
        trace: Arc<Trace>,
        stage: Stage,
    ) -> Result<(), Fault> {
        self.campaign.killed(mutant, by, trace.clone(), stage)?;
        let freeing: Vec<usize> = (0..self.campaign.cases.len())
            .filter(|&f| self.campaign.frees[f].is_some() && self.campaign.is_open(f))
            .filter(|&f| self.campaign.dominated_by(f).contains(&mutant))
            .collect();
        for f in freeing {
            let Some(patch) = self.campaign.mutants.mutants[f].patch() else {
                continue;
            };
            if let Some(trace) = with_freed(&self.campaign.mutants.system, patch, &trace) {
                let patched = patch.apply(&self.campaign.mutants.system);
                let Ok(outcome) = replay(&patched, &trace) else {
                    continue;
                };
                let by: Vec<usize> = by
                    .iter()
                    .copied()
                    .filter(|&p| outcome.violates(p))
                    .collect();
                self.campaign.killed(f, &by, Arc::new(trace), stage)?;
            }
        }
        Ok(())
    }

    /// Violations at steps `from` to `to` - 1. After each depth what was found is tried on all.
    fn search(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        for depth in from..to {
            if self.stop.is_raised() || self.campaign.undecided().is_empty() {
                break;
            }
            let campaign = &self.campaign;
            let found = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
                let mut kills: Vec<(usize, Vec<usize>, Trace)> = Vec::new();
                let mut doubts: Vec<(usize, String)> = Vec::new();
                for position in 0..lab.combined.members.len() {
                    let m = lab.combined.members[position];
                    let mut open = campaign.open(m);
                    while !open.is_empty() {
                        match lab.kill(position, &open, depth) {
                            Ok(Kill::None) => break,
                            Ok(Kill::Unknown(why)) => {
                                doubts.push((m, why));
                                break;
                            }
                            Ok(Kill::By(by, trace)) => {
                                open.retain(|p| !by.contains(p));
                                kills.push((m, by, trace));
                                if campaign.killers == crate::campaign::Killers::One {
                                    break;
                                }
                            }
                            Err(OracleError(why)) => {
                                doubts.push((m, why));
                                break;
                            }
                        }
                    }
                }
                (kills, doubts)
            });
            let mut traces = Vec::new();
            for (kills, doubts) in found {
                for (m, by, trace) in kills {
                    let trace = Arc::new(trace);
                    traces.push(trace.clone());
                    self.killed(m, &by, trace, Stage::Counterexample)?;
                }
                for (m, why) in doubts {
                    self.campaign.cases[m].doubt = Some(why);
                }
            }
            self.replay(&traces, Stage::Counterexample)?;
            self.show(Stage::Counterexample);
        }
        Ok(())
    }

    /// The original's lemmas on each mutant. Mutants that set wires free come first: what they
    /// survive, every mutant of the same wires survives.
    fn induction(&mut self) -> Result<(), Fault> {
        let freeing: Vec<bool> = self.campaign.frees.iter().map(Option::is_some).collect();
        for first in [true, false] {
            let campaign = &self.campaign;
            let (k, stop) = (self.proof.k, self.stop);
            let proofs = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
                let mut proofs: Vec<(usize, Vec<usize>, Certificate)> = Vec::new();
                for position in 0..lab.combined.members.len() {
                    let m = lab.combined.members[position];
                    let open = campaign.open(m);
                    if freeing[m] != first || open.is_empty() || stop.is_raised() {
                        continue;
                    }
                    if let Ok(Ok((lemmas, kept))) = lab.inductive(position, &open, k)
                        && !kept.is_empty()
                    {
                        let certificate = Certificate {
                            k: k as usize,
                            lemmas: lab.pool().export(&lemmas),
                            properties: kept.clone(),
                        };
                        proofs.push((m, kept, certificate));
                    }
                }
                proofs
            });
            for (m, kept, certificate) in proofs.into_iter().flatten() {
                self.survived(m, &kept, certificate, Stage::Induction)?;
            }
            self.show(Stage::Induction);
        }
        Ok(())
    }

    fn survived(
        &mut self,
        m: usize,
        properties: &[usize],
        certificate: Certificate,
        stage: Stage,
    ) -> Result<(), Fault> {
        let number = self
            .campaign
            .add_certificate(CertificateOf::Mutant(m), certificate);
        self.campaign.survives(m, properties, number, stage)?;
        for dominated in self.campaign.dominated_by(m) {
            self.campaign
                .survives(dominated, properties, number, stage)?;
        }
        Ok(())
    }

    /// All engines on each mutant that is left, under a budget.
    fn prove(&mut self) -> Result<(), Fault> {
        let mut left = self.campaign.undecided();
        // Mutants that set wires free decide others as well.
        left.sort_by_key(|&m| (self.campaign.frees[m].is_none(), m));
        let batch = self.options.jobs.max(1) * 4;
        while !left.is_empty() && !self.over() {
            let rest = left.split_off(batch.min(left.len()));
            let mut now: Vec<usize> = left
                .into_iter()
                .filter(|&m| self.campaign.is_open(m))
                .collect();
            left = rest;
            let campaign = &self.campaign;
            let (found, options, stop) = (self.found, self.options, self.stop);
            let lemmas = &self.proof.lemmas;
            let outcomes = parallel::each(&mut now, self.options.jobs, |_, m| {
                let patch = campaign.mutants.mutants[*m].patch().expect("undecided");
                let system = Arc::new(patch.apply(&campaign.mutants.system));
                let open = campaign.open(*m);
                let backend = match Backend::choose(&system, &open, found) {
                    Ok(backend) => backend.with_patience(options.patience),
                    Err(error) => return (*m, Err(error.to_string())),
                };
                let directions = director::Options {
                    deterministic: true,
                    budget: Some(options.prove_budget),
                    timeout: Some(options.patience * 3),
                    ..options.proof.clone()
                };
                let outcome = decide(
                    &system,
                    &open,
                    lemmas,
                    &backend,
                    &directions,
                    stop,
                    &mut |_, _| {},
                );
                (*m, Ok(outcome))
            });
            for (m, outcome) in outcomes {
                self.own_instances += 1;
                match outcome {
                    Err(why) => self.campaign.cases[m].doubt = Some(why),
                    Ok(Err(contradiction)) => return Err(contradiction.0),
                    Ok(Ok(outcome)) => self.enter(m, outcome)?,
                }
            }
            self.show(Stage::Prove);
        }
        Ok(())
    }

    fn enter(&mut self, m: usize, outcome: director::Outcome) -> Result<(), Fault> {
        for (p, verdict, _) in outcome.verdicts {
            match verdict {
                Verdict::Proved { certificate, .. } => {
                    let mut alone = (*certificate).clone();
                    alone
                        .properties
                        .retain(|q| *q == p || certificate.properties.contains(q));
                    self.survived(m, &[p], alone, Stage::Prove)?;
                }
                Verdict::Violated { trace, .. } => {
                    self.killed(m, &[p], trace.clone(), Stage::Prove)?;
                    self.replay(&[trace], Stage::Prove)?;
                }
                Verdict::Unknown { reason, true_for } => {
                    let doubt = format!("{reason} (no violation in {true_for} steps)");
                    self.campaign.cases[m].doubt = Some(doubt);
                }
            }
        }
        Ok(())
    }

    /// Survivors that reach an assumption: do they still have the executions that the original has?
    /// One whose executions end earlier than the original's is vacuous.
    fn vacuity(&mut self, depth: u32) -> Result<(), Fault> {
        let killed = |c: &Case| {
            c.notices
                .iter()
                .any(|n| matches!(n, Some(Notice::Kills { .. })))
        };
        let campaign = &self.campaign;
        let dead = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
            let suspects: Vec<(usize, usize)> = lab
                .combined
                .members
                .iter()
                .copied()
                .enumerate()
                .filter(|&(_, m)| {
                    let case = &campaign.cases[m];
                    case.assumes && case.verdict.is_none() && !killed(case)
                })
                .collect();
            let mut dead: Vec<(usize, u32)> = Vec::new();
            if suspects.is_empty() {
                return dead;
            }
            let limit = lab.last_step(Who::Original, depth);
            for (position, m) in suspects {
                let last = lab.last_step(Who::Member(position), depth);
                if let (Some(last), Some(limit)) = (last, limit)
                    && last < limit
                {
                    dead.push((m, last));
                }
            }
            dead
        });
        for (m, steps) in dead.into_iter().flatten() {
            let case = &mut self.campaign.cases[m];
            case.verdict = Some(MutantVerdict::Vacuous);
            case.reason = Some(format!(
                "its assumptions contradict each other: no execution has more than {steps} steps"
            ));
        }
        Ok(())
    }
}

/// Whether a patch brings in an integer without bounds or a real.
fn adds_unbounded(mutants: &assay_system::Mutants, m: usize) -> bool {
    let system = &mutants.system;
    let patch = mutants.mutants[m].patch().expect("members have patches");
    let mut roots: Vec<TermId> = patch.constraints.iter().map(|(_, t)| *t).collect();
    for (_, kind) in &patch.vars {
        match kind {
            VarKind::Wire { def } => roots.push(*def),
            VarKind::State { next, .. } => roots.push(*next),
            VarKind::Input | VarKind::Rigid => {}
        }
    }
    system.pool.variables(&roots).into_iter().any(|v| {
        v.index() >= mutants.fresh_from
            && match system.sort(v) {
                Sort::Bool => false,
                Sort::Int => system.var(v).range.is_none(),
                Sort::Real => true,
            }
    })
}

/// Splits a group into `count` shares of about the same size without separating an element's mutants.
fn shares(mutants: &assay_system::Mutants, group: &[usize], count: usize) -> Vec<Vec<usize>> {
    let target = group.len().div_ceil(count.max(1)).max(1);
    let mut shares: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<&str> = None;
    for &m in group {
        let element = mutants.mutants[m].element.as_str();
        let full = shares.last().is_none_or(|s| s.len() >= target);
        if full && last != Some(element) {
            shares.push(Vec::new());
        }
        last = Some(element);
        shares.last_mut().expect("one was pushed").push(m);
    }
    shares
}

/// The execution that a stimulus drives, exactly, cut to `length` steps.
fn confirm(
    combined: &Combined,
    code: &[(VarId, bool)],
    stimulus: &Stimulus,
    length: usize,
) -> Option<Trace> {
    let given = &stimulus.trace;
    execute(
        &combined.system,
        length,
        given.functions.clone(),
        |v, step| {
            if let Some((_, value)) = code.iter().find(|(bit, _)| *bit == v) {
                return Value::Bool(*value);
            }
            given.steps[step][v.index()].clone()
        },
    )
    .ok()
}

fn strip(combined: &Combined, mut trace: Trace) -> Trace {
    let original = combined.system.vars.len() - combined.bits.len();
    for step in &mut trace.steps {
        step.truncate(original);
    }
    trace
}

/// The same execution for the mutant that sets the wires free: its fresh inputs take the values that
/// the wires had.
fn with_freed(system: &System, patch: &assay_system::Patch, trace: &Trace) -> Option<Trace> {
    let mut trace = trace.clone();
    for (wire, kind) in &patch.vars {
        let VarKind::Wire { def } = kind else {
            return None;
        };
        let assay_term::Term::Var(input) = system.pool.get(*def) else {
            return None;
        };
        for step in &mut trace.steps {
            step[input.index()] = step[wire.index()].clone();
        }
    }
    Some(trace)
}
