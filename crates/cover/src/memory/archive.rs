//! How one run uses a [`Sink`]: what it asks, what it keeps, and how it checks what comes back.
//!
//! Kept are facts with evidence: a property is violated or holds (of the original, of a mutant), a
//! survivor parts from the original or agrees with it. A verdict follows from these, so neither the
//! number of killers that was wanted nor another property is part of a key. Not kept is what follows at
//! once from the proof (cone, equal, core), what takes one question anyway (vacuous), and what is not known. Nor are formulas of branching
//! time: their verdicts come from one diagram for many mutants, and are computed again.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_check::{CheckOutcome, Room};
use assay_solver::StopFlag;
use assay_system::{Certificate, Mutants, Stimulus, System, Verdict};
use assay_term::VarId;
use rustc_hash::FxHashMap;

use super::key::Keys;
use super::names::Names;
use super::sink::{Fact, NamedCertificate, NamedStimulus, Question, Sink};
use crate::baseline::Proof;
use crate::campaign::Campaign;
use crate::claims::invariant_of;
use crate::evidence::check_claims;
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{Checked, Evidence, Notice, Stage};
use crate::simulate::Hit;

/// How many mutants nothing is left to ask of, and executions that killed mutants of an earlier model.
pub type Recalled = (usize, Vec<Arc<Stimulus>>);

/// What the cascade asks once, before it starts solvers, and tells at its barriers.
pub trait Keeper: Send {
    /// Enters what earlier runs found.
    fn recall(&mut self, campaign: &mut Campaign<'_>) -> Result<Recalled, String>;
    /// Keeps what the campaign has found since the last call.
    fn record(&mut self, campaign: &Campaign<'_>);
    /// Keeps that properties hold of a mutant, before the campaign hears of it.
    fn keep_survivor(
        &mut self,
        campaign: &Campaign<'_>,
        m: usize,
        properties: &[usize],
        certificate: &Certificate,
        stage: Stage,
    );
    /// Keeps that a mutant violates properties at steps of an execution, before the campaign hears of it.
    fn keep_kill(
        &mut self,
        campaign: &Campaign<'_>,
        m: usize,
        hits: &[Hit],
        stimulus: &Stimulus,
        stage: Stage,
    );
}

/// The stages whose findings cost more than reading them again.
const KEPT: [Stage; 5] = [
    Stage::Replay,
    Stage::Direct,
    Stage::Counterexample,
    Stage::Induction,
    Stage::Prove,
];

pub struct Archive<'a> {
    pub(crate) mutants: &'a Mutants,
    pub(crate) options: &'a CoverOptions,
    /// None: nothing is remembered and nothing kept.
    pub(crate) open: Option<Open<'a>>,
    /// What looking back has taken.
    pub time: Duration,
}

/// What a run with a sink needs.
pub(crate) struct Open<'a> {
    pub mutants: &'a Mutants,
    pub sink: &'a mut dyn Sink,
    pub names: Names,
    pub keys: Keys<'a>,
    pub room: &'a Room,
    pub stop: &'a StopFlag,
    /// For each mutant that the proof leaves open and each property that holds; None where the answer is kept already.
    pub questions: Vec<Vec<Option<Question>>>,
}

impl<'a> Archive<'a> {
    pub fn new(
        mutants: &'a Mutants,
        room: &'a Room,
        options: &'a CoverOptions,
        sink: Option<&'a mut dyn Sink>,
        stop: &'a StopFlag,
    ) -> Archive<'a> {
        let started = Instant::now();
        let open = sink.map(|sink| {
            let names = Names::new(&mutants.system);
            Open {
                mutants,
                sink,
                keys: Keys::new(mutants, &names),
                names,
                room,
                stop,
                questions: vec![Vec::new(); mutants.mutants.len()],
            }
        });
        Archive {
            mutants,
            options,
            open,
            time: started.elapsed(),
        }
    }

    /// Keeps what was proved and refuted of the original, unless it came from here.
    pub fn record_proof(&mut self, proof: &Proof) {
        let Some(open) = &mut self.open else { return };
        let system = &self.mutants.system;
        let mut certificates: Vec<(&Arc<Certificate>, Arc<Fact>)> = Vec::new();
        let mut facts = Vec::new();
        for (p, verdict) in proof.verdicts.iter().enumerate() {
            if proof.remembered[p].is_some() {
                continue;
            }
            let fact = match verdict {
                Verdict::Unknown { .. } => continue,
                Verdict::Violated { trace, engine } => Arc::new(Fact::Violated {
                    stimulus: open.names.write_stimulus(
                        system,
                        &Stimulus::of(system, trace, |v| v.index() < self.mutants.fresh_from),
                        trace.len(),
                        |_| true,
                    ),
                    by: engine.to_string(),
                }),
                Verdict::Proved {
                    certificate,
                    engine,
                } => {
                    let known = certificates
                        .iter()
                        .find(|(c, _)| Arc::ptr_eq(c, certificate));
                    match known {
                        Some((_, fact)) => fact.clone(),
                        None => {
                            let fact = Arc::new(Fact::Holds {
                                certificate: open.names.write_certificate(system, certificate),
                                by: engine.to_string(),
                            });
                            certificates.push((certificate, fact.clone()));
                            fact
                        }
                    }
                }
            };
            facts.push((open.keys.original(p), fact));
        }
        if !facts.is_empty() {
            open.sink.record(facts);
        }
    }
}

impl Keeper for Archive<'_> {
    fn recall(&mut self, campaign: &mut Campaign<'_>) -> Result<Recalled, String> {
        let Some(open) = &mut self.open else {
            return Ok((0, vec![]));
        };
        let started = Instant::now();
        let recalled = open.recall(campaign, self.options);
        self.time += started.elapsed();
        recalled
    }

    fn record(&mut self, campaign: &Campaign<'_>) {
        let Some(open) = &mut self.open else { return };
        let mut certificates: FxHashMap<usize, Arc<Fact>> = FxHashMap::default();
        let mut stimuli: FxHashMap<usize, Arc<Fact>> = FxHashMap::default();
        let mut facts = Vec::new();
        let mut questions = std::mem::take(&mut open.questions);
        for (m, questions) in questions.iter_mut().enumerate() {
            let notices = &campaign.cases[m].notices;
            for (notice, question) in notices.iter().zip(questions) {
                let Some(asked) = *question else { continue };
                let (evidence, stage) = match notice {
                    Some(
                        Notice::Kills { evidence, stage } | Notice::Survives { evidence, stage },
                    ) if KEPT.contains(stage) => (*evidence, *stage),
                    _ => continue,
                };
                let fact = match evidence {
                    Evidence::Trace(number) => stimuli
                        .entry(number)
                        .or_insert_with(|| open.violated(campaign, number, stage)),
                    // Formulas of branching time are decided again.
                    Evidence::Branching(_) => continue,
                    Evidence::Certificate(number) => {
                        certificates.entry(number).or_insert_with(|| {
                            let stored = &campaign.certificates[number].certificate;
                            open.holds(campaign, m, stored, stage)
                        })
                    }
                };
                facts.push((asked, fact.clone()));
                *question = None;
            }
        }
        open.questions = questions;
        if !facts.is_empty() {
            open.sink.record(facts);
        }
    }

    fn keep_survivor(
        &mut self,
        campaign: &Campaign<'_>,
        m: usize,
        properties: &[usize],
        certificate: &Certificate,
        stage: Stage,
    ) {
        let Some(open) = &mut self.open else { return };
        let kept = properties.iter().filter(|_| KEPT.contains(&stage));
        let asked = kept.filter_map(|&p| open.ask(campaign, m, p));
        let asked: Vec<Question> = asked.collect();
        if !asked.is_empty() {
            let fact = open.holds(campaign, m, certificate, stage);
            let facts = asked.into_iter().map(|question| (question, fact.clone()));
            open.sink.record(facts.collect());
        }
    }

    fn keep_kill(
        &mut self,
        campaign: &Campaign<'_>,
        m: usize,
        hits: &[Hit],
        stimulus: &Stimulus,
        stage: Stage,
    ) {
        let Some(open) = &mut self.open else { return };
        let mut facts = Vec::new();
        // An execution says nothing against a claim that another one may still meet.
        let universal = |(p, _): &&Hit| campaign.universal.contains(p);
        let hits = hits.iter().filter(universal);
        for &(p, step) in hits.filter(|_| KEPT.contains(&stage)) {
            if let Some(question) = open.ask(campaign, m, p) {
                let stimulus = open.write_stimulus(campaign.mutants, m, stimulus, step + 1);
                let by = stage.as_str().to_string();
                facts.push((question, Arc::new(Fact::Violated { stimulus, by })));
            }
        }
        if !facts.is_empty() {
            open.sink.record(facts);
        }
    }
}

impl Open<'_> {
    /// The question about a property of a mutant, unless its answer is kept; whoever asks keeps it.
    fn ask(&mut self, campaign: &Campaign<'_>, m: usize, property: usize) -> Option<Question> {
        let slot = campaign.slot(property)?;
        self.questions[m].get_mut(slot)?.take()
    }

    fn violated(&self, campaign: &Campaign<'_>, trace: usize, stage: Stage) -> Arc<Fact> {
        let stored = &campaign.traces[trace];
        let stimulus = self.write_stimulus(
            campaign.mutants,
            stored.mutant,
            &stored.stimulus,
            stored.length,
        );
        let by = stage.as_str().to_string();
        Arc::new(Fact::Violated { stimulus, by })
    }

    fn holds(
        &mut self,
        campaign: &Campaign<'_>,
        m: usize,
        certificate: &Certificate,
        stage: Stage,
    ) -> Arc<Fact> {
        let system = claimed(campaign.mutants, m);
        let certificate = self.names.write_certificate(&system, certificate);
        let by = stage.as_str().to_string();
        Arc::new(Fact::Holds { certificate, by })
    }

    /// What drives an execution of this mutant.
    pub fn write_stimulus(
        &self,
        mutants: &Mutants,
        m: usize,
        stimulus: &Stimulus,
        length: usize,
    ) -> NamedStimulus {
        let fresh = mutants.fresh(m);
        let own = |v: VarId| v.index() < mutants.fresh_from || fresh.contains(&v);
        let system = &mutants.system;
        self.names.write_stimulus(system, stimulus, length, own)
    }

    /// Makes up the questions of these mutants.
    pub fn prepare(&mut self, mutants: &[usize], properties: &[usize], jobs: usize) {
        let (keys, mut list) = (&self.keys, mutants.to_vec());
        let system = &self.mutants.system;
        let invariants = properties.iter().map(|&p| invariant_of(system, p));
        let invariants: Vec<Option<usize>> = invariants.collect();
        let asked: Vec<usize> = invariants.iter().flatten().copied().collect();
        let questions = parallel::each(&mut list, jobs, |_, m| keys.mutant(*m, &asked));
        for (m, questions) in mutants.iter().zip(questions) {
            let mut questions = questions.into_iter();
            let of = |invariant: &Option<usize>| invariant.and_then(|_| questions.next());
            self.questions[*m] = invariants.iter().map(of).collect();
        }
    }
}

/// Decides whether what comes back is believed.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'j> {
    pub names: &'j Names,
    room: &'j Room,
    options: &'j CoverOptions,
    stop: &'j StopFlag,
}

impl Open<'_> {
    pub fn judge<'j>(&'j self, options: &'j CoverOptions) -> Judge<'j> {
        Judge {
            names: &self.names,
            room: self.room,
            options,
            stop: self.stop,
        }
    }
}

impl Judge<'_> {
    /// Which certificates stand up, and who says so. None for what does not.
    pub fn believes(self, claims: &[(System, Arc<Certificate>)]) -> Vec<Option<Checked>> {
        if !self.options.certify {
            return vec![Some(Checked::No("not asked for".into())); claims.len()];
        }
        let outcomes = check_claims(self.room, claims, self.options.jobs, self.stop);
        let outcomes = outcomes.into_iter();
        outcomes
            .map(|outcome| match outcome {
                CheckOutcome::Accepted { by } => Some(Checked::Yes(by)),
                CheckOutcome::Rejected { .. } | CheckOutcome::Inconclusive { .. } => None,
            })
            .collect()
    }
}

/// What the mutant is claimed to satisfy: the system, with the properties that its patch changes.
pub(crate) fn claimed(mutants: &Mutants, m: usize) -> Cow<'_, System> {
    match mutants.mutants[m].patch() {
        Some(patch) if !patch.properties.is_empty() => Cow::Owned(patch.apply(&mutants.system)),
        _ => Cow::Borrowed(&mutants.system),
    }
}

/// Certificates that were read, each once however many questions it answers: by the address of the fact, and by the mutant
/// where that has properties of its own.
#[derive(Default)]
pub(crate) struct Read(FxHashMap<(usize, Option<usize>), Reading>);

/// A fact, and the certificate in it if it fits.
type Reading = (Arc<Fact>, Option<Arc<Certificate>>);

impl Read {
    pub fn certificate(
        &mut self,
        names: &mut Names,
        system: &System,
        of: Option<usize>,
        fact: &Arc<Fact>,
        named: &NamedCertificate,
    ) -> Option<Arc<Certificate>> {
        // Keeping the fact keeps its address from meaning another.
        let read = || {
            let certificate = names.read_certificate(system, named).map(Arc::new);
            (fact.clone(), certificate)
        };
        let place = self.0.entry((address(fact), of));
        place.or_insert_with(read).1.clone()
    }

    /// The certificate of a fact that was read before.
    pub fn get(&self, fact: &Arc<Fact>, of: Option<usize>) -> Option<Arc<Certificate>> {
        self.0.get(&(address(fact), of))?.1.clone()
    }
}

fn address(fact: &Arc<Fact>) -> usize {
    Arc::as_ptr(fact) as usize
}

/// A stage by its name.
pub(crate) fn stage(name: &str) -> Option<Stage> {
    KEPT.into_iter().find(|s| s.as_str() == name)
}
