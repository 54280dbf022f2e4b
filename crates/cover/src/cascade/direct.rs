//! DIRECT: whether a mutant still reaches what a property says can be reached.
//!
//! Nothing that the other steps know of invariants helps here: a mutant with more executions reaches more, and the proof of the
//! original is one execution. So that execution, and those found for other mutants, are tried first; then the engines are asked whether
//! the mutant never reaches the term. A trace shows that it survives, a certificate that it is killed.

use std::sync::Arc;

use assay_check::Execution;
use assay_engine::director::{self, decide};
use assay_system::{Stimulus, System, Verdict};
use assay_term::Dag;

use super::prove::killing;
use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::campaign::Campaign;
use crate::claims::{Claims, invariant_of};
use crate::means::Means;
use crate::parallel;
use crate::result::{CertificateOf, Stage};

/// So many mutants are decided between two looks at the limits.
const ROUND: usize = 16;

#[derive(Default)]
pub(super) struct Direct {
    /// Executions that reach something: the property, and what drives them.
    witnesses: Vec<(usize, Arc<Stimulus>)>,
}

impl Step for Direct {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Direct)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival]
    }

    fn claims(&self) -> Claims {
        Claims::Existential
    }

    fn requires(&self, run: &Run<'_, '_>) -> bool {
        run.campaign.claims(Claims::Existential)
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        self.witnesses_of_original(run);
        let mut left = run.campaign.undecided();
        while !run.over() && !left.is_empty() {
            let mut now: Vec<usize> = left.drain(..left.len().min(ROUND)).collect();
            let (campaign, lemmas, means) = (&run.campaign, &run.proof.lemmas, run.means);
            let found = parallel::try_each(&mut now, means.options.jobs, |_, m| {
                self.decide(campaign, *m, lemmas, means)
            });
            for (m, found) in now.into_iter().zip(found) {
                match found {
                    Err(panic) => run.lost(Stage::Direct.as_str(), vec![m], &panic),
                    Ok(Err(fault)) => return Err(fault),
                    Ok(Ok(found)) => self.enter(run, m, found)?,
                }
            }
            run.show(Stage::Direct);
        }
        Ok(())
    }
}

/// What is known of one mutant.
#[derive(Default)]
struct Found {
    /// A property, what drives an execution that reaches its term, and how long that is.
    reached: Vec<(usize, Arc<Stimulus>, usize)>,
    /// What the engines say of the negations.
    decided: Option<director::Outcome>,
    /// Why they could not be asked.
    doubt: Option<String>,
}

impl Direct {
    fn witnesses_of_original(&mut self, run: &Run<'_, '_>) {
        let system = &run.campaign.mutants.system;
        for &p in &run.campaign.properties {
            let negation = invariant_of(system, p).filter(|q| *q != p);
            if let Some(q) = negation
                && let Verdict::Violated { trace, .. } = &run.proof.verdicts[q]
            {
                let stimulus = Stimulus::of(system, trace, |_| true);
                self.witnesses.push((p, Arc::new(stimulus)));
            }
        }
    }

    fn decide(
        &self,
        campaign: &Campaign<'_>,
        m: usize,
        lemmas: &Dag,
        means: Means<'_>,
    ) -> Result<Found, Fault> {
        let patch = campaign.mutants.mutants[m].patch().expect("undecided");
        let system = Arc::new(patch.apply(&campaign.mutants.system));
        let mut found = Found::default();
        let mut asked = Vec::new();
        for p in campaign.open(m) {
            let Some(negation) = invariant_of(&system, p) else {
                continue;
            };
            let witnesses = self.witnesses.iter().filter(|(of, _)| *of == p);
            let reached = witnesses
                .filter_map(|(_, s)| Some((s.clone(), reaches(&system, s, negation)?)))
                .next();
            match reached {
                Some((stimulus, length)) => found.reached.push((p, stimulus, length)),
                None => asked.push(negation),
            }
        }
        if asked.is_empty() || means.stop.is_raised() {
            return Ok(found);
        }
        let backend = match means.backend(&system, &asked) {
            Ok(backend) => backend,
            Err(error) => {
                found.doubt = Some(error.to_string());
                return Ok(found);
            }
        };
        let directions = means.directions(&system, &asked);
        let ignore = &mut |_: usize, _: &Verdict| {};
        let decided = decide(
            &system,
            &asked,
            lemmas,
            &backend,
            &directions,
            means.stop,
            ignore,
        );
        found.decided = Some(decided.map_err(|contradiction| contradiction.0)?);
        Ok(found)
    }

    fn enter(&mut self, run: &mut Run<'_, '_>, m: usize, found: Found) -> Result<(), Fault> {
        let mutants = run.campaign.mutants;
        for (p, stimulus, length) in found.reached {
            run.campaign
                .reaches(m, p, &stimulus, length, Stage::Direct)?;
        }
        if found.doubt.is_some() {
            run.campaign.cases[m].doubt = found.doubt;
        }
        let Some(outcome) = found.decided else {
            return Ok(());
        };
        run.own_instances += 1;
        run.failures.note_engines(&outcome.failures);
        let claims = run.campaign.properties.clone();
        for (negation, verdict, _) in outcome.verdicts {
            let of = |p: &&usize| invariant_of(&mutants.system, **p) == Some(negation);
            let &p = claims.iter().find(of).expect("it was asked for a claim");
            match verdict {
                Verdict::Proved { certificate, .. } => {
                    let about = CertificateOf::Mutant(m);
                    let number = run.campaign.add_certificate(about, certificate);
                    run.campaign.never_reaches(m, p, number, Stage::Direct)?;
                }
                Verdict::Violated { trace, .. } => {
                    let (step, stimulus) = killing(mutants, m, negation, &trace)?;
                    let stimulus = Arc::new(stimulus);
                    run.campaign
                        .reaches(m, p, &stimulus, step + 1, Stage::Direct)?;
                    self.witnesses.push((p, stimulus));
                }
                Verdict::Unknown { reason, .. } => {
                    let doubt = format!("{reason}; neither reached nor shown to be out of reach");
                    run.campaign.cases[m].doubt = Some(doubt);
                }
            }
        }
        Ok(())
    }
}

/// The length of the shortest part of the execution that reaches what `negation` excludes; None if it does not, or if the
/// assumptions exclude it before.
fn reaches(system: &System, stimulus: &Stimulus, negation: usize) -> Option<usize> {
    let mut lengths = 1..=stimulus.len();
    lengths.find(|&length| {
        Execution::new(system, stimulus, length)
            .violates(negation)
            .is_ok()
    })
}
