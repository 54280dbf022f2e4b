//! Checks answers to claims and goals: does the evidence show what the answer says?
//!
//! What has to be shown follows from the claim and from whether it is said to hold or to fail ([`Shown`]). Then each kind of evidence has
//! its own check. Both matches are exhaustive: a new kind of claim or evidence does not compile before it has a place here.

use std::sync::Arc;
use std::time::Duration;

use assay_system::{
    Answer, Certificate, Claim, Evidence, Fixpoint, Formula, Logic, Question, System, Trace,
    stated, with_negations,
};
use assay_term::TermId;

use crate::branching::{self, Questions, Refusal};
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
    /// A formula of branching time holds, or fails. If it is AG p: what says that p is always true, as above.
    Branching {
        formula: &'a Formula,
        holds: bool,
        always: Option<usize>,
    },
    /// Nothing shows it yet.
    Unknown(&'static str),
}

/// What is left to do after the traces are replayed.
enum Step<'a> {
    Done(CheckOutcome),
    /// This certificate has to be accepted, of the extended system.
    Certificate(&'a Arc<System>, &'a Arc<Certificate>),
    /// These questions have to be answered.
    Questions(Vec<Questions>),
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
        let mut claims: Vec<(&System, &Certificate)> = certificates
            .iter()
            .map(|&(system, certificate)| (&*systems[system].1, &**certificate))
            .collect();
        let of_certificates = claims.len();
        for step in &steps {
            if let Step::Questions(questions) = step {
                claims.extend(questions.iter().flat_map(Questions::claims));
            }
        }
        let mut checked = self.check(&claims, patience);
        let mut answers = checked.split_off(of_certificates).into_iter();
        let outcomes = steps.iter().zip(places);
        outcomes
            .map(|(step, place)| match (step, place) {
                (Step::Done(outcome), _) => outcome.clone(),
                (Step::Certificate(..), place) => {
                    checked[place.expect("every certificate has a place")].clone()
                }
                (Step::Questions(questions), _) => {
                    let outcomes = questions.iter().map(|q| q.outcome(&mut answers));
                    all_of(outcomes.collect())
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
        Answer::NoExecutions { fixpoint, .. } => return no_executions(asked, fixpoint),
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
            Shown::Always(index)
            | Shown::Branching {
                holds: true,
                always: Some(index),
                ..
            } => proves(asked.system, certificate, index),
            other => misplaced(&other, "a certificate"),
        },
        Evidence::Trace(trace) => match shown {
            Shown::Violated(index) => replayed(check_trace(asked.system, trace, index)),
            Shown::Reached(term, name) => replayed(check_reaching(asked.system, trace, term, name)),
            Shown::Branching {
                holds: false,
                always: Some(index),
                ..
            } => goes_on(asked.system, trace, index),
            other => misplaced(&other, "a trace"),
        },
        Evidence::Lasso { trace, back } => match shown {
            Shown::Repeated(conditions) => {
                replayed(check_lasso(asked.system, trace, *back, conditions))
            }
            other => misplaced(&other, "a lasso"),
        },
        Evidence::Fixpoint(fixpoint) => match shown {
            Shown::Branching {
                formula,
                holds: true,
                ..
            } => questions(branching::holds(&stated(asked.system), formula, fixpoint)),
            other => misplaced(&other, "sets of states"),
        },
        Evidence::Tree(tree) => match shown {
            Shown::Branching {
                formula,
                holds: false,
                ..
            } => questions(branching::fails(&stated(asked.system), formula, tree)),
            other => misplaced(&other, "a tree"),
        },
    }
}

/// That there is no execution which the claim could be about.
fn no_executions(asked: &Asked<'_>, fixpoint: &Fixpoint) -> Step<'static> {
    match to_be_shown(asked.system, asked.question, true) {
        Some(Shown::Branching { .. }) => {
            questions(branching::no_executions(&stated(asked.system), fixpoint))
        }
        _ => Step::Done(rejected(
            "question",
            "only a formula of branching time is about infinite executions",
        )),
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
        (Claim::Temporal(formula), holds) if formula.logic() == Logic::Ctl => Shown::Branching {
            formula,
            holds,
            always: question.invariant(system),
        },
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

/// Whether a trace shows that AG p fails: it ends where p is false, and every execution goes on for ever and is fair.
fn goes_on(system: &Arc<System>, trace: &Trace, always: usize) -> Step<'static> {
    if !system.constraints.is_empty() || !system.fairness.is_empty() {
        let detail =
            "the system has constraints or fairness, so that a trace need not go on for ever";
        return Step::Done(rejected("replay", detail));
    }
    replayed(check_trace(&with_negations(system), trace, always))
}

fn questions(result: Result<Vec<Questions>, Refusal>) -> Step<'static> {
    match result {
        Ok(questions) => Step::Questions(questions),
        Err(refusal) => Step::Done(rejected(&refusal.obligation, &refusal.detail)),
    }
}

/// The first one that is not accepted, what is rejected first; if there is none, all are, by everybody that is named.
fn all_of(outcomes: Vec<CheckOutcome>) -> CheckOutcome {
    let mut accepted: Vec<String> = Vec::new();
    let mut open = None;
    for outcome in outcomes {
        match outcome {
            CheckOutcome::Accepted { by } if accepted.contains(&by) => {}
            CheckOutcome::Accepted { by } => accepted.push(by),
            CheckOutcome::Rejected { .. } => return outcome,
            CheckOutcome::Inconclusive { .. } => open = open.or(Some(outcome)),
        }
    }
    open.unwrap_or_else(|| CheckOutcome::Accepted {
        by: accepted.join(", "),
    })
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
        Shown::Branching { holds: true, .. } => "sets of states".to_string(),
        Shown::Branching { holds: false, .. } => "a tree".to_string(),
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
