//! The proof of the original: what the mutants are measured against, and what is reused for them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::{Backend, NoSolver};
use assay_engine::ctl;
use assay_engine::director::{Contradiction, Options, decide};
use assay_engine::prune::shrink;
use assay_solver::Effort;
use assay_system::{Certificate, Claim, EngineName, Provers, System, Trace, Verdict, stated};
use assay_term::{Dag, TermId};

use crate::claims::{self, Claims};
use crate::means::Means;
use crate::memory::recall::Known;
use crate::options::CoverOptions;
use crate::result::Checked;

/// What the engines say of the original.
pub struct Proof {
    /// For each property of the system, whether it is true at every step.
    pub verdicts: Vec<Verdict>,
    /// The claims that are proved, with a certificate each (shared where they were proved together).
    pub proved: Vec<(usize, Arc<Certificate>)>,
    /// What became of the claims of branching time, by property.
    pub branching: Vec<(usize, ctl::Decision)>,
    /// All lemmas of these certificates, once.
    pub lemmas: Dag,
    /// All that the engines proved on the way.
    pub more: Dag,
    /// Whether a certificate needs to know what corresponds.
    pub by_correspondence: bool,
    /// The greatest k of these certificates, at least 1: with it all of them hold jointly.
    pub k: u32,
    /// The system has no states: every execution is one step, as often as one likes.
    pub stateless: bool,
    /// For each property whose verdict came from an earlier run: whether its evidence was checked since.
    pub remembered: Vec<Option<Checked>>,
    pub time: Duration,
    /// What it took, in conflicts and questions, at least 1; 0 if nothing was asked.
    pub effort: Effort,
    /// Engines that broke, and how.
    pub failures: Vec<(EngineName, String)>,
}

impl Proof {
    /// The properties whose claims hold: what is claimed of all executions is proved, what is claimed of some is reached.
    pub fn holding(&self, system: &System) -> Vec<usize> {
        let holds = |&p: &usize| match &system.properties[p].claim {
            Claim::Reachable => {
                let negation = claims::invariant_of(system, p);
                negation.is_some_and(|q| matches!(self.verdicts[q], Verdict::Violated { .. }))
            }
            Claim::Temporal(_) => {
                let decision = self.branching(p);
                matches!(decision, Some(ctl::Decision::Holds(_)))
            }
            _ => matches!(self.verdicts[p], Verdict::Proved { .. }),
        };
        (0..claims::count(system)).filter(holds).collect()
    }

    /// What became of a claim of branching time.
    pub fn branching(&self, property: usize) -> Option<&ctl::Decision> {
        let found = self.branching.iter().find(|(p, _)| *p == property);
        found.map(|(_, decision)| decision)
    }

    /// How far violations and differences are looked for.
    pub fn depth(&self, options: &CoverOptions) -> u32 {
        if self.stateless {
            return 1;
        }
        options.kill_depth.unwrap_or((2 * self.k).max(7))
    }

    /// Whose answers its lemmas rest on.
    pub fn provers(&self) -> Provers {
        let certificates = self.proved.iter().map(|(_, c)| &c.provers);
        certificates.fold(Provers::none(), Provers::and)
    }

    /// All its lemmas as a certificate of nothing else, for claims that `provers` stand behind.
    pub fn all_lemmas(&self, provers: Provers) -> Certificate {
        Certificate {
            k: self.k as usize,
            lemmas: self.lemmas.clone(),
            properties: vec![],
            simple_path: false,
            provers,
        }
    }

    /// Counterexamples to properties that do not hold on the original.
    pub fn traces(&self) -> impl Iterator<Item = &Arc<Trace>> {
        self.verdicts.iter().filter_map(|v| match v {
            Verdict::Violated { trace, .. } => Some(trace),
            _ => None,
        })
    }
}

#[derive(Clone, Debug)]
pub enum BaselineError {
    NoSolver(NoSolver),
    Contradiction(Contradiction),
}

/// What the engines say of what was not known.
struct Answers {
    /// In the order of the properties.
    verdicts: Vec<Verdict>,
    more: Dag,
    equalities: Dag,
    effort: Effort,
    failures: Vec<(EngineName, String)>,
}

/// Decides the properties of the original, as far as they are not known, and makes the certificates small: a small
/// certificate leaves more elements out, and those need no further work.
pub fn prove(system: &Arc<System>, known: Known, means: Means<'_>) -> Result<Proof, BaselineError> {
    let started = Instant::now();
    let is_invariant = |&p: &usize| system.properties[p].claim.is_invariant();
    let all = (0..system.properties.len()).filter(is_invariant);
    let all: Vec<usize> = all.collect();
    let backend = Backend::choose(system, &all, means.found).map_err(BaselineError::NoSolver)?;
    let claims = claims::count(system);
    let unknown = all.into_iter().filter(|&p| known.verdicts[p].is_none());
    let answers = ask(system, unknown.collect(), &known.advice, &backend, means)?;
    let (known, remembered): (Vec<Option<Verdict>>, Vec<Option<Checked>>) =
        known.verdicts.into_iter().map(Option::unzip).unzip();
    // It was made small before it was kept.
    let small = known.iter().filter_map(|verdict| match verdict {
        Some(Verdict::Proved { certificate, .. }) => {
            Some((certificate.clone(), certificate.clone()))
        }
        _ => None,
    });
    let mut small: Vec<(Arc<Certificate>, Arc<Certificate>)> = small.collect();
    let mut verdicts = together(system, known, answers.verdicts);
    let mut proved = Vec::new();
    let mut pool = system.pool.clone();
    let mut lemmas: Vec<TermId> = Vec::new();
    let mut k = 1;
    for (p, verdict) in verdicts.iter_mut().enumerate() {
        let Verdict::Proved { certificate, .. } = verdict else {
            continue;
        };
        let mut done = small.iter();
        let smaller = match done.find(|(from, _)| Arc::ptr_eq(from, certificate)) {
            Some((_, smaller)) => smaller.clone(),
            None => {
                let smaller = shrink(system, certificate, &backend, means.stop);
                small.push((certificate.clone(), smaller.clone()));
                smaller
            }
        };
        *certificate = smaller.clone();
        if p >= claims {
            continue;
        }
        for term in pool.import(&smaller.lemmas) {
            if !lemmas.contains(&term) {
                lemmas.push(term);
            }
        }
        k = k.max(smaller.k as u32);
        proved.push((p, smaller));
    }
    let equalities = pool.import(&answers.equalities);
    let stateless = system.is_stateless();
    Ok(Proof {
        verdicts,
        proved,
        branching: branching(system, means),
        by_correspondence: equalities.iter().any(|e| lemmas.contains(e)),
        lemmas: pool.export(&lemmas),
        more: answers.more,
        // Without states what holds in one step holds in the next.
        k: if stateless { 1 } else { k },
        stateless,
        remembered,
        failures: answers.failures,
        time: started.elapsed(),
        effort: answers.effort,
    })
}

/// Decides the claims of branching time.
fn branching(system: &Arc<System>, means: Means<'_>) -> Vec<(usize, ctl::Decision)> {
    let asked = |p: &usize| Claims::Branching.include(&system.properties[*p].claim);
    let asked: Vec<usize> = (0..claims::count(system)).filter(asked).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let limits = ctl::Limits {
        nodes: means.options.nodes,
        ..ctl::Limits::default()
    };
    let decisions = ctl::decide(&stated(system), &asked, &limits, means.stop);
    asked.into_iter().zip(decisions).collect()
}

/// Lets the engines decide these. Negations are asked apart: a certificate of the claims is to speak of nothing else.
fn ask(
    system: &Arc<System>,
    unknown: Vec<usize>,
    advice: &Dag,
    backend: &Backend,
    means: Means<'_>,
) -> Result<Answers, BaselineError> {
    let nothing = system.pool.export(&[]);
    let mut answers = Answers {
        verdicts: Vec::new(),
        more: nothing.clone(),
        equalities: nothing,
        effort: 0,
        failures: Vec::new(),
    };
    // Mutants are decided by what the proof needed, which a proof on simple paths does not say.
    let options = &Options {
        simple_path: false,
        ..means.options.proof.clone()
    };
    let count = claims::count(system);
    let (claims, negations): (Vec<usize>, Vec<usize>) =
        unknown.into_iter().partition(|&p| p < count);
    for asked in [claims, negations].into_iter().filter(|a| !a.is_empty()) {
        let ignore = &mut |_: usize, _: &Verdict| {};
        let outcome = decide(system, &asked, advice, backend, options, means.stop, ignore)
            .map_err(BaselineError::Contradiction)?;
        let verdicts = outcome.verdicts.into_iter();
        answers
            .verdicts
            .extend(verdicts.map(|(_, verdict, _)| verdict));
        answers.failures.extend(outcome.failures);
        let spent: Effort = outcome.spent.iter().map(|(_, spent)| spent).sum();
        answers.effort += spent.max(1);
        if asked[0] < count {
            answers.more = outcome.lemmas;
            answers.equalities = outcome.equalities;
        }
    }
    Ok(answers)
}

/// One verdict for each property: what was known, and what was found for the others. What is no invariant has none of its own.
fn together(system: &System, known: Vec<Option<Verdict>>, new: Vec<Verdict>) -> Vec<Verdict> {
    let mut new = new.into_iter();
    let properties = known.into_iter().zip(&system.properties);
    properties
        .map(|(verdict, property)| {
            if !property.claim.is_invariant() {
                return Verdict::Unknown {
                    reason: claims::no_engine(&property.claim),
                    true_for: 0,
                };
            }
            let verdict = verdict.or_else(|| new.next());
            verdict.expect("every property that was asked has a verdict")
        })
        .collect()
}
