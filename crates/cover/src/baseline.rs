//! The proof of the original: what the mutants are measured against, and what is reused for them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::backend::{Backend, NoSolver};
use assay_engine::director::{Contradiction, Options, decide};
use assay_engine::prune::shrink;
use assay_solver::Effort;
use assay_system::{Certificate, EngineName, Provers, System, Trace, Verdict};
use assay_term::{Dag, TermId};

use crate::means::Means;
use crate::memory::recall::Known;
use crate::result::Checked;

/// What the engines say of the original.
pub struct Proof {
    /// For each property of the system.
    pub verdicts: Vec<Verdict>,
    /// The proved ones, with a certificate each (shared where they were proved together).
    pub proved: Vec<(usize, Arc<Certificate>)>,
    /// All lemmas of these certificates, once.
    pub lemmas: Dag,
    /// All that the engines proved on the way.
    pub more: Dag,
    /// Whether a certificate needs to know what corresponds.
    pub by_correspondence: bool,
    /// The greatest k of these certificates, at least 1: with it all of them hold jointly.
    pub k: u32,
    /// For each property whose verdict came from an earlier run: whether its evidence was checked since.
    pub remembered: Vec<Option<Checked>>,
    pub time: Duration,
    /// What it took, in conflicts and questions, at least 1; 0 if nothing was asked.
    pub effort: Effort,
    /// Engines that broke, and how.
    pub failures: Vec<(EngineName, String)>,
}

impl Proof {
    pub fn properties(&self) -> Vec<usize> {
        self.proved.iter().map(|(p, _)| *p).collect()
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

/// Decides the properties of the original, as far as they are not known, and makes the certificates small: a small
/// certificate leaves more elements out, and those need no further work.
pub fn prove(system: &Arc<System>, known: Known, means: Means<'_>) -> Result<Proof, BaselineError> {
    let Means { found, stop, .. } = means;
    let started = Instant::now();
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(system, &all, found).map_err(BaselineError::NoSolver)?;
    let asked: Vec<usize> = all
        .into_iter()
        .filter(|&p| known.verdicts[p].is_none())
        .collect();
    let (known_verdicts, remembered): (Vec<Option<Verdict>>, Vec<Option<Checked>>) =
        known.verdicts.into_iter().map(Option::unzip).unzip();
    let mut new = Vec::new();
    let mut more = system.pool.export(&[]);
    let mut equalities = more.clone();
    let mut effort = 0;
    let mut failures = Vec::new();
    if !asked.is_empty() {
        // Mutants are decided by what the proof needed, which a proof on simple paths does not say.
        let options = &Options {
            simple_path: false,
            ..means.options.proof.clone()
        };
        let outcome = decide(
            system,
            &asked,
            &known.advice,
            &backend,
            options,
            stop,
            &mut |_, _| {},
        )
        .map_err(BaselineError::Contradiction)?;
        new = outcome.verdicts;
        failures = outcome.failures;
        more = outcome.lemmas;
        equalities = outcome.equalities;
        effort = outcome
            .spent
            .iter()
            .map(|(_, spent)| spent)
            .sum::<Effort>()
            .max(1);
    }
    let mut new = new.into_iter().map(|(_, v, _)| v);
    let mut done: Vec<(Arc<Certificate>, Arc<Certificate>)> = Vec::new();
    let mut verdicts: Vec<Verdict> = Vec::new();
    for verdict in known_verdicts {
        if let Some(Verdict::Proved { certificate, .. }) = &verdict {
            // It was made small before it was kept.
            done.push((certificate.clone(), certificate.clone()));
        }
        let verdict = verdict.or_else(|| new.next());
        verdicts.push(verdict.expect("every property that was asked has a verdict"));
    }
    let mut proved = Vec::new();
    let mut pool = system.pool.clone();
    let mut lemmas: Vec<TermId> = Vec::new();
    let mut k = 1;
    for (p, verdict) in verdicts.iter_mut().enumerate() {
        let Verdict::Proved { certificate, .. } = verdict else {
            continue;
        };
        let known = done.iter().find(|(from, _)| Arc::ptr_eq(from, certificate));
        let small = match known {
            Some((_, small)) => small.clone(),
            None => {
                let small = shrink(system, certificate, &backend, stop);
                done.push((certificate.clone(), small.clone()));
                small
            }
        };
        for term in pool.import(&small.lemmas) {
            if !lemmas.contains(&term) {
                lemmas.push(term);
            }
        }
        k = k.max(small.k as u32);
        *certificate = small.clone();
        proved.push((p, small));
    }
    let equalities = pool.import(&equalities);
    let by_correspondence = equalities.iter().any(|e| lemmas.contains(e));
    let lemmas = pool.export(&lemmas);
    Ok(Proof {
        verdicts,
        proved,
        lemmas,
        more,
        by_correspondence,
        k,
        remembered,
        failures,
        time: started.elapsed(),
        effort,
    })
}
