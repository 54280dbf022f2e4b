//! What earlier runs found, entered before the cascade begins.
//!
//! A fact under the same key is entered once its evidence holds here: an execution is replayed, a
//! certificate goes through the independent room. What fails is left to the cascade. A fact under
//! another key is a hint: its execution is tried on its mutant and then on all, its lemmas are offered to the proof.

use std::sync::Arc;
use std::time::Instant;

use assay_check::check_stimulus;
use assay_system::{Certificate, EngineName, Mutants, Stimulus, System, Verdict};
use assay_term::{Dag, TermId};
use rustc_hash::FxHashMap;

use super::archive::{Archive, Judge, Open, Read, Recalled, claimed, stage};
use super::sink::{Fact, Memory, NamedStimulus, Question};
use crate::campaign::Campaign;
use crate::claims::invariant_of;
use crate::evidence::REPLAYED;
use crate::options::CoverOptions;
use crate::parallel;
use crate::result::{CertificateOf, Checked, MutantVerdict, Notice, Stage};

/// So many executions of earlier models are tried on all mutants.
const MAX_STIMULI: usize = 64;

/// What is known of the original before it is proved.
pub struct Known {
    /// For each property, with whether the evidence was checked.
    pub verdicts: Vec<Option<(Verdict, Checked)>>,
    /// Lemmas that held of an earlier model.
    pub advice: Dag,
}

/// What is remembered about some properties of one mutant: the fact, whether it is of the same model,
/// and the places of the properties.
type Remembered = (Arc<Fact>, bool, Vec<usize>);

/// What a memory comes to here.
enum Finding {
    /// Replayed. The places of properties, each with the step at which it fails.
    Kills(Arc<Stimulus>, Stage, Vec<(usize, usize)>),
    /// The certificate is about the mutant, and is yet to be checked.
    Survives(Arc<Certificate>, Stage, Vec<usize>),
}

impl Known {
    pub fn nothing(system: &System) -> Known {
        Known {
            verdicts: vec![None; system.properties.len()],
            advice: system.pool.export(&[]),
        }
    }
}

impl Archive<'_> {
    /// What is known of the original.
    pub fn recall_proof(&mut self) -> Known {
        let system = &self.mutants.system;
        let mut known = Known::nothing(system);
        let Some(open) = &mut self.open else {
            return known;
        };
        let started = Instant::now();
        let properties = 0..system.properties.len();
        let questions: Vec<Question> = properties.map(|p| open.keys.original(p)).collect();
        let memories = open.sink.recall(&questions);
        let mut advice: Vec<TermId> = Vec::new();
        let mut read = Read::default();
        let mut proved: Vec<(usize, Arc<Certificate>, EngineName)> = Vec::new();
        for (p, memory) in memories.into_iter().enumerate() {
            let (fact, same) = match memory {
                Memory::Nothing => continue,
                Memory::Same(fact) => (fact, true),
                Memory::Other(fact) => (fact, false),
            };
            match &*fact {
                Fact::Violated { stimulus, by } if same => {
                    let stimulus = open.names.read_stimulus(system, stimulus);
                    let stimulus = stimulus
                        .filter(|s| check_stimulus(system, s, s.len(), p).is_ok())
                        .and_then(|s| s.run(system, s.len()).ok());
                    known.verdicts[p] = stimulus.map(|trace| {
                        let verdict = Verdict::Violated {
                            trace: Arc::new(trace),
                            engine: engine(by),
                        };
                        (verdict, Checked::Yes(REPLAYED.into()))
                    });
                }
                Fact::Holds { certificate, by } if same => {
                    let names = &mut open.names;
                    let certificate = read.certificate(names, system, None, &fact, certificate);
                    let proves = certificate.filter(|c| c.properties.contains(&p));
                    proved.extend(proves.map(|c| (p, c, engine(by))));
                }
                Fact::Holds { certificate, .. } => {
                    for lemma in open.names.read_lemmas(certificate) {
                        if !advice.contains(&lemma) {
                            advice.push(lemma);
                        }
                    }
                }
                _ => {}
            }
        }
        // Properties that were proved together share a certificate.
        let mut different: Vec<Arc<Certificate>> = Vec::new();
        for (_, certificate, _) in &proved {
            if !different.iter().any(|c| Arc::ptr_eq(c, certificate)) {
                different.push(certificate.clone());
            }
        }
        let claims = different.iter().map(|c| (system.clone(), c.clone()));
        let claims: Vec<(System, Arc<Certificate>)> = claims.collect();
        let believed = open.judge(self.options).believes(&claims);
        for (p, certificate, engine) in proved {
            let at = different.iter().position(|c| Arc::ptr_eq(c, &certificate));
            if let Some(checked) = at.and_then(|at| believed[at].clone()) {
                let verdict = Verdict::Proved {
                    certificate,
                    engine,
                };
                known.verdicts[p] = Some((verdict, checked));
            }
        }
        known.advice = open.names.export(&advice);
        self.time += started.elapsed();
        known
    }
}

impl Open<'_> {
    /// Enters what is known of the mutants.
    pub fn recall(
        &mut self,
        campaign: &mut Campaign<'_>,
        options: &CoverOptions,
    ) -> Result<Recalled, String> {
        let undecided = campaign.undecided();
        self.prepare(&undecided, &campaign.properties, options.jobs);
        let (mut places, mut asked): (Vec<(usize, usize)>, Vec<Question>) = (vec![], vec![]);
        for &m in &undecided {
            let notices = &campaign.cases[m].notices;
            for (at, (question, notice)) in self.questions[m].iter().zip(notices).enumerate() {
                if let (Some(question), None) = (question, notice) {
                    places.push((m, at));
                    asked.push(*question);
                }
            }
        }
        let memories = self.sink.recall(&asked);
        let mut of_mutant: FxHashMap<usize, Vec<Remembered>> = FxHashMap::default();
        for (&(m, at), memory) in places.iter().zip(memories) {
            let (fact, same) = match memory {
                Memory::Nothing => continue,
                Memory::Same(fact) => (fact, true),
                Memory::Other(fact) => (fact, false),
            };
            let known = of_mutant.entry(m).or_default();
            match known
                .iter_mut()
                .find(|(f, s, _)| Arc::ptr_eq(f, &fact) && *s == same)
            {
                Some((_, _, slots)) => slots.push(at),
                None => known.push((fact, same, vec![at])),
            }
        }
        let mut touched: Vec<usize> = Vec::new();
        // What a mutant that sets wires free survives, every mutant of the same wires survives.
        for freeing in [true, false] {
            let work: Vec<(usize, &[Remembered])> = undecided
                .iter()
                .filter(|&&m| campaign.frees[m].is_some() == freeing)
                .filter_map(|&m| Some((m, of_mutant.get(&m)?.as_slice())))
                .collect();
            touched.extend(self.enter(campaign, options, work)?);
        }
        let mut reused = 0;
        for &m in &touched {
            let kills = |n: &Option<Notice>| matches!(n, Some(Notice::Kills { .. }));
            let case = &mut campaign.cases[m];
            if options.iterate && case.notices.iter().any(kills) {
                case.verdict = Some(MutantVerdict::Killed);
            }
            reused += usize::from(!campaign.is_open(m));
        }
        Ok((reused, self.stimuli(campaign, &undecided, &of_mutant)))
    }

    /// Checks what is remembered of these mutants and enters what stands. Returns those of which
    /// something was known under the same key.
    fn enter(
        &mut self,
        campaign: &mut Campaign<'_>,
        options: &CoverOptions,
        work: Vec<(usize, &[Remembered])>,
    ) -> Result<Vec<usize>, String> {
        let mutants = campaign.mutants;
        let mut read = Read::default();
        for (m, known) in &work {
            let (system, of) = (claimed(mutants, *m), reader(mutants, *m));
            for (fact, same, _) in known.iter().filter(|k| k.1) {
                if let (Fact::Holds { certificate, .. }, true) = (&**fact, same) {
                    read.certificate(&mut self.names, &system, of, fact, certificate);
                }
            }
        }
        let (judge, seen, stop) = (self.judge(options), &*campaign, self.stop);
        let mut list = work.clone();
        let findings = parallel::each(&mut list, options.jobs, |_, (m, known)| {
            let patch = mutants.mutants[*m].patch().expect("undecided");
            let patched = patch.apply(&mutants.system);
            let look = |r: &Remembered| judge.look(seen, &read, *m, &patched, r);
            let found: Vec<Finding> = if stop.is_raised() {
                vec![]
            } else {
                known.iter().filter_map(look).collect()
            };
            (patched, found)
        });
        let mut claims: Vec<(System, Arc<Certificate>)> = Vec::new();
        for (patched, found) in &findings {
            claims.extend(found.iter().filter_map(|f| match f {
                Finding::Survives(certificate, ..) => Some((patched.clone(), certificate.clone())),
                Finding::Kills(..) => None,
            }));
        }
        let mut believed = judge.believes(&claims).into_iter();
        let mut touched = Vec::new();
        for ((m, known), (_, findings)) in work.iter().zip(findings) {
            for finding in findings {
                enter(campaign, *m, finding, &mut believed)?;
            }
            // Of what was entered at once, the last stage settled it.
            let stages = campaign.cases[*m].notices.iter().filter_map(|n| match n {
                Some(Notice::Kills { stage, .. } | Notice::Survives { stage, .. }) => Some(*stage),
                _ => None,
            });
            campaign.cases[*m].stage = stages.max();
            let mut any = false;
            for (_, _, slots) in known.iter().filter(|(_, same, _)| *same) {
                for &at in slots {
                    if campaign.cases[*m].notices[at].is_some() {
                        self.questions[*m][at] = None;
                        any = true;
                    }
                }
            }
            if any {
                touched.push(*m);
            }
        }
        Ok(touched)
    }

    /// What drove executions of earlier models, different ones.
    fn stimuli(
        &self,
        campaign: &Campaign<'_>,
        undecided: &[usize],
        of_mutant: &FxHashMap<usize, Vec<Remembered>>,
    ) -> Vec<Arc<Stimulus>> {
        let mut different: Vec<&NamedStimulus> = Vec::new();
        let all = undecided.iter().filter_map(|m| of_mutant.get(m)).flatten();
        for (fact, same, _) in all {
            if let (Fact::Violated { stimulus, .. }, false) = (&**fact, same)
                && different.len() < MAX_STIMULI
                && !different.contains(&stimulus)
            {
                different.push(stimulus);
            }
        }
        let system = &campaign.mutants.system;
        let read = |s: &NamedStimulus| self.names.read_stimulus(system, s).map(Arc::new);
        different.into_iter().filter_map(read).collect()
    }
}

impl Judge<'_> {
    /// What of a memory fits the mutant.
    fn look(
        self,
        campaign: &Campaign<'_>,
        read: &Read,
        m: usize,
        patched: &System,
        (fact, same, slots): &Remembered,
    ) -> Option<Finding> {
        let open = |&at: &usize| campaign.cases[m].notices[at].is_none();
        let slots: Vec<usize> = slots.iter().copied().filter(open).collect();
        let property = |at: usize| {
            let invariant = invariant_of(&campaign.mutants.system, campaign.properties[at]);
            invariant.expect("only invariants are remembered")
        };
        match &**fact {
            Fact::Violated { stimulus, by } => {
                let stimulus = self.names.read_stimulus(patched, stimulus)?;
                // On an edited model the violation may come earlier.
                let first = if *same { stimulus.len() } else { 1 };
                let fails = |at: usize| {
                    let mut lengths = first..=stimulus.len();
                    let violates =
                        |n: &usize| check_stimulus(patched, &stimulus, *n, property(at)).is_ok();
                    lengths.find(violates).map(|n| (at, n - 1))
                };
                let hits: Vec<(usize, usize)> = slots.into_iter().filter_map(fails).collect();
                let stage = if *same { stage(by)? } else { Stage::Replay };
                (!hits.is_empty()).then_some(Finding::Kills(Arc::new(stimulus), stage, hits))
            }
            Fact::Holds { by, .. } if *same => {
                let certificate = read.get(fact, reader(campaign.mutants, m))?;
                let proves = |&at: &usize| certificate.properties.contains(&property(at));
                let slots: Vec<usize> = slots.into_iter().filter(proves).collect();
                let stage = stage(by)?;
                (!slots.is_empty()).then_some(Finding::Survives(certificate, stage, slots))
            }
            _ => None,
        }
    }
}

/// Enters a finding where nothing is known yet. `believed` says of each certificate in turn what its check came to.
fn enter(
    campaign: &mut Campaign<'_>,
    m: usize,
    finding: Finding,
    believed: &mut impl Iterator<Item = Option<Checked>>,
) -> Result<(), String> {
    let open = |campaign: &Campaign<'_>, m: usize, slots: &[usize]| -> Vec<usize> {
        let case = &campaign.cases[m];
        let open = slots.iter().filter(|&&at| case.notices[at].is_none());
        open.map(|&at| campaign.properties[at]).collect()
    };
    match finding {
        Finding::Kills(stimulus, stage, hits) => {
            let is_open = |at: usize| campaign.cases[m].notices[at].is_none();
            let hits = hits.into_iter().filter(|(at, _)| is_open(*at));
            let hits: Vec<(usize, usize)> = hits
                .map(|(at, step)| (campaign.properties[at], step))
                .collect();
            campaign.killed(m, &hits, &stimulus, stage)?;
            for (p, step) in hits {
                if !campaign.universal.contains(&p) {
                    campaign.reaches(m, p, &stimulus, step + 1, stage)?;
                }
            }
        }
        Finding::Survives(certificate, stage, slots) => {
            let checked = believed.next().flatten();
            let own = open(campaign, m, &slots);
            let Some(checked) = checked.filter(|_| !own.is_empty()) else {
                return Ok(());
            };
            let about = CertificateOf::Mutant(m);
            let number = campaign.add_certificate(about, certificate.clone());
            campaign.certificates[number].checked = checked;
            campaign.survives(m, &own, number, stage)?;
            for p in own {
                if !campaign.universal.contains(&p) {
                    campaign.never_reaches(m, p, number, stage)?;
                }
            }
            for dominated in campaign.dominates[m].clone() {
                let too = open(campaign, dominated, &slots);
                campaign.survives(dominated, &too, number, stage)?;
            }
        }
    }
    Ok(())
}

/// The mutant, where its patch changes properties: a certificate is then read for it alone.
fn reader(mutants: &Mutants, m: usize) -> Option<usize> {
    let patch = mutants.mutants[m].patch()?;
    (!patch.properties.is_empty()).then_some(m)
}

fn engine(name: &str) -> EngineName {
    EngineName::named(name).unwrap_or(EngineName::KInduction)
}
