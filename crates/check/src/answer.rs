//! Checks answers to claims and goals: does the evidence show what the answer says?
//!
//! What has to be shown follows from the claim and from whether it is said to hold or to fail ([`Shown`]). Then each kind of evidence has
//! its own check. Both matches are exhaustive: a new kind of claim or evidence does not compile before it has a place here.

use std::sync::Arc;
use std::time::Duration;

use assay_system::{Answer, Certificate, Claim, Evidence, Question, System, with_negations};
use assay_term::TermId;

use crate::checker::CheckOutcome;
use crate::lasso::check_lasso;
use crate::room::Room;
use crate::trace::{Failure, check_reaching, check_trace};

/// An answer, and the question about a system that it answers.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    pub system: &'a Arc<System>,
    pub question: Question,
    pub answer: &'a Answer,
}

/// What has to be shown.
enum Shown<'a> {
    /// The property with this index is true at every step. It may be the negation of what is asked, so this is an index of the extended
    /// system.
    Always(usize),
    /// An execution violates the property with this index.
    Violated(usize),
    /// An execution ends where the term of this name is true.
    Reached(TermId, &'a str),
    /// An execution goes round for ever, and all conditions hold on its loop.
    Repeated(&'a [TermId]),
    /// Nothing shows it yet.
    Unknown(&'static str),
}

/// What is left to do after the traces are replayed.
enum Step<'a> {
    Done(CheckOutcome),
    /// This certificate has to be accepted, of the extended system.
    Certificate(&'a Arc<System>, &'a Arc<Certificate>),
}

impl Room {
    /// What becomes of each answer. Traces and lassos are replayed here; certificates are checked together, as
    /// [`Room::check`] does, each once however many answers it is for.
    pub fn check_answers(&self, asked: &[Asked<'_>], patience: Duration) -> Vec<CheckOutcome> {
        let steps: Vec<Step<'_>> = asked.iter().map(first_step).collect();
        let mut systems: Vec<(&Arc<System>, Arc<System>)> = Vec::new();
        // Each with the place of its system among these.
        let mut certificates: Vec<(usize, &Arc<Certificate>)> = Vec::new();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(steps.len());
        for step in &steps {
            let Step::Certificate(system, certificate) = step else {
                places.push(None);
                continue;
            };
            let known = systems.iter().position(|(s, _)| Arc::ptr_eq(s, system));
            let system = known.unwrap_or_else(|| {
                systems.push((system, with_negations(system)));
                systems.len() - 1
            });
            let same =
                |(s, c): &(usize, &Arc<Certificate>)| *s == system && Arc::ptr_eq(c, certificate);
            let known = certificates.iter().position(same);
            places.push(Some(known.unwrap_or_else(|| {
                certificates.push((system, certificate));
                certificates.len() - 1
            })));
        }
        let claims: Vec<(&System, &Certificate)> = certificates
            .iter()
            .map(|&(system, certificate)| (&*systems[system].1, &**certificate))
            .collect();
        let checked = self.check(&claims, patience);
        let outcomes = steps.into_iter().zip(places);
        outcomes
            .map(|(step, place)| match (step, place) {
                (Step::Done(outcome), _) => outcome,
                (Step::Certificate(..), place) => {
                    checked[place.expect("every certificate has a place")].clone()
                }
            })
            .collect()
    }
}

/// Everything but the check of a certificate.
fn first_step<'a>(asked: &Asked<'a>) -> Step<'a> {
    let (holds, evidence) = match asked.answer {
        Answer::Holds { evidence, .. } => (true, evidence),
        Answer::Fails { evidence, .. } => (false, evidence),
        Answer::Open { reason, .. } => {
            return Step::Done(CheckOutcome::Inconclusive {
                reason: format!("it is not decided: {reason}"),
            });
        }
    };
    let Some(shown) = to_be_shown(asked.system, asked.question, holds) else {
        return Step::Done(rejected("question", "the system has no such question"));
    };
    match evidence {
        Evidence::Certificate(certificate) => match shown {
            // What is proved together shares a certificate, so this one may name negations of other questions.
            Shown::Always(index) => proves(asked.system, certificate, index),
            other => misplaced(&other, "a certificate"),
        },
        Evidence::Trace(trace) => match shown {
            Shown::Violated(index) => replayed(check_trace(asked.system, trace, index)),
            Shown::Reached(term, name) => replayed(check_reaching(asked.system, trace, term, name)),
            other => misplaced(&other, "a trace"),
        },
        Evidence::Lasso { trace, back } => match shown {
            Shown::Repeated(conditions) => {
                replayed(check_lasso(asked.system, trace, *back, conditions))
            }
            other => misplaced(&other, "a lasso"),
        },
        Evidence::Fixpoint(_) => misplaced(&shown, "sets of states"),
        Evidence::Tree(_) => misplaced(&shown, "a tree"),
    }
}

/// What an answer to the question has to show; None if the system has no such question.
fn to_be_shown(system: &System, question: Question, holds: bool) -> Option<Shown<'_>> {
    let index = match question {
        Question::Property(index) => index,
        Question::Goal(index) => {
            let goal = system.goals.get(index)?;
            return Some(if holds {
                Shown::Reached(goal.term, &goal.name)
            } else {
                Shown::Always(question.negation(system)?)
            });
        }
    };
    let property = system.properties.get(index)?;
    Some(match (&property.claim, holds) {
        (Claim::Invariant | Claim::Obligation | Claim::Justice { .. }, true) => {
            Shown::Always(index)
        }
        (Claim::Invariant | Claim::Obligation, false) => Shown::Violated(index),
        (Claim::Justice { conditions, .. }, false) => Shown::Repeated(conditions),
        (Claim::Reachable, true) => Shown::Reached(property.term, &property.name),
        (Claim::Reachable, false) => Shown::Always(question.negation(system)?),
        (Claim::Temporal(_) | Claim::Unsupported(..), _) => Shown::Unknown(property.claim.as_str()),
    })
}

/// The certificate has to name the property, and to be accepted.
fn proves<'a>(
    system: &'a Arc<System>,
    certificate: &'a Arc<Certificate>,
    index: usize,
) -> Step<'a> {
    if !certificate.properties.contains(&index) {
        return Step::Done(rejected(
            "well-formedness",
            "the certificate does not name what it is to prove",
        ));
    }
    Step::Certificate(system, certificate)
}

fn replayed(result: Result<(), Failure>) -> Step<'static> {
    Step::Done(match result {
        Ok(()) => CheckOutcome::Accepted {
            by: "trace replayed".into(),
        },
        Err(failure) => rejected("replay", &failure.to_string()),
    })
}

fn misplaced(shown: &Shown<'_>, given: &str) -> Step<'static> {
    let wanted = match shown {
        Shown::Always(_) => "a certificate".to_string(),
        Shown::Violated(_) | Shown::Reached(..) => "a trace".to_string(),
        Shown::Repeated(_) => "a lasso".to_string(),
        Shown::Unknown(claim) => {
            format!("evidence of a kind that does not exist yet for {claim} claims")
        }
    };
    let detail = format!("the answer needs {wanted}, and {given} was given");
    Step::Done(rejected("kind of evidence", &detail))
}

fn rejected(obligation: &str, detail: &str) -> CheckOutcome {
    CheckOutcome::Rejected {
        obligation: obligation.into(),
        detail: detail.into(),
    }
}
