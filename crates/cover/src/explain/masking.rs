//! Does a difference ever reach an output? That none does within a bound is no proof.
//!
//! Where no output depends on what the change reaches, the structure of the model is the proof. Otherwise the engines are asked, with
//! little effort, whether the outputs of original and mutant always agree: they prove it with a certificate about the pair, find
//! a difference beyond the bound, or raise the bound.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide};
use assay_engine::prune::shrink;
use assay_solver::Effort;
use assay_system::{Certificate, Cone, EngineName, Stimulus, Verdict};
use assay_term::TermId;

use super::Explainer;
use super::pair::{Pair, outputs};
use crate::campaign::Campaign;
use crate::parallel;
use crate::result::{CertificateOf, Explanation, Masking, MutantResult};

/// So many survivors are asked about, in the order of the mutants.
const ASKED: usize = 32;
/// The effort for each, on bits and with an SMT solver, which counts questions.
const FINITE_EFFORT: Effort = 2_000;
const INFINITE_EFFORT: Effort = 200;

/// What the engines say about the outputs of original and mutant.
enum Outputs {
    Agree(Certificate),
    Differ(Stimulus),
    /// They agree for so many steps.
    AgreeFor(usize),
}

impl Explainer<'_> {
    /// Settles what it can of the survivors whose difference no output showed within the bound.
    pub(super) fn settle_masked(
        &self,
        campaign: &mut Campaign<'_>,
        results: &mut [MutantResult],
        properties: &[usize],
    ) {
        let system = &self.mutants.system;
        let roots: Vec<TermId> = outputs(system, properties)
            .map(|v| system.pool.var(v))
            .collect();
        let seen = Cone::without_constraints(system, &roots);
        let mut open: Vec<usize> = Vec::new();
        for (m, result) in results.iter_mut().enumerate() {
            let Explanation::Masked(_, masking) = &mut result.explanation else {
                continue;
            };
            let patch = self.mutants.mutants[m].patch();
            let read = patch.is_some_and(|p| p.vars.iter().any(|(v, _)| seen.contains(*v)));
            if read {
                open.push(m);
            } else {
                *masking = Masking::Unread;
            }
        }
        open.truncate(ASKED);
        let answers = parallel::each(&mut open, self.means.options.jobs, |_, m| {
            (*m, self.ask_engines(*m, properties))
        });
        for (m, answer) in answers {
            let Explanation::Masked(_, Masking::Within(bound)) = &mut results[m].explanation else {
                continue;
            };
            let bound = *bound;
            let masking = match answer {
                Some(Outputs::Agree(certificate)) => {
                    let about = CertificateOf::Masked {
                        mutant: m,
                        properties: properties.to_vec(),
                    };
                    Masking::Proved {
                        certificate: campaign.add_certificate(about, certificate),
                        searched: bound,
                    }
                }
                Some(Outputs::AgreeFor(steps)) => Masking::Within(bound.max(steps)),
                Some(Outputs::Differ(stimulus)) => {
                    let shown = self.shown(m, stimulus).explanation;
                    if let Explanation::Visible(_) = shown {
                        results[m].explanation = shown;
                    }
                    continue;
                }
                None => continue,
            };
            if let Explanation::Masked(_, old) = &mut results[m].explanation {
                *old = masking;
            }
        }
    }

    /// None if there is no solver for it, or no time.
    fn ask_engines(&self, m: usize, properties: &[usize]) -> Option<Outputs> {
        if self.means.stop.is_raised() {
            return None;
        }
        let system = Arc::new(Pair::of_mutant(self.mutants, m, properties));
        let backend = Backend::choose(&system, &[0], self.means.found).ok()?;
        let backend = backend.with_patience(self.means.options.explain_patience);
        let mut engines = self.means.options.proof.engines.clone();
        // Two models side by side are too much for these with little effort.
        engines.retain(|e| !matches!(e, EngineName::Bdd | EngineName::Interpolation));
        let options = Options {
            engines,
            jobs: 1,
            deterministic: true,
            budget: Some(if backend.is_finite() {
                FINITE_EFFORT
            } else {
                INFINITE_EFFORT
            }),
            timeout: Some(self.means.options.explain_patience),
            simple_path: false,
            ..self.means.options.proof.clone()
        };
        let lemmas = &self.proof.lemmas;
        let ignore = &mut |_: usize, _: &Verdict| {};
        // Engines that contradict each other here cost an explanation, never a verdict.
        let decided = decide(
            &system,
            &[0],
            lemmas,
            &backend,
            &options,
            self.means.stop,
            ignore,
        )
        .ok()?;
        let (_, verdict, _) = decided.verdicts.into_iter().next()?;
        Some(match verdict {
            Verdict::Proved { certificate, .. } => {
                let small = shrink(&system, &certificate, &backend, self.means.stop);
                Outputs::Agree((*small).clone())
            }
            Verdict::Violated { trace, .. } => {
                let fresh = self.mutants.fresh(m);
                let keep = |v: assay_term::VarId| {
                    v.index() < self.mutants.fresh_from || fresh.binary_search(&v).is_ok()
                };
                Outputs::Differ(Stimulus::of(&system, &trace, keep))
            }
            Verdict::Unknown { true_for, .. } => Outputs::AgreeFor(true_for),
        })
    }
}
